"""Icons of one family (Phosphor, as QtAwesome ships it), painted in the theme's colours.

Only the one font file is read, on first use: importing all of QtAwesome would cost more than
the whole first window. Icons are asked for by the names of `ICONS`, never by glyph.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QIcon,
    QPainter,
    QPainterPath,
    QPixmap,
    QRawFont,
)

ICONS: Mapping[str, str] = MappingProxyType(
    {
        "account": "user-circle",
        "add": "plus",
        "all": "stack",
        "archive": "archive",
        "assistant": "sparkle",
        "back": "arrow-left",
        "bold": "text-bolder",
        "bullets": "list-bullets",
        "check": "check",
        "clear_format": "eraser",
        "clock": "clock",
        "close": "x",
        "cloud": "cloud",
        "code": "code-simple",
        "code_block": "code",
        "collapse": "caret-down",
        "compose": "note-pencil",
        "copy": "copy",
        "danger": "warning-circle",
        "draft": "pencil-simple",
        "drafts": "file-text",
        "edit": "pencil-simple",
        "expand": "caret-right",
        "export": "export",
        "file": "file",
        "find": "magnifying-glass",
        "forged": "shield-warning",
        "formatted": "text-aa",
        "forward": "arrow-bend-up-right",
        "good": "check-circle",
        "heading": "text-h",
        "hidden": "eye-slash",
        "history": "clock-counter-clockwise",
        "image": "image",
        "import": "download-simple",
        "inbox": "tray",
        "indent": "caret-double-right",
        "info": "info",
        "italic": "text-italic",
        "label": "tag",
        "later": "clock",
        "link": "link",
        "more": "dots-three-outline-fill",
        "needs_reply": "chat-circle-dots",
        "news": "newspaper",
        "next": "caret-down",
        "numbers": "list-numbers",
        "onward": "arrow-right",
        "open": "arrow-square-out",
        "outbox": "paper-plane-tilt",
        "outdent": "caret-double-left",
        "page_down": "arrow-down",
        "paperclip": "paperclip",
        "pause": "pause",
        "plain_text": "text-t",
        "people": "users",
        "previous": "caret-up",
        "proposal": "sparkle",
        "quote": "quotes",
        "read": "envelope-open",
        "reply": "arrow-bend-up-left",
        "reply_all": "arrow-bend-double-up-left",
        "resume": "play",
        "review": "checks",
        "rule": "minus",
        "save": "floppy-disk",
        "saved_search": "magnifying-glass",
        "send": "paper-plane-tilt",
        "sent": "paper-plane-right",
        "sent_out": "upload-simple",
        "settings": "gear",
        "spam": "prohibit",
        "star": "star",
        "star_on": "star-fill",
        "strike": "text-strikethrough",
        "sync": "arrows-clockwise",
        "template": "note",
        "trash": "trash",
        "underline": "text-underline",
        "undo": "arrow-counter-clockwise",
        "unread": "envelope-simple",
        "waiting": "hourglass-medium",
        "warning": "warning",
    }
)


EM = 256
"""The pixels outlines are measured at; without hinting they are the same at every size."""


class IconFont:
    """The glyphs of the family. `glyph(name)` is the character of one of `ICONS`."""

    def __init__(self, folder: Path) -> None:
        font_file = next(folder.glob("phosphor-[0-9]*.ttf"))
        chart_file = next(folder.glob("phosphor-charmap-*.json"))
        number = QFontDatabase.addApplicationFont(str(font_file))
        self.family = QFontDatabase.applicationFontFamilies(number)[0]
        chart: dict[str, str] = json.loads(chart_file.read_text("utf-8"))
        self._chart = {name: chr(int(chart[glyph], 16)) for name, glyph in ICONS.items()}
        self._raw: dict[int, QRawFont] = {}
        self._shapes: dict[str, QPainterPath] = {}

    def glyph(self, name: str) -> str:
        return self._chart[name]

    def raw(self, size: int) -> QRawFont:
        """The font at `size` device pixels, without a detour over the system's font match."""
        if size not in self._raw:
            font = QFont(self.family)
            font.setPixelSize(size)
            font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
            self._raw[size] = QRawFont.fromFont(font)
        return self._raw[size]

    def shape(self, name: str) -> QPainterPath:
        """The outline in a square of `EM` by `EM`, in its middle; every size is drawn from it."""
        if name not in self._shapes:
            raw = self.raw(EM)
            index = raw.glyphIndexesForString(self.glyph(name))[0]
            left = (EM - raw.advancesForGlyphIndexes([index])[0].x()) / 2
            top = raw.ascent() * EM / (raw.ascent() + raw.descent())
            self._shapes[name] = raw.pathForGlyph(index).translated(left, top)
        return self._shapes[name]


def bundled_font() -> IconFont:
    """The font beside the installed QtAwesome, found without importing it."""
    spec = importlib.util.find_spec("qtawesome")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("QtAwesome, which brings the icons, is not installed.")
    return IconFont(Path(spec.origin).parent / "fonts")


def glyph_icon(font: IconFont, name: str, ink: QColor, faint: QColor, sides: list[int]) -> QIcon:
    """An icon of ready pictures, `sides` pixels wide; `faint` is its colour when disabled.

    Pictures and not an icon engine of our own.
    """
    # WORKAROUND A QIconEngine written in Python may be deleted before the icon that owns it; no
    # report known; PySide6 6.11; remove when QIcon keeps its engine.
    icon = QIcon()
    for side in sides:
        for mode, colour in ((QIcon.Mode.Normal, ink), (QIcon.Mode.Disabled, faint)):
            icon.addPixmap(_picture(font, name, colour, side), mode)
    return icon


def _picture(font: IconFont, name: str, ink: QColor, side: int) -> QPixmap:
    picture = QPixmap(side, side)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    paint_glyph(painter, font, name, QRectF(0, 0, side, side), ink)
    painter.end()
    return picture


def paint_glyph(painter: QPainter, font: IconFont, name: str, rect: QRectF, ink: QColor) -> None:
    """Draw the glyph to fill the square in the middle of `rect`."""
    side = min(rect.width(), rect.height())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.x() + (rect.width() - side) / 2, rect.y() + (rect.height() - side) / 2)
    painter.scale(side / EM, side / EM)
    painter.fillPath(font.shape(name), ink)
    painter.restore()
