"""Versions and what changed in each, as a changelog tells.

Source: Keep a Changelog 1.1 (https://keepachangelog.com/en/1.1.0/) and Semantic Versioning 2.0. The
text may be a stranger's: it is bounded, and read in one pass.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

LONGEST = 1 << 20
"""Characters of a changelog that are read."""
MOST_RELEASES = 500
_HEADING = re.compile(r"## \[(\d{1,6}\.\d{1,6}\.\d{1,6})\](?: - (\d{4}-\d{2}-\d{2}))?[ \t]*")
_SECTION = re.compile(r"## ")
_NUMBER = re.compile(r"(\d{1,6})\.(\d{1,6})\.(\d{1,6})")


@dataclass(frozen=True, slots=True)
class Release:
    """`day` is written YYYY-MM-DD, empty where the changelog names none. `text` is Markdown."""

    version: str
    day: str
    text: str


def releases(changelog: str) -> tuple[Release, ...]:
    """The releases of a changelog in its order; what is not released yet is left out."""
    found: list[Release] = []
    lines: list[str] = []
    heading: re.Match[str] | None = None
    for line in [*changelog[:LONGEST].splitlines(), "## "]:
        if not _SECTION.match(line):
            lines.append(line)
            continue
        if heading is not None and len(found) < MOST_RELEASES:
            found.append(Release(heading[1], heading[2] or "", "\n".join(lines).strip()))
        heading, lines = _HEADING.fullmatch(line), []
    return tuple(found)


def number_of(version: str) -> tuple[int, int, int]:
    """The number by which versions are compared; that of nothing where it is none."""
    match = _NUMBER.match(version)
    return (int(match[1]), int(match[2]), int(match[3])) if match else (0, 0, 0)


def since(found: Sequence[Release], version: str, *, until: str = "") -> tuple[Release, ...]:
    """Releases above a version, and not above `until`, the newest first."""
    low = number_of(version)
    high = number_of(until) if until else None
    chosen = (r for r in found if low < (number := number_of(r.version)) and _within(number, high))
    return tuple(sorted(chosen, key=lambda r: number_of(r.version), reverse=True))


def _within(number: tuple[int, int, int], high: tuple[int, int, int] | None) -> bool:
    return high is None or number <= high
