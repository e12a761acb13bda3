"""Document as plain text, for the part beside the HTML: it reads as well by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

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
)

WIDEST_CELL = 40
_RULE = "-" * 10
_WIDE_SPACE = re.compile("(?<=[ \u00a0])\u00a0|\u00a0(?=[ \u00a0])|(?m:^)\u00a0|\u00a0(?m:$)")


def plain(document: Document) -> str:
    """The document as text: lists with signs and numbers, quotes with `>`, bold words in a line
    between asterisks, the target of a link behind its words where they do not say it."""
    return "\n".join(_lines(document))


def words(document: Document) -> str:
    """Its words alone, a line a block: what checks read."""
    return "\n".join(_text(line) for block in document.blocks for line in _said(block))


def _said(block: Block) -> Iterator[tuple[Inline, ...]]:
    if block.kind is Kind.TABLE:
        for row in block.rows:
            yield from row
    elif block.kind is not Kind.RULE:
        yield block.inlines


def _text(inlines: tuple[Inline, ...]) -> str:
    return "".join(one.text if isinstance(one, Words) else one.alt for one in inlines)


def _lines(document: Document) -> Iterator[str]:
    numbers: list[int] = []
    for block in document.blocks:
        numbers = _counted(block, numbers)
        before = "> " * block.quote
        if block.quote and block.is_empty:
            yield before.rstrip()
            continue
        first, further = _item(block, numbers)
        for number, line in enumerate(_block(block)):
            yield f"{before}{further if number else first}{line}"


def _counted(block: Block, numbers: list[int]) -> list[int]:
    """The numbers of the items that are open at a block, one a list; bullets have 0."""
    depth = len(block.lists)
    kept = numbers[:depth]
    for kind in block.lists[len(kept) :]:
        kept.append(block.start - 1 if kind is ListKind.NUMBERS else 0)
    if depth and not block.goes_on:
        kept[-1] += block.lists[-1] is ListKind.NUMBERS
    return kept


def _item(block: Block, numbers: list[int]) -> tuple[str, str]:
    """What stands before the first line of a block, and before the others."""
    if not block.lists:
        return "", ""
    signs = [f"{n}. " if n else "- " for n in numbers]
    around = "".join(" " * len(sign) for sign in signs[:-1])
    further = around + " " * len(signs[-1])
    return (further if block.goes_on else around + signs[-1]), further


def _block(block: Block) -> list[str]:
    match block.kind:
        case Kind.RULE:
            return [_RULE]
        case Kind.TABLE:
            return _table(block)
        case Kind.CODE:
            return block.text.split("\n")
        case Kind.HEADING | Kind.TEXT:
            return _spaced(_line(block.inlines)).split("\n")


def _line(inlines: tuple[Inline, ...]) -> str:
    """One line, each link followed by where it leads."""
    seen = [one for one in inlines if isinstance(one, Picture) or one.text.strip()]
    stands_out = any(isinstance(one, Picture) or Mark.BOLD not in one.marks for one in seen)
    out: list[str] = []
    said = ""
    for number, one in enumerate(inlines):
        text = _bold(one) if stands_out and isinstance(one, Words) else _shown(one)
        out.append(text)
        said += one.text if isinstance(one, Words) else ""
        after = inlines[number + 1] if number + 1 < len(inlines) else None
        if one.link and (after is None or after.link != one.link):
            out.append(_target(one.link, said))
        if after is None or after.link != one.link:
            said = ""
    return "".join(out)


def _shown(one: Inline) -> str:
    if isinstance(one, Words):
        return one.text
    return f"[{one.alt or 'picture'}]"


def _bold(one: Words) -> str:
    inner = one.text.strip()
    if Mark.BOLD not in one.marks or not inner:
        return one.text
    return one.text.replace(inner, f"*{inner}*", 1)


def _target(link: str, said: str) -> str:
    flat = said.strip().rstrip("/").lower()
    goes = link.rstrip("/").lower()
    if flat and flat in (goes, *(goes.removeprefix(s) for s in ("https://", "http://", "mailto:"))):
        return ""
    return f" <{link}>"


def _spaced(text: str) -> str:
    """Spaces that HTML needs as no-break ones are spaces again; one of the writer's own stays."""
    return _WIDE_SPACE.sub(" ", text)


def _table(block: Block) -> list[str]:
    rows = [[_flat(cell) for cell in row] for row in block.rows]
    widths = [min(max(map(len, column)), WIDEST_CELL) for column in zip(*rows, strict=True)]
    lines = [
        " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    if block.has_head:
        lines.insert(1, "-+-".join("-" * width for width in widths))
    return lines


def _flat(cell: Cell) -> str:
    return " ".join(_spaced(_line(cell)).split())
