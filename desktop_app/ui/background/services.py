"""Services that the composition root gives the window, as one value.

The window holds no room below it: it calls tools through `runner` and speaks with `agent`.
No store, no account, no worker ever comes in here.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Protocol

from desktop_app.model.changes import Changes
from desktop_app.model.clock import Clock
from desktop_app.model.countdown import Monotonic
from desktop_app.model.draft import SendPermit
from desktop_app.model.errors import KnownError
from desktop_app.model.progress import Progress
from desktop_app.settings import Settings
from desktop_app.tools.calls.base import P, R, Tool, ToolResult

if TYPE_CHECKING:
    from desktop_app.assistant.transcript import Agent
    from desktop_app.spelling.service import Spelling

OnProgress = Callable[[Progress], None]
EndSubscription = Callable[[], None]


class ToolRunner(Protocol):
    """The tool layer, stamped with the person's origin. `call` blocks: only jobs call it."""

    def call(
        self,
        tool: Tool[P, R],
        params: P,
        *,
        permit: SendPermit | None = None,
        cancelled: Event | None = None,
        paused: Event | None = None,
        progress: OnProgress | None = None,
    ) -> ToolResult[R]: ...


def _nobody(_: str | None) -> None:
    """Nobody asks what is seen."""


@dataclass(frozen=True)
class Services:
    """`subscribe` calls back on any thread, after the commit; it returns what ends it. `agent` is
    made, and its room imported, when something of it is first asked for; so is `spelling`, whose
    calls wait and are for jobs alone.

    `resources` is the folder with the icon and the licences, `profile` the profile directory.
    `start_troubles` is what went wrong at the start without keeping the window from opening.
    `looking` is told which place of the sidebar the person has before their eyes, None for none.
    """

    runner: ToolRunner
    agent: Agent
    settings: Settings
    subscribe: Callable[[Callable[[Changes], None]], EndSubscription]
    clock: Clock
    profile: Path
    resources: Path
    version: str
    monotonic: Monotonic = time.monotonic
    start_troubles: tuple[KnownError, ...] = ()
    spelling: Spelling | None = None
    looking: Callable[[str | None], object] = _nobody
