"""Requests of assistants and programs: what each would do, and the person's answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated

import msgspec
from msgspec import Meta

from desktop_app.model.address import Address
from desktop_app.model.draft import DraftContent, Origin
from desktop_app.model.errors import KnownError, NotFound, Refused
from desktop_app.model.message import Message
from desktop_app.model.request import Request
from desktop_app.tools import asking
from desktop_app.tools.answers import rows
from desktop_app.tools.answers.request_outcomes import RequestOutcome, outcome_of
from desktop_app.tools.calls.base import Effect, NoParams, Params, Subject, person_tool
from desktop_app.tools.calls.context import Context, Conversation
from desktop_app.tools.names.reference import message_number

MOST = 200
"""Requests that are shown; the oldest wait until those are answered."""


@dataclass(frozen=True, slots=True)
class RequestedMail:
    """A mail that a request is about. `date` is in seconds since the epoch."""

    message_id: str
    thread_id: str
    sender: str
    to: str
    subject: str
    date: float


@dataclass(frozen=True, slots=True)
class RequestedDraft:
    """A draft that would come to be, or that `draft_id` would become."""

    to: tuple[str, ...]
    cc: tuple[str, ...]
    bcc: tuple[str, ...]
    subject: str
    body: str
    attachments: tuple[str, ...]
    draft_id: str = ""


@dataclass(frozen=True, slots=True)
class RequestCard:
    """Something an assistant asked for. `words` is the change without its object, `for_good` says
    that nothing takes it back, `outward` that a stranger's server is told something, `note` how it
    is done. `quotes` are words of the asker or of mail, each after what it is. `gone` are the ids
    of mails that are not there any more. `trouble` says why it failed, or why it no longer fits;
    where it does not fit, `can_allow` is false."""

    id: int
    origin: str
    client: str
    caller: str
    asked: float
    words: str
    mails: tuple[RequestedMail, ...] = ()
    gone: tuple[str, ...] = ()
    draft: RequestedDraft | None = None
    quotes: tuple[tuple[str, str], ...] = ()
    for_good: bool = False
    outward: bool = False
    note: str = ""
    trouble: str = ""
    can_allow: bool = True


@dataclass(frozen=True, slots=True)
class RequestList:
    """Newest first. `more` is how many are not among them."""

    requests: tuple[RequestCard, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of the requests, in the order they were answered. `undos` take the changes back
    (keys for `undo_change`)."""

    display: str
    outcomes: tuple[RequestOutcome, ...]
    undos: tuple[str, ...] = ()
    failed: int = 0


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The person's answer to one request; `without` are the ids of mails they left out."""

    request_id: int
    allow: bool
    without: tuple[str, ...] = ()


class AnswerRequests(Params, frozen=True, kw_only=True):
    answers: Annotated[tuple[Answer, ...], Meta(min_length=1, max_length=MOST)]


class RequestNews(Params, frozen=True, kw_only=True):
    """Of the conversation of the assistant that calls."""


@dataclass(frozen=True, slots=True)
class News:
    outcomes: tuple[RequestOutcome, ...]


def list_requests(context: Context, params: NoParams) -> RequestList:
    """What assistants and programs asked for and the person has not answered."""
    found = context.store.requests.open(MOST)
    more = context.store.requests.count_open() - len(found) if len(found) == MOST else 0
    return RequestList(tuple(_card(context, request) for request in found), max(more, 0))


def answer_requests(context: Context, params: AnswerRequests) -> Answered:
    """Allow or refuse requests, one after the other. What is allowed is done now, with the stamp of
    who asked; what fails stays to be tried again or refused. Raises `NotFound` for one that was
    answered already."""
    if context.carry_out is None:
        raise Refused("Only the person can allow this.")
    requests = [context.store.requests.get(each.request_id) for each in params.answers]
    outcomes, undos, failed = [], [], 0
    for answer, request in zip(params.answers, requests, strict=True):
        if answer.allow:
            without = frozenset(answer.without)
            done, result = asking.allow(context, request, context.carry_out, without)
            failed += result is None
            undos.append(str(getattr(result, "undo", "")))
        else:
            done = asking.refuse(context, request)
        outcomes.append(outcome_of(done))
    told = _told(params.answers, outcomes, failed)
    return Answered(told, tuple(outcomes), tuple(filter(None, undos)), failed)


