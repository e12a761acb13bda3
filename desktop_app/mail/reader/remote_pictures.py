"""Pictures of the web that an HTML mail names: their addresses, and the mail with them inside.

Nothing is fetched here. https alone: an address of http is asked for as https.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from selectolax.lexbor import LexborHTMLParser, LexborNode

from desktop_app.mail.reader.remote import is_tracker

MOST = 60
"""Pictures of one mail; further ones are left out."""

LONGEST = 4_000
_NAMES = ("src", "background", "poster")
_ADDRESS = re.compile(
    r"(?:https?:)?//(?P<host>[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?)(?::(?:80|443))?"
    r"(?P<rest>[/?][!-\"$-~]*)?(?:#[!-~]*)?",
    re.IGNORECASE,
)
"""An address without user, other port, space, control or letters beyond ASCII."""

_STYLE_URL = re.compile(
    r"url\(\s*+(['\"]?)\s*+((?:https?:)?//[^'\"()\s]++)\s*+\1\s*+\)", re.IGNORECASE
)


def picture_addresses(html: str) -> tuple[str, ...]:
    """The addresses to ask, each once, in the order of the mail, at most `MOST`. What looks like a
    tracker is not asked."""
    found: dict[str, None] = {}
    for node, value in _places(LexborHTMLParser(html)):
        for address in _addresses(value):
            if len(found) < MOST and not is_tracker(node.attributes, address):
                found.setdefault(address)
    return tuple(found)


def with_pictures(html: str, pictures: Mapping[str, str]) -> str:
    """The mail with these pictures, which are data: addresses by the address that was asked."""
    tree = LexborHTMLParser(html)
    for node in tree.css("[srcset]"):
        del node.attrs["srcset"]
    for node in tree.css("[style]"):
        style = node.attributes.get("style") or ""
        node.attrs["style"] = _STYLE_URL.sub(lambda m: _in_style(m, pictures), style)
    for node in tree.css(", ".join(f"[{name}]" for name in _NAMES)):
        for name in _NAMES:
            asked = https_address(node.attributes.get(name) or "")
            if asked in pictures:
                node.attrs[name] = pictures[asked]
    return tree.html or ""


def https_address(written: str) -> str:
    """The address as it is asked for; empty where it is none of the web."""
    match = _ADDRESS.fullmatch(written.strip()) if len(written) <= LONGEST else None
    if match is None:
        return ""
    rest = match["rest"] or "/"
    return f"https://{match['host'].lower()}{rest if rest[0] == '/' else '/' + rest}"


def _places(tree: LexborHTMLParser) -> Iterator[tuple[LexborNode, str]]:
    names = ", ".join(f"[{name}]" for name in (*_NAMES, "style"))
    for node in tree.css(names):
        for name in (*_NAMES, "style"):
            value = node.attributes.get(name)
            if value:
                yield node, value


def _addresses(value: str) -> Iterator[str]:
    in_style = [match[2] for match in _STYLE_URL.finditer(value)]
    for written in in_style or [value]:
        address = https_address(written)
        if address:
            yield address


def _in_style(match: re.Match[str], pictures: Mapping[str, str]) -> str:
    data = pictures.get(https_address(match[2]))
    return f"url({data})" if data else "none"
