"""Ids of mail and conversations as they are told to somebody.

The store's ids of mail begin with the second of arrival and move on by one where another mail has
it; those of conversations count. Whoever may see some accounts only would learn of the others from
them, and is told each id encrypted: one block of AES (FIPS 197) under a key of the profile. An id
is told alike at any time, and nothing that was not told is the id of anything.
"""

from __future__ import annotations

import base64
import re
from abc import ABC, abstractmethod
from enum import IntEnum

from desktop_app.model.message import MessageId, ThreadId
from desktop_app.store.base.db import Database

_KEY = ("ids_key_high", "ids_key_low")
"""Rows of the table meta with the halves of the key, as signed numbers of 64 bits."""

_PLAIN = re.compile(r"-?[0-9]{1,13}")
_SEALED = re.compile(r"[A-Za-z0-9_-]{22}")


class _Kind(IntEnum):
    """The last byte of a block; the rest of it, but for the id, is 0."""

    MESSAGE = 1
    THREAD = 2


class ToldIds(ABC):
    """Both ways between an id of the store and what is told of it. `plain`: it is told as it is."""

    plain = False

    def message(self, number: MessageId) -> str:
        return self._tell(number, _Kind.MESSAGE)

    def thread(self, number: ThreadId) -> str:
        return self._tell(number, _Kind.THREAD)

    def message_of(self, text: str) -> MessageId | None:
        """The mail's id; None where the text was told as none. The mail may have gone."""
        return self._read(text.strip(), _Kind.MESSAGE)

    def thread_of(self, text: str) -> ThreadId | None:
        """As `message_of`, for a conversation."""
        return self._read(text.strip(), _Kind.THREAD)

    @abstractmethod
    def _tell(self, number: int, kind: _Kind) -> str: ...

    @abstractmethod
    def _read(self, text: str, kind: _Kind) -> int | None: ...


class PlainIds(ToldIds):
    """The ids of the store in decimal digits."""

    plain = True

    def _tell(self, number: int, _: _Kind) -> str:
        return str(number)

    def _read(self, text: str, _: _Kind) -> int | None:
        return int(text) if _PLAIN.fullmatch(text) else None


class SealedIds(ToldIds):
    """Encrypted ids: 22 characters of base64 (RFC 4648, section 5)."""

    def __init__(self, key: bytes) -> None:
        """`key` has 16 bytes."""
        from cryptography.hazmat.primitives.ciphers import Cipher
        from cryptography.hazmat.primitives.ciphers.algorithms import AES
        from cryptography.hazmat.primitives.ciphers.modes import ECB

        # Each id is one block, and no two ids are the same block.
        self._cipher = Cipher(AES(key), ECB())  # noqa: S305

    def _tell(self, number: int, kind: _Kind) -> str:
        block = number.to_bytes(8, "big", signed=True) + bytes((0, 0, 0, 0, 0, 0, 0, kind))
        sealed = self._cipher.encryptor().update(block)
        return base64.urlsafe_b64encode(sealed).decode().rstrip("=")

    def _read(self, text: str, kind: _Kind) -> int | None:
        if not _SEALED.fullmatch(text):
            return None
        block = self._cipher.decryptor().update(base64.urlsafe_b64decode(f"{text}=="))
        number = int.from_bytes(block[:8], "big", signed=True)
        return number if self._tell(number, kind) == text else None


def sealed_ids(db: Database) -> SealedIds:
    """The ids under the key of this profile."""
    halves = dict(db.rows("SELECT name, value FROM meta WHERE name IN (?, ?)", _KEY))
    return SealedIds(b"".join(halves[name].to_bytes(8, "big", signed=True) for name in _KEY))
