"""Invisible characters of a text: found, and taken out where they do not belong.

Tag characters, zero-width characters, direction controls, stray variation selectors, soft hyphens,
controls, private and unassigned code points. Kept is what a script or an emoji is written with
(Unicode 17, sections 9.2, 12, 23; UTS #51; UAX #9), one character in its place. Pure.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import regex

_JOINED = (
    "Arab Syrc Mong Nkoo Mand Mani Phlp Phag Adlm Rohg Sogd Deva Beng Guru Gujr Orya Taml Telu Knda"
    " Mlym Sinh Khmr Mymr Tibt Bali Java Sund Limb Mtei Cakm Gran Newa Tirh Kthi"
).split()
"""Scripts that are written with joiners (ISO 15924)."""
_UNSPACED = "Thai Laoo Khmr Mymr Tale Talu Lana Tavt Java Bali Tibt".split()
"""Scripts in which a zero-width space parts words."""

_MARKS = "\u061c\u200e\u200f"
_NEAR = 40
"""Characters to either side of a direction mark that are looked at for right-to-left writing."""

_FLAGS = "|".join(
    "\U0001f3f4" + "".join(chr(0xE0000 + ord(c)) for c in code) + "\U000e007f"
    for code in ("gbeng", "gbsct", "gbwls")
)
"""The flags that are written with tag characters (UTS #51, annex B)."""

_INVISIBLE = (
    r"[[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\uFFFC]"
    r"--[\t\n\r\p{Prepended_Concatenation_Mark}\p{Extended_Pictographic}]]"
)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""What is invisible of ASCII: no line end and no tab."""
_EMOJI = r"\p{Extended_Pictographic}"
_SELECTORS = r"[\uFE00-\uFE02\U000E0100-\U000E011F]"
_HIDING_PLACE = r"&(?:#[0-9]{1,8};?|#[xX][0-9a-fA-F]{1,8};?|[A-Za-z][A-Za-z0-9]{1,31};)"


def without_invisible(text: str) -> str:
    """`text` without the invisible characters that belong to no script and no emoji in it."""
    if not _may_hide(text):
        return text
    seen: str = _pattern().sub(lambda found: found[0] if _belongs(found) else "", text)
    return seen


def in_characters(source: str) -> str:
    """HTML with references that stand for anything but printable ASCII as their characters."""
    written: str = _references().sub(_decoded, source) if "&" in source else source
    return written


def has_invisible(text: str) -> bool:
    """Whether `without_invisible` would take something out."""
    return next(invisible_in(text), -1) >= 0


def invisible_in(text: str) -> Iterator[int]:
    """The places of what `without_invisible` would take out."""
    if not _may_hide(text):
        return
    for found in _pattern().finditer(text):
        if not _belongs(found):
            yield found.start()


def carriers_in(text: str) -> Iterator[int]:
    """The places of what is never seen in a text that came: likewise, but for controls, for code
    points that a later Unicode may have given a shape, and for private ones of the first plane."""
    if not text.isascii() and _carrier().search(text) is not None:
        for found in _pattern().finditer(text):
            if not _belongs(found) and _carrier().match(found[0]) is not None:
                yield found.start()


def _may_hide(text: str) -> bool:
    """Whether something invisible is in it at all, kept or not: told at once for most texts."""
    return _CONTROL.search(text) is not None if text.isascii() else _any().search(text) is not None


def _belongs(found: regex.Match[str]) -> bool:
    if found.lastgroup == "mark":
        near = found.string[max(0, found.start() - _NEAR) : found.end() + _NEAR]
        return _from_the_right().search(near) is not None
    return bool(found.lastgroup)


def _decoded(found: regex.Match[str]) -> str:
    """A reference, or a tag with those in it: mark-up stays as it is."""
    if found["tag"]:
        tag: str = _reference().sub(lambda inner: _character(inner[0]), found["tag"])
        return tag
    return "\u00ad" if found["shy"] else _character(found[0])


def _character(reference: str) -> str:
    character = html.unescape(reference)
    return reference if character.isascii() and character.isprintable() else character


@cache
def _pattern() -> regex.Pattern[str]:
    """What is kept in its place, then marks, then all else that is invisible."""
    import regex

    joined = "".join(rf"\p{{Script={name}}}" for name in _JOINED)
    letters = rf"[[{joined}]&&[\p{{L}}\p{{M}}]]"
    unspaced = "".join(rf"\p{{Script={name}}}" for name in _UNSPACED)
    kept = (
        _FLAGS,
        rf"(?<={_EMOJI}[\uFE0F\p{{Emoji_Modifier}}]?)\u200D(?={_EMOJI})",
        rf"(?<={letters})[\u200C\u200D](?={letters})",
        r"(?<=\p{Canonical_Combining_Class=Virama})[\u200C\u200D](?![\u200C\u200D])",
        r"(?<=[\p{Script=Arab}&&\p{L}])\u200D(?![\u200C\u200D])",
        r"(?<=[\p{Emoji}--[0-9#*]])[\uFE0E\uFE0F]",
        r"(?<=[0-9#*])\uFE0F(?=\u20E3)",
        rf"(?<=\p{{Script=Han}})(?<!{_SELECTORS}\p{{Script=Han}}){_SELECTORS}",
        r"(?<=[\p{Sm}\p{Script=Mymr}\p{Script=Phag}])\uFE00",
        r"(?<=[\p{Script=Mong}&&\p{L}])[\u180B-\u180F]",
        rf"(?<=[{unspaced}])\u200B(?=[{unspaced}])",
        r"(?<=[\p{M}--\u034F])\u034F(?=\p{M})",
        r"(?<=[\u1100-\u115E\uA960-\uA97C])\u1160(?=[\u11A8-\u11FF])|\u115F(?=[\u1161-\u11A2])",
        r"(?<=[\U00013000-\U0001342F\U00013440-\U0001345F])[\U00013430-\U0001343F]",
    )
    mark = rf"(?<![{_MARKS}])[{_MARKS}](?![{_MARKS}])"
    return regex.compile(rf"(?P<kept>{'|'.join(kept)})|(?P<mark>{mark})|{_INVISIBLE}", regex.V1)


@cache
def _any() -> regex.Pattern[str]:
    import regex

    return regex.compile(_INVISIBLE, regex.V1)


@cache
def _carrier() -> regex.Pattern[str]:
    import regex

    return regex.compile(
        r"[[\p{Cf}\p{Default_Ignorable_Code_Point}\U000F0000-\U0010FFFF]"
        r"--[\p{Prepended_Concatenation_Mark}\p{Extended_Pictographic}]]",
        regex.V1,
    )


@cache
def _from_the_right() -> regex.Pattern[str]:
    import regex

    return regex.compile(r"[[\p{Bidi_Class=R}\p{Bidi_Class=AL}]--\p{Cf}]", regex.V1)


@cache
def _reference() -> regex.Pattern[str]:
    import regex

    return regex.compile(_HIDING_PLACE, regex.V1)


@cache
def _references() -> regex.Pattern[str]:
    """Tags as they stand, references, and the one old name of a soft hyphen without its end, which
    counts in text alone (HTML Living Standard, named character reference state)."""
    import regex

    return regex.compile(
        rf"(?P<tag><[a-zA-Z/!][^<>]*>)|{_HIDING_PLACE}|(?P<shy>&shy(?!;))", regex.V1
    )
