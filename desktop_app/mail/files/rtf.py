"""Words of rich text files (RTF): those that a reader sees, and those that the file hides.

Hidden are characters marked so, white ones and tiny ones. They are taken out of the markup before
a library reads it. Source: Rich Text Format specification 1.9.1, character properties.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from desktop_app.mail.files.office import DamagedFile
from desktop_app.mail.wire.rich_text import plain_rtf, without_pictures

_LARGEST = 4_000_000
"""Bytes of a file without its pictures."""

_TINY = 4
"""Half points up to which nobody reads a text."""

_PALE = 240
"""The least of each colour of what is as good as white."""

_MOST_COLOURS = 1_000
_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?\d{1,10})?[ ]?|\\'[0-9a-fA-F]{2}|\\[^a-zA-Z]|[{}]|[^\\{}]+"
)
_COLOURS = re.compile(rb"\{\\colortbl([^{}]{0,60000})\}")
_COLOUR = re.compile(rb"\\(red|green|blue)(\d{1,3})")


@dataclass(frozen=True, slots=True)
class RtfText:
    """The words that are seen, and those that are not."""

    seen: str
    unseen: str = ""


@dataclass(frozen=True, slots=True)
class _Look:
    """What the properties in force make of characters."""

    marked: bool = False
    pale: bool = False
    tiny: bool = False

    @property
    def is_hidden(self) -> bool:
        return self.marked or self.pale or self.tiny


def rtf_file(data: bytes) -> RtfText:
    """Raises DamagedFile for what is no RTF, or too long."""
    if not data.lstrip()[:5] == b"{\\rtf":
        raise DamagedFile("rtf")
    rtf = without_pictures(data)
    if len(rtf) > _LARGEST:
        raise DamagedFile("rtf")
    pieces = list(_pieces(rtf))
    if not any(unseen for _, unseen in pieces):
        return RtfText(plain_rtf(rtf, _LARGEST))
    seen = b"".join(piece for piece, unseen in pieces if not unseen)
    unseen = b" ".join(piece for piece, unseen in pieces if unseen)
    return RtfText(plain_rtf(seen, _LARGEST), plain_rtf(b"{\\rtf1 " + unseen + b"}", _LARGEST))


def _pieces(rtf: bytes) -> Iterator[tuple[bytes, bool]]:
    """Tokens in order, and whether each is characters that nobody sees."""
    colours = _pale_colours(rtf)
    look, above = _Look(), []
    for match in _TOKEN.finditer(rtf):
        token, word = match[0], match[1]
        if token == b"{":
            above.append(look)
        elif token == b"}":
            look = above.pop() if above else _Look()
        elif word is not None and word != b"u":
            look = _changed(look, word, match[2], colours)
        else:
            yield token, look.is_hidden
            continue
        yield token, False


def _changed(look: _Look, word: bytes, number: bytes | None, pale: frozenset[int]) -> _Look:
    if word == b"plain":
        return _Look()
    if word == b"v":
        return replace(look, marked=number is None or int(number) != 0)
    if word == b"cf":
        return replace(look, pale=int(number or 0) in pale)
    if word == b"fs":
        return replace(look, tiny=0 <= int(number or 24) <= _TINY)
    return look


def _pale_colours(rtf: bytes) -> frozenset[int]:
    """Numbers of the colours that are as good as white; the page is white."""
    found = _COLOURS.search(rtf)
    if found is None:
        return frozenset()
    entries = found[1].split(b";")[:_MOST_COLOURS]
    parts = [{name: int(value) for name, value in _COLOUR.findall(entry)} for entry in entries]
    return frozenset(
        number
        for number, each in enumerate(parts)
        if len(each) == 3 and min(each.values()) >= _PALE
    )
