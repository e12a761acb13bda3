"""List of the mails that a request is about: each can be opened, and left out of it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QListView

from desktop_app.tools.person.requests import RequestCard, RequestedMail
from desktop_app.ui.widgets.dates import short_date
from desktop_app.ui.widgets.safe_text import as_tooltip, clean
from desktop_app.ui.widgets.theme import Theme

MOST_ROWS = 5
_MAIL = Qt.ItemDataRole.UserRole


class RequestedMails(QListView):
    """List with a tick for each mail where there are several. `opened(RequestedMail)` after Enter
    or a double click; `ticked` after a change of the ticks."""

    opened = Signal(object)
    ticked = Signal()

    def __init__(self, theme: Theme, card: RequestCard, now: float) -> None:
        super().__init__()
        self._theme = theme
        self._gone = card.gone
        self._model = QStandardItemModel(self)
        for mail in card.mails:
            self._model.appendRow(_item(mail, now, ticks=len(card.mails) > 1))
        self.setModel(self._model)
        self.setAccessibleName("Mails that this is about")
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if card.mails:
            self.setCurrentIndex(self._model.index(0, 0))
        self.activated.connect(self._open)
        self._model.itemChanged.connect(lambda _: self.ticked.emit())
        self.setSizePolicy(self.sizePolicy().horizontalPolicy(), self.sizePolicy().Policy.Fixed)

    def sizeHint(self) -> QSize:
        rows = min(max(self._model.rowCount(), 1), MOST_ROWS)
        height = self.sizeHintForRow(0) * rows + 2 * self.frameWidth()
        return QSize(self._theme.px(200), height)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(120), self.sizeHint().height())

    def left_out(self) -> tuple[str, ...]:
        """The ids of the mails that are not ticked, and of those that have gone."""
        return (*(mail.message_id for mail, ticked in self._mails() if not ticked), *self._gone)

    def count(self) -> int:
        """The number of ticked mails."""
        return sum(ticked for _, ticked in self._mails())

    def open_current(self) -> None:
        self._open(self.currentIndex())

    def _open(self, index: QModelIndex) -> None:
        if index.isValid():
            self.opened.emit(index.data(_MAIL))

    def _mails(self) -> list[tuple[RequestedMail, bool]]:
        items = (self._model.item(row) for row in range(self._model.rowCount()))
        return [
            (
                item.data(_MAIL),
                not item.isCheckable() or item.checkState() is Qt.CheckState.Checked,
            )
            for item in items
        ]


def _item(mail: RequestedMail, now: float, *, ticks: bool) -> QStandardItem:
    people = f"{clean(mail.sender)} to {clean(mail.to) or 'nobody'}"
    words = f"{clean(mail.subject) or '(no subject)'}\n{short_date(mail.date, now)}  {people}"
    item = QStandardItem(words)
    item.setData(mail, _MAIL)
    item.setToolTip(as_tooltip(words))
    item.setEditable(False)
    item.setData(f"{words.replace(chr(10), '. ')}.", Qt.ItemDataRole.AccessibleTextRole)
    if ticks:
        item.setCheckable(True)
        item.setCheckState(Qt.CheckState.Checked)
    return item
