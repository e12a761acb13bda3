"""A mail in a file that is looked at without being imported."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeenMail:
    """`start` is where it begins, as whoever looks for it again says; `date` is that of the file or
    the envelope, in seconds since the epoch. `raw` is empty where `problem` is a sentence."""

    raw: bytes
    start: int
    date: int = 0
    problem: str = ""
