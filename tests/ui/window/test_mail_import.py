"""MailImport and exporting from the window: progress, pause, cancel, report, files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

from PySide6.QtCore import QDir, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMessageBox, QPushButton, QWidget

from desktop_app.mail.message.parse import parse
from desktop_app.model.account import Identity
from desktop_app.model.address import Address
from desktop_app.model.progress import ImportReport, Progress, Unreadable
from desktop_app.tools.calls.base import Decision, ToolResult
from desktop_app.tools.local_account import local_account
from desktop_app.ui.accounts.own_address_dialog import OwnAddressDialog
from desktop_app.ui.background.services import ToolRunner
from desktop_app.ui.widgets.dates import progress_sentence
from desktop_app.ui.window.mail_import import ReportDialog, safe_name, summary_of, text_of
from tests.fakes.house import TestHouse, mail
from tests.sure import anew, there
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_mail

REPORT = ImportReport(1200, 3, (Unreadable("/mail/broken.eml", "It is empty."),))


class ImportingRunner:
    """The real runner, but for imports: those wait until the test lets them go on."""

    def __init__(self, real: ToolRunner) -> None:
        self._real = real
        self.go_on = Event()
        self.paths: tuple[str, ...] = ()
        self.paused: Event | None = None
        self.report = REPORT

    def call(self, tool: Any, params: Any, **more: Any) -> Any:
        if tool.name != "import_mail":
            return self._real.call(tool, params, **more)
        self.paths, self.paused = params.paths, more["paused"]
        more["progress"](Progress(600, 1203, eta_seconds=240.0))
        while not self.go_on.wait(0.01):
            if more["cancelled"].is_set():
                return ToolResult(Decision.ALLOW, ImportReport(600, 0, cancelled=True))
        return ToolResult(Decision.ALLOW, self.report)


def begin(
    house: TestHouse, open_window: Callable[..., WindowDriver]
) -> tuple[WindowDriver, ImportingRunner]:
    runner = ImportingRunner(house.runner())
    driver = open_window(runner)
    assert driver.window.late is not None
    driver.window.late.mail_import.begin([Path("/mail/archive.mbox")])
    work = driver.window.status.work
    driver.qtbot.waitUntil(lambda: "600" in work.text.text())
    return driver, runner


def test_an_import_shows_counts_and_ends_in_a_report(
    house: TestHouse, open_window: Callable[..., WindowDriver]
) -> None:
    driver, runner = begin(house, open_window)
    work = driver.window.status.work
    assert work.text.text() == "Importing: 600 of 1,203, 4 min left"
    assert work.bar.value() == 600 * 1000 // 1203
    runner.go_on.set()
    driver.qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), ReportDialog))
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, ReportDialog)
    assert "1,200 imported" in dialog.summary.text()
    assert not work.isVisible()
    dialog.reject()


def report_of(kind: type[QDialog], driver: WindowDriver) -> QDialog:
    driver.qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), kind))
    found = QApplication.activeModalWidget()
    assert isinstance(found, kind)
    return found


def finish_for_an_unknown_owner(
    house: TestHouse, open_window: Callable[..., WindowDriver]
) -> tuple[WindowDriver, OwnAddressDialog]:
    account = local_account(house.store).id
    for n, to in enumerate(("Pat <pat@quill.example>", "Pat <pat@quill.example>", "me@x.example")):
        house.store.messages.add(account, [parse(mail("A", to=to, message_id=f"{n}@x"))])
    driver, runner = begin(house, open_window)
    runner.report = replace(REPORT, owner_unknown=account)
    runner.go_on.set()
    report_of(ReportDialog, driver).reject()
    asked = report_of(OwnAddressDialog, driver)
    assert isinstance(asked, OwnAddressDialog)
    return driver, asked


def test_the_first_import_asks_which_addresses_are_the_persons(
    house: TestHouse, open_window: Callable[..., WindowDriver]
) -> None:
    driver, asked = finish_for_an_unknown_owner(house, open_window)
    assert [(e, b.isChecked()) for e, b in asked.boxes.items()] == [
        ("pat@quill.example", True),
        ("me@x.example", False),
    ]
    assert asked.name.text() == "Pat"
    asked.boxes["me@x.example"].click()
    asked.other.setText("not an address")
    asked.use.click()
    driver.qtbot.waitUntil(lambda: "is not a mail address" in asked.problem.text())
    asked.other.clear()
    asked.name.setText("Pat Quill")
    asked.signature.setPlainText("Pat")
    asked.use.click()
    driver.until(lambda: len(house.store.accounts.get("local").identities) == 2)
    kept = house.store.accounts.get("local").default_identity
    assert kept == Identity(Address("Pat Quill", "pat@quill.example"), "Pat", default=True)


def test_the_question_can_be_skipped(
    house: TestHouse, open_window: Callable[..., WindowDriver]
) -> None:
    driver, asked = finish_for_an_unknown_owner(house, open_window)
    before = house.store.accounts.get("local")
    asked.skip.click()
    driver.until(lambda: QApplication.activeModalWidget() is None)
    assert house.store.accounts.get("local") == before


def test_files_and_folders_are_chosen_in_one_dialog_that_begins_where_it_was_last(
    house: TestHouse, open_window: Callable[..., WindowDriver], tmp_path: Path
) -> None:
    runner = ImportingRunner(house.runner())
    runner.go_on.set()
    driver = open_window(runner)
    (tmp_path / "mails" / "Sent").mkdir(parents=True)

    def chooser() -> QFileDialog:
        driver.bench.actions.trigger("import_mail")
        found = report_of(QFileDialog, driver)
        assert isinstance(found, QFileDialog)
        return found

    first = chooser()
    assert first.directory().absolutePath() == QDir.homePath()
    first.setDirectory(str(tmp_path / "mails"))
    whole = next(b for b in first.findChildren(QPushButton) if b.text() == "Import this folder")
    whole.click()
    report_of(ReportDialog, driver).reject()
    assert runner.paths == (str(tmp_path / "mails"),)
    driver.until(lambda: house.settings.text("files.import_folder") == str(tmp_path))
    second = chooser()
    assert second.directory().absolutePath() == str(tmp_path)
    second.filesSelected.emit([str(tmp_path / "one.eml"), str(tmp_path / "two.eml")])
    report_of(ReportDialog, driver).reject()
    assert len(anew(lambda: runner.paths)) == 2
    second.reject()


def test_an_import_can_be_paused_and_resumed(
    house: TestHouse, open_window: Callable[..., WindowDriver]
) -> None:
    driver, runner = begin(house, open_window)
    button = driver.window.status.work.pause_button
    button.click()
    assert runner.paused is not None
    assert runner.paused.is_set()
    assert button.text() == "Resume"
    button.click()
    assert not runner.paused.is_set()
    runner.go_on.set()
    driver.qtbot.waitUntil(lambda: QApplication.activeModalWidget() is not None)
    there(QApplication.activeModalWidget()).close()


def test_a_cancelled_import_still_reports_what_was_done(
    house: TestHouse, open_window: Callable[..., WindowDriver]
) -> None:
    driver, _ = begin(house, open_window)
    driver.window.status.work.cancel_button.click()
    driver.qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), ReportDialog))
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, ReportDialog)
    assert "It was stopped" in dialog.summary.text()
    dialog.reject()


def test_files_dropped_on_the_window_are_imported_after_a_question(
    house: TestHouse, open_window: Callable[..., WindowDriver]
) -> None:
    runner = ImportingRunner(house.runner())
    runner.go_on.set()
    driver = open_window(runner)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/mail/one.eml"), QUrl("https://x.example/y.eml")])
    event = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    driver.window.dropEvent(event)
    driver.qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), QMessageBox))
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    assert box.text() == "Import 1 file into Local mail?"
    assert box.informativeText().startswith("one.eml\n")
    assert runner.paths == ()
    next(b for b in box.buttons() if b.text() == "Import").click()
    driver.qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), ReportDialog))
    assert anew(lambda: runner.paths) == ("/mail/one.eml",)
    there(QApplication.activeModalWidget()).close()


def dragged_over(widget: QWidget) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/a/one.eml"), QUrl.fromLocalFile("/a/two.eml")])
    buttons, modifiers = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    point = widget.rect().center()
    event = QDragEnterEvent(point, Qt.DropAction.CopyAction, data, buttons, modifiers)
    QApplication.sendEvent(widget, event)
    assert event.isAccepted()


def test_while_files_are_dragged_it_is_said_where_they_would_go(driver: WindowDriver) -> None:
    dragged_over(driver.window)
    hint = driver.window._drop
    assert hint.isVisible()
    assert hint.text.text() == "Drop to import 2 files into Local mail"
    QApplication.sendEvent(driver.window, QDragLeaveEvent())
    assert not hint.isVisible()
    pane = open_review(driver, own_mail(driver.house, to=("dana@lee.example",), subject="Plan"))
    dragged_over(pane)
    assert pane.drop.hint.text.text() == "Drop to attach 2 files to “Plan”"
    QApplication.sendEvent(pane, QDragLeaveEvent())
    assert not pane.drop.hint.isVisible()


def test_a_conversation_is_saved_as_a_file(driver: WindowDriver, tmp_path: Path) -> None:
    driver.open_first()
    driver.bench.actions.trigger("export_thread")
    dialog = there(driver.window.findChild(QFileDialog))
    target = tmp_path / "lunch.eml"
    dialog.filesSelected.emit([str(target)])
    driver.until(target.exists)
    assert b"Subject: Lunch" in target.read_bytes()
    dialog.reject()


def test_an_export_of_several_messages_is_a_mailbox(
    house: TestHouse, open_window: Callable[..., WindowDriver], tmp_path: Path
) -> None:
    house.add(mail("Plan", "One", message_id="1@x"))
    house.add(mail("Re: Plan", "Two", message_id="2@x", more="In-Reply-To: <1@x>\r\n"))
    driver = open_window()
    driver.until(lambda: len(driver.rows()) == 1)
    driver.open_first()
    driver.bench.actions.trigger("export_thread")
    dialog = there(driver.window.findChild(QFileDialog))
    target = tmp_path / "plan.mbox"
    dialog.filesSelected.emit([str(target)])
    driver.until(target.exists)
    assert target.read_bytes().count(b"\nSubject: ") == 2
    dialog.reject()


def test_one_message_of_several_is_saved_as_it_came(
    house: TestHouse, open_window: Callable[..., WindowDriver], tmp_path: Path
) -> None:
    house.add(mail("Plan", "One", message_id="1@x"))
    house.add(mail("Re: Plan", "Two", message_id="2@x", more="In-Reply-To: <1@x>\r\n"))
    driver = open_window()
    driver.until(lambda: len(driver.rows()) == 1)
    driver.open_first()
    driver.thread.column.make_current(driver.thread.column.cards()[0])
    driver.bench.actions.trigger("save_message")
    dialog = there(driver.window.findChild(QFileDialog))
    target = tmp_path / "plan.eml"
    dialog.filesSelected.emit([str(target)])
    driver.until(target.exists)
    assert target.read_bytes() == mail("Plan", "One", message_id="1@x")
    dialog.reject()


def test_the_report_names_what_could_not_be_read_and_why() -> None:
    assert summary_of(REPORT) == ("1,200 imported, 3 were there already, 1 could not be read.")
    assert "/mail/broken.eml: It is empty." in text_of(REPORT)


def test_progress_never_claims_what_it_does_not_know() -> None:
    assert progress_sentence(Progress(5)) == "Importing: 5"
    assert progress_sentence(Progress(5, 10, eta_seconds=3)) == (
        "Importing: 5 of 10, under a minute left"
    )


def test_a_subject_makes_a_harmless_file_name() -> None:
    assert safe_name("../../etc/passwd\x00") == "_.._etc_passwd"
    assert safe_name("") == "conversation"
    assert len(safe_name("x" * 500)) <= 80
