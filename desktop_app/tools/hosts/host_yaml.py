"""One entry in a YAML file of another program. Every letter outside the entry stays.

There is no reader of YAML here: a file is changed where its shape is plain, a mapping whose
sections are blocks, and left alone where it is not. What is written is JSON inside, which YAML is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_KEY = re.compile(r"(?P<indent> *)(?P<key>[A-Za-z0-9_.-]+):(?P<rest>.*)")
_NOTHING = re.compile(r"\s*(#.*)?")
LONGEST = 500_000
"""Characters of a file that is changed."""


class Unplain(Exception):
    """The file is of no shape in which an entry can be put safely."""


def put_yaml(text: str, section: str, name: str, entry: Mapping[str, Any]) -> str:
    """The text with `entry` under `name` in `section`. Raises `Unplain`."""
    if len(text) > LONGEST:
        raise Unplain("the file is too long")
    lines = text.split("\n")
    at = _section(lines, section)
    if at is None:
        made = "\n".join([f"{section}:", *_entry(name, entry, "  ")])
        if text and not text.endswith("\n"):
            if "|" in text or ">" in text:
                raise Unplain("a text may go on to the end of the file")
            text += "\n"
        return f"{text}{made}\n"
    first, end, indent = _children(lines, at)
    old = [n for n in range(first, end) if _is_key(lines[n], name, indent)]
    if len(old) > 1:
        raise Unplain("a key stands there twice")
    made_lines = _entry(name, entry, indent)
    if not old:
        return "\n".join([*lines[:first], *made_lines, *lines[first:]])
    last = _end_of(lines, old[0], end, indent)
    return "\n".join([*lines[: old[0]], *made_lines, *lines[last:]])


def _section(lines: list[str], section: str) -> int | None:
    """The line of a section, None where there is none. Raises `Unplain`."""
    found, begun = None, False
    for number, line in enumerate(lines):
        if _NOTHING.fullmatch(line) or _is_start(line, number):
            continue
        if not _ends_whole(line):
            raise Unplain("a text may go on in the next line")
        if line[:1] in " -" and begun:
            continue
        begun = True
        key = _KEY.fullmatch(line)
        if key is None or key["indent"]:
            raise Unplain("a line of the file is no key")
        if key["key"] != section:
            continue
        if found is not None or not _NOTHING.fullmatch(key["rest"]):
            raise Unplain("the section is no block")
        found = number
    return found


def _is_start(line: str, number: int) -> bool:
    """Whether the line only says that the document begins. Raises `Unplain` for a line of a file
    that has several, or is indented by tabs."""
    if "\t" in line[: len(line) - len(line.lstrip())] or line.startswith(("...", "%", "?")):
        raise Unplain("the file is not plain")
    if line.startswith("---") and (number or line.strip() != "---"):
        raise Unplain("the file has several documents")
    return line.startswith("---")


def _ends_whole(line: str) -> bool:
    """Whether no quotation and no bracket is open at the end of a line."""
    quote, depth, before, skip = "", 0, " ", False
    for sign in line:
        if skip:
            skip = False
        elif quote:
            skip = quote == '"' and sign == "\\"
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        elif sign == "#" and before in " \t":
            break
        else:
            depth += (sign in "[{") - (sign in "]}")
        before = sign
    return not quote and depth == 0


def _children(lines: list[str], at: int) -> tuple[int, int, str]:
    """Where the entries of a section begin and end, and how far they stand in. Raises `Unplain`."""
    end = next(
        (n for n in range(at + 1, len(lines)) if lines[n][:1] not in ("", " ", "#")), len(lines)
    )
    first = next((n for n in range(at + 1, end) if not _NOTHING.fullmatch(lines[n])), None)
    if end < len(lines) and lines[end].startswith("-"):
        raise Unplain("the section is a list")
    if first is None:
        return at + 1, at + 1, "  "
    key = _KEY.fullmatch(lines[first])
    if key is None or not key["indent"]:
        raise Unplain("the section has something else than keys")
    return first, end, key["indent"]


def _is_key(line: str, name: str, indent: str) -> bool:
    key = _KEY.fullmatch(line)
    return key is not None and key["indent"] == indent and key["key"] == name


def _end_of(lines: list[str], start: int, end: int, indent: str) -> int:
    """The line after an entry."""
    deeper = f"{indent} "
    last = start + 1
    for number in range(start + 1, end):
        if lines[number].startswith(f"{indent}-"):
            raise Unplain("the entry is a list")
        if lines[number].startswith(deeper):
            last = number + 1
        elif not _NOTHING.fullmatch(lines[number]):
            break
    return last


def _entry(name: str, entry: Mapping[str, Any], indent: str) -> list[str]:
    inside = f"{indent}  "
    values = ((key, json.dumps(value)) for key, value in entry.items())
    return [f"{indent}{name}:", *(f"{inside}{key}: {value}" for key, value in values)]
