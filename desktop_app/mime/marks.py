"""Marks around words that are hard to see in a mail's own design.

A person and a model read them; what is written anew from a mail, where the words are in plain
sight, has them not.
"""

from __future__ import annotations

import re

MARK, END = "[hard to see: ", "]"
"""What stands around doubtful words. Brackets of their own are made round."""

_PASSAGE = re.compile(re.escape(MARK) + r"([^\[\]]*)(?:" + re.escape(END) + r"|\Z)")


def unmarked(text: str) -> str:
    """`text` with its doubtful words as they are."""
    return _PASSAGE.sub(r"\1", text) if MARK in text else text


def well_seen(text: str) -> str:
    """`text` without its doubtful words, unless those are all there is."""
    if MARK not in text:
        return text
    seen = _PASSAGE.sub(" ", text)
    return seen if seen.strip() else text
