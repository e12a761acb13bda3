"""What became of something the person was asked to allow."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from desktop_app.model.draft import Origin
from desktop_app.model.errors import NotFound
from desktop_app.model.request import Asker
from desktop_app.tools.answers.request_outcomes import RequestOutcome, outcome_of
from desktop_app.tools.calls.base import Effect, Group, Params, Tool
from desktop_app.tools.calls.context import Context


class GetRequest(Params, frozen=True, kw_only=True):
    request_id: Annotated[int, Meta(ge=1)]


def run(context: Context, params: GetRequest) -> RequestOutcome:
    """Raises `NotFound` for a request of somebody else, which is told by nothing."""
    request = context.store.requests.get(params.request_id)
    asker = Asker(context.author, context.caller)
    if context.origin is not Origin.USER and not request.call.asker.same_program(asker):
        raise NotFound(f"There is no request {params.request_id}.")
    return outcome_of(request)


TOOL = Tool(
    name="get_request",
    title="Look at a request",
    done="Looked at a request",
    effect=Effect.READ,
    group=Group.REQUESTS,
    description="What became of a request to the person: allowed or not, and why.",
    params=GetRequest,
    result=RequestOutcome,
    run=run,
)
