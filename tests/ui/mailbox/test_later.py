"""Snooze, Later, reminders and mute in the window: keys, rows, strips, undo."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from desktop_app.search.parser import parse
from desktop_app.ui.mailbox.sidebar_list import SidebarEntry
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.widgets.time_chooser import TimeChooser
from tests.fakes.house import TestHouse, mail
from tests.ui.conftest import WindowDriver

OpenWindow = Callable[..., WindowDriver]
YESTERDAY = "Sat, 19 Sep 2026 10:00:00 +0000"
EARLIER = "Thu, 10 Sep 2026 10:00:00 +0000"
DAY = 86_400


def opened(house: TestHouse, open_window: OpenWindow) -> WindowDriver:
    house.add(mail(date=YESTERDAY))
    house.add(mail("Doors", message_id="two@lee.example", date=EARLIER))
    own = {"from_": "Alex Morgan <alex@fernhill.example>", "to": "Dana Lee <dana@lee.example>"}
    house.add(mail("Mine", message_id="mine@x", date=EARLIER, **own), frozenset({"SENT"}))
    driver = open_window()
    driver.until(lambda: len(driver.rows()) == 2)
    driver.open_first()
    return driver


def entry(driver: WindowDriver, title: str) -> SidebarEntry:
    entries: list[SidebarEntry] = driver.window.frame.sidebar.list.entries()
    return next(each for each in entries if each.title == title)


def strips(driver: WindowDriver) -> list[str]:
    return [strip.label.text() for strip in driver.thread.findChildren(Strip)]


def press(driver: WindowDriver, name: str) -> None:
    [button] = [b for b in driver.thread.findChildren(QPushButton) if b.text() == name]
    button.click()


def sheet(driver: WindowDriver) -> TimeChooser:
    driver.until(lambda: any(s.isVisible() for s in driver.window.findChildren(TimeChooser)))
    return next(s for s in driver.window.findChildren(TimeChooser) if s.isVisible())


def key(driver: WindowDriver, *keys: Qt.Key) -> None:
    for one in keys:
        QTest.keyClick(driver.conversations.view, one)


def test_b_snoozes_what_is_selected_and_z_takes_it_back(
    house: TestHouse, open_window: OpenWindow
) -> None:
    driver = opened(house, open_window)
    driver.bench.navigation.focus("list")
    key(driver, Qt.Key.Key_B)
    chooser = sheet(driver)
    assert chooser.windowTitle() == "Snooze “Budget”"
    assert chooser.buttons[-1].text() == "When Dana answers"
    next(b for b in chooser.buttons if b.text().startswith("Tomorrow")).click()
    driver.until(lambda: driver.rows() == ["Doors"])
    driver.until(lambda: entry(driver, "Later").count == 1)
    assert entry(driver, "Later").sentence == "Later, 1 to come back"
    driver.bench.actions.trigger("undo")
    driver.until(lambda: driver.rows() == ["Budget", "Doors"])
    driver.bench.actions.trigger("redo")
    driver.until(lambda: driver.rows() == ["Doors"])


def test_later_lists_what_comes_back_and_ends_it_from_there(
    house: TestHouse, open_window: OpenWindow
) -> None:
    driver = opened(house, open_window)
    driver.bench.actions.trigger("snooze")
    sheet(driver).buttons[-1].click()
    driver.until(lambda: driver.rows() == ["Doors"])
    driver.bench.navigation.focus("list")
    key(driver, Qt.Key.Key_G, Qt.Key.Key_L)
    driver.until(lambda: driver.rows() == ["Budget"])
    [row] = driver.conversations.model.rows
    assert row.when == "Until an answer"
    driver.open_first()
    driver.until(lambda: "Comes back when somebody answers." in strips(driver))
    press(driver, "Change…")
    names = [button.text() for button in sheet(driver).findChildren(QPushButton)]
    assert "Back to Inbox now" in names
    sheet(driver).reject()
    driver.until(lambda: not any(s.isVisible() for s in driver.window.findChildren(TimeChooser)))
    press(driver, "Back to Inbox now")
    driver.until(lambda: driver.rows() == [])
    driver.bench.actions.trigger("go_inbox")
    driver.until(lambda: len(driver.rows()) == 2)


def test_what_came_back_stands_on_top_and_says_since_when(
    house: TestHouse, open_window: OpenWindow
) -> None:
    driver = opened(house, open_window)
    [_, doors] = driver.conversations.model.rows
    house.store.later.snooze([doors.id], house.clock() - DAY)
    house.store.later.bring_back(house.clock())
    driver.until(lambda: driver.rows() == ["Doors", "Budget"])
    row = driver.conversations.model.rows[0]
    assert row.when.startswith("Back since ")
    assert row.unread
    assert "Back since" in row.sentence
    driver.open_first()
    driver.until(lambda: any(words.startswith("Back since ") for words in strips(driver)))


def test_m_mutes_and_follows_again(house: TestHouse, open_window: OpenWindow) -> None:
    driver = opened(house, open_window)
    driver.bench.navigation.focus("list")
    key(driver, Qt.Key.Key_M)
    driver.until(lambda: driver.rows() == ["Doors"])
    driver.bench.navigation.show_search("is:muted")
    driver.until(lambda: driver.rows() == ["Budget"])
    assert driver.conversations.model.rows[0].tags == ("Muted",)
    driver.open_first()
    driver.until(lambda: driver.bench.actions.text("mute") == "Follow again")
    press(driver, "Follow again")
    driver.until(lambda: driver.rows() == [])


def test_a_reminder_of_a_sent_mail_is_told_and_taken_away(
    house: TestHouse, open_window: OpenWindow
) -> None:
    driver = opened(house, open_window)
    assert not driver.bench.actions.enabled("remind")
    driver.bench.navigation.show_search("in:sent")
    driver.until(lambda: driver.rows() == ["Mine"])
    driver.open_first()
    driver.until(lambda: driver.bench.actions.enabled("remind"))
    driver.bench.actions.trigger("remind")
    [button] = [b for b in sheet(driver).buttons if b.text().startswith("In 3 days")]
    button.click()
    driver.until(lambda: driver.conversations.model.rows[0].when.startswith("Reminder "))
    driver.until(lambda: any("nobody has answered you" in words for words in strips(driver)))
    assert house.store.finder.count(parse("is:later")) == 1
    press(driver, "Take the reminder away")
    driver.until(lambda: not driver.conversations.model.rows[0].when.startswith("Reminder "))
    assert house.store.later.next_moment() is None


def test_nothing_of_it_is_offered_in_the_trash(house: TestHouse, open_window: OpenWindow) -> None:
    house.add(mail("Gone", message_id="gone@x"), frozenset({"TRASH"}))
    driver = opened(house, open_window)
    driver.bench.navigation.show_search("in:trash")
    driver.until(lambda: driver.rows() == ["Gone"])
    driver.open_first()
    for name in ("snooze", "mute", "remind", "end_snooze", "no_reminder"):
        assert not driver.bench.actions.enabled(name)


def test_later_is_listed_by_when_things_come_back(
    house: TestHouse, open_window: OpenWindow
) -> None:
    """Whatever the dates of the mails; what waits for an answer alone stands last."""
    days = {"Budget": 5, "Doors": 1, "Plan": 0, "Trees": 3}
    for number, subject in enumerate(days):
        date = f"Thu, {10 + number} Sep 2026 10:00:00 +0000"
        added = house.add(mail(subject, message_id=f"{subject}@lee.example", date=date))
        until = house.now + days[subject] * DAY if days[subject] else 0.0
        house.store.later.snooze([added.thread_id], until)
    driver = open_window()
    driver.bench.navigation.show_search("is:later")
    driver.until(lambda: driver.rows() == ["Doors", "Trees", "Budget", "Plan"])
