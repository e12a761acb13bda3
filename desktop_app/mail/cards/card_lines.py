"""Lines of vCard files: cards of a file, fields of a card.

Every field is brought to the form of version 3: text escaped, what is binary as base64 with
`ENCODING=b`. So one form is kept, and written in either version.
"""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from desktop_app.mail.wire.charsets import decode
from desktop_app.model.contact import CardField

MOST_BYTES = 8_000_000
"""Bytes of one card. Above, it is left out and reported."""
MOST_LINES = 50_000
LONGEST_LINE = 75
"""Octets of a line before it is folded (RFC 6350 section 3.2)."""

_BASE64 = re.compile(rb"[A-Za-z0-9+/=]+")
_NAME = re.compile(r"[A-Za-z0-9-]{1,100}")
_BARE_ENCODINGS = frozenset({"QUOTED-PRINTABLE", "BASE64", "8BIT", "7BIT", "B"})
_BINARY = frozenset({"B", "BASE64"})
_STRUCTURED = frozenset({"N", "ADR", "ORG", "GENDER"})
_PICTURES = {"JPEG": "image/jpeg", "PNG": "image/png", "GIF": "image/gif", "WEBP": "image/webp"}
_TYPES = {media: kind for kind, media in _PICTURES.items()} | {"image/jpg": "JPEG"}
_ANY_BYTES = "application/octet-stream"
_DATA = re.compile(r"data:([\w.+/-]{1,100});base64,", re.IGNORECASE)


@dataclass(slots=True)
class RawCard:
    """The lines of one card without its BEGIN and END. `line` is that of its BEGIN, from 1;
    `problem` a sentence about what is wrong, `lost` whether its lines were not kept."""

    line: int
    lines: list[bytes] = field(default_factory=list)
    problem: str = ""
    lost: bool = False
    size: int = 0

    def add(self, line: bytes) -> None:
        self.size += len(line)
        if self.size > MOST_BYTES or len(self.lines) >= MOST_LINES:
            self.lost = True
            self.lines.clear()
            self.problem = f"It has more than {MOST_BYTES // 1_000_000} MB."
        elif not self.lost:
            self.lines.append(line)


def raw_cards(lines: Iterable[bytes]) -> Iterator[RawCard]:
    """The cards of a file, by its physical lines, each with what ends it or without. A card inside
    another is a line of that one."""
    card: RawCard | None = None
    depth = 0
    for number, given in enumerate(lines, start=1):
        line = given.rstrip(b"\r\n\0")
        word = line.strip(b"\xef\xbb\xbf \t").upper()
        if word == b"BEGIN:VCARD":
            if card is None:
                card, depth = RawCard(number), 1
                continue
            if _holds_a_card(card):
                depth += 1
            else:
                card.problem = card.problem or "It has no end: another card begins in it."
                yield card
                card, depth = RawCard(number), 1
                continue
        elif word == b"END:VCARD" and card is not None:
            depth -= 1
            if not depth:
                yield card
                card = None
                continue
        if card is not None:
            card.add(line)
    if card is not None:
        card.problem = card.problem or "The file ends inside it."
        yield card


def _holds_a_card(card: RawCard) -> bool:
    """Whether the last line begins a field whose value is a card (version 2.1, AGENT)."""
    last = next((line for line in reversed(card.lines) if line.strip()), b"").upper()
    return last.startswith(b"AGENT")


def fields_of(card: RawCard) -> tuple[list[CardField], list[str]]:
    """The fields of a card in the form of version 3, and a sentence for each line that is none."""
    old = any(line.strip().upper() == b"VERSION:2.1" for line in card.lines[:200])
    found: list[CardField] = []
    wrong: list[str] = []
    for line in _unfolded(card.lines, old=old):
        if not line.strip():
            continue
        made = _field(line, old=old)
        if made is None:
            said = decode(line[:60]).strip()
            wrong.append(f"A line is no field: {said!r}.")
        elif made.name != "VERSION":
            found.append(made)
    return found, wrong


def _unfolded(lines: list[bytes], *, old: bool) -> Iterator[bytes]:
    """Whole lines. Version 2.1 keeps the blank of a fold, goes on after `=` in quoted-printable,
    and puts base64 below its field; a card inside another becomes the value of its field."""
    whole: list[bytes] = []
    soft = base64 = False
    depth = 0
    for line in lines:
        word = line.strip().upper()
        if depth or (word == b"BEGIN:VCARD" and whole):
            depth += (word == b"BEGIN:VCARD") - (word == b"END:VCARD")
            whole.append(b"\n" + line if old else b"\\n" + _escaped_bytes(line))
            continue
        if soft or (base64 and _BASE64.fullmatch(line)) or (whole and line[:1] in {b" ", b"\t"}):
            whole.append(line if soft or base64 or old else line[1:])
        else:
            if whole:
                yield b"".join(whole)
            whole = [line]
            head = line.partition(b":")[0].upper()
            quoted = b"QUOTED-PRINTABLE" in head and b":" in line
            base64 = old and b"BASE64" in head
            soft = quoted
        if soft:
            soft = b"QUOTED-PRINTABLE" in whole[0].upper() and line.endswith(b"=")
            if soft:
                whole[-1] = whole[-1][:-1]
    if whole:
        yield b"".join(whole)


def _escaped_bytes(line: bytes) -> bytes:
    return line.replace(b"\\", b"\\\\").replace(b",", b"\\,").replace(b";", b"\\;")


