"""Words of a reminder, in the language of the mail that nobody has answered. No model."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from desktop_app.mail.words.language import guess_language

_ENGLISH = (
    "I wanted to ask whether you have had time to look at my mail below. "
    "A short answer would help me."
)
_GERMAN = (
    "ich wollte nachfragen, ob meine Mail unten angekommen ist. "
    "Über eine kurze Antwort würde ich mich freuen."
)
_FRENCH = (
    "je me permets de revenir sur mon message ci-dessous. Une courte réponse me serait très utile."
)
_SPANISH = (
    "quería preguntar si ha llegado mi mensaje de abajo. Una respuesta breve me ayudaría mucho."
)
_WORDS: Mapping[str, tuple[str, str, str]] = MappingProxyType(
    {
        "en": ("Hello", _ENGLISH, "Thank you"),
        "de": ("Guten Tag", _GERMAN, "Vielen Dank"),
        "fr": ("Bonjour", _FRENCH, "Merci d'avance"),
        "es": ("Hola", _SPANISH, "Muchas gracias"),
    }
)


def nudge(text: str, first_name: str = "") -> str:
    """A greeting and two polite sentences; English where the language of `text` has none.
    `first_name` is that of the only recipient, else empty."""
    greeting, sentences, thanks = _WORDS.get(guess_language(text), _WORDS["en"])
    named = f"{greeting} {first_name}" if first_name else greeting
    return f"{named},\n\n{sentences}\n\n{thanks}\n"
