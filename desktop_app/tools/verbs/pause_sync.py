"""Hold the download of older mail back, and let it go on."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import Done


class PauseSync(Params, frozen=True, kw_only=True):
    paused: bool


def run(context: Context, params: PauseSync) -> Done:
    """Your changes and new mail still go both ways."""
    context.ports.sync.pause(params.paused)
    return Done("The download is paused." if params.paused else "The download goes on.", 0)


TOOL = Tool(
    name="pause_sync",
    title="Pause the download",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="Hold the download of older mail back, or let it go on.",
    params=PauseSync,
    result=Done,
    run=run,
    origins=PERSON,
)
