"""The review as a person uses it: edit, check, send, set aside; nothing typed is lost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPlainTextEdit, QPushButton

from desktop_app.model.draft import DraftState, Origin
from desktop_app.model.outbox import OutboxState
from desktop_app.store.store import Store
from desktop_app.tools.verbs import create_draft, send_draft
from desktop_app.ui.review import pane as review_pane
from desktop_app.ui.review.draft_view import Prepared
from desktop_app.ui.review.evidence import VERSIONS
from desktop_app.ui.review.saver import MOST_MS
from desktop_app.ui.widgets.strips import Strip
from tests.fakes.house import permit
from tests.ui.conftest import Desk
from tests.ui.drafting import open_review as open_
from tests.ui.drafting import own_mail, own_reply, propose, revise, stored

NONE = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier


def said(pane: Any) -> str:
    """All that the strips of the review say."""
    strips = pane.sheet.findChildren(Strip)
    return " | ".join(s.accessibleName() for s in strips if s.isVisibleTo(pane))


def press_button(pane: Any, name: str) -> None:
    buttons = [b for b in pane.findChildren(QPushButton) if name in {b.text(), b.accessibleName()}]
    shown = [b for b in buttons if b.isVisibleTo(pane)]
    assert shown, [b.text() for b in pane.findChildren(QPushButton)]
    shown[0].click()


def type_into(desk: Desk, pane: Any, text: str) -> None:
    pane.sheet.body.setFocus()
    pane.sheet.body.moveCursor(pane.sheet.body.textCursor().MoveOperation.End)
    desk.qtbot.keyClicks(pane.sheet.body, text)


def test_every_field_has_its_name_and_send_says_whom_it_reaches(desk: Desk) -> None:
    pane = open_(desk, own_mail(desk.house, to=("Dana Lee <dana@lee.example>", "sam@lee.example")))
    entries = {e.accessibleName() for e in pane.findChildren(QLineEdit)}
    assert {"To", "Cc", "Bcc", "Subject"} <= entries
    assert [e.accessibleName() for e in pane.findChildren(QPlainTextEdit)] == ["Draft body"]
    assert pane.desk.foot.send_button.accessibleName() == "Send to Dana + 1"


def test_the_strip_says_who_proposed_it_and_that_it_was_not_sent(desk: Desk) -> None:
    pane = open_(desk, propose(desk.house))
    assert "The starter assistant proposed this" in said(pane)
    assert "Not sent, saved on this computer." in said(pane)


def test_a_reply_begins_in_its_words_and_a_new_mail_with_its_recipients(desk: Desk) -> None:
    pane = open_(desk, own_reply(desk.house))
    assert QApplication.focusWidget() is pane.sheet.body
    pane = open_(desk, own_mail(desk.house, subject="Plan"))
    assert QApplication.focusWidget() is pane.sheet.envelope.to.entry


def test_what_is_typed_is_stored_within_a_second_and_without_a_press(desk: Desk) -> None:
    assert MOST_MS < 1000
    draft = own_reply(desk.house)
    pane = open_(desk, draft)
    type_into(desk, pane, "Yes, gladly.")
    desk.until(lambda: stored(desk, draft).content.body == "Yes, gladly.")
    assert pane.sheet.content() == stored(desk, draft).content


def test_further_typing_does_not_put_the_save_off(desk: Desk) -> None:
    pane = open_(desk, own_reply(desk.house))
    type_into(desk, pane, "a")
    due = pane._saver._most.remainingTime()
    desk.qtbot.waitUntil(lambda: pane._saver._most.remainingTime() < due - 20)
    type_into(desk, pane, "b")
    assert pane._saver._most.remainingTime() < due


def test_a_half_typed_address_is_kept_like_everything_else(desk: Desk) -> None:
    draft = own_mail(desk.house, subject="Plan")
    pane = open_(desk, draft)
    desk.qtbot.keyClicks(pane.sheet.envelope.to.entry, "dan")
    desk.until(lambda: [a.email for a in stored(desk, draft).content.to] == ["dan"])


def test_hard_spaces_and_other_signs_survive_the_editor(desk: Desk) -> None:
    body = "10\u00a0000 € — “so”\u2009!\n\n\tעברית 日本 🙂\n"
    draft = own_reply(desk.house, body)
    pane = open_(desk, draft)
    assert pane.sheet.content() == stored(desk, draft).content
    assert pane.sheet.body.text() == body


def test_closing_the_window_at_once_loses_nothing_typed(
    desk: Desk, open_window: Callable[..., Desk]
) -> None:
    draft = own_reply(desk.house)
    pane = open_(desk, draft)
    type_into(desk, pane, "First words")
    pane._saver._save()
    type_into(desk, pane, " and the last ones")
    desk.window.leave()
    assert stored(desk, draft).content.body == "First words and the last ones"


def test_going_to_another_draft_at_once_keeps_both(desk: Desk) -> None:
    one, other = own_reply(desk.house, "One"), own_mail(desk.house, subject="Other", body="Other")
    pane = open_(desk, one)
    type_into(desk, pane, " more")
    open_(desk, other)
    type_into(desk, pane, " words")
    desk.until(lambda: stored(desk, other).content.body == "Other words")
    assert stored(desk, one).content.body == "One more"


def test_typed_text_goes_on_top_of_a_version_that_came_meanwhile(desk: Desk) -> None:
    draft = propose(desk.house, "Hello Dana")
    pane = open_(desk, draft)
    type_into(desk, pane, ", thank you")
    revise(desk.house, draft.id, "A text by the assistant")
    desk.until(lambda: stored(desk, draft).content.body == "Hello Dana, thank you")
    bodies = [v.content.body for v in desk.house.store.drafts.versions(draft.id)]
    assert "A text by the assistant" in bodies
    assert "while you typed" in said(pane)
    assert pane.sheet.body.text() == "Hello Dana, thank you"


def test_a_version_that_comes_while_nothing_is_typed_is_shown_and_can_be_taken_back(
    desk: Desk,
) -> None:
    draft = propose(desk.house, "Hello Dana")
    open_(desk, draft)
    pane = open_(desk, draft)
    type_into(desk, pane, " and Sam")
    desk.until(lambda: stored(desk, draft).content.body == "Hello Dana and Sam")
    revise(desk.house, draft.id, "Dear both")
    desk.until(lambda: pane.sheet.body.text() == "Dear both")
    assert "changed this draft" in said(pane)
    press_button(pane, "Take the earlier one")
    desk.until(lambda: stored(desk, draft).content.body == "Hello Dana and Sam")


def test_send_queues_exactly_what_is_shown_and_leaves_the_review(desk: Desk) -> None:
    draft = own_reply(desk.house)
    pane = open_(desk, draft)
    type_into(desk, pane, "Thursday at ten.")
    pane.desk.foot.send_button.click()
    desk.until(lambda: desk.house.store.outbox.for_draft(draft.id) is not None)
    entry = desk.house.store.outbox.for_draft(draft.id)
    assert entry is not None
    assert entry.state is OutboxState.QUEUED
    assert b"Thursday at ten." in entry.mime
    assert entry.digest == stored(desk, draft).digest
    desk.until(lambda: not pane.isVisible())
    assert desk.thread.isVisible()


def test_ctrl_enter_sends_from_the_review_and_not_from_the_list(desk: Desk) -> None:
    draft = own_reply(desk.house, "Yes.")
    pane = open_(desk, draft)
    desk.conversations.view.setFocus()
    desk.qtbot.keyClick(desk.conversations.view, Qt.Key.Key_Return, CTRL)
    desk.until(lambda: True)
    assert stored(desk, draft).state is DraftState.EDITED
    pane = open_(desk, draft)
    pane.sheet.body.setFocus()
    desk.qtbot.keyClick(pane.sheet.body, Qt.Key.Key_Return, CTRL)
    desk.until(lambda: stored(desk, draft).state is DraftState.APPROVED)


def test_a_blocking_check_keeps_send_from_working_and_its_fix_goes_there(desk: Desk) -> None:
    pane = open_(desk, own_reply(desk.house, "See you on [date]."))
    assert not pane.desk.foot.send_button.isEnabled()
    assert "still has to be filled in" in pane.desk.foot.note.text()
    press_button(pane, "Show it")
    assert pane.sheet.body.textCursor().selectedText() == "[date]"
    desk.qtbot.keyClicks(pane.sheet.body, "Friday")
    desk.until(pane.desk.foot.send_button.isEnabled)


def test_what_wants_a_tick_is_sent_only_after_the_tick(desk: Desk) -> None:
    draft = own_reply(desk.house, "The plan is attached.")
    pane = open_(desk, draft)
    pane.send()
    desk.until(lambda: not pane.desk.sending)
    assert stored(desk, draft).state is DraftState.EDITED
    tick = QApplication.focusWidget()
    assert tick is not None
    assert tick.accessibleName().startswith("It is right: The text says “attached”")
    desk.qtbot.keyClick(tick, Qt.Key.Key_Space)
    pane.send()
    desk.until(lambda: stored(desk, draft).state is DraftState.APPROVED)


def test_a_tick_is_for_one_finding_and_not_for_the_next(desk: Desk) -> None:
    pane = open_(desk, own_reply(desk.house, "The plan is attached."))
    (row,) = pane.sheet.checks._rows
    row.tick.setChecked(True)
    assert not pane.sheet.checks.unconfirmed
    pane.sheet.envelope.subject.setText("")
    desk.until(lambda: len(pane.sheet.checks._rows) == 2)
    assert [c.code for c in pane.sheet.checks.unconfirmed] == ["no_subject"]


def test_what_is_stored_but_not_shown_is_never_sent(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the press and the send the stored draft becomes another one."""
    draft = own_reply(desk.house, "What I wrote")
    pane = open_(desk, draft)
    real = review_pane.prepare

    def tampered(calls: Any, draft_id: str) -> Prepared:
        found = real(calls, draft_id)
        other = replace(found.review.draft.content, body="Something else")
        changed = replace(found.review.draft, content=other)
        return replace(found, review=replace(found.review, draft=changed, digest=changed.digest))

    monkeypatch.setattr(review_pane, "prepare", tampered)
    pane.send()
    desk.until(lambda: "Not sent." in said(pane))
    assert desk.house.store.outbox.for_draft(draft.id) is None


