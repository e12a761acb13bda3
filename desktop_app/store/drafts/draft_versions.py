"""Versions of a draft: what was typed stays, thinned with age.

A version goes on while its author writes, for a minute from its beginning. Whoever deletes begins
a new one, and the longer text stays until it is there again: a slip of the finger is no version,
a deleted page is. The clock is used for that minute alone; what is thinned out goes by revisions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import apsw
import msgspec

from desktop_app.model.draft import Author, DraftContent

MOST_VERSIONS = 50
RUNNING_SECONDS = 60
"""How long one version goes on."""

LARGEST_KEPT = 5
"""So many of the longest texts are never thinned out."""

_MUCH = 3
"""What has lost one part in so many has changed much."""


class _Words(msgspec.Struct):
    """The part of a `DraftContent` that is typed."""

    subject: str
    body: str
    attachments: tuple[msgspec.Raw, ...] = ()


# Decoders are made once, at import: see store/drafts/drafts.py.
_WORDS = msgspec.json.Decoder(_Words)


@dataclass(frozen=True, slots=True)
class _Version:
    revision: int
    author: str
    saved: int
    begun: int
    shorter: bool
    words: _Words

    @property
    def text(self) -> str:
        return f"{self.words.subject}\n{self.words.body}"


def keep_version(
    connection: apsw.Connection,
    draft_id: str,
    revision: int,
    author: Author,
    content: DraftContent,
    now: float,
) -> None:
    """Stores a content as the newest version; it takes the place of the one that goes on."""
    by, packed = author_json(author), _json(content)
    new = _Version(revision, by, int(now), int(now), False, _WORDS.decode(packed))
    newest, before = _newest_two(connection, draft_id)
    begun, shorter, replaced = _place(new, newest, before)
    for old in replaced:
        connection.execute(
            "DELETE FROM draft_version WHERE draft_id = ? AND revision = ?", (draft_id, old)
        )
    connection.execute(
        "INSERT INTO draft_version (draft_id, revision, author, content, saved, begun, shorter)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (draft_id, revision, by, packed, new.saved, begun, shorter),
    )
    if not replaced:
        _thin_out(connection, draft_id)


def _place(
    new: _Version, newest: _Version | None, before: _Version | None
) -> tuple[int, bool, tuple[int, ...]]:
    """When the version began that `new` belongs to, whether it is shorter than the one before,
    and the revisions that it replaces."""
    if newest is None or not _goes_on(newest, new):
        return new.saved, False, ()
    if newest.shorter and before is not None and _contains(new, before) and _goes_on(before, new):
        return before.begun, False, (before.revision, newest.revision)
    if _lost(newest, new) * _MUCH >= max(len(newest.text), 1):
        return newest.begun, False, ()
    if newest.shorter:
        return newest.begun, True, (newest.revision,)
    if len(new.text) < len(newest.text):
        return newest.begun, True, ()
    return newest.begun, False, (newest.revision,)


def _goes_on(running: _Version, new: _Version) -> bool:
    """Whether `running` is still being written. A clock that was set back ends it."""
    return (
        running.author == new.author
        and running.saved <= new.saved
        and new.saved - running.begun < RUNNING_SECONDS
    )


def _contains(new: _Version, old: _Version) -> bool:
    """Whether nearly all of `old` is in `new`: it is as long, and has not changed much."""
    return len(new.text) >= len(old.text) and _lost(old, new) * _MUCH < len(old.text)


def _lost(old: _Version, new: _Version) -> int:
    """How many characters of `old` are not in `new`, outside what both begin and end with; all of
    them where a file is missing, or another stands in its place."""
    if {bytes(each) for each in old.words.attachments} - {
        bytes(each) for each in new.words.attachments
    }:
        return len(old.text)
    one, other = old.text, new.text
    start = _common(one, other)
    end = _common(one[start:][::-1], other[start:][::-1])
    return len(one) - start - end


def _common(one: str, other: str) -> int:
    """Length of the common beginning, found by halves: comparing slices is quick."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _newest_two(
    connection: apsw.Connection, draft_id: str
) -> tuple[_Version | None, _Version | None]:
    rows = connection.execute(
        "SELECT revision, author, saved, begun, shorter, content FROM draft_version"
        " WHERE draft_id = ? ORDER BY revision DESC LIMIT 2",
        (draft_id,),
    )
    found = [_version(*row) for row in rows]
    return (found[0] if found else None), (found[1] if len(found) > 1 else None)


def _version(
    revision: Any, author: Any, saved: Any, begun: Any, shorter: Any, content: Any
) -> _Version:
    return _Version(revision, author, saved, begun, bool(shorter), _WORDS.decode(content))


def _thin_out(connection: apsw.Connection, draft_id: str) -> None:
    """Deletes versions above `MOST_VERSIONS`: of whoever has the most, those that stand closest
    together for their age. The first, the newest, each author's newest and the longest stay."""
    rows: list[Any] = connection.execute(
        "SELECT revision, author, length(content ->> 'body') FROM draft_version"
        " WHERE draft_id = ? ORDER BY revision",
        (draft_id,),
    ).fetchall()
    while len(rows) > MOST_VERSIONS:
        victim = _victim(rows)
        connection.execute(
            "DELETE FROM draft_version WHERE draft_id = ? AND revision = ?",
            (draft_id, rows[victim][0]),
        )
        del rows[victim]


def _victim(rows: list[tuple[int, str, int]]) -> int:
    """The place of the version to delete; `rows` are revision, author and length, in order."""
    newest_of = {author: place for place, (_, author, _) in enumerate(rows)}
    longest = sorted(range(len(rows)), key=lambda place: -rows[place][2])[:LARGEST_KEPT]
    stays = {0, *newest_of.values(), *longest}
    free = [place for place in range(len(rows)) if place not in stays]
    if not free:
        return 1  # so many authors, each with one: the oldest after the first
    by = [author for _, author, _ in rows]
    most = max((by[place] for place in free), key=by.count)
    last = rows[-1][0] + 1

    def density(place: int) -> float:
        gap = rows[place + 1][0] - rows[place - 1][0]
        return gap / (last - rows[place][0])

    return min((place for place in free if by[place] == most), key=density)


def author_json(author: Author) -> str:
    """An author as it is stored. Authors are compared as they are stored, and older versions have
    no program."""
    fields = {"origin": author.origin, "name": author.name}
    named = {"program": author.program, "instance": author.instance}
    return _json(fields | {key: value for key, value in named.items() if value})


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
