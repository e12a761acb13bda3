"""Keep a language model's key in the keyring, or for this session only."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import Done


class KeepModelKey(Params, frozen=True, kw_only=True):
    provider: str
    key: str
    session_only: bool = False

    def __repr__(self) -> str:
        """Without the key."""
        return f"KeepModelKey({self.provider!r}, session_only={self.session_only})"


def run(context: Context, params: KeepModelKey) -> Done:
    """Raises `NoKeyring`; nothing is kept then."""
    context.ports.models.keep_key(
        params.provider, params.key, session_only=params.session_only, cancelled=context.cancelled
    )
    return Done(count=1, display="Kept.")


TOOL = Tool(
    name="keep_model_key",
    title="Keep a key",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Keep a language model's key in the keyring, or for this session only.",
    params=KeepModelKey,
    result=Done,
    run=run,
    origins=PERSON,
)
