"""Microsoft sign-in: the client, consent in the browser, the refresh token and access tokens.

Secrets are in the keyring, access tokens in memory only; the rest of a sign-in is in the ledger.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from desktop_app.accounts.imap.microsoft.consent import (
    SCOPES,
    ConsentFlow,
    MicrosoftGrant,
    endpoint,
)
from desktop_app.accounts.imap.microsoft.errors import SIGN_IN_AGAIN
from desktop_app.accounts.oauth.long_secret import LongSecret
from desktop_app.accounts.oauth.token_endpoint import OAuthClient, TokenResponse
from desktop_app.accounts.oauth.token_source import LedgerObserver, TokenSource
from desktop_app.model.errors import BadInput, KnownError, NeedsSignIn, NotFound
from desktop_app.model.sign_in import Permission, SignInSource, SignInSourceKind

if TYPE_CHECKING:
    from desktop_app.accounts.base import Dependencies

_SETTINGS = "settings"


class MicrosoftSignIn:
    """Implements `BrowserSignIn`. Thread-safe. Whatever reads a secret may wait for the person
    to unlock the keyring."""

    def __init__(self, given: Dependencies) -> None:
        self._settings, self._secrets, self._ledger = given.settings, given.secrets, given.sign_ins
        self._lock, self._writing = Lock(), Lock()
        self._tokens: dict[str, TokenSource] = {}
        self._handed: dict[str, str] = {}

    # What is kept

    def keep(self, account_id: str, grant: MicrosoftGrant, *, session_only: bool) -> None:
        secret, token = grant.client.client_secret, grant.tokens.refresh_token
        try:
            self._drop_client_secret(account_id)
            if secret:
                self._secrets.set(_client_secret(account_id), secret, session_only=session_only)
            with self._writing:
                self._refresh_token(account_id).set(token, session_only=session_only)
        except KnownError:
            self._drop_secrets(account_id)
            raise
        with self._lock:
            self._tokens[account_id] = self._source(account_id, grant.scopes, grant.tokens)

    def forget(self, account_id: str) -> None:
        with self._lock:
            self._tokens.pop(account_id, None)
            self._handed.pop(account_id, None)
        with self._writing:
            self._refresh_token(account_id).delete()
        self._secrets.delete(_client_secret(account_id))

    def remembers(self, account_id: str) -> bool:
        return self._refresh_token(account_id).in_memory()

    def revoke(self, account_id: str) -> str:
        """A public client has no way to end a sign-in; the person has."""
        del account_id
        return (
            "Microsoft is not told by that. Remove Draftdesk at "
            "account.microsoft.com/privacy/app-access too, or for work at myapps.microsoft.com."
        )

    def give_back(self, grant: MicrosoftGrant) -> None:
        """There is no way to: what was not kept is forgotten, and ends by itself."""
        del grant

    def _refresh_token(self, account_id: str) -> LongSecret:
        return LongSecret(self._secrets, f"microsoft/{account_id}/refresh_token")

    def _drop_client_secret(self, account_id: str) -> None:
        """A client of before may have had one."""
        if self._ledger.get(account_id) is not None:
            self._secrets.delete(_client_secret(account_id))

    def _drop_secrets(self, account_id: str) -> None:
        drops = (
            self._refresh_token(account_id).delete,
            lambda: self._secrets.delete(_client_secret(account_id)),
        )
        for drop in drops:
            try:
                drop()
            except KnownError:
                continue

    # Access tokens

    def token(self, account_id: str) -> str:
        """Access token of now. Raises NeedsSignIn, NoKeyring, Refused, Unavailable."""
        sign_in = self._ledger.get(account_id)
        if sign_in is None or sign_in.refused:
            raise _needs_sign_in(account_id, "This account is not signed in.")
        with self._lock:
            source = self._tokens.get(account_id)
            if source is None:
                source = self._tokens[account_id] = self._source(account_id, sign_in.scopes)
        token = source.token()
        with self._lock:
            self._handed[account_id] = token
        return token

    def refused(self, account_id: str) -> bool:
        """A server refused the token; there is another one to try."""
        with self._lock:
            source, token = self._tokens.get(account_id), self._handed.get(account_id, "")
        if source is not None:
            source.reject(token)
        return True

    def _source(
        self, account_id: str, scopes: Iterable[str], first: TokenResponse | None = None
    ) -> TokenSource:
        return TokenSource(
            lambda: self._renew(account_id),
            scopes=scopes,
            first=first,
            observer=LedgerObserver(self._ledger, account_id),
        )

    def _renew(self, account_id: str) -> TokenResponse:
        """New access token. The secrets are read each time and not held."""
        kept = self._refresh_token(account_id)
        token = kept.get()
        if not token:
            raise _needs_sign_in(account_id, "The sign-in of this account is no longer there.")
        client = self._own_client(account_id)
        answer = endpoint(self._settings, client).refresh(token, scope=SCOPES)
        if answer.refresh_token and answer.refresh_token != token:
            with self._writing:
                if kept.get() == token:  # else the person has signed out or in meanwhile
                    # RFC 6749 section 6: a new one takes the place of the old.
                    kept.set(answer.refresh_token, session_only=kept.in_memory())
        return answer

    # Signing in

    def sources(self) -> tuple[SignInSource, ...]:
        if not self._settings.text("microsoft.client_id").strip():
            return ()
        words = "The client from Draftdesk's settings"
        return (SignInSource(_SETTINGS, SignInSourceKind.CLIENT, words),)

    def begin(
        self,
        permissions: Iterable[Permission],
        *,
        source: str,
        file: Path | None,
        client_id: str,
        account_id: str,
        hint: str,
        style: str,
    ) -> ConsentFlow:
        del permissions  # all that mail needs is asked for at once
        if file is not None or source not in {"", _SETTINGS}:
            raise BadInput("This is no Microsoft client.", next_step=_MAKE_ONE)
        client = self._client(source, client_id.strip(), account_id)
        return ConsentFlow(client, self._settings, hint=hint, style=style)

    def adopt(self, *, source: str, file: Path | None) -> MicrosoftGrant:
        del source, file
        raise BadInput("A sign-in at Microsoft can't be taken over.", next_step=SIGN_IN_AGAIN)

    def _client(self, source: str, client_id: str, account_id: str) -> OAuthClient:
        known = self._ledger.get(account_id) if account_id else None
        if known is not None and known.client_id and not (source or client_id):
            return self._own_client(account_id)
        id_ = client_id or self._settings.text("microsoft.client_id").strip()
        if not id_:
            raise NotFound(
                "Draftdesk has no Microsoft client to sign in with yet.", next_step=_MAKE_ONE
            )
        return OAuthClient(id_, self._settings.text("microsoft.client_secret").strip())

    def _own_client(self, account_id: str) -> OAuthClient:
        """Client that the account signed in with. Raises `NeedsSignIn`, `NoKeyring`."""
        sign_in = self._ledger.get(account_id)
        if sign_in is None:
            raise _needs_sign_in(account_id, "This account is not signed in.")
        secret = self._secrets.get(_client_secret(account_id)) or ""
        return OAuthClient(sign_in.client_id, secret)


_MAKE_ONE = (
    "Register one at entra.microsoft.com (the user guide has the steps) and set "
    "microsoft.client_id to its application (client) ID."
)


def _client_secret(account_id: str) -> str:
    return f"microsoft/{account_id}/client_secret"


def _needs_sign_in(account_id: str, sentence: str) -> NeedsSignIn:
    return NeedsSignIn(sentence, next_step=SIGN_IN_AGAIN, details={"account": account_id})
