"""The list of drafts: what waits, in words, opened and set aside by keyboard."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QWidget

from desktop_app.model.draft import Author, DraftState, Origin
from desktop_app.tools.verbs import modify_messages, send_draft
from desktop_app.ui.widgets.tokens import Size
from tests.sure import there
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import ASSISTANT, newest_mail, own_mail, propose, revise, stored

KEY = Qt.Key


def hidden(widget: QWidget) -> bool:
    return not widget.isVisible()


def open_tab(driver: WindowDriver, tab: str) -> Any:
    driver.bench.navigation.show_drafts(tab)
    pane = driver.window.frame.drafts
    driver.until(lambda: pane.isVisible() and bool(pane._rows))
    return pane


def spoken(pane: Any) -> list[str]:
    role = Qt.ItemDataRole.AccessibleTextRole
    return [pane.list.item(i).data(role) for i in range(pane.list.count())]


def test_rows_say_whom_what_who_made_it_and_that_it_was_not_sent(driver: WindowDriver) -> None:
    propose(driver.house)
    own_mail(driver.house, to=("sam@lee.example",), subject="Plan", body="x")
    pane = open_tab(driver, "review")
    assert pane.list.accessibleName() == "Drafts"
    (row,) = spoken(pane)
    assert row.startswith("To Dana. Re: Lunch. By the starter assistant, not sent.")
    pane = open_tab(driver, "mine")
    assert spoken(pane)[0].startswith("To sam@lee.example. Plan. Your draft, not sent.")
    assert pane.tabs.tabText(0) == "To review 1"


def test_edited_by_you_is_said_only_while_it_is_so(driver: WindowDriver) -> None:
    draft = propose(driver.house, "Words")
    pane = open_tab(driver, "review")

    def says(expected: str) -> None:
        driver.until(lambda: expected in spoken(pane)[0])

    def write(body: str) -> None:
        draft_now = stored(driver, draft)
        driver.house.store.drafts.save(
            draft.id,
            draft_now.revision,
            replace(draft_now.content, body=body),
            Author(Origin.USER, ""),
            now=driver.house.now,
        )

    write("Mine")
    says(", edited by you, not sent")
    write("Words")
    says("By the starter assistant, not sent")


def test_a_draft_that_asks_to_be_sent_says_so(driver: WindowDriver) -> None:
    draft = propose(driver.house)
    runner = driver.house.runner(Origin.ASSISTANT, ASSISTANT)
    runner.call(send_draft.TOOL, send_draft.SendDraft(draft_id=draft.id, revision=1))
    pane = open_tab(driver, "review")
    assert "asks to be sent" in spoken(pane)[0]
    assert stored(driver, draft).state is DraftState.PROPOSED


def test_rows_stay_where_they_are_while_a_draft_changes(driver: WindowDriver) -> None:
    one, other = propose(driver.house, "One"), propose(driver.house, "Other")
    pane = open_tab(driver, "review")
    ids = [row.draft_id for row in pane.list.rows()]
    assert set(ids) == {one.id, other.id}
    driver.house.now += 100
    revise(driver.house, ids[1], "Changed")
    driver.until(lambda: pane.list.rows()[1].when != "" and driver.bench.calls.jobs.idle)
    newest = driver.house.store.drafts.in_state((DraftState.PROPOSED,))[0]
    assert newest.id == ids[1]
    pane.read()
    driver.until(lambda: driver.bench.calls.jobs.idle)
    assert [row.draft_id for row in pane.list.rows()] == ids
    third = propose(driver.house, "Third")
    driver.until(lambda: pane.list.count() == 3)
    order = [row.draft_id for row in pane.list.rows()]
    assert [i for i in order if i != third.id] == ids


def test_enter_opens_the_review_and_the_list_follows_what_is_open(driver: WindowDriver) -> None:
    one, other = propose(driver.house, "One"), propose(driver.house, "Other")
    pane = open_tab(driver, "review")
    pane.list.setCurrentRow(1)
    driver.qtbot.keyClick(pane.list, KEY.Key_Return)
    review = driver.window.frame.review
    driver.until(lambda: review.form.review is not None)
    assert there(review.form.review).draft.id == one.id
    driver.bench.navigation.open_draft(other.id)
    driver.until(lambda: pane.list.currentRow() == 0)


def test_delete_sets_aside_with_a_way_back(driver: WindowDriver) -> None:
    draft = propose(driver.house)
    pane = open_tab(driver, "review")
    driver.qtbot.keyClick(pane.list, KEY.Key_Delete)
    driver.until(lambda: stored(driver, draft).state is DraftState.IGNORED)
    driver.until(lambda: not pane.list.isVisible())
    driver.window.toasts.toast.button.click()
    driver.until(lambda: pane.list.count() == 1)


def test_what_was_set_aside_is_deleted_for_good_only_after_a_question(driver: WindowDriver) -> None:
    draft = propose(driver.house)
    driver.house.store.drafts.ignore(draft.id, now=0)
    pane = open_tab(driver, "ignored")
    driver.qtbot.keyClick(pane.list, KEY.Key_Delete)
    assert stored(driver, draft).state is DraftState.IGNORED
    (button,) = [b for b in pane.findChildren(QPushButton) if b.text() == "Delete draft"]
    button.click()
    driver.until(lambda: not driver.house.store.drafts.in_state([DraftState.IGNORED]))


def test_every_empty_tab_says_what_would_be_there(driver: WindowDriver) -> None:
    said = set()
    for tab in ("review", "mine", "outbox", "ignored"):
        pane = open_tab(driver, tab)
        driver.until(partial(hidden, pane.list))
        said.add(pane.states.currentWidget().accessibleName())
    assert len(said) == 4


def test_what_an_assistant_may_not_do_alone_is_allowed_or_refused_here(
    driver: WindowDriver,
) -> None:
    runner = driver.house.runner(Origin.MCP, "Claude Desktop")
    number = newest_mail(driver.house)
    params = modify_messages.ModifyMessages(ids=(number,), action="archive")
    runner.call(modify_messages.TOOL, params)
    pane = open_tab(driver, "review")
    driver.until(pane.requests.isVisible)
    [card] = pane.requests.cards
    said = [b.accessibleName() for b in card.findChildren(QPushButton)]
    assert said[:2] == ["Allow: Archive: 1 mail", "Refuse: Archive: 1 mail"]
    card.allow.click()
    driver.until(lambda: not pane.requests.isVisible())
    assert "INBOX" not in driver.house.store.messages.get(int(number)).labels


def test_a_refused_request_changes_nothing(driver: WindowDriver) -> None:
    runner = driver.house.runner(Origin.MCP, "Claude Desktop")
    number = newest_mail(driver.house)
    params = modify_messages.ModifyMessages(ids=(number,), action="archive")
    runner.call(modify_messages.TOOL, params)
    pane = open_tab(driver, "review")
    driver.until(pane.requests.isVisible)
    pane.requests.cards[0].refuse.click()
    driver.until(lambda: not pane.requests.isVisible())
    assert "INBOX" in driver.house.store.messages.get(int(number)).labels


def test_j_and_k_step_through_the_drafts_while_they_are_shown(driver: WindowDriver) -> None:
    propose(driver.house, "One")
    propose(driver.house, "Other")
    pane = open_tab(driver, "review")
    driver.bench.actions.trigger("next_conversation")
    assert pane.list.currentRow() == 1
    driver.bench.actions.trigger("previous_conversation")
    assert pane.list.currentRow() == 0


def test_all_four_tabs_can_be_read_however_narrow_the_column_is(driver: WindowDriver) -> None:
    for number in range(12):
        propose(driver.house, f"Number {number}")
    pane = open_tab(driver, "review")
    driver.window.resize(900, 600)
    least = driver.bench.theme.px(Size.LEAST_LIST)
    driver.window.frame.splitter.setSizes([160, least, 500])
    driver.until(lambda: pane.width() == least)
    assert pane.tabs.sizeHint().width() <= least
    assert pane.tabs.tabRect(3).right() < least
    texts = [pane.tabs.tabText(place) for place in range(4)]
    assert [text.split()[0] for text in texts] == ["Review", "Mine", "Outbox", "Ignored"]
    assert pane.tabs.accessibleTabName(0) == "To review 12"


def test_tabs_have_their_whole_names_again_once_there_is_room(driver: WindowDriver) -> None:
    propose(driver.house)
    pane = open_tab(driver, "review")
    sizes = driver.window.frame.splitter.sizes()
    driver.window.frame.splitter.setSizes([208, driver.bench.theme.px(Size.LEAST_LIST), 900])
    driver.until(lambda: pane.tabs.tabText(1) == "Mine")
    driver.window.frame.splitter.setSizes(sizes)
    driver.until(lambda: pane.tabs.tabText(1) == "My drafts")
    assert pane.tabs.tabText(0) == "To review 1"


def test_rows_have_a_menu_that_acts_on_what_is_selected(driver: WindowDriver) -> None:
    for subject in ("One", "Two"):
        own_mail(driver.house, to=("sam@lee.example",), subject=subject, body="x")
    pane = open_tab(driver, "mine")

    def menu(row: int, reason: QContextMenuEvent.Reason) -> dict[str, QAction]:
        place = pane.list.visualItemRect(pane.list.item(row)).center()
        event = QContextMenuEvent(reason, place, pane.list.viewport().mapToGlobal(place))
        QApplication.sendEvent(pane.list.viewport(), event)
        [shown] = [m for m in pane.list.findChildren(QMenu) if m.isVisible()]
        shown.hide()
        return {action.text(): action for action in shown.actions()}

    reasons = QContextMenuEvent.Reason
    assert list(menu(1, reasons.Mouse)) == ["Open", "Delete"]
    assert [row.subject for row in pane.list.selected()] == [pane.list.rows()[1].subject]
    pane.list.choose_all()
    found = menu(1, reasons.Keyboard)
    assert list(found) == ["Read 2 drafts through", "Delete 2 drafts"]
    found["Delete 2 drafts"].trigger()
    driver.until(lambda: not pane.list.rows())
