"""Data tables of a mail, told from tables that only lay it out.

Nearly every table of a designed mail is layout; drawing it as a table takes exponential time. A
data table has rows and columns of short texts and no table inside.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice

from selectolax.lexbor import LexborHTMLParser, LexborNode

from desktop_app.mail.reader.design import Design, blank
from desktop_app.mail.reader.picture_words import size_of
from desktop_app.mail.reader.table_cells import attributes_of, is_number, span_of

MOST_ROWS = 500
_MOST_COLUMNS = 20
_LONGEST_CELL = 300
_LONGEST_JOINED = 60
_LONGEST_LEDGER = 120
_LONGEST_LINK, _DEEPEST = 24, 8
_ICON = 64
"""Pixels of a side up to which a picture is a sign within a line."""

_HEAVY = frozenset(("table", "ul", "ol", "h1", "h2", "h3", "hr", "form", "blockquote"))
_BULLETS = frozenset("•·▪◦‣●○■□–—-*✓✔➜→»›")


@dataclass(slots=True)
class Kept:
    """`cells`: tag and attributes of each element of a data table, by `mem_id`; `dropped`: rows of
    it that have nothing in them."""

    cells: dict[int, tuple[str, str]] = field(default_factory=dict)
    dropped: set[int] = field(default_factory=set)


def data_tables(tree: LexborHTMLParser, design: Design) -> Kept:
    """Every data table of a tree, with its rows and cells."""
    kept = Kept()
    for table in tree.css("table"):
        if _nests(table):
            continue
        rows = table.css("tr")
        if not 2 <= len(rows) <= MOST_ROWS:
            continue
        filled = [row for row in rows if not blank(row.text() or "") or row.css_first("img")]
        if _holds_data(table, filled, design):
            _keep(table, filled, design, kept)
            there = {row.mem_id for row in filled}
            kept.dropped |= {row.mem_id for row in rows if row.mem_id not in there}
    return kept


def _keep(table: LexborNode, rows: list[LexborNode], design: Design, kept: Kept) -> None:
    kept.cells[table.mem_id] = ("table", "")
    caption = table.css_first("caption")
    if caption is not None and not blank(caption.text() or ""):
        width = max(sum(span_of(c, "colspan") for c in cells_of(row)) for row in rows)
        kept.cells[caption.mem_id] = ("td", f' class="note" colspan="{min(width, 50)}"')
    for row in rows:
        kept.cells[row.mem_id] = ("tr", "")
    kept.cells.update(attributes_of([cells_of(row) for row in rows], design))


def joined_rows(tree: LexborHTMLParser, kept: Kept) -> dict[int, bool]:
    """Cells of layout rows whose short texts read better on one line (`Total   12.00`), with what
    wraps their words; and whether a list's dot comes before the cell."""
    joined: dict[int, bool] = {}
    for row in tree.css("tr"):
        if row.mem_id in kept.cells:
            continue
        cells = cells_of(row)
        if not 2 <= len(cells) <= 12:
            continue
        if _is_point(cells):
            joined |= {cells[0].mem_id: False, cells[1].mem_id: True}
        elif _are_short(cells):
            joined |= {cell.mem_id: False for cell in cells}
        else:
            chains = [_chain(cell) for cell in cells if not blank(cell.text() or "")]
            if len(chains) > 1 and all(chains):
                joined |= {cell.mem_id: False for cell in cells}
                joined |= {node.mem_id: False for chain in chains for node in chain}
    return joined


def _chain(cell: LexborNode) -> list[LexborNode]:
    """A cell and the elements in it that hold nothing but one short link, down to it."""
    chain = [cell]
    for _ in range(_DEEPEST):
        filled = [n for n in islice(chain[-1].iter(include_text=True), 6) if not _is_nothing(n)]
        if len(filled) != 1 or filled[0].is_text_node:
            return []
        if filled[0].tag == "a":
            return chain if len((filled[0].text() or "").strip()) <= _LONGEST_LINK else []
        chain.append(filled[0])
    return []


