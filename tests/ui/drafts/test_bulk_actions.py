"""Several drafts chosen, ignored, restored and deleted at once, with one way back for all."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from desktop_app.model.draft import Draft, DraftState
from desktop_app.model.errors import Refused
from desktop_app.ui.drafts.bulk_actions import IGNORE, Outcome, sentence
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import own_mail, propose, stored

KEY = Qt.Key
MODIFIER = Qt.KeyboardModifier


def open_tab(driver: WindowDriver, tab: str) -> Any:
    driver.bench.navigation.show_drafts(tab)
    pane = driver.window.frame.drafts
    driver.until(lambda: pane.isVisible() and bool(pane._rows))
    return pane


def three(driver: WindowDriver) -> list[Draft]:
    """Three proposals; the list shows the newest first."""
    return [propose(driver.house, f"Number {n}") for n in range(3)]


def click(driver: WindowDriver, pane: Any, place: int, modifier: Qt.KeyboardModifier) -> None:
    rect = pane.list.visualItemRect(pane.list.item(place))
    button = Qt.MouseButton.LeftButton
    driver.qtbot.mouseClick(pane.list.viewport(), button, modifier, rect.center())


def buttons(pane: Any) -> dict[str, QPushButton]:
    found = pane.bar.findChildren(QPushButton)
    return {b.text(): b for b in found if b.isVisibleTo(pane.bar)}


def states(driver: WindowDriver, drafts: list[Draft]) -> set[DraftState]:
    return {stored(driver, draft).state for draft in drafts}


def trigger(driver: WindowDriver, *names: str) -> None:
    for name in names:
        driver.bench.actions.trigger(name)


def test_one_draft_is_no_choice_and_shows_no_bar(driver: WindowDriver) -> None:
    three(driver)
    pane = open_tab(driver, "review")
    trigger(driver, "next_conversation")
    assert len(pane.list.selected()) == 1
    assert not pane.bar.isVisible()


def test_shift_and_ctrl_with_a_click_choose_and_open_nothing(driver: WindowDriver) -> None:
    three(driver)
    pane = open_tab(driver, "review")
    opened: list[object] = []
    pane.list.opened.connect(opened.append)
    click(driver, pane, 0, MODIFIER.ControlModifier)
    click(driver, pane, 2, MODIFIER.ShiftModifier)
    driver.until(lambda: "Ignore 3 drafts" in buttons(pane))
    click(driver, pane, 1, MODIFIER.ControlModifier)
    driver.until(lambda: "Ignore 2 drafts" in buttons(pane))
    assert pane.bar.text.text() == "2 drafts chosen"
    assert opened == []
    click(driver, pane, 1, MODIFIER.NoModifier)
    assert len(opened) == 1
    driver.until(lambda: not pane.bar.isVisible())


def test_x_and_j_choose_with_the_keyboard(driver: WindowDriver) -> None:
    drafts = three(driver)
    pane = open_tab(driver, "review")
    trigger(
        driver, "toggle_selection", "next_conversation", "next_conversation", "toggle_selection"
    )
    assert [row.draft_id for row in pane.list.selected()] == [drafts[2].id, drafts[0].id]
    trigger(driver, "toggle_selection")
    assert [row.draft_id for row in pane.list.selected()] == [drafts[2].id]
    driver.until(lambda: "Ignore 1 draft" in buttons(pane))


def test_all_and_none(driver: WindowDriver) -> None:
    three(driver)
    pane = open_tab(driver, "review")
    trigger(driver, "select_all")
    driver.until(lambda: "Ignore 3 drafts" in buttons(pane))
    trigger(driver, "select_none")
    driver.until(lambda: not pane.bar.isVisible())
    assert len(pane.list.selected()) == 1


def test_many_are_ignored_at_once_and_z_brings_all_of_them_back(driver: WindowDriver) -> None:
    drafts = three(driver)
    pane = open_tab(driver, "review")
    trigger(driver, "select_all")
    driver.until(lambda: "Ignore 3 drafts" in buttons(pane))
    buttons(pane)["Ignore 3 drafts"].click()
    driver.until(lambda: states(driver, drafts) == {DraftState.IGNORED})
    toast = driver.window.toasts.toast
    driver.until(lambda: toast.text.text().startswith("3 drafts ignored."))
    assert toast.text.text().endswith("They can be restored from Ignored.")
    driver.until(lambda: not pane.bar.isVisible())
    trigger(driver, "undo")
    driver.until(lambda: states(driver, drafts) == {DraftState.PROPOSED})
    driver.until(lambda: pane.list.count() == 3)


def test_delete_on_the_keyboard_means_all_that_are_chosen(driver: WindowDriver) -> None:
    drafts = [own_mail(driver.house, subject=f"Plan {n}", body="x") for n in range(3)]
    pane = open_tab(driver, "mine")
    driver.qtbot.keyClick(pane.list, KEY.Key_Down, MODIFIER.ShiftModifier)
    driver.until(lambda: "Delete 2 drafts" in buttons(pane))
    chosen = {row.draft_id for row in pane.list.selected()}
    driver.qtbot.keyClick(pane.list, KEY.Key_Delete)
    driver.until(lambda: pane.list.count() == 1)
    gone = {d.id for d in drafts if stored(driver, d).state is DraftState.IGNORED}
    assert gone == chosen


def test_many_are_restored_at_once_and_that_can_be_taken_back(driver: WindowDriver) -> None:
    drafts = three(driver)
    for draft in drafts:
        driver.house.store.drafts.ignore(draft.id, now=0)
    pane = open_tab(driver, "ignored")
    trigger(driver, "select_all")
    driver.until(lambda: "Restore 3 drafts" in buttons(pane))
    buttons(pane)["Restore 3 drafts"].click()
    driver.until(lambda: states(driver, drafts) == {DraftState.PROPOSED})
    driver.until(lambda: driver.window.toasts.toast.text.text() == "3 drafts restored.")
    trigger(driver, "undo")
    driver.until(lambda: states(driver, drafts) == {DraftState.IGNORED})


def test_many_are_deleted_for_good_only_after_a_question_that_names_the_number(
    driver: WindowDriver,
) -> None:
    drafts = three(driver)
    for draft in drafts:
        driver.house.store.drafts.ignore(draft.id, now=0)
    pane = open_tab(driver, "ignored")
    trigger(driver, "select_all")
    driver.until(lambda: "Delete 3 drafts for good…" in buttons(pane))
    buttons(pane)["Delete 3 drafts for good…"].click()
    assert states(driver, drafts) == {DraftState.IGNORED}
    (sure,) = [b for b in pane.findChildren(QPushButton) if b.text() == "Delete 3 drafts"]
    sure.click()
    driver.until(lambda: not driver.house.store.drafts.in_state([DraftState.IGNORED]))


def test_what_is_chosen_stays_chosen_when_another_draft_comes(driver: WindowDriver) -> None:
    drafts = three(driver)
    pane = open_tab(driver, "review")
    trigger(driver, "toggle_selection", "next_conversation", "toggle_selection")
    propose(driver.house, "A fourth")
    driver.until(lambda: pane.list.count() == 4)
    assert [row.draft_id for row in pane.list.selected()] == [drafts[2].id, drafts[1].id]
    driver.until(lambda: "Ignore 2 drafts" in buttons(pane))


def test_mails_on_their_way_are_not_chosen_together(driver: WindowDriver) -> None:
    pane = open_tab(driver, "outbox")
    trigger(driver, "select_all", "toggle_selection")
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
