"""Filters of Mozilla programs (msgFilterRules.dat), as text that a person can read.

Source: nsMsgFilterList.cpp, `SaveTextFilters`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from desktop_app.accounts.moving.files_within import beginning, below, plain_file, tidy
from desktop_app.model.moving import SeenFilter

_FILE = "msgFilterRules.dat"
_LARGEST, _MOST, _MOST_FOLDERS = 4 << 20, 2_000, 5_000
_LONGEST = 400
_LINE = re.compile(r'([A-Za-z]{1,30})="((?:[^"\\]|\\.)*)"')
_TERM = re.compile(r"(AND|OR) \(([^,()]{1,100}),([^,()]{1,100}),([^)]{0,300})\)")


def filters_below(profile: Path) -> Iterator[SeenFilter]:
    """The filters of every account of a profile; what is switched off is said to be."""
    count = 0
    for top in ("Mail", "ImapMail", "News"):
        for folder in below(profile / top, profile, deepest=2, most=_MOST_FOLDERS):
            if not plain_file(folder / _FILE, profile):
                continue
            data, _ = beginning(folder / _FILE, profile, _LARGEST)
            for one in read_filters(data):
                yield one
                count += 1
                if count >= _MOST:
                    return


def read_filters(data: bytes) -> Iterator[SeenFilter]:
    """The filters of one file."""
    name, parts, on = "", list[str](), True
    for line in data.decode("utf-8", "replace").splitlines():
        match = _LINE.match(line[:10_000])
        if match is None:
            continue
        key, value = match[1].lower(), re.sub(r"\\(.)", r"\1", match[2])
        if key == "name":
            if name:
                yield _filter(name, parts, on=on)
            name, parts, on = tidy(value) or "Filter", [], True
        elif key == "enabled":
            on = value.lower() != "no"
        elif key == "action":
            parts.append(tidy(value))
        elif key == "actionvalue" and parts:
            parts[-1] += f" {_target(value)}"
        elif key == "condition":
            parts.insert(0, _condition(value))
    if name:
        yield _filter(name, parts, on=on)


def _filter(name: str, parts: list[str], *, on: bool) -> SeenFilter:
    words = "; ".join(parts)[:_LONGEST]
    return SeenFilter(name, words if on else f"{words} (switched off)")


def _target(value: str) -> str:
    """The value of an action; of a folder's address its last two names."""
    if "://" in value:
        return "/".join(tidy(unquote(part)) for part in value.split("/")[-2:])
    return tidy(value)


def _condition(value: str) -> str:
    if value.strip().upper().startswith("ALL"):
        return "every mail"
    terms = [tidy(f"{m[2]} {m[3]} {m[4]}") for m in _TERM.finditer(value[:10_000])]
    joined = " or " if value.lstrip().upper().startswith("OR") else " and "
    return f"if {joined.join(terms)}" if terms else tidy(value)