def test_ignoring_a_proposal_opens_the_next_one_and_can_be_undone(desk: Desk) -> None:
    other, first = propose(desk.house, "Other"), propose(desk.house, "First")
    pane = open_(desk, first)
    press_button(pane, "Ignore")
    desk.until(lambda: pane.sheet.body.text() == "Other")
    assert stored(desk, first).state is DraftState.IGNORED
    desk.window.floor.toast.button.click()
    desk.until(lambda: pane.sheet.body.text() == "First")
    assert stored(desk, first).state is not DraftState.IGNORED
    assert stored(desk, other).state is DraftState.PROPOSED


def test_deleting_a_draft_of_ones_own_keeps_it_restorable(desk: Desk) -> None:
    draft = own_reply(desk.house, "Words")
    pane = open_(desk, draft)
    press_button(pane, "Delete draft")
    desk.until(lambda: not pane.isVisible())
    assert stored(desk, draft).state is DraftState.IGNORED
    pane = open_(desk, stored(desk, draft))
    assert pane.sheet.body.isReadOnly()
    assert not pane.desk.foot.send_button.isVisible()
    press_button(pane, "Restore")
    desk.until(lambda: not pane.sheet.body.isReadOnly())


def test_escape_keeps_what_was_written_and_drops_what_was_not(desk: Desk) -> None:
    empty, begun = own_reply(desk.house), own_mail(desk.house, subject="Plan", body="So far")
    pane = open_(desk, empty)
    desk.qtbot.keyClick(pane.sheet.body, Qt.Key.Key_Escape)
    desk.until(lambda: not pane.isVisible())
    pane = open_(desk, begun)
    desk.qtbot.keyClick(pane.sheet.body, Qt.Key.Key_Escape)
    desk.until(lambda: not pane.isVisible())
    kept = [d.id for d in desk.house.store.drafts.in_state([DraftState.EDITED])]
    assert kept == [begun.id]


