"""Closing, staying, coming back: what the person presses, and what the program asks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QApplication, QMessageBox, QSystemTrayIcon

from desktop_app.model.wish import Letter, Want, Wish
from desktop_app.ui.background.services import Ending, Upkeep
from desktop_app.ui.widgets.tokens import TRAY_MARK
from desktop_app.ui.window import presence as presence_module
from desktop_app.ui.window.closing import KEY, NO_TRAY
from desktop_app.ui.window.notices import HINTS
from desktop_app.ui.window.presence import Presence
from desktop_app.ui.window.single_window import SingleWindow
from desktop_app.ui.window.tray import GO_ON, SIDES, STOP, marked_icon
from tests.sure import there
from tests.ui.conftest import WindowDriver


@dataclass
class Guard:
    """Counts that the window left."""

    left: int = 0

    def leave(self) -> None:
        self.left += 1


@dataclass
class Stay:
    """A window with its presence. `work` is what is under way; nothing ends the test's process."""

    driver: WindowDriver
    presence: Presence
    work: list[str]
    asked: list[str]
    attended: list[bool] = field(default_factory=list)

    def question(self) -> QMessageBox | None:
        boxes = self.driver.window.findChildren(QMessageBox)
        return next((box for box in boxes if box.isVisible()), None)

    def press(self, words: str) -> None:
        box = there(self.question())
        next(button for button in box.buttons() if button.text() == words).click()

    def choose(self, choice: str) -> None:
        self.driver.house.settings.change(KEY, choice)


@pytest.fixture
def has_tray() -> bool:
    return True


@pytest.fixture
def stay(
    driver: WindowDriver, qapp: QApplication, monkeypatch: pytest.MonkeyPatch, has_tray: bool
) -> Iterator[Stay]:
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", staticmethod(lambda: has_tray))
    monkeypatch.setattr(QSystemTrayIcon, "show", lambda _: None)
    monkeypatch.setattr(presence_module, "AWHILE_MS", 30)
    driver.until(lambda: driver.window.warm)
    work: list[str] = []
    asked: list[str] = []

    def at_work() -> str:
        asked.append(work[0] if work else "")
        return asked[-1]

    attended: list[bool] = []
    upkeep = Upkeep(
        start=lambda: None,
        leaving=lambda: None,
        at_work=at_work,
        attended=attended.append,
    )
    guard = cast("SingleWindow", Guard())
    services = driver.bench.services
    presence = Presence(qapp, services, upkeep, guard, lambda: driver.window, driver.window)
    yield Stay(driver, presence, work, asked, attended)
    if presence.tray is not None:
        presence.tray.end()
    presence.deleteLater()


def gone(stay: Stay) -> bool:
    return bool(stay.driver.window._leaving)


def is_shown(stay: Stay) -> bool:
    return stay.driver.window.isVisible()


def test_the_first_close_asks_in_words_and_keeps_the_answer(stay: Stay) -> None:
    window = stay.driver.window
    stay.work.append("An answer is being prepared.")
    window.close()
    assert "Quit: nothing is fetched" in there(stay.question()).informativeText()
    assert is_shown(stay)
    stay.press("Keep running")
    assert not is_shown(stay)
    stay.driver.until(lambda: stay.driver.house.settings.text(KEY) == "keep running")
    assert stay.attended[-1:] == [False]
    assert not gone(stay)
    stay.presence.ask(Wish())
    assert is_shown(stay)
    assert stay.attended[-1:] == [True]
    window.close()
    assert stay.question() is None
    assert not is_shown(stay)


def test_the_process_moves_to_the_background_once_nothing_is_under_way(stay: Stay) -> None:
    stay.choose("keep running")
    stay.work.append("Mail is about to be sent.")
    stay.driver.window.close()
    stay.driver.qtbot.waitUntil(lambda: len(stay.asked) >= 2)
    assert not gone(stay)
    stay.work.clear()
    stay.driver.qtbot.waitUntil(lambda: gone(stay))
    assert stay.presence.ending is Ending.BACKGROUND


def test_a_wish_that_comes_meanwhile_keeps_the_window(stay: Stay) -> None:
    stay.choose("keep running")
    stay.driver.window.close()
    letter = Letter(to=("dana@lee.example",), subject="Meanwhile")
    stay.presence.ask(Wish(Want.COMPOSE, letter=letter))
    review = stay.driver.window.frame.review
    stay.driver.until(lambda: review.form.review is not None)
    assert there(review.form.review).draft.content.subject == "Meanwhile"
    assert stay.driver.window.isVisible()
    assert not stay.presence._move.isActive()
    assert stay.presence.ending is Ending.QUIT


@pytest.mark.parametrize("choice", ["ask", "keep running", "quit"])
def test_quit_always_quits(stay: Stay, choice: str) -> None:
    stay.choose(choice)
    stay.driver.bench.actions.action("quit").trigger()
    assert stay.question() is None
    assert gone(stay)
    assert stay.presence.ending is Ending.QUIT


def test_close_quits_where_the_person_chose_so_and_where_nothing_is_to_stay_for(
    stay: Stay,
) -> None:
    stay.driver.window.has_accounts = False
    stay.driver.window.close()
    assert stay.question() is None
    assert gone(stay)
    assert stay.presence.ending is Ending.QUIT


@pytest.mark.parametrize("has_tray", [False])
def test_without_a_tray_the_window_is_made_small_and_says_why_once(stay: Stay) -> None:
    stay.choose("keep running")
    told: list[Any] = []
    stay.driver.bench.navigation.toast_wanted.connect(lambda text, _: told.append(text))
    settings, window = stay.driver.house.settings, stay.driver.window
    window.close()
    assert window.isMinimized()
    assert "no tray" in told[0]
    stay.driver.until(lambda: NO_TRAY in settings.items(HINTS))
    stay.presence.ask(Wish())
    assert not window.isMinimized()
    window.close()
    assert len(told) == 1
    assert not gone(stay)


