"""Conversion of domain values into the rows and texts of results, for every tool."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec.structs import replace

from desktop_app.mail.hidden.invisible import without_invisible
from desktop_app.model.address import Address
from desktop_app.model.clock import as_datetime, iso
from desktop_app.model.draft import Draft
from desktop_app.model.draft_change import DraftChange
from desktop_app.model.local_forms import PLAIN
from desktop_app.model.message import Attachment, Message, MessageId, MessageSummary
from desktop_app.model.outbox import OutboxEntry, OutboxState
from desktop_app.model.triage import words as reason_words
from desktop_app.store.mail.told_ids import ToldIds
from desktop_app.tools.answers.draft_place import draft_place, drafts_page_of
from desktop_app.tools.answers.fence import Fence
from desktop_app.tools.answers.web_links import WebLinks
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import (
    NO_SUBJECT,
    AttachmentRow,
    Candidates,
    DraftRow,
    DraftSaved,
    MessageRow,
)

MOST_SNIPPET, MOST_NAME, MOST_PEOPLE, MOST_TOLD, MOST_LINE = 120, 100, 20, 50, 400
MOST_SAID = 5_000


def visible(text: str) -> str:
    """Text without invisible characters, which may carry words."""
    return without_invisible(text)


@lru_cache(maxsize=8192)  # most mail is from and to the same few
def _all_visible(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(visible(text) for text in texts)


@lru_cache(maxsize=1024)
def _in_order(labels: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(labels))


def message_row(
    ids: ToldIds, number: int, message: MessageSummary, gmail_link: str = "", uid: str = ""
) -> MessageRow:
    """Row of a message. Fields are given by position, because a search makes dozens."""
    return MessageRow(
        number,
        ids.message(message.id),
        message.rfc822_message_id,
        ids.thread(message.thread_id),
        message.account_id,
        iso(message.date),
        visible(message.sender),
        _all_visible(message.to),
        visible(message.subject),
        visible(message.snippet),
        _in_order(message.labels),
        message.unread,
        message.has_attachments,
        gmail_link,
        uid,
    )


def uids_of(context: Context, messages: Iterable[MessageSummary]) -> dict[MessageId, str]:
    """`folder/UID` of each of these mails that a mail server has."""
    found = context.store.known_ids.uids(message.id for message in messages)
    return {id_: f"{visible(folder)}/{uid}" for id_, (folder, uid) in found.items()}


def message_rows(context: Context, messages: Iterable[MessageSummary]) -> tuple[MessageRow, ...]:
    ids, link, messages = context.store.told_ids, WebLinks(context).of, tuple(messages)
    uids = uids_of(context, messages)
    return tuple(
        message_row(ids, number, m, link(m), uids.get(m.id, ""))
        for number, m in enumerate(messages, 1)
    )


def with_reasons(
    context: Context, rows: Sequence[MessageRow], messages: Sequence[MessageSummary]
) -> tuple[MessageRow, ...]:
    """The rows of these messages with the reasons of triage."""
    found = context.store.triage.verdicts(message.id for message in messages)
    now = context.clock()
    return tuple(
        replace(row, reason=reason_words(verdict, verdict.message, now))
        if (verdict := found.get(message.id))
        else row
        for row, message in zip(rows, messages, strict=True)
    )


def line(row: MessageRow) -> str:
    """One row as a line of text: number, date, sender, subject."""
    marks = ("unread, " if row.unread else "") + ("attachment, " if row.has_attachments else "")
    subject = row.subject or NO_SUBJECT
    who, subject = one_line(row.from_, MOST_LINE), one_line(subject, MOST_LINE)
    return f"{row.number}. {row.date[:10]} {who}: {subject}" + (f" ({marks[:-2]})" if marks else "")


def ids_line(row: MessageRow) -> str:
    """Ids and link of a mail, for a host that hands a model the text alone."""
    ids = f"message_id={row.message_id} thread_id={row.thread_id} account={row.account}"
    return f"{ids} {row.gmail_link}".rstrip()


def search_lines(rows: Sequence[MessageRow]) -> list[str]:
    """Rows with their ids, links and the beginning of each mail; many rows without the latter."""
    told = len(rows) <= MOST_TOLD
    return [_search_line(row, told=told) for row in rows]


def _search_line(row: MessageRow, *, told: bool) -> str:
    snippet = f"\n   {one_line(row.snippet, MOST_SNIPPET)}" if told and row.snippet else ""
    reason = f"\n   {row.reason}." if row.reason else ""
    reason += f"\n   by: {one_line(row.why, MOST_LINE)}" if row.why else ""
    return f"{line(row)}{reason}\n   {ids_line(row)}{snippet}"


def one_line(text: str, most: int) -> str:
    """Text of a stranger on one line, cut."""
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 1]}…"


def people_lines(to: Sequence[str], cc: Sequence[str]) -> list[str]:
    """To and Cc of a mail as lines of text; of many people the first."""
    return [f"{name}: {_some(people)}" for name, people in (("To", to), ("Cc", cc)) if people]


def _some(people: Sequence[str]) -> str:
    shown = ", ".join(one_line(each, MOST_NAME) for each in people[:MOST_PEOPLE])
    left = len(people) - MOST_PEOPLE
    return f"{shown} and {left} more" if left > 0 else shown


def attachment_lines(attachments: Iterable[AttachmentRow]) -> list[str]:
    """One line for each attachment, with the id by which it is read."""
    return [
        f"Attachment: {one_line(a.filename, MOST_NAME) or 'unnamed'} "
        f"({one_line(a.content_type, MOST_NAME)}, {a.size} bytes, attachment_id={a.attachment_id})"
        for a in attachments
    ]


def candidates(context: Context, messages: Sequence[Message]) -> Candidates:
    """Candidates: numbered and remembered, with a hint how to pick."""
    rows = message_rows(context, (m.summary for m in messages))
    context.conversation.show(tuple(m.id for m in messages))
    listing = "\n".join(Fence().around("\n".join(search_lines(rows))))
    return Candidates(f"Several messages fit. Pick one by its number:\n{listing}", rows)


def attachment_rows(attachments: Iterable[Attachment]) -> tuple[AttachmentRow, ...]:
    return tuple(
        AttachmentRow(a.id, visible(a.filename), a.content_type, a.size) for a in attachments
    )


def draft_link(draft_id: str) -> str:
    """The address that opens a draft in Draftdesk."""
    return f"draftdesk://draft/{draft_id}"


def draft_row(
    context: Context, draft: Draft, entry: OutboxEntry | None = None, *, people: int = MOST_PEOPLE
) -> DraftRow:
    """Row of a draft, with the first `people` of each field."""
    content, place = draft.content, draft_place(context, draft)

    def told(addresses: Sequence[Address]) -> tuple[str, ...]:
        left = len(addresses) - people
        more = (f"and {left} more",) if left > 0 else ()
        return (*_people(addresses[:people]), *more)

    return DraftRow(
        draft_id=draft.id,
        revision=draft.revision,
        account=draft.account_id,
        state=draft.state,
        author=draft.author.name or draft.author.origin,
        from_=visible(str(content.from_)),
        to=told(content.to),
        cc=told(content.cc),
        bcc=told(content.bcc),
        subject=visible(content.subject),
        date=iso(draft.updated),
        thread_id=context.store.told_ids.thread(draft.thread_id) if draft.thread_id else "",
        link=draft_link(draft.id),
        asks_to_send=draft.asks_to_send,
        delivery=entry.state if entry is not None else "",
        saved_in=place.words,
        gmail_link=drafts_page_of(context, draft, place),
        leaves=iso(entry.scheduled) if entry is not None and _waits_for_its_time(entry) else "",
    )


def _waits_for_its_time(entry: OutboxEntry) -> bool:
    return entry.state is OutboxState.SCHEDULED


def _people(addresses: Iterable[Address]) -> tuple[str, ...]:
    return tuple(visible(str(address)) for address in addresses)


def _cleaned(taken_out: tuple[str, ...]) -> str:
    """What was taken out of a text, in words; what cleans is loaded with the first one."""
    from desktop_app.mail.drafts.visible_content import cleaned_in_words

    return cleaned_in_words(taken_out)


def draft_saved(
    context: Context, draft: Draft, warnings: Sequence[str] = (), *, as_given: bool = False
) -> DraftSaved:
    """Draft as it was stored. For a model, `display` says that nothing has been sent, and that
    Gmail will not have the draft where it may not be kept there. `as_given` as the result has
    it: all else is fenced."""
    to, cc, bcc = map(_people, (draft.content.to, draft.content.cc, draft.content.bcc))
    subject = visible(draft.content.subject)
    place = draft_place(context, draft)
    cleaned = _cleaned(draft.taken_out)
    told = (f"Taken out of the text: {cleaned}.",) if cleaned else ()
    notices = (*told, place.notice) if place.notice else told
    said = f"{subject or NO_SUBJECT}, {addressed(to, cc, bcc)}"
    head = (
        f"Draft saved, not sent{f': {said}' if as_given else ''}. "
        f"It is revision {draft.revision} of draft {draft.id}. "
        f"The person reviews it in Draftdesk: {draft_link(draft.id)}"
    )
    fenced = [] if as_given else Fence().around(one_line(said, MOST_SAID))
    return DraftSaved(
        display="\n".join((head, *notices, *fenced)),
        draft_id=draft.id,
        revision=draft.revision,
        subject=subject,
        to=to,
        cc=cc,
        bcc=bcc,
        date=iso(draft.updated),
        link=draft_link(draft.id),
        warnings=(*warnings, *notices),
        saved_in=place.words,
        gmail_link=drafts_page_of(context, draft, place),
        as_given=as_given,
    )


def addressed(to: tuple[str, ...], cc: tuple[str, ...], bcc: tuple[str, ...]) -> str:
    """`to Dana, Cc Sam, Bcc Ruth`: every field that has somebody."""
    more = [f"{name} {_some(people)}" for name, people in (("Cc", cc), ("Bcc", bcc)) if people]
    return ", ".join([f"to {_some(to) or 'nobody yet'}", *more])


def change_proposed(context: Context, draft: Draft, change: DraftChange) -> DraftSaved:
    """The draft as it still is, beside which a change was proposed."""
    told = (
        f"Proposed, not made: somebody else wrote in draft {draft.id}, so your change stands "
        "beside it. The person takes or refuses it, part by part: get_draft tells what became of "
        "it."
    )
    cleaned = _cleaned(change.taken_out)
    warnings = (told, *([f"Taken out of the text: {cleaned}."] if cleaned else ()))
    saved = draft_saved(context, draft, warnings)
    display = f"{told}\nThe draft is still revision {draft.revision}: {draft_link(draft.id)}"
    return replace(saved, display=display, change=change.id)


def day(seconds: float) -> str:
    """A date for running text: `12 Nov 2026`."""
    moment = as_datetime(seconds).astimezone()
    return f"{PLAIN.short_day_of_year(moment)}"
