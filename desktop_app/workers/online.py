"""All that has to do with accounts on servers, made when it is first needed.

The first window of somebody whose mail is on this computer waits for none of it.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock, Thread
from typing import TYPE_CHECKING

from desktop_app.model.clock import Clock
from desktop_app.settings import Settings
from desktop_app.store.store import Store

if TYPE_CHECKING:
    from desktop_app.accounts.base import Health
    from desktop_app.accounts.google.connections import Connections
    from desktop_app.accounts.google.session import Session
    from desktop_app.accounts.secrets import Secrets
    from desktop_app.model.account import Account
    from desktop_app.workers.enrol import Enrolment
    from desktop_app.workers.sign_ins import SignIns
    from desktop_app.workers.sync import Sync


class Online:
    """`style` gives the CSS of the page that the browser ends a sign-in on. Thread-safe."""

    def __init__(
        self, store: Store, settings: Settings, *, clock: Clock, style: Callable[[], str]
    ) -> None:
        self._store, self._settings = store, settings
        self._clock, self._style = clock, style
        self._lock = RLock()
        self._secrets: Secrets | None = None
        self._sign_ins: SignIns | None = None
        self._connections: Connections | None = None
        self._enrolment: Enrolment | None = None
        self._sync: Sync | None = None
        self._starting: Thread | None = None

    @property
    def secrets(self) -> Secrets:
        """The profile's secrets, for everything that has some."""
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

                self._sign_ins = SignIns(self._store, self._settings, self.secrets)
            return self._sign_ins

    @property
    def connections(self) -> Connections:
        with self._lock:
            if self._connections is None:
                from desktop_app.accounts.google.connections import Connections

                self._connections = Connections(self._settings, self.sign_ins.tokens)
            return self._connections

    @property
    def sync(self) -> Sync:
        with self._lock:
            if self._sync is None:
                from desktop_app.accounts.google.doors import GoogleDoors
                from desktop_app.workers.sync import Sync

                doors = GoogleDoors(self.session)
                self._sync = Sync(self._store, self._settings, clock=self._clock, doors=doors)
            return self._sync

    @property
    def enrolment(self) -> Enrolment:
        with self._lock:
            if self._enrolment is None:
                from desktop_app.workers.enrol import Enrolment

                self._enrolment = Enrolment(
                    self._store,
                    self._settings,
                    self.sign_ins,
                    style=self._style,
                    changed=self._signed_in_or_out,
                )
            return self._enrolment

    def session(self, account_id: str) -> Session:
        """The account's one session. Raises `NeedsSignIn`."""
        return self.connections.session(account_id)

    def health(self, account: Account) -> Health:
        """How the account is doing: its sign-in, its sync, its quota."""
        signed_in = self.sign_ins.health(account)
        return self.sync.health(account, signed_in, self.connections.quota(account.id))

    def wake(self, account_id: str) -> None:
        """Check the account for mail now."""
        self.sync.wake(account_id)

    def _signed_in_or_out(self, account_id: str) -> None:
        self.connections.forget(account_id)
        self.sync.wake(account_id)

    def start(self) -> None:
        """Begin to sync. What that takes is loaded by a thread: the window does not wait."""
        self._starting = Thread(target=self._start, name="sync start", daemon=True)
        self._starting.start()

    def _start(self) -> None:
        self.sync.start()

    def shutdown(self) -> None:
        """End what has been begun; nothing is made for it."""
        if self._starting is not None:
            self._starting.join()
        for made in (self._sync, self._enrolment):
            if made is not None:
                made.shutdown()
        if self._connections is not None:
            self._connections.close()
