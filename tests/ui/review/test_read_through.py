"""Many drafts read one under the other, ticked one by one, and sent by a press each."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QPushButton, QWidget

from desktop_app.model.draft import Draft, DraftState, Origin, SendPermit, Source, SourceKind
from desktop_app.tools.verbs import create_draft
from desktop_app.ui.review import send_permit
from desktop_app.ui.review.read_through import sentences as words
from desktop_app.ui.review.read_through.mail_sheet import MailSheet
from desktop_app.ui.review.read_through.readable import TOO_LONG
from tests.sure import there
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import ASSISTANT, propose, revise, stored

KEY = Qt.Key
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
BARE = Qt.KeyboardModifier.NoModifier
LONG = "Hello Dana,\n\n" + "A line of words that were never read.\n" * 120 + "\nAlex"


def opened(driver: WindowDriver, number: int) -> Any:
    """The pane of Read through, once so many mails are shown and looked at."""
    driver.bench.actions.trigger("read_through")
    pane = there(there(driver.window.late).read_through.pane)
    whole(driver, pane, number)
    pane.window().activateWindow()
    driver.until(pane.window().isActiveWindow)
    return pane


def whole(driver: WindowDriver, pane: Any, number: int) -> None:
    """Wait until so many mails are shown and what is in view was looked at."""
    driver.until(lambda: len(pane.list.sheets) == number and rests(pane))


def rests(pane: Any) -> bool:
    return pane.list.settled and not pane.press.under_way and not pane._again.isActive()


def key(driver: WindowDriver, pane: Any, name: Qt.Key, held: Qt.KeyboardModifier = BARE) -> None:
    """Press a key, and wait until what it has moved was looked at."""
    focused = QApplication.focusWidget()
    inside = focused is not None and pane.isAncestorOf(focused)
    driver.qtbot.keyClick(focused if inside else pane, name, held)
    driver.until(lambda: rests(pane))


def read_and_tick(driver: WindowDriver, pane: Any) -> None:
    """Tick the current mail, after as many pages as it has."""
    sheet = pane.list.current
    for _ in range(200):
        if sheet.tickable:
            break
        key(driver, pane, KEY.Key_Space)
    key(driver, pane, KEY.Key_X)
    assert sheet.tick.isChecked()


def tick(driver: WindowDriver, pane: Any, draft: Draft) -> None:
    """Go to a mail that has room on the screen, and tick it."""
    sheet = sheet_of(pane, draft)
    pane.list.show_sheet(sheet)
    driver.until(lambda: rests(pane) and sheet.tickable)
    sheet.tick.click()


def send_ticked(driver: WindowDriver, pane: Any, number: int) -> None:
    """So many presses on Send, each once the one before is answered."""
    for left in range(number - 1, -1, -1):
        driver.until(pane.foot.button.isEnabled)
        pane.foot.button.click()
        driver.until(lambda left=left: len(pane.ticked) == left and rests(pane))  # type: ignore[misc]


def sheet_of(pane: Any, draft: Draft) -> MailSheet:
    sheet: MailSheet = there(pane.list.sheet(draft.id))
    return sheet


def entry(driver: WindowDriver, draft: Draft) -> Any:
    return driver.house.store.outbox.for_draft(draft.id)


def texts(sheet: QWidget) -> str:
    return "\n".join(label.text() for label in sheet.findChildren(QLabel))


def test_mails_that_are_read_and_ticked_leave_by_a_press_each(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    permits: list[SendPermit] = []
    real = send_permit.mint

    def mint(*given: Any) -> SendPermit:
        permits.append(real(*given))
        return permits[-1]

    monkeypatch.setattr("desktop_app.ui.review.send_press.mint", mint)
    drafts = [propose(driver.house, f"Hello Dana,\n\nyes, on day {n}.") for n in range(5)]
    pane = opened(driver, 5)
    for _ in range(5):
        read_and_tick(driver, pane)
        key(driver, pane, KEY.Key_J)
    for number in range(1, 6):
        driver.until(lambda: not pane.guard.closed)
        assert pane.foot.button.text() == "Send to Dana"
        key(driver, pane, KEY.Key_Return, CTRL)
        assert sum(entry(driver, draft) is not None for draft in drafts) == number
        assert len(permits) == number
    entries = [entry(driver, draft) for draft in drafts]
    assert {stored(driver, draft).state for draft in drafts} == {DraftState.APPROVED}
    assert [each.digest for each in entries] == [draft.digest for draft in drafts]
    assert sorted(permit.draft_id for permit in permits) == sorted(draft.id for draft in drafts)
    assert len({permit.nonce for permit in permits}) == 5
    driver.until(lambda: not pane.list.sheets)
    assert pane.foot.line.text.text() == "5 mails are on their way."


def test_one_that_is_not_ticked_stays(driver: WindowDriver) -> None:
    first, second = propose(driver.house), propose(driver.house, "Hello Dana,\n\nno.\n\nAlex")
    pane = opened(driver, 2)
    tick(driver, pane, first)
    pane.foot.button.click()
    assert sheet_of(pane, first).reason.text() == words.LEAVING
    assert not sheet_of(pane, first).tick.isEnabled()
    driver.until(lambda: entry(driver, first) is not None)
    whole(driver, pane, 1)
    assert entry(driver, second) is None
    assert stored(driver, second).state is DraftState.PROPOSED
    assert pane.foot.button.text() == "Send"
    assert not pane.foot.button.isEnabled()
    assert pane.list.current is sheet_of(pane, second)
    assert sheet_of(pane, second).property("role") == "card-current"


def test_a_mail_is_ticked_only_after_its_end_was_on_the_screen(driver: WindowDriver) -> None:
    draft = propose(driver.house, LONG)
    pane = opened(driver, 1)
    sheet = sheet_of(pane, draft)
    assert not sheet.tick.isEnabled()
    assert sheet.reason.text() == words.READ_FIRST
    key(driver, pane, KEY.Key_X)
    assert not sheet.tick.isChecked()
    bar = pane.list.verticalScrollBar()
    bar.setValue(bar.maximum())
    driver.until(lambda: rests(pane))
    assert not sheet.tick.isEnabled()  # the end alone is not all of it
    bar.setValue(0)
    driver.until(lambda: rests(pane))
    pages = 0
    while not sheet.tick.isEnabled():
        key(driver, pane, KEY.Key_Space)
        pages += 1
        assert pages < 50
    assert pages > 2
    key(driver, pane, KEY.Key_X)
    assert sheet.tick.isChecked()


def test_pages_that_a_held_key_turns_are_not_read(driver: WindowDriver) -> None:
    draft = propose(driver.house, LONG)
    pane = opened(driver, 1)
    sheet, bar = sheet_of(pane, draft), pane.list.verticalScrollBar()
    for _ in range(40):
        press = QKeyEvent(QEvent.Type.KeyPress, KEY.Key_Space, BARE, " ", True)
        QApplication.sendEvent(sheet, press)
    assert bar.value() == 0
    while bar.value() < bar.maximum():
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(sheet, QKeyEvent(kind, KEY.Key_Space, BARE, " "))
        assert not pane.list.settled
    driver.until(lambda: rests(pane))
    assert not sheet.tickable


def test_a_held_key_sends_once(driver: WindowDriver) -> None:
    first, second = propose(driver.house), propose(driver.house, "Hello Dana,\n\nno.\n\nAlex")
    pane = opened(driver, 2)
    tick(driver, pane, first)
    driver.qtbot.keyPress(pane, KEY.Key_Return, CTRL)
    whole(driver, pane, 1)
    tick(driver, pane, second)
    for _ in range(5):
        driver.qtbot.keyPress(pane, KEY.Key_Return, CTRL)
    driver.until(lambda: rests(pane))
    assert entry(driver, first) is not None
    assert entry(driver, second) is None


def test_a_mail_that_a_program_changes_is_unread_and_its_tick_is_gone(driver: WindowDriver) -> None:
    draft = propose(driver.house)
    pane = opened(driver, 1)
    tick(driver, pane, draft)
    assert len(pane.ticked) == 1
    before = sheet_of(pane, draft)
    revise(driver.house, draft.id, LONG)
    driver.until(lambda: sheet_of(pane, draft) is not before and rests(pane))
    sheet = sheet_of(pane, draft)
    assert pane.ticked == []
    assert not sheet.tick.isEnabled()
    assert words.CHANGED in sheet.reason.text()


def test_what_changes_between_the_tick_and_the_press_does_not_leave(driver: WindowDriver) -> None:
    draft, other = propose(driver.house), propose(driver.house, "Hello Dana,\n\nno.\n\nAlex")
    pane = opened(driver, 2)
    for each in (other, draft):
        tick(driver, pane, each)
    pane.bench.announcements.changed.disconnect(pane._on_changed)
    revise(driver.house, draft.id, "Hello Dana,\n\nsend me all your money.\n\nAlex")
    assert there(pane.next).mail.draft_id == draft.id
    pane.foot.button.click()
    driver.until(lambda: not pane.press.under_way)
    assert pane.foot.line.text.text() == words.STAYED
    assert stored(driver, draft).state is DraftState.PROPOSED
    driver.until(lambda: entry(driver, draft) is None)  # the press is taken back
    whole(driver, pane, 2)
    assert not sheet_of(pane, draft).tick.isChecked()
    send_ticked(driver, pane, 1)
    assert entry(driver, other) is not None
    assert entry(driver, draft) is None


def test_an_unconfirmed_check_keeps_a_mail_here_until_it_is_ticked(driver: WindowDriver) -> None:
    draft = propose(driver.house, "Hello Dana,\n\nthe report is attached.\n\nAlex")
    pane = opened(driver, 1)
    sheet = sheet_of(pane, draft)
    assert [check.code for check in sheet.checks.unconfirmed]
    assert not sheet.tick.isEnabled()
    assert sheet.reason.text() == words.CONFIRM_FIRST
    key(driver, pane, KEY.Key_X)  # goes to the check
    for _ in range(len(sheet.checks.unconfirmed)):
        key(driver, pane, KEY.Key_Space)
        key(driver, pane, KEY.Key_Period, CTRL)
    assert not sheet.checks.unconfirmed
    assert sheet.tick.isEnabled()
    key(driver, pane, KEY.Key_X)
    assert len(pane.ticked) == 1
    sheet.checks._rows[0].tick.setChecked(False)
    assert pane.ticked == []


def test_what_leaves_takes_the_keyboard_from_nothing_else(driver: WindowDriver) -> None:
    words_, open_ = "Hello Dana,\n\nyes.\n\nAlex", "Hello Dana,\n\nit is attached.\n\nAlex"
    drafts = [propose(driver.house, each) for each in (open_, words_, words_)]
    pane = opened(driver, 3)
    tick(driver, pane, drafts[1])
    pane.list.show_sheet(sheet_of(pane, drafts[0]))
    driver.until(lambda: rests(pane))
    key(driver, pane, KEY.Key_X)
    check = QApplication.focusWidget()
    assert isinstance(check, QCheckBox)
    key(driver, pane, KEY.Key_Return, CTRL)
    driver.until(lambda: entry(driver, drafts[1]) is not None and rests(pane))
    assert QApplication.focusWidget() is check
    assert pane.list.current is sheet_of(pane, drafts[0])


def test_one_undo_takes_every_mail_back_read_as_it_was(driver: WindowDriver) -> None:
    drafts = [propose(driver.house, f"Hello Dana,\n\nyes, on day {n}.") for n in range(3)]
    pane = opened(driver, 3)
    for draft in drafts:
        tick(driver, pane, draft)
    send_ticked(driver, pane, 3)
    driver.until(lambda: not pane.list.sheets and rests(pane))
    assert pane.foot.line.undo.isVisible()
    driver.qtbot.keyClick(pane, KEY.Key_Z)
    whole(driver, pane, 3)
    assert {stored(driver, draft).state for draft in drafts} == {DraftState.PROPOSED}
    assert pane.foot.line.text.text() == "Not sent. 3 mails are here again."
    assert all(sheet.seen.whole and not sheet.tick.isChecked() for sheet in pane.list.sheets)


def test_undo_is_offered_in_the_window_once_this_is_closed(driver: WindowDriver) -> None:
    draft = propose(driver.house)
    pane = opened(driver, 1)
    tick(driver, pane, draft)
    pane.foot.button.click()
    driver.until(lambda: not pane.list.sheets and rests(pane))
    driver.qtbot.keyClick(pane, KEY.Key_Escape)
    toast = driver.window.toasts.toast
    driver.until(lambda: toast.isVisible() and toast.words == "1 mail is on its way.")
    toast.button.click()
    driver.until(lambda: stored(driver, draft).state is DraftState.PROPOSED)


def test_what_was_read_for_a_mail_is_named_without_what_was_asked() -> None:
    read = [Source(SourceKind.MESSAGE, str(n), f"Mail {n}") for n in range(5)]
    asked = Source(SourceKind.REQUEST, "", "write to Dana")
    assert words.read_for((asked,)) == ""
    assert words.read_for((asked, read[0])) == "Read for it: “Mail 0”."
    said = "Read for it: “Mail 0”, “Mail 1”, “Mail 2” and 2 more."
    assert words.read_for((*read, asked)) == said


def test_recipients_badges_and_who_proposed_it_stand_above_the_words(
    driver: WindowDriver,
) -> None:
    runner = driver.house.runner(Origin.ASSISTANT, ASSISTANT)
    many = tuple(f"person{n}@many.example" for n in range(30))
    params = create_draft.CreateDraft(to=many, subject="All", body="Hello all.")
    saved: Any = runner.call(create_draft.TOOL, params).unwrap()
    reply = propose(driver.house)
    pane = opened(driver, 2)
    said = texts(there(pane.list.sheet(saved.draft_id)))
    assert all(address in said for address in many)
    assert "new" in said
    assert "proposed this" in texts(sheet_of(pane, reply))
    assert "dana@lee.example" in texts(sheet_of(pane, reply))


def test_what_is_too_long_to_be_read_among_others_is_read_apart(driver: WindowDriver) -> None:
    draft = propose(driver.house, "word " * 800_000)
    pane = opened(driver, 1)
    sheet = sheet_of(pane, draft)
    assert sheet.words is None
    assert TOO_LONG in sheet.reason.text()
    assert not sheet.tick.isEnabled()


def test_nothing_to_read_is_said(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("read_through")
    pane = there(there(driver.window.late).read_through.pane)
    driver.until(lambda: pane.states.currentWidget() is not pane.list)
    assert pane.states._message.title.text() == "Nothing waits for your review."
    assert not pane.foot.button.isVisible()


def test_every_widget_of_it_has_a_name(driver: WindowDriver) -> None:
    propose(driver.house)
    propose(driver.house, "Hello Dana,\n\nthe report is attached.\n\nAlex")
    pane = opened(driver, 2)
    for button in pane.findChildren(QPushButton):
        if button.isVisible():
            assert button.accessibleName() or button.text()
            assert not button.autoDefault()
    for sheet in pane.list.sheets:
        assert "Not ticked." in sheet.accessibleName()
        assert sheet.tick.accessibleName().startswith("Send this mail: To Dana")


def test_leaving_while_a_press_is_answered_gives_it_up(driver: WindowDriver) -> None:
    first, second = (propose(driver.house, f"Hello Dana,\n\nyes, on day {n}.") for n in range(2))
    pane = opened(driver, 2)
    for draft in (first, second):
        tick(driver, pane, draft)
    leaves = there(pane.next).mail.draft_id
    pane.foot.button.click()
    assert pane.press.under_way
    there(there(driver.window.late).read_through).close()
    driver.until(lambda: len(driver.house.store.outbox.not_sent()) == 1)
    assert leaves in driver.house.store.outbox.not_sent()
    assert {stored(driver, each).state for each in (first, second)} == {DraftState.PROPOSED}
