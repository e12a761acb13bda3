"""The list by keys: choosing several, opening one, and where the ring is after a row has gone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.ui.mailbox.all_matches import AllMatchesLine
from desktop_app.ui.mailbox.conversation_view import ConversationView
from desktop_app.ui.mailbox.pane import FIRST_PAGE
from tests.fakes.house import TestHouse, mail
from tests.sure import there
from tests.ui.conftest import WindowDriver

KEY = Qt.Key


@pytest.fixture
def view(driver: WindowDriver) -> ConversationView:
    found: ConversationView = driver.conversations.view
    found.setFocus()
    return found


def press(*keys: KEY) -> None:
    for key in keys:
        QTest.keyClick(there(QApplication.focusWidget()), key)


def has_room(part: QWidget) -> bool:
    return part.width() >= part.sizeHint().width()


def chosen(driver: WindowDriver) -> list[int]:
    return [row.thread_id for row in driver.bench.selection.rows]


def test_x_j_x_j_selects_two_and_the_ring_goes_on(
    driver: WindowDriver, view: ConversationView
) -> None:
    press(KEY.Key_X, KEY.Key_J, KEY.Key_X, KEY.Key_J)
    ids = [row.id for row in driver.conversations.model.rows]
    assert chosen(driver) == ids[:2]
    assert driver.bench.selection.targets == tuple(ids[:2])
    assert there(view.current()).id == ids[2]
    assert driver.conversations.head.note.text() == "2 selected"
    press(KEY.Key_E)
    driver.until(lambda: driver.rows() == ["Budget"])


def test_enter_opens_the_row_and_selects_it(driver: WindowDriver, view: ConversationView) -> None:
    press(KEY.Key_X, KEY.Key_J, KEY.Key_Return)
    second = driver.conversations.model.rows[1].id
    assert chosen(driver) == [second]
    assert driver.bench.selection.conversation == second
    driver.until(lambda: driver.thread.title.text() == "Report")


@pytest.mark.parametrize("key", [KEY.Key_E, KEY.Key_NumberSign])
def test_after_a_row_has_gone_focus_and_ring_are_on_the_next(
    driver: WindowDriver, view: ConversationView, key: KEY
) -> None:
    press(KEY.Key_J, KEY.Key_J)
    assert there(view.current()).subject == "Report"
    press(key)
    driver.until(lambda: driver.rows() == ["Lunch", "Budget"])
    assert QApplication.focusWidget() is view
    assert there(view.current()).subject == "Budget"
    assert [row.subject for row in view.selected()] == ["Budget"]
    driver.until(lambda: driver.thread.title.text() == "Budget")
    press(key)
    driver.until(lambda: driver.rows() == ["Lunch"])
    assert there(view.current()).subject == "Lunch"


def test_after_several_have_gone_the_ring_is_on_the_one_below(
    driver: WindowDriver, view: ConversationView
) -> None:
    press(KEY.Key_X, KEY.Key_J, KEY.Key_X, KEY.Key_NumberSign)
    driver.until(lambda: driver.rows() == ["Budget"])
    assert QApplication.focusWidget() is view
    assert there(view.current()).subject == "Budget"


@pytest.mark.parametrize("query", ["is:nonsense ", "nothing-has-this"])
def test_a_list_that_is_none_leaves_nothing_selected(
    driver: WindowDriver, view: ConversationView, query: str
) -> None:
    """Else keys would act on a conversation that no list shows."""
    press(KEY.Key_Return)
    assert driver.bench.selection.targets
    driver.conversations.open(query)
    driver.until(lambda: not driver.bench.selection.rows)
    assert not driver.bench.selection.targets
    assert driver.conversations.model.rowCount() == 0


def test_home_and_end_go_to_the_first_and_the_last_row(
    driver: WindowDriver, view: ConversationView
) -> None:
    press(KEY.Key_J, KEY.Key_End)
    assert there(view.current()).subject == "Budget"
    assert driver.bench.selection.conversation == there(view.current()).id
    press(KEY.Key_Home)
    assert there(view.current()).subject == "Lunch"
    assert driver.bench.selection.conversation == there(view.current()).id


def test_while_rows_are_chosen_home_and_end_move_the_ring_alone(
    driver: WindowDriver, view: ConversationView
) -> None:
    press(KEY.Key_X, KEY.Key_End)
    ids = [row.id for row in driver.conversations.model.rows]
    assert there(view.current()).id == ids[-1]
    assert chosen(driver) == ids[:1]


def test_delete_moves_to_the_trash_and_from_there_asks_before_it_is_for_good(
    driver: WindowDriver, view: ConversationView
) -> None:
    press(KEY.Key_J, KEY.Key_Delete)
    driver.until(lambda: driver.rows() == ["Report", "Budget"])
    assert driver.window.toasts.toast.text.text() == "1 conversation moved to Trash."
    driver.bench.navigation.show_search("in:trash")
    driver.until(lambda: driver.rows() == ["Lunch"] and driver.bench.selection.place == "in:trash")
    view.go_to(0)
    view.setFocus()
    press(KEY.Key_Delete)
    driver.qtbot.waitUntil(lambda: QApplication.activeModalWidget() is not None)
    box = there(QApplication.activeModalWidget())
    assert box.text() == "Delete “Lunch” for good?"  # type: ignore[attr-defined]
    box.close()
    assert driver.rows() == ["Lunch"]


def test_escape_selects_none_where_several_are_selected(
    driver: WindowDriver, view: ConversationView
) -> None:
    press(KEY.Key_Asterisk, KEY.Key_A)
    assert len(chosen(driver)) == 3
    press(KEY.Key_Escape)
    assert chosen(driver) == []


@pytest.fixture
def many(house: TestHouse, open_window: Callable[..., WindowDriver]) -> WindowDriver:
    """More conversations than are loaded at first."""
    for number in range(FIRST_PAGE + 13):
        house.add(mail(f"Note {number}", message_id=f"n{number}@lee.example"))
    driver = open_window()
    driver.until(lambda: len(driver.rows()) == FIRST_PAGE)
    driver.conversations.view.setFocus()
    return driver


def all_line(driver: WindowDriver) -> AllMatchesLine:
    line: AllMatchesLine = driver.conversations.all
    return line


def test_all_that_match_can_be_selected_not_the_loaded_ones_alone(many: WindowDriver) -> None:
    assert all_line(many).isHidden()
    press(KEY.Key_Asterisk, KEY.Key_A)
    line = all_line(many)
    many.until(lambda: line.button.text() == f"Select all {FIRST_PAGE + 13} that match")
    assert line.told.text() == f"All {FIRST_PAGE} loaded are selected."
    assert len(many.bench.selection.targets) == FIRST_PAGE
    line.button.click()
    assert len(set(many.bench.selection.targets)) == FIRST_PAGE + 13
    assert line.told.text() == f"All {FIRST_PAGE + 13} that match are selected."
    assert many.conversations.head.note.text() == f"{FIRST_PAGE + 13} selected"
    many.bench.actions.trigger("archive")
    many.until(lambda: many.rows() == [])
    said = many.window.toasts.toast.text.text()
    assert said == f"{FIRST_PAGE + 13} conversations archived."
    assert line.isHidden()
    many.bench.actions.trigger("undo")
    many.until(lambda: len(many.rows()) == FIRST_PAGE)


@pytest.mark.parametrize(("width", "percent"), [(1100, 100), (900, 100), (900, 150)])
def test_the_offer_of_all_is_read_whole_in_a_narrow_list(
    many: WindowDriver, width: int, percent: int
) -> None:
    many.window.resize(width, 700)
    many.house.settings.change("look.text_percent", percent)
    many.bench.theme.follow("look.text_percent")
    press(KEY.Key_Asterisk, KEY.Key_A)
    line = all_line(many)
    many.until(lambda: not line.button.isHidden())
    for part in (line.told, line.button):
        many.until(partial(has_room, part))
        assert line.rect().contains(part.geometry()), part.text()


def test_one_row_left_out_selects_no_more_than_is_seen(many: WindowDriver) -> None:
    press(KEY.Key_Asterisk, KEY.Key_A)
    line = all_line(many)
    many.until(lambda: not line.button.isHidden())
    line.button.click()
    press(KEY.Key_X)
    assert len(many.bench.selection.targets) == FIRST_PAGE - 1
    assert line.isHidden()


def test_where_all_are_loaded_nothing_more_is_offered(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("select_all")
    driver.until(lambda: True)
    assert all_line(driver).isHidden()
