"""Marks of a search in the Reader's HTML, put in off the GUI thread."""

from __future__ import annotations

import html
import re

from desktop_app.search.highlight import Field, Sought, spans

_TAG = re.compile(r"(<[^>]*>)")


def marked_html(markup: str, sought: tuple[Sought, ...]) -> str:
    """Sanitised `markup` with what is sought in spans of the class `hit`."""
    if not any(one.fields & Field.TEXT for one in sought):
        return markup
    parts = _TAG.split(markup)
    return "".join(
        part if n % 2 else _marked_text(part, sought) for n, part in enumerate(parts) if part
    )


def _marked_text(part: str, sought: tuple[Sought, ...]) -> str:
    text = html.unescape(part)
    found = spans(text, sought, Field.TEXT)
    if not found:
        return part
    out: list[str] = []
    last = 0
    for start, end in found:
        out.append(html.escape(text[last:start], quote=False))
        out.append(f'<span class="hit">{html.escape(text[start:end], quote=False)}</span>')
        last = end
    return "".join(out) + html.escape(text[last:], quote=False)
