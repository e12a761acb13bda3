"""Desks for tests that drive the real application from outside."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.desk import Desk, a_desk, missing

NATIVE_LIMIT_MS = 250
"""Within Qt alone (loading a fallback font, building a screen reader's tree) no line of ours can
be blamed; such a stall is tolerated up to here."""

_CALLS = re.compile(r"/ui/(?:jobs|calls|loading|warming)\.py")
"""Through these everything comes: they are no place."""

ONE_OFFS = {"start_engine": 1000, "_embed": 600, "show_mail": 1000}
"""What Qt does once for each run of the program, in the window's thread and nowhere else: the
function of ours that asks for it, and milliseconds. Starting the web engine took 340 to 420 ms on a
machine at rest, 800 ms on a busy one, in the first page now and then; remaking the window for the
first web view 244 ms at rest."""


AGAIN = 2
"""A test whose window stalled runs again as often: what blocks the window blocks it every time, a
machine that was busy elsewhere does not. Only a stall is given another run, no other failure."""


class Stalled(AssertionError):
    """The window's thread was away for longer than the promise allows."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "desk" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=AGAIN, only_rerun=["Stalled"]))


def forbidden_stalls(log: str) -> list[str]:
    """The stalls that break the promise: any over 50 ms in our own code, and long ones in Qt."""
    found = []
    once = dict(ONE_OFFS)
    for stall in re.split(r"(?=^GUI thread stalled)", log, flags=re.M)[1:]:
        milliseconds = float(stall.split()[4])
        asked = re.findall(r"^ +File .*, in (\w+)$", stall.partition("__app.exec()")[2], re.M)
        # What Qt itself calls back meanwhile may be the innermost of ours, and nothing else may.
        acts = [name for name in asked if name not in {"eventFilter", "event"}]
        named = acts[-1] if acts and acts[-1] in once else ""
        if named and milliseconds <= once.pop(named):
            continue
        if asked or milliseconds > NATIVE_LIMIT_MS:
            found.append(stall)
    return found


def recurring(stalls: list[str], starts: int) -> list[str]:
    """Of a test that starts the program often, the stalls whose place, the function of ours that
    Qt or a job called, comes up in more than a tenth of the starts; with fewer than ten starts
    all."""
    places = Counter(_place(stall) for stall in stalls)
    return [stall for stall in stalls if places[_place(stall)] > starts // 10]


def _place(stall: str) -> str:
    called = re.findall(r"^ +File (.*), in (\S+)$", stall.partition("__app.exec()")[2], re.M)
    return next((f"{at} {name}" for at, name in called if not _CALLS.search(at)), "")


def stop_at_stalls(desk: Desk) -> None:
    """Raise `Stalled` when the window's thread was held up so far."""
    stalls = recurring(forbidden_stalls(desk.read_stalls()), desk.starts)
    if stalls:
        raise Stalled("the window's thread stalled:\n" + "\n".join(stalls))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A screen with the buses it takes, and a profile that does not exist yet.

    After each test no stall of the window's thread may have been written down.
    """
    lacking = missing()
    if lacking:
        pytest.skip(f"not installed here: {', '.join(lacking)}")
    with a_desk(tmp_path / "profile") as one:
        yield one
        stop_at_stalls(one)
