"""The list of drafts: what waits, in words, opened and set aside by keyboard."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from desktop_app.model.draft import DraftState, Origin
from desktop_app.tools.verbs import modify_messages, send_draft
from desktop_app.ui.widgets.tokens import Size
from tests.ui.conftest import Desk
from tests.ui.drafting import ASSISTANT, newest_mail, own_mail, propose, stored

KEY = Qt.Key


def open_tab(desk: Desk, tab: str) -> Any:
    desk.bench.navigation.show_drafts(tab)
    pane = desk.window.frame.drafts
    desk.until(lambda: pane.isVisible() and bool(pane._rows))
    return pane


def spoken(pane: Any) -> list[str]:
    role = Qt.ItemDataRole.AccessibleTextRole
    return [pane.list.item(i).data(role) for i in range(pane.list.count())]


def test_rows_say_whom_what_who_made_it_and_that_it_was_not_sent(desk: Desk) -> None:
    propose(desk.house)
    own_mail(desk.house, to=("sam@lee.example",), subject="Plan", body="x")
    pane = open_tab(desk, "review")
    assert pane.list.accessibleName() == "Drafts"
    (row,) = spoken(pane)
    assert row.startswith("To Dana. Re: Lunch. By Starter assistant, not sent.")
    pane = open_tab(desk, "mine")
    assert spoken(pane)[0].startswith("To sam@lee.example. Plan. Your draft, not sent.")
    assert pane.tabs.tabText(0) == "To review 1"


def test_a_draft_that_asks_to_be_sent_says_so(desk: Desk) -> None:
    draft = propose(desk.house)
    runner = desk.house.runner(Origin.ASSISTANT, ASSISTANT)
    runner.call(send_draft.TOOL, send_draft.SendDraft(draft_id=draft.id, revision=1))
    pane = open_tab(desk, "review")
    assert "asks to be sent" in spoken(pane)[0]
    assert stored(desk, draft).state is DraftState.PROPOSED


def test_enter_opens_the_review_and_the_list_follows_what_is_open(desk: Desk) -> None:
    one, other = propose(desk.house, "One"), propose(desk.house, "Other")
    pane = open_tab(desk, "review")
    pane.list.setCurrentRow(1)
    desk.qtbot.keyClick(pane.list, KEY.Key_Return)
    review = desk.window.frame.review
    desk.until(lambda: review.desk.review is not None)
    assert review.desk.review.draft.id == one.id
    desk.bench.navigation.open_draft(other.id)
    desk.until(lambda: pane.list.currentRow() == 0)


def test_delete_sets_aside_with_a_way_back(desk: Desk) -> None:
    draft = propose(desk.house)
    pane = open_tab(desk, "review")
    desk.qtbot.keyClick(pane.list, KEY.Key_Delete)
    desk.until(lambda: stored(desk, draft).state is DraftState.IGNORED)
    desk.until(lambda: not pane.list.isVisible())
    desk.window.floor.toast.button.click()
    desk.until(lambda: pane.list.count() == 1)


def test_what_was_set_aside_is_deleted_for_good_only_after_a_question(desk: Desk) -> None:
    draft = propose(desk.house)
    desk.house.store.drafts.ignore(draft.id, now=0)
    pane = open_tab(desk, "ignored")
    desk.qtbot.keyClick(pane.list, KEY.Key_Delete)
    assert stored(desk, draft).state is DraftState.IGNORED
    (button,) = [b for b in pane.findChildren(QPushButton) if b.text() == "Delete draft"]
    button.click()
    desk.until(lambda: not desk.house.store.drafts.in_state([DraftState.IGNORED]))


def test_every_empty_tab_says_what_would_be_there(desk: Desk) -> None:
    said = set()
    for tab in ("review", "mine", "outbox", "ignored"):
        pane = open_tab(desk, tab)
        desk.until(lambda pane=pane: not pane.list.isVisible())
        said.add(pane.states.currentWidget().accessibleName())
    assert len(said) == 4


def test_what_an_assistant_may_not_do_alone_is_allowed_or_refused_here(desk: Desk) -> None:
    runner = desk.house.runner(Origin.MCP, "Claude Desktop")
    number = newest_mail(desk.house)
    params = modify_messages.ModifyMessages(ids=(number,), action="archive")
    runner.call(modify_messages.TOOL, params)
    pane = open_tab(desk, "review")
    desk.until(pane.requests.isVisible)
    said = [b.accessibleName() for b in pane.requests.findChildren(QPushButton)]
    assert said == [
        "Allow: Organise mail: 1 mail, archive",
        "Refuse: Organise mail: 1 mail, archive",
    ]
    pane.requests.findChildren(QPushButton)[0].click()
    desk.until(lambda: not pane.requests.isVisible())
    assert "INBOX" not in desk.house.store.messages.get(int(number)).labels


def test_a_refused_request_changes_nothing(desk: Desk) -> None:
    runner = desk.house.runner(Origin.MCP, "Claude Desktop")
    number = newest_mail(desk.house)
    params = modify_messages.ModifyMessages(ids=(number,), action="archive")
    runner.call(modify_messages.TOOL, params)
    pane = open_tab(desk, "review")
    desk.until(pane.requests.isVisible)
    pane.requests.findChildren(QPushButton)[1].click()
    desk.until(lambda: not pane.requests.isVisible())
    assert "INBOX" in desk.house.store.messages.get(int(number)).labels


def test_j_and_k_step_through_the_drafts_while_they_are_shown(desk: Desk) -> None:
    propose(desk.house, "One")
    propose(desk.house, "Other")
    pane = open_tab(desk, "review")
    desk.bench.actions.trigger("next_conversation")
    assert pane.list.currentRow() == 1
    desk.bench.actions.trigger("previous_conversation")
    assert pane.list.currentRow() == 0


def test_all_four_tabs_can_be_read_however_narrow_the_column_is(desk: Desk) -> None:
    for number in range(12):
        propose(desk.house, f"Number {number}")
    pane = open_tab(desk, "review")
    desk.window.resize(900, 600)
    least = desk.bench.theme.px(Size.LEAST_LIST)
    desk.window.frame.splitter.setSizes([160, least, 500])
    desk.until(lambda: pane.width() == least)
    assert pane.tabs.sizeHint().width() <= least
    assert pane.tabs.tabRect(3).right() < least
    texts = [pane.tabs.tabText(place) for place in range(4)]
    assert [text.split()[0] for text in texts] == ["Review", "Mine", "Outbox", "Ignored"]
    assert pane.tabs.accessibleTabName(0) == "To review 12"


def test_tabs_have_their_whole_names_again_once_there_is_room(desk: Desk) -> None:
    propose(desk.house)
    pane = open_tab(desk, "review")
    sizes = desk.window.frame.splitter.sizes()
    desk.window.frame.splitter.setSizes([208, desk.bench.theme.px(Size.LEAST_LIST), 900])
    desk.until(lambda: pane.tabs.tabText(1) == "Mine")
    desk.window.frame.splitter.setSizes(sizes)
    desk.until(lambda: pane.tabs.tabText(1) == "My drafts")
    assert pane.tabs.tabText(0) == "To review 1"
