"""Asking first: a call becomes a request that the person can allow, refuse or leave.

It is resolved and checked as if it were carried out now: ids stand for rows and hints, and what
cannot be done is an error at once. Allowed, it is carried out with the stamp of who asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from desktop_app.model.draft import Source, SourceKind
from desktop_app.model.errors import BadInput, KnownError, NotFound, Refused
from desktop_app.model.request import Asker, Request, RequestState, WantedCall
from desktop_app.tools.calls.arguments import params_of
from desktop_app.tools.calls.base import (
    AnyTool,
    Decision,
    Effect,
    P,
    Params,
    R,
    Subject,
    Tool,
    ToolResult,
)
from desktop_app.tools.calls.context import Context

CarryOut = Callable[[Request, AnyTool, Params, Callable[[object], object]], object]
"""Runs an allowed call with the stamp of who asked, and hands the result on in the same commit.
Raises `KnownError`."""

UNKNOWN = (
    "It was allowed, and Draftdesk ended while it was being done: whether it was is not known. Look"
    " before you try again."
)


def ask(tool: Tool[P, R], context: Context, params: P) -> ToolResult[Any]:
    """Store the call as a request. Several mails that fit are candidates to pick from, and ask
    nothing. Raises what the call itself would raise."""
    from desktop_app.tools.drafting.made_from import made_from

    if tool.ask is not None:
        return tool.ask(context, params)
    if tool.subject is None:
        raise Refused(f"{tool.title} can't be asked for.")
    resolved = params if tool.resolve is None else tool.resolve(context, params)
    if not isinstance(resolved, tool.params):
        return ToolResult(Decision.ALLOW, value=resolved)
    subject = tool.subject(context, resolved)
    conversation = context.conversation
    sources = made_from(context, subject.draft)
    call = WantedCall(
        Asker(context.author, context.caller, conversation.talk),
        tool.name,
        msgspec.json.encode(resolved).decode(),
        sources,
        _accounts(context, subject, sources),
    )
    request = context.store.requests.add(call, now=context.clock())
    conversation.has_asked = True
    if subject.answers:
        conversation.asked[subject.answers] = request.id
    many = f" about {len(subject.mails):,} mails" if len(subject.mails) > 1 else ""
    return ToolResult(
        Decision.ASK,
        reason=f"Not done: the person has been asked{many} and decides in Draftdesk. This is "
        f"request {request.id}; get_request tells what became of it.",
        request_id=request.id,
    )


def _accounts(context: Context, subject: Subject, sources: tuple[Source, ...]) -> tuple[str, ...]:
    """The accounts that a request is about, or that were read for it."""
    ids = {*subject.mails, *(int(s.ref) for s in _mails(sources))}
    found = {message.account_id for message in context.store.messages.get_many(ids)}
    return tuple(sorted(found | {subject.account} - {""}))


def _mails(sources: tuple[Source, ...]) -> list[Source]:
    return [s for s in sources if s.kind is SourceKind.MESSAGE and s.ref.isdecimal()]


def subject_of(context: Context, request: Request) -> Subject:
    """What a stored request would do now. Raises `KnownError` when it no longer fits."""
    tool, params = call_of(context, request)
    if tool.subject is None:
        raise Refused(f"{tool.title} can't be asked for.")
    return tool.subject(context, params)


def call_of(context: Context, request: Request) -> tuple[AnyTool, Params]:
    """The tool and the parameters. Raises `Refused` for what is not what was asked for."""
    tool: AnyTool | None = context.tool_named(request.call.tool)
    if tool is None:
        raise Refused("Draftdesk can't do that any more.")
    if tool.effect is Effect.SEND:
        raise Refused("Sending takes a press on Send.", next_step="Open the draft.")
    if not request.intact:
        raise Refused("What is stored is not what was asked for, so nothing was done.")
    return tool, params_of(tool, msgspec.json.decode(request.call.arguments))


def allow(
    context: Context, request: Request, carry_out: CarryOut, without: frozenset[str] = frozenset()
) -> tuple[Request, object]:
    """Carry out an open request, but for the mails `without`. What it changes, what takes that back
    and the answer are one commit: it is never done and told as not done. It stays open, with the
    reason, when that fails. What came of it, and the result; None when it failed."""
    if not request.is_open:
        raise NotFound("That request has been answered already.")
    requests, now = context.store.requests, context.clock()
    left_out = f"The person left out {len(without)} of the mails." if without else ""

    def answer(result: object) -> None:
        requests.answer(
            request.id,
            RequestState.ALLOWED,
            now=now,
            reason=left_out,
            draft_id=str(getattr(result, "draft_id", "")),
        )

    try:
        tool, params = call_of(context, request)
        if tool.effect is Effect.OUTWARD:  # another's server takes part in no commit
            requests.answer(request.id, RequestState.FAILED, now=now, reason=UNKNOWN)
        result = carry_out(request, tool, _only(params, without, request.id), answer)
    except KnownError as error:
        reason = f"{error.sentence} {error.next_step}".strip()
        requests.answer(request.id, RequestState.FAILED, now=now, reason=reason)
        return requests.get(request.id), None
    return requests.get(request.id), result


def _only(params: Params, without: frozenset[str], request_id: int) -> Params:
    """The parameters without some mails. A draft has the request as its key: carried out twice,
    as after a crash, it is one draft."""
    if without:
        ids: tuple[str, ...] = getattr(params, "ids", ())
        left = tuple(each for each in ids if each not in without)
        if not left:
            raise BadInput("No mail is ticked.")
        params = msgspec.structs.replace(params, ids=left)
    if getattr(params, "request_key", None) == "":
        params = msgspec.structs.replace(params, request_key=f"request {request_id}")
    return params


def refuse(context: Context, request: Request) -> Request:
    """Close an open request without doing anything. Raises `NotFound`."""
    context.store.requests.answer(request.id, RequestState.REFUSED, now=context.clock())
    return context.store.requests.get(request.id)
