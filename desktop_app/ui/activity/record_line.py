"""Line below the activity record: its head, to be noted elsewhere, and its export."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import record
from desktop_app.ui.bench.last_folder import SAVED, keep_folder, last_folder
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dates import forms
from desktop_app.ui.widgets.dialogs import choose_target
from desktop_app.ui.widgets.elision import shortened
from desktop_app.ui.widgets.parts import plain, row
from desktop_app.ui.widgets.safe_text import as_tooltip, clean

WHY = (
    "The hash of the last row of that day. Note it elsewhere: "
    "with it, draftdesk record verify --head notices that the end of the record was cut off."
)
SHOWN = 17
"""Characters of a hash that are seen, with the ellipsis; all of it is copied."""
DAY = 86_400.0
NAME = "activity record.jsonl"


class RecordLine(QWidget):
    """What it shows of the head is asked for with `open`."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._hash = ""
        self.words = plain(role="second", wrap=True, select=True)
        self.copy = QPushButton("Copy this hash")
        self.copy.setToolTip(as_tooltip(WHY, wrap=True))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._hash))
        self.copy.hide()
        self.export = QPushButton("Export…")
        self.export.setAccessibleName("Export the activity record")
        self.export.clicked.connect(self._choose)
        row(self.words, self.copy, self.export, owner=self, gap=bench.theme.px(8), fill=self.words)

    def open(self) -> None:
        """Ask for the head again."""
        self._bench.calls.ask(
            record.RECORD_HEAD,
            NoParams(),
            done=self._show,
            failed=lambda _: self._show(record.RecordHead()),
            key="record head",
            owner=self,
        )

    def _show(self, head: record.RecordHead) -> None:
        self._hash = head.hash
        self.copy.setVisible(bool(head.hash))
        words = head_words(head, self._bench.services.clock())
        self.words.setText(words)
        self.words.setToolTip(as_tooltip(WHY if words else "", wrap=True))

    def _choose(self) -> None:
        folder = last_folder(self._bench, SAVED)
        choose_target(
            self, "Export the activity record", NAME, "JSON lines (*.jsonl)", self.save, folder
        )

    def save(self, path: Path) -> None:
        """Write the record there, and say so in the line."""
        path = path if path.suffix else path.with_suffix(".jsonl")

        def saved(words: str) -> None:
            keep_folder(self._bench, SAVED, path.parent)
            self.words.setText(f"{words.rstrip('.')} to {clean(path.name)}.")

        self._bench.calls.ask(
            record.EXPORT_RECORD,
            record.ExportRecord(path=str(path)),
            done=lambda done: saved(done.display),
            failed=lambda error: self.words.setText(clean(f"{error.sentence} {error.next_step}")),
            owner=self,
        )


def head_words(head: record.RecordHead, now: float) -> str:
    """`Record until yesterday: 9f3a…`; nothing without a head."""
    if not head.hash:
        return ""
    noon = datetime.fromtimestamp(head.until - DAY / 2, UTC)
    yesterday = head.until <= now < head.until + DAY
    day = "yesterday" if yesterday else forms().short_day_of_year(noon)
    return f"Record until {day}: {shortened(head.hash, SHOWN)}"
