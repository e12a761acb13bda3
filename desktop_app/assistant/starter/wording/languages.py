"""Language of a few words, among those the starter assistant writes."""

from __future__ import annotations

import re

from desktop_app.assistant.starter.wording.days import CALENDARS
from desktop_app.mail.words.language import guess_language

LANGUAGES = ("en", "de", "fr", "es")
_WORDS = {
    "en": "i the you will we it is are yes please thanks thank can't to of for and "
          "that works me on my "
    "your i'll i'm don't not with have from at ask tell reply say him them they if when whether "
    "would could should be this by about see more late good great ok",
    "de": "ich wir sie der die das ist ja nein mache kann nicht am um bitte danke und "
          "es mir passt den "
    "dem ein eine für mit auf wir's geht gut sag sage frag frage antworte ihm ihr ihnen dass ob "
    "wann zu habe haben werde gerne vielen dank schon bis bin sind morgen leider auch von im",
    "fr": "je nous vous le les est oui non merci pas peux suis c'est d'accord et que "
          "pour avec une un "
    "dis demande réponds si quand au du des ça va bien à il elle lui j'ai sera serai mon ma mes "
    "votre notre dans bonjour plus très par sur ne aux qu'il propose-lui remercie",
    "es": "el los sí gracias puedo yo que para con una un es dile pregunta responde "
          "si cuándo al del muy "
    "bien no por lo mi su está estoy estará y le nos mañana más las en usted hola favor de se "
    "pídele recuérdale como cuando",
}  # fmt: skip
_COMMON = {
    language: frozenset((*words.split(), *CALENDARS[language].weekdays))
    for language, words in _WORDS.items()
}
_MARKS = (
    ("de", re.compile(r"[äöß]|\bü|ü\b", re.I)),
    ("es", re.compile(r"[ñ¿¡íóú]", re.I)),
    ("fr", re.compile(r"[êèàùœçâî]|\b[cdjlmnst]['’](?=[aeiouhéê])", re.I)),
)


def language_of_words(text: str) -> str:
    """The language most of the words belong to, empty where that is not clear: for a few words
    only, where `guess_language` would say nothing."""
    words = re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)?", text.lower().replace("’", "'"))
    counts = {language: sum(w in common for w in words) for language, common in _COMMON.items()}
    for language, mark in _MARKS:
        counts[language] += bool(mark.search(text))
    best, second = sorted(counts.values(), reverse=True)[:2]
    return max(counts, key=lambda each: counts[each]) if best > second else ""


def language_of_mail(text: str, subject: str) -> str:
    """The language of a mail, empty where it is not clear."""
    return guess_language(text) or language_of_words(text) or language_of_words(subject)


_FAMILIAR = {
    "de": re.compile(r"\b(?:du|dir|dich|dein|deine|deinen|deinem|deiner|euch)\b", re.I),
    "fr": re.compile(r"\b(?:tu|toi|ton|ta|tes)\b|\bt['’]", re.I),
    "es": re.compile(r"\b(?:tú|tu|tus|te|ti|contigo|puedes|tienes|quieres|eres|estás)\b", re.I),
}
_FORMAL = {
    "de": re.compile(r"(?<![.!?\n])\s(?:Sie|Ihnen|Ihre?[nmrs]?)\b"),
    "fr": re.compile(r"\b(?:vous|votre|vos)\b", re.I),
    "es": re.compile(r"\b(?:usted|ustedes|su|sus)\b", re.I),
}


def is_familiar(text: str, language: str) -> bool:
    """Whether a mail says du, tu or tú, and not Sie, vous or usted."""
    if language not in _FAMILIAR:
        return False
    return bool(_FAMILIAR[language].search(text)) and not _FORMAL[language].search(text)
