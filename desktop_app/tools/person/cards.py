"""Cards of a program's chat: what one shows of a draft or a request, and *Review in Draftdesk*.

Called by a card alone. Nothing here sends, allows, changes or marks anything as seen: a card reads,
and asks the window to show what is there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Annotated

from msgspec import Meta, structs

from desktop_app.mail.drafts.compose import whole_text
from desktop_app.mail.drafts.shown_html import shown_html
from desktop_app.model.clock import iso
from desktop_app.model.draft import (
    Author,
    Check,
    Draft,
    DraftState,
    DraftVersion,
    Origin,
    Source,
    SourceKind,
    newest_proposal,
)
from desktop_app.model.errors import BadInput, KnownError, NotFound
from desktop_app.model.message import Message, MessageId
from desktop_app.model.outbox import NOT_SENT, OutboxEntry, OutboxState, as_found
from desktop_app.model.request import Asker, Request, RequestState
from desktop_app.model.wish import Want, Wish
from desktop_app.store.drafts.draft_records import OPEN_STATES
from desktop_app.tools import asking
from desktop_app.tools.answers.card_results import (
    BroughtToFront,
    CardCheck,
    CardFile,
    CardMail,
    CardPerson,
    CardSource,
    CardText,
    CardUnchanged,
    DraftCard,
    RequestCardShown,
)
from desktop_app.tools.answers.request_outcomes import outcome_of
from desktop_app.tools.answers.rows import visible
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context, Conversation
from desktop_app.tools.drafting import draft_checks
from desktop_app.tools.drafting.attached_events import attached_events
from desktop_app.tools.drafting.new_drafts import source_of
from desktop_app.tools.drafting.told_draft import checks_told, texts_of
from desktop_app.tools.names.reference import in_store_ids, message_number

MOST_CHARS = 100_000
"""Characters of a text in one answer; a card asks on."""

MOST_PEOPLE, MOST_CHECKS, MOST_FILES, MOST_SOURCES, MOST_MAILS = 500, 500, 200, 100, 50
LONGEST_LINE = 1_000
LONGEST_EDITED = 20_000
"""Characters of own words that a card offers to edit; longer ones are edited in Draftdesk."""

_OF_MAIL = frozenset({SourceKind.MESSAGE, SourceKind.ATTACHMENT})
_DRAFT, _REQUEST = "This is shown in the card.", "This is decided in Draftdesk."
_STANDING: Mapping[str, str] = MappingProxyType(
    {
        "waits": "Not sent. Waits for you in Draftdesk.",
        "edited": "Not sent. Edited by you, waits for you in Draftdesk.",
        "leaving": "Approved by you in Draftdesk, on its way.",
        "later": "Approved by you in Draftdesk, leaves later.",
        "doubtful": "It may or may not have been sent: Draftdesk is checking.",
        "not_sent": "Not sent. It is kept in Draftdesk.",
        "sent": "Sent by you from Draftdesk.",
        "ignored": "Not sent. Ignored by you.",
    }
)
_ON_ITS_WAY = MappingProxyType(
    {OutboxState.SCHEDULED: "later", OutboxState.UNCERTAIN: "doubtful", OutboxState.SENT: "sent"}
)
_ANSWERS: Mapping[RequestState, str] = MappingProxyType(
    {
        RequestState.WAITING: "Not done. You decide in Draftdesk.",
        RequestState.FAILED: "Allowed by you, and not done. You can try again in Draftdesk.",
        RequestState.ALLOWED: "Allowed by you, and done.",
        RequestState.REFUSED: "Refused by you. Not done.",
        RequestState.EXPIRED: "Not done: it waited too long.",
    }
)


class DraftCardOf(Params, frozen=True, kw_only=True):
    """`mark` is that of what is shown, `offset` where a long text goes on."""

    draft_id: str
    offset: Annotated[int, Meta(ge=0)] = 0
    mark: str = ""


class RequestCardOf(Params, frozen=True, kw_only=True):
    request_id: Annotated[int, Meta(ge=1)]
    mark: str = ""


class ShowAtHome(Params, frozen=True, kw_only=True):
    """One of them: a draft, a mail whose conversation is shown, or nothing for *To review*."""

    draft_id: str = ""
    message_id: str = ""


# A draft


def draft_card(context: Context, params: DraftCardOf) -> DraftCard | CardText | CardUnchanged:
    """A draft as the review shows it, to whoever may read it. Raises `NotFound`."""
    store = context.store
    draft = store.drafts.get(params.draft_id)
    if params.offset:
        return _further(draft, params.offset)
    versions = tuple(store.drafts.versions(draft.id))
    entry = store.outbox.for_draft(draft.id)
    entry = as_found(entry, context.ports.postman.status) if entry is not None else None
    phase = _phase(draft, versions, entry)
    mark = _mark(draft.revision, draft.state, phase, draft.asks_to_send)
    if params.mark == mark:
        return CardUnchanged(_DRAFT, mark)
    whole, words = texts_of(draft.content)
    can_edit = draft.state in OPEN_STATES and len(words) <= LONGEST_EDITED
    people, found = draft_checks.recipients(context, draft), _checks(context, draft, versions)
    html = shown_html(draft.content)
    return DraftCard(
        display=_DRAFT,
        draft_id=draft.id,
        revision=draft.revision,
        mark=mark,
        phase=phase,
        standing=_STANDING[phase],
        untrusted_proposed_by=visible(_named(draft.author)),
        untrusted_from=visible(str(draft.content.from_)),
        recipients=tuple(map(_person, people[:MOST_PEOPLE])),
        more_people=max(0, len(people) - MOST_PEOPLE),
        untrusted_subject=visible(draft.content.subject),
        checks=tuple(map(_check, found[:MOST_CHECKS])),
        more_checks=max(0, len(found) - MOST_CHECKS),
        untrusted_body="" if html else visible(whole[:MOST_CHARS]),
        untrusted_html=html,
        untrusted_own_words=visible(words) if can_edit else "",
        can_edit=can_edit,
        attachments=tuple(
            CardFile(visible(file.filename)[:LONGEST_LINE], file.size)
            for file in draft.content.attachments[:MOST_FILES]
        ),
        sources=_sources(context, draft),
        asks_to_send=draft.asks_to_send,
        next_offset=MOST_CHARS if not html and len(whole) > MOST_CHARS else 0,
    )


def _further(draft: Draft, offset: int) -> CardText:
    whole, end = whole_text(draft.content), offset + MOST_CHARS
    left = end if len(whole) > end else 0
    return CardText(_DRAFT, draft.revision, visible(whole[offset:end]), left)


def _phase(draft: Draft, versions: tuple[DraftVersion, ...], entry: OutboxEntry | None) -> str:
    """How it stands, as a key of `_STANDING`."""
    if draft.state is DraftState.IGNORED:
        return "ignored"
    if draft.state is DraftState.SENT:
        return "sent"
    if draft.state is DraftState.APPROVED:
        return _ON_ITS_WAY.get(entry.state, "leaving") if entry is not None else "leaving"
    if entry is not None and entry.state in NOT_SENT:
        return "not_sent"
    proposal = newest_proposal(versions)
    return "waits" if proposal is None or proposal.content == draft.content else "edited"


def _named(author: Author) -> str:
    """Who proposed it, in words."""
    if author.origin is Origin.USER:
        return "you"
    if author.origin is Origin.MCP:
        return f"{author.name or 'a connected program'} over MCP"
    return "the assistant"


def _person(one: draft_checks.Recipient) -> CardPerson:
    return CardPerson(
        one.field,
        visible(one.address.name)[:LONGEST_LINE],
        visible(one.address.email)[:LONGEST_LINE],
        tuple(one.badges),
        visible(one.whence)[:LONGEST_LINE],
    )


def _checks(
    context: Context, draft: Draft, versions: tuple[DraftVersion, ...]
) -> tuple[Check, ...]:
    account = context.store.accounts.get(draft.account_id)
    read = partial(context.store.drafts.file_of, draft.id)
    return (*checks_told(context, draft, account, versions), *attached_events(draft, read))


def _check(check: Check) -> CardCheck:
    return CardCheck(check.level, visible(check.text)[:LONGEST_LINE])


def _sources(context: Context, draft: Draft) -> tuple[CardSource, ...]:
    """What it was made from is nobody else's to know than its author's. A mail and its files are
    named as the author may see them now, and not at all where they may not any more."""
    if context.author != draft.author:
        return ()
    sources = draft.sources[:MOST_SOURCES]
    mails = {source.ref.partition("/")[0] for source in sources if source.kind in _OF_MAIL}
    read = [int(ref) for ref in mails if ref.isdecimal()]
    seen = {str(m.id): m for m in context.store.messages.get_many(tuple(read))}
    titles = ((source.kind, _title(source, seen)) for source in sources)
    return tuple(CardSource(kind, visible(title)[:LONGEST_LINE]) for kind, title in titles if title)


def _title(source: Source, seen: Mapping[str, Message]) -> str:
    ref, _, file = source.ref.partition("/")
    if source.kind not in _OF_MAIL:
        return source.title
    if ref not in seen:
        return ""
    if source.kind is SourceKind.MESSAGE:
        return source_of(seen[ref]).title
    return next((each.filename for each in seen[ref].attachments if each.id == file), "")


# A request


def request_card(context: Context, params: RequestCardOf) -> RequestCardShown | CardUnchanged:
    """What the caller asked for, and what became of it. Raises `NotFound` for a request of somebody
    else, which is told by nothing."""
    request = context.store.requests.get(params.request_id)
    if not request.call.asker.same_program(Asker(context.author, context.caller)):
        raise NotFound(f"There is no request {params.request_id}.")
    mark = _mark(request.id, request.state, request.reason)
    if params.mark == mark:
        return CardUnchanged(_REQUEST, mark)
    told = outcome_of(request)
    card = RequestCardShown(
        display=_REQUEST,
        request_id=request.id,
        mark=mark,
        state=told.state,
        standing=_ANSWERS[request.state],
        words=request.call.tool.replace("_", " ").capitalize(),
    )
    return _with_subject(context, request, card) if request.is_open else card


def _with_subject(context: Context, request: Request, card: RequestCardShown) -> RequestCardShown:
    """With what it would do now; where that no longer fits, with why."""
    asker = replace(context, conversation=Conversation())
    try:
        subject = asking.subject_of(asker, request)
    except KnownError as error:
        return structs.replace(card, note=error.sentence)
    tool, _ = asking.call_of(context, request)
    found = _mails(context, subject.mails[:MOST_MAILS])
    draft = subject.draft
    people = () if draft is None else draft.recipients[:MOST_PEOPLE]
    return structs.replace(
        card,
        words=subject.words,
        note=subject.note,
        for_good=tool.effect is Effect.DESTROY,
        mails=found,
        more_mails=max(0, len(subject.mails) - MOST_MAILS),
        untrusted_quotes=tuple(
            (what, visible(text)[:LONGEST_LINE]) for what, text in subject.quotes
        ),
        untrusted_subject=visible(draft.subject) if draft is not None else "",
        untrusted_recipients=tuple(visible(str(each))[:LONGEST_LINE] for each in people),
        untrusted_body=visible(draft.body)[:MOST_CHARS] if draft is not None else "",
    )


def _mails(context: Context, ids: Iterable[MessageId]) -> tuple[CardMail, ...]:
    found = context.store.messages.get_many(tuple(ids))
    return tuple(
        CardMail(
            visible(str(message.sender))[:LONGEST_LINE],
            visible(message.subject)[:LONGEST_LINE],
            iso(message.date),
        )
        for message in sorted(found, key=lambda each: -each.date)
    )


# Review in Draftdesk


def show_at_home(context: Context, params: ShowAtHome) -> BroughtToFront:
    """Have the window show what the caller may read; it opens, and does nothing else. Raises
    `NotFound`, `BadInput`."""
    if params.draft_id and params.message_id:
        raise BadInput("One thing is shown at a time.")
    params, asked_by = in_store_ids(context, params), _named(context.author)
    if params.message_id:
        message = context.store.messages.get(message_number(params.message_id))
        wish = Wish(Want.CONVERSATION, thread_id=message.thread_id, asked_by=asked_by)
    else:
        found = context.store.drafts.get(params.draft_id).id if params.draft_id else ""
        wish = Wish(Want.REVIEW, draft_id=found, asked_by=asked_by)
    context.ports.wish(wish)
    return BroughtToFront("Draftdesk has been asked to show it. Nothing else was done.")


def _mark(*state: object) -> str:
    """A word that stands for a state."""
    said = "\0".join(map(str, state))
    return hashlib.blake2b(said.encode("utf-8", "replace"), digest_size=8).hexdigest()


PROGRAMS = frozenset({Origin.MCP})
DRAFT_CARD = person_tool(draft_card, Effect.READ, DraftCardOf, "Show a draft", origins=PROGRAMS)
REQUEST_CARD = person_tool(
    request_card, Effect.READ, RequestCardOf, "Show a request", origins=PROGRAMS
)
SHOW_AT_HOME = person_tool(
    show_at_home, Effect.READ, ShowAtHome, "Show in Draftdesk", origins=PROGRAMS
)

TOOLS = (DRAFT_CARD, REQUEST_CARD, SHOW_AT_HOME)
