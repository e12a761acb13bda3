"""The review as a person uses it: edit, check, send, set aside; nothing typed is lost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
)

from desktop_app.model.draft import Draft, DraftState, Origin
from desktop_app.model.outbox import OutboxState
from desktop_app.store.store import Store
from desktop_app.tools.verbs import create_draft, send_draft
from desktop_app.ui.review import pane as review_pane
from desktop_app.ui.review.draft.draft_view import DraftView, read_draft
from desktop_app.ui.review.draft.saver import MOST_MS
from desktop_app.ui.review.tabs.draft_panel import SOURCES, VERSIONS
from desktop_app.ui.widgets.strips import Strip
from tests.fakes.house import permit
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import edit_elsewhere, own_mail, own_reply, propose, revise, stored
from tests.ui.draft_builders import open_review as open_

NONE = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier


def said(pane: Any) -> str:
    """All that the strips of the review say."""
    strips = pane.page.findChildren(Strip)
    return " | ".join(s.accessibleName() for s in strips if s.isVisibleTo(pane))


def press_button(pane: Any, name: str) -> None:
    buttons = [b for b in pane.findChildren(QPushButton) if name in {b.text(), b.accessibleName()}]
    shown = [b for b in buttons if b.isVisibleTo(pane)]
    assert shown, [b.text() for b in pane.findChildren(QPushButton)]
    shown[0].click()


def type_into(driver: WindowDriver, pane: Any, text: str) -> None:
    pane.page.body.setFocus()
    pane.page.body.moveCursor(pane.page.body.textCursor().MoveOperation.End)
    driver.qtbot.keyClicks(pane.page.body, text)


def test_every_field_has_its_name_and_send_says_whom_it_reaches(driver: WindowDriver) -> None:
    pane = open_(
        driver, own_mail(driver.house, to=("Dana Lee <dana@lee.example>", "sam@lee.example"))
    )
    entries = {e.accessibleName() for e in pane.findChildren(QLineEdit)}
    assert {"To", "Subject"} <= entries
    assert [e.accessibleName() for e in pane.findChildren(QPlainTextEdit)] == ["Draft body"]
    assert pane.form.action_bar.send_button.accessibleName() == "Send to Dana + 1"


@pytest.mark.parametrize("more", [0, 1, 11])
@pytest.mark.parametrize("short", [False, True])
def test_the_button_says_how_many_and_whose_address_however_long_it_is(
    driver: WindowDriver, more: int, short: bool
) -> None:
    long = f"{'dana.lee.of.the.north.gate' * 2}@lee.example.drop.example"
    others = [f"p{number}@lee.example" for number in range(more)]
    bar = open_(driver, own_mail(driver.house, to=(long, *others))).form.action_bar
    bar.set_short(short)
    send = bar.send_button
    for words in (send.text(), send.accessibleName()):
        assert words.startswith("Send to dana")
        assert words.endswith("drop.example" + (f" + {more}" if more else ""))
        assert "…" in words


def test_the_strip_says_who_proposed_it_and_that_it_was_not_sent(driver: WindowDriver) -> None:
    pane = open_(driver, propose(driver.house))
    assert "The starter assistant proposed this" in said(pane)
    assert "Not sent, saved on this computer." in said(pane)


def test_a_reply_begins_in_its_words_and_a_new_mail_with_its_recipients(
    driver: WindowDriver,
) -> None:
    pane = open_(driver, own_reply(driver.house))
    assert QApplication.focusWidget() is pane.page.body
    pane = open_(driver, own_mail(driver.house, subject="Plan"))
    assert QApplication.focusWidget() is pane.page.envelope.to.entry


def test_what_is_typed_is_stored_within_a_second_and_without_a_press(driver: WindowDriver) -> None:
    assert MOST_MS < 1000
    draft = own_reply(driver.house)
    pane = open_(driver, draft)
    type_into(driver, pane, "Yes, gladly.")
    driver.until(lambda: stored(driver, draft).content.body == "Yes, gladly.")
    assert pane.page.content() == stored(driver, draft).content


def test_further_typing_does_not_put_the_save_off(driver: WindowDriver) -> None:
    pane = open_(driver, own_reply(driver.house))
    type_into(driver, pane, "a")
    due = pane.opened.saver._most.remainingTime()
    driver.qtbot.waitUntil(lambda: pane.opened.saver._most.remainingTime() < due - 20)
    type_into(driver, pane, "b")
    assert pane.opened.saver._most.remainingTime() < due


def test_a_half_typed_address_is_kept_like_everything_else(driver: WindowDriver) -> None:
    draft = own_mail(driver.house, subject="Plan")
    pane = open_(driver, draft)
    driver.qtbot.keyClicks(pane.page.envelope.to.entry, "dan")
    driver.until(lambda: [a.email for a in stored(driver, draft).content.to] == ["dan"])


def test_hard_spaces_and_other_signs_survive_the_editor(driver: WindowDriver) -> None:
    body = "10\u00a0000 € — “so”\u2009!\n\n\tעברית 日本 🙂\n"
    draft = own_reply(driver.house, body)
    pane = open_(driver, draft)
    assert pane.page.content() == stored(driver, draft).content
    assert pane.page.body.text() == body


def test_closing_the_window_at_once_loses_nothing_typed(
    driver: WindowDriver, open_window: Callable[..., WindowDriver]
) -> None:
    draft = own_reply(driver.house)
    pane = open_(driver, draft)
    type_into(driver, pane, "First words")
    pane.opened.saver._save()
    type_into(driver, pane, " and the last ones")
    driver.window.leave()
    assert stored(driver, draft).content.body == "First words and the last ones"


def test_going_to_another_draft_at_once_keeps_both(driver: WindowDriver) -> None:
    one, other = (
        own_reply(driver.house, "One"),
        own_mail(driver.house, subject="Other", body="Other"),
    )
    pane = open_(driver, one)
    type_into(driver, pane, " more")
    open_(driver, other)
    type_into(driver, pane, " words")
    driver.until(lambda: stored(driver, other).content.body == "Other words")
    assert stored(driver, one).content.body == "One more"


def test_typed_text_goes_on_top_of_a_version_that_came_meanwhile(driver: WindowDriver) -> None:
    draft = propose(driver.house, "Hello Dana")
    pane = open_(driver, draft)
    type_into(driver, pane, ", thank you")
    revise(driver.house, draft.id, "A text by the assistant")
    driver.until(lambda: stored(driver, draft).content.body == "Hello Dana, thank you")
    bodies = [v.content.body for v in driver.house.store.drafts.versions(draft.id)]
    assert "A text by the assistant" in bodies
    assert "while you typed" in said(pane)
    assert pane.page.body.text() == "Hello Dana, thank you"


def test_a_version_that_comes_while_nothing_is_typed_is_shown_and_can_be_taken_back(
    driver: WindowDriver,
) -> None:
    draft = propose(driver.house, "Hello Dana")
    open_(driver, draft)
    pane = open_(driver, draft)
    type_into(driver, pane, " and Sam")
    driver.until(lambda: stored(driver, draft).content.body == "Hello Dana and Sam")
    edit_elsewhere(driver.house, draft.id, "Dear both")
    driver.until(lambda: pane.page.body.text() == "Dear both")
    assert "Another mail program changed this draft" in said(pane)
    press_button(pane, "Take the earlier one")
    driver.until(lambda: stored(driver, draft).content.body == "Hello Dana and Sam")


def test_send_queues_exactly_what_is_shown_and_leaves_the_review(driver: WindowDriver) -> None:
    draft = own_reply(driver.house)
    pane = open_(driver, draft)
    type_into(driver, pane, "Thursday at ten.")
    pane.form.action_bar.send_button.click()
    driver.until(lambda: driver.house.store.outbox.for_draft(draft.id) is not None)
    entry = driver.house.store.outbox.for_draft(draft.id)
    assert entry is not None
    assert entry.state is OutboxState.QUEUED
    assert b"Thursday at ten." in driver.house.store.outbox.get(entry.id).mime
    assert entry.digest == stored(driver, draft).digest
    driver.until(lambda: not pane.isVisible())
    assert driver.thread.isVisible()


def test_ctrl_enter_sends_from_the_review_and_not_from_the_list(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Yes.")
    pane = open_(driver, draft)
    driver.conversations.view.setFocus()
    driver.qtbot.keyClick(driver.conversations.view, Qt.Key.Key_Return, CTRL)
    driver.until(lambda: True)
    assert stored(driver, draft).state is DraftState.EDITED
    pane = open_(driver, draft)
    pane.page.body.setFocus()
    driver.qtbot.keyClick(pane.page.body, Qt.Key.Key_Return, CTRL)
    driver.until(lambda: stored(driver, draft).state is DraftState.APPROVED)


def test_ctrl_enter_on_words_for_the_assistant_asks_it_and_does_not_send(
    driver: WindowDriver,
) -> None:
    draft = own_reply(driver.house, "Yes.")
    pane = open_(driver, draft)
    bar, asked = pane.form.action_bar, list[str]()
    bar.tell.click()
    line = bar.refine_bar.entry
    bar.refine_bar.refined.connect(asked.append)
    line.setFocus()
    driver.qtbot.keyClicks(line, "more formal")
    driver.qtbot.keyClick(line, Qt.Key.Key_Return, CTRL)
    driver.until(lambda: asked == ["more formal"])
    assert stored(driver, draft).state is DraftState.EDITED
    driver.qtbot.waitUntil(lambda: not pane.form.guard.closed)
    driver.qtbot.keyClick(line, Qt.Key.Key_Return, CTRL)
    driver.until(lambda: stored(driver, draft).state is DraftState.APPROVED)


def test_a_blocking_check_keeps_send_from_working_and_its_fix_goes_there(
    driver: WindowDriver,
) -> None:
    pane = open_(driver, own_reply(driver.house, "See you on [date]."))
    assert not pane.form.action_bar.send_button.isEnabled()
    assert "still has to be filled in" in pane.form.action_bar.note.text()
    press_button(pane, "Show it")
    assert pane.page.body.textCursor().selectedText() == "[date]"
    driver.qtbot.keyClicks(pane.page.body, "Friday")
    driver.until(pane.form.action_bar.send_button.isEnabled)


def test_what_wants_a_tick_is_sent_only_after_the_tick(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "The plan is attached.")
    pane = open_(driver, draft)
    pane.send()
    driver.until(lambda: not pane.form.sending)
    assert stored(driver, draft).state is DraftState.EDITED
    tick = QApplication.focusWidget()
    assert tick is not None
    assert tick.accessibleName().startswith("It is right: The text says “attached”")
    driver.qtbot.keyClick(tick, Qt.Key.Key_Space)
    pane.send()
    driver.until(lambda: stored(driver, draft).state is DraftState.APPROVED)


def test_a_tick_is_for_one_finding_and_not_for_the_next(driver: WindowDriver) -> None:
    pane = open_(driver, own_reply(driver.house, "The plan is attached."))
    (row,) = pane.page.checks._rows
    row.tick.setChecked(True)
    assert not pane.page.checks.unconfirmed
    pane.page.envelope.subject.setText("")
    driver.until(lambda: len(pane.page.checks._rows) == 2)
    assert [c.code for c in pane.page.checks.unconfirmed] == ["no_subject"]


def test_a_tick_outlives_the_undo_of_the_send_and_of_an_edit(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "The plan is attached.")
    pane = open_(driver, draft)
    (row,) = pane.page.checks._rows
    row.tick.setChecked(True)
    pane.send()
    driver.until(lambda: stored(driver, draft).state is DraftState.APPROVED)
    driver.bench.navigation.open_draft(draft.id)
    driver.until(lambda: "can still be taken back" in said(pane))
    press_button(pane, "Undo")
    driver.until(lambda: not pane.page.body.isReadOnly() and bool(pane.page.checks._rows))
    (row,) = pane.page.checks._rows
    assert row.tick.isChecked()
    assert not pane.page.checks.unconfirmed
    pane.page.body.selectAll()
    driver.qtbot.keyClicks(pane.page.body, "No plan.")
    driver.until(lambda: not pane.page.checks._rows)
    while pane.page.body.text() != "The plan is attached.":
        pane.page.body.undo()
    driver.until(lambda: bool(pane.page.checks._rows))
    (row,) = pane.page.checks._rows
    driver.until(row.tick.isChecked)


def test_a_tick_holds_for_no_other_text_with_the_same_finding(driver: WindowDriver) -> None:
    pane = open_(driver, own_reply(driver.house, "The plan is attached."))
    (row,) = pane.page.checks._rows
    row.tick.setChecked(True)
    pane.page.body.selectAll()
    driver.qtbot.keyClicks(pane.page.body, "No plan.")
    driver.until(lambda: not pane.page.checks._rows)
    pane.page.body.selectAll()
    driver.qtbot.keyClicks(pane.page.body, "Your plan is attached.")
    driver.until(lambda: bool(pane.page.checks._rows))
    assert [check.code for check in pane.page.checks.unconfirmed] == ["attachment_missing"]


def test_a_tick_that_was_taken_away_does_not_come_back(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "The plan is attached.")
    pane = open_(driver, draft)
    (row,) = pane.page.checks._rows
    row.tick.setChecked(True)
    row.tick.setChecked(False)
    driver.bench.navigation.back()
    open_(driver, draft)
    assert [check.code for check in pane.page.checks.unconfirmed] == ["attachment_missing"]


def test_what_is_stored_but_not_shown_is_never_sent(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the press and the send the stored draft becomes another one."""
    draft = own_reply(driver.house, "What I wrote")
    pane = open_(driver, draft)
    real = read_draft

    def tampered(calls: Any, draft_id: str) -> DraftView:
        found = real(calls, draft_id)
        other = replace(found.review.draft.content, body="Something else")
        changed = replace(found.review.draft, content=other)
        return replace(found, review=replace(found.review, draft=changed, digest=changed.digest))

    monkeypatch.setattr(review_pane, "read_draft", tampered)
    pane.send()
    driver.until(lambda: "Not sent." in said(pane))
    assert driver.house.store.outbox.for_draft(draft.id) is None


