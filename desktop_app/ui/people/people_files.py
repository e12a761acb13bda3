"""vCard files: chosen, taken in with a report, and written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QListWidget, QWidget

from desktop_app.model.contact import PersonRow
from desktop_app.model.people_words import report_words
from desktop_app.model.progress import PeopleReport
from desktop_app.tools.person import people_files
from desktop_app.ui.bench.last_folder import SAVED, keep_folder, last_folder
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.people.person_words import heading
from desktop_app.ui.widgets.dates import number
from desktop_app.ui.widgets.dialogs import choose_files, choose_target, present
from desktop_app.ui.widgets.parts import STYLE, column, plain
from desktop_app.ui.widgets.safe_text import as_tooltip, clean
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size

FILTERS = "vCard files (*.vcf *.vcard);;All files (*)"
THREE, FOUR = "vCard 3, for phones and most programs (*.vcf)", "vCard 4 (*.vcf)"
MOST_SHOWN = 500


class PeopleFiles(QObject):
    """One import at a time. `owner` is the pane, over which dialogs stand."""

    def __init__(self, bench: Workbench, owner: QWidget) -> None:
        super().__init__(owner)
        self._bench, self._owner = bench, owner
        self._running = False

    def ask(self) -> None:
        """Let the person choose files to take in."""
        choose_files(self._owner, "Import people", FILTERS, self.begin)

    def begin(self, paths: Sequence[Path]) -> None:
        """Take in the people of files; they are only read."""
        navigation = self._bench.navigation
        if self._running:
            navigation.toast("People are being imported. Wait for the end of that.")
            return
        self._running = True
        navigation.status("Importing people…")
        self._bench.calls.ask(
            people_files.IMPORT_PEOPLE,
            people_files.ImportPeople(paths=tuple(map(str, paths))),
            done=self._done,
            failed=self._failed,
            progress=lambda p: navigation.status(f"Importing people: {number(p.done)} cards"),
            owner=self,
        )

    def _end(self) -> None:
        self._running = False
        self._bench.navigation.status("")

    def _done(self, report: PeopleReport) -> None:
        self._end()
        if report.remarks:
            present(PeopleReportDialog(self._bench, report, self._owner))
        else:
            self._bench.navigation.toast(report_words(report))

    def _failed(self, error: object) -> None:
        self._end()
        self._bench.calls.jobs.failed.emit(error)

    def export(self, rows: Sequence[PersonRow] = (), group: str = "") -> None:
        """Let the person choose where to write these, a group, or everybody."""
        name = heading(rows[0]) if len(rows) == 1 else clean(group) or "People"
        safe = "".join(c if c.isalnum() or c in " -_." else "_" for c in name).strip(" .")[:80]

        def chosen(path: Path) -> None:
            four = FOUR in dialog.selectedNameFilter()
            version: Literal["3.0", "4.0"] = "4.0" if four else "3.0"
            keep_folder(self._bench, SAVED, path.parent)
            self._bench.calls.ask(
                people_files.EXPORT_PEOPLE,
                people_files.ExportPeople(
                    path=str(path),
                    refs=tuple(row.ref for row in rows),
                    group=group,
                    version=version,
                ),
                done=lambda done: self._bench.navigation.toast(done.display),
                owner=self,
            )

        folder, filters = last_folder(self._bench, SAVED), f"{THREE};;{FOUR}"
        title = "Save as vCard"
        dialog = choose_target(
            self._owner, title, f"{safe or 'People'}.vcf", filters, chosen, folder
        )


class PeopleReportDialog(QDialog):
    """What came of an import, and what could not be read."""

    def __init__(self, bench: Workbench, report: PeopleReport, owner: QWidget) -> None:
        super().__init__(owner.window())
        self.setWindowTitle("People imported")
        self.setMinimumWidth(bench.theme.px(Size.DIALOG))
        self.summary = plain(report_words(report), "strong", wrap=True)
        layout = column(self.summary, owner=self, gap=bench.theme.px(12), margins=STYLE)
        layout.addWidget(plain("The files were not changed. What was left out, and why:"))
        self.rows = QListWidget()
        self.rows.setAccessibleName("Left out")
        set_role(self.rows, "framed")
        self.rows.setWordWrap(True)
        for remark in report.remarks[:MOST_SHOWN]:
            name, _, line = remark.location.rpartition(":")
            self.rows.addItem(clean(f"{Path(name).name}, line {line}: {remark.reason}"))
            self.rows.item(self.rows.count() - 1).setToolTip(as_tooltip(clean(remark.location)))
        layout.addWidget(self.rows)
        left = report.remarked - self.rows.count()
        if left > 0:
            layout.addWidget(plain(f"And {number(left)} more.", "second"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton("Copy report", QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(text_of(report)))
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)


def text_of(report: PeopleReport) -> str:
    """The whole report, for the clipboard."""
    lines = (f"{each.location}: {each.reason}" for each in report.remarks)
    return "\n".join((report_words(report), *lines))
