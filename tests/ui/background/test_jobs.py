"""Jobs: off the GUI thread, back on it, the newest of a key, nothing after the end."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from threading import Event

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop_app.model.errors import Unavailable
from desktop_app.ui.background.jobs import Bug, Jobs


@pytest.fixture
def jobs(qtbot: QtBot):  # type: ignore[no-untyped-def]
    made = Jobs()
    yield made
    made.shutdown()


def test_a_job_runs_elsewhere_and_its_answer_comes_back_here(qtbot: QtBot, jobs: Jobs) -> None:
    here, seen = threading.get_ident(), []
    jobs.run(threading.get_ident, done=lambda there: seen.append((there, threading.get_ident())))
    qtbot.waitUntil(lambda: bool(seen))
    assert seen[0][0] != here
    assert seen[0][1] == here


def test_a_newer_job_of_the_same_key_silences_the_older_one(qtbot: QtBot, jobs: Jobs) -> None:
    release, seen = Event(), []
    older = jobs.run(release.wait, done=lambda _: seen.append("older"), key="search")
    jobs.run(lambda: "newer", done=seen.append, key="search")
    assert older.cancelled.is_set()
    release.set()
    qtbot.waitUntil(lambda: jobs.idle)
    assert seen == ["newer"]


def test_jobs_of_other_keys_do_not_disturb_each_other(qtbot: QtBot, jobs: Jobs) -> None:
    seen: list[int] = []
    for number in range(20):
        jobs.run(partial(int, number), done=seen.append, key=str(number))
    qtbot.waitUntil(lambda: len(seen) == 20)
    assert sorted(seen) == list(range(20))


def test_a_known_error_goes_to_whoever_asked(qtbot: QtBot, jobs: Jobs) -> None:
    seen: list[str] = []

    def fail() -> None:
        raise Unavailable("The server does not answer.")

    jobs.run(fail, failed=lambda error: seen.append(error.sentence))
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == ["The server does not answer."]


def test_a_known_error_nobody_waits_for_is_shown_by_the_window(qtbot: QtBot, jobs: Jobs) -> None:
    def fail() -> None:
        raise Unavailable("The server does not answer.")

    with qtbot.waitSignal(jobs.failed) as caught:
        jobs.run(fail)
    assert caught.args[0].sentence == "The server does not answer."


@pytest.mark.logs_errors
def test_anything_else_is_a_bug_logged_with_its_traceback(
    qtbot: QtBot, jobs: Jobs, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise ZeroDivisionError("inside")

    with qtbot.waitSignal(jobs.broke) as caught:
        jobs.run(fail, failed=lambda _: pytest.fail("a bug is no KnownError"))
    bug: Bug = caught.args[0]
    assert "ZeroDivisionError" in bug.details
    assert "ZeroDivisionError" not in bug.sentence
    assert "ZeroDivisionError" in caplog.text


def test_nothing_is_delivered_to_a_widget_that_is_gone(qtbot: QtBot, jobs: Jobs) -> None:
    release, owner = Event(), QObject()
    seen: list[object] = []
    jobs.run(release.wait, done=seen.append, owner=owner)
    with qtbot.waitSignal(owner.destroyed):
        owner.deleteLater()
    release.set()
    qtbot.waitUntil(lambda: jobs.idle)
    assert seen == []


def test_shutting_down_lets_lasting_jobs_finish_and_cancels_the_others() -> None:
    jobs, release, saved = Jobs(threads=2), Event(), []
    waiting = jobs.run(release.wait)
    lasting = jobs.run(lambda: saved.append("typed"), lasting=True)
    threading.Timer(0.05, release.set).start()
    jobs.shutdown()
    assert saved == ["typed"]
    assert waiting.cancelled.is_set()
    assert not lasting.cancelled.is_set()
    assert jobs.run(lambda: saved.append("late")).cancelled.is_set()
    assert saved == ["typed"]


def hanging(hangs: Event, release: Event) -> Callable[[], object]:
    """A job that says that it hangs, and does so until it is released."""

    def hang() -> None:
        hangs.set()
        release.wait(60)

    return hang


def test_shutting_down_goes_on_without_a_job_that_hangs() -> None:
    jobs, release, hangs = Jobs(threads=1), Event(), Event()
    jobs.run(hanging(hangs, release))
    assert hangs.wait(10)
    jobs.shutdown(patience=0.05)
    assert not release.is_set()
    release.set()


def test_what_was_typed_is_saved_though_every_thread_hangs() -> None:
    jobs, release, hangs = Jobs(threads=1), Event(), Event()
    saved: list[str] = []
    jobs.run(hanging(hangs, release))
    assert hangs.wait(10)
    kept = Event()

    def save() -> None:
        saved.append("typed")
        kept.set()

    jobs.run(save, lasting=True)
    assert kept.wait(10), "it waits behind nothing"
    jobs.shutdown(patience=0.05)
    assert saved == ["typed"]
    release.set()


def test_words_from_a_thread_hop_over_in_their_order(qtbot: QtBot, jobs: Jobs) -> None:
    seen: list[int] = []
    send = jobs.hop(seen.append)

    def count() -> None:
        for number in range(100):
            send(number)

    jobs.run(count)
    qtbot.waitUntil(lambda: len(seen) == 100)
    assert seen == list(range(100))