def _field(line: bytes, *, old: bool) -> CardField | None:
    """One field; None where the line is none."""
    head, value = _halves(line)
    group, name, params = _head(decode(head))
    if not name:
        return None
    encoding, charset, kept = "", "", []
    for key, said in params:
        if key == "ENCODING" or (not said and key in _BARE_ENCODINGS):
            encoding = (said or key).upper()
        elif key == "CHARSET":
            charset = said
        else:
            kept.append((key, said) if said or not old else ("TYPE", key))
    if encoding in _BINARY:
        text = "".join(decode(value).split())
        return CardField(name, text, (("ENCODING", "b"), *kept), group)
    if encoding == "QUOTED-PRINTABLE":
        value = quopri.decodestring(value)
    text = decode(value, charset)
    if old or encoding == "QUOTED-PRINTABLE":
        text = _escaped_as_3(text, structured=name in _STRUCTURED)
    text = text.replace("\r", " ").replace("\n", " ")
    return _of_data_address(CardField(name, text, tuple(kept), group))


def _halves(line: bytes) -> tuple[bytes, bytes]:
    """What stands before the colon, and behind it; a colon between quotation marks is none."""
    quoted = False
    for place, sign in enumerate(line):
        if sign == 0x22:
            quoted = not quoted
        elif sign == 0x3A and not quoted:
            return line[:place], line[place + 1 :]
    head, _, value = line.partition(b":")
    return head, value


def _head(head: str) -> tuple[str, str, list[tuple[str, str]]]:
    """Group, name and parameters of a field; the name is empty where it is none."""
    first, *rest = _split(head)
    group, dot, name = first.strip().rpartition(".")
    if not _NAME.fullmatch(name) or (dot and not _NAME.fullmatch(group)):
        return "", "", []
    params = []
    for each in rest:
        key, _, said = each.partition("=")
        if key.strip():
            params.append((key.strip().upper(), said.strip()))
    return group, name.upper(), params


def _split(head: str) -> list[str]:
    """Parts between semicolons that stand outside quotation marks."""
    if '"' not in head:
        return head.split(";")
    parts, start, quoted = [], 0, False
    for place, sign in enumerate(head):
        if sign == '"':
            quoted = not quoted
        elif sign == ";" and not quoted:
            parts.append(head[start:place])
            start = place + 1
    return [*parts, head[start:]]


def _escaped_as_3(text: str, *, structured: bool) -> str:
    """Text of version 2.1 with the escapes of version 3: there only `;` is escaped."""
    text = text.replace("\\;", "\0").replace("\\", "\\\\").replace(",", "\\,")
    if not structured:
        text = text.replace(";", "\\;")
    text = text.replace("\0", "\\;")
    return text.replace("\r\n", "\\n").replace("\n", "\\n").replace("\r", "\\n")


def _of_data_address(made: CardField) -> CardField:
    """What version 4 has as a `data:` address, as version 3 has it."""
    match = _DATA.match(made.value)
    media = match[1].lower() if match else ""
    if match is None or (media != _ANY_BYTES and media not in _TYPES):
        return made
    params = tuple((key, said) for key, said in made.params if key != "VALUE")
    if media in _TYPES and not any(key == "TYPE" for key, _ in params):
        params = (*params, ("TYPE", _TYPES[media]))
    value = "".join(made.value[match.end() :].split())
    return CardField(made.name, value, (("ENCODING", "b"), *params), made.group)


def as_version_4(made: CardField) -> CardField:
    """What version 3 has as base64, as version 4 has it."""
    if ("ENCODING", "b") not in made.params:
        return made
    rest = tuple(param for param in made.params if param != ("ENCODING", "b"))
    kind = next((said.upper() for key, said in rest if key == "TYPE"), "")
    if kind in _PICTURES:
        rest = tuple(param for param in rest if param != ("TYPE", kind))
    media = _PICTURES.get(kind, _ANY_BYTES)
    return CardField(made.name, f"data:{media};base64,{made.value}", rest, made.group)


def unescaped(value: str) -> str:
    """The text of a value (RFC 6350 section 3.4)."""
    parts, places = [], iter(range(len(value)))
    if "\\" not in value:
        return value
    for place in places:
        sign = value[place]
        if sign == "\\" and place + 1 < len(value):
            after = value[place + 1]
            next(places)
            parts.append("\n" if after in "nN" else after)
        else:
            parts.append(sign)
    return "".join(parts)


def escaped(text: str) -> str:
    """Text as a value."""
    text = text.replace("\\", "\\\\").replace(",", "\\,").replace(";", "\\;")
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\\n")


def values_of(value: str, at: str = ",") -> list[str]:
    """The texts of a value that is a list, split at signs that are not escaped."""
    parts, start, place = [], 0, 0
    while place < len(value):
        if value[place] == "\\":
            place += 1
        elif value[place] == at:
            parts.append(value[start:place])
            start = place + 1
        place += 1
    return [unescaped(part) for part in (*parts, value[start:])]


def folded(line: str) -> str:
    """The line in pieces of 75 octets, no character of which is divided."""
    data = line.encode("utf-8", "replace")
    if len(data) <= LONGEST_LINE:
        return data.decode()
    pieces, start, room = [], 0, LONGEST_LINE
    while start < len(data):
        end = min(start + room, len(data))
        while end < len(data) and data[end] & 0xC0 == 0x80:
            end -= 1
        pieces.append(data[start:end].decode())
        start, room = end, LONGEST_LINE - 1
    return "\r\n ".join(pieces)
