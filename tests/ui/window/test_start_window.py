"""The small windows of the start: words for what is wrong, patience with one that is closing."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from desktop_app.model.errors import StorageError
from desktop_app.ui.widgets.every_widget import every_window
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.window import start_window
from desktop_app.ui.window.start_window import (
    NOT_CLOSED,
    StartWindow,
    failure_window,
    show_failure,
    wait_for_profile,
)

ERROR = StorageError(
    "The profile folder is a file, not a folder.",
    next_step="Check the path and its permissions.",
    details={"profile": "/home/me/\udcff\u202email"},
)


@dataclass
class Guard:
    """Another process that has the profile: it lets go, or answers, after so many looks."""

    free_after: int = 1_000_000
    shown_after: int = 1_000_000
    looks: int = field(default=0)
    first: bool = False
    shown: bool = False

    def try_again(self) -> None:
        self.looks += 1
        self.first = self.looks >= self.free_after
        self.shown = self.looks >= self.shown_after


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start_window, "LOOK_MS", 5)


def windows(app: QApplication) -> list[StartWindow]:
    return [w for w in every_window() if isinstance(w, StartWindow) and w.isVisible()]


def once_shown(app: QApplication, work) -> None:  # type: ignore[no-untyped-def]
    """Call `work(window)` as soon as a window of the start is there."""
    timer = QTimer(app, interval=5)

    def look() -> None:
        found = windows(app)
        if found:
            timer.stop()
            work(found[0])

    timer.timeout.connect(look)
    timer.start()


def test_a_failure_says_what_is_wrong_what_to_do_and_where(theme: Theme) -> None:
    window = failure_window(theme, ERROR)
    assert window.title.text() == ERROR.sentence
    text = window.text.text()
    assert text.startswith("Check the path and its permissions.\nFolder: /home/me/")
    assert "\udcff" not in text
    assert "\u202e" not in text
    assert window.accessibleName() == ERROR.sentence
    window.buttons["Copy details"].click()
    assert ERROR.sentence in QGuiApplication.clipboard().text()


def test_a_failure_stands_until_it_is_closed_and_ends_with_1(
    qapp: QApplication, tmp_path: Path
) -> None:
    seen: list[str] = []

    def close(window: StartWindow) -> None:
        seen.append(window.title.text())
        window.buttons["Close"].click()

    once_shown(qapp, close)
    (tmp_path / "settings.toml").write_bytes(b"\xff")
    assert show_failure(qapp, ERROR, tmp_path) == 1
    assert seen == [ERROR.sentence]


def test_the_window_waits_for_the_other_and_goes_when_the_profile_is_free(
    qapp: QApplication, tmp_path: Path
) -> None:
    seen: list[bool] = []
    once_shown(qapp, lambda window: seen.append(window.bar.isVisible()))
    guard = Guard(free_after=20)
    assert wait_for_profile(qapp, guard, tmp_path)  # type: ignore[arg-type]
    assert seen == [True]
    assert windows(qapp) == []


def test_an_owner_that_answers_after_all_ends_the_wait(qapp: QApplication, tmp_path: Path) -> None:
    guard = Guard(shown_after=3)
    assert not wait_for_profile(qapp, guard, tmp_path)  # type: ignore[arg-type]
    assert guard.shown


def test_the_person_need_not_wait(qapp: QApplication, tmp_path: Path) -> None:
    once_shown(qapp, lambda window: window.buttons["Don’t wait"].click())
    assert not wait_for_profile(qapp, Guard(), tmp_path)  # type: ignore[arg-type]


def test_one_that_does_not_close_in_time_is_told_of(qapp: QApplication, tmp_path: Path) -> None:
    told: list[str] = []
    timer = QTimer(qapp, interval=5)

    def look() -> None:
        for window in windows(qapp):
            if window.text.text() == NOT_CLOSED:
                told.append(NOT_CLOSED)
                timer.stop()
                window.close()

    timer.timeout.connect(look)
    timer.start()
    guard = Guard()
    assert not wait_for_profile(qapp, guard, tmp_path, patience_ms=20)  # type: ignore[arg-type]
    assert told == [NOT_CLOSED]
