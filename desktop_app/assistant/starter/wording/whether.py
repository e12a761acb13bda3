"""Whether-clauses: `if she can come` behind a verb of telling is a question, never a sentence. Pure.

`If it rains, we stay at home` is one: something follows what it hangs on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

_BEGINS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "en": re.compile(
            r"^(?:that\s+)?(?P<word>if|whether)\s+"
            r"(?!(?:so|not|possible|necessary|needed|in doubt)\b)(?P<rest>\w.*)$",
            re.I | re.S,
        ),
        "de": re.compile(r"^(?P<word>ob)\s+(?P<rest>\w.*)$", re.I | re.S),
        "fr": re.compile(
            r"^(?P<word>si\s|s['’])\s*(?!(?:possible|nécessaire|besoin)\b)(?P<rest>\w.*)$",
            re.I | re.S,
        ),
        "es": re.compile(
            r"^(?:que\s+)?(?P<word>si)\s+(?!(?:no|es posible)\s*[,.]|gracias\b|por favor\b"
            r"|(?:a|al|para|el|la) )(?P<rest>\w.*)$",
            re.I | re.S,
        ),
    }
)
_SUBJECT: Mapping[str, str] = MappingProxyType(
    {
        "en": r"(?:i|we|you|he|she|it|they|there|that|this)(?:'\w+)?|please|let|just|then",
        "de": r"ich|wir|du|er|sie|es|man",
        "fr": r"je|j['’]\w+|nous|on|tu|vous|il|elle|ils|elles|ça|c['’]\w+|alors|merci",
        "es": r"yo|nosotros|entonces|por favor|\w+[aei]mos|voy|puedo|estoy|tengo|llámame|avísame"
        r"|\w+ré|dime",
    }
)
_CLAUSE: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        language: re.compile(
            rf",\s+(?:[\w'’]+\s+){{0,4}}?(?:{subject})(?![\w'’])"
            r"|,\s+(?:[\w'’]+\s+){1,4}(?:is|are|was|will|can|would|won't|can't|works?|suits?|est|va"
            r"|sera|serait|me va|es|está|será|sería|hay)(?![\w'’])",
            re.I,
        )
        for language, subject in _SUBJECT.items()
    }
)
_LATER: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "en": re.compile(
            r"(?:\s|^)[\w'’]+\s+[\w'’]+(?:\s+[\w'’]+)*?(?<!that)(?<!when)(?<!what)(?<!where)(?<!how)"
            r"(?<!who)(?<!and)(?<!or)(?<!than)(?<!as)(?<!before)(?<!after)(?<!until)(?<!because)"
            r"(?<!which)\s+(?:(?:i|we)(?:'\w+)?|please|let)\s",
            re.I,
        ),
        "fr": re.compile(
            r"\w+\s+\w+(?:\s+\w+)*?(?<!que)(?<!quand)(?<!où)(?<!et)(?<!ou)\s+(?:je\s|j['’]|nous\s"
            r"|on\s)",
            re.I,
        ),
    }
)
"""A clause of the person's own behind it without a comma (`if you like we can meet`)."""

_MINE: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "en": re.compile(r"\b(?:i|we)(?:['’]\w+)?\b", re.I),
        "de": re.compile(r"\b(?:ich|wir)\b", re.I),
        "fr": re.compile(r"\b(?:je|nous|on)\b|\bj['’]", re.I),
        "es": re.compile(
            r"\b(?:yo|nosotros|voy|puedo|estoy|tengo|quiero|debo|vengo|\w+[aei]mos|\w+ré)\b", re.I
        ),
    }
)
_ASK: Mapping[str, str] = MappingProxyType(
    {"en": "ask if", "de": "frag ob", "fr": "demande si", "es": "pregunta si"}
)
_WHO: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "en": re.compile(r"\b(?:he|she|they|you|it)\b", re.I),
        "de": re.compile(r"\b(?:er|sie|du|es)\b", re.I),
        "fr": re.compile(r"\b(?:ils?|elles?|tu|vous)\b", re.I),
        "es": re.compile(r"\b(?:él|ella|ellos|ellas|usted|tú)\b", re.I),
    }
)


def is_whether(text: str, language: str) -> bool:
    """Whether the text is nothing but a whether-clause."""
    plain = text.strip()
    begins = _BEGINS[language].match(plain)
    if begins is None or plain.endswith("?"):
        return False
    if _CLAUSE[language].search(begins["rest"]):
        return False
    later = _LATER.get(language)
    return later is None or not later.search(begins["rest"])


def as_question(text: str, language: str) -> str:
    """The instruction to ask it; empty where it is not sure who is meant to answer: it is about the
    person, or about several."""
    begins = _BEGINS[language].match(text.strip())
    if begins is None or _MINE[language].search(begins["rest"]):
        return ""
    if len(_WHO[language].findall(begins["rest"])) > 1:
        return ""
    return f"{_ASK[language]} {begins['rest']}"
