"""Judgement of one pattern: the text that makes its work grow faster than the text, or none."""

from __future__ import annotations

import time
from collections import deque

from tests.growth.attacks import ENDS, attacks
from tests.growth.doubling import MOST_RATIO, Stopped, ended
from tests.growth.pattern_list import Written

SIZE = 3_000
TOLD = 0.02
LONGEST = 1.5


def worst(one: Written, size: int = SIZE) -> str:
    """What it is worst at, in words; empty if doubling the text doubles the work at most."""
    pattern = one.compiled()
    source = one.pattern.encode("latin-1") if one.is_bytes else one.pattern
    pairs = zip(attacks(source, one.flags, size), attacks(source, one.flags, 2 * size), strict=True)
    for short, long in pairs:
        for end in ENDS:
            work = [_Work(pattern, one, text + end) for text in (short, long)]
            try:
                if (once := work[0]()) < TOLD / 8:
                    continue
                if _grows(work, once):
                    return f"{short[:40]!r} … {end!r}"
            except Stopped:
                return f"{short[:40]!r} … {end!r}, without end"
    return ""


def longest(one: Written, size: int) -> float:
    """Seconds that a text of so many characters takes at most."""
    pattern = one.compiled()
    source = one.pattern.encode("latin-1") if one.is_bytes else one.pattern
    texts = (text[:size] + end for text in attacks(source, one.flags, size) for end in ENDS)
    return max((_Work(pattern, one, text)() for text in texts), default=0.0)


class _Work:
    def __init__(self, pattern: object, one: Written, text: str) -> None:
        self.pattern, self.begins = pattern, one.begins
        self.text = text.encode("latin-1", "replace") if one.is_bytes else text

    def __call__(self) -> float:
        begun = time.thread_time()
        with ended(LONGEST):
            if self.begins:
                self.pattern.match(self.text)  # type: ignore[attr-defined]
            else:
                deque(self.pattern.finditer(self.text), maxlen=0)  # type: ignore[attr-defined]
        return time.thread_time() - begun


def _grows(work: list[_Work], once: float) -> bool:
    twice = work[1]()
    if twice < TOLD or twice / max(once, 1e-6) <= MOST_RATIO:
        return False
    for _ in range(4):
        once, twice = min(once, work[0]()), min(twice, work[1]())
    return twice >= TOLD and twice / max(once, 1e-6) > 2.5
