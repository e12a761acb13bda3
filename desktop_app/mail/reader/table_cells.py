"""Cells of a data table as the Reader sets them: heads, spans, numbers to the right."""

from __future__ import annotations

import re
from itertools import islice

from selectolax.lexbor import LexborNode

from desktop_app.mail.reader.design import Design, blank, is_bold

_NUMBER = re.compile(
    r"[-+−–(~≈±]{0,2}\s*(?:[A-Z]{0,3}[$€£¥₹₽₺₪]|[A-Z]{3})?\s*[-+−]?\d[\d.,'’\s\u00a0\u202f]*"
    r"(?:\s*(?:[%‰°]|[$€£¥₹₽₺₪]|[KMGT]?i?B|[kcm]?[mgl]|[kM]?Wh?|°?[CFK]|h|s|min|ms|pt|px|x|pcs|EUR|USD|GBP"
    r"|CHF|K/h|km/h))?\)?"
)
_LONGEST = 24
_NOTHING = frozenset(("", "-", "–", "—", "n/a", "."))
_MOST_SPAN = 50
_LONGEST_HEAD, _LONGEST_WHOLE = 14, 24
"""Characters of a cell up to which it may be kept on one line."""

Row = list[tuple[int, LexborNode]]
"""Cells with the column each begins in."""


def is_number(text: str) -> bool:
    """Whether a cell is a figure, with its sign, currency or unit."""
    text = text.strip()
    return len(text) <= _LONGEST and _NUMBER.fullmatch(text) is not None


def attributes_of(grid: list[list[LexborNode]], design: Design) -> dict[int, tuple[str, str]]:
    """Tag and attributes of each cell, by `mem_id`. Columns of figures are set to the right, with
    their heads."""
    heads = _head_rows(grid, design)
    placed = _placed(grid)
    whole = _whole_cells(placed)
    right = _figures(placed[heads:])
    found: dict[int, tuple[str, str]] = {}
    for index, row in enumerate(placed):
        for column, cell in row:
            tag = "th" if index < heads or cell.tag == "th" else "td"
            span = span_of(cell, "colspan")
            is_figure = column in right and span == 1
            names = ["num"] if is_figure or (column in right and _asked(cell, design)) else []
            names += ["whole"] if cell.mem_id in whole else []
            kind = f' class="{"-".join(names)}"' if names else ""
            spans = f' colspan="{span}"' if span > 1 else ""
            down = span_of(cell, "rowspan")
            spans += f' rowspan="{down}"' if down > 1 else ""
            found[cell.mem_id] = (tag, kind + spans)
    return found


def _whole_cells(placed: list[Row]) -> set[int]:
    """Cells to be kept on one line, so that no column is narrower than its words: figures, single
    words, and the shortest cell of a column that is as long as its longest word."""
    columns: dict[int, list[tuple[int, str]]] = {}
    for row in placed:
        for column, cell in row:
            text = " ".join((cell.text() or "").split())
            if text and span_of(cell, "colspan") == 1:
                columns.setdefault(column, []).append((cell.mem_id, text))
    found: set[int] = set()
    for cells in columns.values():
        found.update(n for n, text in cells if " " not in text or is_number(text))
        longest = max(len(word) for _, text in cells for word in text.split())
        wide = [(len(text), n) for n, text in cells if longest + 2 <= len(text) <= _LONGEST_WHOLE]
        found.update(n for _, n in sorted(wide)[:1])
        found.update(n for n, text in cells[:1] if len(text) <= _LONGEST_HEAD)
    short = {n for cells in columns.values() for n, text in cells if len(text) <= _LONGEST_WHOLE}
    return found & short


def _placed(grid: list[list[LexborNode]]) -> list[Row]:
    """The cells of each row with the column they begin in; those that reach down take room."""
    placed: list[Row] = []
    taken: dict[int, int] = {}  # rows that a column is still taken for
    for row in grid:
        cells: Row = []
        column = 0
        below = {n: left - 1 for n, left in taken.items() if left > 1}
        for cell in row:
            while column in taken:
                column += 1
            cells.append((column, cell))
            width, height = span_of(cell, "colspan"), span_of(cell, "rowspan")
            if height > 1:
                below |= dict.fromkeys(range(column, column + width), height - 1)
            column += width
        placed.append(cells)
        taken = below
    return placed


def span_of(cell: LexborNode, name: str) -> int:
    """`colspan` or `rowspan` of a cell, within reason."""
    value = (cell.attributes.get(name) or "").strip()
    if not (value.isdecimal() and value.isascii()):
        return 1
    return min(max(int(value[:4]), 1), _MOST_SPAN)


def _head_rows(grid: list[list[LexborNode]], design: Design) -> int:
    """How many rows at the top are heads: of `th`, in a `thead`, or with nothing but bold words."""
    count = 0
    for row in grid[:-1]:
        if not row or not all(_is_head(cell, design) for cell in row):
            break
        count += 1
    if not count or _in_head(grid[0][0]) or all(cell.tag == "th" for cell in grid[0]):
        return min(count, 3)
    return 0 if all(_is_head(cell, design) for cell in grid[-1]) else 1


def _in_head(cell: LexborNode) -> bool:
    row = cell.parent
    return row is not None and row.parent is not None and row.parent.tag == "thead"


def _is_head(cell: LexborNode, design: Design) -> bool:
    if cell.tag == "th" or _in_head(cell):
        return True
    if blank(cell.text() or ""):
        return True
    if is_number(cell.text() or ""):
        return False
    return _is_all_bold(cell, design)


def _is_all_bold(cell: LexborNode, design: Design) -> bool:
    """Whether one bold element holds all of a cell."""
    node = cell
    for _ in range(5):
        if node.tag in {"b", "strong"} or is_bold(design.look(node)):
            return True
        filled = [
            n
            for n in islice(node.iter(include_text=True), 6)
            if n.is_element_node or not blank(n.text() or "")
        ]
        if len(filled) != 1 or filled[0].is_text_node:
            return False
        node = filled[0]
    return False


def _figures(placed: list[Row]) -> set[int]:
    """Columns of which three in four cells that say something are figures."""
    counts: dict[int, list[int]] = {}
    for row in placed:
        for column, cell in row:
            text = (cell.text() or "").strip()
            if text.lower() in _NOTHING or span_of(cell, "colspan") > 1:
                continue
            seen = counts.setdefault(column, [0, 0])
            seen[0] += 1
            seen[1] += is_number(text)
    return {column for column, (all_, numbers) in counts.items() if numbers * 4 >= all_ * 3}


def _asked(cell: LexborNode, design: Design) -> bool:
    """Whether the mail itself sets a cell to the right."""
    align = design.look(cell).get("text-align") or (cell.attributes.get("align") or "")
    return align.strip().lower() in {"right", "end"}
