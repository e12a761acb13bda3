"""The mark that stands before the caret, `;name` or `:name`: where it begins, and what is typed of
the name. Pure text.

A mark is a sign behind a space, an opening bracket, or nothing. So `10:30`, `http:`, `&amp;` and a
semicolon behind a word are none.
"""

from __future__ import annotations

from dataclasses import dataclass

TEMPLATE, EMOJI = ";", ":"
LONGEST = 60
"""Characters of a name that are looked at."""

LEAST_OF_EMOJI = 2
_BEFORE = "([{<\"'«„“‘‚—–¿¡"
_JOINS = "_-+"


@dataclass(frozen=True, slots=True)
class Mark:
    """`word` is what is typed behind the sign, `start` the place of the sign in its line, counted
    in characters."""

    sign: str
    word: str
    start: int


def mark_before(line: str, after: str = "", signs: str = TEMPLATE + EMOJI) -> Mark | None:
    """The mark at the end of `line`, which is what stands before the caret in its line; `after` is
    what stands behind it."""
    if after[:1].isalnum():
        return None
    start = max((line.rfind(sign) for sign in signs), default=-1)
    if start < 0 or len(line) - start - 1 > LONGEST:
        return None
    before, sign, word = line[:start], line[start], line[start + 1 :]
    if before and not before[-1].isspace() and before[-1] not in _BEFORE:
        return None
    if not (_is_emoji_word(word) if sign == EMOJI else _is_name(word)):
        return None
    return Mark(sign, word, start)


def _is_name(word: str) -> bool:
    """Templates may have spaces in their names, and are offered before the first letter."""
    return not word[:1].isspace()


def _is_emoji_word(word: str) -> bool:
    if len(word) < LEAST_OF_EMOJI or not word[:LEAST_OF_EMOJI].isalpha():
        return False
    return all(sign.isalnum() or sign in _JOINS for sign in word)
