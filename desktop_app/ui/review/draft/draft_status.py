"""Status of a draft in words: one table for the strip at the top of the review. No widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from desktop_app.model.draft import Author, Draft, DraftState, Origin
from desktop_app.model.outbox import NOT_SENT, OutboxEntry, OutboxState
from desktop_app.tools.answers.draft_place import Kept
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.bench.author_names import (
    YOU,
    at_start,
    author_name,
    in_a_row,
    other_hands,
)
from desktop_app.ui.bench.leaving_times import at_or_on
from desktop_app.ui.bench.not_sent import not_sent_words
from desktop_app.ui.widgets.dates import long_date
from desktop_app.ui.widgets.safe_text import clean


class Phase(StrEnum):
    """Phase of a draft: what the person can do now follows from it alone."""

    OPEN = "open"
    SCHEDULED = "scheduled"
    QUEUED = "queued"
    SENDING = "sending"
    UNCERTAIN = "uncertain"
    FAILED = "failed"
    HELD = "held"
    SENT = "sent"
    IGNORED = "ignored"


EDITABLE = frozenset({Phase.OPEN, Phase.FAILED, Phase.HELD})


@dataclass(frozen=True, slots=True)
class DraftStatus:
    """Strip's `kind`, `icon` and text. The text alone says everything."""

    phase: Phase
    kind: str
    icon: str
    text: str


_ON_ITS_WAY: Mapping[OutboxState, Phase] = MappingProxyType(
    {
        OutboxState.SCHEDULED: Phase.SCHEDULED,
        OutboxState.QUEUED: Phase.QUEUED,
        OutboxState.SENDING: Phase.SENDING,
        OutboxState.UNCERTAIN: Phase.UNCERTAIN,
        OutboxState.SENT: Phase.SENT,
    }
)
_LOOKS: Mapping[Phase, tuple[str, str]] = MappingProxyType(
    {
        Phase.SCHEDULED: ("info", "clock"),
        Phase.QUEUED: ("info", "outbox"),
        Phase.SENDING: ("info", "outbox"),
        Phase.UNCERTAIN: ("warning", "warning"),
        Phase.FAILED: ("danger", "danger"),
        Phase.HELD: ("warning", "warning"),
        Phase.SENT: ("good", "good"),
        Phase.IGNORED: ("info", "hidden"),
    }
)


_HERE = "Not sent, saved on this computer"


def phase_of(draft: Draft, entry: OutboxEntry | None) -> Phase:
    """The phase of a draft with its newest outbox entry."""
    if draft.state is DraftState.IGNORED:
        return Phase.IGNORED
    if draft.state is DraftState.SENT:
        return Phase.SENT
    if draft.state is DraftState.APPROVED:
        return _ON_ITS_WAY.get(entry.state, Phase.SENDING) if entry else Phase.SENDING
    if entry is not None and entry.state in NOT_SENT:
        return Phase.FAILED if entry.state is OutboxState.FAILED else Phase.HELD
    return Phase.OPEN


def status_of(review: Review, now: float) -> DraftStatus:
    """The strip's words for a review, at `now` (seconds since the epoch)."""
    phase = phase_of(review.draft, review.outbox)
    if phase is Phase.OPEN:
        return _open(review, now)
    kind, icon = _LOOKS[phase]
    return DraftStatus(phase, kind, icon, _sentence(review, phase, now))


def newest_by_another(review: Review) -> bool:
    """Whether the newest version was not written here by the person."""
    return review.versions[-1].author != Author(Origin.USER)


def saved_where(review: Review) -> str:
    """The words for not being sent, and for where the draft is stored. Never left out."""
    return f"Not sent, saved in {review.place.server}" if _there(review) else _HERE


def _there(review: Review) -> bool:
    """Whether the account's server has the draft as it is."""
    return review.place.kept is Kept.SERVER


def _open(review: Review, now: float) -> DraftStatus:
    draft = review.draft
    said = [f"{_written(review, now)}, version {max(1, len(review.versions))}"]
    asker = draft.asked_by or draft.author
    if draft.asks_to_send and (asker != draft.author or not draft.proposed):
        said.append(f"{at_start(author_name(asker))} asks to send it")
    text = ". ".join([*said, saved_where(review)]) + "."
    if not draft.proposed:
        return DraftStatus(Phase.OPEN, "info", "draft", text)
    return DraftStatus(Phase.OPEN, "made", "proposal", text)


def _written(review: Review, now: float) -> str:
    """Who wrote the draft, and everybody else who has a hand in it."""
    draft = review.draft
    others = [author_name(hand) for hand in other_hands(draft, review.versions)]
    if not draft.proposed or not _edited(review):
        others = [name for name in others if name != YOU]
    if not draft.proposed:
        return f"Your draft, changed by {in_a_row(others)}" if others else "Your draft"
    wish = draft.asks_to_send and draft.asked_by in {None, draft.author}
    who = f"{at_start(author_name(draft.author))} proposed this at {long_date(draft.created, now)}"
    edited = f", edited by {in_a_row(others)}" if others else ""
    return f"{who}{' and asks to send it' if wish else ''}{edited}"


def _edited(review: Review) -> bool:
    """Whether the person has a hand in what stands there: it is no longer what was proposed, or
    they had written before the newest proposal."""
    proposal = review.proposal
    if proposal is None:
        return False
    before = (v for v in review.versions if v.revision < proposal.revision)
    return proposal.content != review.draft.content or any(
        v.author.origin is Origin.USER for v in before
    )


def _sentence(review: Review, phase: Phase, now: float) -> str:
    reason = review.outbox.last_error.strip() if review.outbox else ""
    not_sent = not_sent_words(review.outbox, now) if review.outbox else ""
    kept = f"{not_sent}. It is kept here: press Send to try again."
    texts = {
        Phase.SCHEDULED: _leaving(review, now),
        Phase.QUEUED: "Waiting in the outbox. It can still be taken back.",
        Phase.SENDING: "Being sent now.",
        Phase.UNCERTAIN: f"It may or may not have been sent: checking Sent. {reason}",
        Phase.FAILED: kept,
        Phase.HELD: kept,
        Phase.SENT: "Sent." if review.delivers else "Filed in Sent on this computer.",
        Phase.IGNORED: "Ignored. Not sent, and kept here so that you can restore it.",
    }
    return " ".join(texts[phase].split())


def _leaving(review: Review, now: float) -> str:
    """When it leaves, or why it has not left yet."""
    entry = review.outbox
    if entry is None or not entry.scheduled:
        return ""
    when, reason = at_or_on(entry.scheduled, now), clean(entry.last_error).strip()
    if reason and entry.scheduled <= now:
        return f"It was to leave {when}, and is tried again: {reason}"
    return f"Leaves {when} as you approved it, from this computer while Draftdesk runs."
