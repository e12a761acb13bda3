"""Errors of Microsoft's sign-in in plain words, by AADSTS code and by the name of an error.

Of an answer only these two are kept: its text may hold addresses and tokens. Names decide where a
code is not known, because codes change.
Source: https://learn.microsoft.com/entra/identity-platform/reference-error-codes, RFC 6749 sections
4.1.2.1 and 5.2.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from urllib.parse import quote

from desktop_app.model.errors import KnownError, NeedsSignIn, Refused, Unavailable

SIGN_IN_AGAIN = "Sign in to this account again."
ADMIN_CONSENT = "https://login.microsoftonline.com/common/adminconsent?client_id="
_CODE = re.compile(r"AADSTS(\d{4,9})\b")
_NAME = re.compile(r"[a-z_]{1,60}")


@dataclass(frozen=True, slots=True)
class _Fault:
    """`name` is the error's, `code` the AADSTS number or 0, `status` of HTTP or 0."""

    client_id: str
    name: str
    code: int
    status: int = 0

    @property
    def details(self) -> dict[str, str]:
        told = {"reason": self.name or "unknown"}
        if self.code:
            told["code"] = f"AADSTS{self.code}"
        if self.status:
            told["status"] = str(self.status)
        return told


class MicrosoftErrors:
    """Implements `ServiceErrors` for one client."""

    def __init__(self, client_id: str) -> None:
        self._client_id = client_id

    def offline(self, error: Exception) -> Unavailable:
        return Unavailable(
            "Microsoft can't be reached.",
            next_step="Check the connection to the internet.",
            details={"cause": type(error).__name__},
        )

    def unreadable(self, status: int = 0) -> Unavailable:
        del status
        return Unavailable(
            "The answer that came is not Microsoft's.",
            next_step="Check whether this network asks you to sign in with a browser first.",
        )

    def refusal(self, status: int, answer: object, headers: Mapping[str, str]) -> KnownError:
        del headers
        value = answer if isinstance(answer, dict) else {}
        listed = value.get("error_codes")
        codes = [code for code in listed if type(code) is int] if isinstance(listed, list) else []
        codes += _codes(str(value.get("error_description") or ""))
        return self._error(str(value.get("error") or ""), codes, status)

    def denied(self, error: str, description: str) -> KnownError:
        """Error for a redirect without a code."""
        return self._error(error, _codes(description))

    def _error(self, name: str, codes: Iterable[int], status: int = 0) -> KnownError:
        found = tuple(codes)
        code = next((c for c in found if c in _BY_CODE), next(iter(found), 0))
        name = name if _NAME.fullmatch(name) else ""
        fault = _Fault(self._client_id, name, code, status)
        make = _BY_CODE.get(code) or _BY_NAME.get(name)
        if make is None:
            make = _trouble if status == 429 or status >= 500 else _other
        return make(fault)


def _codes(text: str) -> list[int]:
    return [int(code) for code in _CODE.findall(text)]


def _denied(fault: _Fault) -> KnownError:
    return Refused(
        "You did not allow Draftdesk to use this account. Nothing was changed.",
        next_step="Sign in again and allow it.",
        details=fault.details,
    )


def _administrator(fault: _Fault) -> KnownError:
    return NeedsSignIn(
        "Your organisation asks its administrator to allow Draftdesk.",
        next_step=f"The administrator opens {ADMIN_CONSENT}{quote(fault.client_id, safe='')} and "
        "allows it; then sign in again.",
        details=fault.details,
    )


def _unknown_client(fault: _Fault) -> KnownError:
    return NeedsSignIn(
        "Microsoft does not know the client that Draftdesk signs in with, or not for this account.",
        next_step="Compare microsoft.client_id with the application (client) ID of the app "
        "registration, which has to be for any organisation and personal accounts.",
        details=fault.details,
    )


def _redirect(fault: _Fault) -> KnownError:
    return NeedsSignIn(
        "The client does not allow the way back to Draftdesk.",
        next_step="Add http://localhost as a redirect of the type Mobile and desktop applications.",
        details=fault.details,
    )


def _not_public(fault: _Fault) -> KnownError:
    return NeedsSignIn(
        "The client is not registered as a public one, so Microsoft asks for its secret.",
        next_step="In the app registration, under Authentication, allow public client flows.",
        details=fault.details,
    )


def _wrong_secret(fault: _Fault) -> KnownError:
    return NeedsSignIn(
        "Microsoft does not take the secret of the client.",
        next_step="A public client has none: start Draftdesk without "
        "DRAFTDESK_MICROSOFT_CLIENT_SECRET, then sign in again.",
        details=fault.details,
    )


def _conditional_access(fault: _Fault) -> KnownError:
    return Refused(
        "Your organisation's rules (conditional access) do not let Draftdesk in from here.",
        next_step="Ask the administrator whether Draftdesk may be used on this computer.",
        details=fault.details,
    )


def _over(fault: _Fault) -> KnownError:
    return NeedsSignIn(
        "Microsoft no longer accepts this account's sign-in.",
        next_step=SIGN_IN_AGAIN,
        details=fault.details,
    )


def _trouble(fault: _Fault) -> KnownError:
    return Unavailable(
        "Microsoft has a problem of its own right now.",
        next_step="Nothing to do: it is tried again by itself.",
        details=fault.details,
    )


def _other(fault: _Fault) -> KnownError:
    shown = f"AADSTS{fault.code}" if fault.code else fault.name or "unknown"
    return Refused(
        f"Microsoft did not go through with the sign-in ({shown}).",
        next_step="Look the code up at https://login.microsoftonline.com/error"
        + (f"?code={fault.code}" if fault.code else ""),
        details=fault.details,
    )


Make = Callable[[_Fault], KnownError]
_CODES: tuple[tuple[Make, tuple[int, ...]], ...] = (
    (_denied, (65004,)),
    (_administrator, (65001, 90093, 90094, 90095)),
    (_unknown_client, (700016, 700038, 50194)),
    (_redirect, (50011,)),
    (_not_public, (7000218,)),
    (_wrong_secret, (700025, 7000215, 7000222)),
    (_conditional_access, (53000, 53001, 53002, 53003)),
)
_BY_CODE: Mapping[int, Make] = MappingProxyType(
    {code: make for make, codes in _CODES for code in codes}
)
_BY_NAME: Mapping[str, Make] = MappingProxyType(
    {
        "access_denied": _denied,
        "consent_required": _administrator,
        "unauthorized_client": _unknown_client,
        "invalid_client": _unknown_client,
        "invalid_grant": _over,
        "interaction_required": _over,
        "login_required": _over,
        "temporarily_unavailable": _trouble,
        "server_error": _trouble,
    }
)
