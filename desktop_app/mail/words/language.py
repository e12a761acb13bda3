"""Language of a text, by its script or its commonest words.

Precise enough to notice that an answer is in another language. Pure tables; no model.
"""

from __future__ import annotations

import re

_LOOKED_AT = 4_000
_LEAST = 3
"""Common words that must be found before a language is named."""

_SCRIPTS = (
    ("ja", re.compile("[\u3041-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7a3]")),
    ("zh", re.compile("[\u4e00-\u9fff]")),
    ("he", re.compile("[\u05d0-\u05ea]")),
    ("ar", re.compile("[\u0621-\u064a]")),
    ("el", re.compile("[\u03b1-\u03c9]")),
    ("th", re.compile("[\u0e01-\u0e4e]")),
    ("hi", re.compile("[\u0904-\u0939]")),
    ("ru", re.compile("[\u0430-\u044f]")),
)
_COMMON = {
    "en": "the and you for that with this have are will from your would not please thanks we to",
    "de": "der die das und ist nicht ich sie wir mit für auf ein eine den zu bitte danke auch von",
    "fr": "le la les des est et vous nous pour pas une dans que avec sur bonjour merci votre je",
    "es": "el la los las que y es por para con una no su del hola gracias está como pero usted",
    "it": "il la che di e per non un una sono con del grazie ciao anche questo della come ho",
    "pt": "o que não e para com uma um os as por está obrigado você isso mas como do da em olá",
    "nl": "de het een en van ik je niet dat is voor met op we zijn hallo graag dank ook bij",
    "sv": "och att det är som för inte jag på med en vi har till av den tack hej om du",
    "da": "og at det er som for ikke jeg på med en vi har til af den tak hej om du der",
    "no": "og at det er som for ikke jeg på med en vi har til av den takk hei om du",
    "fi": "ja on ei että se hän mutta kun niin ovat tämä oli voi kiitos hei olen minä sinä",
    "pl": "i w nie na się jest do to że z dziękuję proszę jak ale dla czy mam od tak po",
    "cs": "a je se na to že v s do jsem ale jak pro děkuji dobrý den by tak jste bude",
    "tr": "ve bir bu için ile de da çok teşekkürler merhaba ne var mı ama olarak daha gibi",
}
_WORDS = {language: frozenset(words.split()) for language, words in _COMMON.items()}


def guess_language(text: str) -> str:
    """The ISO 639-1 code, or an empty string when it is unclear."""
    text = text[:_LOOKED_AT].lower()
    letters = sum(1 for c in text if c.isalpha())
    if not letters:
        return ""
    for language, pattern in _SCRIPTS:
        share = len(pattern.findall(text)) / letters
        if share > (0.1 if language == "ja" else 0.4):
            return language
    words = re.findall(r"[^\W\d_]+", text)
    counts = {language: sum(w in common for w in words) for language, common in _WORDS.items()}
    best, second = sorted(counts.values(), reverse=True)[:2]
    if best < _LEAST or best == second:
        return ""
    return max(counts, key=lambda language: counts[language])
