"""The drafts that ask to be sent: few, and read at every change of a draft."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.window_results import Asking


class ListAsking(Params, frozen=True, kw_only=True):
    pass


def run(context: Context, params: ListAsking) -> Asking:
    """Newest change first."""
    return Asking(tuple(context.store.drafts.asking()))


TOOL = Tool(
    name="list_asking",
    title="Drafts that ask to be sent",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="The drafts that ask to be sent.",
    params=ListAsking,
    result=Asking,
    run=run,
    origins=PERSON,
)
