"""The person says what became of an uncertain mail."""

from __future__ import annotations

from desktop_app.model.outbox import OutboxState
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import Done


class ResolveSend(Params, frozen=True, kw_only=True):
    outbox_id: int
    sent: bool


def run(context: Context, params: ResolveSend) -> Done:
    """Sent, or not: then it is a draft again. Raises `Refused` when it is not uncertain."""
    state = OutboxState.SENT if params.sent else OutboxState.FAILED
    context.store.outbox.finish(
        params.outbox_id, state, "" if params.sent else "You said it was not sent."
    )
    return Done("Noted as sent." if params.sent else "Back in drafts.", 1)


TOOL = Tool(
    name="resolve_send",
    title="Decide about a mail",
    effect=Effect.DRAFT,
    group=Group.WINDOW,
    description="The person says what became of an uncertain mail.",
    params=ResolveSend,
    result=Done,
    run=run,
    origins=PERSON,
)
