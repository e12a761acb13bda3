"""Content-Type and Content-Disposition: the value and its parameters (RFC 2045, 2231).

Each function reads one unfolded header value; nothing here raises.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from desktop_app.mail.wire.charsets import decode
from desktop_app.mail.wire.headers import clean, decode_words, eight_bit

LONGEST = 20_000
_PARAM = re.compile(
    r';\s*+([^\s=;"]{1,80})\s*+=\s*+(?:"((?:[^"\\]|\\.)*+)("?)|([^;"]*+))', re.DOTALL
)
_TYPE = re.compile(r"\s*+([^\s/;,\"]{1,100}/[^\s/;,\"]{1,150})\s*(?=;|$|\s|,)")
_PERCENT = re.compile(rb"%([0-9A-Fa-f]{2})")
_UNSAFE_NAME = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]"
)


@lru_cache(maxsize=2048)
def content_type(value: str) -> tuple[str, Mapping[str, str]]:
    """`type/subtype` in lower case (empty when the value has none) and the parameters."""
    match = _TYPE.match(value)
    return (match[1].lower() if match else "", parameters(value))


def disposition(value: str) -> str:
    """`inline`, `attachment` … in lower case, or empty."""
    return value.partition(";")[0].strip().lower()


def parameters(value: str) -> Mapping[str, str]:
    """The parameters by lower-case name. Continuations and extended values (RFC 2231 sections 3
    and 4) are joined and decoded; the first of two equal names counts."""
    plain: dict[str, str] = {}
    pieces: dict[str, dict[int, tuple[str, bool]]] = {}
    start = value.find(";")
    if start < 0:
        return MappingProxyType(plain)
    for match in _PARAM.finditer(value[:LONGEST], start):
        name = match[1].lower()
        text = match[4].strip() if match[2] is None else re.sub(r"\\(.)", r"\1", match[2])
        if "*" in name:
            _keep_piece(pieces, name, text)
        else:
            plain.setdefault(name, text)
    for name, numbered in pieces.items():
        plain[name] = _join(numbered)  # RFC 6266 section 4.3: the extended form wins
    return MappingProxyType(plain)


def _keep_piece(pieces: dict[str, dict[int, tuple[str, bool]]], name: str, text: str) -> None:
    base, _, rest = name.partition("*")
    extended = rest.endswith("*") or rest == ""
    number = rest.rstrip("*")
    index = int(number) if number.isdecimal() and number.isascii() and len(number) < 5 else 0
    pieces.setdefault(base, {}).setdefault(index, (text, extended))


def _join(numbered: Mapping[int, tuple[str, bool]]) -> str:
    charset = ""
    out = b""
    for position, index in enumerate(sorted(numbered)):
        text, extended = numbered[index]
        if extended and position == 0 and text.count("'") >= 2:
            charset, _, text = text.split("'", 2)
        data = text.encode("utf-8", "surrogateescape")
        out += _PERCENT.sub(lambda m: bytes((int(m[1], 16),)), data) if extended else data
    return decode(out, charset)


def filename(content: Mapping[str, str], placed: Mapping[str, str]) -> str:
    """A file name safe to show and to save under: from Content-Disposition's parameters, else
    from Content-Type's `name`. Without folders, control or direction characters; may be empty."""
    name = _UNSAFE_NAME.sub("", clean(written_filename(content, placed)))
    name = re.split(r"[/\\]", name)[-1].strip(" .")
    return name if len(name) <= 200 else f"{name[:180]}{name[-20:]}"


def written_filename(content: Mapping[str, str], placed: Mapping[str, str]) -> str:
    """The file name as its sender wrote it, with what does not show in it; never to be shown."""
    return decode_words(eight_bit(placed.get("filename") or content.get("name") or ""))
