"""Services that the composition root gives the window, as one value, and what its process asks.

The window holds no room below it: it calls tools through `runner` and speaks with `agent`.
No store, no account, no worker ever comes in here.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
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
    from desktop_app.model.wish import Wish
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


def _none() -> None:
    """The notices are no messages of a tray."""


class MessagesOfTray(Protocol):
    """`say(title, body)` is put in by who has a tray; `clicked` is called when one is pressed."""

    say: Callable[[str, str], None] | None

    def clicked(self) -> None: ...


class Ending(StrEnum):
    """What follows once the process has ended: nothing, the window once more, or the same profile
    in the background."""

    QUIT = ""
    AGAIN = "again"
    BACKGROUND = "background"


@dataclass(frozen=True, slots=True)
class Upkeep:
    """`make` makes the workers, on any thread, and `start` starts them. `leaving` is called once
    the end has been decided. `at_work` says in words what must not be broken off now, empty for
    nothing; it may wait for the database.
    `attended` is told whether somebody looks: workers that look around rest longer else.
    `scheduled` counts mail that leaves at a time that was chosen. `wishing` is told to whom a
    notice of the desktop hands its wish, on any thread. `messages` are those of a tray, where they
    are the desktop's notices."""

    start: Callable[[], None]
    leaving: Callable[[], None]
    make: Callable[[], None] = _none
    at_work: Callable[[], str] = str
    attended: Callable[[bool], object] = bool
    scheduled: Callable[[], int] = int
    wishing: Callable[[Callable[[Wish], None]], object] = bool
    messages: Callable[[], MessagesOfTray | None] = _none
