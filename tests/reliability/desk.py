"""What the program does to a profile, each with what must hold wherever it was cut off.

`prepare` makes the profile, `act` does it and tells what it was told, `go_on` is what the same
process does once the disk is well again, `check` looks at the profile of the next start and yields
what is not so. `refused` is the sentence of the error that `act` raised, or empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.draft import Draft, DraftState
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.workers.postman import Postman
from tests.fakes.house import ME, NOW, TestHouse, WatchedPostman
from tests.fakes.new_profile import new_profile
from tests.fakes.senders import FaultySender

ANY_STATE = list(DraftState)
Tell = Callable[[str], None]
Problems = Iterator[str]


def scratch() -> str | None:
    """Where profiles are made: in memory where there is such a place, since the disk is ours."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def no_tell(_: str) -> None:
    """Nobody is told."""


@dataclass
class Desk(TestHouse):
    """A house on a profile that may be there already. `mails` is a folder outside of it."""

    mails: Path = Path()
    worker: Postman | None = None
    sender: FaultySender = field(default_factory=FaultySender)


@contextmanager
def at(profile: Path) -> Iterator[Desk]:
    """The profile, opened as a start of the program does."""
    store = Store(new_profile(profile), clock=lambda: NOW)
    try:
        if not store.accounts.list() and not store.removals.under_way():
            store.accounts.add(Account("work", LOCAL, "Work", (Identity(ME),)))
        mails = profile.parent / "mails"
        yield Desk(profile, store, Settings(profile, {}), WatchedPostman(), mails=mails)
    finally:
        store.close()


@dataclass(frozen=True)
class Operation:
    name: str
    prepare: Callable[[Desk], None]
    act: Callable[[Desk, Tell], None]
    check: Callable[[Desk, tuple[str, ...], str], Problems]
    go_on: Callable[[Desk], None] = lambda _: None


def nothing_saved(refused: str) -> bool:
    return "not saved" in refused or "nothing was" in refused


def draft_of(desk: Desk) -> Draft | None:
    found_ = desk.store.drafts.in_state(ANY_STATE)
    return found_[0] if found_ else None
