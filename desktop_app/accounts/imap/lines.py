"""Lines of a server in the form in which the library reads them.

The grammar of RFC 3501 (section 9) is kept to the letter by few servers: words come in small
letters, with more spaces than one or none, lines end with LF alone, a completion has no text. What
is meant is clear in each, and is put into the written form. Nothing is changed inside a literal,
and what is not understood stays as it is.
"""

from __future__ import annotations

import re

_TAGGED = re.compile(rb"([A-P]{4}\d+)[ \t]+(OK|NO|BAD)(?![A-Za-z-])[ \t]*(.*)", re.I | re.S)
_STATUS = re.compile(rb"\*[ \t]*(OK|NO|BAD|BYE|PREAUTH)(?![A-Za-z-])[ \t]*(.*)", re.I | re.S)
_NUMBERED = re.compile(rb"\*[ \t]*(\d+)[ \t]+([A-Za-z][A-Za-z-]*)[ \t]*(.*)", re.S)
_OTHER = re.compile(rb"\*[ \t]*([A-Za-z][A-Za-z-]*)[ \t]*(.*)", re.S)
_CODE = re.compile(
    rb"\[[ \t]*+([^\[\]() \t]++)[ \t]*+(\(.*?\)(?=[ \t]*+\])|[^\]]*+)[ \t]*+\]", re.S
)
_LITERAL = re.compile(rb"(?<![^ (\]])~?\{(\d+)\+?\}$")
_FLAGS = re.compile(rb"\bFLAGS[ \t]*\(([^()]*)\)", re.I)
_NOT_IN_ATOMS = bytes.maketrans(b'[]{}%"', b"______")
_NOT_IN_TEXTS = bytes.maketrans(b"[]{}", b"()()")
_WITH_FLAGS = frozenset({b"FETCH", b"FLAGS"})


def whole_line(line: bytes) -> bytes:
    """A line that begins an answer; empty where it says nothing at all."""
    text = line.rstrip(b" \t\r\n")
    if found := _TAGGED.fullmatch(text):
        tag, word, rest = found.groups()
        made = tag.upper() + b" " + word.upper() + b" " + _status_text(rest)
    elif found := _STATUS.fullmatch(text):
        word, rest = found.groups()
        made = b"* " + word.upper() + b" " + _status_text(rest)
    elif found := _NUMBERED.fullmatch(text):
        number, word, rest = found.groups()
        made = b" ".join((b"*", number, word.upper(), _data(word, rest))).rstrip()
    elif found := _OTHER.fullmatch(text):
        word, rest = found.groups()
        made = b" ".join((b"*", word.upper(), _data(word, rest))).rstrip()
    else:
        made = text
    return made + b"\r\n" if made else b""


def after_literal(line: bytes) -> bytes:
    """The rest of an answer behind a literal, to the next one or to its end."""
    return _literal(_plain_flags(line.rstrip(b" \t\r\n"))) + b"\r\n"


def _status_text(rest: bytes) -> bytes:
    """A response code in capitals, and a text for people without the signs of one: neither begins
    a literal."""
    found = _CODE.match(rest)
    if found is None:
        return rest.translate(_NOT_IN_TEXTS) if not rest.startswith(b"[") else rest
    name, data = found.group(1).upper(), found.group(2).strip()
    code = b"[" + name + (b" " + data if data else b"") + b"]"
    text = rest[found.end() :].strip().translate(_NOT_IN_TEXTS)
    return code + b" " + text if text else code


def _data(word: bytes, rest: bytes) -> bytes:
    told = _plain_flags(rest) if word.upper() in _WITH_FLAGS else rest
    return _literal(told)


def _plain_flags(text: bytes) -> bytes:
    """Flags are atoms: of one with signs that no atom has, nothing depends on them."""
    return _FLAGS.sub(
        lambda found: b"FLAGS (" + found.group(1).translate(_NOT_IN_ATOMS) + b")", text
    )


def _literal(text: bytes) -> bytes:
    """The announcement of a literal, also of a binary one (RFC 3516) or one written as a client
    writes it (RFC 7888)."""
    return _LITERAL.sub(rb"{\1}", text)
