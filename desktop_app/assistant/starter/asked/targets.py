"""Which mails an action is asked for: the open one, the last list, or all that some words find.
Pure."""

from __future__ import annotations

import re

from desktop_app.assistant.starter.asked.hints import read_hint
from desktop_app.assistant.starter.asked.requested import Target

_MAILS = (
    r"(?:e-?mails?|mails|messages|threads|conversations|newsletters|letters|ones|nachrichten"
    r"|konversationen|rundbriefe|courriels|conversations|correos|mensajes|boletines)"
)
_THESE = re.compile(
    rf"^(?:(?:all|both|each|every one)(?: of)?(?: (?:these|those|them|the (?:list|results)))?"
    rf"|(?:all )?(?:these|those|them)(?: (?:two|three|{_MAILS}))?"
    rf"|(?:the )?(?:whole list|list|results|ones (?:you found|above)|lot)"
    rf"|(?:sie |die |diese )?alle(?: davon| diese)?|(?:die )?beiden?"
    rf"|(?:alle )?diese(?: (?:beiden|{_MAILS}))?|die (?:da|liste|gefundenen|{_MAILS})"
    rf"|ceux-ci|celles-ci|(?:tous |toutes )?(?:ces|les) (?:deux|{_MAILS})|les|eux|tous|toutes"
    rf"|(?:toute )?la liste|tous les deux"
    rf"|(?:todos )?est[oa]s(?: (?:dos|{_MAILS}))?|tod[oa]s(?: ell[oa]s| est[oa]s)?|l[oa]s dos"
    rf"|(?:toda )?la lista|ell[oa]s|l[oa]s)$",
    re.I,
)
_THIS = re.compile(
    r"^(?:(?:this|that|the|diese[nrs]?|den|die|das|ce|cette|cet|le|la|este|esta|el|esto|eso|ceci"
    r"|cela|ça|it"
    r"|dies|es|as|als|comme|como|me|mich|dran|drauf|davon|darauf|hier|aquí|ici|y)\s*)*"
    r"(?:(?:whole |ganze |open )?(?:newsletter|letter|list|mailing list|e-?mail|mail|message|thread"
    r"|conversation|chat|one|nachricht|konversation|unterhaltung|liste|courriel|fil|discussion"
    r"|lista"
    r"|conversación|hilo|correo|mensaje|rundbrief|boletín|infolettre))?$",
    re.I,
)
_NEWS = re.compile(
    r"^(?:newsletters?|rundbriefe?|boletines|infolettres?"
    r"|lettres d'information)$",
    re.I,
)
_EVERYTHING = re.compile(r"^(?:everything|all(?: mails?)?|alles|tout|todo)$", re.I)
_SEVERAL = re.compile(
    r"^(?:all|every|everything|anything|alles?|sämtliche|tou(?:s|t|tes?)\b|tod[oa]s?\b)\b"
    rf"|^(?:(?:the|my|old|new|unread|read|die|meine|alten?|gelesenen?|les|mes|vieux|los|las|mis"
    rf"|viejos)\s+)*"
    rf"(?:{_MAILS})\b"
    rf"|^[\w.'’ -]+?(?:['’]s|s['’])\s+(?:(?:old|new|unread|last \w+)\s+)*{_MAILS}\b"
    r"|\b(?:older than|älter als|plus (?:vieux|anciens?) que|más antigu\w+ (?:que|de))\b",
    re.I,
)
DRAFT = re.compile(
    r"^(?:(?:the|this|that|my|your|den|diesen|meinen|le|ce|el|este|mi)\s+)*"
    r"(?:draft|reply|entwurf|brouillon|borrador)$",
    re.I,
)


def target_of(words: str) -> Target:
    """Reading of the words for what an action is about, in any of the four languages."""
    plain = " ".join(words.strip(" .?!,;:\"'“”„«»").split())
    plain = re.sub(r"^(?:from|on|of|to|von|an|bei|mit|de|à|sur|del?|a)\s+(?=\S)", "", plain)
    if _NEWS.match(plain):
        return Target(words=plain)
    if not plain or _THIS.match(plain) or read_hint(plain).is_this:
        return Target()
    if _THESE.match(plain):
        return Target(these=True)
    if _SEVERAL.search(plain):
        return Target(words=plain)
    return Target(hint=plain)


def is_everything(words: str) -> bool:
    """Whether the words name no mails in particular."""
    return _EVERYTHING.match(words.strip(" .?!")) is not None
