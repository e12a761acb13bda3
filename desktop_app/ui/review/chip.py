"""One recipient as a chip: name, what is to know about them, a way to take them off."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton

from desktop_app.model.address import Address
from desktop_app.model.draft import Badge
from desktop_app.ui.lists.conversation_rows import clean
from desktop_app.ui.review.typed import sound
from desktop_app.ui.theme import Theme, set_role

LONGEST = 40
_REMOVING = frozenset({Qt.Key.Key_Delete, Qt.Key.Key_Backspace})
_EDITING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2})
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_SAID = {
    Badge.NEW: "you have never written to them",
    Badge.EXTERNAL: "outside your organisation",
    Badge.NOT_IN_THREAD: "not in this conversation",
    Badge.REPLY_TO_DIFFERS: "the reply goes to another address than the sender's",
    Badge.ONLY_IN_TEXT: "found only in the text of a mail",
}
_LOUD = frozenset({Badge.ONLY_IN_TEXT, Badge.REPLY_TO_DIFFERS, Badge.NEW})


class Chip(QFrame):
    """`removed(chip)`, `edit_wanted(chip)`, `step_wanted(chip, ±1)` by key or pointer."""

    removed = Signal(object)
    edit_wanted = Signal(object)
    step_wanted = Signal(object, int)

    def __init__(self, theme: Theme, address: Address, badges: tuple[Badge, ...] = ()) -> None:
        super().__init__()
        self._theme = theme
        self.address = address
        self.badges: tuple[Badge, ...] = ()
        self._valid = sound(address)
        self.read_only = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(theme.px(8), 0, theme.px(2), 0)
        self._layout.setSpacing(theme.px(4))
        shown = clean(address.label)
        self._shown = shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"
        self._name = QLabel(self._shown)
        self._name.setTextFormat(Qt.TextFormat.PlainText)
        self._name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._remove = QToolButton()
        self._remove.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        set_role(self._remove, "chip-close")
        self._remove.setIcon(theme.icon("close", "second"))
        self._remove.clicked.connect(lambda: self.removed.emit(self))
        self._layout.addWidget(self._name, 1)
        self._layout.addWidget(self._remove)
        self._labels: list[QLabel] = []
        self.set_badges(badges)
        self._look()

    def set_badges(self, badges: tuple[Badge, ...]) -> None:
        """Say what the store knows about this person."""
        if badges != self.badges:
            self.badges = badges
            for label in self._labels:
                label.deleteLater()
            self._labels = [self._badge(badge) for badge in badges]
            for place, label in enumerate(self._labels):
                self._layout.insertWidget(1 + place, label)
            self.updateGeometry()
        self._describe()

    def set_read_only(self, read_only: bool) -> None:
        self.read_only = read_only
        self._remove.setVisible(not read_only)

    def sizeHint(self) -> QSize:
        """As wide as everything that is said here."""
        hint = super().sizeHint()
        words = self._name.fontMetrics().horizontalAdvance(self._shown)
        badges = sum(b.sizeHint().width() + self._layout.spacing() for b in self._labels)
        frame = self._remove.sizeHint().width() + self._theme.px(24)
        return QSize(words + badges + frame, hint.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(80), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow field the quieter badges give way, then the end of the name."""
        super().resizeEvent(event)
        room = self.width() - self._remove.sizeHint().width() - self._theme.px(24)
        room -= min(self._name.fontMetrics().horizontalAdvance(self._shown), self._theme.px(120))
        for label in self._labels:
            room -= label.sizeHint().width() + self._layout.spacing()
            label.setVisible(room >= 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _STEPS:
            self.step_wanted.emit(self, _STEPS[key])
        elif key in _REMOVING and not self.read_only:
            self.removed.emit(self)
        elif key in _EDITING and not self.read_only:
            self.edit_wanted.emit(self)
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if not self.read_only:
            self.edit_wanted.emit(self)
        event.accept()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._look()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._look()

    def _look(self) -> None:
        if self.hasFocus():
            set_role(self, "recipient-focus")
        else:
            set_role(self, "recipient" if self._valid else "recipient-invalid")

    def _badge(self, badge: Badge) -> QLabel:
        label = QLabel(badge.value)
        label.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        set_role(label, "chip-warning" if badge in _LOUD else "chip")
        return label

    def _describe(self) -> None:
        said = [_SAID[badge] for badge in self.badges]
        if not self._valid:
            said.insert(0, "not a complete mail address")
        who = clean(str(self.address))
        self.setAccessibleName(". ".join([who, *said]))
        self._remove.setAccessibleName(f"Remove {who}")
        tip = "\n".join([who, *said])
        self.setToolTip(tip.replace("<", "&lt;").replace("\n", "<br>"))
