"""A claim of fact: words of a text, and what a source must say to support them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ClaimKind(StrEnum):
    ADDRESS = "address"
    DATE = "date"
    TIME = "time"
    NUMBER = "number"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Claim:
    """`start` and `end` are offsets in the text. A source must say one of `keys`; `says` is what
    the same words support when they stand in a source, empty where that is `keys`."""

    kind: ClaimKind
    start: int
    end: int
    words: str
    keys: frozenset[str]
    says: frozenset[str] = frozenset()

    @property
    def supports(self) -> frozenset[str]:
        return self.says or self.keys
