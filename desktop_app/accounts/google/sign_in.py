"""Google sign-in: OAuth clients, consent in the browser, secrets and access tokens.

Secrets are in the keyring; the rest of a sign-in is in the ledger.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from threading import Event, Lock
from typing import TYPE_CHECKING

from desktop_app.accounts.google.errors import SIGN_IN_AGAIN
from desktop_app.accounts.google.oauth import ConsentFlow, OAuthGrant, tried
from desktop_app.accounts.google.oauth_client import (
    Existing,
    Found,
    from_file,
    from_source,
    sources,
)
from desktop_app.accounts.google.quota_project import quota_project
from desktop_app.accounts.google.scopes import asked
from desktop_app.accounts.google.token_endpoint import Endpoints, adopted, refresh, revoke, who
from desktop_app.accounts.oauth.token_endpoint import OAuthClient, TokenResponse
from desktop_app.accounts.oauth.token_source import LedgerObserver, TokenSource
from desktop_app.model.address import Address
from desktop_app.model.errors import BadInput, KnownError, NeedsSignIn, NotFound
from desktop_app.model.sign_in import GrantOrigin, Permission, SignInSource, SignInSourceKind

if TYPE_CHECKING:
    from desktop_app.accounts.base import Dependencies


class GoogleSignIn:
    """Implements `BrowserSignIn`. Thread-safe. Whatever reads a secret may wait for the person
    to unlock the keyring."""

    def __init__(self, given: Dependencies) -> None:
        self._settings, self._secrets = given.settings, given.secrets
        self._ledger, self._environment = given.sign_ins, given.environment
        self._lock = Lock()
        self._fresh: dict[str, TokenResponse] = {}
        self._seen: set[str] = set()
        """Accounts of which this session has looked whose sign-in the file holds."""

    # What is kept

    def keep(self, account_id: str, grant: OAuthGrant, *, session_only: bool) -> None:
        secret = grant.client.client_secret
        try:
            if secret:
                self._secrets.set(_client_secret(account_id), secret, session_only=session_only)
            token = grant.tokens.refresh_token
            self._secrets.set(_refresh_token(account_id), token, session_only=session_only)
        except KnownError:
            self._drop_secrets(account_id)
            raise
        with self._lock:
            self._fresh[account_id] = grant.tokens

    def forget(self, account_id: str) -> None:
        with self._lock:
            self._fresh.pop(account_id, None)
            self._seen.discard(account_id)
        self._secrets.delete(_refresh_token(account_id))
        self._secrets.delete(_client_secret(account_id))

    def remembers(self, account_id: str) -> bool:
        if self._secrets.in_memory(_refresh_token(account_id)):
            return True
        file = self._borrowed(account_id)
        return file is not None and file.is_file()

    def revoke(self, account_id: str) -> str:
        file = self._borrowed(account_id)
        if file is not None:
            return f"{file.name} is left as it is: the sign-in in it is another program's."
        try:
            token = self._secrets.get(_refresh_token(account_id))
            if token:
                revoke(Endpoints.of(self._settings).revoke_uri, token)
        except KnownError:
            return (
                "Google could not be told. Remove Draftdesk at "
                "myaccount.google.com/permissions too."
            )
        return ""

    def give_back(self, grant: OAuthGrant) -> None:
        try:
            revoke(Endpoints.of(self._settings).revoke_uri, grant.tokens.refresh_token)
        except KnownError:
            return

    def _drop_secrets(self, account_id: str) -> None:
        for name in (_refresh_token(account_id), _client_secret(account_id)):
            try:
                self._secrets.delete(name)
            except KnownError:
                continue

    # Access tokens

    def tokens(self, account_id: str) -> TokenSource:
        """Source of the account's access tokens. Raises `NeedsSignIn`."""
        sign_in = self._ledger.get(account_id)
        borrowed = self._borrowed(account_id) is not None
        if sign_in is None or (sign_in.refused and not borrowed):
            raise _needs_sign_in(account_id, "This account is not signed in.")
        with self._lock:
            first = self._fresh.pop(account_id, None)
        return TokenSource(
            lambda: self._renew(account_id),
            scopes=sign_in.scopes,
            first=first,
            observer=LedgerObserver(self._ledger, account_id),
        )

    def quota_project(self, account_id: str) -> str:
        """The project that the account's calls are counted against; empty for the client's own.
        Raises `BadInput`."""
        sign_in = self._ledger.get(account_id)
        kept = sign_in.quota_project if sign_in is not None else ""
        return quota_project(self._settings, self._environment, kept)

    def _borrowed(self, account_id: str) -> Path | None:
        """The file of another program from which the account's sign-in is read in each session."""
        sign_in = self._ledger.get(account_id)
        if sign_in is None or not sign_in.session_only or not sign_in.source:
            return None
        return Path(sign_in.source)

    def _renew_borrowed(self, account_id: str, file: Path) -> TokenResponse:
        """New access token by what the file says now. Raises `NeedsSignIn` where that is another
        person's sign-in."""
        try:
            found = from_file(file)
        except (BadInput, NotFound) as error:
            raise _needs_sign_in(
                account_id, f"The sign-in can't be read: {error.sentence}"
            ) from None
        if not isinstance(found, Existing):
            raise _needs_sign_in(account_id, f"{file.name} holds no sign-in any more.")
        endpoints = Endpoints.of(self._settings)
        answer = refresh(endpoints.token_uri, found.client, found.refresh_token)
        sign_in = self._ledger.get(account_id)
        if sign_in is not None and account_id not in self._seen:
            project = self.quota_project(account_id)
            email, _ = who(endpoints, found.client, answer, project)
            if Address("", email).key != Address("", sign_in.address).key:
                raise _needs_sign_in(
                    account_id, f"{file.name} holds the sign-in of {email}, which is not this one."
                )
            self._seen.add(account_id)
        if sign_in is not None and sign_in.refused:
            # The other program has signed in anew.
            self._ledger.note_scopes(account_id, answer.scopes or sign_in.scopes)
        return answer

    def _renew(self, account_id: str) -> TokenResponse:
        """New access token. The secrets are read each time and not held."""
        file = self._borrowed(account_id)
        if file is not None:
            return self._renew_borrowed(account_id, file)
        token = self._secrets.get(_refresh_token(account_id))
        if not token:
            raise _needs_sign_in(account_id, "The sign-in of this account is no longer there.")
        uri = Endpoints.of(self._settings).token_uri
        answer = refresh(uri, self._own_client(account_id), token)
        if answer.refresh_token and answer.refresh_token != token:
            # RFC 6749 section 6: a new one takes the place of the old.
            name = _refresh_token(account_id)
            session_only = self._secrets.in_memory(name)
            self._secrets.set(name, answer.refresh_token, session_only=session_only)
        return answer

    # Signing in

    def sources(self) -> tuple[SignInSource, ...]:
        return sources(self._settings, self._environment)

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
        if client_id:
            raise BadInput("A Google client is chosen by its file.")
        client = self._client(source, file, account_id)
        endpoints = Endpoints.of(self._settings)
        return ConsentFlow(client, asked(permissions), endpoints, hint=hint, style=style)

    def adopt(self, *, source: str, file: Path | None) -> OAuthGrant:
        found = self._found(source, file)
        if not isinstance(found, Existing):
            raise BadInput("This is a client, and nobody has signed in with it yet.")
        endpoints = Endpoints.of(self._settings)
        tokens = tried(lambda: adopted(endpoints.token_uri, found), Event())
        project = quota_project(self._settings, self._environment, found.quota_project)
        email, name = tried(lambda: who(endpoints, found.client, tokens, project), Event())
        origin = GrantOrigin(found.quota_project, found.file)
        return OAuthGrant(found.client, tokens, email, name, origin=origin)

    # Clients

    def _own_client(self, account_id: str) -> OAuthClient:
        """Client that the account signed in with. Raises `NeedsSignIn`, `NoKeyring`."""
        sign_in = self._ledger.get(account_id)
        if sign_in is None:
            raise _needs_sign_in(account_id, "This account is not signed in.")
        secret = self._secrets.get(_client_secret(account_id)) or ""
        return OAuthClient(sign_in.client_id, secret)

    def _client(self, source: str, file: Path | None, account_id: str) -> OAuthClient:
        if account_id and not source and file is None and self._ledger.get(account_id):
            return self._own_client(account_id)
        found = self._found(source, file)
        if not isinstance(found, OAuthClient):
            raise BadInput("This is somebody's sign-in, and no client.")
        return found

    def _found(self, source: str, file: Path | None) -> Found:
        if file is not None:
            return from_file(file)
        if source:
            return from_source(source, self._settings, self._environment)
        client = next((s for s in self.sources() if s.kind is SignInSourceKind.CLIENT), None)
        if client is None:
            raise NotFound(
                "Draftdesk has no Google client to sign in with yet.",
                next_step="Make one in the Google Cloud console (the user guide has the steps) "
                "and choose its file.",
            )
        return from_source(client.id, self._settings, self._environment)


def _refresh_token(account_id: str) -> str:
    return f"google/{account_id}/refresh_token"


def _client_secret(account_id: str) -> str:
    return f"google/{account_id}/client_secret"


def _needs_sign_in(account_id: str, sentence: str) -> NeedsSignIn:
    return NeedsSignIn(sentence, next_step=SIGN_IN_AGAIN, details={"account": account_id})