def _told(answers: tuple[Answer, ...], outcomes: list[RequestOutcome], failed: int) -> str:
    if failed and len(answers) == 1:
        return f"Not done. {outcomes[0].reason}"
    allowed = sum(answer.allow for answer in answers) - failed
    refused = len(answers) - allowed - failed
    counted = ((allowed, "allowed"), (refused, "refused"), (failed, "could not be done"))
    words = ", ".join(f"{count} {what}" for count, what in counted if count)
    return {"1 allowed": "Allowed.", "1 refused": "Refused."}.get(words, f"{words}.")


def request_news(context: Context, params: RequestNews) -> News:
    """What became of the requests of this conversation since it was last told; each once."""
    found = context.store.requests.take_news(context.conversation.talk)
    return News(tuple(map(outcome_of, found)))


def _card(context: Context, request: Request) -> RequestCard:
    asker = request.call.asker
    as_asker = replace(context, author=asker.author, conversation=Conversation())
    card = RequestCard(
        request.id,
        asker.author.origin,
        asker.author.name,
        asker.caller,
        request.asked,
        request.call.tool.replace("_", " ").capitalize(),
        trouble=request.reason,
    )
    try:
        subject, gone = _subject(as_asker, request)
    except KnownError as error:
        return replace(card, trouble=request.reason or _words(error), can_allow=False)
    tool, _ = asking.call_of(context, request)
    found = context.store.messages.get_many(subject.mails)
    return replace(
        card,
        words=subject.words,
        mails=tuple(map(_mail, sorted(found, key=lambda m: -m.id))),
        gone=gone,
        draft=None if subject.draft is None else _draft(subject.draft, subject),
        quotes=tuple((what, rows.visible(text)) for what, text in subject.quotes),
        note=subject.note,
        for_good=tool.effect is Effect.DESTROY,
        outward=tool.effect is Effect.OUTWARD,
    )


def _subject(context: Context, request: Request) -> tuple[Subject, tuple[str, ...]]:
    """What it is about, and the ids of mails that have gone since. Raises `KnownError` when it no
    longer fits."""
    try:
        return asking.subject_of(context, request), ()
    except NotFound:
        tool, params = asking.call_of(context, request)
        ids: tuple[str, ...] = getattr(params, "ids", ())
        there = {m.id for m in context.store.messages.get_many(map(message_number, ids))}
        left = tuple(each for each in ids if message_number(each) in there)
        if not left or len(left) == len(ids) or tool.subject is None:
            raise
        gone = tuple(each for each in ids if message_number(each) not in there)
        return tool.subject(context, msgspec.structs.replace(params, ids=left)), gone


def _words(error: KnownError) -> str:
    return f"{error.sentence} {error.next_step}".strip()


def _mail(message: Message) -> RequestedMail:
    return RequestedMail(
        str(message.id),
        str(message.thread_id),
        rows.visible(str(message.sender)),
        rows.visible(", ".join(str(a) for a in message.to)),
        rows.visible(message.subject),
        message.date,
    )


def _draft(content: DraftContent, subject: Subject) -> RequestedDraft:
    def shown(group: Iterable[Address]) -> tuple[str, ...]:
        return tuple(rows.visible(str(address)) for address in group)

    return RequestedDraft(
        shown(content.to),
        shown(content.cc),
        shown(content.bcc),
        rows.visible(content.subject),
        rows.visible(content.body),
        tuple(map(rows.visible, (*(a.filename for a in content.attachments), *subject.files))),
        subject.draft_id,
    )


_ASSISTANT = frozenset({Origin.ASSISTANT})
LIST_REQUESTS = person_tool(list_requests, Effect.READ, NoParams)
ANSWER_REQUESTS = person_tool(
    answer_requests, Effect.ORGANISE, AnswerRequests, "Answer what was asked for"
)
REQUEST_NEWS = person_tool(request_news, Effect.READ, RequestNews, origins=_ASSISTANT)

TOOLS = (LIST_REQUESTS, ANSWER_REQUESTS, REQUEST_NEWS)
