"""Texts: what the rules of every language do with words and sentences."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_][\w'’-]*|\s+|[^\w\s]|_")


_GAPS = re.compile(r"(\s{3})\s+")
SHAPELESS = re.compile(
    r"^(?:something|anything|whatever|nicely|politely|how\b|etwas|irgend|quelque chose|algo)\b",
    re.I,
)
"""Beginnings of what says no words, only what kind of words."""


_ASKS = re.compile(
    r"(?:(?:what|when|where|who|why|how(?: \w+)?|which(?: \w+)?) )?(?:can|could|would|will|shall"
    r"|should|do|does|did|is|are|have|has)"
    r" (?:i|we|you|it|they|this|that|there|the|your)\b",
    re.I,
)
"""English words in the order of a question."""


def words_of(text: str) -> list[str]:
    """Words, spaces and signs in turn; joined they are the text again."""
    return _WORD.findall(text)


def without_gaps(text: str) -> str:
    """The text with at most three blanks in a row."""
    return _GAPS.sub(r"\1", text)


def is_word(token: str) -> bool:
    return token[:1].isalnum()


def capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def like(word: str, model: str) -> str:
    """The word with a capital where the model has one."""
    return capitalised(word) if model[:1].isupper() else word


def formed(template: str, familiar: bool) -> str:
    """The form of a template for the reader: behind a bar stands the familiar one."""
    formal, _, familiarly = template.partition("|")
    return familiarly if familiar and familiarly else formal


def as_sentence(text: str, end: str = ".") -> str:
    """The text with a capital at its beginning and a full stop at its end, if it has none."""
    plain = text.strip().rstrip(",;").rstrip()
    if not plain:
        return ""
    if end != ".":
        return f"{capitalised(plain.rstrip(' .!?'))}{end}"
    if plain[-1] in ".!?…)":
        return capitalised(plain)
    return f"{capitalised(plain)}{'?' if _ASKS.match(plain) else '.'}"


def said_plainly(text: str) -> str:
    """Without the sign that ends it."""
    return text.strip(" \t\n.!?,;")
