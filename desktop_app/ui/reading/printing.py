"""Message on paper or as a PDF: its head and what the Reader shows, with no remote content.

It is laid out and drawn in a job, in the light colours whatever the window has.
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QByteArray, QMarginsF, QUrl
from PySide6.QtGui import (
    QFont,
    QImage,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPdfWriter,
    QTextDocument,
)

from desktop_app.model.errors import StorageError
from desktop_app.model.message import Message
from desktop_app.ui.reading.readable_message import ReadableMessage
from desktop_app.ui.reading.reader_marks import arrange
from desktop_app.ui.reading.reader_style import POINTS, mail_sheet
from desktop_app.ui.widgets.tokens import COLOURS, Look

MOST_PORTIONS = 400
"""Portions of a mail that are printed."""

_DPI = 96
_POINTS = 10.5


class PrintedMessage(QTextDocument):
    """Document of one message; it loads that message's own pictures and nothing else."""

    def __init__(self, readable: ReadableMessage, when: str, family: str) -> None:
        super().__init__()
        self._pictures: Mapping[str, QImage] = readable.pictures
        font = QFont(family)
        font.setPointSizeF(_POINTS)
        self.setDefaultFont(font)
        self.setDefaultStyleSheet(_sheet())
        self.setHtml(_head(readable.message, when) + _words(readable))
        arrange(self, _POINTS / POINTS)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """As the Reader's."""
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return QByteArray(b" ")
        url = name if isinstance(name, QUrl) else QUrl(name)
        picture = self._pictures.get(url.path()) if url.scheme().lower() == "cid" else None
        if picture is not None and not picture.isNull():
            return picture
        blank = QImage(1, 1, QImage.Format.Format_ARGB32)
        blank.fill(0)
        return blank


def print_message(
    readable: ReadableMessage, when: str, family: str, device: QPagedPaintDevice
) -> None:
    """Draw the message on a printer or into a PDF. `when` is its date in words, `family` the font's
    name. For jobs."""
    PrintedMessage(readable, when, family).print_(device)


def save_pdf(readable: ReadableMessage, when: str, family: str, path: Path) -> None:
    """Write the message as a PDF, all or nothing. Raises `StorageError`. For jobs."""
    part = path.with_name(f".{path.name}.part")
    writer = QPdfWriter(str(part))
    writer.setResolution(_DPI)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    # The document has margins of its own, of two centimetres.
    writer.setPageMargins(QMarginsF(), QPageLayout.Unit.Millimeter)
    writer.setTitle(readable.message.subject)
    writer.setCreator("Draftdesk")
    try:
        part.touch(mode=0o600)
        print_message(readable, when, family, writer)
        del writer
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise StorageError(f"{path.name} can't be written: {error.strerror}.") from error


def _head(message: Message, when: str) -> str:
    rows = [("From", ", ".join(map(str, message.from_))), ("To", _people(message, "to"))]
    rows += [("Cc", _people(message, "cc")), ("Date", when)]
    files = ", ".join(part.filename for part in message.visible_attachments[:40])
    rows.append(("Attached", files))
    lines = "".join(
        f"<tr><td class='name'>{name}</td><td>{html.escape(text)}</td></tr>"
        for name, text in rows
        if text
    )
    subject = html.escape(message.subject or "(no subject)")
    return f"<h2>{subject}</h2><table class='head'>{lines}</table><hr>"


def _people(message: Message, which: str) -> str:
    people = message.to if which == "to" else message.cc
    more = f" and {len(people) - 100} more" if len(people) > 100 else ""
    return ", ".join(map(str, people[:100])) + more


def _words(readable: ReadableMessage) -> str:
    portions = (*readable.pages, *readable.quoted)
    cut = "<p><i>[cut here]</i></p>" if len(portions) > MOST_PORTIONS else ""
    return "".join(portions[:MOST_PORTIONS]) + cut


def _sheet() -> str:
    colours = COLOURS[Look.LIGHT]
    sheet = mail_sheet(colours, _POINTS / POINTS, paper=True)
    return f"{sheet} .name {{ color: {colours.second}; }} .head td {{ border-bottom: none; }}"
