"""Preheaders: the short words at the top of a newsletter that only a list of mail shows.

Hidden text is never shown and never read as the mail's own. A plain preheader is merely not
warned of; whatever could be meant for a program or instructs anybody is.
"""

from __future__ import annotations

import re
import unicodedata

LONGEST = 160

_PROGRAMS = (
    r"assistants?|ai|a\.i\.|ki|ia|llms?|gpt\w*|chatgpt|claude|gemini|copilot|chatbots?|bots?|agents?"
    r"|models?|modell\w*|mod[eè]les?|modelos?|modelli|assistent\w*|asistentes?|assistentes?|assistenti"
    r"|system|prompts?|tools?|automat\w*|filters?"
)
_ORDERS = (
    r"ignor\w*|disregard\w*|forget|overrid\w*|bypass\w*|obey\w*|instruct\w*|instru[ck]\w*|istruzion\w*"
    r"|anweisung\w*|befehl\w*|command\w*|comply|execut\w*|pretend\w*|act as|you are|you must"
    r"|reply|respond|answer|forward|send|transfer|delete|remove|mark|approve|confirm|pay|wire"
    r"|antworte\w*|weiterleite\w*|sende\w*|schicke\w*|lösche\w*|überweise\w*|bestätige\w*|vergiss"
    r"|répond\w*|transf[eé]r\w*|envo\w*|supprime\w*|oubli\w*|responde\w*|reenv\w*|env[ií]\w*|elimin\w*"
    r"|olvid\w*|inoltr\w*|invi[ao]\w*|rispond\w*|encaminh\w*"
    r"|do not|don['’]t|never|always|passwords?|passwor[dt]\w*|codes?"
    r"|iban|bank\w*|account\w*|konto\w*"
)
_TELLING = re.compile(rf"(?<!\w)(?:{_PROGRAMS}|{_ORDERS})(?!\w)", re.IGNORECASE)
_ADDRESS = re.compile(r"https?:|www\.|\S@\S|[<>{}\[\]|`]")


def is_preheader(words: str, *, leads: bool) -> bool:
    """Whether hidden words are a plain preheader: short, before all that can be seen, in Latin
    letters, without an address, an order or a word about programs."""
    if not leads or len(words) > LONGEST:
        return False
    if _TELLING.search(words) or _ADDRESS.search(words):
        return False
    return all(_is_latin(letter) for letter in words if letter.isalpha())


def _is_latin(letter: str) -> bool:
    """Whether the lists above could know the word this letter is in."""
    return letter.isascii() or unicodedata.name(letter, "").startswith("LATIN")
