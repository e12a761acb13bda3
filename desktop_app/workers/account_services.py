"""Sign-ins, connectors and sync of every account kind, each made on first use.

A profile with local mail only loads none of them on the way to its first window.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from threading import Event, RLock, Thread
from typing import TYPE_CHECKING, Any

from desktop_app.accounts.base import Dependencies
from desktop_app.accounts.kinds import KINDS
from desktop_app.model.account import Account, Capabilities
from desktop_app.model.clock import Clock
from desktop_app.model.errors import NotFound
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.workers.call_counter import CallCounter

if TYPE_CHECKING:
    from desktop_app.accounts.base import Connector, Health, Kind
    from desktop_app.accounts.secrets import Secrets
    from desktop_app.accounts.sign_in_method import SignInMethod
    from desktop_app.model.cloud_services import CloudServices
    from desktop_app.model.mailbox_check import CheckedStep, CheckStep
    from desktop_app.model.sign_in import Permission
    from desktop_app.workers.enrolment import Enrolment
    from desktop_app.workers.sign_ins import SignIns
    from desktop_app.workers.sync import Sync

_LAST_SECONDS = 5.0
"""How long the start of the sync is waited for at the end."""


class AccountServices:
    """Services of all accounts, made from the account kinds; implements the tools'
    `AccountDirectory`. `style` returns the CSS of the page that ends a sign-in in the browser;
    `secrets` are the profile's own unless given. Thread-safe."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        *,
        clock: Clock,
        style: Callable[[], str] = str,
        kinds: Iterable[Kind[Any]] = KINDS,
        secrets: Secrets | None = None,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self._store, self._settings = store, settings
        self._clock, self._style, self._environment = clock, style, environment
        self._kinds = {kind.name: kind for kind in kinds}
        self._lock = RLock()
        self._secrets = secrets
        self._methods: dict[str, SignInMethod[Any]] = {}
        self._connectors: dict[str, Connector] = {}
        self._sign_ins: SignIns | None = None
        self._enrolment: Enrolment | None = None
        self._sync: Sync | None = None
        self._starting: Thread | None = None
        self.counter = CallCounter(store, clock=clock)

    @property
    def secrets(self) -> Secrets:
        """Secrets of the profile."""
        with self._lock:
            if self._secrets is None:
                from desktop_app.accounts.secrets import Secrets, profile_id

                self._secrets = Secrets(profile_id(self._store.profile))
            return self._secrets

    @property
    def sign_ins(self) -> SignIns:
        with self._lock:
            if self._sign_ins is None:
                from desktop_app.workers.sign_ins import SignIns

                self._sign_ins = SignIns(self._store, self._settings, self._kinds, self.sign_in)
            return self._sign_ins

    @property
    def sync(self) -> Sync:
        with self._lock:
            if self._sync is None:
                from desktop_app.workers.sync import Sync

                self._sync = Sync(
                    self._store, self._settings, clock=self._clock, connector=self.connector
                )
            return self._sync

    @property
    def enrolment(self) -> Enrolment:
        with self._lock:
            if self._enrolment is None:
                from desktop_app.workers.enrolment import Enrolment

                self._enrolment = Enrolment(
                    self._store,
                    self.secrets,
                    self.sign_ins,
                    style=self._style,
                    changed=self._signed_in_or_out,
                    alone=self.alone,
                )
            return self._enrolment

    # By kind

    def sign_in(self, kind: str) -> SignInMethod[Any] | None:
        """Sign-in method of a kind, one instance a run; None for a kind without one or an
        unknown kind."""
        found = self._kinds.get(kind)
        if found is None or found.sign_in is None:
            return None
        with self._lock:
            if kind not in self._methods:
                self._methods[kind] = found.sign_in(self._dependencies)
            return self._methods[kind]

    def connector(self, account: Account) -> Connector | None:
        """Connector of the account's kind, one instance a run; None for an account without a
        server."""
        found = self._kinds.get(account.kind)
        if found is None or found.connector is None:
            return None
        with self._lock:
            if found.name not in self._connectors:
                method = self.sign_in(found.name)
                self._connectors[found.name] = found.connector(self._dependencies, method)
            return self._connectors[found.name]

    def cloud(self, account_id: str) -> CloudServices:
        """Files and calendars of the account. Raises `NotFound` where it has neither."""
        account = self._store.accounts.get(account_id)
        connector = self.connector(account)
        cloud = connector.cloud if connector is not None else None
        if cloud is None:
            raise NotFound(f"{account.name} has neither files nor a calendar.")
        return cloud

    @property
    def _dependencies(self) -> Dependencies:
        return Dependencies(
            self._settings,
            self.secrets,
            self._store.sign_ins,
            self._environment,
            self._store.mail_servers.get,
            self._store.folder_mirror,
            self.counter,
        )

    def capabilities(self, account: Account) -> Capabilities:
        """Capabilities of the account; none for a kind that this version does not have."""
        return self.sign_ins.capabilities(account)

    def check(
        self, account: Account, cancelled: Event, told: Callable[[CheckStep], None]
    ) -> tuple[CheckedStep, ...]:
        """Try the account's servers, step by step; empty for a kind that has none to try."""
        connector = self.connector(account)
        if connector is None:
            return ()
        steps = connector.check(account.id, cancelled, told)
        from desktop_app.model.mailbox_check import MailboxCheck

        self._store.mail_servers.note_said(account.id, MailboxCheck(steps).said)
        return steps

    def allows(self, account: Account, permission: Permission) -> bool:
        """Whether the account's sign-in covers the permission."""
        return self.sign_ins.allows(account, permission)

    def health(self, account: Account) -> Health:
        """State of the account's sign-in, sync and quota."""
        told = self.sign_ins.health(account)
        connector = self.connector(account)
        if connector is None:
            return told
        return self.sync.health(account, replace(told, quota=connector.quota(account.id)))

    # Life

    def wake(self, account_id: str) -> None:
        """Check the account for mail now."""
        self.sync.wake(account_id)

    def _signed_in_or_out(self, account: Account) -> None:
        connector = self.connector(account)
        if connector is not None:
            connector.forget(account.id)
        self.sync.wake(account.id)

    @contextmanager
    def alone(self, account: Account) -> Iterator[None]:
        """Without a pass over the account; one under way loses its connection."""
        connector = self.connector(account)
        if connector is None:
            yield
            return
        connector.forget(account.id)
        with self.sync.busy(account.id):
            yield

    def forget(self, account: Account) -> None:
        """Revoke and forget the sign-in of an account that is being removed. Raises `KnownError`
        where a secret may be left."""
        self.enrolment.forget(account)

    def start(self) -> None:
        """Start the sync. A thread loads what that takes, so that the window does not wait."""
        self._starting = Thread(target=self._start, name="sync start", daemon=True)
        self._starting.start()

    def _start(self) -> None:
        self.sync.start()

    def ending(self) -> None:
        """The program will end: nothing waits for the keyring any more. Does not wait."""
        if self._secrets is not None:
            self._secrets.end()

    def shutdown(self) -> None:
        """Stop what has been started. Nothing is made for it."""
        self.ending()
        if self._starting is not None:
            self._starting.join(_LAST_SECONDS)
        for made in (self._sync, self._enrolment):
            if made is not None:
                made.shutdown()
        for connector in self._connectors.values():
            connector.close()
        self.counter.shutdown()
