"""Dialog with what was moved in: counts that add up, and what could not be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QListWidget

from desktop_app.model.moving import MovedReport
from desktop_app.model.progress import Unreadable
from desktop_app.tools.person.moving_out import MovedOut
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.moving.in_words import report_sentences, written_sentences
from desktop_app.ui.widgets.parts import STYLE, column, plain
from desktop_app.ui.widgets.safe_text import as_tooltip, clean
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size

MOST_SHOWN = 500


class MovedDialog(QDialog):
    """Dialog over the window; `Copy report` has all of it."""

    def __init__(self, bench: Workbench, reports: Sequence[MovedReport]) -> None:
        super().__init__(bench.actions.window)
        stopped = any(report.cancelled for report in reports)
        self.setWindowTitle("Moving in was stopped" if stopped else "Moved in")
        self.setMinimumWidth(bench.theme.px(Size.DIALOG))
        self.words = plain("\n".join(_paragraphs(reports)), wrap=True, select=True)
        layout = column(self.words, owner=self, gap=bench.theme.px(12), margins=STYLE)
        unread = list(_unread(reports))
        if unread:
            layout.addWidget(plain("These could not be read. The files were not changed."))
            rows = QListWidget()
            rows.setAccessibleName("Unreadable")
            set_role(rows, "framed")
            rows.setWordWrap(True)
            for each in unread[:MOST_SHOWN]:
                rows.addItem(clean(f"{Path(each.location).name}: {each.reason}"))
                rows.item(rows.count() - 1).setToolTip(as_tooltip(clean(each.location)))
            layout.addWidget(rows)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton("Copy report", QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(text_of(reports)))
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)


class WrittenDialog(QDialog):
    """Dialog over the window with what was moved out, and where it is."""

    def __init__(self, bench: Workbench, report: MovedOut) -> None:
        super().__init__(bench.actions.window)
        self.setWindowTitle("Moving out was stopped" if report.cancelled else "Moved out")
        self.setMinimumWidth(bench.theme.px(Size.DIALOG))
        self.words = plain("\n".join(written_sentences(report)), wrap=True, select=True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column(self.words, buttons, owner=self, gap=bench.theme.px(12), margins=STYLE)


def text_of(reports: Sequence[MovedReport]) -> str:
    """The whole report, for the clipboard."""
    lines = [*_paragraphs(reports), *(f"{u.location}: {u.reason}" for u in _unread(reports))]
    return "\n".join(lines)


def _paragraphs(reports: Sequence[MovedReport]) -> Iterator[str]:
    for report in reports:
        yield clean(report.title)
        yield from report_sentences(report)


def _unread(reports: Sequence[MovedReport]) -> Iterator[Unreadable]:
    for report in reports:
        yield from report.mail.unreadable if report.mail is not None else ()
        yield from report.people.remarks if report.people is not None else ()
