"""Unsanitised HTML of a message, for the sandboxed Original view alone.

The view that shows it must keep it from running and from loading anything.
"""

from __future__ import annotations

import base64
import html
import re

from desktop_app.mime.access import plain_id
from desktop_app.mime.leaves import bodies
from desktop_app.mime.parse import read_tree
from desktop_app.mime.parts import Part

MOST_PICTURES = 25_000_000
"""Bytes of pictures that are put into the page, each mention counted; further ones are left out."""

_CID = re.compile(r"cid:([^\"'\s)<>]{1,500})", re.IGNORECASE)
_PICTURES = frozenset(f"image/{k}" for k in ("png", "jpeg", "jpg", "gif", "webp", "bmp"))


def original_html(raw: bytes) -> str | None:
    """The first HTML body with its own pictures as data: URLs; None when there is none."""
    tree, _ = read_tree(raw)
    part = next((p for p in bodies(tree) if p.kind == "text/html" and p.payload.strip()), None)
    return None if part is None else _with_pictures(part.text, tree)


def _with_pictures(text: str, tree: Part) -> str:
    """Each mention of a picture takes its bytes from the room: one part may be named a thousand
    times."""
    wanted = {plain_id(html.unescape(name)) for name in _CID.findall(text)}
    parts = {
        part.content_id: part
        for part in tree.leaves()
        if part.content_id in wanted and part.kind in _PICTURES and part.size <= MOST_PICTURES
    }
    addresses: dict[str, str] = {}
    room = MOST_PICTURES

    def address(found: re.Match[str]) -> str:
        nonlocal room
        name = plain_id(html.unescape(found[1]))
        part = parts.get(name)
        if part is None or part.size > room:
            return "about:blank"
        room -= part.size
        if name not in addresses:
            data = base64.b64encode(part.data).decode("ascii")
            addresses[name] = f"data:{part.kind};base64,{data}"
        return addresses[name]

    return _CID.sub(address, text)
