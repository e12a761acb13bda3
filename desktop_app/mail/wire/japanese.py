"""Japanese text as mail programs write it: with signs of NEC and IBM that the standard sets lack.

ISO-2022-JP and EUC-JP name the same two-byte signs as Shift_JIS, whose codec `cp932` has those of
NEC's row 13 and IBM's. So each pair is read by it. One unknown sign becomes one U+FFFD.
"""

from __future__ import annotations

import re

_ESCAPE = re.compile(rb"\x1b(\$[@B]|\$\([@BDOQ]|\([BJIH])")
_UNKNOWN = b"\x81"
"""What is no sign in Shift_JIS."""
_PAIRS = re.compile(
    rb"(?:[\xa1-\xfe][\xa1-\xfe])+|(?:\x8e[\xa1-\xdf])+|\x8f[\xa1-\xfe]{2}|[\x80-\xff]"
)


def from_jis(data: bytes) -> str:
    """`data` in ISO-2022-JP (RFC 1468), JIS X 0212 and half-width kana included (RFC 2237)."""
    if b"\x1b" not in data:
        return _plain(data)
    pieces = _ESCAPE.split(data)
    out = [_plain(pieces[0])]
    for escape, text in zip(pieces[1::2], pieces[2::2], strict=True):
        if escape in {b"$@", b"$B", b"$(@", b"$(B", b"$(O", b"$(Q"}:
            out.append(_two_bytes(text))
        elif escape == b"$(D":
            out.append(_supplement(text))
        elif escape == b"(I":
            out.append(bytes(b | 0x80 for b in text if b < 0x80).decode("cp932", "replace"))
        else:
            out.append(_plain(text))
    return "".join(out)


def from_euc(data: bytes) -> str:
    """`data` in EUC-JP, sign by sign."""
    return _PAIRS.sub(_euc_run, data).decode("utf-8", "replace")


def _euc_run(match: re.Match[bytes]) -> bytes:
    run = match[0]
    if len(run) == 1:
        return "\ufffd".encode()
    if run[0] == 0x8F:
        return run.decode("euc_jp", "replace").encode("utf-8")
    if run[0] == 0x8E:
        return run.replace(b"\x8e", b"").decode("cp932", "replace").encode("utf-8")
    return _two_bytes(bytes(b & 0x7F for b in run)).encode("utf-8")


def _plain(data: bytes) -> str:
    """What stands outside the escapes: ASCII, or raw bytes of a program that mixes."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp932", "replace")


def _supplement(text: bytes) -> str:
    """A run of JIS X 0212: in EUC-JP each pair stands behind 0x8F."""
    pairs = (text[n : n + 2] for n in range(0, len(text) - 1, 2))
    return b"".join(b"\x8f" + bytes(b | 0x80 for b in pair) for pair in pairs).decode(
        "euc_jp", "replace"
    )


def _two_bytes(text: bytes) -> str:
    """A run of pairs of JIS X 0208's plane. Line ends in it end nothing but the line."""
    signs, place = list[bytes](), 0
    while place < len(text):
        lead = text[place]
        trail = text[place + 1] if place + 1 < len(text) else 0
        whole = 0x21 <= trail <= 0x7E
        if not 0x21 <= lead <= 0x7E:
            signs.append(bytes((lead,)) if lead < 0x80 else _UNKNOWN)
        elif whole:
            row, odd = (lead - 0x21) // 2, lead % 2
            low = trail + (0x1F if trail < 0x60 else 0x20) if odd else trail + 0x7E
            signs.append(bytes((row + (0x81 if row < 31 else 0xC1), low)))
        else:
            signs.append(_UNKNOWN)  # half a sign
        place += 2 if whole and 0x21 <= lead <= 0x7E else 1
    try:
        if _UNKNOWN not in signs:  # beside another sign's bytes it would make a third
            return b"".join(signs).decode("cp932")
    except UnicodeDecodeError:
        pass
    return "".join(map(_sign, signs))


def _sign(data: bytes) -> str:
    try:
        return data.decode("cp932")
    except UnicodeDecodeError:
        return "\ufffd"
