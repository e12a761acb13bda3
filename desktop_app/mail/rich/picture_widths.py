"""Widths of the pictures in a document, where their files become smaller."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from desktop_app.mail.rich.document import Cell, Document, Inline, Picture, normal


def no_wider(document: Document, own: Mapping[str, int]) -> Document:
    """The document with no picture shown wider than its file, by the widths of the files in pixels
    under their content ids; others stay as they are. The width is said, so that the larger file
    may come back."""

    def fit(one: Inline) -> Inline:
        if isinstance(one, Picture) and one.width > own.get(one.cid, one.width):
            return replace(one, width=own[one.cid])
        return one

    def line(cell: Cell) -> Cell:
        return tuple(map(fit, cell))

    blocks = (
        replace(
            block,
            inlines=line(block.inlines),
            rows=tuple(tuple(map(line, row)) for row in block.rows),
        )
        for block in document.blocks
    )
    return normal(blocks)
