"""Rows of the conversation list as text, made off the GUI thread.

Painting only draws these strings; nothing is parsed, formatted or looked up there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from desktop_app.model.address import Address
from desktop_app.model.message import OWN_LABELS, shown_labels
from desktop_app.model.thread import ThreadSummary
from desktop_app.model.triage import TITLES, words
from desktop_app.search.highlight import Field, Sought, Span, spans
from desktop_app.ui.bench.offered_verbs import SYSTEM
from desktop_app.ui.widgets.dates import number, short_date
from desktop_app.ui.widgets.safe_text import clean

MOST_NAMES = 3
MOST_LABELS = 3


@dataclass(frozen=True, slots=True)
class ConversationRow:
    """One conversation as it is painted; `sentence` is what a screen reader says. The spans are
    what a search has found in each text; `reason` says why it needs a reply, waits or is news."""

    id: int
    newest_id: int
    account_id: str
    date: int
    who: str
    when: str
    subject: str
    snippet: str
    unread: bool
    starred: bool
    attachments: bool
    drafts: bool
    sentence: str
    who_spans: tuple[Span, ...] = ()
    subject_spans: tuple[Span, ...] = ()
    snippet_spans: tuple[Span, ...] = ()
    reason: str = ""
    addresses: str = ""
    """Who it is from with their addresses, a line each."""
    labels: frozenset[str] = frozenset()
    """The labels that any of its mails has."""
    tags: tuple[str, ...] = ()
    """What tells it from its neighbours where a list mixes them: its account, its own labels."""


@dataclass(frozen=True, slots=True)
class Look:
    """How rows are told. `own` are the keys of the person's addresses: those are called `me`.
    `sought` is marked. `outgoing` rows name who was written to. `accounts` are the names of the
    accounts by id where the list mixes them; a row tells no label that all of the list have,
    `here`."""

    own: frozenset[str]
    now: float
    sought: tuple[Sought, ...] = ()
    outgoing: bool = False
    accounts: Mapping[str, str] = field(default_factory=dict)
    here: str = ""


def row_of(summary: ThreadSummary, look: Look) -> ConversationRow:
    sought = look.sought
    named = who = _named(summary, look)
    if summary.message_count > 1:
        who = f"{who}  {number(summary.message_count)}"
    subject = clean(summary.subject) or "(no subject)"
    snippet = clean(summary.snippet)
    when, told = _when(summary, look.now)
    row = ConversationRow(
        id=summary.id,
        newest_id=summary.newest_id,
        account_id=summary.account_id,
        date=summary.date,
        who=who,
        when=when,
        subject=subject,
        snippet=snippet,
        unread=summary.unread,
        starred=summary.starred,
        attachments=summary.has_attachments,
        drafts=summary.drafts > 0,
        sentence="",
        who_spans=spans(who, sought, Field.PEOPLE),
        subject_spans=spans(subject, sought, Field.SUBJECT),
        snippet_spans=spans(snippet, sought, Field.TEXT),
        reason=_reason(summary, look),
        addresses=_addresses(summary),
        labels=summary.labels,
        tags=told + _tags(summary, look),
    )
    return _with_sentence(row, summary, named)


def rows_of(summaries: Iterable[ThreadSummary], look: Look) -> tuple[ConversationRow, ...]:
    return tuple(row_of(s, look) for s in summaries)


def _reason(summary: ThreadSummary, look: Look) -> str:
    verdict = summary.verdict
    if verdict is None:
        return ""
    return f"{TITLES[verdict.kind]}: {words(verdict, verdict.message, look.now)}"


def _when(summary: ThreadSummary, now: float) -> tuple[str, tuple[str, ...]]:
    """What stands where the date does, and tags: when it came back or comes back, that it is
    muted."""
    if not summary.back and not summary.labels & OWN_LABELS:
        return short_date(summary.date, now), ()
    from desktop_app.ui.bench.later_words import row_tags, row_when

    return row_when(summary, now), row_tags(summary)


def _tags(summary: ThreadSummary, look: Look) -> tuple[str, ...]:
    own = sorted(shown_labels(summary.labels) - SYSTEM, key=str.casefold)
    labels = tuple(clean(label) for label in own if label.casefold() != look.here.casefold())
    account = clean(look.accounts.get(summary.account_id, ""))
    more = (f"+ {len(labels) - MOST_LABELS}",) if len(labels) > MOST_LABELS else ()
    return ((account,) if account else ()) + labels[:MOST_LABELS] + more


def _addresses(summary: ThreadSummary) -> str:
    people = summary.people
    lines = [clean(str(p)) if p.email else f"{clean(p.name)} (no address)" for p in people]
    more = [f"and {len(lines) - MOST_NAMES} more"] if len(lines) > MOST_NAMES else []
    return "\n".join([*lines[:MOST_NAMES], *more])


def _named(summary: ThreadSummary, look: Look) -> str:
    """The senders, or `To` and whom it was sent to: the first ones, for they are no sequence."""
    if not look.outgoing:
        return _names(summary.people, look.own)
    names = [
        "me" if p.key in look.own else clean(p.first_name if summary.recipients[1:] else p.label)
        for p in dict.fromkeys(summary.recipients)
    ]
    if not names:
        return "(no recipient)"
    more = f" + {len(names) - MOST_NAMES}" if len(names) > MOST_NAMES else ""
    return f"To {', '.join(names[:MOST_NAMES])}{more}"


def _names(people: tuple[Address, ...], own: frozenset[str]) -> str:
    if not people:
        return "(no sender)"
    if len(people) == 1:
        return "me" if people[0].key in own else clean(people[0].label)
    names = ["me" if p.key in own else clean(p.first_name) for p in people]
    if len(names) > MOST_NAMES:
        names = [names[0], "…", *names[-(MOST_NAMES - 1) :]]
    return ", ".join(names).replace(", …, ", " … ")


def _with_sentence(row: ConversationRow, summary: ThreadSummary, named: str) -> ConversationRow:
    from dataclasses import replace

    count = f"{number(summary.message_count)} messages" if summary.message_count > 1 else ""
    parts = (
        "Unread" if row.unread else "",
        named,
        row.subject,
        count,
        "Starred" if row.starred else "",
        "Has attachment" if row.attachments else "",
        "Draft ready" if row.drafts else "",
        ", ".join(row.tags),
        row.when,
        row.reason,
    )
    return replace(row, sentence=". ".join(p.rstrip(".") for p in parts if p) + ".")
