"""Scoped store: the store with only the accounts that an assistant is allowed, and of their mail
only what a program was granted.

Data of another account is not found, not counted and not changed. Nor is mail that a grant leaves
out: where it narrows, mail is read by `granted/` alone. A part or method missing here does not
exist for such an assistant.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from desktop_app.model.account import Account
from desktop_app.model.api_use import ServiceUse
from desktop_app.model.contact import Contact
from desktop_app.model.errors import Refused
from desktop_app.model.grant import EVERYTHING, Grant
from desktop_app.model.message import Label, Message, MessageId, ThreadId
from desktop_app.model.thread import Thread
from desktop_app.model.triage import Verdict
from desktop_app.model.writing_style import KeptStyle, StyleKey
from desktop_app.store.contacts.found_people import FoundPeople
from desktop_app.store.mail.finder import Finder
from desktop_app.store.mail.known_ids import KnownIds
from desktop_app.store.mail.known_words import KnownWords
from desktop_app.store.mail.people import People
from desktop_app.store.mail.told_ids import ToldIds, sealed_ids
from desktop_app.store.parts import Parts
from desktop_app.store.scoped_drafts import Held, ScopedDrafts, ScopedOutbox, found, missing
from desktop_app.store.server.sync_state import SyncState
from desktop_app.store.store import Store

if TYPE_CHECKING:
    from desktop_app.store.drafts.template_folder import TemplateFolder
    from desktop_app.store.granted.parts import GrantedParts

Allowed = frozenset[str]


def scoped(
    store: Store,
    allowed: Allowed,
    *,
    sealed: bool = False,
    program: str = "",
    grant: Grant | None = None,
) -> Store:
    """A view of `store` with only the accounts of these ids. `sealed`: ids of mail are told
    encrypted. `grant` is what the program of that id may see and propose there."""
    ids = sealed_ids(store.db) if sealed else store.told_ids
    if grant is None or grant == EVERYTHING:
        return cast("Store", _ScopedStore(store, allowed, ids))
    held = Held(store, allowed, program, grant)
    if not grant.narrows:
        return cast("Store", _ScopedStore(store, allowed, ids, held))
    from desktop_app.store.granted.mails import Whose

    seen = store.granted.of(Whose(program, allowed, grant))
    return cast("Store", _GrantedStore(store, allowed, ids, held, seen))


class _ScopedStore:
    narrowed = False

    def __init__(
        self, store: Store, allowed: Allowed, ids: ToldIds, held: Held | None = None
    ) -> None:
        self.profile = store.profile
        self.one_commit = store.one_commit
        self.told_ids = ids
        self.accounts = _Accounts(store, allowed)
        self.messages = _Messages(store, allowed)
        self.threads = _Threads(store, allowed)
        self.finder = Finder(store.db, store.accounts, among=allowed)
        self.file_texts = _FileTexts(store, allowed)
        self.triage = _Triage(store, allowed)
        self.writing_styles = _WritingStyles(store, allowed)
        self.labels = _Labels(store, allowed)
        held = held or Held(store, allowed)
        self.drafts = ScopedDrafts(held)
        self.templates = _templates(store, allowed)
        self.outbox = ScopedOutbox(held)
        self._db, self._allowed = store.db, allowed
        self.contacts = _Contacts()
        self.known_ids = KnownIds(store.db, among=allowed)
        self.known_words = KnownWords(store.db, among=allowed)
        self.sync_state = _SyncStates(store, allowed)
        self.undos = store.undos
        self.sign_ins = store.sign_ins
        self.api_use = store.api_use
        self.receivers = store.receivers
        self.mail_servers = store.mail_servers
        self.draft_links = store.draft_links
        """They are asked for an account that was allowed."""
        self.requests = store.requests
        """Whoever reads them looks whose they are; see tools/verbs/get_request.py."""

    @property
    def people(self) -> People:
        return People(self._db, among=self._allowed)

    @property
    def found_people(self) -> FoundPeople:
        return FoundPeople(self._db, among=self._allowed)


class _GrantedStore(_ScopedStore):
    """As `_ScopedStore`, with every reader of mail over what was granted (`seen`). What can't be
    narrowed so is not there, or refused in words."""

    narrowed = True

    def __init__(
        self, store: Store, allowed: Allowed, ids: ToldIds, held: Held, seen: GrantedParts
    ) -> None:
        super().__init__(store, allowed, ids, held)
        self.messages = _Messages(store, allowed, seen)
        self.threads = _Threads(store, allowed, seen)
        self.finder = seen.finder
        self.file_texts = _FileTexts(store, allowed, seen)
        self.triage = _Triage(store, allowed, seen)
        self.writing_styles = _NoStyles(store, allowed)
        self.labels = _GrantedLabels(store, allowed, seen)
        self._seen = seen
        self.known_ids = KnownIds(seen.db, among=allowed)
        self.known_words = KnownWords(seen.db, among=allowed)
        self.sync_state = _NoProgress(store, allowed)
        self.api_use = cast("Any", _NoUse())
        self.receivers = seen.receivers

    @property
    def people(self) -> People:
        return self._seen.counted_people()

    @property
    def found_people(self) -> FoundPeople:
        return self._seen.counted_found_people()


def _templates(store: Store, allowed: Allowed) -> TemplateFolder:
    """Templates that are for mail from any account, or from an allowed one."""
    from desktop_app.store.drafts.template_folder import TemplateFolder

    def own() -> frozenset[str]:
        accounts = (a for a in store.accounts.list() if a.id in allowed)
        return frozenset[str]().union(*(account.own_keys for account in accounts))

    return TemplateFolder(store.templates.folder, own)


class _Part:
    """`seen` has the parts by which mail is read, `store` those by which it is changed."""

    def __init__(self, store: Store, allowed: Allowed, seen: Parts | None = None) -> None:
        self._store, self._allowed = store, allowed
        self._seen: Parts = store if seen is None else seen

    def _look(self, account_id: str, what: str) -> None:
        """Raises `NotFound` for what is of an account that is not allowed."""
        if account_id not in self._allowed:
            raise missing(what)


class _Accounts(_Part):
    def list(self) -> tuple[Account, ...]:
        return tuple(a for a in self._store.accounts.list() if a.id in self._allowed)

    def get(self, account_id: str) -> Account:
        self._look(account_id, "account")
        return self._store.accounts.get(account_id)

    def own_keys(self, account_id: str | None = None) -> frozenset[str]:
        chosen = self.list() if account_id is None else (self.get(account_id),)
        return frozenset(key for account in chosen for key in account.own_keys)


class _SyncStates(_Part):
    def get(self, account_id: str) -> SyncState:
        self._look(account_id, "account")
        return self._store.sync_state.get(account_id)

    def count_todo(self, account_id: str) -> int:
        self._look(account_id, "account")
        return self._store.sync_state.count_todo(account_id)


class _Messages(_Part):
    def get(self, id: MessageId) -> Message:  # noqa: A002 - as the store's own
        with found("message"):
            message = self._seen.messages.get(id)
        self._look(message.account_id, "message")
        return message

    def get_many(self, ids: Iterable[MessageId]) -> list[Message]:
        found = self._seen.messages.get_many(ids)
        return [m for m in found if m.account_id in self._allowed]

    def raw(self, id: MessageId) -> bytes:  # noqa: A002 - as the store's own
        return self._seen.messages.raw(self.get(id).id)

    def count(self, account_id: str = "") -> int:
        if account_id:
            self._look(account_id, "account")
            return self._seen.messages.count(account_id)
        return sum(self._seen.messages.count(id_) for id_ in self._allowed)

    def modify(self, ids: Iterable[MessageId], **changes: Any) -> Any:
        return self._store.messages.modify(self._own(ids), **changes)

    def delete(self, ids: Iterable[MessageId]) -> int:
        return self._store.messages.delete(self._own(ids))

    def _own(self, ids: Iterable[MessageId]) -> tuple[MessageId, ...]:
        """The ids, checked. Raises `NotFound` when one of them is not visible."""
        return tuple(self.get(id_).id for id_ in ids)


class _Contacts:
    """What the person notes is told to nobody else."""

    @staticmethod
    def of_keys(keys: Iterable[str]) -> dict[str, Contact]:
        del keys
        return {}


class _Threads(_Part):
    def get(self, thread_id: ThreadId) -> Thread:
        with found("conversation"):
            thread = self._seen.threads.get(thread_id)
        self._look(thread.account_id, "conversation")
        return thread


class _FileTexts(_Part):
    def waiting(self) -> int:
        return self._seen.file_texts.waiting(self._allowed)


class _Triage(_Part):
    def due(self) -> int:
        return self._seen.triage.due(self._allowed)

    def verdicts(self, ids: Iterable[MessageId]) -> dict[MessageId, Verdict]:
        found = self._seen.messages.get_many(ids)
        return self._seen.triage.verdicts(m.id for m in found if m.account_id in self._allowed)

    def of_thread(self, thread_id: ThreadId) -> Verdict | None:
        found = self._seen.triage.of_thread(thread_id)
        return found if found is not None and self.verdicts((found.message,)) else None


class _WritingStyles(_Part):
    def get(self, key: StyleKey) -> KeptStyle | None:
        self._look(key.account_id, "account")
        return self._store.writing_styles.get(key)

    def keep_learned(self, key: StyleKey, text: str, *, mark: str, now: float) -> None:
        self._look(key.account_id, "account")
        self._store.writing_styles.keep_learned(key, text, mark=mark, now=now)

    def sent_proposals(self, account_id: str, *, limit: int) -> Any:
        self._look(account_id, "account")
        return self._store.writing_styles.sent_proposals(account_id, limit=limit)


class _NoStyles(_WritingStyles):
    """How the person writes is learned from all mail that they sent."""

    def get(self, key: StyleKey) -> KeptStyle | None:
        self._look(key.account_id, "account")
        return None

    def keep_learned(self, key: StyleKey, text: str, *, mark: str, now: float) -> None:
        del text, mark, now
        self._look(key.account_id, "account")

    def sent_proposals(self, account_id: str, *, limit: int) -> Any:
        del limit
        self._look(account_id, "account")
        return ()


class _NoProgress(_SyncStates):
    """How much mail a server has is told to nobody who sees a part of it."""

    def get(self, account_id: str) -> SyncState:
        return replace(super().get(account_id), history_id="", listing="listed", total=0)

    def count_todo(self, account_id: str) -> int:
        self._look(account_id, "account")
        return 0


class _NoUse:
    @staticmethod
    def last_day(account_id: str, *, now: float) -> tuple[ServiceUse, ...]:
        """Nothing: the calls to a server grow with all of its mail."""
        del account_id, now
        return ()


class _Labels(_Part):
    def list(self, account_id: str | None = None) -> list[Label]:
        if account_id is not None:
            self._look(account_id, "account")
        return [x for x in self._seen.labels.list(account_id) if x.account_id in self._allowed]

    def refuse_name(self, account_id: str, name: str) -> None:
        self._look(account_id, "account")
        self._store.labels.refuse_name(account_id, name)

    def create(self, account_id: str, name: str) -> Label:
        self._look(account_id, "account")
        return self._store.labels.create(account_id, name)

    def rename(self, account_id: str, label_id: str, name: str) -> Label:
        self._look(account_id, "account")
        return self._store.labels.rename(account_id, label_id, name)

    def delete(self, account_id: str, label_id: str) -> tuple[int, ...]:
        self._look(account_id, "account")
        return self._store.labels.delete(account_id, label_id)


class _GrantedLabels(_Labels):
    """Whether a name is taken would tell of labels that are not seen."""

    def refuse_name(self, account_id: str, name: str) -> None:
        self._refuse(account_id, name)

    def create(self, account_id: str, name: str) -> Label:
        raise self._refuse(account_id, name)

    def rename(self, account_id: str, label_id: str, name: str) -> Label:
        raise self._refuse(account_id, label_id, name)

    def delete(self, account_id: str, label_id: str) -> tuple[int, ...]:
        raise self._refuse(account_id, label_id)

    def _refuse(self, account_id: str, *_: str) -> Refused:
        """Raises `NotFound` for an account that is not seen, else `Refused`."""
        self._look(account_id, "account")
        raise Refused(
            "This program sees a part of the mail, and can't make, rename or delete labels.",
            next_step="The person can, or can change what it was granted.",
        )
