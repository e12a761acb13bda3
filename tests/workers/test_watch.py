"""The watch on other processes: often while somebody looks, seldom else, at once when they come."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.store.store import Store
from desktop_app.workers import watch as watch_module
from desktop_app.workers.watch import Watch
from tests.fakes.new_profile import new_profile


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(new_profile(tmp_path / "profile"))
    yield made
    made.close()


def test_it_looks_at_once_when_somebody_comes_and_seldom_while_nobody_does(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, begun = threading.Event(), threading.Event()
    monkeypatch.setattr(watch_module, "UNATTENDED_SECONDS", 3_600.0)
    monkeypatch.setattr(store, "poll_foreign_changes", looked.set)
    watch = Watch(store, clock=lambda: 1_790_000_000.0)
    clear_out = watch.clear_out

    def tell() -> None:
        clear_out()
        begun.set()

    monkeypatch.setattr(watch, "clear_out", tell)
    watch.attended(False)
    watch.start()
    try:
        assert begun.wait(5)
        assert not looked.is_set()
        watch.attended(True)
        assert looked.wait(5)
        looked.clear()
        assert looked.wait(5), "a second later it looks again"
    finally:
        watch.shutdown()
