"""Secret of any length in the keyring, in pieces that every keyring takes.

Microsoft's refresh tokens have some 1,500 characters, and Windows takes 1,280 in one entry.
"""

from __future__ import annotations

from itertools import count

from desktop_app.accounts.secrets import MOST_CHARACTERS, Secrets


class LongSecret:
    """Secret under `name`; what does not fit goes under `name/2` and so on. A piece of full length
    may be followed by another one."""

    def __init__(self, secrets: Secrets, name: str) -> None:
        self._secrets, self._name = secrets, name

    def get(self) -> str:
        """Empty where it is not kept. Raises NoKeyring."""
        found = ""
        for number in count(1):
            piece = self._secrets.get(self._at(number)) or ""
            found += piece
            if len(piece) < MOST_CHARACTERS:
                break
        return found

    def set(self, value: str, *, session_only: bool = False) -> None:
        """Raises NoKeyring; pieces may be kept then, which `delete` takes away."""
        size = MOST_CHARACTERS
        pieces = [value[start : start + size] for start in range(0, len(value), size)]
        for number, piece in reversed(tuple(enumerate(pieces, 1))):
            self._secrets.set(self._at(number), piece, session_only=session_only)
        self._drop_from(len(pieces) + 1)

    def delete(self) -> None:
        """Raises NoKeyring where a piece may still be kept."""
        self._drop_from(2)
        self._secrets.delete(self._name)

    def in_memory(self) -> bool:
        """Whether it is kept for this session only. Asks no keyring."""
        return self._secrets.in_memory(self._name)

    def _drop_from(self, number: int) -> None:
        while self._secrets.get(self._at(number)) is not None:
            self._secrets.delete(self._at(number))
            number += 1

    def _at(self, number: int) -> str:
        return self._name if number == 1 else f"{self._name}/{number}"
