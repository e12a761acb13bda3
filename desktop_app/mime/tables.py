"""Data tables of a mail, told from tables that only lay it out.

Nearly every table of a designed mail is layout; drawing it as a table takes exponential time. A
data table has rows and columns of short texts and no table inside.
"""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser, LexborNode

MOST_ROWS = 500
_MOST_COLUMNS = 20
_LONGEST_CELL = 300
_HEAVY = frozenset(("table", "ul", "ol", "h1", "h2", "h3", "hr", "form", "blockquote"))


def data_tables(tree: LexborHTMLParser) -> set[int]:
    """`mem_id` of every data table, and of its rows and cells."""
    kept: set[int] = set()
    for table in tree.css("table"):
        if table.css_first("table table, table", default=None) is not None and _nests(table):
            continue
        rows = table.css("tr")
        if _holds_data(table, rows):
            kept.add(table.mem_id)
            for row in rows:
                kept.add(row.mem_id)
                kept.update(cell.mem_id for cell in _cells(row))
    return kept


def joined_rows(tree: LexborHTMLParser, kept: set[int]) -> set[int]:
    """Cells of layout rows whose short texts read better on one line (`Total   12.00`)."""
    joined: set[int] = set()
    for row in tree.css("tr"):
        cells = _cells(row)
        if row.mem_id in kept or not 2 <= len(cells) <= 4:
            continue
        if all(_is_short(cell, 60) for cell in cells):
            joined.update(cell.mem_id for cell in cells)
    return joined


def _nests(table: LexborNode) -> bool:
    return any(inner.mem_id != table.mem_id for inner in table.css("table"))


def _cells(row: LexborNode) -> list[LexborNode]:
    return [n for n in row.iter(include_text=False) if n.tag in {"td", "th"}]


def _holds_data(table: LexborNode, rows: list[LexborNode]) -> bool:
    if table.attributes.get("role") in {"presentation", "none"}:
        return False
    if not 2 <= len(rows) <= MOST_ROWS:
        return False
    widths = [len(_cells(row)) for row in rows]
    if not 2 <= max(widths) <= _MOST_COLUMNS or widths.count(max(widths)) * 2 < len(widths):
        return False
    cells = [cell for row in rows for cell in _cells(row)]
    if not all(_is_short(cell, _LONGEST_CELL) for cell in cells):
        return False
    filled = sum(1 for cell in cells if cell.text().strip())
    return filled * 2 >= len(cells)


def _is_short(cell: LexborNode, most: int) -> bool:
    if len(cell.text().strip()) > most:
        return False
    if most < _LONGEST_CELL and cell.css_first("p, div, br, img") is not None:
        return False
    return not any(n.tag in _HEAVY for n in cell.traverse(include_text=False))
