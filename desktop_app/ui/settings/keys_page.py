"""Page of key bindings: choose an action, press its new key; a taken key is refused."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QHeaderView,
    QKeySequenceEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from desktop_app.ui.bench.action_table import ROWS
from desktop_app.ui.bench.actions import conflicts
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.parts import STYLE, column, plain, row

NAME = Qt.ItemDataRole.UserRole


class KeysPage(QWidget):
    """Page that calls `change("keys.rebound", entries)` after every accepted key."""

    def __init__(self, bench: Workbench, change: Callable[[str, object], object]) -> None:
        super().__init__()
        self._bench, self._change = bench, change
        self._keys = bench.actions.keys()
        self.tree = QTreeWidget()
        self.tree.setAccessibleName("Actions and their keys")
        self.tree.setHeaderLabels(["Action", "Keys"])
        self.tree.setRootIsDecorated(False)
        self.tree.setMinimumHeight(bench.theme.px(280))
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.edit = QKeySequenceEdit()
        self.edit.setAccessibleName("New key")
        self.edit.setMaximumSequenceLength(2)
        self.problem = plain(role="error")
        line = row(self.edit, gap=STYLE, fill=self.edit)
        for label, work in (("Use this key", self._use), ("As it was", self._reset)):
            button = QPushButton(label)
            button.clicked.connect(work)
            line.addWidget(button)
        column(self.tree, line, self.problem, owner=self, gap=STYLE)
        bench.announcements.setting.connect(self._on_setting)
        self._fill()

    def _on_setting(self, key: str) -> None:
        if key == "keys.rebound":
            self._keys = self._bench.actions.keys()
            self._fill()

    def _fill(self) -> None:
        place = max(0, self.tree.currentIndex().row())
        self.tree.clear()
        native = QKeySequence.SequenceFormat.NativeText
        for name, keys in self._keys.items():
            if ROWS[name].pane:
                continue
            shown = " or ".join(QKeySequence(k).toString(native) for k in keys)
            item = QTreeWidgetItem(self.tree, [ROWS[name].text, shown])
            item.setData(0, NAME, name)
        self.tree.setCurrentIndex(self.tree.model().index(place, 0))

    def _name(self) -> str:
        return str(self.tree.currentIndex().siblingAtColumn(0).data(NAME))

    def _use(self) -> None:
        key = self.edit.keySequence().toString()
        self._try((key,) if key else ())

    def _reset(self) -> None:
        self._try(ROWS[self._name()].keys)

    def _try(self, keys: tuple[str, ...]) -> None:
        wanted = {**self._keys, self._name(): keys}
        clashes = [c for c in conflicts(wanted.items()) if self._name() in c[:2]]
        if clashes:
            first, second, key = clashes[0]
            owner = first if second == self._name() else second
            self.problem.setText(f"{key} is taken by “{ROWS[owner].text}”.")
            return
        self.problem.setText("")
        self._keys = wanted
        entries = [
            f"{name}={key}"
            for name, given in wanted.items()
            if given != ROWS[name].keys
            for key in (given or ("",))
        ]
        self._change("keys.rebound", entries)
        self._fill()
