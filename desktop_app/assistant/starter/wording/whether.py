"""Whether-clauses: `if she can come` behind a verb of telling is a question. Pure.

`If it rains, we stay at home` is one: something follows what it hangs on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from desktop_app.model.calendar_names import WEEKDAYS

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
            r"^(?:que\s+)?(?P<word>si)\s+(?!(?:no|es posible)\s*[,.]|possible\b"
            r"|gracias\b|por favor\b"
            r"|(?:a|al|para)(?: \w+){1,3}\s*[.!]?$"
            rf"|(?:el|este) (?:\d|próximo|{'|'.join(WEEKDAYS['es'])}))(?P<rest>\w.*)$",
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


LONGEST = 300
"""Characters of a clause that are looked at for another one behind it."""


def is_whether(text: str, language: str) -> bool:
    """Whether the text is nothing but a whether-clause."""
    plain = text.strip()
    begins = _BEGINS[language].match(plain)
    if begins is None or plain.endswith("?"):
        return False
    rest = begins["rest"][:LONGEST]
    if _CLAUSE[language].search(rest):
        return False
    later = _LATER.get(language)
    return later is None or not later.search(rest)


def as_question(text: str, language: str, *, familiar: bool) -> str:
    """The instruction to ask it; empty where it is not sure who is meant to answer (it is about the
    person, or about several), or where the form of a verb is not known."""
    begins = _BEGINS[language].match(text.strip())
    if begins is None or _MINE[language].search(begins["rest"]):
        return ""
    rest = begins["rest"]
    if len(_WHO[language].findall(rest)) > 1 or (language == "en" and _goes_on(rest)):
        return ""
    if language == "es" and familiar:
        rest = _with_tu(rest)
    return f"{_ASK[language]} {rest}" if rest else ""


_TU = re.compile(
    r"^(?P<no>no )?(?:se (?P<own>\w+[ae])|(?P<verb>(?:puede|quiere|viene|tiene|sabe|trae|llega"
    r"|necesita|prefiere|piensa|acepta|va|vive|trabaja|conoce|podría|querría)))\b",
    re.I,
)


def _with_tu(clause: str) -> str:
    """`se apunta` as it is said to somebody who is addressed as tú; empty where no rule knows."""
    match = _TU.match(clause)
    if match is None:
        return ""
    told = f"te {match['own']}s" if match["own"] else f"{match['verb']}s"
    return f"{match['no'] or ''}{told}{clause[match.end() :]}"


_AUXILIARY = re.compile(
    r"\b(?:is|are|was|were|will|can|could|would|should|has|have|had|does|do|won't|can't|isn't"
    r"|aren't)\b",
    re.I,
)
_FIRST_VERB = re.compile(
    rf"(?:he|she|they|you|it|there|(?:the|a|an|this|that|her|his|their|your)\s+(?:[\w-]+\s+){{0,2}}"
    rf"[\w-]+)\s+{_AUXILIARY.pattern}(?:\s+(?:been|be|have))?",
    re.I,
)


def _goes_on(clause: str) -> bool:
    """Whether a second clause may follow without a sign (`it rains the party is off`)."""
    first = _FIRST_VERB.match(clause)
    return _AUXILIARY.search(clause, first.end() if first is not None else 0) is not None
