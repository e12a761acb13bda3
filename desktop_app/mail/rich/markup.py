"""Document as HTML: a small subset that mail programs show alike, written here and nowhere else.

The same document is the same text. No fonts, colours or sizes: what a heading, a quote or a list
looks like is the reader's; a table has its border as attributes. What is written is what the
sanitiser lets through, unchanged. Which tags and attributes there are: `TAGS`.
"""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from desktop_app.mail.rich.document import (
    HELD_BLOCKS,
    Block,
    Document,
    Inline,
    Kind,
    ListKind,
    Mark,
    Picture,
    Words,
)

HEADING = "h2"
_TABLE = '<table border="1" cellpadding="4" cellspacing="0">'
TAGS = {
    "div": {"dir"},
    HEADING: {"dir"},
    "pre": set(),
    "blockquote": set(),
    "ul": set(),
    "ol": {"start"},
    "li": {"dir"},
    "hr": set(),
    "br": set(),
    "table": {"border", "cellpadding", "cellspacing"},
    "tr": set(),
    "th": set(),
    "td": set(),
    "b": set(),
    "i": set(),
    "u": set(),
    "s": set(),
    "code": set(),
    "a": {"href"},
    "img": {"src", "alt", "width"},
}
"""Every tag that is written, with its attributes."""

_ORDER = tuple(Mark)


def markup(document: Document) -> str:
    """The document as HTML, one block a line; of a normal one `read_markup` gives it back."""
    writer = _Writer()
    for block in document.blocks:
        writer.add(block)
    return writer.done()


class _Writer:
    def __init__(self) -> None:
        self._out: list[str] = []
        self._open: list[str] = []
        self._fresh = False
        """Whether an item has just been opened, and nothing stands in it."""

    def add(self, block: Block) -> None:
        path = _path(block)
        shared = 0
        for have, want in zip(self._open, path, strict=False):
            if have != want:
                break
            shared += 1
        if block.lists and not block.goes_on:  # a new item: all but its own tag may stay open
            shared = min(shared, len(path) - 1)
        self._close(shared)
        for place in range(shared, len(path)):
            last_list = place == len(path) - 2 and block.lists
            self._enter(path[place], block.start if last_list else 1)
        if path[-1:] == ["li"] and self._fresh:
            self._first_of_item(block)
        else:
            self._out.append(f"{_block(block)}\n")
        self._fresh = False

    def done(self) -> str:
        self._close(0)
        return "".join(self._out).rstrip("\n")

    def _first_of_item(self, block: Block) -> None:
        if block.kind is Kind.TEXT:
            direction = _direction(block)
            if direction:
                self._out[-1] = f"<li{direction}>"
            self._out.append(_line(block.inlines))
        else:
            self._out.append(_block(block))

    def _enter(self, tag: str, start: int) -> None:
        if self._open[-1:] == ["li"] and not self._fresh:
            self._break()
        number = f' start="{start}"' if tag == ListKind.NUMBERS and start != 1 else ""
        self._out.append(f"<{tag}{number}>")
        if tag != "li":
            self._out.append("\n")
        self._open.append(tag)
        self._fresh = tag == "li"

    def _break(self) -> None:
        if not self._out[-1].endswith("\n"):
            self._out.append("\n")

    def _close(self, keep: int) -> None:
        while len(self._open) > keep:
            self._out.append(f"</{self._open.pop()}>\n")
            self._fresh = False


def _path(block: Block) -> list[str]:
    path = ["blockquote"] * block.quote
    for kind in block.lists:
        path += [str(kind), "li"]
    return path


@lru_cache(maxsize=HELD_BLOCKS)
def _block(block: Block) -> str:
    match block.kind:
        case Kind.RULE:
            return "<hr>"
        case Kind.TABLE:
            rows = [
                _row(row, "th" if block.has_head and not number else "td")
                for number, row in enumerate(block.rows)
            ]
            return f"{_TABLE}<tbody>{''.join(rows)}</tbody></table>"
        case Kind.CODE:
            return f"<pre>{_escaped(block.text)}</pre>"
        case Kind.HEADING:
            return f"<{HEADING}{_direction(block)}>{_line(block.inlines)}</{HEADING}>"
        case Kind.TEXT:
            return f"<div{_direction(block)}>{_line(block.inlines)}</div>"


def _row(cells: Iterable[tuple[Inline, ...]], tag: str) -> str:
    return f"<tr>{''.join(f'<{tag}>{_line(cell)}</{tag}>' for cell in cells)}</tr>"


def _line(inlines: tuple[Inline, ...]) -> str:
    """A line with a break behind it where its end would else not be seen."""
    last = inlines[-1] if inlines else None
    ends = last is None or (isinstance(last, Words) and last.text.endswith("\n"))
    return "".join(map(_inline, inlines)) + ("<br>" if ends else "")


def _inline(one: Inline) -> str:
    if isinstance(one, Picture):
        width = f' width="{one.width}"' if one.width else ""
        made = f'<img src="cid:{_attribute(one.cid)}" alt="{_attribute(one.alt)}"{width}>'
    else:
        made = _escaped(one.text).replace("\n", "<br>")
        for mark in reversed(_ORDER):
            if mark in one.marks:
                made = f"<{mark}>{made}</{mark}>"
    return f'<a href="{_attribute(one.link)}">{made}</a>' if one.link else made


def _escaped(text: str) -> str:
    return html.escape(text, quote=False).replace("\u00a0", "&nbsp;")


def _attribute(text: str) -> str:
    return _escaped(text).replace('"', "&quot;")


def _direction(block: Block) -> str:
    """`dir="rtl"` where the first letter with a direction is written from the right (UAX #9 P2)."""
    for sign in block.text:
        direction = unicodedata.bidirectional(sign)
        if direction in {"R", "AL"}:
            return ' dir="rtl"'
        if direction == "L":
            return ""
    return ""