def test_files_can_be_added_and_taken_off(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "plan.txt"
    file.write_bytes(b"the plan")
    draft = own_reply(desk.house, "Here.")
    pane = open_(desk, draft)
    type_into(desk, pane, " It is good.")
    pane.changing.attach([file])
    desk.until(lambda: [f.filename for f in pane.sheet.files.files] == ["plan.txt"])
    assert stored(desk, draft).content.body == "Here. It is good."
    pane.sheet.files.removed.emit(pane.sheet.files.files[0].id)
    desk.until(lambda: stored(desk, draft).content.attachments == ())


def test_a_file_that_cannot_be_read_is_said_and_nothing_else_changes(
    desk: Desk, tmp_path: Path
) -> None:
    draft = own_reply(desk.house, "Here.")
    pane = open_(desk, draft)
    with desk.qtbot.waitSignal(desk.bench.calls.jobs.failed) as failed:
        pane.changing.attach([tmp_path / "none.txt"])
    assert "none.txt" in str(failed.args)
    assert stored(desk, draft) == draft


def test_reply_all_is_one_press_away_and_keeps_the_words(desk: Desk) -> None:
    draft = own_reply(desk.house, "Words")
    pane = open_(desk, draft)
    pane.sheet.envelope.reply_all_wanted.emit(True)
    desk.until(lambda: stored(desk, draft).reply_all)
    assert stored(desk, draft).content.body == "Words"


def test_the_quoted_text_is_folded_can_be_read_and_left_out(desk: Desk) -> None:
    draft = own_reply(desk.house, "Words")
    pane = open_(desk, draft)
    assert draft.content.quoted
    fold = pane.sheet.appended._fold
    assert "quoted line" in fold.text()
    fold.click()
    assert draft.content.quoted in pane.sheet.appended._history.text()
    press_button(pane, "Leave it out")
    desk.until(lambda: stored(desk, draft).content.quoted == "")


def test_one_place_of_a_proposal_can_be_put_back(desk: Desk) -> None:
    draft = propose(desk.house, "See you on Monday in the office")
    pane = open_(desk, draft)
    pane.sheet.body.replace_text("See you on Friday in the garden")
    desk.until(lambda: len(pane.desk.prepared.changes.hunks) == 2)
    pane.sheet.evidence.put_back.emit(pane.desk.prepared.changes.hunks[0])
    desk.until(lambda: stored(desk, draft).content.body == "See you on Monday in the garden")


def test_an_older_version_becomes_the_newest_one(desk: Desk) -> None:
    draft = propose(desk.house, "Hello Dana")
    pane = open_(desk, draft)
    type_into(desk, pane, " and Sam")
    desk.until(lambda: pane.sheet.evidence.bar.tabText(VERSIONS) == "Versions 2")
    desk.bench.actions.trigger("draft_older")
    assert "starter assistant" in pane.sheet.evidence.versions.list.currentItem().text()
    press_button(pane, "Restore this version")
    desk.until(lambda: stored(desk, draft).content.body == "Hello Dana")


def test_formatted_text_is_shown_as_it_will_arrive_and_can_become_plain(desk: Desk) -> None:
    runner = desk.house.runner(Origin.MCP, "Claude Desktop")
    saved: Any = runner.call(
        create_draft.TOOL,
        create_draft.CreateDraft(
            to=("dana@lee.example",),
            subject="Figures",
            body="<p>Hello <b>Dana</b><script>alert(1)</script></p>",
            content_type="text/html",
        ),
    ).unwrap()
    draft = desk.house.store.drafts.get(saved.draft_id)
    pane = open_(desk, draft)
    assert pane.sheet.page.toPlainText().strip() == "Hello Dana"
    assert pane.sheet.content() == draft.content
    press_button(pane, "Edit as plain text")
    desk.until(lambda: stored(desk, draft).content.content_type == "text/plain")
    assert stored(desk, draft).content.body.strip() == "Hello Dana"


def queued(desk: Desk) -> tuple[Any, int]:
    """A draft that was sent a moment ago, and its entry in the outbox."""
    from desktop_app.tools.person import draft_review

    draft = own_reply(desk.house, "Yes.")
    runner = desk.house.runner()
    review = runner.call(
        draft_review.REVIEW_DRAFT, draft_review.ReviewDraft(draft_id=draft.id)
    ).unwrap()
    params = send_draft.SendDraft(draft_id=draft.id, revision=draft.revision)
    sent = runner.call(send_draft.TOOL, params, permit=permit(review)).unwrap()
    return draft, sent.outbox_id


def test_a_queued_mail_is_shown_read_only_with_a_way_back(desk: Desk) -> None:
    draft, _ = queued(desk)
    pane = open_(desk, draft)
    assert "can still be taken back" in said(pane)
    assert pane.sheet.body.isReadOnly()
    press_button(pane, "Undo")
    desk.until(lambda: not pane.sheet.body.isReadOnly())
    assert pane.sheet.body.text() == "Yes."


@pytest.mark.parametrize(
    ("button", "words", "state"),
    [
        ("It was sent", "Filed in Sent", DraftState.SENT),
        ("Return to drafts", "Not sent.", DraftState.EDITED),
    ],
)
def test_the_person_settles_what_is_uncertain(
    desk: Desk, button: str, words: str, state: DraftState
) -> None:
    draft, number = queued(desk)
    desk.house.store.outbox.claim(number, "")
    desk.house.store.outbox.finish(number, OutboxState.UNCERTAIN, "No answer came.")
    pane = open_(desk, draft)
    assert "may or may not have been sent" in said(pane)
    press_button(pane, "Look again")
    desk.until(lambda: desk.house.postman.settled == [number])
    press_button(pane, button)
    desk.until(lambda: stored(desk, draft).state is state)
    desk.until(lambda: words in said(pane))


def test_a_mail_that_failed_is_kept_with_the_reason_and_can_be_sent_again(desk: Desk) -> None:
    draft, number = queued(desk)
    desk.house.store.outbox.claim(number, "")
    desk.house.store.outbox.finish(number, OutboxState.FAILED, "The server said no")
    pane = open_(desk, draft)
    assert "Not sent. The server said no. It is kept here" in said(pane)
    pane.send()
    desk.until(lambda: stored(desk, draft).state is DraftState.APPROVED)


def test_a_draft_that_is_gone_says_so(desk: Desk) -> None:
    draft = own_reply(desk.house, "Words")
    pane = open_(desk, draft)
    desk.house.store.drafts.delete(draft.id)
    desk.until(lambda: not pane.desk.isVisible())
    assert isinstance(desk.house.store, Store)


def test_tab_goes_through_the_review_as_the_eye_does(desk: Desk) -> None:
    """Also through chips and checks, which come and go."""
    pane = open_(desk, own_reply(desk.house, "The plan is attached."))
    desk.until(lambda: not pane.desk._order.isActive())
    pane.sheet.envelope.from_.setFocus()
    reached = []
    for _ in range(12):
        focused = QApplication.focusWidget()
        assert focused is not None
        reached.append(focused.accessibleName() or focused.text())  # type: ignore[attr-defined]
        desk.qtbot.keyClick(focused, Qt.Key.Key_Tab)
    wanted = ["From", "Dana Lee", "To", "Cc", "Bcc", "Subject", "Attach a file", "It is right"]
    places = [next(i for i, name in enumerate(reached) if name.startswith(w)) for w in wanted]
    assert places == sorted(places)
    assert reached[places[-1] + 1] == "Draft body"


def test_what_was_changed_is_readable_without_colour(desk: Desk) -> None:
    draft = propose(desk.house, "See you on Monday <b>")
    pane = open_(desk, draft)
    pane.sheet.body.replace_text("See you on Friday <b>")
    desk.until(lambda: len(pane.desk.prepared.changes.hunks) == 1)
    desk.bench.actions.trigger("draft_compare")
    marked = [label.text() for label in pane.sheet.evidence.changes.findChildren(QLabel)]
    assert any("<s>Monday</s> <u><b>Friday</b></u> &lt;b&gt;" in text for text in marked)


def test_the_sources_of_a_proposal_open(desk: Desk) -> None:
    from desktop_app.tools.verbs import get_message
    from tests.ui.drafting import ASSISTANT, newest_mail

    runner = desk.house.runner(Origin.ASSISTANT, ASSISTANT)
    number = newest_mail(desk.house)
    runner.call(get_message.TOOL, get_message.GetMessage(message_id=number))
    saved: Any = runner.call(
        create_draft.TOOL, create_draft.CreateDraft(to=("dana@lee.example",), subject="S", body="B")
    ).unwrap()
    pane = open_(desk, desk.house.store.drafts.get(saved.draft_id))
    press_button(pane, "Open Dana Lee: Lunch")
    desk.until(desk.thread.isVisible)
    desk.until(lambda: desk.thread.title.text() == "Lunch")


def test_the_body_is_never_scrolled_inside_itself(desk: Desk) -> None:
    pane = open_(desk, own_reply(desk.house, "A line of words\n" * 200))
    body = pane.sheet.body
    desk.until(lambda: body.verticalScrollBar().maximum() == 0)
    assert body.height() > 200 * body.fontMetrics().lineSpacing()


def test_a_finding_that_vanishes_leaves_the_focus_in_the_words(desk: Desk) -> None:
    """Else the next letter would be a key of the window."""
    pane = open_(desk, own_mail(desk.house, to=("dana@lee.example",), body="Words"))
    (row,) = pane.sheet.checks._rows
    row.tick.setFocus()
    pane.sheet.envelope.subject.setText("Plan")
    desk.until(lambda: not pane.sheet.checks._rows)
    assert QApplication.focusWidget() is pane.sheet.body


def test_a_fresh_mail_is_not_scolded_and_still_not_sent(desk: Desk) -> None:
    pane = open_(desk, own_mail(desk.house))
    assert not pane.sheet.checks._rows
    assert not pane.desk.foot.send_button.isEnabled()
    assert pane.desk.foot.note.text().startswith("Send waits: There is no recipient yet.")


def test_an_empty_subject_is_no_finding_until_something_is_written_or_sent(desk: Desk) -> None:
    draft = own_mail(desk.house, to=("dana@lee.example",))
    pane = open_(desk, draft)
    assert not pane.sheet.checks._rows
    pane.send()
    desk.until(lambda: [r.check.code for r in pane.sheet.checks._rows] == ["no_subject"])
    assert stored(desk, draft).state is DraftState.EDITED


def test_enter_is_a_new_line_in_the_words(desk: Desk) -> None:
    draft = own_reply(desk.house)
    pane = open_(desk, draft)
    type_into(desk, pane, "One")
    desk.qtbot.keyClick(pane.sheet.body, Qt.Key.Key_Return)
    type_into(desk, pane, "Two")
    desk.until(lambda: stored(desk, draft).content.body == "One\nTwo")
