"""`python -m benchmarks.designs [FOLDER]`: what the Reader makes of designs that companies send.

FOLDER (or DRAFTDESK_DESIGNS) holds pages of HTML, a family of templates in each folder; without
one, and with npm, the families named here are fetched into `.bench/designs`. The web engine says
which words are seen in each variant of a page: on a wide, a narrow and a dark screen, and with each
box checked. Places for a template's own values (`{{name}}`) are words like others.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.design_engine import Engine, Shown
from benchmarks.rows import Row
from desktop_app.mail.hidden.marks import MARK, unmarked
from desktop_app.mail.message.body import read_body
from desktop_app.model.message import WarningKind

FAMILIES = (
    "bootstrap-email@1.2.9",
    "foundation-emails@2.5.1",
    "ghost@5.130.6",
    "mailgen@2.0.36",
    "emailify@0.0.3",
    "foundation-emails-template@1.0.0",
    "flowise@3.1.2",
)
"""Packages of npm that hold designs as finished HTML."""

OURS = Path("tests/data/designed")
_PAGES = frozenset((".html", ".htm", ".hbs", ".handlebars", ".liquid"))
_LEAST_WORDS = 15
_WORD = re.compile(r"\w+")
_FILLERS = re.compile("[\u00ad\u034f\u200b-\u200f\u2060-\u2064\ufeff]")
_HEAD = b"From: Dana <dana@lee.example>\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
_BARS = frozenset((WarningKind.HIDDEN_TEXT, WarningKind.HARD_TO_SEE))
_MOST_GLUED = 60
"""Characters of a word that is looked at for others that run together in it."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of one design. `lost`: words that a variant shows and the Reader has not;
    `glued`: words of the Reader that are several of the page's."""

    name: str
    lost: tuple[str, ...]
    glued: tuple[str, ...]
    is_warned: bool
    is_marked: bool


def judged(name: str, html: str, shown: Iterable[Shown]) -> Judged:
    """How a page is read, beside the variants of it that the engine shows."""
    body = read_body(_HEAD + html.encode("utf-8", "replace"))
    ours = Counter(_words(unmarked(body.text)))
    lost: Counter[str] = Counter()
    glued: set[str] = set()
    for variant in shown:
        wanted = Counter(_words(variant.words))
        known = set(_words(variant.text)) | set(wanted)
        together = {word: parts for word in ours if (parts := _parts(word, known))}
        have = ours + Counter(p for w, parts in together.items() for p in parts * ours[w])
        lost |= wanted - have
        glued |= {word for word in together if word not in set(_words(variant.text))}
    return Judged(
        name,
        tuple(sorted(lost.elements())),
        tuple(sorted(glued)),
        any(warning.kind in _BARS for warning in body.warnings),
        MARK in body.text,
    )


def _words(text: str) -> list[str]:
    return _WORD.findall(_FILLERS.sub("", text).lower())


def _parts(word: str, known: set[str]) -> list[str]:
    """The words that run together in one, where there are several."""
    if len(word) > _MOST_GLUED:
        return []
    known = known - {word}
    ends: dict[int, list[str]] = {0: []}
    for end in range(1, len(word) + 1):
        for start in sorted(ends):
            piece = word[start:end]
            if piece in known and end not in ends:
                ends[end] = [*ends[start], piece]
    return ends.get(len(word), [])


def pages(folder: Path) -> Iterator[tuple[str, str]]:
    """Name and HTML of every design in a folder; each once."""
    seen: set[str] = set()
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() not in _PAGES or not path.is_file():
            continue
        html = path.read_text("utf-8", "replace")
        lowered = html.lower()
        if html in seen or not ("<table" in lowered or "<body" in lowered) or "<script" in lowered:
            continue
        seen.add(html)
        yield str(path.relative_to(folder)), html


def measured(folder: Path) -> list[Judged]:
    """Every design of a folder with enough words to be a mail."""
    engine = Engine()
    found = []
    for name, html in pages(folder):
        shown = list(engine.variants(html))
        if max(len(_words(each.text)) for each in shown) >= _LEAST_WORDS:
            found.append(judged(name, html, shown))
    return found


def seen_words(folder: Path) -> dict[str, list[str]]:
    """The words of each design that are seen in some variant of it."""
    engine = Engine()
    return {
        name: sorted({word for each in engine.variants(html) for word in _words(each.words)})
        for name, html in pages(folder)
    }


def rows(found: Sequence[Judged]) -> list[Row]:
    """The figures of all designs beside their goals."""
    return [
        _row("words lost, designs with any", [j for j in found if j.lost], found, 0.0),
        _row("words run together, designs with any", [j for j in found if j.glued], found, 0.01),
        _row("a warning, designs with one", [j for j in found if j.is_warned], found, 0.03),
        _row("a mark, designs with one", [j for j in found if j.is_marked], found, 1.0),
    ]


def _row(what: str, those: list[Judged], found: Sequence[Judged], most: float) -> Row:
    share = len(those) / len(found) if found else 0.0
    figure = f"{len(those)} of {len(found)} ({share:.1%})"
    return Row(what, figure, f"{most:.0%} or less", share <= most)


def fetched(folder: Path) -> Path:
    """The families in a folder, fetched with npm where they are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for family in FAMILIES:
        place = folder / family.partition("@")[0]
        if place.is_dir():
            continue
        packed = subprocess.run(
            ["npm", "pack", family, "--silent"],
            cwd=folder, check=True, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        archive = folder / packed.stdout.split()[-1]
        with tarfile.open(archive) as opened:
            opened.extractall(place, filter="data")
        archive.unlink()
    return folder


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.designs", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="pages of HTML")
    parser.add_argument("--words", action="store_true", help="print the words seen, as JSON")
    parser.add_argument("--names", action="store_true", help="also name what falls short")
    given = parser.parse_args(arguments)
    folder = given.folder or _folder()
    if folder is None:
        print("designs: left out, for want of DRAFTDESK_DESIGNS and of npm")
        return 0
    if given.words:
        print(json.dumps(seen_words(folder), indent=0, ensure_ascii=False, sort_keys=True))
        return 0
    found = measured(folder)
    print("\n| designs | figure | goal | |\n|---|---:|---:|---|")
    held = True
    for row in rows(found):
        print(f"| {row.what} | {row.figure} | {row.goal} | {'' if row.held else 'NOT HELD'} |")
        held = held and row.held
    if given.names:
        for one in found:
            if one.lost or one.glued or one.is_warned or one.is_marked:
                signs = f"{'!' * one.is_warned}{'?' * one.is_marked}"
                print(f"{one.name} {signs} lost {one.lost[:12]} glued {one.glued[:8]}")
    return 0 if held else 1


def _folder() -> Path | None:
    named = os.environ.get("DRAFTDESK_DESIGNS")
    if named:
        return Path(named)
    return fetched(Path(".bench/designs")) if shutil.which("npm") else None


if __name__ == "__main__":
    sys.exit(main())
