"""Dialog that picks a file in Google Drive: a copy is attached, or its link inserted."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal, SignalInstance
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from desktop_app.model.errors import KnownError
from desktop_app.tools.answers.cloud_results import FileList, FileRow
from desktop_app.tools.verbs import search_drive_files
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.parts import STYLE, column
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.states import PendingRead, States
from desktop_app.ui.widgets.tokens import Size

TYPING_MS = 300
ROW = Qt.ItemDataRole.UserRole


class DrivePicker(QDialog):
    """Dialog with the signals `attach_wanted(FileRow)` and `link_wanted(FileRow)`; it closes
    itself."""

    attach_wanted = Signal(object)
    link_wanted = Signal(object)

    def __init__(self, bench: Workbench, account: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._bench, self._account = bench, account
        self.setWindowTitle("From Google Drive")
        self.resize(bench.theme.px(Size.TEXT_WIDTH), bench.theme.px(Size.DIALOG))
        self.entry = QLineEdit()
        self.entry.setPlaceholderText("Search Drive")
        self.entry.setAccessibleName("Search Drive")
        self.entry.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setAccessibleName("Files in Drive")
        self.states = States(bench.theme, self.list)
        buttons = QDialogButtonBox()
        self.attach = buttons.addButton("Attach a copy", QDialogButtonBox.ButtonRole.AcceptRole)
        self.link = buttons.addButton("Insert link", QDialogButtonBox.ButtonRole.ActionRole)
        close = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.attach.clicked.connect(lambda: self._choose(self.attach_wanted))
        self.link.clicked.connect(lambda: self._choose(self.link_wanted))
        close.clicked.connect(self.reject)
        parts = (self.entry, self.states, buttons)
        column(*parts, owner=self, gap=STYLE, margins=STYLE, fill=self.states)
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._typing.timeout.connect(self._search)
        self.entry.textChanged.connect(lambda _: self._typing.start())
        self.list.currentItemChanged.connect(lambda *_: self._offer())
        self._offer()
        self._search()

    def _search(self) -> None:
        calls = self._bench.calls
        self.states.loading(
            PendingRead("your files", lambda: calls.jobs.cancel("drive files"), self._search)
        )
        calls.ask(
            search_drive_files.TOOL,
            search_drive_files.SearchDriveFiles(query=self.entry.text(), account=self._account),
            done=self._show,
            failed=self._fail,
            key="drive files",
            owner=self,
        )

    def _show(self, found: FileList) -> None:
        self.list.clear()
        for row in found.results:
            told = " · ".join(p for p in (row.name, row.owner, row.modified[:10]) if p)
            item = QListWidgetItem(clean(told))
            item.setData(ROW, row)
            self.list.addItem(item)
        if not found.results:
            self.states.empty("No file found.", "Other words may find it.")
        else:
            self.states.ready()
            self.list.setCurrentRow(0)
        self._offer()

    def _fail(self, error: KnownError) -> None:
        self.list.clear()
        self.states.failed(error, self._search)

    def _offer(self) -> None:
        row = self._chosen()
        self.attach.setEnabled(row is not None)
        self.link.setEnabled(row is not None and bool(row.link))

    def _chosen(self) -> FileRow | None:
        item = self.list.currentItem()
        row = item.data(ROW) if item is not None else None
        return row if isinstance(row, FileRow) else None

    def _choose(self, signal: SignalInstance) -> None:
        row = self._chosen()
        if row is not None:
            signal.emit(row)
            self.accept()
