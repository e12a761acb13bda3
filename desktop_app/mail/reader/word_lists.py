"""Lists as Word writes them into mail: paragraphs with a level, and a mark set by hand."""

from __future__ import annotations

import re
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from desktop_app.mail.reader.blocks import Writer

MOST_LEVELS = 6
_ITEM = re.compile(r"mso-list\s*:\s*(l\d{1,4})\s+level(\d)", re.IGNORECASE)
_IGNORED = re.compile(r"mso-list\s*:\s*ignore", re.IGNORECASE)
_NUMBER = re.compile(r"\(?(\d{1,4}|[a-zA-Z]{1,4})[.)]")


@dataclass(frozen=True, slots=True)
class Item:
    """`level` from 1; `number` is 0 for an item with a dot."""

    list_id: str
    level: int
    number: int


def item_of(node: LexborNode) -> Item | None:
    """What a paragraph says of the list it is an item of."""
    style = node.attributes.get("style") or ""
    found = _ITEM.search(style[:2000]) if "mso-list" in style else None
    if found is None:
        return None
    mark = node.css_first('[style*="mso-list:Ignore" i]')
    words = (mark.text() or "").strip()[:12] if mark is not None else ""
    numbered = _NUMBER.match(words)
    number = int(numbered[1]) if numbered and numbered[1].isdecimal() else bool(numbered)
    return Item(found[1].lower(), min(max(int(found[2]), 1), MOST_LEVELS), int(number))


class WordLists:
    """Writes such items as lists; every other block ends them."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._open: list[tuple[str, str]] = []

    def is_mark(self, node: LexborNode) -> bool:
        """Whether an element is the mark of the item that is open."""
        if not self._open or node.tag != "span":
            return False
        return _IGNORED.search((node.attributes.get("style") or "")[:500]) is not None

    def begin(self, item: Item) -> None:
        """An item, in the lists that it belongs to."""
        kind = "ol" if item.number else "ul"
        while len(self._open) > item.level:
            self._close()
        if len(self._open) == item.level and self._open[-1] != (kind, item.list_id):
            self._close()
        elif len(self._open) == item.level:
            self._writer.close()
            self._writer.open("li")
            return
        while len(self._open) < item.level:
            last = len(self._open) == item.level - 1
            number = max(item.number - 1, 0) if last else 0
            start = f' start="{number + 1}"' if number and kind == "ol" else ""
            self._writer.open(kind if last else "ul", start, number)
            self._writer.open("li")
            self._open.append((kind if last else "ul", item.list_id))

    def end(self) -> None:
        while self._open:
            self._close()

    def _close(self) -> None:
        self._open.pop()
        self._writer.close()
        self._writer.close()
