"""What somebody else wrote is seen to its end before Send works; one's own mail goes at once."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt

from desktop_app.model.draft import Draft, DraftState
from desktop_app.ui.review.sentences import READ_FIRST
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_reply, propose, revise, stored

KEY = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
LONG = "Hello Dana,\n\n" + "A line of words that were never read.\n" * 200 + "\nAlex"


def settled(driver: WindowDriver, draft: Draft) -> Any:
    """The review of it, once it is known whether the end is in view."""
    pane = open_review(driver, draft)
    driver.until(lambda: not pane.form.end_seen._settle.isActive())
    return pane


def send(pane: Any) -> Any:
    return pane.form.action_bar.send_button


def to_the_end(pane: Any) -> bool:
    """As far down as the page goes by now: it may still be growing."""
    bar = pane.page.verticalScrollBar()
    bar.setValue(bar.maximum())
    return True


def test_a_short_proposal_is_seen_at_once(driver: WindowDriver) -> None:
    pane = settled(driver, propose(driver.house))
    assert not pane.form.end_seen.pending
    driver.until(send(pane).isEnabled)
    assert READ_FIRST not in pane.form.action_bar.note.text()
    assert not pane.form.action_bar.next_page.isVisible()


def test_a_long_proposal_is_sent_only_after_its_end_was_in_view(driver: WindowDriver) -> None:
    pane = settled(driver, propose(driver.house, LONG))
    assert not send(pane).isEnabled()
    assert pane.form.action_bar.note.text().startswith(READ_FIRST)
    assert send(pane).accessibleDescription().startswith(READ_FIRST)
    assert send(pane).toolTip().startswith(f"<p>{READ_FIRST}<br>")
    driver.until(lambda: to_the_end(pane) and send(pane).isEnabled())
    assert READ_FIRST not in send(pane).accessibleDescription() + send(pane).toolTip()
    pane.page.verticalScrollBar().setValue(0)
    driver.until(lambda: not pane.form.end_seen._settle.isActive())
    assert send(pane).isEnabled()


def test_halfway_down_is_not_the_end(driver: WindowDriver) -> None:
    pane = settled(driver, propose(driver.house, LONG))
    bar = pane.page.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    driver.until(lambda: not pane.form.end_seen._settle.isActive())
    assert not send(pane).isEnabled()


def test_ctrl_enter_turns_the_pages_until_the_end_and_only_then_sends(driver: WindowDriver) -> None:
    draft = propose(driver.house, LONG)
    pane = settled(driver, draft)
    bar, pages = pane.page.verticalScrollBar(), 0
    while pane.form.end_seen.pending:
        before = bar.value()
        driver.qtbot.keyClick(pane.page.body, KEY.Key_Return, CTRL)
        driver.until(lambda: not pane.form.end_seen._settle.isActive())
        assert bar.value() > before
        pages += 1
    assert pages > 3
    assert stored(driver, draft).state is DraftState.PROPOSED
    driver.qtbot.keyClick(pane.page.body, KEY.Key_Return, CTRL)
    driver.until(lambda: stored(driver, draft).state is DraftState.APPROVED)


def test_next_page_is_a_button_that_a_screen_reader_can_press_until_the_end(
    driver: WindowDriver,
) -> None:
    pane = settled(driver, propose(driver.house, LONG))
    button = pane.form.action_bar.next_page
    assert button.accessibleDescription() == READ_FIRST
    while button.isVisible():
        before = pane.page.verticalScrollBar().value()
        button.click()
        assert pane.page.verticalScrollBar().value() > before
        driver.until(lambda: not pane.form.end_seen._settle.isActive())
    assert send(pane).isEnabled()


def test_page_down_in_the_words_shows_the_next_page_and_takes_the_caret_along(
    driver: WindowDriver,
) -> None:
    pane = settled(driver, propose(driver.house, LONG))
    bar, body = pane.page.verticalScrollBar(), pane.page.body
    body.setFocus()
    driver.qtbot.keyClick(body, KEY.Key_PageDown)
    driver.until(lambda: not pane.form.end_seen._settle.isActive())
    first, place = bar.value(), body.textCursor().position()
    assert 0 < first <= pane.page.viewport().height()
    assert 0 < place < len(LONG) // 2
    assert not send(pane).isEnabled()
    driver.qtbot.keyClick(body, KEY.Key_PageUp)
    assert bar.value() < first
    while not send(pane).isEnabled():
        driver.qtbot.keyClick(body, KEY.Key_PageDown)
        driver.until(lambda: not pane.form.end_seen._settle.isActive())


def test_a_version_that_nobody_has_seen_has_to_be_read_too(driver: WindowDriver) -> None:
    draft = propose(driver.house)
    pane = settled(driver, draft)
    driver.until(send(pane).isEnabled)
    revise(driver.house, draft.id, LONG)
    driver.until(lambda: pane.page.body.text() == LONG)
    driver.until(lambda: not pane.form.end_seen._settle.isActive())
    assert not send(pane).isEnabled()
    driver.until(lambda: to_the_end(pane) and send(pane).isEnabled())


def test_what_the_person_adds_need_not_be_read_again(driver: WindowDriver) -> None:
    draft = propose(driver.house, LONG)
    pane = settled(driver, draft)
    driver.until(lambda: to_the_end(pane) and send(pane).isEnabled())
    pane.page.body.replace_text("And now: " + LONG)
    driver.until(lambda: stored(driver, draft).content.body.startswith("And now"))
    pane.page.verticalScrollBar().setValue(0)
    driver.until(lambda: not pane.form.end_seen._settle.isActive())
    assert send(pane).isEnabled()


def test_ones_own_long_mail_goes_without_that(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, LONG)
    pane = settled(driver, draft)
    assert send(pane).isEnabled()
    assert not pane.form.action_bar.next_page.isVisible()
    pane.send()
    driver.until(lambda: stored(driver, draft).state is DraftState.APPROVED)


def test_what_was_read_counts_when_the_draft_is_opened_again(driver: WindowDriver) -> None:
    draft, other = propose(driver.house, LONG), propose(driver.house, LONG)
    pane = settled(driver, draft)
    driver.until(lambda: to_the_end(pane) and send(pane).isEnabled())
    assert not send(settled(driver, other)).isEnabled()
    assert send(settled(driver, draft)).isEnabled()


def test_a_very_long_proposal_is_paged_to_its_end_wherever_it_is_scrolled(
    driver: WindowDriver,
) -> None:
    """Such a text has a scroll bar of its own."""
    draft = propose(driver.house, "Paragraph after paragraph.\n" * 900 + "The end")
    pane = settled(driver, draft)
    inner, pages = pane.page.body.verticalScrollBar(), 0
    to_the_end(pane)
    driver.until(lambda: not pane.form.end_seen._settle.isActive())
    assert send(pane).isEnabled() == (inner.maximum() == 0)
    while pane.form.end_seen.pending:
        pane.form.action_bar.next_page.click()
        driver.until(lambda: not pane.form.end_seen._settle.isActive())
        pages += 1
        assert pages < 200
    assert inner.value() == inner.maximum()
    assert send(pane).isEnabled()
