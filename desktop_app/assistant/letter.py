"""Letter without a model: greeting, the person's words, sign-off.

The signature is not part of it: it stands outside the body and comes from the identity.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from desktop_app.assistant import phrases
from desktop_app.assistant.transcript import Refine
from desktop_app.model.address import Address


@dataclass(frozen=True, slots=True)
class Manner:
    """Greetings and sign-offs of one language; `{name}` is the first name."""

    greeting: str
    greeting_unknown: str
    sign_off: str


MANNERS: Mapping[str, Manner] = MappingProxyType(
    {
        "en": Manner("Hi {name},", "Hello,", "Best regards,"),
        "de": Manner("Hallo {name},", "Guten Tag,", "Viele Grüße"),
        "fr": Manner("Bonjour {name},", "Bonjour,", "Cordialement,"),
        "es": Manner("Hola {name}:", "Hola:", "Saludos,"),
        "it": Manner("Ciao {name},", "Buongiorno,", "Cordiali saluti"),
        "pt": Manner("Olá {name},", "Olá,", "Cumprimentos,"),
        "nl": Manner("Hallo {name},", "Goedendag,", "Met vriendelijke groet,"),
    }
)


def letter(words: str, to: Address | None, writer: Address, language: str = "en") -> str:
    """The body: greeting line, `words`, sign-off and the writer's first name.

    `to` is the first recipient, None when there are several or none is known by name. An empty
    `words` leaves a placeholder, which blocks sending until it is filled.
    """
    manner = MANNERS.get(language, MANNERS["en"])
    name = to.first_name if to is not None and to.name else ""
    opening = manner.greeting.format(name=name) if name else manner.greeting_unknown
    closing = "\n".join(filter(None, (manner.sign_off, writer.first_name if writer.name else "")))
    return f"{opening}\n\n{words or '[your answer]'}\n\n{closing}"


def add_to_letter(body: str, words: str) -> str:
    """`body` with a further paragraph before its sign-off, or at its end where there is none."""
    if "\n\n" not in body.strip():
        return f"{body.rstrip()}\n\n{words}".lstrip()
    paragraphs = body.split("\n\n")
    return "\n\n".join([*paragraphs[:-1], words, paragraphs[-1]])


def with_addition(request: Refine) -> str:
    """The words of a request with what it says to add; empty when it says anything else."""
    asked = phrases.understand(request.instruction)
    if not isinstance(asked, phrases.Add):
        return ""
    addition = phrases.said(asked.message)
    if request.words == request.text:
        return add_to_letter(request.text, addition)
    words = request.words.rstrip()
    return f"{words} {addition}{request.words[len(words) :]}"
