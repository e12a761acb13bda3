"""Jobs of a further window: keys, errors and bugs of its own."""

from __future__ import annotations

import pytest
from PySide6.QtCore import SignalInstance
from pytestqt.qtbot import QtBot

from desktop_app.model.errors import StorageError
from desktop_app.ui.background.jobs import Jobs
from desktop_app.ui.background.window_jobs import WindowJobs


def test_keys_of_jobs_are_of_one_window(qtbot: QtBot) -> None:
    jobs = Jobs()
    first, second = WindowJobs(jobs, jobs), WindowJobs(jobs, jobs)
    heard: list[str] = []
    for name, each in (("main", jobs), ("first", first), ("second", second)):
        each.run(lambda name=name: name, done=heard.append, key="review")  # type: ignore[misc]
    qtbot.waitUntil(lambda: len(heard) == 3)
    older = first.run(lambda: "older", done=heard.append, key="review")
    first.run(lambda: "newer", done=heard.append, key="review")
    qtbot.waitUntil(lambda: "newer" in heard)
    assert older.cancelled.is_set()
    assert "older" not in heard
    jobs.shutdown()


@pytest.mark.logs_errors
def test_what_fails_in_a_job_is_told_to_its_window(qtbot: QtBot) -> None:
    jobs = Jobs()
    own = WindowJobs(jobs, jobs)
    heard: list[str] = []
    signals: list[tuple[str, SignalInstance]] = [
        ("main", jobs.failed), ("main", jobs.broke), ("own", own.failed), ("own", own.broke)
    ]  # fmt: skip
    for name, signal in signals:
        signal.connect(lambda _, name=name: heard.append(name))

    def fails() -> None:
        raise StorageError("The disk is full.")

    def breaks() -> None:
        raise RuntimeError("a bug")

    own.run(fails)
    own.run(breaks)
    qtbot.waitUntil(lambda: len(heard) == 2)
    jobs.run(fails)
    jobs.run(breaks)
    qtbot.waitUntil(lambda: len(heard) == 4)
    assert heard == ["own", "own", "main", "main"]
    jobs.shutdown()
