"""Message as the Reader shows it: body, its own pictures, size; made off the GUI thread.

Nothing here touches a widget or the network; pictures come out of the message alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QBuffer, QByteArray, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from desktop_app.model.errors import KnownError
from desktop_app.model.message import Body, Message
from desktop_app.search.highlight import sought_by
from desktop_app.search.parser import parse
from desktop_app.tools.person import mail_view
from desktop_app.ui.background.calls import Calls
from desktop_app.ui.reading.hit_marks import marked_html

MOST_HTML = 120_000
MOST_TABLES = 40_000
MOST_TEXT = 100_000
"""Characters that lay out in well under 50 ms on a slow machine; beyond, the text is shown."""

MOST_PICTURES = 40
MOST_PICTURE_WIDTH = 720
MOST_PIXELS = 40_000_000
FORMATS = frozenset({b"png", b"jpeg", b"gif", b"webp", b"bmp"})
_IMAGE = re.compile(r'<img src="cid:([^"]*)" alt="([^"]*)"[^>]*>')
_CID = re.compile(r"""["']cid:([^"']{1,250})["']""", re.IGNORECASE)


@dataclass(frozen=True)
class ReadableMessage:
    """`html` is empty when the text version is shown, `cut` when the HTML was too long for the
    Reader. `pictures` are by content id."""

    message: Message
    body: Body
    html: str
    cut: bool
    pictures: Mapping[str, QImage] = field(default_factory=dict)


def read_message(calls: Calls, message_id: int, query: str = "") -> ReadableMessage:
    """Read a body and the pictures it shows, with what `query` seeks marked. Runs inside a job.
    Raises KnownError."""
    read = calls.wait(mail_view.READ_BODY, mail_view.ReadBody(message_id=message_id))
    body = _marked(read.body, query)
    html = "" if too_long(body.html) else body.html

    def part(content_id: str) -> bytes:
        params = mail_view.GetPart(message_id=message_id, content_id=content_id)
        return calls.wait(mail_view.GET_PART, params).data

    pictures = _pictures(html + body.html_quoted, part)
    missing = {name for name, picture in pictures.items() if picture.isNull()}
    html, quoted = _told(html, missing), _told(body.html_quoted, missing)
    body = replace(body, html_quoted=quoted)
    return ReadableMessage(read.message, body, html, bool(body.html) and not html, pictures)


def _told(html: str, missing: set[str]) -> str:
    """`html` with the words that stand for them in place of pictures that can't be shown."""

    def shown(found: re.Match[str]) -> str:
        if found[1] not in missing:
            return found[0]
        return f'<i class="alt">[{found[2] or "picture"}]</i>'

    return _IMAGE.sub(shown, html) if missing else html


def _marked(body: Body, query: str) -> Body:
    sought = sought_by(parse(query, typing=True))
    html, quoted = marked_html(body.html, sought), marked_html(body.html_quoted, sought)
    return replace(body, html=html, html_quoted=quoted)


def too_long(html: str) -> bool:
    """Whether laying it out could stall the window; tables cost most."""
    return len(html) > (MOST_TABLES if "<table" in html.lower() else MOST_HTML)


def _pictures(html: str, part: Callable[[str], bytes]) -> dict[str, QImage]:
    found: dict[str, QImage] = {}
    for content_id in list(dict.fromkeys(_CID.findall(html)))[:MOST_PICTURES]:
        try:
            found[content_id] = decode(part(content_id))
        except KnownError:
            found[content_id] = QImage()
    return found


def decode(data: bytes) -> QImage:
    """A picture no wider than the Reader; a null image for anything but a plain bitmap."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QBuffer.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    size = reader.size()
    if reader.format().data() not in FORMATS or _too_big(size):
        return QImage()
    if size.width() > MOST_PICTURE_WIDTH:
        bound = QSize(MOST_PICTURE_WIDTH, size.height())
        reader.setScaledSize(size.scaled(bound, Qt.AspectRatioMode.KeepAspectRatio))
    return reader.read()


def _too_big(size: QSize) -> bool:
    return not size.isValid() or size.width() * size.height() > MOST_PIXELS
