"""HTML as a document: our own, from which nothing is lost, and that of others after the sanitiser.

What a document can't say is left out: the dress goes, words, links and structure stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from selectolax.lexbor import LexborHTMLParser, LexborNode

from desktop_app.mail.hidden.markup import within
from desktop_app.mail.reader.links import safe_target, shortened
from desktop_app.mail.rich.document import (
    Block,
    Cell,
    Document,
    Inline,
    Kind,
    ListKind,
    Mark,
    Picture,
    Words,
    inline,
    normal,
    plain_document,
)
from desktop_app.mail.rich.markup import markup

MOST_CHARACTERS = 2_000_000
MOST_TAGS = 40_000
DEEPEST = 200
_TEXT = "-text"
_LINE_END = re.compile(r"(?<! ) +(?=\n|$)")
_SPACE = re.compile(r"[ \t\r\n\f]+")
_MARKS = {
    **dict.fromkeys(("b", "strong"), Mark.BOLD),
    **dict.fromkeys(("i", "em", "cite", "dfn", "var"), Mark.ITALIC),
    **dict.fromkeys(("u", "ins"), Mark.UNDERLINE),
    **dict.fromkeys(("s", "strike", "del"), Mark.STRIKE),
    **dict.fromkeys(("code", "tt", "kbd", "samp"), Mark.CODE),
}
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_BLOCKS = frozenset(
    "div p address article aside center dd details dl dt fieldset figure footer form header main"
    " nav section summary figcaption".split()
)
_UNSEEN = frozenset("script style head title template noscript iframe svg math".split())


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a node stands."""

    quote: int = 0
    lists: tuple[ListKind, ...] = ()
    marks: frozenset[Mark] = frozenset()
    link: str = ""
    kind: Kind = Kind.TEXT
    has_air: bool = False
    """Whether it is a paragraph with space around it."""


@dataclass(slots=True)
class _Item:
    """An item of a list: whether a block of it was written, and the number of the first."""

    begun: bool = False
    start: int = 1


@dataclass(slots=True)
class _Builder:
    blocks: list[Block] = field(default_factory=list)
    line: list[Inline] = field(default_factory=list)
    items: list[_Item] = field(default_factory=list)
    air: bool = False
    """Whether the block before is a paragraph with space behind it."""


def read_markup(html: str) -> Document:
    """The document that a sanitised HTML text says. Beyond what is worked out it is plain text."""
    if len(html) > MOST_CHARACTERS or not within(html, tags=MOST_TAGS, depth=DEEPEST):
        return plain_document(re.sub(r"<[^>]{0,2000}>", " ", html[:MOST_CHARACTERS]))
    builder = _Builder()
    body = LexborHTMLParser(html).body
    if body is not None:
        _children(builder, body, _Place())
        _end_line(builder, _Place())
    return normal(builder.blocks)


def own_document(html: str) -> Document | None:
    """The document whose form this HTML text is; None for one that was written elsewhere."""
    document = read_markup(html)
    return document if markup(document) == html else None


def _children(to: _Builder, node: LexborNode, place: _Place) -> None:
    for child in node.iter(include_text=True):
        _read(to, child, place)


def _read(to: _Builder, node: LexborNode, place: _Place) -> None:
    tag = node.tag or ""
    if tag == _TEXT:
        _say(to, node.text_content or "", place)
    elif tag == "br":
        to.line.append(Words("\n", place.marks, place.link))
    elif tag == "img":
        _picture(to, node, place)
    elif tag in _MARKS:
        _children(to, node, replace(place, marks=place.marks | {_MARKS[tag]}))
    elif tag == "a":
        target = safe_target((node.attributes or {}).get("href") or "")
        _children(to, node, replace(place, link=target))
    elif tag in ("ul", "ol"):
        _list(to, node, place)
    elif tag in _BLOCKS or tag in _HEADINGS or tag in ("pre", "blockquote", "table", "hr", "li"):
        _block(to, node, tag, place)
    elif tag not in _UNSEEN:
        _children(to, node, place)


def _block(to: _Builder, node: LexborNode, tag: str, place: _Place) -> None:
    _end_line(to, place)
    if tag == "hr":
        to.blocks.append(Block(kind=Kind.RULE, quote=place.quote))
    elif tag == "table":
        _table(to, node, place)
    else:
        inner = replace(place, has_air=tag == "p")
        if tag in _HEADINGS:
            inner = replace(inner, kind=Kind.HEADING)
        elif tag == "pre":
            inner = replace(inner, kind=Kind.CODE)
        elif tag == "blockquote":
            inner = replace(inner, quote=place.quote + 1, lists=())
        _children(to, node, inner)
        _end_line(to, inner)


def _list(to: _Builder, node: LexborNode, place: _Place) -> None:
    _end_line(to, place)
    kind = ListKind.NUMBERS if node.tag == "ol" else ListKind.BULLETS
    inner = replace(place, lists=(*place.lists, kind), has_air=False)
    start = (node.attributes or {}).get("start") or ""
    number = int(start) if start.isascii() and start.isdecimal() and len(start) <= 4 else 1
    for child in node.iter(include_text=True):
        to.items.append(_Item(start=number))
        _children(to, child, inner) if child.tag == "li" else _read(to, child, inner)
        _end_line(to, inner)
        if to.items.pop().begun or child.tag == "li":
            number = 1


