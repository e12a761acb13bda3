"""What became of something the person was asked to allow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from desktop_app.model.clock import iso
from desktop_app.model.draft import Origin
from desktop_app.model.errors import NotFound
from desktop_app.model.request import Asker, Request, RequestState
from desktop_app.tools.base import Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import ListedResult

_TOLD = {
    RequestState.WAITING: "waits for the person",
    RequestState.FAILED: "was allowed and failed; the person can try again",
    RequestState.ALLOWED: "was allowed and is done",
    RequestState.REFUSED: "was refused",
    RequestState.EXPIRED: "has expired",
}


@dataclass(frozen=True, slots=True)
class RequestOutcome(ListedResult):
    """`state` is waiting, allowed, refused, expired or failed; `reason` says why. `draft_id` is the
    draft that came of it."""

    display: str
    request_id: int
    state: str
    reason: str
    tool: str
    asked: str
    draft_id: str = ""

    @property
    def outcome(self) -> str:
        return self.state


class GetRequest(Params, frozen=True, kw_only=True):
    request_id: Annotated[int, Meta(ge=1)]


def run(context: Context, params: GetRequest) -> RequestOutcome:
    """Raises `NotFound` for a request of somebody else, which is told by nothing."""
    request = context.store.requests.get(params.request_id)
    asker = Asker(context.author, context.caller)
    if context.origin is not Origin.USER and not request.call.asker.same_program(asker):
        raise NotFound(f"There is no request {params.request_id}.")
    return outcome_of(request)


def outcome_of(request: Request) -> RequestOutcome:
    """What became of a request, for who asked."""
    words = f"Request {request.id} ({request.call.tool}) {_TOLD[request.state]}."
    if request.reason:
        words = f"{words} {request.reason}"
    if request.draft_id:
        words = f"{words} It is draft {request.draft_id}."
    return RequestOutcome(
        words,
        request.id,
        request.state,
        request.reason,
        request.call.tool,
        iso(int(request.asked)),
        request.draft_id,
    )


TOOL = Tool(
    name="get_request",
    title="Look at a request",
    done="Looked at a request",
    effect=Effect.READ,
    group=Group.REQUESTS,
    description="What became of a request to the person: waiting, allowed, refused, "
    "expired or failed, and why.",
    params=GetRequest,
    result=RequestOutcome,
    run=run,
)
