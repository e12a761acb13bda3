"""Room of one result: a long one is shortened to it, at a line, and says how to read on."""

from __future__ import annotations

import json
from typing import Any

LEAST_TEXT = 200
_LISTS = ("results", "drafts", "labels", "candidates", "rows")
ROWS_LEFT = "{count} more rows are left out for lack of room: ask for fewer, or search closer."
TEXT_LEFT = "{count:,} characters are left out for lack of room; offset={offset} reads on."


def fitted(found: dict[str, Any], most: int, *, offset: int = 0) -> dict[str, Any]:
    """Result in at most about `most` characters. `offset` is where its text begins in the mail or
    file. Texts are cut at the end of a line, the longest first; rows are left out from the end."""
    if _size(found) <= most:
        return found
    found = dict(found)
    for name in _LISTS:
        if isinstance(found.get(name), list):
            return _fewer(found, name, most)
    if isinstance(found.get("messages"), list):
        return _shorter_mails(found, most)
    return _shorter(found, most - _size(found), offset)


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def _fewer(found: dict[str, Any], name: str, most: int) -> dict[str, Any]:
    rows = list(found[name])
    excess, left = _size(found) - most + len(ROWS_LEFT), 0
    while len(rows) > 1 and excess > 0:
        excess -= _size(rows.pop())
        left += 1
    return {**found, name: rows, "left_out": ROWS_LEFT.format(count=left)} if left else found


def _shorter_mails(found: dict[str, Any], most: int) -> dict[str, Any]:
    """Mails of a conversation, each with at most as much text as makes them all fit."""
    mails = found["messages"]
    sizes = sorted(len(each.get("untrusted_text", "")) for each in mails)
    room, share = most - (_size(found) - sum(sizes)), LEAST_TEXT
    for place, size in enumerate(sizes):
        share = max(LEAST_TEXT, room // (len(sizes) - place) - len(TEXT_LEFT))
        if size > share:
            break
        room -= size
    return {
        **found,
        "messages": [
            _shorter(each, share - len(each.get("untrusted_text", "")), 0) for each in mails
        ],
    }


def _shorter(found: dict[str, Any], excess: int, offset: int) -> dict[str, Any]:
    """Mail, file or draft whose text is longer by `-excess` characters than there is room."""
    name = max(
        ("untrusted_text", "own_words", "edits_by_the_person"), key=lambda n: _length(found, n)
    )
    text = found.get(name)
    if excess >= 0 or not isinstance(text, str):
        return found
    wanted = max(LEAST_TEXT, len(text) + excess - len(TEXT_LEFT))
    if wanted >= len(text):
        return found
    shown = text[: _end_of_line(text, wanted)]
    end = offset + len(shown)
    told = TEXT_LEFT.format(count=len(text) - len(shown), offset=end)
    return {**found, name: shown, "left_out": told, "next_offset": end}


def _length(found: dict[str, Any], name: str) -> int:
    return len(found[name]) if isinstance(found.get(name), str) else 0


def _end_of_line(text: str, wanted: int) -> int:
    """Where a line ends at or before `wanted`, or a word where no line does."""
    for mark in ("\n", ". ", " "):
        place = text.rfind(mark, wanted // 2, wanted)
        if place > 0:
            return place + len(mark)
    return wanted
