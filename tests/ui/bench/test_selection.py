"""One selection: what is ringed, what is shown and what an action changes are one thing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.model.changes import Changes
from desktop_app.ui.bench.action_table import Need
from desktop_app.ui.bench.selection import Chosen, Selection
from tests.fakes.house import TestHouse
from tests.ui.conftest import Desk
from tests.ui.drafting import open_review, own_reply, propose
from tests.ui.holding import HeldRunner

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


def test_rows_in_sight_beside_a_draft_are_acted_on_and_rows_out_of_sight_are_not(
    selection: Selection,
) -> None:
    selection.select((ONE,))
    selection.open_draft("d")
    assert selection.targets == (1,)
    selection.see_list(False)
    assert selection.targets == ()


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


def shown(desk: Desk) -> int:
    opened = desk.thread.shown
    return opened.thread.id if opened is not None else 0


def test_a_search_that_has_not_the_conversation_empties_the_pane(desk: Desk) -> None:
    desk.open_first()
    desk.bench.navigation.show_search("subject:budget")
    desk.until(lambda: desk.rows() == ["Budget"] and shown(desk) == 0)
    assert not desk.bench.actions.enabled("archive")
    assert not desk.bench.actions.enabled("reply")


def test_the_drafts_take_the_place_of_the_conversation(desk: Desk) -> None:
    desk.open_first()
    desk.bench.actions.trigger("go_drafts")
    desk.until(lambda: shown(desk) == 0)
    assert not desk.bench.actions.enabled("archive")
    desk.bench.actions.trigger("go_inbox")
    desk.until(lambda: desk.bench.selection.place == "in:inbox")
    assert shown(desk) == 0


def test_the_list_points_at_what_was_opened_from_elsewhere(desk: Desk) -> None:
    desk.open_first()
    other = desk.conversations.model.rows[2]
    desk.bench.navigation.open_thread(other.id)
    desk.until(lambda: shown(desk) == other.id)
    assert [row.id for row in desk.conversations.view.selected()] == [other.id]


def test_a_conversation_the_list_has_not_leaves_no_row_with_the_ring(desk: Desk) -> None:
    desk.open_first()
    kept = desk.conversations.model.rows[0].id
    desk.bench.navigation.show_search("subject:budget")
    desk.until(lambda: desk.rows() == ["Budget"])
    desk.conversations.view.go_to(0)
    desk.bench.navigation.open_thread(kept)
    desk.until(lambda: shown(desk) == kept)
    desk.conversations.view.setFocus()
    assert not desk.conversations.view.currentIndex().isValid()
    assert desk.bench.selection.targets == (kept,)


def test_archiving_goes_on_to_the_next_row_and_shows_it(desk: Desk) -> None:
    desk.open_first()
    following = desk.conversations.model.rows[1].id
    desk.bench.actions.trigger("archive")
    desk.until(lambda: shown(desk) == following)
    assert desk.bench.selection.targets == (following,)


def test_x_and_j_select_several(desk: Desk) -> None:
    view = desk.conversations.view
    view.go_to(0)
    for action in ("toggle_selection", "next_conversation") * 2:
        desk.bench.actions.trigger(action)
    chosen = [row.id for row in view.selected()]
    assert chosen == [row.id for row in desk.conversations.model.rows[:2]]
    assert desk.bench.selection.targets == tuple(chosen)
    desk.until(lambda: shown(desk) == 0)


def test_enter_selects_what_it_opens(desk: Desk) -> None:
    view = desk.conversations.view
    view.setFocus()
    assert view.selected() == []
    QTest.keyClick(view, Key.Key_Return)
    desk.until(lambda: shown(desk) == desk.conversations.model.rows[0].id)
    assert desk.bench.selection.targets == (desk.conversations.model.rows[0].id,)


def test_leaving_a_draft_gives_the_list_the_focus_that_the_draft_had(desk: Desk) -> None:
    desk.open_first()
    review = open_review(desk, own_reply(desk.house, "Yes."))
    desk.until(review.sheet.body.hasFocus)
    review.back()
    assert desk.conversations.view.hasFocus()


def test_an_answer_that_comes_late_moves_no_focus(
    desk: Desk, open_window: Callable[..., Desk], house: TestHouse
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
    held.until(lambda: held.window.frame.review.desk.review is not None)
    assert held.window.search.entry.hasFocus()


def type_into(desk: Desk, text: str) -> None:
    for letter in text:
        QTest.keyClick(desk.window.search.entry, letter)


def test_enter_goes_to_what_was_found_for_its_text(desk: Desk) -> None:
    desk.window.search.entry.setFocus()
    type_into(desk, "budget")
    desk.until(lambda: desk.rows() == ["Budget"])
    QTest.keyClick(desk.window.search.entry, Key.Key_Return)
    assert desk.conversations.view.hasFocus()


def test_enter_on_a_text_that_finds_nothing_is_spent(desk: Desk) -> None:
    """What is typed next is text, and a hit that comes for it moves nothing."""
    entry = desk.window.search.entry
    entry.setFocus()
    type_into(desk, "zebra")
    desk.until(lambda: desk.rows() == [])
    QTest.keyClick(entry, Key.Key_Return)
    desk.until(lambda: desk.bench.selection.place == "zebra")
    entry.selectAll()
    type_into(desk, "budget")
    desk.until(lambda: desk.rows() == ["Budget"])
    assert entry.hasFocus()
    assert entry.text() == "budget"


def test_what_can_be_done_follows_from_the_selection(desk: Desk) -> None:
    there: Any = desk.bench.actions._there
    assert Need.CONVERSATIONS not in there
    desk.conversations.view.go_to(0)
    assert Need.CONVERSATIONS in there
    assert Need.THREAD in there
    desk.bench.navigation.show_drafts("mine")
    assert Need.CONVERSATIONS not in there
    assert Need.THREAD not in there


def test_a_list_that_is_read_again_keeps_the_selection(desk: Desk) -> None:
    desk.open_first()
    before = desk.bench.selection.targets
    desk.house.store.announce(Changes(messages=True))
    desk.until(lambda: desk.bench.calls.jobs.idle)
    assert desk.bench.selection.targets == before
