"""Which words that a mail hides, or makes hard to see, a person is warned of.

A person is warned of what is meant for a program or instructs anybody, and of what says something
else than the mail does. Hidden text is told to a model in any case, apart from the mail's own.
"""

from __future__ import annotations

import re
import unicodedata

_PROGRAMS = (
    r"assistants?|ai|a\.i\.|ki|ia|llms?|gpt\w*|chatgpt|claude|gemini|copilot|chatbots?|bots?|agents?"
    r"|models?|modell\w*|mod[eè]les?|modelos?|modelli|assistent\w*|asistentes?|assistentes?|assistenti"
    r"|system|prompts?|tools?|automat\w*|filters?"
)
_STEERS = (
    r"ignor\w*|disregard\w*|forget|overrid\w*|bypass\w*|obey\w*|instruct\w*|instru[ck]\w*|istruzion\w*"
    r"|anweisung\w*|befehl\w*|command\w*|comply|execut\w*|pretend\w*|act as|vergiss|oubli\w*"
    r"|olvid\w*"
)
_ORDERS = (
    r"you are|you must"
    r"|reply|respond|answer|forward|send|transfer|delete|remove|mark|approve|confirm|pay|wire"
    r"|antworte\w*|weiterleite\w*|sende\w*|schicke\w*|lösche\w*|überweise\w*|bestätige\w*"
    r"|répond\w*|transf[eé]r\w*|envo\w*|supprime\w*|responde\w*|reenv\w*|env[ií]\w*|elimin\w*"
    r"|inoltr\w*|invi[ao]\w*|rispond\w*|encaminh\w*"
    r"|do not|don['’]t|never|always|passwords?|passwor[dt]\w*|codes?"
    r"|iban|bank\w*|account\w*|konto\w*"
)
_SPOKEN = re.compile(rf"(?<!\w)(?:{_PROGRAMS}|{_STEERS})(?!\w)", re.IGNORECASE)
_TELLING = re.compile(rf"(?<!\w)(?:{_PROGRAMS}|{_STEERS}|{_ORDERS})(?!\w)", re.IGNORECASE)
_HOST = re.compile(r"(?:https?://|www\.|@)([\w-]++(?:\.[\w-]++)++)", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z_]++>|```", re.IGNORECASE)


def is_alarming(words: str, seen: str) -> bool:
    """Whether a person is warned of hidden `words` in a mail that shows `seen`, its links' targets
    among it: they speak to a program or give orders, are in letters that nobody here could judge,
    or name a host that the mail does not."""
    if words in seen:
        return False
    if _TELLING.search(words) or _TAG.search(words):
        return True
    if not all(_is_latin(letter) for letter in words if letter.isalpha()):
        return True
    seen = seen.lower()
    return any(host.lower() not in seen for host in _HOST.findall(words))


def speaks_to_programs(words: str) -> bool:
    """Whether a person is warned of `words` that the Reader shows and a design makes hard to see.
    Orders to people are what mail is made of."""
    return bool(_SPOKEN.search(words) or _TAG.search(words))


def _is_latin(letter: str) -> bool:
    """Whether the lists above could know the word this letter is in."""
    return letter.isascii() or unicodedata.name(letter, "").startswith("LATIN")
