"""People to write to, by the start of a name or address."""

from __future__ import annotations

from desktop_app.tools.base import Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.window_results import Addresses


class SuggestRecipients(Params, frozen=True, kw_only=True):
    text: str
    limit: int = 8


def run(context: Context, params: SuggestRecipients) -> Addresses:
    return Addresses(tuple(context.store.people.complete(params.text, params.limit)))


TOOL = Tool(
    name="suggest_recipients",
    title="Suggest recipients",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="People to write to, by the start of a name or address.",
    params=SuggestRecipients,
    result=Addresses,
    run=run,
)
