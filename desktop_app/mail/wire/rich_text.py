"""Words of rich text (RTF), as winmail.dat carries them: compressed (MS-OXRTFCP), and often with
an HTML document inside (MS-OXRTFEX), whose tags are in groups that a reader of words skips.

The library looks for the fonts of a text and for its links with patterns whose work is a square
of what they read: it is given a table of fonts that was written anew, and no link in one line.
"""

from __future__ import annotations

import re
import sys

_LARGEST_PACKED, _LARGEST = 400_000, 1_000_000
_PICTURE = re.compile(rb"[0-9a-fA-F\r\n]{400,}")
_BRACE = re.compile(r"(?<!\\)\{")
_ANY_BRACE = re.compile(r"[{}]")
_FONTS = re.compile(r"\{[^{}]*\\fonttbl")
_FONT = re.compile(r"\\f(\d{1,5})(?!\d)[^{};]{0,200}?\\fcharset(\d{1,3})(?!\d)")
_SIGN = re.compile(r"\\u(-?\d{1,10})")
_MOST_FONTS = 500


def rtf_words(packed: bytes) -> str:
    """Plain text of a compressed RTF body; empty where it can't be read or is over 1 MB without
    its pictures. Never raises."""
    from compressed_rtf import decompress

    if len(packed) > _LARGEST_PACKED:
        return ""
    try:
        return plain_rtf(without_pictures(decompress(packed)), _LARGEST)
    except Exception:  # noqa: BLE001 - a library that reads a stranger's bytes; the file stays
        return ""


def without_pictures(rtf: bytes) -> bytes:
    """The RTF without the digits of its pictures."""
    return _PICTURE.sub(b"", rtf)


def plain_rtf(rtf: bytes, most: int) -> str:
    """Plain text of RTF; empty where it can't be read or is longer than `most` bytes. Never
    raises."""
    from striprtf.striprtf import rtf_to_text

    if len(rtf) > most:
        return ""
    try:
        text = _safe(rtf.decode("cp1252", "replace"))
        words: str = rtf_to_text(text, errors="replace")  # type: ignore[no-untyped-call]
    except Exception:  # noqa: BLE001 - a library that reads a stranger's bytes; the file stays
        return ""
    return words.encode("utf-16", "surrogatepass").decode("utf-16", "replace").strip("\0 \r\n")


def _safe(rtf: str) -> str:
    """What the library reads in a time that grows as the text does: groups begin on lines of their
    own, signs that can't be are one unknown sign, the table of fonts has their letters alone."""
    rtf = _SIGN.sub(lambda sign: sign[0] if _can_be(int(sign[1])) else "\\u65533", rtf)
    begin = _FONTS.search(rtf)
    if begin is not None:
        end = _end_of_group(rtf, begin.end())
        fonts = _FONT.findall(rtf, begin.start(), end)[:_MOST_FONTS]
        table = "".join(f"{{\\f{font}\\fcharset{letters} a;}}" for font, letters in fonts)
        rtf = f"{rtf[: begin.start()]}{{\\fonttbl{table}}}{rtf[end:]}"
    return _BRACE.sub("\n{", rtf)


def _can_be(number: int) -> bool:
    """Whether there is a sign of that number; negative ones are of 16 bits."""
    return -0x10000 <= number <= sys.maxunicode


def _end_of_group(rtf: str, position: int) -> int:
    """Behind the brace that ends the group in which `position` is."""
    depth = 1
    for brace in _ANY_BRACE.finditer(rtf, position):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.end()
    return len(rtf)
