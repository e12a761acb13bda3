"""Marks around words that are hard to see in a mail's own design.

A person and a model read them; what is written anew from a mail, where the words are in plain
sight, has them not.
"""

from __future__ import annotations

import re

MARK, END = "[hard to see: ", "]"
"""What stands around doubtful words. Brackets of their own are made round."""

LONGEST_MARKED = 1_000
"""Characters of a passage that has one pair of marks: whoever reads on from the middle has them."""

_SPACE = re.compile(r"(?<!\s)\s++(?=\S)")
_ROUND = str.maketrans("[]", "()")
_PASSAGE = re.compile(re.escape(MARK) + r"([^\[\]]*)(?:" + re.escape(END) + r"|\Z)")


def unmarked(text: str) -> str:
    """`text` with its doubtful words as they are."""
    return _PASSAGE.sub(r"\1", text) if MARK in text else text


def well_seen(text: str) -> str:
    """`text` without its doubtful words, unless those are all there is."""
    seen = without_passages(text)
    return seen if seen.strip() else text


def without_passages(text: str) -> str:
    """`text` without its doubtful words."""
    return _PASSAGE.sub(" ", text) if MARK in text else text


def rounded(text: str) -> str:
    """`text` with its brackets made round, so that it can't close a mark."""
    return text.translate(_ROUND)


def with_marks(text: str, *, begins: bool = True, ends: bool = True) -> str:
    """A doubtful passage, or the one part of it that begins or ends it, between marks; a long one
    has an end and a new mark at the first space behind each thousand characters."""
    text = rounded(text)
    bare = text.lstrip()
    if begins and bare:
        text = f"{text[: len(text) - len(bare)]}{MARK}{bare}"
    if len(text) > LONGEST_MARKED:
        text = _marked_again(text)
    if ends:
        bare = text.rstrip()
        text = bare + END + text[len(bare) :]
    return text


def _marked_again(text: str) -> str:
    pieces, start = [], 0
    for space in _SPACE.finditer(text):
        if space.start() - start >= LONGEST_MARKED:
            pieces.append(text[start : space.start()])
            start = space.end()
    return f"{END} {MARK}".join([*pieces, text[start:]])
