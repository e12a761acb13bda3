"""Look again for what became of an uncertain mail; never sends."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import Done


class SettleSend(Params, frozen=True, kw_only=True):
    outbox_id: int


def run(context: Context, params: SettleSend) -> Done:
    context.ports.postman.settle(params.outbox_id)
    return Done("Looking for it in Sent.", 1)


TOOL = Tool(
    name="settle_send",
    title="Look again",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="Look again for what became of an uncertain mail; never sends.",
    params=SettleSend,
    result=Done,
    run=run,
    origins=PERSON,
)
