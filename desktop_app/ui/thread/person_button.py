"""Button of a person on a message card: write to them, search their mail, copy the address."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton

from desktop_app.model.address import Address
from desktop_app.ui.bench.person_menu import menu_of_person
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.elision import fitted
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import set_role


class LineButton(QToolButton):
    """Flat button of one line that is cut where there is no room; its name has all of it."""

    def __init__(self, role: str = "line") -> None:
        super().__init__()
        self._words = ""
        set_role(self, role)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_words(self, words: str, name: str) -> None:
        self._words = words
        self.setAccessibleName(name)
        self.updateGeometry()
        self._elide()

    def sizeHint(self) -> QSize:
        self.ensurePolished()
        width = self.fontMetrics().horizontalAdvance(self._words)
        return QSize(width + 2 * _EDGE + 2, self.fontMetrics().height() + 2 * _EDGE)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        room = max(0, self.width() - 2 * _EDGE)
        self.setText(fitted(self.fontMetrics(), self._words, room).replace("&", "&&"))


_EDGE = 2
"""Pixels of the frame on each side: the ring, where it has the focus."""


class PersonButton(LineButton):
    """A press opens the menu of a person."""

    def __init__(self, bench: Workbench, person: Address, account: str, role: str = "line") -> None:
        super().__init__(role)
        self._bench, self._person, self._account = bench, person, account
        label = clean(person.label) or "(no sender)"
        address = clean(person.email)
        self.set_words(label, label if label == address or not address else f"{label}, {address}")
        self.setEnabled(bool(person.email))
        self.clicked.connect(self._open_menu)

    def menu_of_person(self) -> QMenu:
        return menu_of_person(self._bench, self._person, self._account, self)

    def _open_menu(self) -> None:
        self.menu_of_person().popup(self.mapToGlobal(QPoint(0, self.height())))
