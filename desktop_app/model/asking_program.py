"""Program that asks over HTTP to be let in: what the person is told of it."""

from __future__ import annotations

from dataclasses import dataclass

QUESTION_SECONDS = 300
"""How long a question waits for the person."""


@dataclass(frozen=True, slots=True)
class AskingProgram:
    """`name` is what the program says of itself. `origin` is the address of its document, which
    names it, and `vouches` that document's host, empty for a program that said all of it itself.
    `goes_to` is the host that is told the answer; `stays_here`: it is this computer. `until` is
    when the question ends, in seconds since the epoch."""

    id: str
    name: str
    origin: str
    vouches: str
    goes_to: str
    stays_here: bool
    until: float
