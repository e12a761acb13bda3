"""Token and revocation endpoints of Google.

Own requests, because oauthlib refuses plain http to this computer, and raises a Warning when fewer
scopes are granted than asked for; both are normal here. Tokens never get into an error: only the
reason of a refusal is kept.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from desktop_app.accounts.google.errors import known_error, offline, unreadable
from desktop_app.accounts.google.oauth_client import Existing, OAuthClient
from desktop_app.model.errors import KnownError
from desktop_app.settings import Settings

TIMEOUT_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Endpoints:
    """Addresses of Google's sign-in; a test server may replace them."""

    auth_uri: str
    token_uri: str
    revoke_uri: str
    api_root: str

    @classmethod
    def of(cls, settings: Settings) -> Endpoints:
        return cls(
            settings.text("google.auth_uri"),
            settings.text("google.token_uri"),
            settings.text("google.revoke_uri"),
            settings.text("google.api_root") or "https://www.googleapis.com/",
        )


@dataclass(frozen=True, slots=True)
class TokenResponse:
    """Response of the token endpoint (RFC 6749 section 5.1). `seconds` is the lifetime of the
    access token; the refresh token is empty where none came."""

    access_token: str = field(repr=False)
    seconds: float
    scopes: frozenset[str]
    refresh_token: str = field(default="", repr=False)
    id_token: str = field(default="", repr=False)


def exchange(
    uri: str, client: OAuthClient, *, code: str, verifier: str, redirect_uri: str
) -> TokenResponse:
    """Exchange an authorisation code for tokens (RFC 6749 section 4.1.3, RFC 7636 section 4.5).
    Raises NeedsSignIn, Unavailable."""
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "code_verifier": verifier,
        "redirect_uri": redirect_uri,
    }
    return _tokens(_post(uri, client, form))


def refresh(uri: str, client: OAuthClient, refresh_token: str) -> TokenResponse:
    """Get a new access token (RFC 6749 section 6). Raises NeedsSignIn when the refresh token is
    not accepted, Unavailable."""
    return _tokens(
        _post(uri, client, {"grant_type": "refresh_token", "refresh_token": refresh_token})
    )


def adopted(uri: str, existing: Existing) -> TokenResponse:
    """Tokens of a sign-in made by another program. Raises NeedsSignIn, Unavailable."""
    answer = refresh(uri, existing.client, existing.refresh_token)
    return replace(answer, refresh_token=answer.refresh_token or existing.refresh_token)


def revoke(uri: str, token: str) -> None:
    """Revoke a token (RFC 7009); an invalid one is no error. Raises Unavailable."""
    import requests

    try:
        reply = requests.post(
            uri, data={"token": token}, timeout=TIMEOUT_SECONDS, allow_redirects=False
        )
    except requests.RequestException as error:
        raise offline(error) from None
    if reply.status_code not in {200, 400}:
        raise known_error(reply.status_code, "", reply.content, reply.headers)


def who(endpoints: Endpoints, client: OAuthClient, tokens: TokenResponse) -> tuple[str, str]:
    """Address and name (often empty) of the person who signed in. Raises KnownError.

    The ID token came from Google over TLS, so its signature need not be checked (OpenID Connect
    Core section 3.1.3.7, 6). Without an ID token Google is asked.
    """
    claims = _claims(tokens.id_token)
    if claims.get("aud") == client.client_id and claims.get("email"):
        return str(claims["email"]), str(claims.get("name") or "")
    for path, key in _WHO:
        value = _get(endpoints.api_root.rstrip("/") + "/" + path, tokens.access_token)
        if value.get(key):
            return str(value[key]), str(value.get("name") or "")
    raise unreadable()


_WHO = (("oauth2/v2/userinfo", "email"), ("gmail/v1/users/me/profile", "emailAddress"))


def _post(uri: str, client: OAuthClient, form: Mapping[str, str]) -> Mapping[str, Any]:
    import requests

    whole = {"client_id": client.client_id, **form}
    if client.client_secret:
        whole["client_secret"] = client.client_secret
    try:
        reply = requests.post(uri, data=whole, timeout=TIMEOUT_SECONDS, allow_redirects=False)
        value = reply.json()
    except requests.JSONDecodeError:
        raise unreadable() from None
    except requests.RequestException as error:
        raise offline(error) from None
    if reply.status_code != 200:
        raise _refusal(reply.status_code, value, reply.headers)
    if not isinstance(value, dict):
        raise unreadable()
    return value


def _refusal(status: int, value: Any, headers: Mapping[str, str]) -> KnownError:
    """Error for a refusal. Only its reason is kept: the rest of the answer may quote the token."""
    reason = value.get("error") if isinstance(value, dict) else ""
    return known_error(status, str(reason) if isinstance(reason, str) else "", b"", headers)


def _tokens(value: Mapping[str, Any]) -> TokenResponse:
    token = value.get("access_token")
    if not isinstance(token, str) or not token:
        raise unreadable()
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


def _claims(id_token: str) -> Mapping[str, Any]:
    """The payload of a JSON web token (RFC 7519), unchecked; empty when it is none."""
    parts = id_token.split(".")
    if len(parts) != 3:
        return {}
    try:
        value = json.loads(base64.urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _get(uri: str, token: str) -> Mapping[str, Any]:
    import requests

    try:
        reply = requests.get(
            uri, auth=_Bearer(token), timeout=TIMEOUT_SECONDS, allow_redirects=False
        )
        value = reply.json()
    except requests.JSONDecodeError:
        return {}
    except requests.RequestException as error:
        raise offline(error) from None
    return value if reply.status_code == 200 and isinstance(value, dict) else {}


class _Bearer:
    """Bearer token as `auth`, so that a .netrc is ignored."""

    def __init__(self, token: str) -> None:
        self._token = token

    def __call__(self, prepared: Any) -> Any:
        prepared.headers["Authorization"] = f"Bearer {self._token}"
        return prepared
