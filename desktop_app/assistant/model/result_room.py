"""Room of one result: a long one is shortened to it, at a line, and says how to read on.

Of a conversation the newest mail stays whole first (tools/reading/sharing.py).
"""

from __future__ import annotations

import json
from typing import Any

from desktop_app.tools.reading.sharing import evenly, shared, worths

LEAST_TEXT = 200
_LISTS = ("results", "drafts", "labels", "candidates", "rows")
ROWS_LEFT = "{count} more rows are left out for lack of room: ask for fewer, or search closer."
MAILS_LEFT = (
    "{whole} of {count} mails are whole, the newest first. Read another on by its message_id and "
    "the offset at its end."
)
TEXT_LEFT = "{count:,} characters are left out for lack of room; offset={offset} reads on."


def fitted(
    found: dict[str, Any], most: int, *, offset: int = 0, question: str = ""
) -> dict[str, Any]:
    """Result in at most about `most` characters. `offset` is where its text begins in the mail or
    file. Texts are cut at the end of a line, the longest first, or those of a conversation that
    have least to do with `question`; rows are left out from the end."""
    return _with_count(_fitted(found, most, offset, question))


def _with_count(found: dict[str, Any]) -> dict[str, Any]:
    """A conversation that says how many of its mails are whole, where not all are."""
    mails = found.get("messages")
    if not isinstance(mails, list) or all(map(is_whole, mails)):
        return found
    told = MAILS_LEFT.format(whole=sum(map(is_whole, mails)), count=len(mails))
    rest = {key: each for key, each in found.items() if key != "messages"}
    return {**rest, "given": told, "messages": mails}


def is_whole(mail: dict[str, Any]) -> bool:
    """Whether a mail of a result has all of its text."""
    return "next_offset" not in mail


def _fitted(found: dict[str, Any], most: int, offset: int, question: str) -> dict[str, Any]:
    if _size(found) <= most:
        return found
    found = dict(found)
    for name in _LISTS:
        if isinstance(found.get(name), list):
            return _fewer(found, name, most)
    if isinstance(found.get("messages"), list):
        return _shorter_mails(found, most, offset, question)
    if isinstance(found.get("threads"), list):
        return _shorter_threads(found, most, question)
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


def _shorter_mails(found: dict[str, Any], most: int, offset: int, question: str) -> dict[str, Any]:
    """Mails of a conversation in the room that is left beside their heads."""
    mails = [_without_times(each) for each in found["messages"][:-1]] + found["messages"][-1:]
    found = {**found, "messages": mails}
    texts = [str(each.get("untrusted_text", "")) for each in mails]
    sizes = [_size(text) for text in texts]
    heads = _size(found) - sum(sizes) + len(MAILS_LEFT)
    limits = shared(sizes, max(0, most - heads), worths(question, texts))
    told = len(TEXT_LEFT) + len(str(most))
    cut = sum(limit < size for limit, size in zip(limits, sizes, strict=True))
    if cut:
        room = max(LEAST_TEXT * cut, most - heads - cut * told)
        limits = shared(sizes, room, worths(question, texts))
    return {
        **found,
        "messages": [
            mail if limit >= size else _cut_mail(mail, text, limit * len(text) // size, offset)
            for mail, text, limit, size in zip(mails, texts, limits, sizes, strict=True)
        ],
    }


def _without_times(mail: dict[str, Any]) -> dict[str, Any]:
    """What is said of its words goes before the words."""
    return {key: each for key, each in mail.items() if key != "untrusted_times"}


def _cut_mail(mail: dict[str, Any], text: str, wanted: int, offset: int) -> dict[str, Any]:
    """A mail of a conversation with `wanted` characters of its text, which begins at `offset`."""
    shown = text[: _end_of_line(text, max(1, wanted))]
    end = offset + len(shown)
    left = TEXT_LEFT.format(count=len(text) - len(shown), offset=end)
    return {**mail, "untrusted_text": shown, "left_out": left, "next_offset": end}


def _shorter_threads(found: dict[str, Any], most: int, question: str) -> dict[str, Any]:
    """Several conversations, each with its part of the room."""
    threads = found["threads"]
    sizes = [_size(each) for each in threads]
    room = max(0, most - (_size(found) - sum(sizes)))
    return {
        **found,
        "threads": [
            _with_count(_fitted(each, limit, 0, question))
            for each, limit in zip(threads, evenly(sizes, room), strict=True)
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
