"""Invisible characters that carry words: removed from text, and reported.

Tag characters, long runs of variation selectors or zero-width characters, direction overrides. What
languages and emoji need (joiners, marks, flags) stays.
"""

from __future__ import annotations

import re

_SUSPECT = re.compile(
    "[\u00ad\u034f\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e01ef]"
)
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{1,8}\U000e007f")
_TAGS = re.compile("[\U000e0000-\U000e007f]+")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}")
_LONE_SELECTORS = re.compile("[\U000e0100-\U000e01ef]")
_ZERO_WIDTH = re.compile("[\u200b-\u200f\u2060-\u2064\ufeff]{8,}")
_OVERRIDDEN = re.compile("[\u202d\u202e]([^\u202c\n]{1,200})")
_DROPPED = re.compile(
    "[\u00ad\u034f\u115f\u1160\u180e\u200b\u202a-\u202e\u2060-\u2064\u206a-\u206f\ufeff]"
)
_FLAG_MARK = "\ue0f4"


def reveal(text: str) -> tuple[str, list[str]]:
    """`text` without invisible carriers, and the words they carried where they can be decoded."""
    if text.isascii() or _SUSPECT.search(text) is None:
        return text, []
    flags = iter(_FLAG.findall(text))
    text = _FLAG.sub(_FLAG_MARK, text)
    found = [
        "".join(chr(ord(c) - 0xE0000) for c in run).strip("\x00\x01\x7f")
        for run in _TAGS.findall(text)
    ]
    found += [_from_selectors(run) for run in _SELECTORS.findall(text)]
    found += [f"{len(run)} zero-width characters" for run in _ZERO_WIDTH.findall(text)]
    found += [f"Shown in reverse: {run.strip()}" for run in _OVERRIDDEN.findall(text)]
    for pattern in (_TAGS, _SELECTORS, _LONE_SELECTORS, _ZERO_WIDTH, _DROPPED):
        text = pattern.sub("", text)
    text = re.sub(_FLAG_MARK, lambda m: next(flags, m[0]), text)
    return text, [f for f in found if f]


def _from_selectors(run: str) -> str:
    """Bytes hidden one per selector: VS1-16 are 0-15, VS17-256 are 16-255."""
    data = bytes(ord(c) - 0xFE00 if ord(c) < 0xFE10 else ord(c) - 0xE0100 + 16 for c in run)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = ""
    return text if text.isprintable() and text else f"{len(run)} variation selectors"
