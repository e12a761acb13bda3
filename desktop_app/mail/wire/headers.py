"""Decoder of header values: encoded words, dates, message ids, label lists.

Each function reads one unfolded value and knows nothing of parts or bodies. Nothing here raises. No
decoded value has a line break or another control character, so none can be injected.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterable
from datetime import date as calendar_date
from email.utils import parsedate_tz

from desktop_app.mail.wire.charsets import decode
from desktop_app.mail.wire.odd_dates import as_written
from desktop_app.model.calendar_names import SHORT_MONTHS

MOST_IDS = 1000

_CONTROL = re.compile("[\x00-\x1f\x7f\x80-\x9f\u2028\u2029]+")
_WORD = re.compile(r"=\?([\w.:+-]{1,60})(?:\*[\w-]{0,40})?\?([bBqQ])\?([^?]*)\?=")
_BRACKETED = re.compile(r"<([^<>]{1,998})>")
_BARE = re.compile(r"[^\s<>,;\"()]++")
_LABEL = re.compile(r'"((?:[^"\\]|\\.)*+)"|([^,"]++)')
_BARE_LABEL = re.compile(r'(?P<quoted>(?!))|([^,"]++)')
_DATE = re.compile(
    r"\s*+(?:[A-Za-z]{2,9}\.?,?\s++)?(\d{1,2})[\s-]([A-Za-z]{3})[a-z]{0,6}[\s-](\d{4})"
    r"\s(\d{1,2}):(\d\d)(?::(\d\d))?\s++([+-])(\d\d)(\d\d)(?![\d:])"
)
_MONTHS = {name: number for number, name in enumerate(SHORT_MONTHS, 1)}
_EPOCH = calendar_date(1970, 1, 1).toordinal()
_LATEST = 253402300799
_FARTHEST = 14 * 3600
"""Seconds that a clock on Earth is ahead of Greenwich at most."""


def clean(text: str) -> str:
    """`text` on one line: control characters and line separators become single spaces."""
    return (text if text.isprintable() else _CONTROL.sub(" ", text)).strip()


def decode_words(value: str) -> str:
    """A value as a person reads it: raw 8-bit bytes and encoded words (RFC 2047) decoded. Raw
    bytes inside a word are in the character set of the word."""
    value = _join_words(value) if "=?" in value else eight_bit(value)
    return clean(value)


def eight_bit(value: str) -> str:
    """`value` with the bytes a parser kept as lone surrogates read as `charsets.decode` does."""
    if value.isascii():
        return value
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return decode(value.encode("utf-8", "surrogateescape"))
    return value


def _join_words(value: str) -> str:
    """Decodes neighbouring encoded words and drops the space between them. The bytes of one
    character may be split over neighbours with the same character set (forbidden by section 5,
    yet common)."""
    out: list[str] = []
    pending = b""
    charset = ""
    end = 0
    for match in _WORD.finditer(value):
        between = value[end : match.start()]
        data, named = _word_bytes(match[2], match[3]), _charset(match[1].lower(), match[3])
        if end and not between.strip() and named == charset:
            pending += data
        else:
            out.append(decode(pending, charset))
            out.append(eight_bit(between) if not end or between.strip() else "")
            pending, charset = data, named
        end = match.end()
    return "".join([*out, decode(pending, charset), eight_bit(value[end:])])


def _charset(named: str, text: str) -> str:
    """The character set of a word: raw bytes that are UTF-8 are so whatever it says."""
    if text.isascii():
        return named
    try:
        text.encode("utf-8", "surrogateescape").decode("utf-8")
    except UnicodeDecodeError:
        return named
    return "utf-8"


def _word_bytes(encoding: str, text: str) -> bytes:
    data = text.encode("utf-8", "surrogateescape")
    if encoding in "qQ":
        return binascii.a2b_qp(data, header=True)
    data = re.sub(rb"[^A-Za-z0-9+/]", b"", data)
    if len(data) % 4 == 1:
        data = data[:-1]
    return binascii.a2b_base64(data + b"=" * (-len(data) % 4))


def message_ids(value: str) -> tuple[str, ...]:
    """The message ids of a References, In-Reply-To or Message-ID value, without brackets.

    At most the last `MOST_IDS`, each once (RFC 5322 section 3.6.4, read generously).
    """
    found: Iterable[str] = _BRACKETED.findall(value)
    if not found:
        found = filter(_is_id, _BARE.findall(value))
    ids = dict.fromkeys("".join(clean(eight_bit(i)).split()) for i in found)
    ids.pop("", None)
    return tuple(ids)[-MOST_IDS:]


def _is_id(word: str) -> bool:
    before, _, after = word.partition("@")
    return 0 < len(before) <= 400 and 0 < len(after) <= 400


def date_seconds(value: str) -> int | None:
    """Seconds since the epoch of an RFC 5322 date (section 3.3, obsolete forms too), or None."""
    match = _DATE.match(value)
    if match is None:
        return _odd_date(value)
    day, name, year, hour, minute, second, sign, zone_hours, zone_minutes = match.groups()
    month = _MONTHS.get(name.lower())
    if month is None:
        return None
    zone = int(zone_hours) * 3600 + int(zone_minutes) * 60
    clock = (int(hour), int(minute), int(second or 0))
    return _seconds((int(year), month, int(day)), clock, -zone if sign == "-" else zone)


def date_offset(value: str) -> int | None:
    """Seconds east of Greenwich of the clock that an RFC 5322 date names; None where it names none,
    or Greenwich itself, as programs do that hide the sender's clock."""
    match = _DATE.match(value)
    if match is None:
        return None
    sign, hours, minutes = match.groups()[6:]
    zone = int(hours) * 3600 + int(minutes) * 60
    return (-zone if sign == "-" else zone) if 0 < zone <= _FARTHEST else None


def _odd_date(value: str) -> int | None:
    try:
        found = parsedate_tz(as_written(value))
    except (ValueError, IndexError, TypeError, OverflowError):
        return None
    if found is None:
        return None
    year, month, day, hour, minute, second = found[:6]
    return _seconds((year, month, day), (hour, minute, second), found[9] or 0)


def _seconds(day: tuple[int, int, int], clock: tuple[int, int, int], zone: int) -> int | None:
    hour, minute, second = clock
    if hour > 24 or minute > 59 or second > 61 or abs(zone) > 86400:
        return None
    try:
        days = calendar_date(*day).toordinal() - _EPOCH
    except ValueError:
        return None
    return min(max(days * 86400 + hour * 3600 + minute * 60 + second - zone, 0), _LATEST)


def newest_received(values: Iterable[str]) -> int | None:
    """The newest date among Received values; it follows the last semicolon."""
    dates = (date_seconds(value.rpartition(";")[2]) for value in values)
    return max((d for d in dates if d is not None), default=None)


def label_names(value: str) -> tuple[str, ...]:
    """The names of a comma-separated, perhaps quoted label list, as X-Gmail-Labels holds."""
    text, position, one = decode_words(value), 0, _LABEL
    names: dict[str, None] = {}
    while position < len(text):
        match = one.match(text, position)
        if match is None:
            if text[position] == '"':
                one = _BARE_LABEL  # nothing closes it, and none behind it is closed either
            position += 1
            continue
        position = match.end()
        quoted, plain = match.groups()
        names[re.sub(r"\\(.)", r"\1", quoted or "") if plain is None else plain.strip()] = None
    names.pop("", None)
    return tuple(names)
