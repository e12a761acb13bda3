"""Dialogs of moving: what is found, ticked, connected, written, and said afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLabel, QTreeWidgetItem

from desktop_app.mail.message.parse import parse
from desktop_app.model.moving import MovedReport, SeenAccount
from desktop_app.model.progress import ImportReport, PeopleReport, Progress, Unreadable
from desktop_app.tools.person.moving_in import MoveIn
from desktop_app.tools.person.moving_out import MovedOut
from desktop_app.ui.accounts.wizard import AccountWizard, Step
from desktop_app.ui.moving.in_words import report_sentences, written_sentences
from desktop_app.ui.moving.out_pane import MovingOutPane
from desktop_app.ui.moving.pane import NOTHING, MovingInPane
from desktop_app.ui.moving.report import MovedDialog, WrittenDialog, text_of
from desktop_app.ui.widgets.strips import Strip
from desktop_app.workers.moving_in import MovingIn
from tests.accounts.moving import other_programs
from tests.accounts.moving.other_programs import letter, mbox_of
from tests.fakes.house import TestHouse
from tests.sure import there
from tests.ui.conftest import WindowDriver

Open = Callable[..., WindowDriver]
D = TypeVar("D", bound=QDialog)


@pytest.fixture
def profile(house: TestHouse, tmp_path: Path) -> Path:
    found = other_programs.thunderbird(tmp_path / "home")
    house.moving = MovingIn(house.store, home=tmp_path / "home", environment={}, platform="linux")
    return found


def pane(driver: WindowDriver) -> MovingInPane:
    driver.bench.actions.trigger("move_in")
    driver.qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), QDialog))
    return there(QApplication.activeModalWidget()).findChildren(MovingInPane)[0]


def rows(of: MovingInPane) -> list[QTreeWidgetItem]:
    heading = there(of.tree.topLevelItem(0))
    return [there(heading.child(i)) for i in range(heading.childCount())]


def row(of: MovingInPane, words: str) -> QTreeWidgetItem:
    return next(item for item in rows(of) if item.text(0).startswith(words))


def dialog(driver: WindowDriver, kind: type[D]) -> D:
    driver.qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), kind))
    found = QApplication.activeModalWidget()
    assert isinstance(found, kind)
    return found


def test_what_is_ticked_comes_in_and_the_report_has_the_counts(
    house: TestHouse, profile: Path, open_window: Open
) -> None:
    driver = open_window()
    shown = pane(driver)
    driver.qtbot.waitUntil(shown.take.isEnabled)
    senders, mail = row(shown, "Senders"), row(shown, "Mail:")
    assert there(senders.child(0)).text(0) == (
        "Dana Lee, dana@fernhill.example, signed: Dana Lee · Fernhill, 2nd floor"
    )
    assert there(mail.child(0)).text(0).startswith("Archives, ")
    senders.setCheckState(0, Qt.CheckState.Unchecked)
    [wanted] = shown.wanted
    assert (wanted.trees, wanted.people, wanted.identities) == (("Local Folders",), True, False)
    shown.take.click()
    report = dialog(driver, MovedDialog)
    assert report.words.text().startswith("Thunderbird, profile mover\n24 mails found: 18 taken")
    assert "4 people found: 4 taken." in report.words.text()
    assert not driver.window.status.work.isVisible()
    report.reject()


def test_with_nothing_ticked_there_is_nothing_to_press(
    house: TestHouse, profile: Path, open_window: Open
) -> None:
    driver = open_window()
    shown = pane(driver)
    driver.qtbot.waitUntil(shown.take.isEnabled)
    for words in ("Mail:", "People:", "Senders"):
        row(shown, words).setCheckState(0, Qt.CheckState.Unchecked)
    assert not shown.take.isEnabled()
    assert shown.wanted == ()


def test_an_account_is_proposed_as_a_form_that_lacks_the_password(
    house: TestHouse, profile: Path, open_window: Open
) -> None:
    driver = open_window()
    shown = pane(driver)
    driver.qtbot.waitUntil(shown.take.isEnabled)
    assert not shown.connect_account.isEnabled()
    shown.tree.setCurrentItem(row(shown, "Account: Work"))
    shown.connect_account.click()
    wizard = dialog(driver, AccountWizard)
    assert wizard.currentId() == Step.SERVERS
    form = wizard.servers.form
    assert (form.imap.host.text(), form.smtp.host.text()) == (
        "imap.fernhill.example",
        "smtp.fernhill.example",
    )
    assert form.password.text() == ""
    assert not wizard.servers.isComplete()
    form.password.setText("given here")
    assert wizard.mailbox().email == "dana@fernhill.example"
    assert wizard.mailbox().name == "Dana Lee"
    wizard.reject()


def test_an_account_without_a_server_for_us_begins_with_its_address(
    house: TestHouse, open_window: Open
) -> None:
    driver = open_window()
    seen = SeenAccount("Old", "pop3", "dana@oldprovider.example", "Dana")
    driver.bench.navigation.account_wanted.emit(seen)
    wizard = dialog(driver, AccountWizard)
    assert wizard.currentId() == Step.ADDRESS
    assert wizard.address.email.text() == "dana@oldprovider.example"
    wizard.reject()


def test_where_nothing_is_found_the_ways_by_hand_are_named(
    house: TestHouse, open_window: Open, tmp_path: Path
) -> None:
    house.moving = MovingIn(house.store, home=tmp_path / "empty")
    driver = open_window()
    shown = pane(driver)

    def said() -> list[str]:
        return [label.text() for label in shown.findChildren(QLabel) if label.isVisible()]

    driver.qtbot.waitUntil(lambda: NOTHING in said())
    assert not shown.take.isEnabled()
    (tmp_path / "wrong").mkdir()
    shown._look(tmp_path / "wrong")
    driver.qtbot.waitUntil(lambda: any("wrong is no folder of a mail program" in w for w in said()))
    assert NOTHING in said()
    chosen = other_programs.thunderbird(tmp_path / "chosen")
    shown._look(chosen)
    driver.qtbot.waitUntil(shown.take.isEnabled)
    assert not shown.told.isVisible()


def test_a_name_of_a_stranger_is_shown_as_one_line(
    house: TestHouse, profile: Path, open_window: Open
) -> None:
    local = profile / "Mail" / "Local Folders"
    (local / "<b>bold\n\u202edlob").write_bytes(mbox_of(letter(1)))
    with (profile / "prefs.js").open("a") as file:
        file.write('user_pref("mail.server.server1.name", "<img src=x>\\n\\u202eevil");\n')
    driver = open_window()
    shown = pane(driver)
    driver.qtbot.waitUntil(shown.take.isEnabled)
    words = row(shown, "Mail:").text(0)
    assert "\n" not in words
    assert "\u202e" not in words


def test_the_sample_offers_to_move_in_where_a_program_is(
    house: TestHouse, profile: Path, open_window: Open
) -> None:
    driver = open_window()
    notices = driver.window.notices
    sample = house.store.accounts.list()[0]
    driver.qtbot.waitUntil(lambda: notices._programs == ("Thunderbird",))
    notices.show_accounts([replace(sample, sample=True)])
    [strip] = notices.findChildren(Strip)
    assert "Move in from Thunderbird" in [b.text() for b in strip.findChildren(QAbstractButton)]


def test_mail_is_written_where_the_person_chose(
    house: TestHouse, open_window: Open, tmp_path: Path
) -> None:
    house.store.messages.add("work", [parse(letter(1))], labels=[frozenset({"INBOX"})])
    driver = open_window()
    driver.bench.actions.trigger("move_out")
    opened = dialog(driver, QDialog)
    shown = opened.findChildren(MovingOutPane)[0]
    driver.qtbot.waitUntil(lambda: shown.account.count() > 0 and shown.label.count() > 1)
    shown._write(tmp_path / "out.mbox")
    report = dialog(driver, WrittenDialog)
    assert report.words.text() == f"1 mail written to {tmp_path / 'out.mbox'}."
    assert b"Letter 1" in (tmp_path / "out.mbox").read_bytes()
    report.reject()


def test_a_search_takes_the_place_of_a_label(house: TestHouse, open_window: Open) -> None:
    driver = open_window()
    driver.bench.actions.trigger("move_out")
    shown = dialog(driver, QDialog).findChildren(MovingOutPane)[0]
    driver.qtbot.waitUntil(lambda: shown.account.count() > 0)
    shown.query.setText(" from:anna ")
    wanted = shown.wanted(Path("/x"))
    assert (wanted.query, wanted.label, wanted.form) == ("from:anna", "", "mbox")
    assert not shown.label.isEnabled()
    shown.maildir.setChecked(True)
    assert shown.wanted(Path("/x")).form == "maildir"


def test_sentences_of_a_report_add_up() -> None:
    mail = ImportReport(
        10, 2, (Unreadable("/m/Inbox at byte 7", "It is empty."),), repeated=3, deleted=4, partial=1
    )
    report = MovedReport("T", mail, PeopleReport(1, 2, 3, 4), 1, ("Said.",), cancelled=True)
    first, *others = report_sentences(report)
    assert first == (
        "20 mails found: 10 taken, 2 were here already, 3 lay there more than once,"
        " 4 deleted there were left out, 1 could not be read. Of 1 only the beginning was there."
    )
    assert others == [
        "10 people found: 1 taken, 2 filled up, 3 were here already, 4 left out.",
        "1 sender or signature taken over.",
        "Said.",
        "It was stopped. What was taken by then is here; moving in again goes on.",
    ]
    assert "/m/Inbox at byte 7: It is empty." in text_of([report])
    assert report_sentences(MovedReport("T")) == ["Nothing was left to take."]


def test_sentences_of_what_was_written_name_what_is_unfinished() -> None:
    stopped = MovedOut("/x/all.mbox.unfinished", 9, 4, cancelled=True)
    assert written_sentences(stopped) == [
        "It was stopped. 4 of 9 mails are in /x/all.mbox.unfinished, which is not finished."
    ]
    done = MovedOut("/x/all.mbox", 1, 1, drafts=2, notes=("More is at the server.",))
    assert written_sentences(done) == [
        "1 mail and 2 drafts written to /x/all.mbox.",
        "More is at the server.",
    ]


def test_a_second_work_is_refused_while_one_is_under_way(
    house: TestHouse, profile: Path, open_window: Open
) -> None:
    driver = open_window()
    late = there(driver.window.late)
    late.mail_import._running = True
    asked: list[MoveIn] = []
    driver.bench.navigation.move_wanted.connect(asked.append)
    driver.bench.navigation.move_wanted.emit(())
    assert late.moving._waiting == []


def test_a_stop_is_said_while_what_was_read_is_still_kept(
    house: TestHouse, open_window: Open
) -> None:
    work = open_window().window.status.work
    work.begin("Looking for mail…", cancel=lambda: None)
    work.cancel_button.click()
    work.move_to(Progress(5, 10))
    assert work.text.text() == "Stopping…"
    work.begin("Looking for mail…", cancel=lambda: None)
    work.move_to(Progress(5, 10))
    assert "5 of 10" in work.text.text()


def test_a_line_that_is_not_ticked_has_a_box_that_is_seen(
    house: TestHouse, profile: Path, open_window: Open
) -> None:
    driver = open_window()
    shown = pane(driver)
    driver.qtbot.waitUntil(shown.take.isEnabled)
    item = row(shown, "People:")
    item.setCheckState(0, Qt.CheckState.Unchecked)
    place = shown.tree.visualItemRect(item)
    picture = shown.tree.viewport().grab(place).toImage()
    line = driver.bench.theme.colour("control_line").rgb()
    columns = range(picture.width())
    found = sum(picture.pixel(x, picture.height() // 2) == line for x in columns)
    assert found == 2  # its left and its right edge
