"""What the clipboard or a drop holds, for an editor of a draft: files, a picture, words.

A picture is taken as the bytes it was copied as, and decoded where all pictures of strangers are
(ui/reading/pictures.py): Qt would decode whatever another program offers, in this process. Where a
system's clipboard has bare pixels, those are taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import QBuffer, QIODevice, QMimeData, Qt
from PySide6.QtGui import QImage, QKeyEvent

from desktop_app.mail.rich.plain import words
from desktop_app.mail.rich.reading import read_foreign
from desktop_app.ui.reading.pictures import MOST_PIXELS

MOST_BYTES = 25_000_000
"""Largest picture that is put into a mail."""

ENDINGS = MappingProxyType(
    {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp"}
)
"""The kinds that mail programs show, with the endings of their files."""

BITMAPS = ("image/bmp", "image/x-bmp", "image/x-ms-bmp", "image/x-MS-bmp", "image/x-win-bitmap")
"""The names of bare bitmaps (DIB), which are written anew before they go along."""

MOST_BITMAP = 4 * MOST_PIXELS + 4_096
"""Bytes of a bitmap that is decoded."""

_FILES_OF_PICTURES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp"})


@dataclass(frozen=True, slots=True)
class CopiedPicture:
    """A picture as it was copied, or of a file with a `name`. `image` in place of bytes: the
    clipboard of this system gives pixels alone."""

    kind: str
    data: bytes
    name: str = ""
    image: QImage | None = None

    def named(self, kind: str) -> str:
        """The name of its file, which is of that kind."""
        return self.name or f"picture.{ENDINGS[kind]}"

    def encoded(self) -> bytes:
        """Its bytes; of pixels a bitmap, or a PNG where they are transparent. For a job."""
        if self.image is None:
            return self.data
        out = QBuffer()
        out.open(QIODevice.OpenModeFlag.WriteOnly)
        self.image.save(out, "png" if self.image.hasAlphaChannel() else "bmp", 100)  # type: ignore[call-overload]
        return bytes(out.data().data())


def files_in(data: QMimeData) -> list[Path]:
    """Files of this computer that were copied or dropped."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


def words_in(data: QMimeData) -> str:
    """The words alone, also of HTML that comes without a text beside it."""
    return data.text() if data.hasText() or not data.hasHtml() else words(read_foreign(data.html()))


def pastes_words(event: QKeyEvent) -> bool:
    """Ctrl+Shift+V: the words without their looks."""
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    return event.key() == Qt.Key.Key_V and event.modifiers() == both


def pictures_and_others(paths: Iterable[Path]) -> tuple[list[Path], list[Path]]:
    """Files that call themselves pictures, and the others. None of them is read."""
    pictures: list[Path] = []
    others: list[Path] = []
    for path in paths:
        (pictures if path.suffix.lower() in _FILES_OF_PICTURES else others).append(path)
    return pictures, others


def is_picture(data: QMimeData) -> bool:
    """Whether it is a picture and no text: office programs offer their text as one too."""
    found = bool(_kinds(data)) or data.hasImage()
    return found and not data.hasText() and not data.urls()


def picture_in(data: QMimeData) -> CopiedPicture | None:
    """The picture; None where it is empty, too large, or offered in no form that is read here."""
    for kind in _kinds(data):
        raw = bytes(data.data(kind).data())
        if 0 < len(raw) <= (MOST_BYTES if kind in ENDINGS else MOST_BITMAP):
            return CopiedPicture(kind, raw)
    if any(kind.startswith("image/") for kind in data.formats()):
        return None  # as pixels Qt would decode it here, whatever it is
    image = data.imageData() if data.hasImage() else None
    if not isinstance(image, QImage) or not 0 < image.width() * image.height() <= MOST_PIXELS:
        return None
    return CopiedPicture("", b"", image=image)


def _kinds(data: QMimeData) -> list[str]:
    return [kind for kind in (*ENDINGS, *BITMAPS) if data.hasFormat(kind)]
