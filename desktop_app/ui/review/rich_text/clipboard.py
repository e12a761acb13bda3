"""What the clipboard or a drop holds, for an editor of a draft: files, a picture, words.

A picture is taken as the bytes it was copied as, and decoded where all pictures of strangers are
(ui/reading/pictures.py): Qt would decode whatever another program offers, in this process.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import QMimeData

MOST_BYTES = 25_000_000
"""Largest picture that is put into a mail."""

ENDINGS = MappingProxyType(
    {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp"}
)
"""The kinds that mail programs show, with the endings of their files."""


@dataclass(frozen=True, slots=True)
class CopiedPicture:
    """A picture as it was copied, or of a file with a `name`."""

    kind: str
    data: bytes
    name: str = ""

    @property
    def filename(self) -> str:
        return self.name or f"picture.{ENDINGS[self.kind]}"


def files_in(data: QMimeData) -> list[Path]:
    """Files of this computer that were copied or dropped."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


def is_picture(data: QMimeData) -> bool:
    """Whether it is a picture and no text: office programs offer their text as one too."""
    return bool(_kinds(data)) and not data.hasText() and not data.urls()


def picture_in(data: QMimeData) -> CopiedPicture | None:
    """The picture; None where it is empty or too large."""
    for kind in _kinds(data):
        raw = bytes(data.data(kind).data())
        if 0 < len(raw) <= MOST_BYTES:
            return CopiedPicture(kind, raw)
    return None


def _kinds(data: QMimeData) -> list[str]:
    return [kind for kind in ENDINGS if data.hasFormat(kind)]
