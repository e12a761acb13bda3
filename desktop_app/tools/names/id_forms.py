"""Forms in which programs name a mail or a conversation.

Besides the ids of the store these are Gmail's ids, an RFC Message-ID, the address of a mail in
Gmail's web page, and the UID of a mail in a folder of its server. Pure.
"""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from enum import StrEnum

LONGEST = 2_000
"""Characters of an id; an address in a browser is the longest form."""

_LINK = re.compile(
    r"https?://mail\.google\.com(?::443)?(/[^?#]*)?(?:\?([^#]*))?(?:#(.*))?", re.IGNORECASE
)
_NAMING = ("compose", "message_id", "permmsgid", "permthid", "th")
"""Parameters of the page's address that name a mail or a conversation."""

_CODED = re.compile(rb"[0-9a-fA-F]{2}")
_HEX = re.compile(r"[0-9a-f]{14,16}", re.IGNORECASE)
_OWN = re.compile(r"-?[0-9]{1,13}")
_LINK_ID = re.compile(r"(?:msg|thread)-[af]:r?-?[0-9]{1,20}")
_ACCOUNT = re.compile(r"/mail/u/([^/]+)")
_CONSONANTS = "BCDFGHJKLMNPQRSTVWXZbcdfghjklmnpqrstvwxz"
_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


class Form(StrEnum):
    """What an id is the id of. A Gmail id may be a message's or a conversation's."""

    OWN = "own"
    GMAIL = "gmail"
    GMAIL_THREAD = "gmail_thread"
    RFC822 = "rfc822"
    UID = "uid"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class NamedId:
    """An id and its form. `account` is the address or number in a link, else empty; `folder` goes
    with a UID and may be empty."""

    form: Form
    value: str
    account: str = ""
    folder: str = ""


_LABELLED = re.compile(r"(message_?id|mail_?id|id|thread_?id)\s*[=:]\s*", re.IGNORECASE)
_RESOURCE = re.compile(r"g?mail://(messages?|threads?)/([^?#]+)", re.IGNORECASE)


def bare_id(text: str) -> str:
    """An id without what stands around it in an answer of ours: `message_id=…`, the address of a
    resource, whose conversation it says (`thread:…`)."""
    text = text.strip()
    if found := _RESOURCE.match(text):
        inner = _decoded(found[2])
        return f"thread:{inner}" if found[1].lower().startswith("thread") else inner
    if found := _LABELLED.match(text):
        inner = text[found.end() :].strip()
        return f"thread:{inner}" if found[1].lower().startswith("thread") else inner
    return text


def read_id(text: str) -> NamedId:
    """The form of an id as a program gave it."""
    text = text.strip()[:LONGEST]
    if text.lower().startswith(("https://", "http://")):
        return _from_link(text)
    for prefix in ("rfc822msgid:", "mid:"):
        text = text.removeprefix(prefix)
    if _OWN.fullmatch(text):
        return NamedId(Form.OWN, text)
    if _HEX.fullmatch(text) or _LINK_ID.fullmatch(text):
        return _gmail(text)
    bare = text.removeprefix("<").removesuffix(">").strip()
    if "@" in bare and not any(c.isspace() for c in bare):
        return NamedId(Form.RFC822, bare)
    folder, slash, uid = text.rpartition("/")
    if slash and folder and uid.isdecimal() and uid.isascii():
        return NamedId(Form.UID, uid, folder=folder)
    return NamedId(Form.UNKNOWN, text)


def _from_link(text: str) -> NamedId:
    """The mail that an address of Gmail's web page shows; the last part of its fragment."""
    found = _LINK.fullmatch(text)
    if found is None:
        return NamedId(Form.UNKNOWN, text)
    path, query, fragment = (part or "" for part in found.groups())
    place, _, more = fragment.partition("?")
    given = _parameters(query) | _parameters(more)
    last = _decoded(place.rpartition("/")[2])
    named = (last if "/" in place else "", *(given.get(name, "") for name in _NAMING), last)
    wanted = _gmail(next(filter(None, named), ""))
    account = _ACCOUNT.match(path)
    address = given.get("authuser", "") or (_decoded(account.group(1)) if account else "")
    return NamedId(wanted.form, wanted.value, address)


def _parameters(query: str) -> dict[str, str]:
    pairs = (pair.partition("=") for pair in query.split("&"))
    return {name: _decoded(value) for name, _, value in pairs}


def _decoded(text: str) -> str:
    """Text without percent-encoding (RFC 3986, section 2.1)."""
    pieces = text.encode("utf-8", "replace").split(b"%")
    out = [pieces[0]]
    for piece in pieces[1:]:
        coded = _CODED.match(piece)
        out.append(bytes.fromhex(piece[:2].decode()) + piece[2:] if coded else b"%" + piece)
    return b"".join(out).decode("utf-8", "replace")


def _gmail(text: str) -> NamedId:
    """Gmail's id as its service has it: hexadecimal."""
    text = text.removeprefix("#")
    if _HEX.fullmatch(text):
        return NamedId(Form.GMAIL, text.lower())
    if text and all(c in _CONSONANTS for c in text):
        text = _opened(text)
    kind, _, number = text.partition(":")
    if number.isdecimal() and number.isascii() and len(number) <= 20:
        form = Form.GMAIL if kind == "msg-f" else Form.GMAIL_THREAD
        return NamedId(form, f"{int(number):x}")
    return NamedId(Form.UNKNOWN, text)


def _opened(token: str) -> str:
    """What the page's short form of an id stands for (`f:1790…`): the same digits, written with
    forty consonants in place of base64's characters."""
    number = 0
    for character in token[:200]:
        number = number * len(_CONSONANTS) + _CONSONANTS.index(character)
    digits = ""
    while number:
        number, digit = divmod(number, len(_BASE64))
        digits = _BASE64[digit] + digits
    try:
        found = base64.b64decode(digits + "=" * (-len(digits) % 4)).decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        return ""
    return found.removeprefix("thread-")