def _is_nothing(node: LexborNode) -> bool:
    return blank(node.text() or "") and (node.is_text_node or node.css_first("img") is None)


def _are_short(cells: list[LexborNode]) -> bool:
    """At most four texts, or signs and single words that make a line together."""
    if not all(_is_short(cell, _LONGEST_JOINED) for cell in cells):
        return False
    length = sum(len((cell.text() or "").strip()) for cell in cells)
    return len(cells) <= 4 or length <= 2 * _LONGEST_JOINED


def _is_point(cells: list[LexborNode]) -> bool:
    """A list's dot, and the words that belong to it."""
    if len(cells) != 2:
        return False
    mark = (cells[0].text() or "").strip()
    is_mark = mark in _BULLETS or (mark[-1:] in {".", ")"} and mark[:-1].isdecimal())
    return is_mark and len(mark) <= 4 and cells[1].css_first("p, div, table, ul, ol") is None


def _nests(table: LexborNode) -> bool:
    return any(inner.mem_id != table.mem_id for inner in table.css("table"))


def cells_of(row: LexborNode) -> list[LexborNode]:
    return [n for n in row.iter(include_text=False) if n.tag in {"td", "th"}]


def _holds_data(table: LexborNode, rows: list[LexborNode], design: Design) -> bool:
    if len(rows) < 2:
        return False
    grid = [cells_of(row) for row in rows]
    widths = [sum(span_of(cell, "colspan") for cell in cells) for cells in grid]
    if not 2 <= max(widths) <= _MOST_COLUMNS:
        return False
    is_even = widths.count(max(widths)) * 2 >= len(widths)
    if not is_even and not any(cell.tag == "th" for cell in grid[0]):
        return False
    cells = [cell for row in grid for cell in row]
    if any(_has_picture(cell, design) for cell in cells):
        return False
    longest = _LONGEST_CELL
    if table.attributes.get("role") in {"presentation", "none"}:
        if not _is_ledger(grid):
            return False
        longest = _LONGEST_LEDGER
    if not all(_is_short(cell, longest) for cell in cells):
        return False
    filled = sum(1 for cell in cells if (cell.text() or "").strip())
    return filled * 2 >= len(cells)


def _is_ledger(grid: list[list[LexborNode]]) -> bool:
    """Whether each row ends with a number: what is bought, and what it costs."""
    wide = [row for row in grid if len(row) >= 2]
    numbers = sum(1 for row in wide if is_number(row[-1].text() or ""))
    return len(wide) >= 2 and numbers * 4 >= len(wide) * 3


def _has_picture(cell: LexborNode, design: Design) -> bool:
    """Whether a cell has a picture that is more than a sign."""
    for picture in islice(cell.css("img"), 4):
        sides = [int(n) for n in size_of(picture, design).split('"')[1::2]]
        if not sides or max(sides) > _ICON:
            return True
    return False


def _is_short(cell: LexborNode, most: int) -> bool:
    if len(cell.text().strip()) > most:
        return False
    if most == _LONGEST_JOINED:
        if cell.css_first("p, div, br") is not None:
            return False
        pictures = cell.css("img")
        if pictures and (len(pictures) > 2 or any(not _is_sign(p) for p in pictures)):
            return False
    return not any(n.tag in _HEAVY for n in cell.traverse(include_text=False))


def _is_sign(picture: LexborNode) -> bool:
    """Whether a picture stands in a line: small, or told by a few words."""
    attributes = picture.attributes
    if (attributes.get("src") or "").strip()[:4].lower() != "cid:":
        return len(attributes.get("alt") or "") <= 30
    sides = [(attributes.get(name) or "").removesuffix("px") for name in ("width", "height")]
    return any(side.isdecimal() and int(side[:5]) <= _ICON for side in sides)
