"""Hints: what the words for a mail say (`the last mail from Sam`, `number 2`, `this`). Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MAIL = (
    r"(?:e-?mail|mail|message|note|one|nachricht|e-?mail|courriel|mensaje|correo|"
    r"thread|conversation|konversation|unterhaltung|fil|discussion|conversación|hilo)"
)
_THE = (
    r"(?:the|my|a|an|that|this|die|der|das|den|dem|meine[nr]?|diese[nrs]?|le|la|les|mon|ma|l'|ce"
    r"|cet|"
    r"cette|el|mi|este|esta|to|auf|an|à|au|a|al)"
)
_THIS = re.compile(
    rf"^(?:(?:{_THE}|that|her|his|their|it|open|him|them|ihr|ihm|ihnen|sie|ihn|lui|leur|lo|hier|"
    rf"darauf|esto|ça)\s*)*(?:{_MAIL}|this|it|these|those)?$",
    re.I,
)
_NEWEST = re.compile(
    r"\b(?:newest|latest|last|most recent|neu(?:e)?ste[nrs]?|letzte[nrs]?"
    r"|derni(?:er|ère)|último|última)\b",
    re.I,
)
_NUMBER = re.compile(
    r"\b(?:number|no\.?|nr\.?|nummer|numéro|número|n°)\s*(\d{1,3})\b|#\s*(\d{1,3})\b", re.I
)
_ORDINALS = (
    "first erste ersten premier première primer primero primera",
    "second zweite zweiten deuxième segundo segunda",
    "third dritte dritten troisième tercer tercero tercera",
    "fourth vierte vierten quatrième cuarto cuarta",
    "fifth fünfte fünften cinquième quinto quinta",
)
_BEFORE = re.compile(
    rf"^(?:{_THE}\s+)*(?:{_MAIL}\s+)?(?:before (?:that|it|this)(?: one)?|davor|d'avant|précédente?|"
    rf"anterior)$|^(?:{_THE}\s+)*(?:previous|vorige[nr]?|vorherige[nr]?)(?: {_MAIL})?$",
    re.I,
)
_SENT = re.compile(
    r"\b(?:i|ich) (?:sent|wrote|geschickt|geschrieben)\b|\bsent\b|\bgesendete?n?\b", re.I
)
_TOPIC = (
    r"(?:about|on|regarding|concerning|with|über|zum|zur|wegen|à propos d[eu]|sur|sobre|acerca de)"
)
_FROM = re.compile(
    rf"(?:^|\b)(?:from|by|von|vom|de|par) (?P<person>.+?)(?:\s+{_TOPIC}\s+(?P<topic>.+))?$", re.I
)
_OWNED = re.compile(
    rf"^(?P<person>[^,]+?)(?:['’]s|['’](?=\s)|s['’])\s+(?:(?:newest|latest|last|neueste"
    rf"|letzte)\s+)?"
    rf"(?:{_MAIL}s?)?\s*(?:{_TOPIC}\s+)?(?P<topic>.*)$",
    re.I,
)
_SENDER = re.compile(
    rf"^(?:{_THE}\s+)*{_MAIL}(?: that)? (?P<person>.+?) (?:sent|wrote)(?: me)?$", re.I
)
_ABOUT = re.compile(rf"^(?:(?:{_THE}|{_MAIL})\s+)*{_TOPIC}\s+(?P<topic>.+)$", re.I)
_NAMED = re.compile(rf"^(?:{_THE}\s+)+(?P<topic>.+?)[\s-]+{_MAIL}$", re.I)
_PLAIN_MAIL = re.compile(
    rf"^(?:(?:{_THE}|new|neue|nouveau|nuevo|unread|received)\s+)*{_MAIL}?$", re.I
)


@dataclass(frozen=True, slots=True)
class Hint:
    """What a hint says of a mail. `number` is a row of the last list, `before` the one before the
    mail talked about, `sent` one of the person's own. `words` are what nothing else takes up: a
    name or a subject."""

    newest: bool = False
    person: str = ""
    topic: str = ""
    number: int = 0
    before: bool = False
    sent: bool = False
    words: str = ""

    @property
    def is_this(self) -> bool:
        """Whether it means what is open, or was talked about last."""
        return self == Hint()


def read_hint(hint: str) -> Hint:
    """Reading of a hint in any of the four languages."""
    text = " ".join(hint.strip(" .?!\"'“”").split())
    if _THIS.match(text):
        return Hint()
    if _BEFORE.match(text):
        return Hint(before=True)
    number = _number(text)
    if number:
        return Hint(number=number)
    newest = _NEWEST.search(text) is not None
    rest = " ".join(_NEWEST.sub(" ", text).split())
    if _SENT.search(rest) and not _SENDER.match(rest):
        return Hint(newest=True, sent=True)
    if newest and _PLAIN_MAIL.match(rest):
        return Hint(newest=True)
    for pattern in (_OWNED, _SENDER, _FROM):
        match = pattern.search(rest)
        if match is not None:
            topic = match.groupdict().get("topic") or ""
            return Hint(newest=newest, person=match["person"].strip(), topic=_bare(topic))
    for pattern in (_ABOUT, _NAMED):
        match = pattern.match(rest)
        if match is not None:
            return Hint(newest=newest, topic=_bare(match["topic"]))
    return Hint(newest=newest, words=re.sub(r"^(?:(?:to|auf|an|à|au|a|al)\s+)+", "", rest))


def _bare(topic: str) -> str:
    return re.sub(rf"^(?:{_THE}\s+)+", "", topic.strip(), flags=re.I)


def _number(text: str) -> int:
    if re.fullmatch(r"\d{1,3}", text):
        return int(text)
    match = _NUMBER.search(text)
    if match is not None:
        return int(match[1] or match[2])
    for number, names in enumerate(_ORDINALS, start=1):
        if re.match(rf"^(?:{_THE}\s+)*(?:{'|'.join(names.split())})(?: {_MAIL})?$", text, re.I):
            return number
    return 0
