"""Mapping of Google's errors, by status and reason, to the error tree.

Source: https://developers.google.com/workspace/gmail/api/guides/handle-errors and RFC 6749 section
5.2 for the token endpoint.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from desktop_app.model.clock import Clock
from desktop_app.model.errors import (
    BadInput,
    Conflict,
    KnownError,
    NeedsSignIn,
    NotFound,
    NotPermitted,
    Refused,
    SlowDown,
    Unavailable,
)

_SHORT_PAUSE, _LONG_PAUSE, _LONGEST_PAUSE = 10.0, 3600.0, 7 * 86_400.0
_CONSOLES = frozenset({"console.developers.google.com", "console.cloud.google.com"})
_API = re.compile(r"\b([a-z-]+\.googleapis\.com)\b")
_LINK = re.compile(r"https?://[^\s\"'<>]+")
_RETRY_AFTER = re.compile(r"Retry after (\d{4}-\d\d-\d\dT[\d:.]+Z)", re.I)
_DIGITS = 10
SIGN_IN_AGAIN = "Sign in to this account again."
_NEWER_REASONS = MappingProxyType(
    {
        "ACCESS_TOKEN_SCOPE_INSUFFICIENT": "insufficientPermissions",
        "SERVICE_DISABLED": "accessNotConfigured",
        "RATE_LIMIT_EXCEEDED": "rateLimitExceeded",
        "ACCESS_TOKEN_EXPIRED": "authError",
        "USER_PROJECT_DENIED": "userProjectDenied",
        "CONSUMER_INVALID": "userProjectDenied",
    }
)
"""`error.details[].reason` of the newer format, by the older reason that means the same."""


@dataclass(frozen=True, slots=True)
class _Fault:
    status: int
    reason: str
    message: str
    value: Mapping[str, Any]
    head: Mapping[str, str]
    now: float

    @property
    def details(self) -> dict[str, str]:
        return {"status": str(self.status), "reason": self.reason}


def known_error(
    status: int,
    reason: str,
    body: Mapping[str, Any] | bytes | str = b"",
    headers: Mapping[str, str] = MappingProxyType({}),
    *,
    clock: Clock = time.time,
) -> KnownError:
    """Own error for an answer of `status` (HTTP).

    `reason` is Google's reason string, empty to read it from `body` (the JSON of the answer, as
    bytes or parsed); `headers` in any spelling of their names.
    """
    value = _parsed(body)
    head = {name.lower(): text for name, text in headers.items()}
    fault = _Fault(status, reason or _reason(value), _message(value), value, head, clock())
    by_reason = _BY_REASON.get(fault.reason)
    if by_reason is not None:
        return by_reason(fault)
    return _by_status(fault)


def offline(error: Exception) -> Unavailable:
    """Error for a request without a whole answer."""
    return Unavailable(
        "Google can't be reached.",
        next_step="Check the connection to the internet.",
        details={"cause": type(error).__name__},
    )


def unreadable() -> Unavailable:
    """Error for an answer that is not Google's."""
    return Unavailable(
        "The answer that came is not Google's.",
        next_step="Check whether this network asks you to sign in with a browser first.",
    )


def _parsed(body: Mapping[str, Any] | bytes | str) -> Mapping[str, Any]:
    if isinstance(body, Mapping):
        return body
    try:
        value = json.loads(body)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _reason(value: Mapping[str, Any]) -> str:
    error = value.get("error")
    if isinstance(error, str):
        return error
    if not isinstance(error, Mapping):
        return ""
    for reason in _reasons(error.get("errors")):
        return _NEWER_REASONS.get(reason, reason)
    known = (_NEWER_REASONS.get(reason, "") for reason in _reasons(error.get("details")))
    return next(filter(None, known), "")


def _reasons(entries: object) -> Iterator[str]:
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, Mapping) and entry.get("reason"):
            yield str(entry["reason"])


def _message(value: Mapping[str, Any]) -> str:
    error = value.get("error")
    if isinstance(error, Mapping):
        return str(error.get("message") or "")
    return str(value.get("error_description") or "")


def _by_status(fault: _Fault) -> KnownError:
    status = fault.status
    if status == 429:
        return _slow_down(fault)
    if status == 401:
        return _sign_in_again(fault)
    if status == 403:
        return Refused("Google does not allow this.", details=fault.details)
    if status in {404, 410}:
        return _not_found(fault)
    if status in {409, 412}:
        return Conflict("It was changed at Google in the meantime.", details=fault.details)
    if status == 413:
        return BadInput("This is larger than Google takes.", details=fault.details)
    if status == 408 or status >= 500:
        return _trouble(fault)
    return _bad_request(fault)


def _sign_in_again(fault: _Fault) -> KnownError:
    return NeedsSignIn(
        "Google no longer accepts this account's sign-in.",
        next_step=SIGN_IN_AGAIN,
        details=fault.details,
    )


def _client_refused(fault: _Fault) -> KnownError:
    return Refused(
        "Google does not accept the OAuth client: its secret is wrong, or it was deleted or "
        "disabled.",
        next_step="Check the client in the Google Cloud console, and sign in with its file as it "
        "is there now. The account's own sign-in is not the cause.",
        details=fault.details,
    )


def _scope_missing(fault: _Fault) -> KnownError:
    return NotPermitted(
        "This account has not been given the permission for that.",
        next_step="Open Accounts and grant the missing permission.",
        details=fault.details,
    )


