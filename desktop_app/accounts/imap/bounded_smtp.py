"""SMTP connections whose replies have an end."""

from __future__ import annotations

import smtplib
from typing import Any

MOST_REPLY = 1024 * 1024
"""Bytes of one reply."""


class _BoundedFile:
    """What a server says, up to `MOST_REPLY` bytes a reply."""

    def __init__(self, file: Any) -> None:
        self._file, self._read = file, 0

    def begin(self) -> None:
        self._read = 0

    def readline(self, size: int) -> bytes:
        line: bytes = self._file.readline(size)
        self._read += len(line)
        if self._read > MOST_REPLY:
            raise smtplib.SMTPServerDisconnected("a reply without an end")
        return line

    def close(self) -> None:
        self._file.close()


class BoundedReplies(smtplib.SMTP):
    """The library bounds a line of a reply, not their number."""

    def getreply(self) -> tuple[int, bytes]:
        if self.file is None and self.sock is not None:
            self.file = _BoundedFile(self.sock.makefile("rb"))
        if isinstance(self.file, _BoundedFile):
            self.file.begin()
        return super().getreply()


class BoundedTls(BoundedReplies, smtplib.SMTP_SSL):
    """The same behind TLS."""
