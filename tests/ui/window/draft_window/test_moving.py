"""A draft goes to a window of its own and back: in one place at a time, with every keystroke."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor

from desktop_app.mail.rich.document import Mark
from desktop_app.ui.window.draft_window.draft_window import BACK
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_mail, own_reply, propose, stored
from tests.ui.held_runner import HeldRunner
from tests.ui.review.spelling_driver import ENGLISH, all_checked, marked, menu_at, press
from tests.ui.window.draft_window.popped import places, popped, windows


def test_the_draft_is_in_its_window_and_no_more_in_the_main_one(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Yes.")
    window = popped(driver, draft)
    assert list(places(driver, draft)) == ["own"]
    assert not driver.bench.selection.reviewing
    assert window.pane.page.body.text().startswith("Yes.")
    assert window.windowTitle() == f"Draft: {draft.content.subject}"
    assert window.bench.actions.text("draft_window") == BACK
    assert driver.bench.actions.text("draft_window") == "Open in a window of its own"


def test_what_is_typed_up_to_the_move_comes_along(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Yes.")
    pane = open_review(driver, draft)
    driver.qtbot.keyClicks(pane.page.body, "First ")
    driver.bench.actions.trigger("draft_window")
    driver.qtbot.keyClicks(pane.page.body, "second ")
    driver.until(lambda: bool(windows(driver).open))
    [window] = windows(driver).open
    assert window.pane.page.body.text().startswith("First second Yes.")
    driver.qtbot.keyClicks(window.pane.page.body, "third ")
    driver.until(lambda: stored(driver, draft).content.body.startswith("First second third Yes."))


def test_what_is_typed_while_it_is_read_for_the_move_comes_along(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    driver, runner = held
    draft = own_reply(driver.house, "Yes.")
    pane = open_review(driver, draft)
    runner.held = "review_draft"
    driver.bench.actions.trigger("draft_window")
    driver.qtbot.waitUntil(runner.began.is_set)
    driver.qtbot.keyClicks(pane.page.body, "Well, ")
    runner.release.set()
    driver.until(lambda: bool(windows(driver).open))
    [window] = windows(driver).open
    assert window.pane.page.body.text() == "Well, Yes."
    driver.until(lambda: stored(driver, draft).content.body == "Well, Yes.")


def test_the_caret_stays_where_it_was(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "One two three.")
    pane = open_review(driver, draft)
    cursor = pane.page.body.textCursor()
    cursor.setPosition(4)
    cursor.setPosition(7, QTextCursor.MoveMode.KeepAnchor)
    pane.page.body.setTextCursor(cursor)
    driver.bench.actions.trigger("draft_window")
    driver.until(lambda: bool(windows(driver).open))
    [window] = windows(driver).open
    assert window.pane.page.body.textCursor().selectedText() == "two"
    driver.until(window.pane.page.body.hasFocus)


def test_a_subject_that_is_being_written_is_not_selected(driver: WindowDriver) -> None:
    draft = own_mail(driver.house, to=("dana@lee.example",), subject="Budget")
    pane = open_review(driver, draft)
    pane.page.envelope.subject.setFocus()
    pane.page.envelope.subject.setCursorPosition(3)
    driver.bench.actions.trigger("draft_window")
    driver.until(lambda: bool(windows(driver).open))
    [window] = windows(driver).open
    subject = window.pane.page.envelope.subject
    driver.until(subject.hasFocus)
    driver.qtbot.keyClicks(subject, "X")
    assert subject.text() == "BudXget"
    assert window.windowTitle() == "Draft: BudXget"


def test_a_recipient_that_is_half_typed_comes_along(driver: WindowDriver) -> None:
    draft = own_mail(driver.house, subject="Budget")
    pane = open_review(driver, draft)
    entry = pane.page.envelope.to.entry
    entry.setFocus()
    driver.qtbot.keyClicks(entry, "dana@lee.exam")
    driver.bench.actions.trigger("draft_window")
    driver.until(lambda: bool(windows(driver).open))
    [window] = windows(driver).open
    to = window.pane.page.envelope.to
    assert [each.email for each in to.addresses()] == ["dana@lee.exam"]
    driver.until(to.entry.hasFocus)


def test_back_in_the_main_window_it_is_there_alone(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Yes.")
    window = popped(driver, draft)
    driver.qtbot.keyClicks(window.pane.page.body, "Well, ")
    window.bench.actions.trigger("draft_window")
    driver.until(lambda: list(places(driver, draft)) == ["main"])
    assert window.isHidden()
    assert driver.window.frame.review.page.body.text().startswith("Well, Yes.")
    assert driver.window.frame.review.isVisible()
    driver.until(driver.window.frame.review.page.body.hasFocus)
    assert driver.window.frame.review.page.body.textCursor().position() == len("Well, ")
    driver.qtbot.keyClicks(driver.window.frame.review.page.body, "no. ")
    driver.until(lambda: stored(driver, draft).content.body.startswith("Well, no. Yes."))


def test_an_empty_mail_is_moved_and_not_thrown_away(driver: WindowDriver) -> None:
    draft = own_mail(driver.house)
    window = popped(driver, draft)
    driver.qtbot.keyClicks(window.pane.page.body, "Words")
    driver.until(lambda: stored(driver, draft).content.body.startswith("Words"))


def test_closing_in_the_middle_of_a_word_keeps_it_in_drafts(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Yes.")
    window = popped(driver, draft)
    driver.qtbot.keyClicks(window.pane.page.body, "Half a wo")
    window.close()
    driver.until(window.isHidden)
    assert stored(driver, draft).content.body.startswith("Half a woYes.")
    assert list(places(driver, draft)) == []


def test_escape_closes_it_and_leaves_the_main_window_alone(driver: WindowDriver) -> None:
    draft, other = own_reply(driver.house, "Yes."), own_reply(driver.house, "No.")
    window = popped(driver, draft)
    open_review(driver, other)
    driver.qtbot.keyClick(window.pane.page.body, Qt.Key.Key_Escape)
    driver.until(window.isHidden)
    assert list(places(driver, other)) == ["main"]
    assert driver.window.isVisible()


def test_opening_it_again_brings_its_window_to_the_front(driver: WindowDriver) -> None:
    draft, other = own_reply(driver.house, "Yes."), own_reply(driver.house, "No.")
    window = popped(driver, draft)
    open_review(driver, other)
    driver.window.activateWindow()
    driver.until(driver.window.isActiveWindow)
    driver.bench.navigation.open_draft(draft.id)
    driver.until(window.isActiveWindow)
    assert list(places(driver, draft)) == ["own"]
    assert list(places(driver, other)) == ["main"]


def test_each_draft_has_its_window_and_a_window_that_waits_is_used_again(
    driver: WindowDriver,
) -> None:
    drafts = [own_reply(driver.house, words) for words in ("One.", "Two.", "Three.")]
    first, second = popped(driver, drafts[0]), popped(driver, drafts[1])
    assert first is not second
    first.close()
    driver.until(first.isHidden)
    assert popped(driver, drafts[2]) is first
    assert len(windows(driver).windows) == 2
    assert second.pane.page.body.text().startswith("Two.")
    assert first.pane.page.body.text().startswith("Three.")


def test_what_is_written_in_the_main_window_stays_there(driver: WindowDriver) -> None:
    draft, other = own_reply(driver.house, "Yes."), own_reply(driver.house, "No.")
    window = popped(driver, draft)
    pane = open_review(driver, other)
    driver.qtbot.keyClicks(pane.page.body, "In main. ")
    driver.qtbot.keyClicks(window.pane.page.body, "In its own. ")
    driver.qtbot.keyClicks(pane.page.body, "Again. ")
    driver.until(lambda: stored(driver, draft).content.body.startswith("In its own. Yes."))
    driver.until(lambda: stored(driver, other).content.body.startswith("In main. Again. No."))
    assert list(places(driver, other)) == ["main"]


def test_two_windows_read_their_drafts_at_the_same_time(driver: WindowDriver) -> None:
    """A read of one window does not cancel that of another."""
    drafts = [own_reply(driver.house, words) for words in ("One.", "Two.")]
    first, second = (popped(driver, draft) for draft in drafts)
    heard: list[str] = []
    for window in (first, second):
        form = window.pane.form
        form.shown.connect(lambda form=form: heard.append(form.review.draft.id))
    first.pane._read_again()
    second.pane._read_again()
    driver.until(lambda: {draft.id for draft in drafts} <= set(heard))


def test_words_of_others_that_were_seen_need_not_be_read_again(driver: WindowDriver) -> None:
    lines = "\n".join(f"Line {n}." for n in range(80))
    draft = propose(driver.house, f"Hello Dana,\n\n{lines}\n\nAlex")
    pane = open_review(driver, draft)
    while pane.form.words_seen.pending:
        pane.form.words_seen.show_next()
        pane.form.words_seen.look()
    driver.bench.actions.trigger("draft_window")
    driver.until(lambda: bool(windows(driver).open))
    [window] = windows(driver).open
    assert not window.pane.form.words_seen.pending


def test_words_of_others_that_were_not_seen_are_not_seen_by_moving(driver: WindowDriver) -> None:
    lines = "\n".join(f"Line {n}." for n in range(400))
    window = popped(driver, propose(driver.house, f"Hello Dana,\n\n{lines}\n\nAlex"))
    assert window.pane.form.words_seen.pending


def test_a_word_that_is_ignored_in_a_draft_stays_right_in_it(
    dictionaries: object, driver: WindowDriver
) -> None:
    draft = own_mail(driver.house, body=ENGLISH)
    pane = open_review(driver, draft)
    all_checked(driver, pane)
    assert marked(pane) == ["tabel", "lettr"]
    press(menu_at(driver, pane, "tabel"), "Ignore here")
    driver.bench.actions.trigger("draft_window")
    driver.until(lambda: bool(windows(driver).open))
    [window] = windows(driver).open
    all_checked(driver, window.pane)
    assert marked(window.pane) == ["lettr"]


def test_a_draft_goes_out_and_back_many_times(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Yes.")
    open_review(driver, draft)
    for _ in range(2):
        driver.bench.actions.trigger("draft_window")
        driver.until(lambda: list(places(driver, draft)) == ["own"])
        windows(driver).windows[0].bench.actions.trigger("draft_window")
        driver.until(lambda: list(places(driver, draft)) == ["main"])
    assert len(windows(driver).windows) == 1


def test_formatted_text_moves_as_it_is_with_its_caret(driver: WindowDriver) -> None:
    draft = own_mail(driver.house, subject="Budget", body="One two three.")
    pane = open_review(driver, draft)
    pane.page.words.edit_formatted()
    rich = pane.page.words.rich
    cursor = rich.textCursor()
    cursor.setPosition(4)
    cursor.setPosition(7, QTextCursor.MoveMode.KeepAnchor)
    rich.setTextCursor(cursor)
    rich.toggle_mark(Mark.BOLD)
    rich.move_to(7)
    driver.qtbot.keyClicks(rich, "more")
    driver.bench.actions.trigger("draft_window")
    driver.until(lambda: bool(windows(driver).open))
    [window] = windows(driver).open
    there = window.pane.page.words.rich
    assert there.isVisible()
    assert there.textCursor().position() == 11
    driver.qtbot.keyClicks(there, "over")
    driver.until(lambda: "twomoreover" in stored(driver, draft).content.body)
    assert "<b>twomoreover</b>" in stored(driver, draft).content.body


def test_a_mail_whose_draft_is_still_being_made_moves_once_it_is_there(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    driver, runner = held
    runner.held = "create_draft"
    driver.bench.navigation.compose()
    driver.qtbot.waitUntil(runner.began.is_set)
    pane = driver.window.frame.review
    driver.qtbot.keyClicks(pane.page.body, "Typed. ")
    pane.moving.move()
    driver.qtbot.keyClicks(pane.page.body, "And more.")
    runner.release.set()
    driver.until(lambda: bool(windows(driver).open))
    [window] = windows(driver).open
    assert window.pane.page.body.text().startswith("Typed. And more.")
    assert not driver.bench.selection.reviewing


def test_a_mail_on_its_way_can_be_looked_at_in_a_window(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Yes.")
    pane = open_review(driver, draft)
    driver.until(pane.form.action_bar.send_button.isEnabled)
    pane.send()
    driver.until(driver.window.frame.outbox.isVisible)
    driver.bench.navigation.open_draft(draft.id)
    driver.until(lambda: pane.form.review is not None and not pane.form.editable)
    driver.bench.actions.trigger("draft_window")
    driver.until(lambda: bool(windows(driver).open))
    [window] = windows(driver).open
    driver.until(window.outbox.isVisible)
    assert driver.window.frame.outbox.isHidden()
    window.outbox.undo_button.click()
    driver.until(lambda: window.pane.form.editable)
