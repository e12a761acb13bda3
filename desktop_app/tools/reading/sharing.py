"""Sharing of an answer's room among the mails of a conversation: the newest is given whole first,
then those that have to do with the question, then the newer ones.

Every mail keeps its beginning, so that short mails stay whole beside a long one. Pure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

BEGINNING = 400
"""Most characters of each mail that are given before one is given whole."""

_BEGINNINGS = 2
"""Beginnings take at most the half of the room."""

_WORD = re.compile(r"\w{4,40}")
MOST_WORDS = 60
"""Words of a question that are looked for."""

_LOOKED_INTO = 100_000
"""Characters of a text that are looked into."""


def shared(sizes: Sequence[int], room: int, worth: Sequence[float] = ()) -> list[int]:
    """Characters of each text, oldest first, that have room in `room` together. Texts that all fit
    are whole. `worth` says how much each has to do with the question.

    A text that does not fit whole lets shorter ones go first, and what is left then is its own.
    """
    if sum(sizes) <= room:
        return list(sizes)
    least = min(BEGINNING, room // (_BEGINNINGS * len(sizes)))
    given = [min(size, least) for size in sizes]
    left = room - sum(given)
    order = _order(len(sizes), worth)
    for place in order:
        missing = sizes[place] - given[place]
        if missing <= left or place == order[0]:
            more = min(missing, left)
            given[place] += more
            left -= more
    for place in order:
        more = min(sizes[place] - given[place], left)
        given[place] += more
        left -= more
    return given


def evenly(sizes: Sequence[int], room: int) -> list[int]:
    """Characters of each of several texts that were asked for alike: short ones are whole, and long
    ones have the same part of what is left."""
    given, left = [0] * len(sizes), room
    places = sorted(range(len(sizes)), key=lambda n: sizes[n])
    for done, place in enumerate(places):
        given[place] = min(sizes[place], left // (len(sizes) - done))
        left -= given[place]
    return given


def _order(count: int, worth: Sequence[float]) -> list[int]:
    """Places in the order in which they are given room."""
    worths = list(worth) or [0.0] * count
    return sorted(range(count), key=lambda n: (n != count - 1, -worths[n], -n))


def worths(question: str, texts: Sequence[str]) -> list[float]:
    """How much each text has to do with a question: words of it that few of the texts have count
    most."""
    wanted = dict.fromkeys(word.casefold() for word in _WORD.findall(question[:4_000]))
    terms = frozenset(list(wanted)[:MOST_WORDS])
    if not terms:
        return [0.0] * len(texts)
    found = [
        terms & {word.casefold() for word in _WORD.findall(text[:_LOOKED_INTO])} for text in texts
    ]
    seen = Counter(word for words in found for word in words)
    return [sum(1 / seen[word] for word in words if seen[word] < len(texts)) for words in found]
