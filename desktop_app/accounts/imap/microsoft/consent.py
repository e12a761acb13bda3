"""Sign-in at Microsoft in the browser: the address to open, and the grant.

Source: https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from desktop_app.accounts.imap.microsoft.errors import MicrosoftErrors
from desktop_app.accounts.imap.microsoft.servers import servers_of
from desktop_app.accounts.oauth.flow import DEADLINE_SECONDS, BrowserFlow, challenge, new_verifier
from desktop_app.accounts.oauth.loopback import Callback
from desktop_app.accounts.oauth.token_endpoint import (
    OAuthClient,
    TokenEndpoint,
    TokenResponse,
    claims,
)
from desktop_app.model.errors import NeedsSignIn
from desktop_app.model.mail_server import MailServers
from desktop_app.model.sign_in import NO_ORIGIN, GrantOrigin
from desktop_app.settings import Settings

_MAIL = "https://outlook.office.com/"
SCOPES = f"{_MAIL}IMAP.AccessAsUser.All {_MAIL}SMTP.Send offline_access openid email profile"


@dataclass(frozen=True, slots=True)
class MicrosoftGrant:
    """Result of a sign-in. `name` is sometimes empty."""

    client: OAuthClient
    tokens: TokenResponse
    email: str
    name: str
    servers: MailServers
    origin: GrantOrigin = NO_ORIGIN

    @property
    def client_id(self) -> str:
        return self.client.client_id

    @property
    def scopes(self) -> frozenset[str]:
        return self.tokens.scopes


class ConsentFlow(BrowserFlow[MicrosoftGrant]):
    """`hint` is the address of an account that signs in again. A public client may come back to
    `http://localhost` with any port and no path. Raises Unavailable.

    Source: https://learn.microsoft.com/entra/identity-platform/reply-url
    """

    def __init__(
        self,
        client: OAuthClient,
        settings: Settings,
        *,
        hint: str = "",
        style: str = "",
        seconds: float = DEADLINE_SECONDS,
    ) -> None:
        super().__init__(style=style, seconds=seconds, localhost=True)
        self._client, self._settings = client, settings
        self._errors = MicrosoftErrors(client.client_id)
        self._verifier = new_verifier()
        asked = {
            "client_id": client.client_id,
            "response_type": "code",
            "response_mode": "query",
            "redirect_uri": self.listener.redirect_uri,
            "scope": SCOPES,
            "state": self.listener.state,
            "code_challenge": challenge(self._verifier),
            "code_challenge_method": "S256",
            "prompt": "select_account",
        }
        if hint:
            asked["login_hint"] = hint
        self.address = f"{settings.text('microsoft.auth_uri')}?{urlencode(asked)}"

    def _grant(self, came: Callback) -> MicrosoftGrant:
        if not came.code:
            raise self._errors.denied(came.error, came.description)
        tokens = endpoint(self._settings, self._client).exchange(
            came.code,
            verifier=self._verifier,
            redirect_uri=self.listener.redirect_uri,
            scope=SCOPES,
        )
        if not tokens.refresh_token:
            raise NeedsSignIn(
                "Microsoft gave no lasting sign-in.",
                next_step="Allow offline_access in the app registration, then sign in again.",
            )
        email, name = self._who(tokens)
        servers = servers_of(self._settings, email)
        return MicrosoftGrant(self._client, tokens, email, name, servers)

    def _who(self, tokens: TokenResponse) -> tuple[str, str]:
        """Address and name of the person who signed in, from the ID token."""
        told = claims(tokens.id_token)
        if told.get("aud") != self._client.client_id:
            raise self._errors.unreadable()
        for claim in ("email", "preferred_username"):
            email = told.get(claim)
            if isinstance(email, str) and "@" in email:
                return email, str(told.get("name") or "")
        raise NeedsSignIn(
            "Microsoft did not say which address this account has.",
            next_step="Sign in with an account that has a mailbox.",
        )


def endpoint(settings: Settings, client: OAuthClient) -> TokenEndpoint:
    """Token endpoint as the client uses it."""
    errors = MicrosoftErrors(client.client_id)
    return TokenEndpoint(settings.text("microsoft.token_uri"), client, errors)
