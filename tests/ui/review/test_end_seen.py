"""What somebody else wrote is seen to its end before Send works; one's own mail goes at once."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt

from desktop_app.model.draft import Draft, DraftState
from desktop_app.ui.review.words import READ_FIRST
from tests.ui.conftest import Desk
from tests.ui.drafting import open_review, own_reply, propose, revise, stored

KEY = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
LONG = "Hello Dana,\n\n" + "A line of words that were never read.\n" * 200 + "\nAlex"


def settled(desk: Desk, draft: Draft) -> Any:
    """The review of it, once it is known whether the end is in view."""
    pane = open_review(desk, draft)
    desk.until(lambda: not pane.desk.end_seen._settle.isActive())
    return pane


def send(pane: Any) -> Any:
    return pane.desk.foot.send_button


def to_the_end(pane: Any) -> bool:
    """As far down as the page goes by now: it may still be growing."""
    bar = pane.sheet.verticalScrollBar()
    bar.setValue(bar.maximum())
    return True


def test_a_short_proposal_is_seen_at_once(desk: Desk) -> None:
    pane = settled(desk, propose(desk.house))
    assert not pane.desk.end_seen.pending
    desk.until(send(pane).isEnabled)
    assert READ_FIRST not in pane.desk.foot.note.text()
    assert not pane.desk.foot.next_page.isVisible()


def test_a_long_proposal_is_sent_only_after_its_end_was_in_view(desk: Desk) -> None:
    pane = settled(desk, propose(desk.house, LONG))
    assert not send(pane).isEnabled()
    assert pane.desk.foot.note.text().startswith(READ_FIRST)
    assert send(pane).accessibleDescription().startswith(READ_FIRST)
    assert send(pane).toolTip().startswith(f"<p>{READ_FIRST}<br>")
    desk.until(lambda: to_the_end(pane) and send(pane).isEnabled())
    assert READ_FIRST not in send(pane).accessibleDescription() + send(pane).toolTip()
    pane.sheet.verticalScrollBar().setValue(0)
    desk.until(lambda: not pane.desk.end_seen._settle.isActive())
    assert send(pane).isEnabled()


def test_halfway_down_is_not_the_end(desk: Desk) -> None:
    pane = settled(desk, propose(desk.house, LONG))
    bar = pane.sheet.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    desk.until(lambda: not pane.desk.end_seen._settle.isActive())
    assert not send(pane).isEnabled()


def test_ctrl_enter_turns_the_pages_until_the_end_and_only_then_sends(desk: Desk) -> None:
    draft = propose(desk.house, LONG)
    pane = settled(desk, draft)
    bar, pages = pane.sheet.verticalScrollBar(), 0
    while pane.desk.end_seen.pending:
        before = bar.value()
        desk.qtbot.keyClick(pane.sheet.body, KEY.Key_Return, CTRL)
        desk.until(lambda: not pane.desk.end_seen._settle.isActive())
        assert bar.value() > before
        pages += 1
    assert pages > 3
    assert stored(desk, draft).state is DraftState.PROPOSED
    desk.qtbot.keyClick(pane.sheet.body, KEY.Key_Return, CTRL)
    desk.until(lambda: stored(desk, draft).state is DraftState.APPROVED)


def test_next_page_is_a_button_that_a_screen_reader_can_press_until_the_end(desk: Desk) -> None:
    pane = settled(desk, propose(desk.house, LONG))
    button = pane.desk.foot.next_page
    assert button.accessibleDescription() == READ_FIRST
    while button.isVisible():
        before = pane.sheet.verticalScrollBar().value()
        button.click()
        assert pane.sheet.verticalScrollBar().value() > before
        desk.until(lambda: not pane.desk.end_seen._settle.isActive())
    assert send(pane).isEnabled()


def test_page_down_in_the_words_shows_the_next_page_and_takes_the_caret_along(desk: Desk) -> None:
    pane = settled(desk, propose(desk.house, LONG))
    bar, body = pane.sheet.verticalScrollBar(), pane.sheet.body
    body.setFocus()
    desk.qtbot.keyClick(body, KEY.Key_PageDown)
    desk.until(lambda: not pane.desk.end_seen._settle.isActive())
    first, place = bar.value(), body.textCursor().position()
    assert 0 < first <= pane.sheet.viewport().height()
    assert 0 < place < len(LONG) // 2
    assert not send(pane).isEnabled()
    desk.qtbot.keyClick(body, KEY.Key_PageUp)
    assert bar.value() < first
    while not send(pane).isEnabled():
        desk.qtbot.keyClick(body, KEY.Key_PageDown)
        desk.until(lambda: not pane.desk.end_seen._settle.isActive())


def test_a_version_that_nobody_has_seen_has_to_be_read_too(desk: Desk) -> None:
    draft = propose(desk.house)
    pane = settled(desk, draft)
    desk.until(send(pane).isEnabled)
    revise(desk.house, draft.id, LONG)
    desk.until(lambda: pane.sheet.body.text() == LONG)
    desk.until(lambda: not pane.desk.end_seen._settle.isActive())
    assert not send(pane).isEnabled()
    desk.until(lambda: to_the_end(pane) and send(pane).isEnabled())


def test_what_the_person_adds_need_not_be_read_again(desk: Desk) -> None:
    draft = propose(desk.house, LONG)
    pane = settled(desk, draft)
    desk.until(lambda: to_the_end(pane) and send(pane).isEnabled())
    pane.sheet.body.replace_text("And now: " + LONG)
    desk.until(lambda: stored(desk, draft).content.body.startswith("And now"))
    pane.sheet.verticalScrollBar().setValue(0)
    desk.until(lambda: not pane.desk.end_seen._settle.isActive())
    assert send(pane).isEnabled()


def test_ones_own_long_mail_goes_without_that(desk: Desk) -> None:
    draft = own_reply(desk.house, LONG)
    pane = settled(desk, draft)
    assert send(pane).isEnabled()
    assert not pane.desk.foot.next_page.isVisible()
    pane.send()
    desk.until(lambda: stored(desk, draft).state is DraftState.APPROVED)


def test_what_was_read_counts_when_the_draft_is_opened_again(desk: Desk) -> None:
    draft, other = propose(desk.house, LONG), propose(desk.house, LONG)
    pane = settled(desk, draft)
    desk.until(lambda: to_the_end(pane) and send(pane).isEnabled())
    assert not send(settled(desk, other)).isEnabled()
    assert send(settled(desk, draft)).isEnabled()


def test_a_very_long_proposal_is_paged_to_its_end_wherever_it_is_scrolled(desk: Desk) -> None:
    """Such a text has a scroll bar of its own."""
    draft = propose(desk.house, "Paragraph after paragraph.\n" * 900 + "The end")
    pane = settled(desk, draft)
    inner, pages = pane.sheet.body.verticalScrollBar(), 0
    to_the_end(pane)
    desk.until(lambda: not pane.desk.end_seen._settle.isActive())
    assert send(pane).isEnabled() == (inner.maximum() == 0)
    while pane.desk.end_seen.pending:
        pane.desk.foot.next_page.click()
        desk.until(lambda: not pane.desk.end_seen._settle.isActive())
        pages += 1
        assert pages < 200
    assert inner.value() == inner.maximum()
    assert send(pane).isEnabled()
