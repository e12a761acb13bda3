"""One selection: what is ringed, what is shown and what an action changes are one thing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton

from desktop_app.model.changes import Changes
from desktop_app.ui.bench.action_table import Need
from desktop_app.ui.bench.selection import Chosen, Selection
from tests.fakes.house import TestHouse
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_reply, propose
from tests.ui.held_runner import HeldRunner

ONE, TWO = Chosen(1, 11, "a", False), Chosen(2, 22, "b", True)
Key = Qt.Key


@pytest.fixture
def selection() -> Selection:
    one = Selection()
    one.show("in:inbox")
    return one


def test_one_selected_row_is_what_is_shown_acted_on_and_answered(selection: Selection) -> None:
    selection.select((ONE,))
    assert (selection.conversation, selection.message_id) == (1, 11)
    assert selection.targets == (1,)
    assert selection.answered == 11
    assert selection.target_account == "a"


def test_several_rows_are_acted_on_and_none_of_them_is_shown_or_answered(
    selection: Selection,
) -> None:
    selection.select((ONE, TWO))
    assert (selection.conversation, selection.answered) == (0, 0)
    assert selection.targets == (1, 2)


def test_one_row_that_is_being_chosen_is_counted_not_shown(selection: Selection) -> None:
    selection.select((ONE,), choosing=True)
    assert selection.conversation == 0
    assert selection.targets == (1,)


def test_another_place_takes_the_conversation_along(selection: Selection) -> None:
    selection.select((ONE,))
    selection.show("in:sent")
    assert (selection.conversation, selection.targets, selection.answered) == (0, (), 0)


def test_a_place_that_has_the_conversation_keeps_it(selection: Selection) -> None:
    selection.select((ONE,))
    selection.show("budget", (ONE,))
    assert selection.conversation == 1


def test_a_conversation_from_elsewhere_is_shown_and_acted_on_without_a_row(
    selection: Selection,
) -> None:
    selection.select((ONE,))
    selection.open(7, 70)
    assert (selection.rows, selection.conversation, selection.targets) == ((), 7, (7,))
    selection.select(())  # the list, read again, still has none of its rows selected
    assert selection.conversation == 7


def test_what_is_behind_a_draft_is_not_acted_on(selection: Selection) -> None:
    selection.open(7)
    selection.open_draft("d")
    assert (selection.targets, selection.answered) == ((), 0)
    selection.close_draft()
    assert selection.targets == (7,)


def test_beside_a_draft_no_conversation_is_acted_on(selection: Selection) -> None:
    selection.select((ONE,))
    selection.open_draft("d")
    selection.answer(1, 11)
    assert (selection.targets, selection.lying) == ((), ())
    selection.close_draft()
    assert selection.targets == (1,)


def test_several_that_are_chosen_come_in_front_of_a_draft(selection: Selection) -> None:
    selection.write()
    selection.select((ONE, TWO), choosing=True)
    assert not selection.reviewing
    assert selection.targets == (1, 2)


def test_a_list_that_loses_a_chosen_row_leaves_the_draft_in_front(selection: Selection) -> None:
    selection.select((ONE, TWO), choosing=True)
    selection.write()
    selection.select((replace(TWO, starred=False),), choosing=True)
    assert selection.writing


def test_what_is_shown_with_a_draft_is_the_conversation_it_belongs_to(selection: Selection) -> None:
    selection.select((ONE,))
    assert selection.shown == (1, ONE.newest_id)
    selection.open_draft("d")
    assert selection.shown == (0, 0)
    selection.answer(2, 22)
    assert selection.shown == (2, 22)
    selection.open_draft("e")
    assert selection.shown == (0, 0)
    selection.close_draft()
    assert selection.shown == (1, ONE.newest_id)
    selection.answer(2, 22)
    assert selection.shown == (1, ONE.newest_id), "an answer that comes late changes nothing"


def test_another_row_comes_in_front_of_a_draft(selection: Selection) -> None:
    selection.select((ONE,))
    selection.open_draft("d")
    selection.select((TWO,))
    assert (selection.draft, selection.conversation) == ("", 2)


def test_a_draft_opened_from_the_drafts_goes_with_them(selection: Selection) -> None:
    selection.show("tab:mine")
    selection.open_draft("d")
    selection.show("tab:review")
    assert selection.draft == "d"
    selection.show("in:inbox")
    assert selection.draft == ""


def test_a_mail_that_is_being_written_stays_while_something_is_looked_up(
    selection: Selection,
) -> None:
    selection.select((ONE,))
    selection.write()
    selection.open_draft("d")
    selection.show("from:dana")
    assert selection.draft == "d"


def shown(driver: WindowDriver) -> int:
    opened = driver.thread.shown
    return opened.thread.id if opened is not None else 0


def test_a_search_that_has_not_the_conversation_empties_the_pane(driver: WindowDriver) -> None:
    driver.open_first()
    driver.bench.navigation.show_search("subject:budget")
    driver.until(lambda: driver.rows() == ["Budget"] and shown(driver) == 0)
    assert not driver.bench.actions.enabled("archive")
    assert not driver.bench.actions.enabled("reply")


def test_the_drafts_take_the_place_of_the_conversation(driver: WindowDriver) -> None:
    driver.open_first()
    driver.bench.actions.trigger("go_drafts")
    driver.until(lambda: shown(driver) == 0)
    assert not driver.bench.actions.enabled("archive")
    driver.bench.actions.trigger("go_inbox")
    driver.until(lambda: driver.bench.selection.place == "in:inbox")
    assert shown(driver) == 0


def test_the_list_points_at_what_was_opened_from_elsewhere(driver: WindowDriver) -> None:
    driver.open_first()
    other = driver.conversations.model.rows[2]
    driver.bench.navigation.open_thread(other.id)
    driver.until(lambda: shown(driver) == other.id)
    assert [row.id for row in driver.conversations.view.selected()] == [other.id]


def test_a_conversation_the_list_has_not_leaves_no_row_with_the_ring(driver: WindowDriver) -> None:
    driver.open_first()
    kept = driver.conversations.model.rows[0].id
    driver.bench.navigation.show_search("subject:budget")
    driver.until(lambda: driver.rows() == ["Budget"])
    driver.conversations.view.go_to(0)
    driver.bench.navigation.open_thread(kept)
    driver.until(lambda: shown(driver) == kept)
    driver.conversations.view.setFocus()
    assert not driver.conversations.view.currentIndex().isValid()
    assert driver.bench.selection.targets == (kept,)


def test_archiving_goes_on_to_the_next_row_and_shows_it(driver: WindowDriver) -> None:
    driver.open_first()
    following = driver.conversations.model.rows[1].id
    driver.bench.actions.trigger("archive")
    driver.until(lambda: shown(driver) == following)
    assert driver.bench.selection.targets == (following,)


def test_x_and_j_select_several(driver: WindowDriver) -> None:
    view = driver.conversations.view
    view.go_to(0)
    for action in ("toggle_selection", "next_conversation") * 2:
        driver.bench.actions.trigger(action)
    chosen = [row.id for row in view.selected()]
    assert chosen == [row.id for row in driver.conversations.model.rows[:2]]
    assert driver.bench.selection.targets == tuple(chosen)
    driver.until(lambda: shown(driver) == 0)


def test_enter_selects_what_it_opens(driver: WindowDriver) -> None:
    view = driver.conversations.view
    view.setFocus()
    assert view.selected() == []
    QTest.keyClick(view, Key.Key_Return)
    driver.until(lambda: shown(driver) == driver.conversations.model.rows[0].id)
    assert driver.bench.selection.targets == (driver.conversations.model.rows[0].id,)


def test_leaving_a_draft_gives_the_list_the_focus_that_the_draft_had(driver: WindowDriver) -> None:
    driver.open_first()
    review = open_review(driver, own_reply(driver.house, "Yes."))
    driver.until(review.page.body.hasFocus)
    review.back()
    assert driver.conversations.view.hasFocus()


def test_an_answer_that_comes_late_moves_no_focus(
    driver: WindowDriver, open_window: Callable[..., WindowDriver], house: TestHouse
) -> None:
    """A draft that is opened while the person has gone on to the search."""
    runner = HeldRunner(house)
    held = open_window(runner)
    held.until(lambda: len(held.rows()) == 3)
    draft = propose(house)
    runner.held = "review_draft"
    held.bench.navigation.open_draft(draft.id)
    runner.began.wait(5)
    held.window.search.entry.setFocus()
    runner.release.set()
    held.until(lambda: held.window.frame.review.form.review is not None)
    assert held.window.search.entry.hasFocus()


def type_into(driver: WindowDriver, text: str) -> None:
    for letter in text:
        QTest.keyClick(driver.window.search.entry, ord(letter))


def test_enter_goes_to_what_was_found_for_its_text(driver: WindowDriver) -> None:
    driver.window.search.entry.setFocus()
    type_into(driver, "budget")
    driver.until(lambda: driver.rows() == ["Budget"])
    QTest.keyClick(driver.window.search.entry, Key.Key_Return)
    assert driver.conversations.view.hasFocus()


def test_enter_on_a_text_that_finds_nothing_is_spent(driver: WindowDriver) -> None:
    """What is typed next is text, and a hit that comes for it moves nothing."""
    entry = driver.window.search.entry
    entry.setFocus()
    type_into(driver, "zebra")
    driver.until(lambda: driver.rows() == [])
    QTest.keyClick(entry, Key.Key_Return)
    driver.until(lambda: driver.bench.selection.place == "zebra")
    entry.selectAll()
    type_into(driver, "budget")
    driver.until(lambda: driver.rows() == ["Budget"])
    assert entry.hasFocus()
    assert entry.text() == "budget"


def test_what_can_be_done_follows_from_the_selection(driver: WindowDriver) -> None:
    there: Any = driver.bench.actions._there
    assert Need.CONVERSATIONS not in there
    driver.conversations.view.go_to(0)
    assert Need.CONVERSATIONS in there
    assert Need.THREAD in there
    driver.bench.navigation.show_drafts("mine")
    assert Need.CONVERSATIONS not in there
    assert Need.THREAD not in there


def test_a_list_that_is_read_again_keeps_the_selection(driver: WindowDriver) -> None:
    driver.open_first()
    before = driver.bench.selection.targets
    driver.house.store.announce(Changes(messages=True))
    driver.until(lambda: driver.bench.calls.jobs.idle)
    assert driver.bench.selection.targets == before


def test_a_list_behind_the_drafts_changes_no_selection(driver: WindowDriver) -> None:
    """It is read again with every change of mail, also while a draft is written."""
    driver.open_first()
    draft = propose(driver.house)
    driver.bench.navigation.show_drafts("review")
    review = open_review(driver, draft)
    driver.house.store.announce(Changes(messages=True, drafts=True))
    driver.until(lambda: driver.bench.calls.jobs.idle)
    assert driver.bench.selection.draft == draft.id
    assert review.isVisible()
    driver.bench.navigation.show_drafts("mine")
    assert driver.bench.selection.place == "tab:mine"


@pytest.mark.parametrize("pane", ["review", "assistant"])
def test_letters_typed_where_one_writes_run_no_command(driver: WindowDriver, pane: str) -> None:
    """Whoever types on past an entry has a button in the focus."""
    driver.open_first()
    if pane == "review":
        button = open_review(driver, own_reply(driver.house, "Yes.")).form.action_bar.aside
    else:
        driver.bench.actions.trigger("assistant")
        button = driver.window.frame.assistant.header.findChildren(QToolButton)[0]
    driver.window.activateWindow()
    driver.qtbot.waitUntil(driver.window.isActiveWindow)
    button.setFocus()
    assert button.hasFocus()
    before = driver.rows()
    for letter in "eo#lsv":
        QTest.keyClick(driver.window.windowHandle(), ord(letter))
    driver.until(lambda: True)
    assert driver.rows() == before
    assert QApplication.activeModalWidget() is None
    assert button.isVisible()


def test_the_control_letters_on_a_conversation_are_commands(driver: WindowDriver) -> None:
    driver.open_first()
    driver.window.activateWindow()
    driver.qtbot.waitUntil(driver.window.isActiveWindow)
    driver.conversations.view.setFocus()
    QTest.keyClick(driver.window.windowHandle(), ord("e"))
    driver.until(lambda: len(driver.rows()) == 2)


def test_after_a_draft_come_those_below_it_in_the_list_then_those_above(
    selection: Selection,
) -> None:
    selection.list_drafts(("a", "b", "c", "d"))
    selection.open_draft("b")
    assert selection.next_drafts == ("c", "d", "a")
    selection.list_drafts(("new", "a", "c", "d"))
    assert selection.next_drafts == ("c", "d", "a"), "b was sent meanwhile"
    selection.open_draft("c")
    assert selection.next_drafts == ("d", "a", "new")


def test_a_proposal_that_is_ignored_in_the_middle_opens_the_one_below_it(
    driver: WindowDriver,
) -> None:
    drafts = [propose(driver.house, f"Hello Dana,\n\nyes, on day {n}.") for n in range(4)]
    driver.bench.navigation.show_drafts("review")
    driver.until(lambda: len(driver.window.frame.drafts.list.rows()) == 4)
    listed = [row.draft_id for row in driver.window.frame.drafts.list.rows()]
    assert listed == [draft.id for draft in reversed(drafts)]
    driver.bench.navigation.open_draft(listed[1])
    driver.until(lambda: driver.bench.actions.enabled("draft_ignore"))
    driver.bench.actions.trigger("draft_ignore")
    driver.until(lambda: driver.bench.selection.draft == listed[2])
