"""Desks for tests that drive the real application from outside."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.desk import Desk, a_desk, missing
from tests.end_to_end.stalls import forbidden_stalls
from tests.fakes.keyring_service import kill_daemons, unlock


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The slow ones first, every other place: tests are handed out from the front, two to each of
    the processes, so that no process ends with two slow ones."""
    slow = [item for item in items if item.get_closest_marker("slow")]
    others = [item for item in items if item not in slow]
    front = [item for pair in zip(slow, others, strict=False) for item in pair]
    items[:] = [*front, *slow[len(others) :], *others[len(slow) :]]


def stop_at_stalls(desk: Desk) -> None:
    """Fail when the window's thread was held up so far."""
    stalls = forbidden_stalls(desk.read_stalls())
    assert not stalls, "the window's thread stalled:\n" + "\n".join(stalls)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A screen with the buses it takes, and a profile that does not exist yet.

    After each test no stall of the window's thread may have been written down, and no bug.
    """
    lacking = missing()
    if lacking:
        pytest.skip(f"not installed here: {', '.join(lacking)}")
    with a_desk(tmp_path / "profile") as one:
        yield one
        stop_at_stalls(one)
        assert one.bugs() == "", "the application logged a mistake of ours"
        assert one.warnings_of_qt() == []


@pytest.fixture
def keyring(desk: Desk) -> Iterator[None]:
    """A Secret Service of the desk's own."""
    home = Path(desk.environment["HOME"])
    (home / ".local/share/keyrings").mkdir(parents=True)
    unlock(desk.environment)
    yield
    kill_daemons(home)
