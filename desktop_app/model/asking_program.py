"""Program that asks over HTTP to be let in: what the person is told of it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

QUESTION_SECONDS = 300
"""How long a question waits for the person."""


@dataclass(frozen=True, slots=True)
class AskingProgram:
    """`name` is what the program says of itself. `origin` is the address of its document, empty for
    a program that has none and said all of it itself. `redirect` is where the browser is sent with
    the answer. `until` is when the question ends, in seconds since the epoch."""

    id: str
    name: str
    origin: str
    redirect: str
    until: float

    @property
    def vouches(self) -> str:
        """The host whose document names the program; empty for none."""
        return urlsplit(self.origin).hostname or ""

    @property
    def stays_here(self) -> bool:
        """Whether the answer goes to this computer alone."""
        return self.redirect.startswith("http://")

    @property
    def goes_to(self) -> str:
        """The host that is told the answer."""
        return urlsplit(self.redirect).hostname or ""
