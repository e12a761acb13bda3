"""Scoped store: the store with only the accounts that an assistant is allowed.

Data of another account is not found, not counted and not changed. A part or method missing here
does not exist for such an assistant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from desktop_app.model.account import Account
from desktop_app.model.contact import Contact
from desktop_app.model.draft import Author, Draft, DraftState
from desktop_app.model.draft_change import DraftChange
from desktop_app.model.errors import NotFound
from desktop_app.model.message import Label, Message, MessageId, ThreadId
from desktop_app.model.outbox import OutboxEntry
from desktop_app.model.thread import Thread
from desktop_app.model.triage import Verdict
from desktop_app.model.writing_style import KeptStyle, StyleKey
from desktop_app.store.contacts.found_people import FoundPeople
from desktop_app.store.mail.finder import Finder
from desktop_app.store.mail.known_ids import KnownIds
from desktop_app.store.mail.known_words import KnownWords
from desktop_app.store.mail.people import People
from desktop_app.store.mail.told_ids import ToldIds, sealed_ids
from desktop_app.store.server.sync_state import SyncState
from desktop_app.store.store import Store

if TYPE_CHECKING:
    from desktop_app.store.drafts.template_folder import TemplateFolder

Allowed = frozenset[str]


def scoped(store: Store, allowed: Allowed, *, sealed: bool = False) -> Store:
    """A view of `store` with only the accounts of these ids. `sealed`: ids of mail are told
    encrypted."""
    ids = sealed_ids(store.db) if sealed else store.told_ids
    return cast("Store", _ScopedStore(store, allowed, ids))


class _ScopedStore:
    def __init__(self, store: Store, allowed: Allowed, ids: ToldIds) -> None:
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
        self.drafts = _Drafts(store, allowed)
        self.templates = _templates(store, allowed)
        self.outbox = _Outbox(store, allowed)
        self.people = People(store.db, among=allowed)
        self.found_people = FoundPeople(store.db, among=allowed)
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


def _templates(store: Store, allowed: Allowed) -> TemplateFolder:
    """Templates that are for mail from any account, or from an allowed one."""
    from desktop_app.store.drafts.template_folder import TemplateFolder

    def own() -> frozenset[str]:
        accounts = (a for a in store.accounts.list() if a.id in allowed)
        return frozenset[str]().union(*(account.own_keys for account in accounts))

    return TemplateFolder(store.templates.folder, own)


class _Part:
    def __init__(self, store: Store, allowed: Allowed) -> None:
        self._store, self._allowed = store, allowed

    def _look(self, account_id: str, what: str) -> None:
        """Raises `NotFound` for what is of an account that is not allowed."""
        if account_id not in self._allowed:
            raise _missing(what)


@contextmanager
def _found(what: str) -> Iterator[None]:
    """What is not there and what is not allowed are told by the same words."""
    try:
        yield
    except NotFound as error:
        raise _missing(what) from error


def _missing(what: str) -> NotFound:
    return NotFound(
        f"There is no such {what}.",
        next_step="It may be of an account that the person has not allowed you to read.",
    )


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
        with _found("message"):
            message = self._store.messages.get(id)
        self._look(message.account_id, "message")
        return message

    def get_many(self, ids: Iterable[MessageId]) -> list[Message]:
        found = self._store.messages.get_many(ids)
        return [m for m in found if m.account_id in self._allowed]

    def raw(self, id: MessageId) -> bytes:  # noqa: A002 - as the store's own
        return self._store.messages.raw(self.get(id).id)

    def count(self, account_id: str = "") -> int:
        if account_id:
            self._look(account_id, "account")
            return self._store.messages.count(account_id)
        return sum(self._store.messages.count(id_) for id_ in self._allowed)

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
        with _found("conversation"):
            thread = self._store.threads.get(thread_id)
        self._look(thread.account_id, "conversation")
        return thread


class _FileTexts(_Part):
    def waiting(self) -> int:
        return self._store.file_texts.waiting(self._allowed)


class _Triage(_Part):
    def due(self) -> int:
        return self._store.triage.due(self._allowed)

    def verdicts(self, ids: Iterable[MessageId]) -> dict[MessageId, Verdict]:
        found = self._store.messages.get_many(ids)
        return self._store.triage.verdicts(m.id for m in found if m.account_id in self._allowed)

    def of_thread(self, thread_id: ThreadId) -> Verdict | None:
        found = self._store.triage.of_thread(thread_id)
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


class _Labels(_Part):
    def list(self, account_id: str | None = None) -> list[Label]:
        if account_id is not None:
            self._look(account_id, "account")
        return [x for x in self._store.labels.list(account_id) if x.account_id in self._allowed]

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


class _Drafts(_Part):
    @property
    def changes(self) -> _DraftChanges:
        return _DraftChanges(self._store, self._allowed)

    def get(self, draft_id: str) -> Draft:
        with _found("draft"):
            draft = self._store.drafts.get(draft_id)
        self._look(draft.account_id, "draft")
        return draft

    def create(self, account_id: str, *values: Any, **more: Any) -> Draft:
        self._look(account_id, "account")
        return self._store.drafts.create(account_id, *values, **more)

    def save(self, draft_id: str, *values: Any, **more: Any) -> Draft:
        return self._store.drafts.save(self.get(draft_id).id, *values, **more)

    def ask_to_send(
        self, draft_id: str, revision: int, author: Author, *, at: float = 0.0
    ) -> Draft:
        return self._store.drafts.ask_to_send(self.get(draft_id).id, revision, author, at=at)

    def ignore(self, draft_id: str, *, now: float) -> Draft:
        return self._store.drafts.ignore(self.get(draft_id).id, now=now)

    def delete(self, draft_id: str) -> None:
        self._store.drafts.delete(self.get(draft_id).id)

    def versions(self, draft_id: str) -> Any:
        return self._store.drafts.versions(self.get(draft_id).id)

    def file_of(self, draft_id: str, file_id: str) -> bytes:
        return self._store.drafts.file_of(self.get(draft_id).id, file_id)

    def add_file(self, draft_id: str, *values: Any) -> Any:
        return self._store.drafts.add_file(self.get(draft_id).id, *values)

    def in_state(
        self, states: Sequence[DraftState], *, account_id: str = "", limit: int = 500
    ) -> list[Draft]:
        if account_id:
            self._look(account_id, "account")
            return self._store.drafts.in_state(states, account_id=account_id, limit=limit)
        every = (
            self._store.drafts.in_state(states, account_id=id_, limit=limit)
            for id_ in self._allowed
        )
        found = [draft for drafts in every for draft in drafts]
        return sorted(found, key=lambda d: (-d.updated, d.id))[:limit]

    def in_thread(self, thread_id: int) -> list[Draft]:
        found = self._store.drafts.in_thread(thread_id)
        return [d for d in found if d.account_id in self._allowed]

    def count(self, *, proposed: bool) -> int:
        states = (DraftState.PROPOSED, DraftState.EDITED)
        return sum(1 for d in self.in_state(states, limit=10_000) if d.proposed == proposed)


class _DraftChanges(_Part):
    def propose(self, draft_id: str, *values: Any, **more: Any) -> DraftChange:
        self._look_at(draft_id)
        return self._store.drafts.changes.propose(draft_id, *values, **more)

    def of_draft(self, draft_id: str) -> list[DraftChange]:
        self._look_at(draft_id)
        return self._store.drafts.changes.of_draft(draft_id)

    def _look_at(self, draft_id: str) -> None:
        with _found("draft"):
            draft = self._store.drafts.get(draft_id)
        self._look(draft.account_id, "draft")


class _Outbox(_Part):
    def for_draft(self, draft_id: str) -> OutboxEntry | None:
        with _found("draft"):
            draft = self._store.drafts.get(draft_id)
        self._look(draft.account_id, "draft")
        return self._store.outbox.for_draft(draft_id)

    def not_sent(self) -> dict[str, OutboxEntry]:
        found = self._store.outbox.not_sent().items()
        return {id_: entry for id_, entry in found if entry.account_id in self._allowed}

    def count_open(self) -> int:
        return sum(self._store.outbox.count_open(id_) for id_ in self._allowed)
