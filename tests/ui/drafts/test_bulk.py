"""Several drafts chosen, ignored, restored and deleted at once, with one way back for all."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from desktop_app.model.draft import Draft, DraftState
from desktop_app.model.errors import Refused
from desktop_app.ui.drafts.bulk import IGNORE, Outcome, sentence
from tests.ui.conftest import Desk
from tests.ui.drafting import own_mail, propose, stored

KEY = Qt.Key
MODIFIER = Qt.KeyboardModifier


def open_tab(desk: Desk, tab: str) -> Any:
    desk.bench.navigation.show_drafts(tab)
    pane = desk.window.frame.drafts
    desk.until(lambda: pane.isVisible() and bool(pane._rows))
    return pane


def three(desk: Desk) -> list[Draft]:
    """Three proposals; the list shows the newest first."""
    return [propose(desk.house, f"Number {n}") for n in range(3)]


def click(desk: Desk, pane: Any, place: int, modifier: Qt.KeyboardModifier) -> None:
    rect = pane.list.visualItemRect(pane.list.item(place))
    button = Qt.MouseButton.LeftButton
    desk.qtbot.mouseClick(pane.list.viewport(), button, modifier, rect.center())


def buttons(pane: Any) -> dict[str, QPushButton]:
    found = pane.bar.findChildren(QPushButton)
    return {b.text(): b for b in found if b.isVisibleTo(pane.bar)}


def states(desk: Desk, drafts: list[Draft]) -> set[DraftState]:
    return {stored(desk, draft).state for draft in drafts}


def trigger(desk: Desk, *names: str) -> None:
    for name in names:
        desk.bench.actions.trigger(name)


def test_one_draft_is_no_choice_and_shows_no_bar(desk: Desk) -> None:
    three(desk)
    pane = open_tab(desk, "review")
    trigger(desk, "next_conversation")
    assert len(pane.list.selected()) == 1
    assert not pane.bar.isVisible()


def test_shift_and_ctrl_with_a_click_choose_and_open_nothing(desk: Desk) -> None:
    three(desk)
    pane = open_tab(desk, "review")
    opened: list[object] = []
    pane.list.opened.connect(opened.append)
    click(desk, pane, 0, MODIFIER.ControlModifier)
    click(desk, pane, 2, MODIFIER.ShiftModifier)
    desk.until(lambda: "Ignore 3 drafts" in buttons(pane))
    click(desk, pane, 1, MODIFIER.ControlModifier)
    desk.until(lambda: "Ignore 2 drafts" in buttons(pane))
    assert pane.bar.text.text() == "2 drafts chosen"
    assert opened == []
    click(desk, pane, 1, MODIFIER.NoModifier)
    assert len(opened) == 1
    desk.until(lambda: not pane.bar.isVisible())


def test_x_and_j_choose_with_the_keyboard(desk: Desk) -> None:
    drafts = three(desk)
    pane = open_tab(desk, "review")
    trigger(desk, "toggle_selection", "next_conversation", "next_conversation", "toggle_selection")
    assert [row.draft_id for row in pane.list.selected()] == [drafts[2].id, drafts[0].id]
    trigger(desk, "toggle_selection")
    assert [row.draft_id for row in pane.list.selected()] == [drafts[2].id]
    desk.until(lambda: "Ignore 1 draft" in buttons(pane))


def test_all_and_none(desk: Desk) -> None:
    three(desk)
    pane = open_tab(desk, "review")
    trigger(desk, "select_all")
    desk.until(lambda: "Ignore 3 drafts" in buttons(pane))
    trigger(desk, "select_none")
    desk.until(lambda: not pane.bar.isVisible())
    assert len(pane.list.selected()) == 1


def test_many_are_ignored_at_once_and_z_brings_all_of_them_back(desk: Desk) -> None:
    drafts = three(desk)
    pane = open_tab(desk, "review")
    trigger(desk, "select_all")
    desk.until(lambda: "Ignore 3 drafts" in buttons(pane))
    buttons(pane)["Ignore 3 drafts"].click()
    desk.until(lambda: states(desk, drafts) == {DraftState.IGNORED})
    toast = desk.window.floor.toast
    desk.until(lambda: toast.text.text().startswith("3 drafts ignored."))
    assert toast.text.text().endswith("They can be restored from Ignored.")
    desk.until(lambda: not pane.bar.isVisible())
    trigger(desk, "undo")
    desk.until(lambda: states(desk, drafts) == {DraftState.PROPOSED})
    desk.until(lambda: pane.list.count() == 3)


def test_delete_on_the_keyboard_means_all_that_are_chosen(desk: Desk) -> None:
    drafts = [own_mail(desk.house, subject=f"Plan {n}", body="x") for n in range(3)]
    pane = open_tab(desk, "mine")
    desk.qtbot.keyClick(pane.list, KEY.Key_Down, MODIFIER.ShiftModifier)
    desk.until(lambda: "Delete 2 drafts" in buttons(pane))
    chosen = {row.draft_id for row in pane.list.selected()}
    desk.qtbot.keyClick(pane.list, KEY.Key_Delete)
    desk.until(lambda: pane.list.count() == 1)
    gone = {d.id for d in drafts if stored(desk, d).state is DraftState.IGNORED}
    assert gone == chosen


def test_many_are_restored_at_once_and_that_can_be_taken_back(desk: Desk) -> None:
    drafts = three(desk)
    for draft in drafts:
        desk.house.store.drafts.ignore(draft.id, now=0)
    pane = open_tab(desk, "ignored")
    trigger(desk, "select_all")
    desk.until(lambda: "Restore 3 drafts" in buttons(pane))
    buttons(pane)["Restore 3 drafts"].click()
    desk.until(lambda: states(desk, drafts) == {DraftState.PROPOSED})
    desk.until(lambda: desk.window.floor.toast.text.text() == "3 drafts restored.")
    trigger(desk, "undo")
    desk.until(lambda: states(desk, drafts) == {DraftState.IGNORED})


def test_many_are_deleted_for_good_only_after_a_question_that_names_the_number(desk: Desk) -> None:
    drafts = three(desk)
    for draft in drafts:
        desk.house.store.drafts.ignore(draft.id, now=0)
    pane = open_tab(desk, "ignored")
    trigger(desk, "select_all")
    desk.until(lambda: "Delete 3 drafts for good…" in buttons(pane))
    buttons(pane)["Delete 3 drafts for good…"].click()
    assert states(desk, drafts) == {DraftState.IGNORED}
    (sure,) = [b for b in pane.findChildren(QPushButton) if b.text() == "Delete 3 drafts"]
    sure.click()
    desk.until(lambda: not desk.house.store.drafts.in_state([DraftState.IGNORED]))


def test_what_is_chosen_stays_chosen_when_another_draft_comes(desk: Desk) -> None:
    drafts = three(desk)
    pane = open_tab(desk, "review")
    trigger(desk, "toggle_selection", "next_conversation", "toggle_selection")
    propose(desk.house, "A fourth")
    desk.until(lambda: pane.list.count() == 4)
    assert [row.draft_id for row in pane.list.selected()] == [drafts[2].id, drafts[1].id]
    desk.until(lambda: "Ignore 2 drafts" in buttons(pane))


def test_mails_on_their_way_are_not_chosen_together(desk: Desk) -> None:
    pane = open_tab(desk, "outbox")
    trigger(desk, "select_all", "toggle_selection")
    assert pane.list.selected() == ()
    assert not pane.bar.isVisible()


@pytest.mark.parametrize(
    ("done", "said"),
    [
        (("a", "b"), "2 drafts ignored. They can be restored from Ignored."),
        (("a",), "1 draft ignored. It can be restored from Ignored."),
    ],
)
def test_the_toast_says_how_many(done: tuple[str, ...], said: str) -> None:
    assert sentence(IGNORE, Outcome(done, None), len(done)) == said


def test_what_could_not_be_done_is_said_with_the_reason() -> None:
    outcome = Outcome(("a",), Refused("It is being sent."))
    said = sentence(IGNORE, outcome, 2)
    assert said == ("1 of 2 drafts ignored. It is being sent. It can be restored from Ignored.")
