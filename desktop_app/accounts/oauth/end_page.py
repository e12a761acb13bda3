"""Page that ends a sign-in in the browser: its outcome, without scripts."""

from __future__ import annotations

from html import escape

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title} · Draftdesk</title>
<meta name="viewport" content="width=device-width"><style>{style}</style></head>
<body><main class="{kind}"><p class="name">Draftdesk</p><h1>{title}</h1><p>{text}</p></main></body>
</html>
"""


def end_page(title: str, text: str, *, style: str, good: bool) -> bytes:
    """HTML of the page. `style` is own CSS; `title` and `text` are plain text."""
    kind = "good" if good else "bad"
    page = _PAGE.format(title=escape(title), text=escape(text), style=style, kind=kind)
    return page.encode()
