"""Sheets of how the Reader sets difficult mails, to be looked at.

`python -m tests.designed.sheets FOLDER [--look light|dark|contrast …] [--width PIXELS] [--zoom
PERCENT] [--mails FILE …]` writes `light-01.png` and so on, three mails a sheet, each below its
name. Without `--mails` those of tests/data/designed.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget

from desktop_app.mime.body import inline_part, read_body
from desktop_app.settings import Settings
from desktop_app.ui.reading.readable_message import set_body
from desktop_app.ui.reading.reader import Reader
from desktop_app.ui.widgets.theme import Theme, set_role
from tests.designed.mails import mail, names

WIDTH, TALLEST, GAP, TITLE, COLUMNS = 600, 1400, 16, 24, 3


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.designed.sheets", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--look", nargs="+", default=["light", "dark"])
    parser.add_argument("--width", type=int, default=WIDTH)
    parser.add_argument("--zoom", type=int, default=100)
    parser.add_argument("--mails", nargs="+", type=Path, default=[])
    chosen = parser.parse_args(arguments)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    mails = {p.name: p.read_bytes() for p in chosen.mails} or {n: mail(n) for n in names()}
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for look in chosen.look:
        theme = a_theme(app, look, chosen.zoom)
        for number, sheet in enumerate(sheets(theme, mails, chosen.width), start=1):
            sheet.save(str(chosen.folder / f"{look}-{number:02}.png"))
    return 0


def a_theme(app: QApplication, look: str, zoom: int = 100) -> Theme:
    """A look with mail at so many percent."""
    told = {"DRAFTDESK_LOOK_THEME": look, "DRAFTDESK_LOOK_READING_PERCENT": str(zoom)}
    return Theme(app, Settings(Path(tempfile.mkdtemp(prefix="sheets-")), told))


def sheets(theme: Theme, mails: Mapping[str, bytes], width: int) -> list[QImage]:
    """Pictures of all mails, some beside each other."""
    drawn = [(name, picture_of(theme, raw, width)) for name, raw in mails.items()]
    rows = [drawn[n : n + COLUMNS] for n in range(0, len(drawn), COLUMNS)]
    return [_sheet(theme, row, width) for row in rows]


def _sheet(theme: Theme, row: list[tuple[str, QImage]], width: int) -> QImage:
    height = max(picture.height() for _, picture in row) + TITLE + 2 * GAP
    sheet = QImage(COLUMNS * (width + GAP) + GAP, height, QImage.Format.Format_RGB32)
    sheet.fill(theme.colour("window"))
    painter = QPainter(sheet)
    painter.setPen(theme.colour("second"))
    for n, (name, picture) in enumerate(row):
        corner = QPoint(GAP + n * (width + GAP), GAP)
        painter.drawText(corner + QPoint(0, TITLE - 10), name)
        painter.drawImage(corner + QPoint(0, TITLE), picture)
    painter.end()
    return sheet


def picture_of(theme: Theme, raw: bytes, width: int) -> QImage:
    """The Reader's text of a mail and its history, on a card of this width."""
    card = QFrame()
    set_role(card, "card")
    column = QVBoxLayout(card)
    for reader in readers_of(theme, raw):
        column.addWidget(reader)
    column.addWidget(QWidget(), 1)
    card.setFixedWidth(width)
    card.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    card.show()
    for _ in range(5):
        QApplication.processEvents()
    card.resize(width, min(card.sizeHint().height(), TALLEST))
    QApplication.processEvents()
    image = card.grab().toImage()
    card.deleteLater()
    return image


def readers_of(theme: Theme, raw: bytes) -> list[Reader]:
    """A Reader for each portion of a mail, the history last."""

    def part(content_id: str) -> bytes:
        found = inline_part(raw, content_id)
        return found[1] if found else b""

    shown = set_body(read_body(raw), part)
    made = []
    for page in (*shown.pages, *shown.quoted):
        reader = Reader(theme, "Mail", shown.pictures)
        reader.show_html(page)
        made.append(reader)
    return made


if __name__ == "__main__":
    sys.exit(main())
