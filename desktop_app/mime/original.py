"""A mail's HTML as its sender made it, for the sandboxed Original view alone.

It is NOT safe to show anywhere else: nothing is removed from it. Its own pictures stand in it
as data: URLs, so that it needs nothing from outside.
"""

from __future__ import annotations

import base64
import re

from desktop_app.mime.leaves import is_body
from desktop_app.mime.parse import read_tree
from desktop_app.mime.parts import Part

MOST_PICTURE_BYTES = 20_000_000
"""Inline pictures set in, all together; further ones stay blank."""

_CID = re.compile(r"""cid:([^"'\s>)]+)""", re.I)
_PICTURE = re.compile(r"image/(?:png|jpeg|gif|webp|bmp|avif)")


def original_html(raw: bytes) -> str | None:
    """The first HTML part, or None when the mail has none."""
    tree, _ = read_tree(raw)
    leaves = list(tree.leaves())
    html = next((p for p in leaves if p.kind == "text/html" and is_body(p)), None)
    return None if html is None else _with_pictures(html.text, leaves)


def _with_pictures(html: str, leaves: list[Part]) -> str:
    pictures = {p.content_id: p for p in leaves if p.content_id and _PICTURE.fullmatch(p.kind)}
    room = MOST_PICTURE_BYTES
    made: dict[str, str] = {}

    def url(match: re.Match[str]) -> str:
        nonlocal room
        content_id = match[1]
        if content_id not in made:
            part = pictures.get(content_id)
            data = part.data if part is not None else b""
            if part is None or len(data) > room:
                return "data:,"
            room -= len(data)
            made[content_id] = f"data:{part.kind};base64,{base64.b64encode(data).decode()}"
        return made[content_id]

    return _CID.sub(url, html)
