"""Document as text from which it can be read again, for whatever works on text: the differences of
two versions, the merge of two hands, what is put back of a change.

It looks like Markdown: a line a block, `> ` and `- ` before it, `**bold**`, `*italic*`,
`++underlined++`, `~~struck~~`, backticks, `[words](target)`. A mark goes on until it stands again
or its block ends, so that any text is a document, and a merge that parts a pair harms one line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from desktop_app.mail.reader.links import safe_target
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
    normal,
)

_SIGNS = {
    Mark.BOLD: "**",
    Mark.ITALIC: "*",
    Mark.UNDERLINE: "++",
    Mark.STRIKE: "~~",
    Mark.CODE: "`",
}
_FENCE = "```"
_RULE = "---"
_QUOTE = "> "
_WITHIN = {ListKind.BULLETS: "  ", ListKind.NUMBERS: " \u2007"}
"""What stands for a list around the innermost one, or before a block that goes on."""

_HEAD, _NO_HEAD, _ROW = "|= ", "|- ", "|  "
_START = re.compile(r"(?=[>#|`-])|\d{1,4}(?=\.)")
_PREFIX = re.compile(r"(?P<within>(?: [ \u2007])*)(?:(?P<bullet>- )|(?P<number>\d{1,4})\. )?")
_PICTURE = re.compile(
    r"!\[(?P<alt>(?:\\.|[^\\\]\n])*)\]\(cid:(?P<cid>(?:\\.|[^\\ )\n])*)"
    r"(?: =(?P<width>\d{1,4}))?(?: <(?P<link>(?:\\.|[^\\>\n])*)>)?\)"
)
_TARGET = re.compile(r"\]\((?P<target>(?:\\.|[^\\)\n])*)\)")
_PLAIN = re.compile(r"[^\\*+~`\[\]!\n]+")


def source(document: Document) -> str:
    """The document as text; of a normal one `from_source` gives it back."""
    return "\n".join(map(_block, document.blocks))


def from_source(text: str) -> Document:
    """The document that a text says. Every text says one."""
    return normal(_Reader(text).blocks())


def _block(block: Block) -> str:
    before = _QUOTE * block.quote + _item(block)
    match block.kind:
        case Kind.RULE:
            return before + _RULE
        case Kind.CODE:
            lines = [_code_line(line) for line in block.text.split("\n")]
            return "\n".join([before + _FENCE, *lines, _FENCE])
        case Kind.TABLE:
            first = _HEAD if block.has_head else _NO_HEAD
            signs = (first, *((_ROW,) * (len(block.rows) - 1)))
            rows = zip(signs, block.rows, strict=True)
            return "\n".join(f"{before}{sign}{_cells(row)}" for sign, row in rows)
        case Kind.HEADING:
            return f"{before}# {_line(block.inlines)}"
        case Kind.TEXT:
            line = _line(block.inlines)
            start = _START.match(line)
            if start is not None and not line.startswith(("**", "`")):
                line = f"{line[: start.end()]}\\{line[start.end() :]}"
            elif line.startswith(_FENCE):
                line = f"\\{line}"
            return before + line


def _item(block: Block) -> str:
    if not block.lists:
        return ""
    around = block.lists if block.goes_on else block.lists[:-1]
    before = "".join(_WITHIN[kind] for kind in around)
    if block.goes_on:
        return before
    return before + ("- " if block.lists[-1] is ListKind.BULLETS else f"{block.start}. ")


def _code_line(line: str) -> str:
    return f"\\{line}" if line.startswith((_FENCE, "\\")) else line


def _cells(row: tuple[Cell, ...]) -> str:
    return " | ".join(_line(cell, is_cell=True) for cell in row)


def _line(inlines: tuple[Inline, ...], *, is_cell: bool = False) -> str:
    out: list[str] = []
    marks: frozenset[Mark] = frozenset()
    link = ""
    for number, one in enumerate(inlines):
        if isinstance(one, Picture):
            out += [_toggles(marks, frozenset()), _end(link), _picture(one)]
            marks, link = frozenset(), ""
            continue
        if one.link != link:
            out += [_toggles(marks, frozenset()), _end(link), "[" if one.link else ""]
            marks, link = frozenset(), one.link
        out.append(_toggles(marks, one.marks))
        marks = one.marks
        edges = (bool(number or marks), bool(marks) or number + 1 < len(inlines))
        out.append(_escaped(one.text, edges, in_link=bool(link), is_cell=is_cell))
    return "".join([*out, _toggles(marks, frozenset()), _end(link)])


def _toggles(before: frozenset[Mark], after: frozenset[Mark]) -> str:
    changed = before ^ after
    return "".join(sign for mark, sign in _SIGNS.items() if mark in changed)


def _end(link: str) -> str:
    return f"]({_guarded(link, ')|')})" if link else ""


def _picture(one: Picture) -> str:
    width = f" ={one.width}" if one.width else ""
    link = f" <{_guarded(one.link, '>|')}>" if one.link else ""
    return f"![{_guarded(one.alt, ']|')}](cid:{_guarded(one.cid, ' )|')}{width}{link})"


def _guarded(text: str, signs: str) -> str:
    return re.sub(rf"[\\{re.escape(signs)}]", lambda found: f"\\{found[0]}", text)


def _escaped(text: str, edges: tuple[bool, bool], *, in_link: bool, is_cell: bool) -> str:
    """Words without what would be read as a sign. At an edge another part of the line follows."""
    out = []
    for at, sign in enumerate(text):
        before = text[at - 1] if at else ("?" if edges[0] else "")
        after = text[at + 1] if at + 1 < len(text) else ("?" if edges[1] else "")
        if sign == "\n":
            out.append("\\/" if is_cell else "\\\n")
            continue
        escape = sign in "\\*`"
        escape |= sign in "+~" and bool({before, after} & {sign, "?"})
        escape |= sign == "[" and (in_link or before == "!" or not before or before == "?")
        escape |= sign == "[" and text.find("](", at) >= 0
        escape |= sign == "]" and (in_link or after in ("(", "?"))
        escape |= sign == "!" and after in ("[", "?")
        escape |= sign == "|" and is_cell
        out.append(f"\\{sign}" if escape else sign)
    return "".join(out)


class _Reader:
    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._at = 0

    def blocks(self) -> Iterator[Block]:
        while self._at < len(self._lines):
            line = self._next()
            quote = 0
            while line.startswith(_QUOTE):
                quote, line = quote + 1, line[len(_QUOTE) :]
            found = _PREFIX.match(line)
            lists, goes_on, start = _lists(found) if found is not None else ((), False, 1)
            rest = line[found.end() :] if found is not None else line
            yield self._block(rest, quote, lists, start, goes_on=goes_on)

    def _next(self) -> str:
        self._at += 1
        return self._lines[self._at - 1]

    def _block(
        self, rest: str, quote: int, lists: tuple[ListKind, ...], start: int, *, goes_on: bool
    ) -> Block:
        if rest == _RULE:
            return Block(kind=Kind.RULE, quote=quote)
        if rest == _FENCE:
            return Block((Words(self._code()),), Kind.CODE, quote, lists, goes_on, start)
        if rest.startswith((_HEAD, _NO_HEAD)):
            return self._table(rest, quote)
        kind = Kind.HEADING if rest.startswith("# ") else Kind.TEXT
        words = self._whole(rest.removeprefix("# ") if kind is Kind.HEADING else rest)
        return Block(tuple(_inlines(words)), kind, quote, lists, goes_on, start)

    def _whole(self, line: str) -> str:
        """The line with those that it goes on in: each ends with a backslash of its own."""
        while self._at < len(self._lines) and _goes_on(line):
            line = f"{line}\n{self._next()}"
        return line

    def _code(self) -> str:
        lines = []
        while self._at < len(self._lines):
            line = self._next()
            if line == _FENCE:
                break
            lines.append(line.removeprefix("\\"))
        return "\n".join(lines)

    def _table(self, first: str, quote: int) -> Block:
        rows = [_row(first[len(_HEAD) :])]
        before = _QUOTE * quote + _ROW
        while self._at < len(self._lines) and self._lines[self._at].startswith(before):
            rows.append(_row(self._next()[len(before) :]))
        head = first.startswith(_HEAD)
        return Block(kind=Kind.TABLE, quote=quote, rows=tuple(rows), has_head=head)


def _goes_on(line: str) -> bool:
    ends = len(line) - len(line.rstrip("\\"))
    return ends % 2 == 1


def _lists(found: re.Match[str]) -> tuple[tuple[ListKind, ...], bool, int]:
    """The lists, whether the block goes on in an item, and its number."""
    within = found["within"]
    kinds = [
        ListKind.BULLETS if within[n : n + 2] == "  " else ListKind.NUMBERS
        for n in range(0, len(within), 2)
    ]
    if found["bullet"]:
        return (*kinds, ListKind.BULLETS), False, 1
    if found["number"]:
        return (*kinds, ListKind.NUMBERS), False, int(found["number"])
    return tuple(kinds), bool(kinds), 1


def _row(text: str) -> tuple[Cell, ...]:
    cells = re.split(r"(?<!\\)((?:\\\\)*) \| ", text)
    whole = [cells[0]]
    for slashes, cell in zip(cells[1::2], cells[2::2], strict=True):
        whole[-1] += slashes
        whole.append(cell)
    return tuple(tuple(_inlines(cell)) for cell in whole)


def _inlines(text: str) -> Iterator[Inline]:
    """Words and pictures of one line."""
    marks: set[Mark] = set()
    held: list[Words] = []
    at, in_link = 0, False
    while at < len(text):
        if text[at] == "\\" and at + 1 < len(text):
            sign = text[at + 1]
            held.append(Words("\n" if sign in "\n/" else sign, frozenset(marks)))
            at += 2
        elif (mark := _mark(text, at)) is not None:
            marks ^= {mark}
            at += len(_SIGNS[mark])
        elif (picture := _PICTURE.match(text, at)) is not None:
            yield from held
            held = []
            yield _of_picture(picture)
            at = picture.end()
        elif text[at] == "[" and not in_link and _opens(text, at):
            yield from held
            held, in_link, at = [], True, at + 1
        elif in_link and (target := _TARGET.match(text, at)) is not None:
            link = safe_target(_freed(target["target"]))
            yield from (Words(one.text, one.marks, link) for one in held)
            held, in_link, at = [], False, target.end()
        else:
            plain = _PLAIN.match(text, at)
            end = plain.end() if plain is not None else at + 1
            held.append(Words(text[at:end], frozenset(marks)))
            at = end
    yield from held


def _mark(text: str, at: int) -> Mark | None:
    return next((mark for mark, sign in _SIGNS.items() if text.startswith(sign, at)), None)


def _opens(text: str, at: int) -> bool:
    """Whether a link begins here: its target comes before the next one begins."""
    end = re.compile(r"(?:\\.|[^\\\[\]]|\](?!\())*+\]\(", re.DOTALL).match(text, at + 1)
    return end is not None and _TARGET.match(text, end.end() - 2) is not None


def _of_picture(found: re.Match[str]) -> Picture:
    link = safe_target(_freed(found["link"] or ""))
    return Picture(_freed(found["cid"]), _freed(found["alt"]), int(found["width"] or 0), link)


def _freed(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)
