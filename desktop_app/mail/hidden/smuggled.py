"""Invisible characters that carry words: removed from text, and reported.

Which characters are invisible, and which of them a script or an emoji needs, is told by Unicode's
own properties (`invisible`). Private ones may be signs of a font, so that a few of them stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from desktop_app.mail.hidden.invisible import carriers_in

MOST_PRIVATE = 3
"""Private characters of a text that may be signs of a font."""

_LONG_RUN = 8
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_TAGS = re.compile("[\U000e0000-\U000e007f]+")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}")
_OVERRIDDEN = re.compile("[\u202d\u202e]([^\u202c\n]{1,200})")


def reveal(text: str) -> tuple[str, list[str]]:
    """`text` without invisible carriers, and the words they carried where they can be decoded."""
    if text.isascii():
        return text, []
    gone = set(carriers_in(text))
    private = [found.start() for found in _PRIVATE.finditer(text)]
    if len(private) > MOST_PRIVATE:
        gone.update(private)
    if not gone:
        return text, []
    found = [said for run in _runs(text, sorted(gone)) for said in _said(run)]
    found += [f"Shown in reverse: {run.strip()}" for run in _OVERRIDDEN.findall(text)]
    left = "".join(c for place, c in enumerate(text) if place not in gone)
    return left, [words for words in found if words]


def _runs(text: str, places: list[int]) -> Iterator[str]:
    """What stands side by side at `places`."""
    for _, run in groupby(enumerate(places), lambda each: each[1] - each[0]):
        yield "".join(text[place] for _, place in run)


def _said(run: str) -> Iterator[str]:
    """The words that a run of invisible characters carries, or how long it is."""
    carried = [
        "".join(chr(ord(c) - 0xE0000) for c in tags).strip("\x00\x01\x7f")
        for tags in _TAGS.findall(run)
    ]
    carried += [_from_selectors(each) for each in _SELECTORS.findall(run)]
    if carried:
        yield from carried
    elif len(run) >= _LONG_RUN:
        yield f"{len(run)} invisible characters"


def _from_selectors(run: str) -> str:
    """Bytes hidden one per selector: VS1-16 are 0-15, VS17-256 are 16-255."""
    data = bytes(ord(c) - 0xFE00 if ord(c) < 0xFE10 else ord(c) - 0xE0100 + 16 for c in run)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = ""
    return text if text.isprintable() and text else f"{len(run)} variation selectors"
