"""OAuth sign-in at Google: the address to open, the wait for the browser, the tokens.

The flow of an installed application (RFC 8252) with PKCE S256 (RFC 7636) and an own state. The flow
comes from google-auth-oauthlib, the listener does not: in that library a stray request ends it, and
a silent connection blocks it for ever.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from threading import Event

from desktop_app.accounts.google.end_page import end_page
from desktop_app.accounts.google.loopback import Callback, LoopbackListener
from desktop_app.accounts.google.oauth_client import OAuthClient
from desktop_app.accounts.google.token_endpoint import Endpoints, TokenResponse, exchange, who
from desktop_app.model.errors import Cancelled, KnownError, NeedsSignIn, Refused

DEADLINE_SECONDS = 300


@dataclass(frozen=True, slots=True)
class OAuthGrant:
    """Result of a sign-in. `name` is often empty."""

    client: OAuthClient
    tokens: TokenResponse
    email: str
    name: str
    servers: None = None

    @property
    def client_id(self) -> str:
        return self.client.client_id

    @property
    def scopes(self) -> frozenset[str]:
        return self.tokens.scopes


class ConsentFlow:
    """Sign-in under way, listening from the start; the person opens `address`. `style` is the
    CSS of the end page, `hint` the address of an account that signs in again. Raises
    Unavailable."""

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

        self._client, self._endpoints, self._style = client, endpoints, style
        self._deadline = time.monotonic() + seconds
        state = secrets.token_urlsafe(32)
        self.listener = LoopbackListener(state, late_page=self._page(*_LATE))
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
            state=state,
            access_type="offline",
            include_granted_scopes="true",
            prompt="consent",
            **more,
        )[0]
        self.address = endpoints.auth_uri.partition(":")[0] + ":" + address.partition(":")[2]

    @property
    def seconds_left(self) -> int:
        return max(0, int(self._deadline - time.monotonic()))

    def wait(self, cancelled: Event) -> OAuthGrant:
        """Wait for the decision in the browser and get the tokens.

        Raises Cancelled, Refused when the person declined, NeedsSignIn, Unavailable. The caller
        reports the outcome with `tell`: the browser waits for it.
        """
        try:
            came = self.listener.wait(cancelled, self._deadline - time.monotonic())
            return self._grant(came)
        except Cancelled:
            self.tell("The sign-in was cancelled", "Nothing was changed. You can close this page.")
            raise
        except KnownError as error:
            self.tell("The sign-in did not work", f"{error.sentence} {error.next_step}".strip())
            raise

    def tell(self, title: str, text: str, *, good: bool = False) -> None:
        """Show the outcome in the browser, once."""
        self.listener.answer(self._page(title, text, good=good))

    def close(self) -> None:
        self.listener.close()

    def _grant(self, came: Callback) -> OAuthGrant:
        if not came.code:
            raise _denied(came.error)
        tokens = exchange(
            self._endpoints.token_uri,
            self._client,
            code=came.code,
            verifier=str(self._flow.code_verifier),
            redirect_uri=self.listener.redirect_uri,
        )
        if not tokens.refresh_token:
            raise NeedsSignIn(
                "Google gave no lasting sign-in.",
                next_step="Remove Draftdesk at myaccount.google.com/permissions, then sign in "
                "again.",
            )
        email, name = who(self._endpoints, self._client, tokens)
        return OAuthGrant(self._client, tokens, email, name)

    def _page(self, title: str, text: str, *, good: bool = False) -> bytes:
        return end_page(title, text, style=self._style, good=good)


_LATE = ("Back to Draftdesk", "Your answer has arrived. Draftdesk tells you how it goes on.")


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
