"""Compressed values of the tables: a changed byte is damage, not other text."""

from __future__ import annotations

import apsw
import zstandard


def decompressed(data: bytes) -> bytes:
    """The value as it was stored. Raises apsw.CorruptError where it is not, which `reading` and
    `write` of the database turn into Damaged."""
    try:
        return zstandard.decompress(data)
    except zstandard.ZstdError as error:
        raise apsw.CorruptError(f"a compressed value can't be read: {error}") from error
