"""Answer as you read: a selected line, a few words, one draft that grows."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor

from desktop_app.model.draft import Draft, DraftState
from desktop_app.ui.thread.answer_bar import NOTHING_SELECTED
from tests.fakes.house import TestHouse, mail
from tests.ui.conftest import WindowDriver

FIRST, SECOND = "Is 1 February all right?", "Do you want both parking spaces?"


@pytest.fixture
def driver(house: TestHouse, open_window: Callable[..., WindowDriver]) -> WindowDriver:
    house.add(mail("Lease", f"The draft is ready. {FIRST} The rent stays. {SECOND}"))
    house.add(
        mail("Lunch", "Soup or salad?", message_id="l@x", date="Mon, 10 Aug 2026 10:00:00 +0000")
    )
    driver = open_window()
    driver.until(lambda: driver.rows() == ["Lease", "Lunch"])
    driver.open_first()
    return driver


def select(driver: WindowDriver, words: str) -> None:
    [reader] = [r for card in driver.thread.column.cards() for r in card.readers]
    reader.setTextCursor(reader.document().find(words, QTextCursor(reader.document())))


def answer(driver: WindowDriver, line: str, words: str) -> None:
    select(driver, line)
    driver.bench.actions.trigger("answer_line")
    bar = driver.thread.answer_bar
    assert bar.isVisible()
    driver.qtbot.keyClicks(bar.entry, words)
    driver.qtbot.keyClick(bar.entry, Qt.Key.Key_Return)
    driver.until(lambda: bar.entry.text() == "" and bar.add.isEnabled())


def drafts(driver: WindowDriver) -> list[Draft]:
    return driver.house.store.drafts.in_state(list(DraftState))


def test_each_answered_line_is_added_to_one_draft(driver: WindowDriver) -> None:
    answer(driver, FIRST, "Yes, that suits us.")
    answer(driver, SECOND, "One is enough.")
    [draft] = drafts(driver)
    pairs = f"> {FIRST}\nYes, that suits us.\n\n> {SECOND}\nOne is enough."
    assert draft.content.body == pairs
    assert draft.state is DraftState.EDITED
    assert driver.thread.answer_bar.draft.toPlainText() == pairs
    assert [a.email for a in draft.content.to] == ["dana@lee.example"]
    assert driver.house.store.outbox.waiting() == []


def test_without_a_selection_it_says_what_to_do(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(driver.bench.navigation, "toast", told.append)
    driver.bench.actions.trigger("answer_line")
    assert told == [NOTHING_SELECTED]
    assert not driver.thread.answer_bar.isVisible()


def test_escape_closes_it_and_the_draft_stays(driver: WindowDriver) -> None:
    answer(driver, FIRST, "Yes.")
    bar = driver.thread.answer_bar
    bar.close_bar()
    assert not bar.isVisible()
    assert len(drafts(driver)) == 1


def test_an_empty_answer_makes_no_draft(driver: WindowDriver) -> None:
    select(driver, FIRST)
    driver.bench.actions.trigger("answer_line")
    driver.qtbot.keyClick(driver.thread.answer_bar.entry, Qt.Key.Key_Return)
    driver.until(lambda: True)
    assert drafts(driver) == []


def test_another_conversation_takes_the_bar_away(driver: WindowDriver) -> None:
    answer(driver, FIRST, "Yes.")
    driver.conversations.view.go_to(1)
    driver.until(
        lambda: driver.thread.shown is not None and driver.thread.shown.thread.subject == "Lunch"
    )
    assert not driver.thread.answer_bar.isVisible()


def test_the_draft_is_reviewed_from_the_bar(driver: WindowDriver) -> None:
    answer(driver, FIRST, "Yes.")
    driver.thread.answer_bar.review.click()
    [draft] = drafts(driver)
    driver.until(lambda: driver.bench.selection.draft == draft.id)


def test_a_double_enter_adds_one_answer_and_what_is_typed_next_stays(driver: WindowDriver) -> None:
    select(driver, FIRST)
    driver.bench.actions.trigger("answer_line")
    bar = driver.thread.answer_bar
    driver.qtbot.keyClicks(bar.entry, "Yes.")
    driver.qtbot.keyClick(bar.entry, Qt.Key.Key_Return)
    driver.qtbot.keyClick(bar.entry, Qt.Key.Key_Return)
    driver.qtbot.keyClicks(bar.entry, "And")
    driver.until(bar.add.isEnabled)
    assert bar.entry.text() == "And"
    [draft] = drafts(driver)
    assert draft.content.body.count("Yes.") == 1


def test_words_that_were_not_added_come_back_with_their_mail(driver: WindowDriver) -> None:
    select(driver, FIRST)
    driver.bench.actions.trigger("answer_line")
    bar = driver.thread.answer_bar
    driver.qtbot.keyClicks(bar.entry, "Not yet added")
    driver.conversations.view.go_to(1)
    driver.until(lambda: not bar.isVisible())
    driver.conversations.view.go_to(0)
    driver.until(
        lambda: driver.thread.shown is not None and driver.thread.shown.thread.subject == "Lease"
    )
    select(driver, FIRST)
    driver.bench.actions.trigger("answer_line")
    assert bar.entry.text() == "Not yet added"
