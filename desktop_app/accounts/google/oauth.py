"""OAuth sign-in at Google: the address to open, and the grant.

The flow object comes from google-auth-oauthlib, the listener does not: in that library a stray
request ends it, and a silent connection blocks it for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Event
from typing import TypeVar

from desktop_app.accounts.google.quota import sleep
from desktop_app.accounts.google.token_endpoint import Endpoints, exchange, who
from desktop_app.accounts.oauth.flow import DEADLINE_SECONDS, BrowserFlow
from desktop_app.accounts.oauth.loopback import Callback
from desktop_app.accounts.oauth.token_endpoint import OAuthClient, TokenResponse
from desktop_app.model.errors import KnownError, NeedsSignIn, Refused, Unavailable
from desktop_app.model.sign_in import NO_ORIGIN, GrantOrigin

T = TypeVar("T")
PAUSES = (1.0, 3.0)
"""Seconds before the further tries of a step of a sign-in."""
_TROUBLE = 500


@dataclass(frozen=True, slots=True)
class OAuthGrant:
    """Result of a sign-in. `name` is often empty."""

    client: OAuthClient
    tokens: TokenResponse
    email: str
    name: str
    servers: None = None
    origin: GrantOrigin = NO_ORIGIN

    @property
    def client_id(self) -> str:
        return self.client.client_id

    @property
    def scopes(self) -> frozenset[str]:
        return self.tokens.scopes


def tried(ask: Callable[[], T], cancelled: Event) -> T:
    """What `ask` returns, asked again where Google says that it has trouble: nothing was done then.
    Raises `Cancelled`, and `Unavailable` with what the person can do, because nobody goes on with a
    sign-in by itself."""
    for pause in (*PAUSES, None):
        try:
            return ask()
        except Unavailable as error:
            again = int(error.details.get("status") or 0) >= _TROUBLE
            if again and pause is not None:
                sleep(pause, cancelled)
                continue
            times = f" It was asked {len(PAUSES) + 1} times." if again else ""
            raise Unavailable(
                f"{error.sentence}{times} The sign-in was given up, and nothing was changed.",
                next_step="Start the sign-in again in a few minutes.",
                details=error.details,
            ) from error
    raise AssertionError("unreachable")


class ConsentFlow(BrowserFlow[OAuthGrant]):
    """`hint` is the address of an account that signs in again. Raises Unavailable."""

    def __init__(
        self,
        client: OAuthClient,
        scopes: Iterable[str],
        endpoints: Endpoints,
        *,
        hint: str = "",
        style: str = "",
        seconds: float = DEADLINE_SECONDS,
    ) -> None:
        from google_auth_oauthlib.flow import Flow

        super().__init__(style=style, seconds=seconds)
        self._client, self._endpoints = client, endpoints
        config = {
            "client_id": client.client_id,
            "client_secret": client.client_secret,
            # oauthlib takes https alone; a test server on this computer gets its scheme back.
            "auth_uri": endpoints.auth_uri.replace("http://", "https://", 1),
            "token_uri": endpoints.token_uri,
        }
        self._flow = Flow.from_client_config(
            {"installed": config},
            scopes=list(scopes),
            redirect_uri=self.listener.redirect_uri,
            autogenerate_code_verifier=True,
        )
        more = {"login_hint": hint} if hint else {}
        address: str = self._flow.authorization_url(
            state=self.listener.state,
            access_type="offline",
            include_granted_scopes="true",
            prompt="consent",
            **more,
        )[0]
        self.address = endpoints.auth_uri.partition(":")[0] + ":" + address.partition(":")[2]

    def _grant(self, came: Callback) -> OAuthGrant:
        if not came.code:
            raise _denied(came.error)
        tokens = tried(
            lambda: exchange(
                self._endpoints.token_uri,
                self._client,
                code=came.code,
                verifier=str(self._flow.code_verifier),
                redirect_uri=self.listener.redirect_uri,
            ),
            self.cancelled,
        )
        if not tokens.refresh_token:
            raise NeedsSignIn(
                "Google gave no lasting sign-in.",
                next_step="Remove Draftdesk at myaccount.google.com/permissions, then sign in "
                "again.",
            )
        email, name = tried(lambda: who(self._endpoints, self._client, tokens), self.cancelled)
        return OAuthGrant(self._client, tokens, email, name)


def _denied(error: str) -> KnownError:
    """Error for a redirect without a code (RFC 6749 section 4.1.2.1; own reasons of Google)."""
    if error == "access_denied":
        return Refused(
            "You did not allow Draftdesk to use this account. Nothing was changed.",
            next_step="If Google blocked it: add yourself as a test user of your project.",
        )
    reason = error if error.replace("_", "").isalnum() else "unknown"
    return Refused(
        "Google did not go through with the sign-in.",
        next_step="Check the client and the consent screen in the Google Cloud console.",
        details={"reason": reason[:80]},
    )
