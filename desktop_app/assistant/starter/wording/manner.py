"""Words that say how something is to be said, and are no part of it. Pure.

They are taken off an instruction in whichever of the languages they stand: `refuse poliment` and
`lehne politely ab` refuse, as `refuse politely` does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from desktop_app.assistant.starter.wording.text import without_gaps

_ADVERBS: Mapping[str, str] = MappingProxyType(
    {
        "en": r"politely|kindly|nicely|gently|firmly|warmly|gracefully|graciously|courteously"
        r"|respectfully|formally|gratefully|tactfully|cordially|diplomatically|gladly|sincerely"
        r"|apologetically|cheerfully|profusely|softly|bluntly|discreetly"
        r"|with (?:thanks|regret|tact)",
        "de": r"höflich|freundlich|nett|lieb|herzlich|dankend|respektvoll|förmlich|diplomatisch"
        r"|behutsam|taktvoll|sanft|bestimmt|vorsichtig|mit (?:bedauern|dank|takt)",
        "fr": r"poliment|gentiment|aimablement|courtoisement|respectueusement|chaleureusement"
        r"|cordialement|fermement|diplomatiquement|délicatement|sincèrement|avec (?:tact|politesse"
        r"|regret|courtoisie)",
        "es": r"amablemente|educadamente|cort[ée]smente|respetuosamente|cordialmente|gentilmente"
        r"|firmemente|diplomáticamente|sinceramente|con (?:tacto|educación|amabilidad|cortesía"
        r"|pesar)",
    }
)
_ANY = "|".join(_ADVERBS.values())
_VERY = r"(?:(?:very|as|really|quite|more|sehr|ganz|ganz und gar|très|bien|muy|bien)\s+)?"
_HOW = rf"{_VERY}(?:{_ANY})"
_FIRST = re.compile(rf"^(?:{_HOW})(?:\s*[,:]\s*|\s+(?:and|und|et|y)\s+|\s+)(?=\S)", re.I)
_LAST = re.compile(
    rf"(?<=\S)(?:\s*,)?\s+(?:(?:and|but|und|aber|et|mais|y|pero)\s+)?{_HOW}"
    rf"(?:\s+(?:and|und|et|y)\s+{_HOW})?(?P<end>\s*[.!?]*)$",
    re.I,
)
_BEFORE_PARTICLE = re.compile(rf"\s+{_HOW}(?=\s+(?:ab|zu|an|vor|mit)\s*[.!?]*$)", re.I)
_BEHIND_VERB = re.compile(
    rf"^(?P<verb>[\w-]+(?:\s+(?:him|her|them|it|everyone|ihm|ihr|ihnen|ihn|sie|es|das|dich|lui|leur"
    rf"|le|la|les|lo)\b)?)\s+{_HOW}(?=[\s,:])",
    re.I,
)
_OTHERS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        language: re.compile(
            "(?<![\\w-])(?:{})(?![\\w-])".format(
                "|".join(words for key, words in _ADVERBS.items() if key != language)
            )
        )
        for language in _ADVERBS
    }
)
"""Manner words of the other languages, small as they are written inside a sentence."""

_WHOLE = re.compile(
    r"^(?:politely|nicely|tactfully|courteously|gracefully|graciously|höflich|taktvoll|poliment"
    r"|gentiment|courtoisement|educadamente|cort[ée]smente)\b"
    r"|,\s+(?:politely|nicely|tactfully|höflich|taktvoll|poliment|gentiment|educadamente"
    r"|cort[ée]smente)\s*[.!?]*$",
    re.I,
)


def first_manner_off(text: str) -> str:
    """Without the manner words at its beginning."""
    return _FIRST.sub("", text)


def manner_off(instruction: str) -> str:
    """An instruction about a thing without how it is to be said."""
    text, before = without_gaps(instruction), ""
    while text != before:
        before = text
        text = _BEFORE_PARTICLE.sub("", _LAST.sub(r"\g<end>", first_manner_off(text)))
        text = _BEHIND_VERB.sub(r"\g<verb>", text)
    return text.strip() or instruction


def manner_behind_verb_off(instruction: str) -> str:
    """`tell him politely that …` without how it is to be told; what is told stays as it is."""
    return _BEHIND_VERB.sub(r"\g<verb>", instruction)


def is_about_manner(sentence: str, language: str) -> bool:
    """Whether manner words are left in a sentence of a letter: those of another language, or at its
    beginning or end."""
    return bool(_WHOLE.search(sentence) or _OTHERS[language].search(sentence))
