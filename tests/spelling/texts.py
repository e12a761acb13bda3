"""Mails in four languages with planted errors, written as `{wrong|right}`: paragraphs of one
language, mails that mix them, and mails in languages for which nobody has chosen a dictionary."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_PLANTED = re.compile(r"\{([^|{}]+)\|([^{}]+)\}")


@dataclass(frozen=True)
class Planted:
    """A text with its errors in it, or without them, and what is wrong with its place."""

    text: str
    errors: tuple[tuple[int, int, str, str], ...]
    """Start and end of each, what is written, what is meant."""


def planted(written: str) -> Planted:
    """The text with its errors."""
    out, errors, at, length = [], [], 0, 0
    for found in _PLANTED.finditer(written):
        before = written[at : found.start()]
        start = length + len(before)
        out += [before, found.group(1)]
        length = start + len(found.group(1))
        errors.append((start, length, found.group(1), found.group(2)))
        at = found.end()
    out.append(written[at:])
    return Planted("".join(out), tuple(errors))


def corrected(written: str) -> str:
    """The text as it was meant."""
    return _PLANTED.sub(r"\2", written)


DATA = Path(__file__).parents[1] / "data" / "spelling"


def mails(name: str) -> tuple[str, ...]:
    """The mails of a file."""
    return tuple((DATA / f"{name}.txt").read_text("utf-8").rstrip("\n").split("\n====\n"))


LANGUAGES = {
    "en_US": mails("english"),
    "de_DE": mails("german"),
    "fr": mails("french"),
    "es_ES": mails("spanish"),
}
HELD = {
    "en_US": mails("held_english"),
    "de_DE": mails("held_german"),
    "fr": mails("held_french"),
    "es_ES": mails("held_spanish"),
}
"""Written after the rules, and measured once; no rule was made from them."""
