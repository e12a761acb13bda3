"""Label picker (`l`) and move (`v`): type to narrow, Enter to choose, a new name makes a label."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem

from desktop_app.model.message import Label, SystemLabel
from desktop_app.tools.base import NoParams
from desktop_app.tools.person import folders
from desktop_app.tools.person.folders import SidebarCounts
from desktop_app.tools.verbs import create_label
from desktop_app.ui.bench.navigation import Labelled
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.mailbox.organiser import Change, Organiser
from desktop_app.ui.widgets.dialogs import present
from desktop_app.ui.widgets.parts import STYLE, column, plain
from desktop_app.ui.widgets.tokens import Size

LABEL = Qt.ItemDataRole.UserRole


class LabelPicker(QDialog):
    """Dialog that adds a label; with `move` it takes Inbox away too."""

    def __init__(
        self, bench: Workbench, organiser: Organiser, about: Labelled, *, move: bool = False
    ) -> None:
        super().__init__(about.over)
        self._bench, self._organiser, self._move = bench, organiser, move
        self.targets = about.thread_ids
        """Conversations it is about, whatever is selected behind it meanwhile."""
        self._account = about.account
        self._labels: list[Label] = []
        self.setWindowTitle("Move to" if move else "Label")
        self.setMinimumWidth(bench.theme.px(Size.LEAST_LIST) + bench.theme.px(80))
        self.entry = QLineEdit()
        self.entry.setAccessibleName("Label name")
        self.entry.setPlaceholderText("Label name, or a new one")
        self.entry.textChanged.connect(self._fill)
        self.entry.returnPressed.connect(self._choose)
        self.entry.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName("Labels")
        self.list.itemActivated.connect(self._choose)
        self.list.itemClicked.connect(self._choose)
        what = plain(about.words, wrap=True)
        column(what, self.entry, self.list, owner=self, gap=STYLE, margins=STYLE)
        bench.calls.ask(folders.SIDEBAR_COUNTS, NoParams(), done=self._show, owner=self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and down move the list while the entry has the focus."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step and self.list.count():
                self.list.setCurrentRow((self.list.currentRow() + step) % self.list.count())
                return True
        return super().eventFilter(watched, event)

    def _show(self, counts: SidebarCounts) -> None:
        self._labels = [
            label
            for label in counts.labels
            if not label.system and label.account_id in {self._account, ""}
        ]
        self._fill()

    def _fill(self) -> None:
        words = self.entry.text().strip()
        self.list.clear()
        for label in self._labels:
            if words.lower() in label.name.lower():
                item = QListWidgetItem(label.name)
                item.setData(LABEL, label.id)
                self.list.addItem(item)
        if words and not any(label.name.lower() == words.lower() for label in self._labels):
            self.list.addItem(QListWidgetItem(f"Make a new label “{words}”"))
        self.list.setCurrentRow(0)

    def _choose(self) -> None:
        if self.list.currentRow() < 0:
            return
        item = self.list.currentItem()
        label_id: str | None = item.data(LABEL)
        if label_id is None:
            name = self.entry.text().strip()
            params = create_label.CreateLabel(name=name, account=self._account)
            self._bench.calls.ask(create_label.TOOL, params, done=lambda _: self._apply(name, name))
        else:
            self._apply(label_id, item.text())
        self.accept()

    def _apply(self, label_id: str, name: str) -> None:
        words = f"moved to {name}" if self._move else f"labelled {name}"
        remove = (SystemLabel.INBOX.value,) if self._move else ()
        self._organiser.change(Change(self.targets, add=(label_id,), remove=remove, words=words))


def offer_labels(bench: Workbench, organiser: Organiser) -> None:
    """Bind `l` and `v`, and `Navigation.label`."""

    def pick(*, move: bool) -> None:
        targets = organiser.targets()
        if targets:
            account, window = bench.selection.target_account, bench.actions.window
            ask(Labelled(targets, account, organiser.about(), window), move=move)

    def ask(about: Labelled, *, move: bool = False) -> None:
        present(LabelPicker(bench, organiser, about, move=move))

    bench.navigation.label_wanted.connect(ask)
    bench.actions.on("label", lambda: pick(move=False))
    bench.actions.on("move", lambda: pick(move=True))
