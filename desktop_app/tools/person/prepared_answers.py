"""Answers prepared for all mail that needs one, once, because the person asks."""

from __future__ import annotations

from desktop_app.model.errors import Unavailable
from desktop_app.model.prepared import PreparedRound
from desktop_app.tools.calls.base import Effect, NoParams, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done, Result


def prepare_answers(context: Context, params: NoParams) -> Done:
    """One round. Raises `Refused` where nobody can write answers."""
    preparing = context.ports.preparing
    if preparing is None:
        raise Unavailable("Answers are prepared while the window is open.")
    done = preparing.prepare_now(context.cancelled, context.progress)
    return Done(words(done), done.drafts)


class Preparing(Result, frozen=True):
    """`trouble` is why the model that prepares answers doesn't answer now, empty while it does."""

    trouble: str = ""


def prepared_status(context: Context, params: NoParams) -> Preparing:
    """Whether answers can be prepared."""
    preparing = context.ports.preparing
    return Preparing(preparing.trouble if preparing is not None else "")


def words(done: PreparedRound) -> str:
    """What a round did, in sentences."""
    if not (done.drafts or done.without or done.trouble):
        return "No mail needs a reply that has not got a draft already."
    made = f"{done.drafts} {'answer waits' if done.drafts == 1 else 'answers wait'} in To review."
    without = f" For {done.without} there is none." if done.without else ""
    left = f" {done.left} are left." if done.left else ""
    return f"{made}{without}{left} {done.trouble}".strip()


PREPARE_ANSWERS = person_tool(prepare_answers, Effect.DRAFT, NoParams, "Prepare answers")
PREPARED_STATUS = person_tool(prepared_status, Effect.READ, NoParams)
TOOLS = (PREPARE_ANSWERS, PREPARED_STATUS)
