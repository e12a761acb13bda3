"""Document of formatted text: what a mail that is written here can say, and no more.

A document is a row of blocks. A block is one line as the person sees it (or a code block, a rule, a
table), how deep it is quoted, and in which lists it stands. `normal` brings any blocks into the one
form in which the same content is written the same way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

DEEPEST = 8
"""Quotes in quotes, and lists in lists, that are kept apart."""

HELD_BLOCKS = 4_096
"""Blocks whose form is kept: while one types all but one are what they were."""

LAST_NUMBER = 9_999
WIDEST = 4_096
"""Pixels of a picture."""

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffc\ufffe\uffff]|[\ud800-\udfff]")
_BREAK = re.compile("\r\n|[\r\u2028\u2029]")
_LINE_END = re.compile(r"(?<!\s)[^\S\n]+(?=\n|$)|(?<=\n)[^\S\n]+(?=\n|$)|^[^\S\n]+(?=\n|$)")
_SPACES = re.compile(" (?=[ \u00a0])|(?<![^\n]) | (?![^\n])")


class Mark(StrEnum):
    """How words stand out; the value is the HTML tag."""

    BOLD = "b"
    ITALIC = "i"
    UNDERLINE = "u"
    STRIKE = "s"
    CODE = "code"


class Kind(StrEnum):
    TEXT = "text"
    HEADING = "heading"
    CODE = "code"
    RULE = "rule"
    TABLE = "table"


class ListKind(StrEnum):
    """The value is the HTML tag."""

    BULLETS = "ul"
    NUMBERS = "ol"


@dataclass(frozen=True, slots=True)
class Words:
    """Words that look the same. A line feed in them breaks the line within its block. `link` is
    where they lead: http, https or mailto, or empty."""

    text: str
    marks: frozenset[Mark] = frozenset()
    link: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in the text. `cid` is the content id of its file (RFC 2392, without `cid:`),
    `width` in pixels, 0 for its own."""

    cid: str
    alt: str = ""
    width: int = 0
    link: str = ""


Inline = Words | Picture
Cell = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """One block. `lists` are the lists it stands in, the outermost first; `goes_on` whether it is a
    further block of the item before; `start` the number of the first item of a list, 1 else.
    `rows` are a table's, of equal length, the first its head where `has_head`."""

    inlines: tuple[Inline, ...] = ()
    kind: Kind = Kind.TEXT
    quote: int = 0
    lists: tuple[ListKind, ...] = ()
    goes_on: bool = False
    start: int = 1
    rows: tuple[tuple[Cell, ...], ...] = ()
    has_head: bool = False

    @property
    def text(self) -> str:
        """Its words alone."""
        return "".join(one.text for one in self.inlines if isinstance(one, Words))

    @property
    def is_empty(self) -> bool:
        return self.kind is Kind.TEXT and not self.inlines


@dataclass(frozen=True, slots=True)
class Document:
    blocks: tuple[Block, ...] = ()

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """Every picture in order."""
        return tuple(one for one in self.inlines() if isinstance(one, Picture))

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """The words and the target of every link, in order."""
        found: list[tuple[str, str]] = []
        for one in self.inlines():
            if not one.link:
                continue
            words = one.text if isinstance(one, Words) else one.alt
            if found and found[-1][1] == one.link:
                found[-1] = (found[-1][0] + words, one.link)
            else:
                found.append((words, one.link))
        return tuple(found)

    @property
    def is_plain(self) -> bool:
        """Whether plain text says all of it: no marks, links, pictures, lists or tables."""
        return all(
            block.kind is Kind.TEXT
            and not block.lists
            and all(
                isinstance(one, Words) and not one.marks and not one.link for one in block.inlines
            )
            for block in self.blocks
        )

    def inlines(self) -> Iterator[Inline]:
        for block in self.blocks:
            yield from block.inlines
            for row in block.rows:
                for cell in row:
                    yield from cell


def normal(blocks: Iterable[Block]) -> Document:
    """The document in the one form of its content. What it shows stays as it is."""
    found: list[Block] = []
    for block in blocks:
        for one in _parted(block):
            if found and _goes_on_as_code(found[-1], one):
                both = f"{found[-1].text}\n{one.text}"
                found[-1] = replace(found[-1], inlines=(Words(both),))
            else:
                found.append(_placed(one, found[-1] if found else None))
    while found and found[-1].is_empty and not found[-1].quote and not found[-1].lists:
        found.pop()
    return Document(tuple(found))


def without_line_ends(document: Document) -> Document:
    """The document without white space at the ends of its lines, which nobody sees."""
    blocks = [
        replace(
            block,
            inlines=_ending(block.inlines),
            rows=tuple(tuple(_ending(cell) for cell in row) for row in block.rows),
        )
        for block in document.blocks
    ]
    return normal(blocks)


def in_one_line(document: Document) -> Block:
    """All that a document says as one block, whose lines are its blocks and the rows of its tables:
    what a cell of a table can hold."""
    lines: list[Cell] = []
    for block in document.blocks:
        lines += [sum(row, ()) for row in block.rows] or [block.inlines]
    parts: list[Inline] = []
    for line in lines:
        parts += [Words("\n"), *line] if parts else line
    return Block(inline(parts))


