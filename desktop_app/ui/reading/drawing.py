"""Pictures of strangers, drawn in a process of their own: the one door through which one comes.

The first bytes decide on the reader, and it reads no other format. Qt decodes under Python's lock,
so that one slow picture here would stop the window; there it passes a limit, and is left out.
Nothing here touches a widget or the network.
"""

from __future__ import annotations

import base64
import os
import sys

import msgspec
from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QCoreApplication,
    QIODevice,
    QSize,
    Qt,
    qInstallMessageHandler,
)
from PySide6.QtGui import QColorSpace, QImage, QImageIOHandler, QImageReader, QImageWriter

from desktop_app.bounded_process import Answering, KeptProcess, Limits
from desktop_app.mail.files.picture_kinds import PLAIN, picture_kind

LIMITS = Limits(memory=700_000_000, per_byte=8, cpu=6.0, seconds=15.0)
"""Of one picture: 24 million pixels take some 100 MB and a second."""

LONGEST_SIDE = 30_000
QUALITY = 82
_COLOURS_OF_A_DRAWING = 8
"""Bits of a pixel up to which a picture has few colours, and JPEG would blur it."""

_FAR_SMALLER = 2.5
"""Times that JPEG is smaller than PNG for photographs, and never for drawings."""


class Wanted(msgspec.Struct, frozen=True, array_like=True):
    """How a picture is drawn: made smaller to fit `widest` and `highest` (with `filling` larger,
    too), turned as a camera says, as a data: address (`encoded`), as a file (`as_file`) or as
    pixels. One of more than `most_pixels` is not read, and one of more than `room` as it is drawn
    is not kept."""

    widest: int
    highest: int
    most_pixels: int
    room: int
    filling: bool = False
    turned: bool = False
    encoded: bool = False
    as_file: bool = False


class Drawn(msgspec.Struct, frozen=True, array_like=True):
    """`natural` is the width and height as it came, turned where that was wanted, (0, 0) for what
    is no plain bitmap. Without `pixels` it was not drawn. `file` is a picture file of the pixels
    alone, without a word, a place or a profile of the one that came; `kind` is png or jpeg."""

    natural: tuple[int, int] = (0, 0)
    width: int = 0
    height: int = 0
    alpha: bool = False
    pixels: bytes = b""
    address: str = ""
    file: bytes = b""
    kind: str = ""

    def image(self) -> QImage:
        """A null one if it was not drawn."""
        if len(self.pixels) != self.width * self.height * 4 or not self.pixels:
            return QImage()
        form = QImage.Format.Format_ARGB32 if self.alpha else QImage.Format.Format_RGB32
        return QImage(self.pixels, self.width, self.height, self.width * 4, form).copy()


_Question = tuple[bytes, Wanted]
_questions = msgspec.msgpack.Decoder(_Question)
_answers = msgspec.msgpack.Decoder(Drawn)
_NOTHING = Drawn()


def draw(data: bytes, wanted: Wanted) -> Drawn:
    """The picture; one that is no plain bitmap is not even sent there. Raises `Passed`. Waits: for
    jobs alone."""
    if picture_kind(data) not in PLAIN:
        return _NOTHING
    return _answers.decode(_process.ask(msgspec.msgpack.encode((data, wanted))))


def begin_drawing() -> Answering:
    """The process: a picture and how it is wanted in, `Drawn` out."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    qInstallMessageHandler(lambda *_: None)  # what a library says of a mail's picture
    application = QCoreApplication(sys.argv[:1])

    def answering(question: bytes) -> bytes:
        data, wanted = _questions.decode(question)
        return msgspec.msgpack.encode(_drawn(data, wanted) if application else _NOTHING)

    return answering


_process = KeptProcess(begin_drawing, LIMITS)
"""One for the program: memory is bounded whatever number of mails is opened."""


def fixed_reader(data: bytes, kind: str) -> tuple[QImageReader, QBuffer]:
    """A reader of one format, and what it reads from, which has to live as long. For processes
    with limits alone."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(kind.encode()))
    reader.setAutoDetectImageFormat(False)
    reader.setDecideFormatFromContent(False)
    return reader, buffer


