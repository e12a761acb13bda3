"""Names and scripts of the languages that dictionaries are made for."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from types import MappingProxyType


def _table(rows: str) -> Mapping[str, str]:
    """Of `af Afrikaans, ar Arabic`."""
    pairs = (row.strip().partition(" ") for row in rows.split(","))
    return MappingProxyType({code: name for code, _, name in pairs})


_NAMES = _table(
    """
af Afrikaans, an Aragonese, ar Arabic, be Belarusian, bg Bulgarian, bn Bengali, br Breton,
bs Bosnian, ca Catalan, cs Czech, cy Welsh, da Danish, de German, el Greek, en English,
eo Esperanto, es Spanish, et Estonian, eu Basque, fa Persian, fi Finnish, fo Faroese,
fr French, ga Irish, gd Scottish Gaelic, gl Galician, gu Gujarati, he Hebrew, hi Hindi,
hr Croatian, hu Hungarian, id Indonesian, is Icelandic, it Italian, kk Kazakh, ko Korean,
lo Lao, lt Lithuanian, lv Latvian, mk Macedonian, ml Malayalam, nb Norwegian, ne Nepali,
nl Dutch, nn Norwegian Nynorsk, no Norwegian, oc Occitan, pl Polish, pt Portuguese,
ro Romanian, ru Russian, si Sinhala, sk Slovak, sl Slovenian, sq Albanian, sr Serbian,
sv Swedish, sw Swahili, te Telugu, th Thai, tr Turkish, uk Ukrainian, uz Uzbek,
vi Vietnamese
"""
)
_COUNTRIES = _table(
    """
AR Argentina, AT Austria, AU Australia, BE Belgium, BR Brazil, CA Canada, CH Switzerland,
DE Germany, ES Spain, FR France, GB United Kingdom, IE Ireland, IN India, LU Luxembourg,
MX Mexico, NL Netherlands, NZ New Zealand, PT Portugal, US United States, ZA South Africa
"""
)
_SCRIPTS = _table(
    """
ar ARABIC, be CYRILLIC, bg CYRILLIC, bn BENGALI, el GREEK, fa ARABIC, gu GUJARATI, he HEBREW,
hi DEVANAGARI, kk CYRILLIC, ko HANGUL, lo LAO, mk CYRILLIC, ml MALAYALAM, ne DEVANAGARI,
ru CYRILLIC, si SINHALA, sr CYRILLIC, te TELUGU, th THAI, uk CYRILLIC
"""
)
"""Of those that are not written in Latin letters, as Unicode names them."""


def language_of(code: str) -> str:
    """`de` of `de_AT`."""
    return code.replace("-", "_").partition("_")[0].lower()


def name_of(code: str, *, exactly: bool = False) -> str:
    """*German* for `de_AT`; *German (Austria)* where it is to be told `exactly`."""
    language, _, rest = code.replace("-", "_").partition("_")
    name = _NAMES.get(language.lower(), code)
    country = _COUNTRIES.get(rest, rest.replace("_", " "))
    return f"{name} ({country})" if exactly and country and name != code else name


def script_of(code: str) -> str:
    """The script that a language is written in, as Unicode names it."""
    return _SCRIPTS.get(language_of(code), "LATIN")


def script_of_word(word: str) -> str:
    """Likewise of a word, by its first letter."""
    letter = next((each for each in word if each.isalpha()), "a")
    return "LATIN" if letter.isascii() else unicodedata.name(letter, "").partition(" ")[0]
