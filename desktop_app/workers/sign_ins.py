"""Sign-ins of the profile's accounts: the store's record of them, and their health by kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from desktop_app.accounts.base import Health, Kind, SignInState
from desktop_app.model.account import Account, Capabilities
from desktop_app.model.errors import NoKeyring, Unavailable
from desktop_app.model.sign_in import Permission, SignIn
from desktop_app.settings import Settings
from desktop_app.store.store import Store

if TYPE_CHECKING:
    from desktop_app.accounts.sign_in_method import Grant, SignInMethod

_GROUPS: Mapping[str, Permission] = {"drive": Permission.DRIVE, "calendar": Permission.CALENDAR}


class SignIns:
    """`method` returns a kind's sign-in method by the kind's name, None where it has none.
    Thread-safe."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        kinds: Mapping[str, Kind[Any]],
        method: Callable[[str], SignInMethod[Any] | None],
    ) -> None:
        self._store, self._settings = store, settings
        self._kinds, self._method = kinds, method

    def method(self, kind: str) -> SignInMethod[Any]:
        """Sign-in method of a kind. Raises `Unavailable` for a kind without sign-ins."""
        found = self._method(kind)
        if found is None:
            raise Unavailable(f"There is no sign-in for {kind} accounts.")
        return found

    def kind(self, name: str) -> Kind[Any]:
        """Kind by its name. Raises `Unavailable` for one that this version does not have."""
        found = self._kinds.get(name)
        if found is None:
            raise Unavailable(f"This version can't open {name} accounts.")
        return found

    def capabilities(self, account: Account) -> Capabilities:
        """Capabilities of the account; none for a kind that this version does not have."""
        found = self._kinds.get(account.kind)
        if found is None:
            return Capabilities(title=account.kind)
        if found.limited is None:
            return found.capabilities
        return found.limited(found.capabilities, self._store.mail_servers.get(account.id))

    def health(self, account: Account) -> Health:
        """State of the account's sign-in, without network and keyring."""
        kind = self._kinds.get(account.kind)
        if kind is None:
            step = f"This version can't open {account.kind} accounts. Start the newer one."
            return Health(signed_in=False, last_sync="never", next_step=step)
        return kind.health(self._state(account) if kind.sign_in is not None else SignInState())

    def allows(self, account: Account, permission: Permission) -> bool:
        """Whether the sign-in covers the permission; always for a kind that asks for none."""
        if permission not in self.capabilities(account).permissions:
            return True
        return str(permission) in self.health(account).scopes_granted

    def keep(
        self,
        account: Account,
        grant: Grant,
        wanted: Iterable[Permission],
        *,
        session_only: bool,
    ) -> Health:
        """Keep a sign-in: first the secrets, then the account if it is new, then the record.
        Returns the permissions as granted and missing. Raises `NoKeyring`, with nothing kept."""
        self.method(account.kind).keep(account.id, grant, session_only=session_only)
        if all(known.id != account.id for known in self._store.accounts.list()):
            self._store.accounts.add(account)
        if grant.servers is not None:
            self._store.mail_servers.keep(account.id, grant.servers)
        sign_in = SignIn(
            account.id,
            grant.client_id,
            tuple(sorted(grant.scopes)),
            tuple(p for p in Permission if p in set(wanted)),
            session_only=session_only,
            quota_project=grant.origin.quota_project,
            source=grant.origin.file if session_only else "",
            address=grant.email,
        )
        self._store.sign_ins.keep(sign_in)
        return self.kind(account.kind).health(SignInState(sign_in, sign_in.wanted))

    def forget(self, account: Account) -> None:
        """Delete the secrets and the record. Raises `NoKeyring`, with nothing changed, where the
        keyring may still hold a secret."""
        sign_in = self._store.sign_ins.get(account.id)
        try:
            self.method(account.kind).forget(account.id)
        except NoKeyring:
            if sign_in is None or not sign_in.session_only:
                raise
        self._store.sign_ins.forget(account.id)

    def _state(self, account: Account) -> SignInState:
        last = self._last_sync(account.id)
        sign_in = self._store.sign_ins.get(account.id)
        if sign_in is None:
            return SignInState(last_sync=last)
        lost = sign_in.session_only and not self.method(account.kind).remembers(account.id)
        return SignInState(sign_in, self._wanted(account, sign_in), lost, last)

    def _wanted(self, account: Account, sign_in: SignIn) -> tuple[Permission, ...]:
        """Permissions that are needed: asked for by the person, required by a waiting change
        other than marking as read, or by a tool group that is switched on."""
        off = [set(self._settings.items(f"tools.{who}_off")) for who in ("assistant", "mcp")]
        on = [p for group, p in _GROUPS.items() if any(group not in names for names in off)]
        if self._store.pending.organised(account.id):
            on.append(Permission.ORGANISE)
        there = self.kind(account.kind).capabilities.permissions
        return sign_in.wanted + tuple(p for p in on if p in there)

    def _last_sync(self, account_id: str) -> str:
        at = self._store.sync_state.get(account_id).synced
        if not at:
            return "never"
        return datetime.fromtimestamp(at).astimezone().isoformat(timespec="minutes")
