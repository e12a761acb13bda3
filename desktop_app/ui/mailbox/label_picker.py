"""Label picker: put on (`l`), take off (`y`), move (`v`). Type to narrow, Enter to choose.

A tick says that all of the conversations have the label; a new name makes a label.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem

from desktop_app.model.message import Label, shown_labels
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import folders
from desktop_app.tools.person.folders import SidebarCounts
from desktop_app.tools.verbs import create_label
from desktop_app.ui.bench.folders import label_query
from desktop_app.ui.bench.navigation import Labelled
from desktop_app.ui.bench.offered_verbs import SYSTEM
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.mailbox.organised_words import labelling, taking_off
from desktop_app.ui.mailbox.organiser import Organiser
from desktop_app.ui.widgets.dialogs import present
from desktop_app.ui.widgets.parts import STYLE, column, plain
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.tokens import Size

LABEL = Qt.ItemDataRole.UserRole
_TICK = Qt.CheckState
_SAID: Mapping[Qt.CheckState, str] = MappingProxyType(
    {_TICK.Checked: "on", _TICK.PartiallyChecked: "on some of them", _TICK.Unchecked: "off"}
)


class Picking(Enum):
    """What a label is picked for, as the title of the dialog."""

    LABEL = "Label"
    TAKE_OFF = "Take off label"
    MOVE = "Move to"


class LabelPicker(QDialog):
    """Dialog that puts a label on, or takes one off that all have."""

    def __init__(
        self,
        bench: Workbench,
        organiser: Organiser,
        about: Labelled,
        picking: Picking = Picking.LABEL,
    ) -> None:
        super().__init__(about.over)
        self._bench, self._organiser, self._picking = bench, organiser, picking
        self.targets = about.thread_ids
        """Conversations it is about, whatever is selected behind it meanwhile."""
        self._account, self._had = about.account, about.labels
        self._labels: list[Label] = []
        self.setWindowTitle(picking.value)
        self.setMinimumWidth(bench.theme.px(Size.LEAST_LIST) + bench.theme.px(80))
        self.entry = QLineEdit()
        self.entry.setAccessibleName("Label name")
        only_here = picking is Picking.TAKE_OFF
        self.entry.setPlaceholderText("Label name" if only_here else "Label name, or a new one")
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

    def _tick(self, label_id: str) -> Qt.CheckState:
        """Whether all of the conversations have the label, some or none."""
        having = sum(label_id in labels for labels in self._had)
        if not having:
            return _TICK.Unchecked
        return _TICK.Checked if having == len(self.targets) else _TICK.PartiallyChecked

    def _fill(self) -> None:
        words = self.entry.text().strip()
        self.list.clear()
        for label in self._labels:
            tick = self._tick(label.id)
            offered = self._picking is not Picking.TAKE_OFF or tick is not _TICK.Unchecked
            if offered and words.lower() in label.name.lower():
                self.list.addItem(self._item(label, tick))
        known = any(label.name.lower() == words.lower() for label in self._labels)
        if words and not known and self._picking is not Picking.TAKE_OFF:
            self.list.addItem(QListWidgetItem(f"Make a new label “{words}”"))
        self.list.setCurrentRow(0)

    def _item(self, label: Label, tick: Qt.CheckState) -> QListWidgetItem:
        item = QListWidgetItem(label.name)
        item.setData(LABEL, label.id)
        if self._picking is Picking.LABEL and self._had:
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsUserCheckable)  # a press chooses it
            item.setCheckState(tick)
            said = f"{label.name}, {_SAID[tick]}"
            item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
        return item

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
        ticked = self._picking is Picking.LABEL and self._tick(label_id) is _TICK.Checked
        if ticked or self._picking is Picking.TAKE_OFF:
            change = taking_off(self.targets, label_id, clean(name))
        else:
            move = self._picking is Picking.MOVE
            change = labelling(self.targets, label_id, clean(name), move=move)
        self._organiser.change(change)


def offer_labels(bench: Workbench, organiser: Organiser) -> None:
    """Bind `l`, `y` and `v`, and `Navigation.label`."""

    def ask(about: Labelled, picking: Picking = Picking.LABEL) -> None:
        present(LabelPicker(bench, organiser, about, picking))

    def pick(picking: Picking) -> None:
        targets, selection = organiser.targets(), bench.selection
        if targets:
            labels = tuple(lying.labels for lying in selection.lying)
            account, window = selection.target_account, bench.actions.window
            ask(Labelled(targets, account, organiser.about(), window, labels), picking)

    def take_off() -> None:
        """The one label that there is goes at once, and so does the one whose mail is listed."""
        lying = bench.selection.lying
        labels = shown_labels(each for one in lying for each in one.labels) - SYSTEM
        listed = {each for each in labels if label_query(each) == bench.selection.place}
        wanted = listed or labels
        if len(wanted) == 1:
            organiser.take_off(next(iter(wanted)), organiser.targets())
        else:
            pick(Picking.TAKE_OFF)

    bench.navigation.label_wanted.connect(ask)
    bench.actions.on("label", lambda: pick(Picking.LABEL))
    bench.actions.on("move", lambda: pick(Picking.MOVE))
    bench.actions.on("unlabel", take_off)
