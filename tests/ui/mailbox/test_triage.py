"""Needs reply, Waiting for others, News in the window: places, reasons, corrections, reminder."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from desktop_app.model.triage import Kind
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import triage
from desktop_app.ui.mailbox.sidebar_list import SidebarEntry
from desktop_app.ui.widgets.strips import Strip
from tests.fakes.house import TestHouse, mail
from tests.sure import there
from tests.ui.conftest import WindowDriver

OpenWindow = Callable[..., WindowDriver]
YESTERDAY, EARLIER = "Sat, 19 Sep 2026 10:00:00 +0000", "Thu, 10 Sep 2026 10:00:00 +0000"


def opened(house: TestHouse, open_window: OpenWindow, place: str, count: int) -> WindowDriver:
    house.add(mail(date=YESTERDAY))
    own = mail(
        "Doors",
        "Which colour do you want?",
        message_id="mine@x",
        date=EARLIER,
        from_="Alex Morgan <alex@fernhill.example>",
        to="Dana Lee <dana@lee.example>",
    )
    house.add(own, frozenset({"SENT"}))
    house.runner().call(triage.SORT_MAIL, NoParams()).unwrap()
    driver = open_window()
    driver.bench.actions.trigger(place)
    driver.until(lambda: driver.conversations.query.startswith("is:"))
    driver.until(lambda: len(driver.rows()) == count)
    return driver


def entry(driver: WindowDriver, title: str) -> SidebarEntry:
    entries: list[SidebarEntry] = driver.window.frame.sidebar.list.entries()
    return next(each for each in entries if each.title == title)


def strips(driver: WindowDriver) -> list[str]:
    return [strip.label.text() for strip in driver.thread.findChildren(Strip)]


def press(driver: WindowDriver, name: str) -> None:
    [button] = [b for b in driver.thread.findChildren(QPushButton) if b.text() == name]
    button.click()


def test_the_sidebar_has_the_places_with_their_counts(
    house: TestHouse, open_window: OpenWindow
) -> None:
    driver = opened(house, open_window, "go_needs_reply", 1)
    assert entry(driver, "Needs reply").sentence == "Needs reply, 1 to answer"
    assert entry(driver, "Waiting for others").count == 1
    assert entry(driver, "News").count == 0


def test_a_row_tells_its_reason_to_a_screen_reader(
    house: TestHouse, open_window: OpenWindow
) -> None:
    driver = opened(house, open_window, "go_needs_reply", 1)
    index = driver.conversations.model.index(0, 0)
    said = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.endswith("Needs reply: Asks you a question.")


def test_what_waits_names_whom_it_waits_for(house: TestHouse, open_window: OpenWindow) -> None:
    driver = opened(house, open_window, "go_waiting", 1)
    assert driver.conversations.model.rows[0].who == "To Dana Lee"


def test_a_press_says_that_it_needs_no_reply_and_z_takes_it_back(
    house: TestHouse, open_window: OpenWindow
) -> None:
    driver = opened(house, open_window, "go_needs_reply", 1)
    driver.open_first()
    assert strips(driver) == ["Asks you a question."]
    press(driver, "Needs no reply")
    driver.until(lambda: driver.rows() == [])
    driver.bench.actions.trigger("undo")
    driver.until(lambda: driver.rows() == ["Budget"])
    there(driver.window.late).organiser.stack.redo()
    driver.until(lambda: driver.rows() == [])


def test_the_undo_of_a_correction_undoes_it_and_nothing_done_after_it(
    house: TestHouse, open_window: OpenWindow
) -> None:
    driver = opened(house, open_window, "go_needs_reply", 1)
    told: list[tuple[str, Any]] = []
    driver.bench.navigation.toast_wanted.connect(lambda text, undo: told.append((text, undo)))
    driver.open_first()
    thread = there(driver.bench.selection.opened).thread.id
    press(driver, "Needs no reply")
    driver.until(lambda: len(told) == 1)
    words, undo = told[0]
    assert words == "This conversation needs no reply."
    driver.bench.navigation.organise("star", (thread,))
    driver.until(lambda: len(told) == 2)
    undo.work()
    driver.until(lambda: len(told) == 3)
    assert told[2][0] == "Undone: This conversation needs no reply."
    assert there(house.store.triage.of_thread(thread)).kind is Kind.NEEDS_REPLY
    assert any("STARRED" in m.labels for m in house.store.threads.get(thread).messages)


def test_the_undo_of_a_later_action_leaves_a_correction(
    house: TestHouse, open_window: OpenWindow
) -> None:
    driver = opened(house, open_window, "go_needs_reply", 1)
    told: list[str] = []
    driver.bench.navigation.toast_wanted.connect(lambda text, _: told.append(text))
    driver.open_first()
    thread = there(driver.bench.selection.opened).thread.id
    press(driver, "Needs no reply")
    driver.until(lambda: len(told) == 1)
    driver.bench.navigation.organise("star", (thread,))
    driver.until(lambda: len(told) == 2)
    driver.bench.actions.trigger("undo")
    driver.until(lambda: len(told) == 3)
    assert not any("STARRED" in m.labels for m in house.store.threads.get(thread).messages)
    assert house.store.triage.of_thread(thread) is None


def test_one_press_drafts_a_reminder_that_is_reviewed(
    house: TestHouse, open_window: OpenWindow
) -> None:
    driver = opened(house, open_window, "go_waiting", 1)
    driver.open_first()
    assert len(strips(driver)) == 1
    assert strips(driver)[0].startswith("You wrote last, on")
    press(driver, "Draft a reminder")
    driver.until(lambda: driver.bench.selection.draft != "")
    draft = house.store.drafts.get(driver.bench.selection.draft)
    assert draft.content.body.startswith("Hello Dana,")
    assert house.store.outbox.count_open() == 0


def test_where_no_answer_can_be_prepared_the_press_says_so(
    house: TestHouse, open_window: OpenWindow
) -> None:
    driver = opened(house, open_window, "go_needs_reply", 1)
    told: list[str] = []
    driver.bench.navigation.toast_wanted.connect(lambda text, _: told.append(text))
    driver.bench.actions.trigger("prepare_answers")
    driver.until(lambda: bool(told))
    assert told == ["Answers are prepared while the window is open."]


def test_a_reminder_is_offered_only_where_somebody_is_waited_for(
    house: TestHouse, open_window: OpenWindow
) -> None:
    driver = opened(house, open_window, "go_needs_reply", 1)
    driver.open_first()
    assert not driver.bench.actions.action("nudge").isEnabled()
    assert driver.bench.actions.action("this_is_news").isEnabled()
