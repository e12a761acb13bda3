"""Unsanitised HTML of a message, for the sandboxed Original view alone.

The view that shows it must keep it from running and from loading anything.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
from collections.abc import Mapping
from dataclasses import dataclass

from desktop_app.mail.message.access import plain_id
from desktop_app.mail.message.leaves import bodies
from desktop_app.mail.wire.parts import Part
from desktop_app.mail.wire.tree import read_tree

MOST_PICTURES = 25_000_000
"""Bytes of the pictures that are taken; further ones are left out."""

_CID = re.compile(r"cid:([^\"'\s)<>]{1,500})", re.IGNORECASE)
_DATA = re.compile(
    r"data:image/(?:png|jpe?g|gif|webp|bmp)\s*;\s*base64\s*,([A-Za-z0-9+/=\s]{0,1400000})",
    re.IGNORECASE,
)
_MOST_DATA = 100
_PICTURES = frozenset(f"image/{k}" for k in ("png", "jpeg", "jpg", "gif", "webp", "bmp"))


@dataclass(frozen=True, slots=True)
class Original:
    """`html` names its own pictures by `cid:` addresses (RFC 2392), those that stood in it as data:
    addresses too; `pictures` are their bytes, as they came, by content id."""

    html: str
    pictures: Mapping[str, bytes]


def read_original(raw: bytes) -> Original | None:
    """The first HTML body as its sender made it; None when there is none."""
    tree, _ = read_tree(raw)
    part = next((p for p in bodies(tree) if p.kind == "text/html" and p.payload.strip()), None)
    if part is None:
        return None
    text, pictures = _without_data(part.text)
    return Original(text, {**pictures, **_named(text, tree)})


def with_own_pictures(original: Original, addresses: Mapping[str, str], room: int) -> str:
    """The HTML with a data: address by content id for each picture. Each mention takes its
    characters from `room`: one picture may be named a thousand times."""

    def address(found: re.Match[str]) -> str:
        nonlocal room
        data = addresses.get(plain_id(html.unescape(found[1])), "")
        if not data or len(data) > room:
            return "about:blank"
        room -= len(data)
        return data

    return _CID.sub(address, original.html)


def _named(text: str, tree: Part) -> dict[str, bytes]:
    wanted = {plain_id(html.unescape(name)) for name in _CID.findall(text)}
    found: dict[str, bytes] = {}
    room = MOST_PICTURES
    for part in tree.leaves():
        if part.content_id in wanted and part.kind in _PICTURES and part.size <= room:
            room -= part.size
            found[part.content_id] = part.data
    return found


def _without_data(text: str) -> tuple[str, dict[str, bytes]]:
    """Pictures that stand in the HTML itself become pictures that are named."""
    found: dict[str, bytes] = {}

    def name(match: re.Match[str]) -> str:
        if len(found) == _MOST_DATA:
            return "about:blank"
        content_id = f"{len(found)}@data.invalid"
        try:
            found[content_id] = base64.b64decode("".join(match[1].split()))
        except (binascii.Error, ValueError):
            return "about:blank"
        return f"cid:{content_id}"

    return _DATA.sub(name, text), found
