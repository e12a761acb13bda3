"""Import and export of mail: choosing files, progress, report."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QListWidget,
)

from desktop_app.model.errors import KnownError
from desktop_app.model.progress import ImportReport
from desktop_app.tools.calls.base import P, R, Tool
from desktop_app.tools.local_account import LOCAL_MAIL
from desktop_app.tools.person import mail_accounts, mail_files
from desktop_app.ui.accounts.own_address_dialog import OwnAddressDialog
from desktop_app.ui.bench.last_folder import IMPORTED, SAVED, keep_folder, last_folder
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dates import number
from desktop_app.ui.widgets.dialogs import choose_mail, choose_target, confirm, present
from desktop_app.ui.widgets.drop_hint import counted_files
from desktop_app.ui.widgets.parts import STYLE, column, plain
from desktop_app.ui.widgets.safe_text import as_tooltip, clean
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size
from desktop_app.ui.window.status_bar import WorkStatus

FILTERS = "Mail files (*.mbox *.eml *.mbx *.emlx);;All files (*)"
MOST_SHOWN, MOST_NAMED = 500, 5


class MailImport(QObject):
    """Answers to the import and export actions; one import at a time."""

    def __init__(self, bench: Workbench, status: WorkStatus, parent: QObject) -> None:
        super().__init__(parent)
        self._bench, self._status = bench, status
        self._running = False
        window = bench.actions.window
        on = bench.actions.on
        on(
            "import_mail",
            lambda: choose_mail(window, last_folder(bench, IMPORTED), FILTERS, self._chosen),
        )
        on("export_thread", self._choose_export)
        on("save_message", self._save_message)

    @property
    def running(self) -> bool:
        return self._running

    def _chosen(self, paths: list[Path]) -> None:
        keep_folder(self._bench, IMPORTED, paths[0].parent)
        self.begin(paths)

    def ask(self, paths: list[Path]) -> None:
        """Import what was dropped, after a question that says where it goes."""
        named = "\n".join(clean(path.name) for path in paths[:MOST_NAMED])
        more = f"\nand {len(paths) - MOST_NAMED} more" if len(paths) > MOST_NAMED else ""
        confirm(
            self._bench.actions.window,
            f"Import {counted_files(len(paths))} into {LOCAL_MAIL}?",
            f"{named}{more}\n\nThe files stay where they are; they are only read.",
            "Import",
            lambda: self.begin(paths),
        )

    def begin(self, paths: list[Path]) -> None:
        """Import files and folders; the sources are only read."""
        params = mail_files.ImportMail(paths=tuple(str(p) for p in paths))
        if not self.refuse_second():
            self.work("Looking for mail…", mail_files.IMPORT_MAIL, params, self._done)

    def refuse_second(self) -> bool:
        """Whether such work is under way, and a second is refused; it is said."""
        if self._running:
            self._bench.navigation.toast("An import is under way. Wait for it, or cancel it first.")
        return self._running

    def work(
        self,
        words: str,
        tool: Tool[P, R],
        params: P,
        done: Callable[[R], object],
        *,
        pauses: bool = True,
    ) -> None:
        """Long work with files, in the status bar with Pause and Cancel; one at a time."""
        self._running = True
        paused = Event()

        def over(result: R) -> None:
            self._running = False
            self._status.end()
            done(result)

        job = self._bench.calls.ask(
            tool,
            params,
            done=over,
            failed=self._failed,
            paused=paused,
            progress=self._status.move_to,
            owner=self,
        )

        def cancel() -> None:
            """The job itself goes on to its report of what was done so far."""
            paused.clear()
            job.cancelled.set()

        def pause(wanted: bool) -> None:
            paused.set() if wanted else paused.clear()

        self._status.begin(words, pause=pause if pauses else None, cancel=cancel)

    def _done(self, report: ImportReport) -> None:
        shown = ReportDialog(self._bench, report)
        if report.owner_unknown and report.imported:
            shown.finished.connect(lambda _: self.ask_owner(report.owner_unknown))
        present(shown)

    def ask_owner(self, account_id: str) -> None:
        """Whose mail that is, and nobody has said."""
        self._bench.calls.ask(
            mail_accounts.FIND_OWN_ADDRESSES,
            mail_accounts.FindOwnAddresses(account=account_id),
            done=lambda found: present(OwnAddressDialog(self._bench, account_id, found.found)),
            owner=self,
        )

    def _failed(self, error: KnownError) -> None:
        self._running = False
        self._status.end()
        self._bench.calls.jobs.failed.emit(error)

    def _save_message(self) -> None:
        message = self._bench.selection.message
        if message is None:
            return

        def export(path: Path) -> None:
            params = mail_files.ExportMessages(
                path=str(path), message_ids=(message.id,), format="eml"
            )
            self._bench.calls.ask(
                mail_files.EXPORT_MESSAGES,
                params,
                done=lambda _: self._bench.navigation.toast(f"Saved {path.name}."),
            )

        name = f"{safe_name(message.subject)}.eml"
        window = self._bench.actions.window
        choose_target(window, "Save message", name, "One message (*.eml)", export)

    def _choose_export(self) -> None:
        shown = self._bench.selection.opened
        if shown is None:
            return
        thread = shown.thread
        single = len(thread.messages) == 1
        name = safe_name(thread.subject) + (".eml" if single else ".mbox")
        filters = "One message (*.eml);;Mailbox (*.mbox)" if single else "Mailbox (*.mbox)"
        window, bench = self._bench.actions.window, self._bench

        def export(path: Path) -> None:
            keep_folder(bench, SAVED, path.parent)
            eml = single and path.suffix.lower() == ".eml"
            self._bench.calls.ask(
                mail_files.EXPORT_MESSAGES,
                mail_files.ExportMessages(
                    path=str(path), thread_ids=(thread.id,), format="eml" if eml else "mbox"
                ),
                done=lambda _: self._bench.navigation.toast(f"Saved {path.name}."),
            )

        folder = last_folder(bench, SAVED)
        choose_target(window, "Save conversation", name, filters, export, folder)


class ReportDialog(QDialog):
    """Dialog with an import's result: imported, duplicates, unreadable with reasons."""

    def __init__(self, bench: Workbench, report: ImportReport) -> None:
        super().__init__(bench.actions.window)
        self.setWindowTitle("Import stopped" if report.cancelled else "Import finished")
        self.setMinimumWidth(bench.theme.px(Size.DIALOG))
        self.summary = plain(summary_of(report), "strong", wrap=True)
        layout = column(self.summary, owner=self, gap=bench.theme.px(12), margins=STYLE)
        if report.unreadable:
            layout.addWidget(plain("These could not be read. The files were not changed."))
            rows = QListWidget()
            rows.setAccessibleName("Unreadable")
            set_role(rows, "framed")
            rows.setWordWrap(True)
            for unreadable in report.unreadable[:MOST_SHOWN]:
                rows.addItem(clean(f"{unreadable.reason} {Path(unreadable.location).name}"))
                rows.item(rows.count() - 1).setToolTip(as_tooltip(clean(unreadable.location)))
            layout.addWidget(rows)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton("Copy report", QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(text_of(report)))
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)


def summary_of(report: ImportReport) -> str:
    """One plain sentence."""
    parts = [f"{number(report.imported)} imported"]
    if report.duplicates:
        parts.append(f"{number(report.duplicates)} were there already")
    if report.repeated:
        parts.append(f"{number(report.repeated)} stand in the files more than once")
    if report.unreadable:
        parts.append(f"{number(len(report.unreadable))} could not be read")
    text = ", ".join(parts) + "."
    return (
        f"{text} It was stopped; the same import goes on from there." if report.cancelled else text
    )


def text_of(report: ImportReport) -> str:
    """The whole report, for the clipboard."""
    lines = [summary_of(report), *(f"{u.location}: {u.reason}" for u in report.unreadable)]
    return "\n".join(lines)


def safe_name(subject: str) -> str:
    """A file name made from a subject: no separators, no dots in front, at most 80 characters."""
    kept = "".join(c if c.isalnum() or c in " -_()." else "_" for c in clean(subject))
    return kept.strip(" .")[:80] or "conversation"