def _say(to: _Builder, text: str, place: _Place) -> None:
    if place.kind is Kind.CODE:
        to.line.append(Words(text))
        return
    text = _SPACE.sub(" ", text)
    before = _last_sign(to.line)
    if before in ("", "\n", " "):
        text = text.removeprefix(" ")
    if text:
        to.line.append(Words(text, place.marks, place.link))


def _last_sign(line: list[Inline]) -> str:
    if not line:
        return ""
    last = line[-1]
    return last.text[-1:] if isinstance(last, Words) else "\ufffc"


def _picture(to: _Builder, node: LexborNode, place: _Place) -> None:
    given = node.attributes or {}
    source, alt, width = (given.get(name) or "" for name in ("src", "alt", "width"))
    if source[:4].lower() == "cid:" and len(source) > len("cid:"):
        size = int(width) if width.isascii() and width.isdecimal() and len(width) <= 4 else 0
        to.line.append(Picture(source[4:], alt, size, place.link))
    elif alt.strip():
        _say(to, f"[{alt.strip()}]", place)


def _end_line(to: _Builder, place: _Place) -> None:
    """What was said so far is a block of its own."""
    line = to.line
    if not line:
        return
    to.line = []
    if place.kind is not Kind.CODE:
        line = list(_trimmed(line))
    item = to.items[-1] if to.items and place.lists else None
    goes_on = item is not None and item.begun
    start = item.start if item is not None else 1
    if place.has_air or to.air:
        _add_air(to, place)
    to.blocks.append(
        Block(tuple(line), place.kind, place.quote, place.lists, goes_on, start),
    )
    to.air = place.has_air
    for each in to.items:
        each.begun = True


def _add_air(to: _Builder, place: _Place) -> None:
    """An empty line between two paragraphs that stand apart."""
    before = to.blocks[-1] if to.blocks else None
    if before is None or before.kind is not Kind.TEXT or place.kind is not Kind.TEXT:
        return
    if not before.lists and not place.lists and before.inlines:
        to.blocks.append(Block(quote=min(before.quote, place.quote)))


def _trimmed(line: list[Inline]) -> Iterator[Inline]:
    """Without the spaces that HTML does not show at the ends of its lines, and without the break
    at its end, which is not seen."""
    text = "".join(one.text if isinstance(one, Words) else "\ufffc" for one in line)
    keep = _LINE_END.sub(lambda m: "\0" * len(m[0]), text)
    if keep.rstrip("\0").endswith("\n"):
        end = keep.rindex("\n")
        keep = f"{keep[:end]}\0{keep[end + 1 :]}"
    at = 0
    for one in line:
        if isinstance(one, Words):
            yield replace(one, text=keep[at : at + len(one.text)].replace("\0", ""))
            at += len(one.text)
        else:
            yield one
            at += 1


def _table(to: _Builder, node: LexborNode, place: _Place) -> None:
    rows: list[tuple[Cell, ...]] = []
    has_head = False
    for row in node.css("tr"):
        cells = [cell for cell in row.iter() if cell.tag in ("td", "th")]
        if cells and not rows:
            has_head = all(cell.tag == "th" for cell in cells)
        if cells:
            rows.append(tuple(_cell(cell) for cell in cells))
    to.blocks.append(Block(kind=Kind.TABLE, quote=place.quote, rows=tuple(rows), has_head=has_head))
    to.air = False


def _cell(node: LexborNode) -> Cell:
    """The lines of a cell as one."""
    inner = _Builder()
    _children(inner, node, _Place())
    _end_line(inner, _Place())
    parts: list[Inline] = []
    for block in inner.blocks:
        if parts:
            parts.append(Words("\n"))
        parts += block.inlines
    return inline(parts)


def read_foreign(html: str) -> Document:
    """The document that any HTML says: read as the Reader shows it, without what is hidden."""
    from desktop_app.mail.reader.html import read_html

    read = read_html(html, anew=True)
    return read_shown(read.html + read.html_quoted)


def read_shown(html: str) -> Document:
    """The document that HTML of the Reader says: doubtful words without their marks, and a long
    address, which the Reader shortens, whole."""
    from desktop_app.mail.hidden.marks import unmarked

    return normal(map(_with_whole_links, read_markup(unmarked(html)).blocks))


def _with_whole_links(block: Block) -> Block:
    rows = tuple(tuple(_whole(cell) for cell in row) for row in block.rows)
    return replace(block, inlines=_whole(block.inlines), rows=rows)


def _whole(inlines: tuple[Inline, ...]) -> tuple[Inline, ...]:
    return tuple(
        replace(one, text=one.link)
        if isinstance(one, Words) and one.link and one.text == shortened(one.link)
        else one
        for one in inlines
    )
