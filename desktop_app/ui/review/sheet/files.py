"""Attachments of a draft: name and size of each, buttons to remove and to add."""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QToolButton, QWidget

from desktop_app.model.draft import DraftAttachment
from desktop_app.ui.widgets.dates import file_size
from desktop_app.ui.widgets.elision import shortened_middle
from desktop_app.ui.widgets.flow import FlowLayout
from desktop_app.ui.widgets.parts import plain, row
from desktop_app.ui.widgets.safe_text import as_tooltip, clean
from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.theme import Theme, set_role

LONGEST = 40
LINES, LINES_SHORT = 3, 1


class Files(ScrollColumn):
    """Row of the attachments, always in sight: what does not fit scrolls in it. `attach_wanted`
    opens a picker, `cloud_wanted` one of the files in the cloud, `smaller_wanted` asks how small
    the pictures are to be, `removed(id)` takes one off; the pane saves. The buttons `attach` and
    `cloud` stand elsewhere. `moved` when it was scrolled."""

    attach_wanted = Signal()
    cloud_wanted = Signal()
    smaller_wanted = Signal()
    removed = Signal(str)
    moved = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.files: tuple[DraftAttachment, ...] = ()
        self._widgets: list[QWidget] = []
        self._read_only = self._short = self._has_cloud = False
        self.setAccessibleName("Attachments")
        page = QWidget()
        set_role(page, "sheet")
        self._flow = FlowLayout(page, theme.px(4))
        self.setWidget(page)
        self.verticalScrollBar().valueChanged.connect(lambda _: self.moved.emit())
        self.attach = self._button("Attach files…", "paperclip", self.attach_wanted)
        self.cloud = self._button("From Drive…", "cloud", self.cloud_wanted)
        self.cloud.hide()
        self.hide()

    def _button(self, name: str, icon: str, wanted: SignalInstance) -> QToolButton:
        button = QToolButton(self)
        set_role(button, "narrow")
        self._theme.put_icon(button, icon, "second")
        button.setAccessibleName(name)
        button.setToolTip(as_tooltip(name))
        button.clicked.connect(wanted)
        return button

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
        self.setVisible(bool(files))
        self._fit()

    def in_view(self) -> set[str]:
        """The ids of the files whose cards are on the screen."""
        return {
            file.id
            for file, card in zip(self.files, self._widgets, strict=True)
            if card.visibleRegion().boundingRect().height() * 3 >= card.height() * 2
        }

    def show_first(self, ids: Container[str]) -> None:
        """Scroll to the card of the first file of these, if one is there."""
        cards = zip(self.files, self._widgets, strict=True)
        found = next((card for file, card in cards if file.id in ids), None)
        if found is not None:
            self.ensureWidgetVisible(found, 0, 0)

    def set_short(self, short: bool) -> None:
        """Do with one line, or with a few."""
        self._short = short
        self._fit()

    def set_read_only(self, read_only: bool) -> None:
        self._read_only = read_only
        self.attach.setVisible(not read_only)
        self.cloud.setVisible(self._has_cloud and not read_only)
        for widget in self._widgets:
            for button in widget.findChildren(QToolButton):
                button.setVisible(not read_only)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as its lines, up to `LINES` of them."""
        if not self._widgets:
            return
        for card in self._widgets:
            card.ensurePolished()
        line = max(card.sizeHint().height() for card in self._widgets)
        lines = LINES_SHORT if self._short else LINES
        most = lines * line + (lines - 1) * self._theme.px(4)
        wanted = self._flow.heightForWidth(self.width() - self.bar_width)
        self.setFixedHeight(min(most, max(line, wanted)))

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
        self._theme.put_icon(remove, "close", "second")
        remove.setAccessibleName(f"Remove {name}")
        remove.setToolTip("Remove")
        remove.clicked.connect(lambda: self.removed.emit(file.id))
        told, margins = plain(size, "caption"), (px(8), px(4), px(4), px(4))
        row(shown, told, remove, owner=card, gap=px(8), margins=margins)
        remove.setVisible(not self._read_only)
        return card
