"""The sign-ins of this profile's Google accounts: secrets in the keyring, the rest in the store.

Here the two meet: where an account's access tokens come from, and how its sign-in is doing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock
from typing import TYPE_CHECKING

from desktop_app.accounts.base import Health
from desktop_app.accounts.secrets import Secrets
from desktop_app.model.account import Account
from desktop_app.model.errors import KnownError, NeedsSignIn, NoKeyring
from desktop_app.model.sign_in import PERMISSION_WORDS, Permission, SignIn
from desktop_app.settings import Settings
from desktop_app.store.store import Store

if TYPE_CHECKING:
    from desktop_app.accounts.google.oauth_client import OAuthClient
    from desktop_app.accounts.google.token_endpoint import Tokens
    from desktop_app.accounts.google.tokens import TokenSource

_GROUPS: Mapping[str, Permission] = {"drive": Permission.DRIVE, "calendar": Permission.CALENDAR}
SIGN_IN_AGAIN = "Sign in to this account again."


class SignIns:
    """Thread-safe. Whatever reads a secret may wait for the person to unlock the keyring."""

    def __init__(self, store: Store, settings: Settings, secrets: Secrets) -> None:
        self._store, self._settings, self._secrets = store, settings, secrets
        self._lock = Lock()
        self._fresh: dict[str, Tokens] = {}

    @property
    def secrets(self) -> Secrets:
        return self._secrets

    def tokens(self, account_id: str) -> TokenSource:
        """Where the account's access tokens come from. Raises NeedsSignIn."""
        from desktop_app.accounts.google.tokens import TokenSource

        sign_in = self._store.sign_ins.get(account_id)
        if sign_in is None or sign_in.refused:
            raise _needs_sign_in(account_id, "This account is not signed in.")
        with self._lock:
            first = self._fresh.pop(account_id, None)
        return TokenSource(
            lambda: self._renew(account_id),
            scopes=sign_in.scopes,
            first=first,
            noted=_Noted(self._store, account_id),
        )

    def client(self, account_id: str) -> OAuthClient:
        """The client the account signed in with. Raises NeedsSignIn, NoKeyring."""
        from desktop_app.accounts.google.oauth_client import OAuthClient

        sign_in = self._store.sign_ins.get(account_id)
        if sign_in is None:
            raise _needs_sign_in(account_id, "This account is not signed in.")
        secret = self._secrets.get(_client_secret(account_id)) or ""
        return OAuthClient(sign_in.client_id, secret)

    def keep(
        self,
        account: Account,
        client: OAuthClient,
        tokens: Tokens,
        wanted: Iterable[Permission],
        *,
        session_only: bool,
    ) -> None:
        """Keep a sign-in: secrets first, then the account where it is new, then what is known.
        Raises NoKeyring, with nothing kept."""
        id_, fast = account.id, session_only
        try:
            if client.client_secret:
                self._secrets.set(_client_secret(id_), client.client_secret, session_only=fast)
            self._secrets.set(_refresh_token(id_), tokens.refresh_token, session_only=fast)
        except KnownError:
            self._drop_secrets(id_)
            raise
        if all(known.id != id_ for known in self._store.accounts.list()):
            self._store.accounts.add(account)
        with self._lock:
            self._fresh[id_] = tokens
        self._store.sign_ins.keep(
            SignIn(
                id_,
                client.client_id,
                tuple(sorted(tokens.scopes)),
                tuple(p for p in Permission if p in set(wanted)),
                session_only=session_only,
            )
        )

    def revoke(self, account_id: str) -> bool:
        """Tell Google to take the sign-in back; whether that worked."""
        from desktop_app.accounts.google.token_endpoint import Endpoints, revoke

        try:
            token = self._secrets.get(_refresh_token(account_id))
            if token:
                revoke(Endpoints.of(self._settings).revoke_uri, token)
        except KnownError:
            return False
        return True

    def forget(self, account_id: str) -> None:
        """Raises NoKeyring, and changes nothing, where the keyring may still hold a secret."""
        sign_in = self._store.sign_ins.get(account_id)
        try:
            self._secrets.delete(_refresh_token(account_id))
            self._secrets.delete(_client_secret(account_id))
        except NoKeyring:
            if sign_in is None or not sign_in.session_only:
                raise
        with self._lock:
            self._fresh.pop(account_id, None)
        self._store.sign_ins.forget(account_id)

    def health(self, account: Account) -> Health:
        """How the account's sign-in is doing. No network and no keyring."""
        from desktop_app.accounts.google.scopes import granted, missing

        last = self._last_sync(account.id)
        sign_in = self._store.sign_ins.get(account.id)
        if sign_in is None:
            return Health(signed_in=False, last_sync=last, next_step=SIGN_IN_AGAIN)
        allowed = tuple(str(p) for p in granted(sign_in.scopes))
        lacking = missing(sign_in.scopes, self._wanted(sign_in))
        health = Health(
            signed_in=True,
            last_sync=last,
            scopes_granted=allowed,
            scopes_missing=tuple(str(p) for p in lacking),
        )
        trouble = self._trouble(sign_in)
        if trouble:
            return replace(health, signed_in=False, next_step=SIGN_IN_AGAIN, asks=trouble)
        if lacking:
            titles = ", ".join(PERMISSION_WORDS[p].title.lower() for p in lacking)
            step = f"Open Accounts and allow: {titles}."
            asks = f"Draftdesk is not allowed to: {titles}."
            return replace(health, next_step=step, asks=asks)
        return health

    def _trouble(self, sign_in: SignIn) -> str:
        if sign_in.refused:
            return "The sign-in has ended. Your mail and drafts here stay usable."
        if sign_in.session_only and not self._secrets.remembers(_refresh_token(sign_in.account_id)):
            return "The sign-in was kept for one session only, and that has ended."
        return ""

    def _wanted(self, sign_in: SignIn) -> tuple[Permission, ...]:
        """What the person asked for, by word or by organising mail (opening one is not that);
        and what an assistant has been switched on for."""
        off = [set(self._settings.items(f"tools.{who}_off")) for who in ("assistant", "mcp")]
        on = tuple(p for group, p in _GROUPS.items() if any(group not in names for names in off))
        waits = self._store.pending.organised(sign_in.account_id)
        return sign_in.wanted + on + ((Permission.ORGANISE,) if waits else ())

    def _last_sync(self, account_id: str) -> str:
        at = self._store.sync_state.get(account_id).synced
        if not at:
            return "never"
        return datetime.fromtimestamp(at).astimezone().isoformat(timespec="minutes")

    def _renew(self, account_id: str) -> Tokens:
        """A new access token; the secrets are read each time and held no longer."""
        from desktop_app.accounts.google.token_endpoint import Endpoints, refresh

        token = self._secrets.get(_refresh_token(account_id))
        if not token:
            raise _needs_sign_in(account_id, "The sign-in of this account is no longer there.")
        uri = Endpoints.of(self._settings).token_uri
        answer = refresh(uri, self.client(account_id), token)
        if answer.refresh_token and answer.refresh_token != token:
            # RFC 6749 section 6: a new one takes the place of the old.
            name = _refresh_token(account_id)
            session_only = self._secrets.remembers(name)
            self._secrets.set(name, answer.refresh_token, session_only=session_only)
        return answer

    def _drop_secrets(self, account_id: str) -> None:
        for name in (_refresh_token(account_id), _client_secret(account_id)):
            try:
                self._secrets.delete(name)
            except KnownError:
                continue


@dataclass(frozen=True, slots=True)
class _Noted:
    """Writes down what the token endpoint said."""

    store: Store
    account_id: str

    def granted(self, scopes: frozenset[str]) -> None:
        self.store.sign_ins.note_scopes(self.account_id, scopes)

    def refused(self) -> None:
        self.store.sign_ins.note_refused(self.account_id)


def _refresh_token(account_id: str) -> str:
    return f"google/{account_id}/refresh_token"


def _client_secret(account_id: str) -> str:
    return f"google/{account_id}/client_secret"


def _needs_sign_in(account_id: str, sentence: str) -> NeedsSignIn:
    return NeedsSignIn(sentence, next_step=SIGN_IN_AGAIN, details={"account": account_id})
