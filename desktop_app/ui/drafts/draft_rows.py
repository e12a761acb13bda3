"""Rows of the drafts list as text, made off the GUI thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from desktop_app.mail.reader.html import read_html
from desktop_app.model.address import addressed
from desktop_app.model.draft import Author, Draft, DraftState
from desktop_app.model.outbox import OutboxEntry, OutboxState
from desktop_app.tools.answers.draft_place import Kept
from desktop_app.tools.person.draft_lists import DraftsPage
from desktop_app.ui.bench.author_names import YOU, author_name, in_a_row, proposed_changes
from desktop_app.ui.bench.leaving_times import at_or_on
from desktop_app.ui.bench.not_sent import not_sent_words
from desktop_app.ui.drafts.outgoing_mail import waits
from desktop_app.ui.widgets.dates import short_date
from desktop_app.ui.widgets.elision import shortened
from desktop_app.ui.widgets.safe_text import clean

READ_CHARS, FIRST_CHARS, GREETING = 2_000, 160, 40
"""Letters of a body that are looked at, that are shown, and that a greeting may have."""
HTML = "text/html"
TABS: Mapping[str, str] = MappingProxyType(
    {"review": "To review", "mine": "My drafts", "outbox": "Outbox", "ignored": "Ignored"}
)
_DELIVERY: Mapping[OutboxState, str] = MappingProxyType(
    {
        OutboxState.PRESSED: "Not sent yet",
        OutboxState.SCHEDULED: "To be sent later",
        OutboxState.QUEUED: "Waiting to be sent",
        OutboxState.SENDING: "Being sent",
        OutboxState.UNCERTAIN: "Checking whether it was sent",
        OutboxState.FAILED: "Not sent",
        OutboxState.HELD: "Not sent",
        OutboxState.UNDONE: "Taken back",
        OutboxState.SENT: "Sent",
    }
)


@dataclass(frozen=True, slots=True)
class DraftListRow:
    """One draft as it is painted; `made` when an assistant wrote it first, `loud` when it needs
    the person; `sentence` is what a screen reader says; `in_gmail` when Gmail shows it too;
    `not_sent` when Send was pressed for it in vain; `words` are the first of the mail."""

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
    not_sent: bool = False
    words: str = ""


def rows_of(page: DraftsPage, now: float) -> dict[str, tuple[DraftListRow, ...]]:
    """The rows of every tab, in the order they came."""
    return {
        "review": tuple(
            _row(draft, None, now, page, edited=draft.id in page.edited) for draft in page.to_review
        ),
        "mine": tuple(_row(draft, None, now, page) for draft in page.mine),
        "outbox": tuple(_row(draft, entry, now, page) for entry, draft in page.outbox),
        "ignored": tuple(
            _row(draft, None, now, page, reason=page.withdrawn.get(draft.id, ""))
            for draft in page.ignored
        ),
    }


def _row(
    draft: Draft,
    entry: OutboxEntry | None,
    now: float,
    page: DraftsPage | None = None,
    *,
    edited: bool = False,
    reason: str = "",
) -> DraftListRow:
    content = draft.content
    place = page.places.get(draft.id) if page is not None else None
    changes = page.changes.get(draft.id, ()) if page is not None else ()
    named = page.named.get(draft.id, ()) if page is not None else ()
    hands = _other_hands(draft, page.writers.get(draft.id, ()) if page is not None else (), edited)
    unsent = page.not_sent.get(draft.id) if page is not None and entry is None else None
    who = clean(addressed(content.to, content.cc, content.bcc, named=named))
    subject = clean(content.subject) or "(no subject)"
    when = short_date(draft.updated, now)
    state = _outbox_words(entry, now) if entry is not None else _state_words(draft, hands)
    if unsent is not None:
        state = not_sent_words(unsent, now)
    if place is not None and place.kept is Kept.SERVER:
        state += f", saved in {place.server}"
    if changes:
        state = f"{proposed_changes(changes)}. {state}"
    if reason:
        state += f". {reason}"
    needs_an_answer = draft.asks_to_send or bool(changes) or unsent is not None
    loud = needs_an_answer or (
        entry is not None and entry.state in {OutboxState.FAILED, OutboxState.UNCERTAIN}
    )
    words = first_words(draft)
    parts = (who, subject, state, when, words)
    sentence = ". ".join(part.rstrip(".") for part in parts if part) + "."
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
        not_sent=unsent is not None,
        words=words,
    )


def first_words(draft: Draft) -> str:
    """The beginning of the mail in one line, without the person it greets where more follows."""
    content = draft.content
    body = content.body[:READ_CHARS]
    if content.content_type == HTML:
        body = read_html(body).text
    lines = [" ".join(line.split()) for line in body.splitlines() if line.strip()]
    if len(lines) > 1 and len(lines[0]) <= GREETING and lines[0].endswith((",", ":", "!")):
        del lines[0]
    return shortened(clean(" ".join(lines)), FIRST_CHARS)


def _other_hands(draft: Draft, writers: tuple[Author, ...], edited: bool) -> str:
    """Everybody but the first author who has a hand in it, in words; the person where what stands
    there is no longer what was proposed."""
    names = [author_name(writer) for writer in writers if writer != draft.author]
    return in_a_row(name for name in names if name != YOU or (draft.proposed and edited))


def _state_words(draft: Draft, hands: str) -> str:
    asker = draft.asked_by or draft.author
    asks = f", {author_name(asker)} asks to send it" if draft.asks_to_send else ", not sent"
    if not draft.proposed:
        changed = f", changed by {hands}" if hands else ""
        whose = f"Your draft{changed}{asks}"
        return whose if draft.state is not DraftState.IGNORED else "Set aside"
    author = author_name(draft.author)
    if draft.state is DraftState.IGNORED:
        return f"By {author}, ignored"
    if draft.asks_to_send and asker == draft.author:
        return f"By {author}, asks to be sent"
    return f"By {author}{f', edited by {hands}' if hands else ''}{asks}"


def _outbox_words(entry: OutboxEntry, now: float) -> str:
    words = _DELIVERY[entry.state]
    if entry.state is OutboxState.SCHEDULED:
        late = f", tried again: {clean(entry.last_error)}" if entry.last_error else ""
        return f"Leaves {at_or_on(entry.scheduled, now)}{late}"
    if entry.waits:
        when = waits(entry.send_after, now)
        return f"{when[:1].upper()}{when[1:]}, kept here: {clean(entry.last_error)}"
    if entry.state is OutboxState.FAILED and entry.last_error:
        return f"{words}: {clean(entry.last_error)}"
    return words
