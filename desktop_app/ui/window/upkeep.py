"""What the process of the window asks of the house, and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Ending(StrEnum):
    """What follows once the process has ended: nothing, the window once more, or the same profile
    in the background."""

    QUIT = ""
    AGAIN = "again"
    BACKGROUND = "background"


@dataclass(frozen=True, slots=True)
class Upkeep:
    """`start` starts the workers, `leaving` is called once the end has been decided. `at_work` says
    in words what must not be broken off now, empty for nothing; it may wait for the database.
    `attended` is told whether somebody looks: workers that look around rest longer else.
    `scheduled` counts mail that leaves at a time that was chosen."""

    start: Callable[[], None]
    leaving: Callable[[], None]
    at_work: Callable[[], str] = str
    attended: Callable[[bool], object] = bool
    scheduled: Callable[[], int] = int
