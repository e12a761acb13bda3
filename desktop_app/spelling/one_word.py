"""One word before a dictionary: signs as dictionaries write them, elisions, compounds."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Protocol

from desktop_app.spelling.passages import Span
from desktop_app.spelling.words import Word

_ELISIONS = frozenset(
    (
        "l d j m t s c n qu jusqu lorsqu puisqu quoiqu presqu quelqu dell nell all sull dall un"
    ).split()
)
_APOSTROPHES = "'’ʼ"
_SIGNS = str.maketrans({"’": "'", "ʼ": "'", "‐": "-", "‑": "-"})


class Speller(Protocol):
    """The dictionary of one language."""

    def right(self, word: str) -> bool:
        """Whether it has the word, which is composed (NFC), with `'` and `-` for their kinds."""


def right(speller: Speller, word: str) -> bool:
    """Whether a dictionary has a word, the parts of a compound, or what follows an elision."""
    plain = unicodedata.normalize("NFC", word).translate(_SIGNS)
    if speller.right(plain):
        return True
    if "-" in plain:
        return all(len(part) < 2 or right(speller, part) for part in plain.split("-"))
    first, apostrophe, rest = plain.partition("'")
    if not apostrophe:
        return False
    if first.lower() in _ELISIONS and len(rest) > 1:
        return speller.right(rest)
    return rest.lower() == "s" and speller.right(first)


def wrong_spans(word: Word, spellers: Sequence[Speller]) -> list[Span]:
    """What of a word that no dictionary has is marked: the wrong parts of a compound, and of an
    elision what follows it."""
    parts: Sequence[Span] = word.parts if len(word.parts) > 1 else ((word.start, word.end),)
    wrong = [span for span in parts if not any(right(s, _in(word, span)) for s in spellers)]
    return [_behind_elision(word, span) for span in wrong or [(word.start, word.end)]]


def _in(word: Word, span: Span) -> str:
    return word.text[span[0] - word.start : span[1] - word.start]


def _behind_elision(word: Word, span: Span) -> Span:
    text = _in(word, span)
    at = next((n for n, sign in enumerate(text) if sign in _APOSTROPHES), -1)
    if at > 0 and text[:at].lower() in _ELISIONS and len(text) - at > 2:
        return span[0] + at + 1, span[1]
    return span
