"""All that somebody else wrote is seen before Send works; one's own mail goes at once."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from desktop_app.model.draft import Draft, DraftState, Origin
from desktop_app.tools.drafting.draft_attachments import FileContent
from desktop_app.tools.verbs import create_draft
from desktop_app.ui.review.draft.sentences import READ_FIRST
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import ASSISTANT, open_review, own_reply, propose, revise, stored

KEY = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
MODIFIERS = Qt.KeyboardModifier.NoModifier
LONG = "Hello Dana,\n\n" + "A line of words that were never read.\n" * 200 + "\nAlex"


def settled(driver: WindowDriver, draft: Draft) -> Any:
    """The review of it, once it is known whether the end is in view."""
    pane = open_review(driver, draft)
    driver.until(lambda: pane.form.words_seen.settled)
    return pane


def send(pane: Any) -> Any:
    return pane.form.action_bar.send_button


def read_on(driver: WindowDriver, pane: Any) -> int:
    """Press Next page until nothing is left to read; how often."""
    pages = 0
    while pane.form.words_seen.pending:
        pane.form.action_bar.next_page.click()
        driver.until(lambda: pane.form.words_seen.settled)
        pages += 1
        assert pages < 200
    return pages


def test_a_short_proposal_is_seen_at_once(driver: WindowDriver) -> None:
    pane = settled(driver, propose(driver.house))
    assert not pane.form.words_seen.pending
    driver.until(send(pane).isEnabled)
    assert READ_FIRST not in pane.form.action_bar.note.text()
    assert not pane.form.action_bar.next_page.isVisible()


def test_a_long_proposal_is_sent_only_after_its_end_was_in_view(driver: WindowDriver) -> None:
    pane = settled(driver, propose(driver.house, LONG))
    assert not send(pane).isEnabled()
    assert pane.form.action_bar.note.text().startswith(READ_FIRST)
    assert send(pane).accessibleDescription().startswith(READ_FIRST)
    assert send(pane).toolTip().startswith(f"<p>{READ_FIRST}<br>")
    read_on(driver, pane)
    assert send(pane).isEnabled()
    assert READ_FIRST not in send(pane).accessibleDescription() + send(pane).toolTip()
    pane.page.body.verticalScrollBar().setValue(0)
    driver.until(lambda: pane.form.words_seen.settled)
    assert send(pane).isEnabled()


def test_the_end_alone_is_not_all_of_it(driver: WindowDriver) -> None:
    pane = settled(driver, propose(driver.house, LONG))
    bar = pane.page.body.verticalScrollBar()
    bar.setValue(bar.maximum())
    driver.until(lambda: pane.form.words_seen.settled)
    assert not send(pane).isEnabled()
    assert read_on(driver, pane) > 3
    assert send(pane).isEnabled()


def test_ctrl_enter_turns_the_pages_until_the_end_and_only_then_sends(driver: WindowDriver) -> None:
    draft = propose(driver.house, LONG)
    pane = settled(driver, draft)
    bar, pages = pane.page.body.verticalScrollBar(), 0
    while pane.form.words_seen.pending:
        driver.qtbot.keyClick(pane.page.body, KEY.Key_Return, CTRL)
        driver.until(lambda: pane.form.words_seen.settled)
        pages += 1
        assert pages < 100
    assert pages > 3
    assert bar.value() == bar.maximum()
    assert stored(driver, draft).state is DraftState.PROPOSED
    driver.qtbot.keyClick(pane.page.body, KEY.Key_Return, CTRL)
    driver.until(lambda: stored(driver, draft).state is DraftState.APPROVED)


def test_next_page_is_a_button_that_a_screen_reader_can_press_until_the_end(
    driver: WindowDriver,
) -> None:
    pane = settled(driver, propose(driver.house, LONG))
    assert pane.form.action_bar.next_page.accessibleDescription() == READ_FIRST
    assert read_on(driver, pane) > 3
    assert send(pane).isEnabled()
    assert not pane.form.action_bar.next_page.isVisible()


def test_page_down_in_the_words_shows_the_next_page_and_takes_the_caret_along(
    driver: WindowDriver,
) -> None:
    pane = settled(driver, propose(driver.house, LONG))
    body = pane.page.body
    body.setFocus()
    while not send(pane).isEnabled():
        before = body.textCursor().position()
        driver.qtbot.keyClick(body, KEY.Key_PageDown)
        driver.until(lambda: pane.form.words_seen.settled)
        assert body.textCursor().position() > before


def test_pages_that_a_held_key_turns_are_not_read(driver: WindowDriver) -> None:
    pane = settled(driver, propose(driver.house, LONG))
    body = pane.page.body
    body.setFocus()
    place = -1
    while body.textCursor().position() > place:
        place = body.textCursor().position()
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(body, QKeyEvent(kind, KEY.Key_PageDown, MODIFIERS))
        assert not pane.form.words_seen.settled
    driver.until(lambda: pane.form.words_seen.settled)
    assert not send(pane).isEnabled()


def test_formatted_words_are_seen_to_their_end_too(driver: WindowDriver) -> None:
    html = "".join(f"<p>Paragraph number {n} of a formatted mail.</p>" for n in range(120))
    params = create_draft.CreateDraft(
        to=("dana@lee.example",), subject="Figures", body=html, content_type="text/html"
    )
    runner = driver.house.runner(Origin.ASSISTANT, ASSISTANT)
    saved: Any = runner.call(create_draft.TOOL, params).unwrap()
    pane = settled(driver, driver.house.store.drafts.get(saved.draft_id))
    assert not send(pane).isEnabled()
    assert read_on(driver, pane) > 2
    assert send(pane).isEnabled()


def test_a_version_that_nobody_has_seen_has_to_be_read_too(driver: WindowDriver) -> None:
    draft = propose(driver.house)
    pane = settled(driver, draft)
    driver.until(send(pane).isEnabled)
    revise(driver.house, draft.id, LONG)
    driver.until(lambda: pane.page.body.text() == LONG)
    driver.until(lambda: pane.form.words_seen.settled)
    assert not send(pane).isEnabled()
    read_on(driver, pane)
    assert send(pane).isEnabled()


def test_what_the_person_adds_need_not_be_read_again(driver: WindowDriver) -> None:
    draft = propose(driver.house, LONG)
    pane = settled(driver, draft)
    read_on(driver, pane)
    assert send(pane).isEnabled()
    pane.page.body.replace_text("And now: " + LONG)
    driver.until(lambda: stored(driver, draft).content.body.startswith("And now"))
    pane.page.body.verticalScrollBar().setValue(0)
    driver.until(lambda: pane.form.words_seen.settled)
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
    read_on(driver, pane)
    assert send(pane).isEnabled()
    assert not send(settled(driver, other)).isEnabled()
    assert send(settled(driver, draft)).isEnabled()


def test_what_the_person_adds_before_they_have_read_it_hides_nothing(
    driver: WindowDriver,
) -> None:
    """The places that were read move with the text."""
    pane = settled(driver, propose(driver.house, LONG))
    pane.page.body.setFocus()
    pane.page.body.insertPlainText("And now:\n" * 100)
    driver.until(lambda: pane.form.words_seen.settled)
    assert not send(pane).isEnabled()
    bar = pane.page.body.verticalScrollBar()
    bar.setValue(bar.maximum())
    driver.until(lambda: pane.form.words_seen.settled)
    assert not send(pane).isEnabled()


def test_a_very_long_proposal_is_paged_to_its_end(driver: WindowDriver) -> None:
    pane = settled(driver, propose(driver.house, "Paragraph after paragraph.\n" * 900 + "The end"))
    inner = pane.page.body.verticalScrollBar()
    read_on(driver, pane)
    assert inner.value() == inner.maximum()
    assert send(pane).isEnabled()


FILE = FileContent(filename="prices.pdf", content="JVBERi0xLjQ=")


def with_a_file(driver: WindowDriver, body: str, count: int = 1) -> Draft:
    """A mail that the assistant proposes, with a file, or with several."""
    params = create_draft.CreateDraft(
        to=("dana@lee.example",), subject="Prices", body=body, files=(FILE,) * count
    )
    runner = driver.house.runner(Origin.ASSISTANT, ASSISTANT)
    saved: Any = runner.call(create_draft.TOOL, params).unwrap()
    return driver.house.store.drafts.get(saved.draft_id)


def test_a_file_of_a_proposal_is_seen_before_it_is_sent(driver: WindowDriver) -> None:
    driver.window.resize(900, 420)
    pane = settled(driver, with_a_file(driver, "Here they are.", 9))
    assert 0 < len(pane.page.files.in_view()) < 9
    assert not send(pane).isEnabled()
    assert pane.form.action_bar.note.text().startswith(READ_FIRST)
    read_on(driver, pane)
    assert not {pane.page.files.files[-1].id} - pane.page.files.in_view()
    assert send(pane).isEnabled()


def test_the_files_stand_in_sight_above_the_buttons_however_long_the_words(
    driver: WindowDriver,
) -> None:
    driver.window.resize(900, 600)
    pane = settled(driver, with_a_file(driver, "Here they are.\n" * 300))
    assert len(pane.page.files.in_view()) == 1


def test_a_file_that_the_person_takes_off_need_not_be_seen(driver: WindowDriver) -> None:
    driver.window.resize(900, 420)
    draft = with_a_file(driver, "Here they are.\n" * 12)
    pane = settled(driver, draft)
    [file] = draft.content.attachments
    pane.page.remove_file(file.id)
    read_on(driver, pane)
    assert pane.page.files.files == ()
    assert send(pane).isEnabled()
