"""Removal of accounts, down to the last byte: begun by a press, gone on with until nothing is left.

The thread takes up what an end of the process, a full disk or a locked keyring has interrupted.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from threading import Event, Lock

from desktop_app.model.account import Account, Removal
from desktop_app.model.changes import Changes
from desktop_app.model.errors import Cancelled, DiskFull, KnownError, QueryError
from desktop_app.model.loop import Loop
from desktop_app.search.parser import parse
from desktop_app.store.mail.attachment_files import forget_account
from desktop_app.store.mail.saved_searches import SavedSearch
from desktop_app.store.store import Store

_log = logging.getLogger(__name__)
_LOOK_SECONDS = 30.0
"""How soon what could not be finished is tried again, and what another process left is found."""
_SWEEP_SECONDS = 0.5
_SWEEPS = 10
"""How often the call of a press tries to empty the log, before the thread goes on with it."""

_READ = "Another part of Draftdesk, or another program, is reading its mail just now."


class Removals:
    """Implements the tools' `AccountRemovals`. `forget` ends the account's sign-in and deletes its
    secrets; `alone` keeps passes over the account away. Thread-safe."""

    def __init__(
        self,
        store: Store,
        *,
        forget: Callable[[Account], None],
        alone: Callable[[Account], AbstractContextManager[None]],
    ) -> None:
        self._store = store
        self._forget, self._alone = forget, alone
        self._lock = Lock()
        self._troubles: dict[str, str] = {}
        self._thread = Loop("removals", self._loop)

    def start(self) -> None:
        """Go on with what is under way, in a thread; also with what comes later."""
        self._thread.start()

    def shutdown(self) -> None:
        """End between two steps; the next start goes on."""
        self._thread.shutdown()

    def under_way(self) -> tuple[tuple[Removal, str], ...]:
        """Removals that are not finished, each with what holds it up, or the empty text."""
        found = self._store.removals.under_way()
        return tuple((r, self._troubles.get(r.account_id, "")) for r in found)

    def remove(self, account_id: str, cancelled: Event, *, set_aside: bool = False) -> str:
        """Remove an account. Returns the empty text once nothing of it is left on the disk, else
        what holds it up: the thread then goes on. `set_aside` as in `Removal`.

        Raises `NotFound`, and `Refused` while one of its mails is on its way; `StorageError` where
        nothing was begun.
        """
        removal = self._store.removals.begin(
            account_id, searches=self._searches(account_id), set_aside=set_aside
        )
        trouble = self._attempt(removal, cancelled)
        self._note(removal, trouble)
        self._thread.wake()
        return trouble

    def _searches(self, account_id: str) -> tuple[str, ...]:
        """The saved searches that find mail of the account alone, by name; all of them with the
        last account. The sample mailbox is nobody's."""
        accounts = {a.id: a for a in self._store.accounts.list()}
        others = [id_ for id_, a in accounts.items() if id_ != account_id and not a.sample]
        saved = self._store.saved_searches.list()
        if account_id not in accounts or accounts[account_id].sample:
            return ()
        if not others:
            return tuple(search.name for search in saved)
        return tuple(
            search.name
            for search in saved
            if self._finds(search, [account_id]) and not self._finds(search, others)
        )

    def _finds(self, search: SavedSearch, accounts: Iterable[str]) -> bool:
        finder = self._store.finder
        try:
            query = parse(search.query)
        except QueryError:
            return False
        return any(
            finder.messages(query, limit=1, account_id=id_, include_spam_trash=True)
            for id_ in accounts
        )

    def _note(self, removal: Removal, trouble: str) -> None:
        before = self._troubles.pop(removal.account_id, "")
        if trouble:
            self._troubles[removal.account_id] = trouble
        if trouble != before:
            self._store.announce(Changes(accounts=True))

    def _loop(self) -> None:
        self._go_on()
        while self._thread.rest(_LOOK_SECONDS):
            self._go_on()

    def _go_on(self) -> None:
        """One attempt at everything that is under way."""
        try:
            for removal in self._store.removals.under_way():
                self._note(removal, self._attempt(removal, self._thread.stopping))
        except KnownError as error:
            _log.warning("The removal of an account has to be tried again: %s", error)
        except Exception:  # noqa: BLE001 - what is left has to be tried again, whatever it was
            _log.exception("The removal of an account has to be tried again")

    def _attempt(self, removal: Removal, cancelled: Event) -> str:
        """As `_finish`; an error is what holds it up."""
        try:
            return self._finish(removal, cancelled)
        except Cancelled:
            return "It was interrupted."
        except DiskFull:
            return "The disk is full."
        except KnownError as error:
            return error.sentence

    def _finish(self, removal: Removal, cancelled: Event) -> str:
        """Every step, each of them repeatable. Returns what holds it up."""
        account = Account(removal.account_id, removal.kind, removal.title, ())
        with self._lock:
            unforgotten = self._forgotten(removal, account)
            with self._alone(account):
                while self._store.removals.delete_some(account.id):
                    _refuse_cancelled(cancelled)
            self._store.audit.forget_words()
            self._delete_files(removal)
            self._store.backups.forget(removal)
            self._store.removals.copies_gone(account.id)
            _refuse_cancelled(cancelled)
            self._store.removals.rewrite()
            self._store.keep_schema()
            if not self._swept(cancelled):
                return _READ
            if not unforgotten:
                self._store.removals.end(account.id)
        return unforgotten

    def _forgotten(self, removal: Removal, account: Account) -> str:
        """Empty once the account's secrets are gone, else why they are not: its mail goes all the
        same."""
        if not removal.secrets and self._store.sign_ins.get(account.id) is None:
            return ""
        try:
            self._forget(account)
        except KnownError as error:
            return f"Its sign-in is still in the keyring. {error.sentence}"
        self._store.removals.secrets_gone(account.id)
        return ""

    def _delete_files(self, removal: Removal) -> None:
        """Delete its saved attachments, and what was handed in for its drafts. Raises
        `StorageError`."""
        last = all(account.sample for account in self._store.accounts.list())
        forget_account(
            self._store.profile,
            removal.account_id,
            removal.files,
            last=last and not removal.sample,
        )

    def _swept(self, cancelled: Event) -> bool:
        store = self._store
        for _ in range(_SWEEPS):
            # Both, each time: what is read in one does not keep words in the other.
            if all([store.removals.sweep(), store.audit.sweep()]):
                return True
            if cancelled.wait(_SWEEP_SECONDS):
                return False
        return False


def _refuse_cancelled(cancelled: Event) -> None:
    if cancelled.is_set():
        raise Cancelled("Stopped.")
