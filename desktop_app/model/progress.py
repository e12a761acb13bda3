"""Progress of a long task, and the report of an import."""

from __future__ import annotations

from dataclasses import dataclass

JOINING, COUNTING = "Joining the index", "Counting its words"
"""The phases after the last mail of an import."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress: `done` of `total` items (`total` 0: not known yet), bytes likewise; portions of the
    work in the phases after the last mail. `eta_seconds` is -1 while there is no estimate."""

    done: int
    total: int = 0
    bytes_done: int = 0
    bytes_total: int = 0
    eta_seconds: float = -1.0
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Part of a source that is not a readable message. `location` is a path, with a byte offset
    after a colon inside an mbox."""

    location: str
    reason: str


@dataclass(frozen=True, slots=True)
class ImportReport:
    """`duplicates` were in the account before, `repeated` are in the source more than once.
    `owner_unknown` is the account when nobody has said whose mail it holds. `deleted` were marked
    as deleted by their program and left out; of `partial` ones among the others it had only the
    beginning."""

    imported: int
    duplicates: int
    unreadable: tuple[Unreadable, ...] = ()
    cancelled: bool = False
    repeated: int = 0
    owner_unknown: str = ""
    deleted: int = 0
    partial: int = 0

    @property
    def found(self) -> int:
        """How many mails were met, whatever became of them."""
        taken = self.imported + self.duplicates + self.repeated
        return taken + len(self.unreadable) + self.deleted


@dataclass(frozen=True, slots=True)
class PeopleReport:
    """Report of an import of people: `new` ones, those who were there and were `filled` up or were
    `known` as they are, cards that were `left_out`. `remarks` say what is wrong where, `remarked`
    how many there are of them: a report names a thousand."""

    new: int
    filled: int
    known: int
    left_out: int = 0
    remarks: tuple[Unreadable, ...] = ()
    remarked: int = 0
    cancelled: bool = False
