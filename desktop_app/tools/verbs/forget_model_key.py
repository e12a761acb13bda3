"""Remove a language model's key from the keyring."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import Done


class ForgetModelKey(Params, frozen=True, kw_only=True):
    provider: str


def run(context: Context, params: ForgetModelKey) -> Done:
    """Raises `NoKeyring`."""
    context.ports.models.forget_key(params.provider, cancelled=context.cancelled)
    return Done(count=1, display="Removed.")


TOOL = Tool(
    name="forget_model_key",
    title="Remove a key",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Remove a language model's key from the keyring.",
    params=ForgetModelKey,
    result=Done,
    run=run,
    origins=PERSON,
)