def _ending(inlines: Cell) -> Cell:
    line = "".join(one.text if isinstance(one, Words) else "\ufffc" for one in inlines)
    kept = _LINE_END.sub(lambda found: "\0" * len(found[0]), line)
    parts: list[Inline] = []
    at = 0
    for one in inlines:
        if isinstance(one, Words):
            parts.append(replace(one, text=kept[at : at + len(one.text)].replace("\0", "")))
            at += len(one.text)
        else:
            parts.append(one)
            at += 1
    return tuple(parts)


def plain_document(text: str) -> Document:
    """Plain text as a document: one block a line, `>` as quotes."""
    blocks = []
    for line in _BREAK.sub("\n", text).split("\n"):
        depth, rest = 0, line
        while rest.startswith(">"):
            depth, rest = depth + 1, rest[1:].removeprefix(" ") if rest[1:2] != ">" else rest[1:]
        blocks.append(Block((Words(rest),), quote=depth))
    return normal(blocks)


@lru_cache(maxsize=HELD_BLOCKS)
def _parted(block: Block) -> tuple[Block, ...]:
    """The block in its form; none where nothing of it is seen."""
    return tuple(_forms(block))


def _forms(block: Block) -> Iterator[Block]:
    quote = min(max(block.quote, 0), DEEPEST)
    if block.kind is Kind.RULE:
        yield Block(kind=Kind.RULE, quote=quote)
        return
    if block.kind is Kind.TABLE:
        yield from _table(block, quote)
        return
    lists = block.lists[:DEEPEST]
    kind = block.kind
    inlines = _code(block.inlines) if kind is Kind.CODE else inline(block.inlines)
    if not inlines or (kind is Kind.HEADING and lists):
        kind = Kind.TEXT
    numbers = bool(lists) and lists[-1] is ListKind.NUMBERS and not block.goes_on
    start = min(max(block.start, 0), LAST_NUMBER) if numbers else 1
    yield Block(inlines, kind, quote, lists, bool(lists) and block.goes_on, start)


def _table(block: Block, quote: int) -> Iterator[Block]:
    """A table with rows of equal length; one without a cell is nothing."""
    width = max(map(len, block.rows), default=0)
    if not width:
        return
    rows = tuple(
        (*(inline(cell) for cell in row), *(((),) * (width - len(row)))) for row in block.rows
    )
    yield Block(kind=Kind.TABLE, quote=quote, rows=rows, has_head=block.has_head)


def _goes_on_as_code(before: Block, block: Block) -> bool:
    """Whether both are one piece of code."""
    alike = before.kind is block.kind is Kind.CODE and before.quote == block.quote
    return alike and before.lists == block.lists and (block.goes_on or not block.lists)


def _placed(block: Block, before: Block | None) -> Block:
    """The block as it can stand after `before`: an item goes on only where there is one, and a
    number is said only where a list begins."""
    if not block.lists:
        return block
    depth = len(block.lists)
    same = before is not None and before.quote == block.quote
    inside = same and before is not None and before.lists[:depth] == block.lists
    if block.goes_on:
        return block if inside else replace(block, goes_on=False, start=1)
    return replace(block, start=1) if inside else block


def inline(inlines: Iterable[Inline]) -> tuple[Inline, ...]:
    """Words and pictures of one line: neighbours that look the same as one, no character that is
    not shown, and spaces as HTML keeps them (each but the last of a row, and those at the ends of
    a line, as no-break spaces)."""
    parts: list[Inline] = []
    for one in inlines:
        if isinstance(one, Picture):
            parts.append(replace(one, width=min(max(one.width, 0), WIDEST), alt=_flat(one.alt)))
            continue
        text = _CONTROL.sub("", _BREAK.sub("\n", one.text)).replace("\t", "    ")
        if text:
            parts.append(replace(one, text=text))
    return tuple(_united(_spaced(parts)))


def _spaced(parts: Sequence[Inline]) -> Iterator[Inline]:
    """Over the whole line, as a row of spaces may change its looks within."""
    line = "".join(one.text if isinstance(one, Words) else "\ufffc" for one in parts)
    kept = _SPACES.sub("\u00a0", line)
    at = 0
    for one in parts:
        size = len(one.text) if isinstance(one, Words) else 1
        yield replace(one, text=kept[at : at + size]) if isinstance(one, Words) else one
        at += size


def _united(parts: Iterable[Inline]) -> Iterator[Inline]:
    held: Words | None = None
    for one in parts:
        if isinstance(one, Words):
            alike = held is not None and (held.marks, held.link) == (one.marks, one.link)
            if held is not None and alike:
                held = replace(held, text=held.text + one.text)
                continue
            if held is not None:
                yield held
            held = one
        else:
            if held is not None:
                yield held
            held = None
            yield one
    if held is not None:
        yield held


def _code(inlines: Iterable[Inline]) -> tuple[Inline, ...]:
    """Code has no looks of its own, and no empty lines around it."""
    text = "".join(one.text if isinstance(one, Words) else one.alt for one in inlines)
    text = _CONTROL.sub("", _BREAK.sub("\n", text)).strip("\n")
    return (Words(text),) if text else ()


def _flat(text: str) -> str:
    return " ".join(_CONTROL.sub("", text).split())
