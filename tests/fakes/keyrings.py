"""Keyrings in memory that can be put out of order."""

from __future__ import annotations

from threading import Event
from typing import ClassVar


class Memory:
    """A backend as the keyring library has them; `entries` are everybody's."""

    priority = 1
    entries: ClassVar[dict[tuple[str, str], str]] = {}
    broken: ClassVar[Exception | None] = None
    prompt: ClassVar[Event] = Event()
    """While it is not set, every call waits for somebody to type a password."""

    def get_password(self, service: str, username: str) -> str | None:
        self._check()
        return self.entries.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._check()
        self.entries[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._check()
        del self.entries[service, username]

    def _check(self) -> None:
        self.prompt.wait(30)
        if self.broken is not None:
            raise self.broken

    @classmethod
    def reset(cls) -> None:
        cls.entries.clear()
        cls.broken = None
        cls.prompt.set()


MEMORY = "tests.fakes.keyrings.Memory"
