"""Text of `text/enriched` (RFC 1896) and `text/richtext` (RFC 1341), without its marks."""

from __future__ import annotations

import re

ENRICHED = frozenset(("text/enriched", "text/richtext"))
_PARAM = re.compile(r"<param>[^<]*+</param>", re.IGNORECASE)
_MARK = re.compile(r"<(<|/?[a-z][a-z-]{0,59}>)", re.IGNORECASE)
_BREAKS = re.compile(r"\n+")
_NEW_LINE = frozenset(("nl>", "np>", "paragraph>", "/paragraph>"))


def enriched_text(text: str) -> str:
    """The words: one line break is a space, of more there is one less; `<<` is a sign."""
    text = _BREAKS.sub(lambda m: " " if len(m[0]) == 1 else "\n" * (len(m[0]) - 1), text.strip())
    return _MARK.sub(_without, _PARAM.sub("", text)).strip()


def _without(match: re.Match[str]) -> str:
    mark = match[1].lower()
    return "<" if mark in {"<", "lt>"} else "\n" if mark in _NEW_LINE else ""
