"""Status of a draft in words: one table for the strip at the top of the review. No widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from desktop_app.model.draft import Author, Draft, DraftState, Origin
from desktop_app.model.outbox import OutboxEntry, OutboxState
from desktop_app.tools.draft_place import Kept
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.widgets.dates import long_date


class Phase(StrEnum):
    """Phase of a draft: what the person can do now follows from it alone."""

    OPEN = "open"
    QUEUED = "queued"
    SENDING = "sending"
    UNCERTAIN = "uncertain"
    FAILED = "failed"
    SENT = "sent"
    IGNORED = "ignored"


EDITABLE = frozenset({Phase.OPEN, Phase.FAILED})


@dataclass(frozen=True, slots=True)
class DraftStatus:
    """Strip's `kind`, `icon` and text. The text alone says everything."""

    phase: Phase
    kind: str
    icon: str
    text: str


_ON_ITS_WAY: Mapping[OutboxState, Phase] = MappingProxyType(
    {
        OutboxState.QUEUED: Phase.QUEUED,
        OutboxState.SENDING: Phase.SENDING,
        OutboxState.UNCERTAIN: Phase.UNCERTAIN,
        OutboxState.SENT: Phase.SENT,
    }
)
_LOOKS: Mapping[Phase, tuple[str, str]] = MappingProxyType(
    {
        Phase.QUEUED: ("info", "outbox"),
        Phase.SENDING: ("info", "outbox"),
        Phase.UNCERTAIN: ("warning", "warning"),
        Phase.FAILED: ("danger", "danger"),
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
    if entry is not None and entry.state is OutboxState.FAILED:
        return Phase.FAILED
    return Phase.OPEN


def status_of(review: Review, now: float) -> DraftStatus:
    """The strip's words for a review, at `now` (seconds since the epoch)."""
    phase = phase_of(review.draft, review.outbox)
    if phase is Phase.OPEN:
        return _open(review, now)
    kind, icon = _LOOKS[phase]
    return DraftStatus(phase, kind, icon, _sentence(review, phase))


def newest_by_another(review: Review) -> bool:
    """Whether the newest version is none of the person's own."""
    return review.versions[-1].author.origin is not Origin.USER


def author_name(author: Author) -> str:
    """`you`, `the starter assistant`, `the model qwen3:8b`, `Claude Desktop over MCP`."""
    if author.origin is Origin.USER:
        return "you"
    if author.origin is Origin.MCP:
        return f"{author.name or 'a connected program'} over MCP"
    if author.name in {"", "Starter assistant"}:
        return f"the {author.name.lower() or 'assistant'}"
    return f"the model {author.name}"


def saved_where(review: Review) -> str:
    """The words for not being sent, and for where the draft is stored. Never left out."""
    return f"Not sent, saved in {review.place.server}" if _there(review) else _HERE


def _there(review: Review) -> bool:
    """Whether the account's server has the draft as it is."""
    return review.place.kept is Kept.SERVER


def _open(review: Review, now: float) -> DraftStatus:
    draft = review.draft
    version = f"version {max(1, len(review.versions))}"
    if not draft.proposed:
        return DraftStatus(
            Phase.OPEN, "info", "draft", f"Your draft, {version}. {saved_where(review)}."
        )
    who = author_name(draft.author)
    when = long_date(draft.created, now)
    wish = " and asks to send it" if draft.asks_to_send else ""
    edited = ", edited by you" if _edited(review) else ""
    who = who[0].upper() + who[1:]
    text = f"{who} proposed this at {when}{wish}{edited}, {version}. {saved_where(review)}."
    return DraftStatus(Phase.OPEN, "made", "proposal", text)


def _edited(review: Review) -> bool:
    """Whether what stands there is no longer what was proposed."""
    proposal = review.proposal
    return proposal is not None and proposal.content != review.draft.content


def _sentence(review: Review, phase: Phase) -> str:
    reason = review.outbox.last_error.strip() if review.outbox else ""
    texts = {
        Phase.QUEUED: "Waiting in the outbox. It can still be taken back.",
        Phase.SENDING: "Being sent now.",
        Phase.UNCERTAIN: f"It may or may not have been sent: checking Sent. {reason}",
        Phase.FAILED: f"Not sent. {_stop(reason)} It is kept here: press Send to try again.",
        Phase.SENT: "Sent." if review.delivers else "Filed in Sent on this computer.",
        Phase.IGNORED: "Ignored. Not sent, and kept here so that you can restore it.",
    }
    return " ".join(texts[phase].split())


def _stop(sentence: str) -> str:
    return sentence if not sentence or sentence.endswith((".", "?")) else f"{sentence}."