def test_ignoring_a_proposal_opens_the_next_one_and_can_be_undone(driver: WindowDriver) -> None:
    other, first = propose(driver.house, "Other"), propose(driver.house, "First")
    pane = open_(driver, first)
    press_button(pane, "Ignore")
    driver.until(lambda: pane.page.body.text() == "Other")
    assert stored(driver, first).state is DraftState.IGNORED
    driver.window.toasts.toast.button.click()
    driver.until(lambda: pane.page.body.text() == "First")
    assert stored(driver, first).state is not DraftState.IGNORED
    assert stored(driver, other).state is DraftState.PROPOSED


def test_deleting_a_draft_of_ones_own_keeps_it_restorable(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Words")
    pane = open_(driver, draft)
    press_button(pane, "Delete draft")
    driver.until(lambda: not pane.isVisible())
    assert stored(driver, draft).state is DraftState.IGNORED
    pane = open_(driver, stored(driver, draft))
    assert pane.page.body.isReadOnly()
    assert not pane.form.action_bar.send_button.isVisible()
    press_button(pane, "Restore")
    driver.until(lambda: not pane.page.body.isReadOnly())


def test_escape_keeps_what_was_written_and_drops_what_was_not(driver: WindowDriver) -> None:
    empty, begun = own_reply(driver.house), own_mail(driver.house, subject="Plan", body="So far")
    pane = open_(driver, empty)
    driver.qtbot.keyClick(pane.page.body, Qt.Key.Key_Escape)
    driver.until(lambda: not pane.isVisible())
    pane = open_(driver, begun)
    driver.qtbot.keyClick(pane.page.body, Qt.Key.Key_Escape)
    driver.until(lambda: not pane.isVisible())
    kept = [d.id for d in driver.house.store.drafts.in_state([DraftState.EDITED])]
    assert kept == [begun.id]


def test_files_can_be_added_and_taken_off(driver: WindowDriver, tmp_path: Path) -> None:
    file = tmp_path / "plan.txt"
    file.write_bytes(b"the plan")
    draft = own_reply(driver.house, "Here.")
    pane = open_(driver, draft)
    type_into(driver, pane, " It is good.")
    pane.draft_actions.attach([file])
    driver.until(lambda: [f.filename for f in pane.page.files.files] == ["plan.txt"])
    assert stored(driver, draft).content.body == "Here. It is good."
    pane.page.files.removed.emit(pane.page.files.files[0].id)
    driver.until(lambda: stored(driver, draft).content.attachments == ())


def test_a_file_that_cannot_be_read_is_said_and_nothing_else_changes(
    driver: WindowDriver, tmp_path: Path
) -> None:
    draft = own_reply(driver.house, "Here.")
    pane = open_(driver, draft)
    with driver.qtbot.waitSignal(driver.bench.calls.jobs.failed) as failed:
        pane.draft_actions.attach([tmp_path / "none.txt"])
    assert "none.txt" in str(failed.args)
    assert stored(driver, draft) == draft


def test_reply_all_is_one_press_away_and_keeps_the_words(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Words")
    pane = open_(driver, draft)
    pane.page.envelope.reply_all_wanted.emit(True)
    driver.until(lambda: stored(driver, draft).reply_all)
    assert stored(driver, draft).content.body == "Words"


def test_the_quoted_text_is_folded_can_be_read_and_left_out(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Words")
    pane = open_(driver, draft)
    assert draft.content.quoted
    fold = pane.page.appended._fold
    assert "quoted line" in fold.text()
    fold.click()
    assert draft.content.quoted in pane.page.appended._history.text()
    press_button(pane, "Leave it out")
    driver.until(lambda: stored(driver, draft).content.quoted == "")


def test_one_place_of_a_proposal_can_be_put_back(driver: WindowDriver) -> None:
    draft = propose(driver.house, "See you on Monday in the office")
    pane = open_(driver, draft)
    pane.page.body.replace_text("See you on Friday in the garden")
    driver.until(lambda: len(pane.form.view.changes.hunks) == 2)
    pane.form.panel.put_back.emit(pane.form.view.changes.hunks[0])
    driver.until(lambda: stored(driver, draft).content.body == "See you on Monday in the garden")


def test_an_older_version_becomes_the_newest_one(driver: WindowDriver) -> None:
    draft = propose(driver.house, "Hello Dana")
    pane = open_(driver, draft)
    type_into(driver, pane, " and Sam")
    driver.until(lambda: pane.form.panel.buttons[VERSIONS].text() == "Versions 2")
    driver.bench.actions.trigger("draft_older")
    assert "starter assistant" in pane.form.panel.versions.list.currentItem().text()
    press_button(pane, "Restore this version")
    driver.until(lambda: stored(driver, draft).content.body == "Hello Dana")


FOREIGN = '<table width="600"><tr><td><p style="color:red">Hello <b>Dana</b></p></td></tr></table>'


def formatted(driver: WindowDriver, body: str) -> Draft:
    """A draft that was proposed with this HTML."""
    runner = driver.house.runner(Origin.MCP, "Claude Desktop")
    params = create_draft.CreateDraft(
        to=("dana@lee.example",), subject="Figures", body=body, content_type="text/html"
    )
    saved: Any = runner.call(create_draft.TOOL, params).unwrap()
    return driver.house.store.drafts.get(saved.draft_id)


def foreign(driver: WindowDriver) -> Draft:
    """A draft of the person's that another program formatted."""
    draft = own_reply(driver.house, "Hello")
    content = replace(draft.content, body=FOREIGN, content_type="text/html")
    return driver.house.store.drafts.save(
        draft.id, draft.revision, content, draft.author, now=driver.house.clock()
    )


def test_the_layout_of_others_is_shown_as_it_will_arrive(driver: WindowDriver) -> None:
    draft = foreign(driver)
    pane = open_(driver, draft)
    assert pane.page.formatted_body.toPlainText().strip() == "Hello Dana"
    assert pane.page.content() == draft.content
    press_button(pane, "Edit as plain text")
    driver.until(lambda: stored(driver, draft).content.content_type == "text/plain")
    assert stored(driver, draft).content.body.strip() == "Hello *Dana*"


def test_the_layout_of_others_can_become_formatted_text(driver: WindowDriver) -> None:
    draft = foreign(driver)
    pane = open_(driver, draft)
    press_button(pane, "Edit")
    wanted = "<div>Hello <b>Dana</b></div>"
    driver.until(lambda: stored(driver, draft).content.body == wanted)


def test_formatted_text_is_edited_and_what_is_shown_is_stored(driver: WindowDriver) -> None:
    draft = formatted(driver, "<p>Hello <b>Dana</b><script>alert(1)</script></p>")
    pane = open_(driver, draft)
    assert not pane.page.formatted
    assert pane.page.body.text() == "Hello Dana"
    assert pane.page.content() == draft.content
    type_into(driver, pane, ", *yes*")
    wanted = "<div>Hello <b>Dana, </b><b><i>yes</i></b></div>"
    driver.until(lambda: stored(driver, draft).content.body == wanted)
    assert pane.page.content() == stored(driver, draft).content


def test_plain_text_becomes_formatted_and_back(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "One\n\ntwo")
    pane = open_(driver, draft)
    pane.page.words.format.click()
    driver.until(lambda: stored(driver, draft).content.content_type == "text/html")
    assert stored(driver, draft).content.body == "<div>One</div>\n<div><br></div>\n<div>two</div>"
    pane.page.words.bar.buttons["Plain text"].click()  # nothing would be lost: nothing is asked
    driver.until(lambda: stored(driver, draft).content.content_type == "text/plain")
    assert stored(driver, draft).content.body == "One\n\ntwo"


def question(driver: WindowDriver, pane: Any) -> QMessageBox:
    """The question that is asked now."""
    driver.until(lambda: any(b.isVisible() for b in pane.findChildren(QMessageBox)))
    boxes: list[QMessageBox] = pane.findChildren(QMessageBox)
    return next(box for box in boxes if box.isVisible())


def test_what_would_lose_its_looks_is_asked_about(driver: WindowDriver) -> None:
    draft = formatted(driver, "<p>Hello <b>Dana</b>, yes</p>")
    pane = open_(driver, draft)
    pane.page.words.bar.buttons["Plain text"].click()
    question(driver, pane).reject()
    assert pane.page.content() == draft.content
    pane.page.words.bar.buttons["Plain text"].click()
    next(b for b in question(driver, pane).buttons() if b.text() == "Make plain text").click()
    driver.until(lambda: stored(driver, draft).content.body == "Hello *Dana*, yes")


def queued(driver: WindowDriver) -> tuple[Any, int]:
    """A draft that was sent a moment ago, and its entry in the outbox."""
    from desktop_app.tools.person import draft_review

    draft = own_reply(driver.house, "Yes.")
    runner = driver.house.runner()
    review = runner.call(
        draft_review.REVIEW_DRAFT, draft_review.ReviewDraft(draft_id=draft.id)
    ).unwrap()
    params = send_draft.SendDraft(draft_id=draft.id, revision=draft.revision)
    sent = runner.call(send_draft.TOOL, params, permit=permit(review)).unwrap()
    return draft, sent.outbox_id


def test_a_queued_mail_is_shown_read_only_with_a_way_back(driver: WindowDriver) -> None:
    draft, _ = queued(driver)
    pane = open_(driver, draft)
    assert "can still be taken back" in said(pane)
    assert pane.page.body.isReadOnly()
    press_button(pane, "Undo")
    driver.until(lambda: not pane.page.body.isReadOnly())
    assert pane.page.body.text() == "Yes."


@pytest.mark.parametrize(
    ("button", "words", "state"),
    [
        ("It was sent", "Filed in Sent", DraftState.SENT),
        ("Return to drafts", "Not sent, saved", DraftState.EDITED),
    ],
)
def test_the_person_settles_what_is_uncertain(
    driver: WindowDriver, button: str, words: str, state: DraftState
) -> None:
    draft, number = queued(driver)
    driver.house.store.outbox.claim(number, "")
    driver.house.store.outbox.finish(number, OutboxState.UNCERTAIN, "No answer came.")
    pane = open_(driver, draft)
    assert "may or may not have been sent" in said(pane)
    press_button(pane, "Look again")
    driver.until(lambda: driver.house.postman.settled == [number])
    press_button(pane, button)
    driver.until(lambda: stored(driver, draft).state is state)
    driver.until(lambda: words in said(pane))


def test_a_mail_that_failed_is_kept_with_the_reason_and_can_be_sent_again(
    driver: WindowDriver,
) -> None:
    draft, number = queued(driver)
    driver.house.store.outbox.claim(number, "")
    driver.house.store.outbox.finish(number, OutboxState.FAILED, "The server said no")
    pane = open_(driver, draft)
    assert "; it was not sent: The server said no. It is kept here" in said(pane)
    pane.send()
    driver.until(lambda: stored(driver, draft).state is DraftState.APPROVED)


def test_a_draft_that_is_gone_says_so(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Words")
    pane = open_(driver, draft)
    driver.house.store.drafts.delete(draft.id)
    driver.until(lambda: not pane.form.isVisible())
    assert isinstance(driver.house.store, Store)


def went_through(driver: WindowDriver, pane: Any, key: Qt.Key, steps: int) -> list[str]:
    driver.until(lambda: not pane.form._order.isActive())
    reached = []
    for _ in range(steps):
        focused = QApplication.focusWidget()
        assert focused is not None
        reached.append(focused.accessibleName() or focused.text())  # type: ignore[attr-defined]
        driver.qtbot.keyClick(focused, key)
    return reached


def test_shift_tab_goes_through_the_review_as_the_eye_does(driver: WindowDriver) -> None:
    """Also through chips and checks, which come and go."""
    pane = open_(driver, own_reply(driver.house, "The plan is attached."))
    pane.page.focus_words()
    reached = went_through(driver, pane, Qt.Key.Key_Backtab, 12)[::-1]
    first = next(i for i, name in enumerate(reached) if name.startswith("From"))
    reached = reached[first:]  # above it is the conversation, which names Dana too
    wanted = ["From", "Dana Lee", "To", "Add Cc", "Subject", "Attach a file", "It is right"]
    places = [next(i for i, name in enumerate(reached) if name.startswith(w)) for w in wanted]
    assert places == sorted(places)
    assert reached[places[-1] + 1] == "Draft body"


def test_tab_goes_from_entry_to_entry_past_the_checks(driver: WindowDriver) -> None:
    """A blank of the words is no press on what a check offers."""
    pane = open_(driver, own_reply(driver.house, "The plan is attached."))
    pane.page.envelope.to.entry.setFocus()
    assert went_through(driver, pane, Qt.Key.Key_Tab, 3) == ["To", "Subject", "Draft body"]
    pane.page.envelope.unfold.click()
    pane.page.envelope.to.entry.setFocus()
    reached = went_through(driver, pane, Qt.Key.Key_Tab, 5)
    assert reached == ["To", "Cc", "Bcc", "Subject", "Draft body"]


def test_what_was_changed_is_readable_without_colour(driver: WindowDriver) -> None:
    draft = propose(driver.house, "See you on Monday <b>")
    pane = open_(driver, draft)
    pane.page.body.replace_text("See you on Friday <b>")
    driver.until(lambda: len(pane.form.view.changes.hunks) == 1)
    driver.bench.actions.trigger("draft_compare")
    marked = [label.text() for label in pane.form.panel.changes.findChildren(QLabel)]
    assert any("<s>Monday</s> <u><b>Friday</b></u> &lt;b&gt;" in text for text in marked)


def test_the_sources_of_a_proposal_open(driver: WindowDriver) -> None:
    from desktop_app.tools.verbs import get_message
    from tests.ui.draft_builders import ASSISTANT, newest_mail

    runner = driver.house.runner(Origin.ASSISTANT, ASSISTANT)
    number = newest_mail(driver.house)
    runner.call(get_message.TOOL, get_message.GetMessage(message_id=number))
    saved: Any = runner.call(
        create_draft.TOOL, create_draft.CreateDraft(to=("dana@lee.example",), subject="S", body="B")
    ).unwrap()
    pane = open_(driver, driver.house.store.drafts.get(saved.draft_id))
    pane.form.panel.open_panel(SOURCES)
    driver.until(pane.form.panel.sources.isVisible)
    press_button(pane, "Open Dana Lee: Lunch")
    driver.until(driver.thread.isVisible)
    driver.until(lambda: driver.thread.title.text() == "Lunch")


def test_a_finding_that_vanishes_leaves_the_focus_in_the_words(driver: WindowDriver) -> None:
    """Else the next letter would be a key of the window."""
    pane = open_(driver, own_mail(driver.house, to=("dana@lee.example",), body="Words"))
    (row,) = pane.page.checks._rows
    row.tick.setFocus()
    pane.page.envelope.subject.setText("Plan")
    driver.until(lambda: not pane.page.checks._rows)
    assert QApplication.focusWidget() is pane.page.body


def test_a_fresh_mail_is_not_scolded_and_still_not_sent(driver: WindowDriver) -> None:
    pane = open_(driver, own_mail(driver.house))
    assert not pane.page.checks._rows
    assert not pane.form.action_bar.send_button.isEnabled()
    assert pane.form.action_bar.note.text().startswith("Send waits: There is no recipient yet.")


def codes(pane: Any) -> list[str]:
    return [row.check.code for row in pane.page.checks._rows]


def test_an_empty_subject_is_no_finding_until_something_is_written_or_sent(
    driver: WindowDriver,
) -> None:
    draft = own_mail(driver.house, to=("dana@lee.example",))
    pane = open_(driver, draft)
    assert not pane.page.checks._rows
    pane.send()
    driver.until(lambda: codes(pane) == ["no_subject", "no_text"])
    assert stored(driver, draft).state is DraftState.EDITED


def test_enter_is_a_new_line_in_the_words(driver: WindowDriver) -> None:
    draft = own_reply(driver.house)
    pane = open_(driver, draft)
    type_into(driver, pane, "One")
    driver.qtbot.keyClick(pane.page.body, Qt.Key.Key_Return)
    type_into(driver, pane, "Two")
    driver.until(lambda: stored(driver, draft).content.body == "One\nTwo")
