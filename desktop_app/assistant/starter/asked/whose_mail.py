"""Somebody named in an instruction: *say yes to Felix and ask …*, *accept Sam's invitation*. Pure.

A name may also be a day or a town, so the caller looks whether somebody is called so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

_NAME = r"(?P<name>(?-i:[A-ZÀ-Ý])[\w-]+(?: (?-i:[A-ZÀ-Ý])[\w-]+)?)"


@dataclass(frozen=True, slots=True)
class Named:
    """`instruction` is what remains without the name."""

    name: str
    instruction: str


_THINGS = (
    r"(?:offer|invitation|proposal|suggestion|question|request|idea|mail|e-?mail|message|quote)s?"
)
_SACHE = r"(?:Angebot|Einladung|Vorschlag|Frage|Anfrage|Idee|Mail|E-?Mail|Nachricht|Bitte|Termin)"
_CHOSE = r"(?:offre|invitation|proposition|question|demande|idée|mail|message|devis)"
_COSA = r"(?:oferta|invitación|propuesta|pregunta|petición|idea|correo|mensaje|presupuesto)"
_ANSWERS = r"say (?:yes|no|sorry|thanks|thank you|hello)|apologi[sz]e|decline|agree"
_TAKES = r"accept|decline|refuse|reject|answer|confirm|say (?:yes|no) to"
_DIT = r"dis(?: que)? (?:oui|non|merci)|réponds (?:oui|non)"
_DICE = r"di(?:le)?(?: que)? (?:sí|no|gracias)|responde (?:que )?(?:sí|no)"
_FORMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "en": (
            rf"^(?:{_ANSWERS})(?P<cut> to {_NAME})(?!['’\w])",
            rf"^(?:{_TAKES}) (?P<cut>{_NAME}['’]s)(?= (?:\w+ )?{_THINGS}\b)",
        ),
        "de": (
            rf"^sage?(?P<cut> {_NAME})(?=,? (?:zu|ab|ja|nein|danke)\b)",
            rf"\b{_SACHE}(?P<cut> von {_NAME})(?!\w)",
        ),
        "fr": (
            rf"^(?:{_DIT})(?P<cut> à {_NAME})(?!\w)",
            rf"\b{_CHOSE}(?P<cut> (?:de |d['’]){_NAME})(?!\w)",
        ),
        "es": (
            rf"^(?:{_DICE})(?P<cut> a {_NAME})(?!\w)",
            rf"\b{_COSA}(?P<cut> de {_NAME})(?!\w)",
        ),
    }
)


def named_in(text: str, language: str) -> Named | None:
    """Who is named where an instruction can name whose mail it is about."""
    for form in _FORMS[language]:
        match = re.search(form, text, re.I)
        if match is not None:
            start, end = match.span("cut")
            instead = "the" if match["cut"].endswith("s") and text[start] != " " else ""
            return Named(match["name"], f"{text[:start]}{instead}{text[end:]}")
    return None
