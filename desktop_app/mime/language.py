"""Which language a text is in, told by its commonest little words. A small heuristic: it says
nothing rather than guess.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

LEAST_WORDS = 6
_WORD = re.compile(r"[^\W\d_]+")
_LITTLE_WORDS: Mapping[str, frozenset[str]] = MappingProxyType({
    "en": frozenset(("the", "and", "you", "for", "that", "is", "we", "with", "this", "are", "have",
                     "will", "of", "to", "it", "be", "on", "your", "would", "please")),
    "de": frozenset(("der", "die", "und", "das", "ist", "nicht", "ich", "sie", "wir", "mit", "für",
                     "ein", "eine", "den", "auf", "zu", "bitte", "auch", "dass", "noch")),
    "fr": frozenset(("le", "la", "les", "et", "des", "une", "est", "pour", "vous", "nous", "que",
                     "dans", "avec", "sur", "pas", "je", "bonjour", "merci", "votre", "du")),
    "es": frozenset(("el", "los", "las", "y", "que", "una", "para", "con", "por", "del", "está",
                     "usted", "gracias", "hola", "como", "más", "su", "es", "se", "lo")),
    "it": frozenset(("il", "gli", "che", "una", "per", "con", "sono", "della", "non", "grazie",
                     "questo", "alla", "del", "di", "ciao", "anche", "è", "ti", "si", "nel")),
    "pt": frozenset(("o", "os", "que", "uma", "para", "com", "não", "por", "obrigado", "você",
                     "está", "dos", "da", "do", "em", "é", "olá", "mais", "seu", "ao")),
    "nl": frozenset(("de", "het", "een", "en", "van", "ik", "niet", "met", "voor", "zijn", "dat",
                     "op", "je", "wij", "graag", "ook", "aan", "is", "bij", "naar")),
})  # fmt: skip


def guess_language(text: str) -> str:
    """The ISO 639-1 code of one of seven languages, or "" when it can't be told.

    At least six words are needed, and the winner must have half as many votes again as the next.
    """
    words = [w.lower() for w in _WORD.findall(text[:4000])]
    if len(words) < LEAST_WORDS:
        return ""
    votes = sorted(
        ((sum(w in little for w in words), code) for code, little in _LITTLE_WORDS.items()),
        reverse=True,
    )
    (best, code), (second, _) = votes[0], votes[1]
    return code if best >= max(2, len(words) // 12) and best >= 1.5 * second else ""
