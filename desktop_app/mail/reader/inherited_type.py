"""Type that the words of a mail inherit from the elements around them: size, direction, lines."""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from desktop_app.mail.reader.blocks import Writer
from desktop_app.mail.reader.design import Design

SMALL = 12.5
"""Pixels of type up to which a design means something to be small."""


class InheritedType:
    """Of the elements that are open. It tells `writer` whether type is small."""

    def __init__(self, writer: Writer, design: Design) -> None:
        self._writer, self._design = writer, design
        self._sizes: list[tuple[int, float]] = []
        self._directions: list[tuple[int, str]] = []
        self._as_written: list[int] = []

    @property
    def keeps_lines(self) -> bool:
        """Whether line breaks count."""
        return bool(self._as_written)

    def begin(self, node: LexborNode, tag: str) -> None:
        """Take the size and the direction of an element that opens."""
        direction = (node.attributes.get("dir") or "").lower()
        if direction in {"rtl", "ltr"}:
            self._directions.append((node.mem_id, direction))
        size = self._design.size(node) or (SMALL if tag == "small" else 0)
        if size:
            self._sizes.append((node.mem_id, size))
            self._writer.small = size <= SMALL

    def keep_lines(self, node: LexborNode) -> None:
        """Line breaks count up to the end of this element."""
        self._as_written.append(node.mem_id)

    def end(self, number: int) -> None:
        """An element closes, named by its `mem_id`."""
        if self._as_written and self._as_written[-1] == number:
            self._as_written.pop()
        if self._directions and self._directions[-1][0] == number:
            self._directions.pop()
        if self._sizes and self._sizes[-1][0] == number:
            self._sizes.pop()
            self._writer.small = bool(self._sizes) and self._sizes[-1][1] <= SMALL

    def direction(self, node: LexborNode) -> str:
        """An element's own, or that it inherits where that is not the usual one."""
        if not self._directions:
            return ""
        number, direction = self._directions[-1]
        return direction if direction == "rtl" or number == node.mem_id else ""
