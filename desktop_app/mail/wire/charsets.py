"""Decoding of a mail's bytes to text, whatever character set they claim.

Only character sets of the table are used: a codec that compresses, escapes or costs more than
linear time never runs on mail. Nothing here raises.
"""

from __future__ import annotations

import re

import webencodings

from desktop_app.mail.wire.charset_guess import guessed, mostly_utf8
from desktop_app.mail.wire.japanese import from_euc, from_jis

_SEPARATORS = re.compile(r"[^a-z0-9]+")

EUC_JP, ISO_2022_JP = "euc_jp", "iso2022_jp"
_ESCAPED = frozenset((ISO_2022_JP, "iso2022_jp_2", "iso2022_jp_3", "iso2022_kr", "hz"))
"""Sets that switch between letters with signs of ASCII: any text of theirs is UTF-8 as well."""
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")

# Name in mail (letters and digits only) -> the Python codec that reads it best. As in browsers
# (WHATWG Encoding), a narrow set is read as the superset that is meant.
_CODECS: dict[str, str] = {
    "ascii": "",
    "usascii": "",
    "ansix341968": "",
    "utf8": "utf-8",
    "utf8mb4": "utf-8",
    "unicode11utf8": "utf-8",
    "unicode20utf8": "utf-8",
    "utf16": "utf-16",
    "utf16le": "utf-16-le",
    "utf16be": "utf-16-be",
    "utf7": "utf-7",
    "unicode11utf7": "utf-7",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "cp936": "gb18030",
    "hzgb2312": "hz",
    "big5": "big5hkscs",
    "big5hkscs": "big5hkscs",
    "cp950": "cp950",
    "shiftjis": "cp932",
    "sjis": "cp932",
    "xsjis": "cp932",
    "windows31j": "cp932",
    "cp932": "cp932",
    "mskanji": "cp932",
    "eucjp": EUC_JP,
    "xeucjp": EUC_JP,
    "iso2022jp": ISO_2022_JP,
    "iso2022jp1": ISO_2022_JP,
    "iso2022jpms": ISO_2022_JP,
    "cp50220": ISO_2022_JP,
    "cp50221": ISO_2022_JP,
    "iso2022jp2": "iso2022_jp_2",
    "iso2022jp3": "iso2022_jp_3",
    "iso2022kr": "iso2022_kr",
    "euckr": "cp949",
    "cp949": "cp949",
    "uhc": "cp949",
    "ksc5601": "cp949",
    "ksc56011987": "cp949",
    "johab": "johab",
    "koi8r": "koi8-r",
    "koi8": "koi8-r",
    "koi8u": "koi8-u",
    "koi8t": "koi8_t",
    "tis620": "cp874",
    "windows874": "cp874",
    "cp866": "cp866",
    "ibm866": "cp866",
    "cp850": "cp850",
    "ibm850": "cp850",
    "cp852": "cp852",
    "cp437": "cp437",
    "ibm437": "cp437",
    "cp1252": "cp1252",
    "macintosh": "mac_roman",
    "macroman": "mac_roman",
    "xmacroman": "mac_roman",
    "viscii": "cp1258",
    "iso88591": "cp1252",
    "latin1": "cp1252",
    "iso88599": "cp1254",
    "iso885911": "cp874",
} | {f"iso8859{n}": f"iso8859-{n}" for n in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)}
_CODECS |= {f"windows{n}": f"cp{n}" for n in range(1250, 1259)}
_CODECS |= {"iso88598i": "iso8859-8", "iso88598e": "iso8859-8"}


_OF_SEVERAL_BYTES = frozenset(
    ("gb18030", "big5hkscs", "cp950", "cp932", "euc_jp", "cp949", "johab")
)


def known(charset: str) -> bool:
    """Whether `charset` is one of the table (an empty name counts as US-ASCII)."""
    return not charset or _codec(charset) is not None


def decode(data: bytes, charset: str = "") -> str:
    """`data` as text. An unknown character set, or one that can't decode it, is replaced by
    UTF-8, even with a few broken bytes, then by one that its letters tell, then by Windows-1252.
    Undecodable bytes become U+FFFD; NUL is removed."""
    text = _decode(data, charset)
    return text.replace("\0", "") if "\0" in text else text


def _name(charset: str) -> str:
    return _SEPARATORS.sub("", charset.lower())


def _codec(charset: str) -> str | None:
    """The codec of a name in mail, by the table, else by what browsers take the name for (WHATWG
    Encoding, section 4.2); None where nobody knows it."""
    codec = _CODECS.get(_name(charset))
    if codec is None:
        label = webencodings.LABELS.get(charset.strip().lower(), "")
        codec = _CODECS.get(_name(label))
    return codec


def _decode(data: bytes, charset: str) -> str:
    if data[:2] in _UTF_16 and len(data) % 2 == 0:  # a mark says more than a name
        return data.decode("utf-16", "replace").encode("utf-8", "replace").decode("utf-8")
    codec = (_codec(charset) if charset else "") or ""
    if codec in {"", "utf-8"}:
        return _guess(data, certain=codec == "utf-8")
    if codec == "utf-7":
        # The one codec that can yield lone surrogates, which no store can keep.
        return data.decode("utf-7", "replace").encode("utf-8", "replace").decode("utf-8")
    if codec == ISO_2022_JP:
        return from_jis(data)
    try:
        return data.decode(codec)
    except (UnicodeError, LookupError):
        return _read_wrongly_labelled(data, codec)


def _guess(data: bytes, *, certain: bool) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        if mostly_utf8(data):
            return data.decode("utf-8", "replace")
        codec = guessed(data)
        if certain and codec == "cp1252":
            codec = ""
        return data.decode(codec or ("utf-8" if certain else "cp1252"), "replace")


def declared(charset: str, data: bytes) -> str | None:
    """`data` in a character set of several bytes a letter, where it can be read so; else None.
    Sets of one byte read anything, and prove nothing."""
    codec = (_codec(charset) if charset else "") or ""
    if codec not in _OF_SEVERAL_BYTES:
        return None
    try:
        return data.decode(codec)
    except UnicodeError:
        return None


def _read_wrongly_labelled(data: bytes, codec: str) -> str:
    """Decodes text that is labelled as `codec` but not decodable as it; often it is UTF-8, else one
    unknown sign costs one sign."""
    if codec in _ESCAPED and data.isascii():
        return data.decode(codec, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        if mostly_utf8(data):
            return data.decode("utf-8", "replace")
        if codec == EUC_JP:
            return from_euc(data)
        try:
            return data.decode(codec, "replace")
        except LookupError:
            return data.decode("cp1252", "replace")
