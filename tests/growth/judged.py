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
    texts = zip(*(attacks(source, one.flags, size * times) for times in (1, 2, 4)), strict=True)
    for short, long, longer in texts:
        for end in ENDS:
            once, twice, again = (_Work(pattern, one, text + end) for text in (short, long, longer))
            try:
                if (first := once()) < TOLD / 8:
                    continue
                second = twice()
                suspect = second >= TOLD and second > MOST_RATIO * first
                if suspect and _grows(once, twice) and _grows(twice, again):
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


def _grows(once: _Work, twice: _Work) -> bool:
    """By the least times of five turns about. None of them is from before: a processor that has
    become slower meanwhile would tell a growth."""
    pairs = [(once(), twice()) for _ in range(5)]
    short, long = (min(times) for times in zip(*pairs, strict=True))
    return bool(long >= TOLD and long / max(short, 1e-6) > 2.5)
