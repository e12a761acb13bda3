"""Rows of the drafts list as text, made off the GUI thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from desktop_app.model.address import people
from desktop_app.model.draft import Draft, DraftState, Origin
from desktop_app.model.outbox import OutboxEntry, OutboxState
from desktop_app.tools.draft_place import DraftPlace, Kept
from desktop_app.tools.person.draft_lists import DraftsPage
from desktop_app.ui.drafts.outgoing_mail import waits
from desktop_app.ui.widgets.dates import short_date
from desktop_app.ui.widgets.safe_text import clean

TABS: Mapping[str, str] = MappingProxyType(
    {"review": "To review", "mine": "My drafts", "outbox": "Outbox", "ignored": "Ignored"}
)
_DELIVERY: Mapping[OutboxState, str] = MappingProxyType(
    {
        OutboxState.QUEUED: "Waiting to be sent",
        OutboxState.SENDING: "Being sent",
        OutboxState.UNCERTAIN: "Checking whether it was sent",
        OutboxState.FAILED: "Not sent",
        OutboxState.UNDONE: "Taken back",
        OutboxState.SENT: "Sent",
    }
)


@dataclass(frozen=True, slots=True)
class DraftListRow:
    """One draft as it is painted; `made` when an assistant wrote it first, `loud` when it needs
    the person; `sentence` is what a screen reader says; `in_gmail` when Gmail shows it too."""

    draft_id: str
    who: str
    when: str
    subject: str
    state: str
    made: bool
    loud: bool
    proposed: bool
    sentence: str
    in_gmail: bool = False


def rows_of(page: DraftsPage, now: float) -> dict[str, tuple[DraftListRow, ...]]:
    """The rows of every tab, in the order they came."""
    return {
        "review": tuple(
            _row(draft, None, now, page.places.get(draft.id), edited=draft.id in page.edited)
            for draft in page.to_review
        ),
        "mine": tuple(_row(draft, None, now, page.places.get(draft.id)) for draft in page.mine),
        "outbox": tuple(_row(draft, entry, now) for entry, draft in page.outbox),
        "ignored": tuple(
            _row(draft, None, now, reason=page.withdrawn.get(draft.id, ""))
            for draft in page.ignored
        ),
    }


def author_words(draft: Draft) -> str:
    """`Starter assistant`, `Claude Desktop over MCP`; empty for the person."""
    author = draft.author
    if author.origin is Origin.USER:
        return ""
    if author.origin is Origin.MCP:
        return f"{clean(author.name) or 'A connected program'} over MCP"
    return clean(author.name) or "Assistant"


def _row(
    draft: Draft,
    entry: OutboxEntry | None,
    now: float,
    place: DraftPlace | None = None,
    *,
    edited: bool = False,
    reason: str = "",
) -> DraftListRow:
    content = draft.content
    who = (
        f"To {clean(people(content.recipients, most=2))}" if content.recipients else "To nobody yet"
    )
    subject = clean(content.subject) or "(no subject)"
    when = short_date(draft.updated, now)
    state = _outbox_words(entry, now) if entry is not None else _state_words(draft, edited)
    if place is not None and place.kept is Kept.SERVER:
        state += f", saved in {place.server}"
    if reason:
        state += f". {reason}"
    loud = draft.asks_to_send or (
        entry is not None and entry.state in {OutboxState.FAILED, OutboxState.UNCERTAIN}
    )
    sentence = ". ".join(part.rstrip(".") for part in (who, subject, state, when) if part) + "."
    return DraftListRow(
        draft.id,
        who,
        when,
        subject,
        state,
        made=draft.proposed,
        loud=loud,
        proposed=draft.proposed,
        sentence=sentence,
        in_gmail=place is not None and bool(place.page),
    )


def _state_words(draft: Draft, edited: bool) -> str:
    author = author_words(draft)
    if not author:
        return "Your draft, not sent" if draft.state is not DraftState.IGNORED else "Set aside"
    if draft.state is DraftState.IGNORED:
        return f"By {author}, ignored"
    if draft.asks_to_send:
        return f"By {author}, asks to be sent"
    return f"By {author}{', edited by you' if edited else ''}, not sent"


def _outbox_words(entry: OutboxEntry, now: float) -> str:
    words = _DELIVERY[entry.state]
    if entry.waits:
        when = waits(entry.send_after, now)
        return f"{when[:1].upper()}{when[1:]}, kept here: {clean(entry.last_error)}"
    if entry.state is OutboxState.FAILED and entry.last_error:
        return f"{words}: {clean(entry.last_error)}"
    return words
