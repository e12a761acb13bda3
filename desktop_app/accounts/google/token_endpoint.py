"""Token and revocation endpoints of Google. Of a refusal only its reason gets into an error."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from desktop_app.accounts.google.errors import known_error, offline, unreadable
from desktop_app.accounts.google.oauth_client import Existing
from desktop_app.accounts.google.quota_project import headers
from desktop_app.accounts.oauth.token_endpoint import (
    TIMEOUT_SECONDS,
    OAuthClient,
    TokenEndpoint,
    TokenResponse,
    claims,
)
from desktop_app.model.errors import KnownError
from desktop_app.settings import Settings


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


class _Errors:
    """Implements `ServiceErrors`."""

    def offline(self, error: Exception) -> KnownError:
        return offline(error)

    def unreadable(self, status: int) -> KnownError:
        """Trouble of Google's own comes as a page, too."""
        return known_error(status, "") if status >= _TROUBLE else unreadable()

    def refusal(self, status: int, answer: object, headers: Mapping[str, str]) -> KnownError:
        """Only the reason is kept: the rest of the answer may quote the token."""
        reason = answer.get("error") if isinstance(answer, dict) else ""
        return known_error(status, str(reason) if isinstance(reason, str) else "", b"", headers)


def exchange(
    uri: str, client: OAuthClient, *, code: str, verifier: str, redirect_uri: str
) -> TokenResponse:
    """Exchange an authorisation code for tokens. Raises NeedsSignIn, Unavailable."""
    endpoint = TokenEndpoint(uri, client, _Errors())
    return endpoint.exchange(code, verifier=verifier, redirect_uri=redirect_uri)


def refresh(uri: str, client: OAuthClient, refresh_token: str) -> TokenResponse:
    """Get a new access token. Raises NeedsSignIn when the refresh token is not accepted,
    Unavailable."""
    return TokenEndpoint(uri, client, _Errors()).refresh(refresh_token)


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


def who(
    endpoints: Endpoints, client: OAuthClient, tokens: TokenResponse, project: str = ""
) -> tuple[str, str]:
    """Address and name (often empty) of the person who signed in. Raises KnownError.

    Without an ID token Google is asked, for `project`'s quota.
    """
    told = claims(tokens.id_token)
    if told.get("aud") == client.client_id and told.get("email"):
        return str(told["email"]), str(told.get("name") or "")
    for path, key in _WHO:
        value = _get(endpoints.api_root.rstrip("/") + "/" + path, tokens.access_token, project)
        if value.get(key):
            return str(value[key]), str(value.get("name") or "")
    raise unreadable()


_TROUBLE = 500
_WHO = (("oauth2/v2/userinfo", "email"), ("gmail/v1/users/me/profile", "emailAddress"))


def _get(uri: str, token: str, project: str) -> Mapping[str, Any]:
    import requests

    try:
        reply = requests.get(
            uri,
            headers=headers(project),
            auth=_Bearer(token),
            timeout=TIMEOUT_SECONDS,
            allow_redirects=False,
        )
        value = reply.json()
    except requests.JSONDecodeError:
        return {}
    except requests.RequestException as error:
        raise offline(error) from None
    if reply.status_code >= _TROUBLE:
        raise known_error(reply.status_code, "", b"", reply.headers)
    return value if reply.status_code == 200 and isinstance(value, dict) else {}


class _Bearer:
    """Bearer token as `auth`, so that a .netrc is ignored."""

    def __init__(self, token: str) -> None:
        self._token = token

    def __call__(self, prepared: Any) -> Any:
        prepared.headers["Authorization"] = f"Bearer {self._token}"
        return prepared
