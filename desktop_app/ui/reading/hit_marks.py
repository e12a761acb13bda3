"""Marks of a search in the Reader's HTML, put in off the GUI thread."""

from __future__ import annotations

import html
import re

from desktop_app.search.highlight import Field, Sought, spans

MOST_MARKS = 1_000
"""Hits that are marked in one text; each is a change of style, which costs in laying out."""

_TAG = re.compile(r'(<(?:[^<>"]++|"[^"]*+")*+>)')


def marked_html(markup: str, sought: tuple[Sought, ...]) -> str:
    """Sanitised `markup` with what is sought in spans of the class `hit`."""
    if not any(one.fields & Field.TEXT for one in sought):
        return markup
    room = MOST_MARKS
    out: list[str] = []
    for n, part in enumerate(_TAG.split(markup)):
        found = [] if n % 2 or not part or not room else _found(part, sought)[:room]
        room -= len(found)
        out.append(_marked_text(html.unescape(part), found) if found else part)
    return "".join(out)


def _found(part: str, sought: tuple[Sought, ...]) -> list[tuple[int, int]]:
    return list(spans(html.unescape(part), sought, Field.TEXT))


def _marked_text(text: str, found: list[tuple[int, int]]) -> str:
    out: list[str] = []
    last = 0
    for start, end in found:
        out.append(html.escape(text[last:start], quote=False))
        out.append(f'<span class="hit">{html.escape(text[start:end], quote=False)}</span>')
        last = end
    return "".join(out) + html.escape(text[last:], quote=False)
