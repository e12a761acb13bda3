"""Text to words, for the index and for queries alike.

Case, accents (strokes and joined letters too) and width are folded. A character of a script without
spaces is a word of its own, so that such text is found by substring. Pure, no I/O.
"""

from __future__ import annotations

import re
import unicodedata

_SPACELESS = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Burmese
    (0x1100, 0x11FF),  # Hangul letters
    (0x1780, 0x17FF),  # Khmer
    (0x2600, 0x27BF),  # pictures
    (0x2E80, 0x2FDF),  # Han radicals
    (0x3005, 0x3007),
    (0x3041, 0x30FF),  # Kana
    (0x3100, 0x31FF),
    (0x3400, 0x4DBF),  # Han
    (0x4E00, 0x9FFF),
    (0xA960, 0xA97F),
    (0xAC00, 0xD7FF),  # Hangul
    (0xF900, 0xFAFF),
    (0x1F300, 0x1FAFF),  # emoji
    (0x20000, 0x3FFFF),  # Han extensions
)
_FOREIGN = re.compile(r"[^\x00-\x7f]+")
_EXACT_WORD = re.compile(r"[^\W_]+")
WORD = re.compile(r"[0-9a-z\x80-\U0010ffff]+")
"""A word of folded text."""


PLAIN_LETTERS = dict(
    pair.split(":")
    for pair in (
        "ł:l ø:o đ:d ð:d ħ:h ŧ:t ı:i ŋ:n ĸ:k ə:e æ:ae œ:oe þ:th ɓ:b ɗ:d ƙ:k ƴ:y ɲ:n ɨ:i ʉ:u ƶ:z"
        " ǥ:g ƀ:b"
    ).split()
)
"""Letters with a stroke or a hook, joined letters and the dotless i, by the plain ones that people
type for them: no normal form of Unicode takes them apart. Small ones: text is folded by then."""
_PLAIN = str.maketrans(PLAIN_LETTERS)


def stands_alone(character: str) -> bool:
    """Whether the character is a word by itself (Han, Kana, Hangul, Thai, emoji …)."""
    code = ord(character)
    return code >= 0x0E00 and any(low <= code <= high for low, high in _SPACELESS)


class _Folding(dict[int, str]):
    """Table of the folded form of each normalised character, filled at first use."""

    def __missing__(self, code: int) -> str:
        folded = self[code] = _fold_character(chr(code))
        return folded


def _fold_character(character: str) -> str:
    if character.isascii():
        return character
    if stands_alone(character):
        return f" {character} " if unicodedata.category(character)[0] in "LNS" else " "
    kept = (c for c in unicodedata.normalize("NFKD", character) if _kept(c))
    folded = unicodedata.normalize("NFC", "".join(kept)).casefold()
    if folded:
        return folded
    # A mark vanishes inside its word; anything else separates words.
    return "" if unicodedata.category(character) in ("Mn", "Me", "Cf") else " "


def _kept(character: str) -> bool:
    return unicodedata.category(character) in _KEPT


_KEPT = frozenset(("Lu", "Ll", "Lt", "Lm", "Lo", "Mc", "Nd", "Nl", "No"))
_FOLDING = _Folding()


def _fold_run(run: re.Match[str]) -> str:
    # NFC after NFKC: half-width Kana and decomposed Hangul become their one character.
    return unicodedata.normalize("NFKC", run.group()).translate(_FOLDING)


def fold(text: str) -> str:
    """`text` ready for the index: words separated, accents removed, ASCII unchanged.

    The tokenizer lower-cases ASCII and treats every other character as part of a word.
    """
    return formerly(text).translate(_PLAIN) if not text.isascii() else text


def formerly(text: str) -> str:
    """As `fold`, with the letters of `PLAIN_LETTERS` as they are: so mail was indexed before the
    schema 0028, and it stays in the index like that."""
    return text if text.isascii() else _FOREIGN.sub(_fold_run, text)


def words(text: str) -> list[str]:
    """The words of `text` in the index's spelling, in order."""
    return WORD.findall(fold(text).lower())


def exact_words(text: str) -> list[str]:
    """The words of `text` with accents kept (for `+word`), case folded."""
    if text.isascii():
        return WORD.findall(text.lower())
    spaced = "".join(f" {c} " if stands_alone(c) else c for c in _composed(text))
    return _EXACT_WORD.findall(spaced)


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()
