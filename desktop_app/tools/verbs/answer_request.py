"""Allow or refuse what an assistant asked for."""

from __future__ import annotations

from desktop_app.model.errors import Refused
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import Done


class AnswerRequest(Params, frozen=True, kw_only=True):
    request_id: int
    allow: bool


def run(context: Context, params: AnswerRequest) -> Done:
    """Allowed: it is done now, as the person's own act. Raises `NotFound`, and what it raises."""
    asked = context.store.requests.answer(params.request_id, allow=params.allow)
    if not params.allow:
        return Done("Refused.", 1)
    if context.perform is None:
        raise Refused("Only the person can allow this.")
    result = context.perform(asked.tool, asked.arguments)
    return result if isinstance(result, Done) else Done("Done.", 1)


TOOL = Tool(
    name="answer_request",
    title="Answer a request",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Allow or refuse what an assistant asked for.",
    params=AnswerRequest,
    result=Done,
    run=run,
    origins=PERSON,
)
