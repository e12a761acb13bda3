"""What CHANGELOG.md says of each release, for the other forms in which systems want it."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from draftdesk_linux.names import Names

_HEADING = re.compile(r"^## \[(?P<version>[^\]]+)\] - (?P<day>\d{4}-\d{2}-\d{2})$")
_MARKUP = re.compile(r"\*\*|\*|`|\[([^\]]*)\]\([^)]*\)")
MOST = 12
"""Sentences of a release; the page itself has them all."""


@dataclass(frozen=True, slots=True)
class Release:
    """`news` are the first sentences of its points, without markup, in the page's order."""

    version: str
    day: dt.date
    news: tuple[str, ...]


def releases(page: str) -> list[Release]:
    """The releases of the page, newest first. What is not released yet is none."""
    found: list[Release] = []
    points: list[str] | None = None
    for line in page.splitlines():
        if line.startswith("## "):
            heading = _HEADING.match(line)
            points = [] if heading else None
            if heading and points is not None:
                day = dt.date.fromisoformat(heading["day"])
                found.append(Release(heading["version"], day, ()))
        elif points is not None and line.startswith("- "):
            points.append(line[2:])
        elif points is not None and points and line.startswith("  "):
            points[-1] += f" {line.strip()}"
        if points is not None and found:
            news = tuple(_first_sentence(point) for point in points[:MOST])
            found[-1] = Release(found[-1].version, found[-1].day, news)
    return found


def _first_sentence(point: str) -> str:
    plain = _MARKUP.sub(lambda m: m[1] or "", point).strip()
    sentence, stop, _ = plain.partition(". ")
    return sentence + "." if stop else plain


def of_version(page: str, version: str) -> dt.date | None:
    """The day of a release; None for one that the page does not have."""
    return next((r.day for r in releases(page) if r.version == version), None)


def debian_changelog(page: str, names: Names, release: str, when: dt.datetime) -> str:
    """Debian Policy 4.4: the newest entry is that of the package, its time that of the commit."""
    known = releases(page)
    entries = []
    if not known or known[0].version != names.version:
        entries.append((names.version, ["Built between two releases."], when))
    for one in known:
        news = [*one.news[:3], "All of it is in changelog.gz."]
        noon = dt.datetime.combine(one.day, dt.time(12), dt.UTC)
        entries.append((one.version, news, when if one.version == names.version else noon))
    return "\n".join(
        f"{names.package} ({version}-{release}) stable; urgency=medium\n\n"
        + "".join(_wrapped(point) for point in news)
        + f"\n -- {names.maintainer}  {moment.strftime('%a, %d %b %Y %H:%M:%S +0000')}\n"
        for version, news, moment in entries
    )


def _wrapped(point: str) -> str:
    import textwrap

    lines = textwrap.wrap(point, 74)
    return "  * " + "\n    ".join(lines) + "\n"
