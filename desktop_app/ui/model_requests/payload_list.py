"""List of requests to a language model: time, host, size; newest first."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from desktop_app.model.conversation import PayloadRow
from desktop_app.ui.model_requests.request_card import host_of
from desktop_app.ui.widgets.dates import file_size, long_date
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import set_role

ROW = Qt.ItemDataRole.UserRole


class PayloadList(QListWidget):
    """`chosen(payload id)` when a row is activated, `pointed(payload id)` when it is current."""

    chosen = Signal(int)
    pointed = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Requests to the model")
        set_role(self, "framed")
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemActivated.connect(lambda item: self.chosen.emit(item.data(ROW)))
        self.currentItemChanged.connect(self._on_current)

    def show_payloads(self, payloads: tuple[PayloadRow, ...], now: float) -> None:
        """Fill the list; the current row stays."""
        before = self.current
        self.blockSignals(True)
        self.clear()
        for row in payloads:
            self.addItem(_item(row, now))
        self.blockSignals(False)
        if payloads:
            self.point_at(before or payloads[0].id)

    @property
    def current(self) -> int:
        """The id of the current row, 0 for none."""
        item = self.currentItem()
        return int(item.data(ROW)) if item is not None else 0

    def point_at(self, payload_id: int) -> None:
        """Make that row the current one; the first where it is not there."""
        rows = [int(self.item(place).data(ROW)) for place in range(self.count())]
        self.setCurrentRow(rows.index(payload_id) if payload_id in rows else 0)

    def _on_current(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.pointed.emit(item.data(ROW))


def _item(row: PayloadRow, now: float) -> QListWidgetItem:
    text = f"{long_date(row.at, now)}, {host_of(row.endpoint)}, {file_size(row.size)}"
    item = QListWidgetItem(text)
    item.setData(ROW, row.id)
    item.setToolTip(as_tooltip(f"{row.endpoint}\n{row.model}"))
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{text}, for {row.model}")
    return item