def _api_disabled(fault: _Fault) -> KnownError:
    found = _API.search(fault.message) or _API.search(json.dumps(dict(fault.value)))
    api = found[1] if found else "gmail.googleapis.com"
    return Refused(
        f"The API {api} is not switched on in your Google Cloud project.",
        next_step=f"Open {_enabling_link(fault, api)}, or run: gcloud services enable {api}",
        details=fault.details,
    )


def _project_denied(fault: _Fault) -> KnownError:
    return Refused(
        "Google does not let this account use the quota project that is named.",
        next_step="Give the account the role Service Usage Consumer in that project, or name "
        "another: google.quota_project, or GOOGLE_CLOUD_QUOTA_PROJECT.",
        details=fault.details,
    )


def _enabling_link(fault: _Fault, api: str) -> str:
    """Google's link if it is https and leads to Google's console, else an own one."""
    for link in _LINK.findall(fault.message + " " + json.dumps(dict(fault.value))):
        address = link.rstrip(".,)")
        try:
            parts = urlsplit(address)
        except ValueError:
            continue
        plain = parts.netloc == parts.hostname
        if parts.scheme == "https" and plain and parts.hostname in _CONSOLES:
            return str(address)
    return f"https://console.cloud.google.com/apis/library/{api}"


def slow_down(resumes_at: float, details: Mapping[str, str] = MappingProxyType({})) -> SlowDown:
    """Error for a request that has to wait until then (seconds since the epoch)."""
    return SlowDown(
        "Google asks to wait: its limit of requests is used up.",
        resumes_at=resumes_at,
        next_step="Nothing to do: it goes on by itself.",
        details=details,
    )


def _slow_down(fault: _Fault) -> KnownError:
    details = {**fault.details, "limit": _limit(fault.value)}
    return slow_down(_resumes_at(fault) or fault.now + _SHORT_PAUSE, details)


def _limit(value: Mapping[str, Any]) -> str:
    """The limit a minute that a refusal names (google.rpc.ErrorInfo), empty where it names none."""
    error = value.get("error")
    entries = error.get("details") if isinstance(error, Mapping) else None
    for entry in entries if isinstance(entries, list) else ():
        metadata = entry.get("metadata") if isinstance(entry, Mapping) else None
        named = metadata.get("quota_limit_value") if isinstance(metadata, Mapping) else None
        if isinstance(named, str) and named.isdecimal() and len(named) < _DIGITS:
            return named
    return ""


def _day_used_up(fault: _Fault) -> KnownError:
    at = _resumes_at(fault) or fault.now + _LONG_PAUSE
    return SlowDown(
        "The daily limit of your Google Cloud project is used up.",
        resumes_at=at,
        next_step="It goes on by itself; a higher limit can be asked for in the Cloud console.",
        details=fault.details,
    )


def _resumes_at(fault: _Fault) -> float:
    """Time of a Retry-After header or in the message, in seconds since the epoch, or 0. It is at
    most a week from now, whatever the server names."""
    given = fault.head.get("retry-after", "").strip()
    found = _RETRY_AFTER.search(fault.message)
    try:
        if given.isdecimal():
            at = fault.now + float(given)
        elif given:
            at = parsedate_to_datetime(given).timestamp()
        else:
            at = _timestamp(found[1]) if found else 0.0
    except (ValueError, OverflowError):
        return 0.0
    return min(at, fault.now + _LONGEST_PAUSE)


def _timestamp(text: str) -> float:
    from datetime import datetime

    return datetime.fromisoformat(text).timestamp()


def _domain_policy(fault: _Fault) -> KnownError:
    return Refused(
        "Your organisation's administrator does not allow this program to use Gmail.",
        next_step="Ask the administrator to allow it.",
        details=fault.details,
    )


def _not_found(fault: _Fault) -> KnownError:
    return NotFound("It is not there any more at Google.", details=fault.details)


def _bad_request(fault: _Fault) -> KnownError:
    return BadInput("Google can't carry this out as it was asked.", details=fault.details)


def _precondition(fault: _Fault) -> KnownError:
    return BadInput(
        "Google refuses this for the mailbox as it is now.",
        next_step="Check that Gmail is switched on for this Google account.",
        details=fault.details,
    )


def _trouble(fault: _Fault) -> KnownError:
    return Unavailable(
        "Google has a problem of its own right now.",
        next_step="Nothing to do: it is tried again by itself.",
        details=fault.details,
    )


_BY_REASON: Mapping[str, Callable[[_Fault], KnownError]] = MappingProxyType(
    {
        "failedPrecondition": _precondition,
        "badRequest": _bad_request,
        "invalidArgument": _bad_request,
        "invalid_grant": _sign_in_again,
        "invalid_client": _client_refused,
        "unauthorized_client": _client_refused,
        "deleted_client": _client_refused,
        "disabled_client": _client_refused,
        "authError": _sign_in_again,
        "insufficientPermissions": _scope_missing,
        "accessNotConfigured": _api_disabled,
        "userProjectDenied": _project_denied,
        "rateLimitExceeded": _slow_down,
        "userRateLimitExceeded": _slow_down,
        "dailyLimitExceeded": _day_used_up,
        "quotaExceeded": _day_used_up,
        "domainPolicy": _domain_policy,
        "notFound": _not_found,
        "backendError": _trouble,
    }
)
"""Each reason string Google gives, and what it is here."""
