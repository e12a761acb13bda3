"""What assistants asked for and the person has not answered."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.window_results import Request, Requests


class ListRequests(Params, frozen=True, kw_only=True):
    pass


def run(context: Context, params: ListRequests) -> Requests:
    return Requests(
        tuple(
            Request(r.id, r.origin, r.client, r.tool, r.summary, r.asked)
            for r in context.store.requests.open()
        )
    )


TOOL = Tool(
    name="list_requests",
    title="Show what is asked",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="What assistants asked for and the person has not answered.",
    params=ListRequests,
    result=Requests,
    run=run,
    origins=PERSON,
)
