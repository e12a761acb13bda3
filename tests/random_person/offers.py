"""Offers: what a program would change in drafts, and whether the person took it.

Each offer has a word of its own. The word stands in no draft before the person has pressed *Take*.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from tests.random_person.observer import Press, ToolCall

WORD = re.compile(r"qp\d+")
TYPED = re.compile(r"zq\d+")


@dataclass
class Offers:
    """Words that were offered, and those that the person has taken. `bodies` has what each draft
    said when the newest offer for it was made."""

    made: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    bodies: dict[str, str] = field(default_factory=dict)

    def next_word(self) -> str:
        word = f"qp{len(self.made) + 1}"
        self.made.add(word)
        return word

    def follow(self, calls: list[ToolCall]) -> list[str]:
        """Note what was taken; what was taken without a press for it, in sentences."""
        found: list[str] = []
        for call in calls:
            if call.name == "take_change":
                self.taken |= words_in(call.params.content)
                if not _takes(call.cause):
                    found.append(f"{call.cause or 'no press'} took {call.params.change_id}")
        return found

    def dropped(self, draft_id: str, before: str, after: str) -> set[str]:
        """Words typed since the offer, which the one who made it did not know, that a draft lost
        when it was taken."""
        known = set(TYPED.findall(self.bodies.get(draft_id, "")))
        return set(TYPED.findall(before)) - known - set(TYPED.findall(after))

    def not_taken(self, texts: list[str]) -> set[str]:
        """Words that nobody has taken, and that stand in one of the texts."""
        return words_in(texts) & (self.made - self.taken)


def words_in(what: Any) -> set[str]:
    return set(WORD.findall(repr(what)))


def _takes(press: Press | None) -> bool:
    """Whether a press was one of *Take*, by pointer, key or screen reader."""
    return press is not None and ("Take" in press.what or "“Take" in press.focused)
