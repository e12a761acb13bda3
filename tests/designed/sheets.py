"""Sheets of how the Reader sets difficult mails, to be looked at.

`python -m tests.designed.sheets FOLDER [--look light|dark|contrast …] [--width PIXELS] [--zoom
PERCENT] [--original] [--mails FILE …]` writes `light-01.png` and so on, three mails a sheet, each
below its name; with `--original` the web engine's picture of a mail stands beside the Reader's.
Without `--mails` those of tests/data/designed.
"""

from __future__ import annotations

import argparse
import base64
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget

from desktop_app.mail.message.body import inline_part, read_body
from desktop_app.mail.message.original import read_original, with_own_pictures
from desktop_app.settings import Settings
from desktop_app.ui.reading.readable_message import set_body
from desktop_app.ui.reading.reader import Reader
from desktop_app.ui.widgets.theme import Theme, set_role
from tests.designed.mails import mail, names

RGB = QImage.Format.Format_RGB32
_ROOM = 8_000_000
WIDTH, TALLEST, GAP, TITLE, COLUMNS = 600, 1400, 16, 24, 3


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.designed.sheets", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--look", nargs="+", default=["light", "dark"])
    parser.add_argument("--width", type=int, default=WIDTH)
    parser.add_argument("--zoom", type=int, default=100)
    parser.add_argument("--original", action="store_true")
    parser.add_argument("--mails", nargs="+", type=Path, default=[])
    chosen = parser.parse_args(arguments)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    mails = {p.name: p.read_bytes() for p in chosen.mails} or {n: mail(n) for n in names()}
    beside = originals(mails, chosen.width) if chosen.original else {}
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for look in chosen.look:
        theme = a_theme(app, look, chosen.zoom)
        for number, sheet in enumerate(sheets(theme, mails, chosen.width, beside), start=1):
            sheet.save(str(chosen.folder / f"{look}-{number:02}.png"))
    return 0


def a_theme(app: QApplication, look: str, zoom: int = 100) -> Theme:
    """A look with mail at so many percent."""
    told = {"DRAFTDESK_LOOK_THEME": look, "DRAFTDESK_LOOK_READING_PERCENT": str(zoom)}
    return Theme(app, Settings(Path(tempfile.mkdtemp(prefix="sheets-")), told))


def originals(mails: Mapping[str, bytes], width: int) -> dict[str, QImage]:
    """Pictures of the mails that have HTML, as the web engine draws them; nothing is fetched."""
    from benchmarks.design_engine import Engine

    engine, found = Engine(), dict[str, QImage]()
    for name, raw in mails.items():
        original = read_original(raw)
        if original is not None:
            own = {name: as_data(data) for name, data in original.pictures.items()}
            page = with_own_pictures(original, own, _ROOM)
            found[name] = engine.picture(page, width, TALLEST)
    return found


def as_data(picture: bytes) -> str:
    """A picture as an address that is all of it."""
    return "data:;base64," + base64.b64encode(picture).decode()


def sheets(
    theme: Theme, mails: Mapping[str, bytes], width: int, beside: Mapping[str, QImage]
) -> list[QImage]:
    """Pictures of all mails, some beside each other, each with what is given to stand there."""
    drawn = list[tuple[str, QImage]]()
    for name, raw in mails.items():
        drawn.append((name, picture_of(theme, raw, width)))
        if beside:
            drawn.append((f"{name} in the web engine", beside.get(name, QImage(1, 1, RGB))))
    columns = COLUMNS + 1 if beside else COLUMNS
    rows = [drawn[n : n + columns] for n in range(0, len(drawn), columns)]
    return [_sheet(theme, row, width) for row in rows]


def _sheet(theme: Theme, row: list[tuple[str, QImage]], width: int) -> QImage:
    height = max(picture.height() for _, picture in row) + TITLE + 2 * GAP
    sheet = QImage(max(len(row), COLUMNS) * (width + GAP) + GAP, height, RGB)
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
