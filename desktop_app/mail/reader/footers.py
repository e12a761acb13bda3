"""Footers of mail: where it stops speaking and tells why it came, who sent it, how to stop it.

By words and by small type, from the end. Nothing is left out for it: a footer is set smaller.
"""

from __future__ import annotations

import re

from desktop_app.mail.reader.blocks import Block
from desktop_app.mail.reader.footer_phrases import LEGAL, STOP, WEB_VERSION

LONGEST = 1_200
"""Characters of one block that may be a footer."""

LEAST_LEGAL = 120
"""Characters of a block in the size of the text, from which on legal words make it a footer: a
person's sentence is shorter."""

_STOP, _LEGAL, _HEAD = (
    re.compile("|".join(phrases), re.IGNORECASE) for phrases in (STOP, LEGAL, WEB_VERSION)
)
_HEADING = re.compile(r"<h[1-3][ >]|class=\"button\"|^<table")


def footer_start(blocks: list[Block]) -> int:
    """Index of the first block of the footer that ends `blocks`; their number where there is
    none."""
    if not any(_STOP.search(b.text) or _LEGAL.search(b.text) for b in blocks[-12:]):
        return len(blocks)
    start = _below_stop(blocks)
    while start > 0 and _is_foot(blocks[start - 1]):
        start -= 1
    while start < len(blocks) and blocks[start].is_air:
        start += 1
    if not any(b.text and not b.small for b in blocks[:start]):
        return len(blocks)
    return start


def _below_stop(blocks: list[Block]) -> int:
    """Index from which all is below the word that stops a list, in the second half of the text."""
    left = sum(len(b.text) for b in blocks)
    half = left / 2
    for index, block in enumerate(blocks):
        left -= len(block.text)
        if left > half or not block.text:
            continue
        if _is_foot(block) and _STOP.search(block.text):
            return index
    return len(blocks)


def _is_foot(block: Block) -> bool:
    if block.is_air:
        return True
    if len(block.text) > LONGEST or _HEADING.search(block.html):
        return False
    if block.small:
        return True
    if _STOP.search(block.text):
        return "<a " in block.html
    return _LEGAL.search(block.text) is not None and len(block.text) >= LEAST_LEGAL


def is_web_version(block: Block) -> bool:
    """Whether a block is the line above a newsletter that leads to it on the web."""
    return len(block.text) <= 160 and _HEAD.search(block.text) is not None and "<a " in block.html
