"""Settings: the wheel changes nothing; a change is said and taken back by one press."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QPlainTextEdit,
    QSpinBox,
    QTabBar,
    QToolButton,
    QWidget,
)

from desktop_app.settings_row import TOOLS, Setting
from desktop_app.settings_table import SETTINGS
from desktop_app.tools.calls.base import Group
from desktop_app.ui.settings.chip_list import ChipList
from desktop_app.ui.settings.dialog import SettingsDialog, pages
from desktop_app.ui.settings.policy_table import PolicyTable
from desktop_app.ui.settings.rows import show_value
from desktop_app.ui.settings.setting_search import matching
from desktop_app.ui.settings.ticks import Ticks
from desktop_app.ui.widgets.scrolling import ScrollColumn
from tests.ui.conftest import WindowDriver

READ = "policy.assistant_read"


@pytest.fixture
def shown(driver: WindowDriver) -> Iterator[SettingsDialog]:
    dialog = SettingsDialog(driver.bench, driver.window)
    dialog.resize(640, 400)
    dialog.show()
    driver.until(lambda: True)
    yield dialog
    dialog.close()
    dialog.deleteLater()


def turn(widget: QWidget, by: int) -> None:
    """One notch of the wheel over the middle of a widget that is seen."""
    window = widget.window()
    here = widget.mapTo(window, widget.rect().center())
    QTest.wheelEvent(window.windowHandle(), QPointF(here), QPoint(0, by))


def editor(shown: SettingsDialog, key: str) -> QComboBox:
    found = shown.findChild(QComboBox, key)
    assert found is not None
    return found


def to_page(shown: SettingsDialog, title: str) -> None:
    places = {shown.tabs.tabText(n): n for n in range(shown.tabs.count())}
    shown.tabs.setCurrentIndex(places[title])


def page(shown: SettingsDialog) -> ScrollColumn:
    scroll = shown.tabs.currentWidget()
    assert isinstance(scroll, ScrollColumn)
    return scroll


def choose(box: QComboBox, value: str) -> None:
    """As a person does: by the keyboard."""
    box.setFocus()
    for _ in range(box.count()):
        QTest.keyClick(box, Qt.Key.Key_Up)
    for _ in range(box.findData(value)):
        QTest.keyClick(box, Qt.Key.Key_Down)


def test_the_wheel_scrolls_and_changes_no_value_and_no_tab(
    driver: WindowDriver, shown: SettingsDialog
) -> None:
    settings = driver.house.settings
    before = {row.key: settings.value(row.key) for row in SETTINGS}
    seen = 0
    for place in range(shown.tabs.count()):
        shown.tabs.setCurrentIndex(place)
        driver.until(lambda: True)
        scroll = page(shown)
        for kind in (QComboBox, QAbstractSpinBox):
            for control in scroll.findChildren(kind):
                for focused in (False, True):
                    if focused:
                        control.setFocus()
                    for by in (120, -120):
                        scroll.ensureWidgetVisible(control)
                        turn(control, by)
                        seen += 1
    for bar in shown.findChildren(QTabBar):
        for by in (120, -120):
            place = bar.currentIndex()
            turn(bar, by)
            assert bar.currentIndex() == place
    assert seen > 40
    driver.until(lambda: True)
    assert {row.key: settings.value(row.key) for row in SETTINGS} == before
    to_page(shown, "Privacy")
    scroll = page(shown)
    driver.until(lambda: scroll.verticalScrollBar().maximum() > 0)
    scroll.ensureWidgetVisible(editor(shown, READ))
    place = scroll.verticalScrollBar().value()
    assert place > 0
    turn(editor(shown, READ), by=120)
    assert scroll.verticalScrollBar().value() < place


def test_a_changed_permission_is_said_and_one_press_puts_it_back(
    driver: WindowDriver, shown: SettingsDialog
) -> None:
    to_page(shown, "Privacy")
    box = editor(shown, READ)
    choose(box, "deny")
    driver.until(lambda: driver.house.settings.text(READ) == "deny")
    said = shown.line.text.text()
    assert said == "“The assistant: read mail” is Deny now. It was Allow."
    shown.line.undo.click()
    driver.until(lambda: driver.house.settings.text(READ) == "allow")
    assert box.currentData() == "allow"
    assert shown.line.text.text() == "“The assistant: read mail” is Allow again."
    assert not shown.line.undo.isVisible()


def test_several_steps_of_one_value_are_taken_back_together(
    driver: WindowDriver, shown: SettingsDialog
) -> None:
    spin = next(s for s in shown.findChildren(QAbstractSpinBox) if s.objectName())
    for _ in range(3):
        QTest.keyClick(spin, Qt.Key.Key_Up)
    driver.until(lambda: driver.house.settings.number("look.text_percent") == 103)
    driver.until(shown.line.undo.isVisible)
    shown.line.undo.click()
    driver.until(lambda: driver.house.settings.number("look.text_percent") == 100)
    assert spin.property("value") == 100


def test_an_entry_that_was_only_looked_at_is_not_said_to_be_changed(
    driver: WindowDriver, shown: SettingsDialog
) -> None:
    to_page(shown, "Writing")
    lines = shown.tabs.currentWidget().findChild(ChipList)
    assert lines is not None
    lines.entry.setFocus()
    shown.tabs.setFocus()
    driver.until(lambda: True)
    assert shown.line.text.text() == ""


def test_a_refused_value_is_not_shown_as_kept(driver: WindowDriver, shown: SettingsDialog) -> None:
    to_page(shown, "Privacy")
    box = editor(shown, READ)
    show_value(box, "deny")
    shown.change(READ, "perhaps")
    driver.until(lambda: not shown.problem.isHidden())
    assert box.currentData() == "allow"
    assert not shown.line.undo.isVisible()


def test_changed_keys_are_put_back(driver: WindowDriver, shown: SettingsDialog) -> None:
    shown.change("keys.rebound", ["archive=Ctrl+E"])
    driver.until(lambda: driver.bench.actions.keys()["archive"] == ("Ctrl+E",))
    driver.until(shown.line.undo.isVisible)
    shown.line.undo.click()
    driver.until(lambda: driver.bench.actions.keys()["archive"] == ("E",))


def test_a_list_of_entries_is_put_back(driver: WindowDriver, shown: SettingsDialog) -> None:
    to_page(shown, "Privacy")
    ticks = shown.findChild(Ticks, "tools.mcp_off")
    assert ticks is not None
    ticks.boxes["calendar"].click()
    driver.until(lambda: driver.house.settings.items("tools.mcp_off") == ("drive",))
    assert shown.line.text.text() == (
        "“Connected programs may use” is Mail, Drafts, Organising, Calendar now. "
        "It was Mail, Drafts, Organising."
    )
    shown.line.undo.click()
    driver.until(lambda: driver.house.settings.items("tools.mcp_off") == ("drive", "calendar"))
    assert not ticks.boxes["calendar"].isChecked()


def test_people_are_added_by_typing_and_removed_by_a_press(
    driver: WindowDriver, shown: SettingsDialog
) -> None:
    to_page(shown, "Writing")
    settings, key = driver.house.settings, "mail.trusted_recipients"
    chips = shown.findChild(ChipList, key)
    assert chips is not None
    chips.entry.setFocus()
    QTest.keyClicks(chips.entry, "dana@lee.example")
    QTest.keyClick(chips.entry, Qt.Key.Key_Return)
    driver.until(lambda: settings.items(key) == ("dana@lee.example",))
    assert shown.isVisible()
    QTest.keyClicks(chips.entry, "sam@reed.example")
    shown.tabs.tabBar().setFocus()
    driver.until(lambda: settings.items(key) == ("dana@lee.example", "sam@reed.example"))
    [gone, _] = chips.findChildren(QToolButton)
    assert gone.accessibleName() == "Remove dana@lee.example"
    gone.click()
    driver.until(lambda: settings.items(key) == ("sam@reed.example",))


def test_numbers_stand_with_their_unit_and_never_as_a_code(
    driver: WindowDriver, shown: SettingsDialog
) -> None:
    to_page(shown, "Reading")
    read = shown.findChild(QSpinBox, "mail.mark_read_seconds")
    assert read is not None
    assert read.text() == "1 second"
    read.setValue(2)
    assert read.text() == "2 seconds"
    read.setValue(-1)
    assert read.text() == "Never"
    for place in range(shown.tabs.count()):
        shown.tabs.setCurrentIndex(place)
    said = [label.text() for label in shown.findChildren(QLabel)]
    said += [box.itemText(n) for box in shown.findChildren(QComboBox) for n in range(box.count())]
    assert not [text for text in said if "-1" in text or "drive, calendar" in text]


def test_what_may_be_done_is_one_table_with_a_choice_in_each_cell(shown: SettingsDialog) -> None:
    to_page(shown, "Privacy")
    [table] = shown.findChildren(PolicyTable)
    cells = {box.objectName() for box in table.findChildren(QComboBox)}
    assert cells == {row.key for row in SETTINGS if row.key.startswith("policy.")}
    texts = [label.text() for label in table.findChildren(QLabel)]
    assert texts == [
        "The assistant",
        "A connected program",
        "Read mail",
        "Write drafts",
        "Organise mail",
    ]


def test_a_setting_is_found_by_its_name_and_enter_goes_to_it(
    driver: WindowDriver, shown: SettingsDialog
) -> None:
    search = shown.search
    search.entry.setFocus()
    QTest.keyClicks(search.entry, "undo send")
    bar = shown.tabs.tabBar()
    assert [shown.tabs.tabText(n) for n in range(bar.count()) if bar.isTabVisible(n)] == ["Writing"]
    assert shown.tabs.tabText(shown.tabs.currentIndex()) == "Writing"
    QTest.keyClick(search.entry, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is shown.findChild(QComboBox, "mail.undo_seconds")
    search.entry.setText("nothing has these words")
    assert search.note.accessibleName() == "No setting has these words."
    search.entry.clear()
    assert all(bar.isTabVisible(n) for n in range(bar.count()))


@pytest.mark.parametrize("words", ["start log in", "your mail program"])
def test_what_is_no_setting_of_the_table_is_found_on_its_page(
    driver: WindowDriver, shown: SettingsDialog, words: str
) -> None:
    shown.search.entry.setText(words)
    assert shown.tabs.tabText(shown.tabs.currentIndex()) == "This computer"
    assert shown.search.note.accessibleName().startswith("This computer: ")


@pytest.mark.parametrize("words", ["", "   ", "nothing has these words"])
def test_enter_in_a_search_that_has_found_nothing_leaves_the_focus_there(
    shown: SettingsDialog, words: str
) -> None:
    entry = shown.search.entry
    entry.setFocus()
    entry.setText(words)
    QTest.keyClick(entry, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is entry


@pytest.mark.parametrize("row", [row for row in SETTINGS if row.page], ids=lambda row: row.key)
def test_every_setting_is_found_by_its_name(row: Setting) -> None:
    assert row.key in [each.key for _, each in matching(pages(), row.label)]


def test_the_groups_of_tools_are_all_there_in_words() -> None:
    theirs = {group.value for group in Group} - {Group.REQUESTS.value, Group.WINDOW.value}
    assert {code for code, _ in TOOLS} == theirs


def test_standing_instructions_have_several_lines_and_examples(
    driver: WindowDriver, shown: SettingsDialog
) -> None:
    to_page(shown, "Assistant")
    entry = shown.findChild(QPlainTextEdit, "assistant.instructions")
    assert entry is not None
    row = next(each for each in SETTINGS if each.key == "assistant.instructions")
    assert 2 <= len(row.examples) <= 3
    assert all(example in entry.placeholderText() for example in row.examples)
    entry.setFocus()
    entry.setPlainText("Sign as Al.\nNever on Fridays.\n")
    shown.tabs.setFocus()
    settings = driver.house.settings
    driver.until(lambda: settings.text(row.key) == "Sign as Al.\nNever on Fridays.")
    assert "\n" not in shown.line.text.text()
    shown.line.undo.click()
    driver.until(lambda: settings.text(row.key) == "")
    assert entry.toPlainText() == ""


def test_standing_instructions_that_are_too_long_are_refused_with_the_limit(
    driver: WindowDriver, shown: SettingsDialog
) -> None:
    to_page(shown, "Assistant")
    entry = shown.findChild(QPlainTextEdit, "assistant.instructions")
    assert entry is not None
    entry.setFocus()
    entry.setPlainText("x" * 4_001)
    shown.tabs.setFocus()
    driver.until(lambda: "at most 4,000 characters" in shown.problem.text())
    assert entry.toPlainText() == "x" * 4_001
    assert driver.house.settings.text("assistant.instructions") == ""
