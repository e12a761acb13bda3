"""Summary of a thread in its own sentences: the most telling ones, in their order.

Frequency of content words, position, and questions decide. No sentence is written that was not
there. Pure.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|\n{2,}|(?<=[。！？])")
_WORD = re.compile(r"[^\W\d_]{4,}")
_GREETING = re.compile(
    r"^(?:hi|hello|hey|dear|hallo|bonjour|hola|ciao|thanks|thank you|best|regards|cheers|"
    r"kind regards|best regards|sincerely|viele grüße|cordialement)\b[^?]{0,40}$",
    re.I,
)
_COMMON = frozenset(
    "that this with have from your will would could should there their they them about which when "
    "what were been also just some more into than then only very please here over after before "
    "because each other being does doing make like know need want much many well".split()
)


@dataclass(frozen=True, slots=True)
class Spoken:
    """One sentence and who wrote it; `place` counts through the thread from 0."""

    speaker: str
    text: str
    place: int


def summarise(messages: Sequence[tuple[str, str]], *, most: int = 5) -> list[Spoken]:
    """At most `most` sentences out of (speaker, fresh text) pairs, oldest message first."""
    spoken = _sentences(messages)
    if len(spoken) <= most:
        return spoken
    weights = Counter(word for s in spoken for word in set(_words(s.text)))
    last_message_from = _start_of_last(messages, spoken)
    ranked = sorted(
        spoken,
        key=lambda s: _score(s, weights, s.place >= last_message_from),
        reverse=True,
    )
    return sorted(ranked[:most], key=lambda s: s.place)


def _sentences(messages: Sequence[tuple[str, str]]) -> list[Spoken]:
    found: list[Spoken] = []
    for speaker, text in messages:
        for sentence in _SENTENCE.split(text):
            plain = " ".join(sentence.split())
            if 12 <= len(plain) <= 320 and not _GREETING.match(plain):
                found.append(Spoken(speaker, plain, len(found)))
    return found


def _start_of_last(messages: Sequence[tuple[str, str]], spoken: Sequence[Spoken]) -> int:
    return len(spoken) - len(_sentences(messages[-1:]))


def _words(text: str) -> list[str]:
    return [w for w in (m.lower() for m in _WORD.findall(text)) if w not in _COMMON]


def _score(sentence: Spoken, weights: Counter[str], newest: bool) -> float:
    words = _words(sentence.text)
    if not words:
        return 0.0
    worth = sum(weights[w] for w in words) / math.sqrt(len(words))
    asks = 1.3 if sentence.text.endswith("?") else 1.0
    return worth * asks * (1.4 if newest else 1.0)
