"""Markdown, as language models write it, as a document. Tags in it are words; a picture is a link,
as nothing is loaded from anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from desktop_app.mail.reader.links import safe_target
from desktop_app.mail.rich.document import (
    Block,
    Cell,
    Document,
    Inline,
    Kind,
    ListKind,
    Mark,
    Words,
    normal,
)

if TYPE_CHECKING:
    from markdown_it.token import Token

_MARKS = {"strong": Mark.BOLD, "em": Mark.ITALIC, "s": Mark.STRIKE}
_LISTS = {
    "bullet_list_open": ListKind.BULLETS,
    "ordered_list_open": ListKind.NUMBERS,
}


def from_markdown(text: str) -> Document:
    """The document that a Markdown text (CommonMark, with tables and strike-through) says. A line
    end in a paragraph is a line end, and paragraphs stand apart by an empty line, as written."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "breaks": True})
    parser.enable(["table", "strikethrough"])
    reader = _Reader()
    for token in parser.parse(text):
        reader.take(token)
    return normal(reader.blocks)


@dataclass(slots=True)
class _Reader:
    blocks: list[Block] = field(default_factory=list)
    quote: int = 0
    lists: list[ListKind] = field(default_factory=list)
    begun: list[bool] = field(default_factory=list)
    start: int = 1
    kind: Kind = Kind.TEXT
    rows: list[list[Cell]] = field(default_factory=list)
    in_table: bool = False

    def take(self, token: Token) -> None:
        name = token.type
        if "list" in name:
            self._list(token)
        elif name == "inline":
            self._inline(token)
        elif name in ("fence", "code_block"):
            self._apart()
            self._add(Block((Words(token.content.rstrip("\n")),), Kind.CODE))
        elif name == "hr":
            self._add(Block(kind=Kind.RULE))
        elif name == "heading_open":
            self.kind = Kind.HEADING
        elif name == "paragraph_open":
            self._apart()
        elif name.startswith("blockquote"):
            if token.nesting > 0:
                self._apart()
            self.quote += token.nesting
        else:
            self._table(name)

    def _list(self, token: Token) -> None:
        if token.type in _LISTS:
            self._apart()
            self.lists.append(_LISTS[token.type])
            self.start = int(token.attrGet("start") or 1)
        elif token.type == "list_item_open":
            self.begun.append(False)
        elif token.type == "list_item_close":
            self.begun.pop()
        else:
            self.lists.pop()
            self.start = 1

    def _inline(self, token: Token) -> None:
        found = list(_inlines(token.children or ()))
        if self.in_table:
            self.rows[-1].append(tuple(found))
            return
        if self.kind is Kind.HEADING:
            self._apart()
        for line in _parted(found) if not self.lists else [found]:
            self._add(Block(tuple(line), self.kind))
        self.kind = Kind.TEXT

    def _table(self, name: str) -> None:
        if name == "table_open":
            self._apart()
            self.rows, self.in_table = [], True
        elif name == "tr_open":
            self.rows.append([])
        elif name == "table_close":
            self.in_table = False
            rows = tuple(map(tuple, self.rows))
            self._add(Block(kind=Kind.TABLE, rows=rows, has_head=True))

    def _apart(self) -> None:
        """An empty line before what follows, where blocks stand apart in the text."""
        if self.blocks and not self.lists and not self.blocks[-1].is_empty:
            quote = min(self.quote, self.blocks[-1].quote)
            self.blocks.append(Block(quote=quote))

    def _add(self, block: Block) -> None:
        goes_on = bool(self.begun) and self.begun[-1]
        self.blocks.append(
            Block(
                block.inlines,
                block.kind,
                self.quote,
                tuple(self.lists),
                goes_on,
                self.start,
                block.rows,
                block.has_head,
            )
        )
        self.begun = [True] * len(self.begun)


def _inlines(tokens: Sequence[Token]) -> Iterator[Inline]:
    marks: set[Mark] = set()
    link = ""
    for token in tokens:
        name, _, way = token.type.rpartition("_")
        if name in _MARKS:
            marks ^= {_MARKS[name]}
        elif token.type == "link_open":
            link = safe_target(_text(token.attrGet("href")))
        elif token.type == "link_close":
            link = ""
        elif token.type == "image":
            yield Words(token.content or "picture", frozenset(marks), _source(token) or link)
        elif token.type in ("softbreak", "hardbreak"):
            yield Words("\n", frozenset(marks), link)
        elif token.type == "code_inline":
            yield Words(token.content, frozenset({*marks, Mark.CODE}), link)
        elif way != "open":
            yield Words(token.content, frozenset(marks), link)


def _source(token: Token) -> str:
    return safe_target(_text(token.attrGet("src")))


def _text(value: Any) -> str:
    return str(value or "")


def _parted(inlines: Sequence[Inline]) -> Iterator[list[Inline]]:
    """The lines of a paragraph."""
    line: list[Inline] = []
    for one in inlines:
        if isinstance(one, Words) and one.text == "\n":
            yield line
            line = []
        else:
            line.append(one)
    yield line
