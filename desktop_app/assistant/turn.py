"""One turn of the starter assistant: tool calls as visible rows, words as a stream.

The tool layer decides what it may do; there is no other way out of here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from threading import Event
from typing import Any

from desktop_app.assistant.transcript import (
    Ask,
    Asked,
    Choice,
    Emit,
    Opens,
    Option,
    Proposal,
    Question,
    Questions,
    Reference,
    TextDelta,
    ToolFinished,
    ToolStarted,
)
from desktop_app.mail.wire.addresses import addresses
from desktop_app.model.address import Address
from desktop_app.model.errors import Cancelled, KnownError
from desktop_app.tools.calls.base import Decision, P, R, Tool, ToolResult
from desktop_app.tools.calls.results import DraftSaved, MessageRow
from desktop_app.tools.runner import Runner
from desktop_app.tools.verbs import connection_status, search_messages

_PIECES = re.compile(r"\S*\s*")


@dataclass(frozen=True, slots=True)
class Writer:
    """Who signs a mail; the signature stands below the body."""

    address: Address
    signature: str = ""


@dataclass(slots=True)
class Turn:
    """A request of the person, and the ways to answer it."""

    ask: Ask
    runner: Runner
    emit: Emit
    cancelled: Event
    calls: int = field(default=0)

    def say(self, text: str) -> None:
        """Stream words to the panel. Raises `Cancelled` when the person has pressed Stop."""
        for piece in _PIECES.findall(text):
            self._check()
            if piece:
                self.emit(TextDelta(piece))

    def call(
        self,
        tool: Tool[P, R],
        params: P,
        title: str,
        told: Callable[[R], tuple[str, Sequence[Reference]]],
    ) -> R:
        """Run a tool with its row in the panel. Raises `KnownError`; `NotAllowed` when policy
        asks the person first or forbids it."""
        self._check()
        self.calls += 1
        call_id = str(self.calls)
        self.emit(ToolStarted(call_id, title))
        try:
            result: ToolResult[R] = self.runner.call(tool, params, cancelled=self.cancelled)
        except KnownError as error:
            self.emit(ToolFinished(call_id, error.sentence, failed=True))
            raise
        if result.decision is not Decision.ALLOW or result.value is None:
            words = asked_words(result)
            self.emit(ToolFinished(call_id, words, failed=result.decision is Decision.DENY))
            raise NotAllowed(words)
        summary, references = told(result.value)
        self.emit(ToolFinished(call_id, summary, tuple(references)))
        return result.value

    def search(self, query: str, most: int = 20) -> tuple[MessageRow, ...]:
        """Search as a visible row."""
        found = self.call(
            search_messages.TOOL,
            search_messages.SearchMessages(query=query, max_results=most),
            f"Searched mail: {query}",
            lambda r: (
                f"{r.count}{' or more' if r.has_more else ''} found",
                [mail_reference(row) for row in r.results],
            ),
        )
        return found.results

    def show(self, title: str, rows: Sequence[MessageRow]) -> None:
        """A row of the panel with mails to open."""
        self.calls += 1
        call_id = str(self.calls)
        self.emit(ToolStarted(call_id, title))
        found = tuple(mail_reference(row) for row in rows)
        self.emit(ToolFinished(call_id, f"{len(found)} to open", found))

    def propose(self, tool: Tool[P, Any], params: P, title: str) -> DraftSaved:
        """Make or change a draft and show its card."""
        saved: DraftSaved = self.call(tool, params, title, lambda d: (f"Draft: {d.outcome}", []))
        self.emit(proposal_of(saved))
        return saved

    def writer(self, row: MessageRow | None) -> Writer:
        """Who signs: the identity a mail was written to, else the account's first."""
        accounts = (
            self.runner.call(connection_status.TOOL, connection_status.ConnectionStatus())
            .unwrap()
            .accounts
        )
        wanted = row.account if row is not None else self.ask.account
        account = next(
            (a for a in accounts if a.account == wanted), accounts[0] if accounts else None
        )
        if account is None:
            return Writer(Address("", ""))
        signed = zip_longest(account.identities, account.signatures, fillvalue="")
        own = [Writer(a, signature) for text, signature in signed for a in addresses(text)]
        reached = {a.key for text in (row.to if row is not None else ()) for a in addresses(text)}
        default = own[0] if own else Writer(Address("", ""))
        return next((w for w in own if w.address.key in reached), default)

    def choose(self, question: str, options: Sequence[Option]) -> None:
        self.emit(Choice(question, tuple(options)))

    def ask_person(self, questions: tuple[Question, ...], row: MessageRow) -> None:
        """Ask what only the person knows about a mail; their answer comes as their next words."""
        which = "a question" if len(questions) == 1 else f"{len(questions)} questions"
        self.say(f"{who(row)} asks {which}. What do you answer?")
        self.emit(Questions(questions, row.message_id))

    def tell_asked(self, sentence: str) -> None:
        self.emit(Asked(sentence))

    def _check(self) -> None:
        if self.cancelled.is_set():
            raise Cancelled("Stopped.")


def proposal_of(saved: DraftSaved) -> Proposal:
    """The card of a draft that was saved."""
    copies = (("Cc", saved.cc), ("Bcc", saved.bcc))
    more = [f"{name} {', '.join(people)}" for name, people in copies if people]
    to, in_gmail = "; ".join([", ".join(saved.to), *more]), bool(saved.gmail_link)
    return Proposal(saved.draft_id, saved.revision, saved.subject, to, in_gmail)


def asked_words(result: ToolResult[Any]) -> str:
    """What the person reads of a call that was not carried out."""
    if result.request_id:
        return "Not done: it waits for your answer under To review."
    return result.reason


class NotAllowed(KnownError):
    """Policy did not let the call through; its sentence says what happens instead."""

    code = "declined"


def mail_reference(row: MessageRow) -> Reference:
    """Reference to a row of a list."""
    return Reference(Opens.MESSAGE, row.message_id, f"{who(row)}: {row.subject}, {row.date[:10]}")


def who(row: MessageRow) -> str:
    """The sender's name, or the address where there is none."""
    return row.from_.partition(" <")[0] or row.from_
