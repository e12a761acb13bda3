"""Attachments of a draft: name and size of each, buttons to remove and to add."""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QToolButton, QWidget

from desktop_app.model.draft import DraftAttachment
from desktop_app.ui.widgets.dates import file_size
from desktop_app.ui.widgets.elision import shortened_middle
from desktop_app.ui.widgets.flow import FlowLayout
from desktop_app.ui.widgets.parts import plain, row
from desktop_app.ui.widgets.safe_text import as_tooltip, clean
from desktop_app.ui.widgets.theme import Theme, set_role

LONGEST = 40


class Files(QWidget):
    """`attach_wanted` opens a picker, `cloud_wanted` one of the files in the cloud, `removed(id)`
    takes one off; the pane saves."""

    attach_wanted = Signal()
    cloud_wanted = Signal()
    removed = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.files: tuple[DraftAttachment, ...] = ()
        self._widgets: list[QWidget] = []
        self._read_only = False
        self._has_cloud = False
        self.setAccessibleName("Attachments")
        self._flow = FlowLayout(self, theme.px(8))
        self.attach = QPushButton("Attach files…")
        self.attach.setIcon(theme.icon("paperclip", "second"))
        self.attach.clicked.connect(self.attach_wanted)
        self._flow.addWidget(self.attach)
        self.cloud = QPushButton("From Drive…")
        self.cloud.clicked.connect(self.cloud_wanted)
        self.cloud.hide()
        self._flow.addWidget(self.cloud)

    def offer_cloud(self, there: bool) -> None:
        """Whether there is an account with files in the cloud."""
        self._has_cloud = there
        self.cloud.setVisible(there and not self._read_only)

    def show_files(self, files: tuple[DraftAttachment, ...]) -> None:
        if files == self.files and len(self._widgets) == len(files):
            return
        self.files = files
        for widget in self._widgets:
            self._flow.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._widgets = [self._card(file) for file in files]
        for place, widget in enumerate(self._widgets):
            self._flow.insert(place, widget)
            widget.show()

    def in_view(self) -> set[str]:
        """The ids of the files whose cards are on the screen."""
        return {
            file.id
            for file, card in zip(self.files, self._widgets, strict=True)
            if card.visibleRegion().boundingRect().height() * 3 >= card.height() * 2
        }

    def first_of(self, ids: Container[str]) -> QWidget:
        """The card of the first file of these; the strip itself where none is there."""
        cards = zip(self.files, self._widgets, strict=True)
        return next((card for file, card in cards if file.id in ids), self)

    def set_read_only(self, read_only: bool) -> None:
        self._read_only = read_only
        self.attach.setVisible(not read_only)
        self.cloud.setVisible(self._has_cloud and not read_only)
        for widget in self._widgets:
            for button in widget.findChildren(QToolButton):
                button.setVisible(not read_only)
        self.setVisible(not read_only or bool(self.files))

    def _card(self, file: DraftAttachment) -> QWidget:
        px = self._theme.px
        name, size = clean(Path(file.filename).name) or "unnamed file", file_size(file.size)
        card = QFrame()
        set_role(card, "recipient")
        card.setAccessibleName(f"{name}, {size}")
        card.setToolTip(as_tooltip(f"{name}, {size}"))
        shown = plain(shortened_middle(name, LONGEST))
        remove = QToolButton()
        set_role(remove, "chip-close")
        remove.setIcon(self._theme.icon("close", "second"))
        remove.setAccessibleName(f"Remove {name}")
        remove.setToolTip("Remove")
        remove.clicked.connect(lambda: self.removed.emit(file.id))
        told, margins = plain(size, "caption"), (px(8), px(4), px(4), px(4))
        row(shown, told, remove, owner=card, gap=px(8), margins=margins)
        remove.setVisible(not self._read_only)
        return card
