"""Words that count as right in one place: names, words of the mail that is answered, one's own."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

import regex

MOST_CHARACTERS = 200_000
"""Of texts whose words count as right."""

_WORD = regex.compile(r"[\p{L}\p{M}]+(?:['’ʼ‐‑·-][\p{L}\p{M}]+)*")
_BETWEEN = regex.compile(r"[‐‑-]")
Known = frozenset[str]


def known_in(texts: Iterable[str]) -> Known:
    """The words of some texts, compounds and their parts, as `is_known` looks for them."""
    found: set[str] = set()
    room = MOST_CHARACTERS
    for text in texts:
        for word in _WORD.findall(text[: max(0, room)]):
            found.add(_plain(word))
            found.update(_plain(part) for part in _BETWEEN.split(word))
        room -= len(text)
    return frozenset(found)


def is_known(word: str, known: Known) -> bool:
    """Whether a word, or the one that it is the genitive of, is among them."""
    plain = _plain(word)
    owner = plain.removesuffix("'s") if plain.endswith("'s") else plain.removesuffix("s")
    return plain in known or (len(owner) > 1 and owner in known)


def _plain(word: str) -> str:
    return unicodedata.normalize("NFC", word).casefold().replace("’", "'").replace("ʼ", "'")
