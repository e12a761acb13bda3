"""The list by keys: choosing several, opening one, and where the ring is after a row has gone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_app.ui.mailbox.conversation_view import ConversationView
from tests.ui.conftest import WindowDriver

KEY = Qt.Key


@pytest.fixture
def view(driver: WindowDriver) -> ConversationView:
    found: ConversationView = driver.conversations.view
    found.setFocus()
    return found


def press(*keys: KEY) -> None:
    for key in keys:
        QTest.keyClick(QApplication.focusWidget(), key)


def chosen(driver: WindowDriver) -> list[int]:
    return [row.thread_id for row in driver.bench.selection.rows]


def test_x_j_x_j_selects_two_and_the_ring_goes_on(
    driver: WindowDriver, view: ConversationView
) -> None:
    press(KEY.Key_X, KEY.Key_J, KEY.Key_X, KEY.Key_J)
    ids = [row.id for row in driver.conversations.model.rows]
    assert chosen(driver) == ids[:2]
    assert driver.bench.selection.targets == tuple(ids[:2])
    assert view.current().id == ids[2]
    assert driver.conversations.note.text() == "2 selected"
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
    assert view.current().subject == "Report"
    press(key)
    driver.until(lambda: driver.rows() == ["Lunch", "Budget"])
    assert QApplication.focusWidget() is view
    assert view.current().subject == "Budget"
    assert [row.subject for row in view.selected()] == ["Budget"]
    driver.until(lambda: driver.thread.title.text() == "Budget")
    press(key)
    driver.until(lambda: driver.rows() == ["Lunch"])
    assert view.current().subject == "Lunch"


def test_after_several_have_gone_the_ring_is_on_the_one_below(
    driver: WindowDriver, view: ConversationView
) -> None:
    press(KEY.Key_X, KEY.Key_J, KEY.Key_X, KEY.Key_NumberSign)
    driver.until(lambda: driver.rows() == ["Budget"])
    assert QApplication.focusWidget() is view
    assert view.current().subject == "Budget"


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