@pytest.mark.parametrize("has_tray", [False])
def test_the_question_says_it_before_where_there_is_no_tray(stay: Stay) -> None:
    stay.choose("ask")
    told: list[Any] = []
    stay.driver.bench.navigation.toast_wanted.connect(lambda text, _: told.append(text))
    window = stay.driver.window
    window.close()
    question = there(stay.question())
    assert "no tray" in question.informativeText()
    next(b for b in question.buttons() if b.text() == "Keep running").click()
    stay.driver.until(window.isMinimized)
    assert told == []
    assert not gone(stay)


@pytest.mark.parametrize(
    ("wish", "tab"), [(Wish(Want.PLACE, place="review"), "review"), (Wish(Want.REVIEW), "review")]
)
def test_a_wish_opens_a_place(stay: Stay, wish: Wish, tab: str) -> None:
    shown: list[str] = []
    stay.driver.bench.navigation.drafts_wanted.connect(shown.append)
    stay.presence.ask(wish)
    assert shown == [tab]
    stay.presence.ask(Wish(Want.PLACE, place="nowhere"))
    assert shown == [tab]


def test_the_tray_counts_and_offers_no_send(stay: Stay) -> None:
    tray = there(stay.presence.tray)
    words = [action.text() for action in tray.menu.actions() if action.text()]
    assert words[:2] == [f"{tray._counted[0]} unread", "0 to review"]  # type: ignore[index]
    notices = ["Pause notices", "Show notices again"]
    assert words[3:] == ["Open Draftdesk", "Compose", *notices, STOP, GO_ON, "Quit"]
    assert not any("send" in each.lower() for each in words)
    hour = tray.pause.actions()[0]
    hour.trigger()
    settings, now = stay.driver.house.settings, stay.driver.house.clock()
    stay.driver.until(lambda: settings.number("notices.paused_until") == int(now + 3_600))
    stay.driver.until(tray.resume.isVisible)
    tray.resume.trigger()
    stay.driver.until(lambda: settings.number("notices.paused_until") == 0)
    stay.driver.until(lambda: not tray.resume.isVisible())
    tray._pause(tray._tomorrow())
    stay.driver.until(lambda: 0 < settings.number("notices.paused_until") - now <= 25 * 3_600)


def test_another_program_on_the_disk_takes_over_once_nothing_is_under_way(
    driver: WindowDriver, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", staticmethod(lambda: True))
    monkeypatch.setattr(QSystemTrayIcon, "show", lambda _: None)
    ended: list[str] = []
    monkeypatch.setattr(QApplication, "quit", lambda *_: ended.append("quit"))
    work = ["Mail is about to be sent."]
    asked: list[str] = []

    def at_work() -> str:
        asked.append(work[0] if work else "")
        return asked[-1]

    upkeep = Upkeep(start=lambda: None, leaving=lambda: ended.append("leaving"), at_work=at_work)
    guard = cast("SingleWindow", Guard())
    presence = Presence(qapp, driver.bench.services, upkeep, guard, lambda: driver.window)
    presence.look_for_update()
    monkeypatch.setattr(presence_module, "on_the_disk", lambda: (1, 1))
    presence.look_for_update()
    driver.qtbot.waitUntil(lambda: len(asked) == 1)
    work.clear()
    presence.look_for_update()
    driver.qtbot.waitUntil(lambda: ended == ["leaving", "quit"])
    assert asked == ["Mail is about to be sent.", ""]
    assert presence.ending is Ending.BACKGROUND
    presence.carry(())
    assert presence.window is None
    presence.deleteLater()


def test_a_window_tells_once_that_the_program_was_replaced(
    stay: Stay, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, Any]] = []
    stay.driver.bench.navigation.line_shown.connect(lambda *given: told.append(given))
    again: list[bool] = []
    stay.driver.bench.navigation.restart_wanted.connect(lambda: again.append(True))
    looked: list[tuple[int, int]] = []

    def look(found: tuple[int, int]) -> None:
        def on_the_disk() -> tuple[int, int]:
            looked.append(found)
            return found

        monkeypatch.setattr(presence_module, "on_the_disk", on_the_disk)
        stay.presence.look_whether_replaced()
        stay.driver.until(lambda: found in looked)

    look(stay.presence._program)
    look((0, 0))  # in the middle of being replaced
    assert told == []
    look((1, 1))
    stay.driver.until(lambda: len(told) == 1)
    stay.presence.look_whether_replaced()
    [(words, (button, work))] = told
    assert "replaced" in words
    assert button == "Start again"
    stay.driver.bench.navigation.restart_wanted.disconnect(stay.driver.window._restart)
    work()
    assert again == [True]


def test_the_icon_has_a_mark_while_something_waits_for_review(qapp: QApplication) -> None:
    plain = QPixmap(64, 64)
    plain.fill(QColor("#2457c5"))
    icon = QIcon(plain)
    corner = (50, 8)
    assert marked_icon(icon, marked=False) is icon
    for side in SIDES:
        marked = marked_icon(icon, marked=True).pixmap(side, side).toImage()
        at = [part * side // 64 for part in corner]
        assert marked.pixelColor(*at).name() == TRAY_MARK.lower()
        assert marked.pixelColor(2, side - 2).name() == "#2457c5"
    assert not marked_icon(QIcon(), marked=True).isNull()
