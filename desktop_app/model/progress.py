"""How far a long piece of work has come, and how an import ended."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """`done` of `total` items (`total` 0: not known yet); bytes likewise; `eta_seconds` is -1
    while it can't be told honestly."""

    done: int
    total: int = 0
    bytes_done: int = 0
    bytes_total: int = 0
    eta_seconds: float = -1.0
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Something in the source that is no readable message. `location` is a path, with a byte
    offset after a colon inside an mbox."""

    location: str
    reason: str


@dataclass(frozen=True, slots=True)
class ImportReport:
    imported: int
    duplicates: int
    unreadable: tuple[Unreadable, ...] = ()
    cancelled: bool = False
