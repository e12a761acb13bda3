"""Token endpoint of an OAuth service, and what it answers.

Own requests, because oauthlib refuses plain http to this computer, and raises a Warning when fewer
scopes are granted than asked for; both are normal here. Each service has errors of its own
(`ServiceErrors`). Tokens never get into an error.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from desktop_app.model.errors import KnownError

TIMEOUT_SECONDS = 20.0
_OK = 200


@dataclass(frozen=True, slots=True)
class OAuthClient:
    """OAuth client. `client_secret` may be empty: some kinds of client have none."""

    client_id: str
    client_secret: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class TokenResponse:
    """Response of the token endpoint (RFC 6749 section 5.1). `seconds` is the lifetime of the
    access token; the refresh token is empty where none came."""

    access_token: str = field(repr=False)
    seconds: float
    scopes: frozenset[str]
    refresh_token: str = field(default="", repr=False)
    id_token: str = field(default="", repr=False)


class ServiceErrors(Protocol):
    """Errors of one service. None holds a text of the service's, which may quote a token."""

    def offline(self, error: Exception) -> KnownError:
        """Error for a request without a whole answer."""

    def unreadable(self, status: int) -> KnownError:
        """Error for an answer of that status (HTTP) that is not the service's JSON."""

    def refusal(self, status: int, answer: object, headers: Mapping[str, str]) -> KnownError:
        """Error for an answer of another status than 200; `answer` is its JSON."""


@dataclass(frozen=True, slots=True)
class TokenEndpoint:
    """Endpoint at `uri`, as `client` uses it. Every call raises what `errors` returns."""

    uri: str
    client: OAuthClient
    errors: ServiceErrors

    def exchange(
        self, code: str, *, verifier: str, redirect_uri: str, scope: str = ""
    ) -> TokenResponse:
        """Exchange an authorisation code for tokens (RFC 6749 section 4.1.3, RFC 7636 section
        4.5). Of `scope` some services want to be told again."""
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "code_verifier": verifier,
            "redirect_uri": redirect_uri,
        }
        return self._tokens(form, scope)

    def refresh(self, refresh_token: str, *, scope: str = "") -> TokenResponse:
        """Get a new access token (RFC 6749 section 6)."""
        form = {"grant_type": "refresh_token", "refresh_token": refresh_token}
        return self._tokens(form, scope)

    def _tokens(self, form: Mapping[str, str], scope: str) -> TokenResponse:
        value = self._post({**form, "scope": scope} if scope else form)
        token = value.get("access_token")
        if not isinstance(token, str) or not token:
            raise self.errors.unreadable(_OK)
        try:
            seconds = float(value.get("expires_in") or 3600)
        except (TypeError, ValueError):
            seconds = 3600.0
        return TokenResponse(
            access_token=token,
            seconds=seconds,
            scopes=frozenset(str(value.get("scope") or "").split()),
            refresh_token=str(value.get("refresh_token") or ""),
            id_token=str(value.get("id_token") or ""),
        )

    def _post(self, form: Mapping[str, str]) -> Mapping[str, Any]:
        import requests

        whole = {"client_id": self.client.client_id, **form}
        if self.client.client_secret:
            whole["client_secret"] = self.client.client_secret
        try:
            reply = requests.post(
                self.uri, data=whole, timeout=TIMEOUT_SECONDS, allow_redirects=False
            )
            value = reply.json()
        except requests.JSONDecodeError:
            raise self.errors.unreadable(reply.status_code) from None
        except requests.RequestException as error:
            raise self.errors.offline(error) from None
        if reply.status_code != _OK:
            raise self.errors.refusal(reply.status_code, value, reply.headers)
        if not isinstance(value, dict):
            raise self.errors.unreadable(reply.status_code)
        return value


def claims(id_token: str) -> Mapping[str, Any]:
    """The payload of a JSON web token (RFC 7519), unchecked; empty when it is none. A token that
    came from the service over TLS needs no check of its signature (OpenID Connect Core section
    3.1.3.7, 6)."""
    parts = id_token.split(".")
    if len(parts) != 3:
        return {}
    try:
        value = json.loads(base64.urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
