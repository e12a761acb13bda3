"""Question for the width and the description of a picture in the text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QLineEdit, QPushButton, QWidget

from desktop_app.mail.rich.document import WIDEST, Picture
from desktop_app.ui.review.rich_text.picture_edits import LEAST, PictureSize
from desktop_app.ui.widgets.controls import Number
from desktop_app.ui.widgets.dialogs import present
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import STYLE, column, plain, row
from desktop_app.ui.widgets.sheets import hang

_BUTTON = QDialogButtonBox.StandardButton
_LINE = 48
"""Letters that an entry has room for."""

DESCRIBE = "Read out to people who do not see the picture, and written where none is shown."
LONGEST = 500
"""Letters of a description."""


class PictureDialog(QDialog):
    """Sheet with the entries `described`, `wide` (pixels) and `share` (per cent of its own width);
    `work(Picture)` is called with what was chosen. A picture becomes larger than it is only where
    `larger` is ticked."""

    def __init__(
        self,
        parent: QWidget,
        picture: Picture,
        size: PictureSize,
        work: Callable[[Picture], object],
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Picture")
        self._picture, self._size, self._work = picture, size, work
        self.described = QLineEdit(picture.alt)
        self.described.setAccessibleName("Description")
        self.described.setAccessibleDescription(DESCRIBE)
        self.described.setMaxLength(max(LONGEST, len(picture.alt)))
        self.described.setMinimumWidth(self.described.fontMetrics().averageCharWidth() * _LINE)
        self.wide = _number("Width in pixels", " pixels")
        self.share = _number("Width in per cent of its own", " %")
        self.larger = QCheckBox("May be larger than it is")
        self.whole = QPushButton(f"Its own width, {size.own} pixels")
        self.whole.clicked.connect(lambda: self.wide.setValue(size.own))
        for widget in (self.share, self.larger, self.whole):
            widget.setVisible(size.own > 0)
        width = picture.width or size.own or size.shown
        self.larger.setChecked(width > size.most)
        self.larger.toggled.connect(self._bound)
        self._bound()
        self.wide.valueChanged.connect(self._on_wide)
        self.share.valueChanged.connect(self._on_share)
        self.wide.setValue(width)
        self._on_wide(width)
        buttons = QDialogButtonBox(_BUTTON.Ok | _BUTTON.Cancel)
        self.ok = buttons.button(_BUTTON.Ok)
        self.ok.setText("Set picture")
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        column(
            plain("Description"),
            self.described,
            plain(DESCRIBE, role="caption", wrap=True),
            plain("Width"),
            row(self.wide, self.share, self.whole, gap=STYLE),
            self.larger,
            buttons,
            owner=self,
            gap=STYLE,
            margins=STYLE,
        )
        hang(self)
        present(self)
        press(self.described)

    def _bound(self, *_: bool) -> None:
        """No larger than it is, unless that is asked for."""
        own = self._size.most
        most = WIDEST if self.larger.isChecked() else max(own, LEAST)
        self.wide.setRange(min(LEAST, own), most)
        self.share.setRange(1, max(1, round(most * 100 / max(own, 1))))

    def _on_wide(self, width: int) -> None:
        with QSignalBlocker(self.share):
            self.share.setValue(round(width * 100 / max(self._size.most, 1)))

    def _on_share(self, share: int) -> None:
        with QSignalBlocker(self.wide):
            self.wide.setValue(round(share * self._size.most / 100))

    def _accept(self) -> None:
        width = self.wide.value()
        self.accept()
        kept = 0 if width == self._size.own else width
        if not self._size.own and not self._picture.width and width == self._size.shown:
            kept = 0  # what could not be read keeps its own width, which nobody here knows
        self._work(replace(self._picture, alt=self.described.text().strip(), width=kept))


def _number(name: str, unit: str) -> Number:
    made = Number()
    made.setAccessibleName(name)
    made.setSuffix(unit)
    return made
