"""Moves of recipients between To, Cc and Bcc: by the mouse, or by their menu.

A drag of Qt's runs an event loop of its own, so that this one follows the mouse itself. Nobody is
lost or doubled by a move: who is in the other field already stays where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QLabel, QWidget
from shiboken6 import isValid

from desktop_app.model.address import Address
from desktop_app.ui.review.recipients.carry_phase import Carried, Phase
from desktop_app.ui.review.recipients.recipient_field import RecipientField
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.parts import plain
from desktop_app.ui.widgets.safe_text import clean

TITLES = {"to": "To", "cc": "Cc", "bcc": "Bcc"}


class Carrying(QObject):
    """`show_all` is told when a drag begins (every field has to be in sight) and when it ends."""

    def __init__(
        self,
        fields: Mapping[str, RecipientField],
        show_all: Callable[[bool], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._fields, self._show_all = fields, show_all
        self._seen: QLabel | None = None
        self._held: QWidget | None = None
        for field in fields.values():
            field.carried.connect(self._follow)

    def others(self, field: RecipientField) -> dict[str, str]:
        """Names and titles of the fields somebody could be moved to."""
        return {n: TITLES[n] for n, each in self._fields.items() if each is not field}

    def move(self, address: Address, name: str, place: int | None = None) -> bool:
        """Move somebody into the field of that name, before whoever is at `place`; False where
        nothing was moved: the field has them already, or they are in none."""
        target = self._fields[name]
        source = next((f for f in self._fields.values() if f.has(address)), None)
        if source is None:
            return False
        if source is target:
            return target.put_before(address, place)
        if target.has_key(address.key):
            announce(target, f"{clean(address.label)} is in {TITLES[name]} already.")
            return False
        seen = source.give(address)
        target.take_in(address, place, seen=seen)
        announce(target, f"{clean(address.label)} moved to {TITLES[name]}.")
        return True

    def _follow(self, carried: Carried, phase: str, place: QPoint) -> None:
        if phase == Phase.BEGUN:
            self._begin(carried)
        if phase in {Phase.BEGUN, Phase.MOVED}:
            self._point(place)
            return
        name = self._under(place) if phase == Phase.DROPPED else ""
        before = self._fields[name].place_at(place) if name else None
        self._end()  # only now: a field that nobody is in goes out of sight with it
        if name:
            self.move(carried.address, name, before)
            self._show_all(False)

    def _begin(self, carried: Carried) -> None:
        self._show_all(True)
        self._seen = plain()
        self._seen.setParent(carried.widget.window())
        self._seen.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._seen.setPixmap(carried.picture())
        self._seen.adjustSize()
        self._seen.show()
        self._held = carried.widget
        self._held.setCursor(Qt.CursorShape.ClosedHandCursor)

    def _point(self, place: QPoint) -> None:
        """The picture stands beside the pointer, and the field below it is marked."""
        if self._seen is not None:
            window: QWidget = self._seen.window()
            self._seen.move(window.mapFromGlobal(place) + QPoint(8, 8))
            self._seen.raise_()
        under = self._under(place)
        for name, field in self._fields.items():
            field.set_receiving(name == under)

    def _end(self) -> None:
        if self._seen is not None:
            self._seen.hide()
            self._seen.deleteLater()
            self._seen = None
        if self._held is not None and isValid(self._held):
            self._held.unsetCursor()
        self._held = None
        for field in self._fields.values():
            field.set_receiving(False)
        self._show_all(False)

    def _under(self, place: QPoint) -> str:
        """The name of the field at a place of the screen; empty for none."""
        for name, field in self._fields.items():
            row = field.parentWidget() or field
            if row.isVisible() and row.rect().contains(row.mapFromGlobal(place)):
                return name
        return ""
