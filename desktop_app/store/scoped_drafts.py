"""Drafts, as an assistant has them that may see some accounts: those of the accounts, and what a
grant lets a program propose.

A program that sees a part of the mail sees its own proposals alone, and those only while it sees
the mail that they answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from desktop_app.model.address import Address
from desktop_app.model.draft import Author, Draft, DraftContent, DraftState
from desktop_app.model.draft_change import DraftChange
from desktop_app.model.errors import NotFound, Refused
from desktop_app.model.grant import EVERYTHING, Grant, To, is_one_of
from desktop_app.model.outbox import OutboxEntry
from desktop_app.store.mail.people import People
from desktop_app.store.store import Store

MOST = 10_000
"""Drafts that are looked through for those of one program."""

MOST_TOLD = 3


class Held:
    """What an assistant or program is held to in its proposals: the accounts, and the grant."""

    def __init__(
        self,
        store: Store,
        allowed: frozenset[str],
        program: str = "",
        grant: Grant | None = None,
    ) -> None:
        self.store, self.allowed = store, allowed
        self._program, self._grant = program, grant or EVERYTHING

    @cached_property
    def _seen(self) -> Any:
        from desktop_app.store.granted.mails import Whose

        return self.store.granted.of(Whose(self._program, self.allowed, self._grant))

    @property
    def narrows(self) -> bool:
        """Whether some mail of the accounts is not seen."""
        return self._grant.narrows

    def sees(self, draft: Draft) -> bool:
        if draft.account_id not in self.allowed:
            return False
        if not self._grant.narrows:
            return True
        if draft.author.program != self._program:
            return False
        answered = draft.reply_to_id
        return not answered or bool(self._seen.messages.get_many((answered,)))

    def refuse_recipients(
        self, account_id: str, content: DraftContent, before: Iterable[Address] = ()
    ) -> None:
        """Raises `Refused` for a recipient to whom nothing may be proposed; those of `before` are
        there already."""
        grant = self._grant
        if grant.to is To.ANYBODY and not grant.never:
            return
        account = self.store.accounts.get(account_id)
        free = {*account.own_keys, *(a.key for a in (*account.cc, *account.bcc))}
        free |= {a.key for a in before}
        wanted = {a.key: a for a in content.recipients if a.key not in free}
        allowed = {key for key in wanted if not grant.hides((key,))}
        if grant.to is To.WRITTEN_TO:
            allowed &= People(self.store.db, among=self.allowed).written_to(allowed)
        elif grant.to is To.NAMED:
            allowed = {key for key in allowed if is_one_of(key, grant.named)}
        refused = [a.email for key, a in wanted.items() if key not in allowed]
        if refused:
            more = f" and {len(refused) - MOST_TOLD} more" if len(refused) > MOST_TOLD else ""
            raise Refused(
                f"This program may not propose mail to {', '.join(refused[:MOST_TOLD])}{more}.",
                next_step="The person can change to whom it may, in Draftdesk: Settings → MCP"
                " bridge.",
            )

    def count(self, what: str, now: float) -> None:
        """Counts a proposal, once. Raises `Refused` where the day has had enough of them."""
        if self._grant.a_day:
            self.store.proposals.add(self._program, what, now=now, most=self._grant.a_day)


class _Part:
    def __init__(self, held: Held) -> None:
        self._held = held
        self._store, self._allowed = held.store, held.allowed

    def _look(self, account_id: str, what: str) -> None:
        if account_id not in self._allowed:
            raise missing(what)

    def _own(self, draft_id: str) -> Draft:
        """Raises `NotFound` for a draft that is not seen."""
        with found("draft"):
            draft = self._store.drafts.get(draft_id)
        if not self._held.sees(draft):
            raise missing("draft")
        return draft


@contextmanager
def found(what: str) -> Iterator[None]:
    """What is not there and what is not allowed are told by the same words."""
    try:
        yield
    except NotFound as error:
        raise missing(what) from error


def missing(what: str) -> NotFound:
    """The error for what is not there, or not seen."""
    return NotFound(
        f"There is no such {what}.",
        next_step="It may be of an account that the person has not allowed you to read.",
    )


class ScopedDrafts(_Part):
    @property
    def changes(self) -> ScopedChanges:
        return ScopedChanges(self._held)

    def get(self, draft_id: str) -> Draft:
        return self._own(draft_id)

    def create(
        self, account_id: str, author: Author, content: DraftContent, *, now: float, **more: Any
    ) -> Draft:
        """Raises `Refused` for what the grant does not let the program propose."""
        self._look(account_id, "account")
        self._held.refuse_recipients(account_id, content)
        with self._store.one_commit():
            draft = self._store.drafts.create(account_id, author, content, now=now, **more)
            self._held.count(draft.id, now)
        return draft

    def save(
        self, draft_id: str, base_revision: int, content: DraftContent, *values: Any, **more: Any
    ) -> Draft:
        """As `create`."""
        before = self._own(draft_id)
        self._held.refuse_recipients(before.account_id, content, before.content.recipients)
        return self._store.drafts.save(before.id, base_revision, content, *values, **more)

    def ask_to_send(
        self, draft_id: str, revision: int, author: Author, *, at: float = 0.0
    ) -> Draft:
        return self._store.drafts.ask_to_send(self._own(draft_id).id, revision, author, at=at)

    def ignore(self, draft_id: str, *, now: float) -> Draft:
        return self._store.drafts.ignore(self._own(draft_id).id, now=now)

    def delete(self, draft_id: str) -> None:
        self._store.drafts.delete(self._own(draft_id).id)

    def versions(self, draft_id: str) -> Any:
        return self._store.drafts.versions(self._own(draft_id).id)

    def file_of(self, draft_id: str, file_id: str) -> bytes:
        return self._store.drafts.file_of(self._own(draft_id).id, file_id)

    def add_file(self, draft_id: str, *values: Any) -> Any:
        return self._store.drafts.add_file(self._own(draft_id).id, *values)

    def in_state(
        self, states: Sequence[DraftState], *, account_id: str = "", limit: int = 500
    ) -> list[Draft]:
        if account_id:
            self._look(account_id, "account")
        read = max(limit, MOST) if self._held.narrows else limit
        every = (
            self._store.drafts.in_state(states, account_id=id_, limit=read)
            for id_ in ([account_id] if account_id else self._allowed)
        )
        seen = [draft for drafts in every for draft in drafts if self._held.sees(draft)]
        return sorted(seen, key=lambda d: (-d.updated, d.id))[:limit]

    def in_thread(self, thread_id: int) -> list[Draft]:
        return [d for d in self._store.drafts.in_thread(thread_id) if self._held.sees(d)]

    def count(self, *, proposed: bool) -> int:
        states = (DraftState.PROPOSED, DraftState.EDITED)
        return sum(1 for d in self.in_state(states, limit=MOST) if d.proposed == proposed)


class ScopedChanges(_Part):
    def propose(
        self, draft_id: str, base_revision: int, content: DraftContent, author: Author,
        *, now: float, **more: Any,
    ) -> DraftChange:  # fmt: skip
        """As `ScopedDrafts.create`."""
        before = self._own(draft_id)
        self._held.refuse_recipients(before.account_id, content, before.content.recipients)
        changes = self._store.drafts.changes
        with self._store.one_commit():
            change = changes.propose(draft_id, base_revision, content, author, now=now, **more)
            self._held.count(f"change of {draft_id}", now)
        return change

    def of_draft(self, draft_id: str) -> list[DraftChange]:
        return self._store.drafts.changes.of_draft(self._own(draft_id).id)


class ScopedOutbox(_Part):
    def for_draft(self, draft_id: str) -> OutboxEntry | None:
        return self._store.outbox.for_draft(self._own(draft_id).id)

    def not_sent(self) -> dict[str, OutboxEntry]:
        every = self._store.outbox.not_sent().items()
        of_accounts = {id_: entry for id_, entry in every if entry.account_id in self._allowed}
        if not self._held.narrows:
            return of_accounts
        return {id_: entry for id_, entry in of_accounts.items() if self._is_own(id_)}

    def count_open(self) -> int:
        if not self._held.narrows:
            return sum(self._store.outbox.count_open(id_) for id_ in self._allowed)
        approved = ScopedDrafts(self._held).in_state((DraftState.APPROVED,), limit=MOST)
        return len(approved)

    def _is_own(self, draft_id: str) -> bool:
        try:
            return bool(self._own(draft_id))
        except NotFound:
            return False
