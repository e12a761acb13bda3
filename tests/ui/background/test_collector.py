"""Garbage is taken apart on the window's thread, whoever made it."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Iterator
from types import ModuleType

import pytest
from PySide6.QtCore import QObject

from desktop_app.ui.background.collector import MODULES, THRESHOLDS, Collector


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    yield
    gc.unfreeze()
    gc.enable()


class Knot:
    """A cycle that notes the thread it is taken apart in."""

    def __init__(self, ends: list[int]) -> None:
        self.ends = ends
        self.me = self

    def __del__(self) -> None:
        self.ends.append(threading.get_ident())


def make_garbage(ends: list[int]) -> None:
    """In a thread of its own: a knot, and enough objects for an automatic collection."""

    def work() -> None:
        Knot(ends)
        assert [[number] for number in range(3 * max(gc.get_threshold()[0], THRESHOLDS[0]))]

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def test_a_thread_never_takes_garbage_apart(qapp: object) -> None:
    ends: list[int] = []
    collector = Collector(QObject())
    make_garbage(ends)
    assert ends == []
    keep = [[number] for number in range(2 * THRESHOLDS[0])]
    collector.collect()
    assert ends == [threading.get_ident()]
    assert keep


def test_without_the_collector_it_does(qapp: object) -> None:
    """The control: Python's own way is found out by the same comparison."""
    ends: list[int] = []
    gc.collect()
    gc.enable()
    make_garbage(ends)
    assert ends
    assert ends != [threading.get_ident()]


def test_nothing_is_due_when_little_was_made(qapp: object) -> None:
    collector = Collector(QObject())
    gc.collect()
    assert collector.collect() is None


def test_a_large_library_is_not_looked_through(
    qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    collector = Collector(QObject())
    before = gc.get_freeze_count()
    for number in range(MODULES + 1):
        monkeypatch.setitem(sys.modules, f"a_large_library.part_{number}", ModuleType("part"))
    library = [[number] for number in range(2 * THRESHOLDS[0])]
    assert collector.collect() is None
    assert gc.get_freeze_count() - before >= len(library)
    ends: list[int] = []
    make_garbage(ends)
    more = [[number] for number in range(2 * THRESHOLDS[0])]
    collector.collect()
    assert ends == [threading.get_ident()]
    assert more
