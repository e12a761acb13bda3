"""Words of a passage that are checked. What is no word of a language is left out: addresses, links,
file names, code, placeholders, numbers, short words in capitals, names in mixed case."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import regex

from desktop_app.spelling.passages import Span

LONGEST = 60
"""Letters of a word that is checked; a longer one is no word of a language."""

LONGEST_CAPITALS = 5
"""Letters up to which a word in capitals is an abbreviation."""

_CHUNK = re.compile(r"\S+")
_LEFT_OUT = re.compile(r"`[^`\n]{1,200}`|\[[^\[\]\n]{1,80}\]|\{[^{}\n]{1,80}\}|<[^<>\n]{1,200}>")
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}_]+(?:['’ʼ‐‑·-][\p{L}\p{M}\p{N}_]+)*")
_PART = regex.compile(r"[\p{L}\p{M}\p{N}_'’ʼ·]+")
_NO_LETTER = regex.compile(r"[\p{N}_]")
_MIXED = regex.compile(r"(?=.*\p{Ll}).+\p{Lu}")
_EDGES = "()[]{}<>\"'„“”‚‘’«»‹›,.;:!?…¡¿*_~"
_FILE_ENDING = re.compile(r"[a-z][a-z0-9]{0,4}|[A-Z0-9]{2,4}")
_FIRST = ("/", "~/", "#", "$", "--", "www.", "mailto:")
_INSIDE = ("@", "://", "\\", "::", "()")


class Word(msgspec.Struct, frozen=True):
    """A word and where it stands, in characters. `parts` are what a compound with hyphens is made
    of; there is more than one only there."""

    start: int
    end: int
    text: str
    parts: tuple[Span, ...] = ()


def words_of(text: str) -> list[Word]:
    """The words of a passage that are checked, in order. None of a quoted line."""
    return [] if text.lstrip().startswith(">") else list(_words(text))


def _words(text: str) -> Iterator[Word]:
    for chunk in _CHUNK.finditer(_without_left_out(text)):
        written = chunk.group()
        if _is_no_word(written):
            continue
        for found in _WORD.finditer(written):
            start = chunk.start() + found.start()
            whole = found.group()
            parts = tuple(_parts(whole, start))
            if "-" not in whole and "‐" not in whole and "‑" not in whole:
                if parts:
                    yield Word(start, start + len(whole), whole, parts)
            elif len(parts) == 1:
                first, last = parts[0]
                yield Word(first, last, text[first:last], parts)
            elif parts:
                yield Word(start, start + len(whole), whole, parts)


def _without_left_out(text: str) -> str:
    """The text with blanks in place of placeholders, code between backticks and tags."""
    if not any(sign in text for sign in "`[{<"):
        return text
    return _LEFT_OUT.sub(lambda found: " " * len(found.group()), text)


def _parts(whole: str, start: int) -> Iterator[Span]:
    """Those parts of a word that are checked: of `B2B-Kunde` the second."""
    for found in _PART.finditer(whole):
        if _is_checked(found.group()):
            yield start + found.start(), start + found.end()


def _is_checked(part: str) -> bool:
    if not 1 < len(part) <= LONGEST or _NO_LETTER.search(part):
        return False
    if part.isupper():
        return len(part) > LONGEST_CAPITALS
    return _MIXED.match(part) is None


def _is_no_word(chunk: str) -> bool:
    """Whether what stands between two blanks is an address, a link, a path, a file or code."""
    core = chunk.strip(_EDGES)
    if core.startswith(_FIRST) or chunk.startswith(_FIRST):
        return True
    if any(sign in chunk for sign in _INSIDE) or core.count("/") > 1:
        return True
    named = chunk.strip(_EDGES.replace(":", ""))
    if len(named) > 2 and named.startswith(":") and named.endswith(":"):
        return True
    name, dot, ending = core.rpartition(".")
    return bool(dot and name) and _FILE_ENDING.fullmatch(ending) is not None
