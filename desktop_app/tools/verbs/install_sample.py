"""Put the sample mailbox that ships with the program into the store."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import Done


class InstallSample(Params, frozen=True, kw_only=True):
    pass


def run(context: Context, params: InstallSample) -> Done:
    """Does nothing when it is there already."""
    account = context.ports.sample.install()
    return Done(f"{account.name} is there.", 1)


TOOL = Tool(
    name="install_sample",
    title="Show the sample mailbox",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Put the sample mailbox that ships with the program into the store.",
    params=InstallSample,
    result=Done,
    run=run,
    origins=PERSON,
)
