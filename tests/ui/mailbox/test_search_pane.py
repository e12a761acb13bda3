"""The search entry: suggestions one after another, and when something is said to be wrong."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.ui.mailbox.search_pane import SearchPane
from desktop_app.ui.mailbox.suggestion_list import SuggestionList
from tests.depths import one_in
from tests.ui.conftest import WindowDriver

KEY = Qt.Key


@pytest.fixture
def search(driver: WindowDriver) -> SearchPane:
    driver.bench.actions.trigger("search")
    return driver.window.search


def offers(popup: SuggestionList) -> list[str]:
    return [popup.list.item(row).text().split()[0] for row in range(popup.list.count())]


def typed(driver: WindowDriver, text: str) -> None:
    """Type, and let the pause pass."""
    search = driver.window.search
    driver.qtbot.keyClicks(search.entry, text)
    driver.until(lambda: not search._check_timer.isActive())


def key(search: SearchPane, name: KEY) -> None:
    QTest.keyClick(search.entry, name)


def test_the_values_of_an_operator_stay_offered_after_a_pause(
    driver: WindowDriver, search: SearchPane
) -> None:
    typed(driver, "is:")
    assert search.popup.list.isVisible()
    assert {"unread", "starred"} <= set(offers(search.popup))
    assert not search.popup.problem.isVisible()


def test_choosing_with_the_keys_completes_and_the_next_can_be_chosen(
    driver: WindowDriver, search: SearchPane
) -> None:
    typed(driver, "is:")
    key(search, KEY.Key_Down)
    key(search, KEY.Key_Return)
    assert search.entry.text() == "is:unread "
    driver.until(lambda: "has:attachment" in offers(search.popup))
    assert search.popup.isVisible()
    typed(driver, "in:")
    driver.until(lambda: "inbox" in offers(search.popup))
    key(search, KEY.Key_Down)
    key(search, KEY.Key_Return)
    assert search.entry.text() == "is:unread in:inbox "
    driver.until(lambda: len(driver.rows()) == 3)


def test_what_was_suggested_for_other_letters_is_not_put_in(
    driver: WindowDriver, search: SearchPane, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be put in at a place of the text as it was."""
    typed(driver, "is:un")
    driver.until(search.popup.isVisible)
    key(search, KEY.Key_Down)
    item = search.popup.list.currentItem()
    monkeypatch.setattr(driver.bench.calls, "ask", lambda *_, **__: None)  # no answer comes yet
    key(search, KEY.Key_Home)
    driver.qtbot.keyClicks(search.entry, "plan ")
    assert search.popup.isVisible()
    search.popup.list.itemClicked.emit(item)
    key(search, KEY.Key_Tab)
    assert search.entry.text() == "plan is:un"


def test_choosing_with_the_mouse_leaves_the_focus_in_the_entry(
    driver: WindowDriver, search: SearchPane
) -> None:
    typed(driver, "has:")
    box = search.popup.list.visualItemRect(search.popup.list.item(0))
    driver.qtbot.mouseClick(
        search.popup.list.viewport(), Qt.MouseButton.LeftButton, pos=box.center()
    )
    assert search.entry.text() == "has:attachment "
    assert search.entry.hasFocus()
    driver.until(search.popup.isVisible)


@one_in(3)
@pytest.mark.parametrize("text", ["from:", "is:un", 'say "hel', "(bud", "after:2026/0", "a OR"])
def test_what_is_half_typed_is_no_error(
    driver: WindowDriver, search: SearchPane, text: str
) -> None:
    typed(driver, text)
    assert not search.popup.problem.isVisible()
    assert search.entry.property("role") != "error"


def test_what_cannot_become_right_is_said_after_a_pause(
    driver: WindowDriver, search: SearchPane
) -> None:
    typed(driver, "is:zzz")
    assert search.popup.problem.isVisible()
    assert search.entry.property("role") == "error"


def test_a_half_typed_query_that_is_entered_is_said_to_be_wrong(
    driver: WindowDriver, search: SearchPane
) -> None:
    typed(driver, "from:")
    key(search, KEY.Key_Return)
    driver.until(search.popup.problem.isVisible)
    assert "needs a value" in search.popup.problem.text()


def test_one_press_puts_a_misspelled_operator_right(
    driver: WindowDriver, search: SearchPane
) -> None:
    typed(driver, "frm:dana")
    assert "from:" in search.popup.problem.text()
    item = search.popup.list.item(0)
    assert item.text() == "from:   use this instead"
    box = search.popup.list.visualItemRect(item)
    driver.qtbot.mouseClick(
        search.popup.list.viewport(), Qt.MouseButton.LeftButton, pos=box.center()
    )
    assert search.entry.text() == "from:dana"
    driver.until(lambda: len(driver.rows()) == 3)


def test_a_query_that_asks_for_nothing_yet_finds_nothing_yet(
    driver: WindowDriver, search: SearchPane
) -> None:
    typed(driver, "from:")
    driver.until(lambda: driver.conversations.query == "from:")
    assert driver.rows() == []
    told = driver.conversations.states.currentWidget()
    assert "Go on typing" in told.text.text()


def test_days_to_come_are_the_reason_that_is_told(driver: WindowDriver, search: SearchPane) -> None:
    typed(driver, "after:2099/01/01")
    driver.until(lambda: not driver.rows())
    told = driver.conversations.states.currentWidget()
    assert "still to come" in told.text.text()


def test_after_a_search_the_list_has_a_ring(driver: WindowDriver) -> None:
    """Also where it is read again after the focus has come."""
    driver.open_first()
    driver.bench.actions.trigger("search")
    entry = driver.window.search.entry
    driver.qtbot.keyClicks(entry, "report")
    driver.until(lambda: driver.rows() == ["Report"])
    driver.qtbot.keyClick(entry, Qt.Key.Key_Return)
    view = driver.conversations.view
    driver.until(view.hasFocus)
    driver.until(lambda: view.currentIndex().isValid())
    assert view.current().subject == "Report"


def test_what_hangs_below_the_entry_stays_in_a_window_that_gets_smaller(
    driver: WindowDriver, search: SearchPane
) -> None:
    driver.window.resize(1440, 900)
    typed(driver, "label:")
    driver.until(search.popup.isVisible)
    driver.window.resize(900, 600)
    ground = search.popup.parentWidget()
    assert ground is not None
    driver.until(lambda: ground.rect().contains(search.popup.geometry()))