def _drawn(data: bytes, wanted: Wanted) -> Drawn:
    kind = picture_kind(data)
    if kind not in PLAIN:
        return _NOTHING
    reader, _buffer = fixed_reader(data, kind)
    reader.setAutoTransform(wanted.turned)
    size = reader.size()
    if not size.isValid() or size.isEmpty():
        return _NOTHING
    box, aside = QSize(wanted.widest, wanted.highest), wanted.turned and _lies_aside(reader)
    natural = (size.height(), size.width()) if aside else (size.width(), size.height())
    if aside:  # it is made smaller before it is turned
        box.transpose()
    shown = size
    if wanted.filling or size.width() > box.width() or size.height() > box.height():
        shown = size.scaled(box, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1))
        reader.setScaledSize(shown)
    if (
        max(natural) > LONGEST_SIDE
        or natural[0] * natural[1] > wanted.most_pixels
        or shown.width() * shown.height() > wanted.room
    ):
        return Drawn(natural)
    return _told(natural, reader.read(), wanted, kind)


def _lies_aside(reader: QImageReader) -> bool:
    """Whether the camera says that its width is its height (Exif, Orientation 5 to 8)."""
    return bool(reader.transformation() & QImageIOHandler.Transformation.TransformationRotate90)


def _told(natural: tuple[int, int], image: QImage, wanted: Wanted, kind: str) -> Drawn:
    if image.isNull():
        return Drawn(natural)
    if wanted.as_file:
        return _filed(natural, image, kind)
    if wanted.encoded:
        return Drawn(natural, image.width(), image.height(), address=_address(image))
    alpha = image.hasAlphaChannel()
    form = QImage.Format.Format_ARGB32 if alpha else QImage.Format.Format_RGB32
    image = image.convertToFormat(form)
    return Drawn(natural, image.width(), image.height(), alpha, bytes(image.constBits()))


def _address(image: QImage) -> str:
    photo = not image.hasAlphaChannel() and image.depth() > _COLOURS_OF_A_DRAWING
    kind = "jpeg" if photo else "png"
    written = _written(image, kind)
    data = base64.b64encode(written).decode("ascii")
    return f"data:image/{kind};base64,{data}" if written else ""


def _filed(natural: tuple[int, int], image: QImage, kind: str) -> Drawn:
    """A photograph as JPEG. What came without loss stays so unless JPEG is far smaller: it would
    blur the letters of a screen."""
    pixels = _bare(image)
    plain = b"" if kind == "jpeg" else _written(pixels, "png")
    photo = b"" if pixels.hasAlphaChannel() else _written(pixels, "jpeg")
    as_photo = bool(photo) and (not plain or len(photo) * _FAR_SMALLER < len(plain))
    file, made = (photo, "jpeg") if as_photo else (plain, "png")
    return Drawn(natural, pixels.width(), pixels.height(), file=file, kind=made if file else "")


def _bare(image: QImage) -> QImage:
    """The pixels in the colours that every program takes them for (sRGB), and nothing else: Qt
    carries comments and profiles from one file into the next."""
    form = QImage.Format.Format_ARGB32 if image.hasAlphaChannel() else QImage.Format.Format_RGB32
    pixels = image.convertToFormat(form)
    if pixels.colorSpace().isValid():
        pixels.convertToColorSpace(QColorSpace(QColorSpace.NamedColorSpace.SRgb))
    lines = pixels.bytesPerLine()
    return QImage(bytes(pixels.constBits()), pixels.width(), pixels.height(), lines, form).copy()


def _written(image: QImage, kind: str) -> bytes:
    """The file; empty where it can't be written."""
    out = QBuffer()
    out.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(out, QByteArray(kind.encode()))
    writer.setQuality(QUALITY if kind == "jpeg" else -1)
    return bytes(out.data().data()) if writer.write(image) else b""
