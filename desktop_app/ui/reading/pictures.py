"""Pictures of a mail, decoded in a job: each part once, within a budget of pixels.

A picture of a few kilobytes can take gigabytes decoded, so its size is looked at first.
Nothing here touches a widget or the network.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from threading import Lock

from PySide6.QtCore import QBuffer, QByteArray, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from desktop_app.mime.access import plain_id
from desktop_app.model.errors import KnownError

WIDEST, HIGHEST = 720, 4_000
"""Pixels of a side that are kept; a larger picture is made smaller."""

MOST_PIXELS = 24_000_000
"""Of one picture that is decoded, some 96 MB while it is."""

MOST_KEPT = 8_000_000
"""Pixels of all pictures of a mail together, 32 MB; those beyond are left out."""

MOST_READ = 100_000_000
"""Pixels of all pictures of a mail as they came: what decoding them costs, a second or two."""

LONGEST_SIDE = 30_000
FORMATS = frozenset({b"png", b"jpeg", b"gif", b"webp", b"bmp"})

_DECODING = Lock()
"""One picture is decoded at a time: memory is bounded whatever number of mails is opened."""


@dataclass(frozen=True)
class Pictures:
    """`images` by the spelling of their content id, null ones for what can't be shown; `left_out`
    counts the parts that are too large."""

    images: Mapping[str, QImage]
    left_out: int = 0


def pictures_of(spellings: Iterable[str], part: Callable[[str], bytes]) -> Pictures:
    """The pictures that `cid:` addresses name (RFC 2392), percent-encoded in any way. `part` gives
    the bytes of one, or raises KnownError; it is asked once for each part."""
    by_id: dict[str, QImage] = {}
    found: dict[str, QImage] = {}
    room, left_out, unread = MOST_KEPT, 0, MOST_READ
    for spelling in spellings:
        name = plain_id(spelling)
        if name not in by_id:
            data = _asked(part, name)
            unread -= pixels(data)
            by_id[name] = decode(data, room) if unread >= 0 else QImage()
            room -= by_id[name].width() * by_id[name].height()
            left_out += by_id[name].isNull() and _is_picture(data)
        found[spelling] = found[name] = by_id[name]
    return Pictures(found, left_out)


def decode(data: bytes, room: int = MOST_KEPT) -> QImage:
    """A picture no larger than the Reader shows; a null image for anything but a plain bitmap, for
    one that is too large to be decoded, and for one beyond `room` pixels."""
    reader, _buffer = _reader(data)
    size = reader.size()
    if reader.format().data() not in FORMATS or _is_too_large(size):
        return QImage()
    shown = size
    if size.width() > WIDEST or size.height() > HIGHEST:
        shown = size.scaled(QSize(WIDEST, HIGHEST), Qt.AspectRatioMode.KeepAspectRatio)
        shown = shown.expandedTo(QSize(1, 1))
        reader.setScaledSize(shown)
    if shown.width() * shown.height() > room:
        return QImage()
    with _DECODING:
        return reader.read()


def pixels(data: bytes) -> int:
    """Pixels of a picture as it came; 0 for what can't be decoded, or won't be."""
    reader, _buffer = _reader(data)
    size = reader.size()
    refused = reader.format().data() not in FORMATS or _is_too_large(size)
    return 0 if refused else size.width() * size.height()


def _asked(part: Callable[[str], bytes], name: str) -> bytes:
    try:
        return part(name)
    except KnownError:
        return b""


def _is_picture(data: bytes) -> bool:
    reader, _buffer = _reader(data)
    return reader.format().data() in FORMATS and reader.size().isValid()


def _reader(data: bytes) -> tuple[QImageReader, QBuffer]:
    """The reader and what it reads from, which has to live as long."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QBuffer.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    return reader, buffer


def _is_too_large(size: QSize) -> bool:
    if not size.isValid() or max(size.width(), size.height()) > LONGEST_SIDE:
        return True
    return size.width() * size.height() > MOST_PIXELS
