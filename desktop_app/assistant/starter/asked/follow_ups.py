"""Words right after a draft that change it: another person, another day, more to say. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from desktop_app.assistant.starter.wording.acts import Days
from desktop_app.assistant.starter.wording.days import CALENDARS, read_days


@dataclass(frozen=True, slots=True)
class ToPerson:
    """It is for somebody else (`no, to Tom`)."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class AlsoTo:
    """It is for somebody else too (`and Ben too`, `cc Ben`)."""

    name: str
    copy: bool


@dataclass(frozen=True, slots=True)
class TheOther:
    words: str


@dataclass(frozen=True, slots=True)
class NewDay:
    """Another day, in `language`; `words` are what was said."""

    days: Days | None
    language: str
    words: str
    number: str = ""


@dataclass(frozen=True, slots=True)
class Swap:
    """`not six, eight`."""

    old: str
    new: str
    words: str


@dataclass(frozen=True, slots=True)
class More:
    """Further words for it."""

    words: str


@dataclass(frozen=True, slots=True)
class Instead:
    """Something else is to be said: `bare` without what says that it is something else."""

    words: str
    bare: str = ""


@dataclass(frozen=True, slots=True)
class Pleased:
    """Thanks, or a yes, to the assistant itself."""


@dataclass(frozen=True, slots=True)
class Displeased:
    """A no to the draft, without what is wanted instead."""


FollowUp = ToPerson | AlsoTo | TheOther | NewDay | Swap | More | Instead | Pleased | Displeased

_PLEASED = re.compile(
    r"(?:(?:ok(?:ay)?|great|perfect|good|nice|thanks?|thank you|thx|cool|lovely|super|prima|perfekt"
    r"|danke(?: schön)?|gut|toll|merci|parfait"
    r"|très bien|gracias|perfecto|genial|vale|muy bien|yes|ja|oui|sí|that'?s (?:it|good|fine)"
    r"|looks good|passt so)[\s,.!]*)+",
    re.I,
)
_DISPLEASED = re.compile(
    r"(?:no|nope|nah|nein|nee|ne|non|wrong|not (?:good|like that|that)|falsch|nicht gut|faux|mal"
    r"|así no|pas ça)[\s.!,]*",
    re.I,
)
_SEND_TOO = re.compile(
    r"^(?=.*\b(?:also|too|as well)\b)(?:also |and )*send (?:it|this|that)(?: also)? to "
    r"(?P<n>[\w.@'-]+(?: (?!too|as|also)[\w'-]+)?)(?: too| as well| also)?$",
    re.I,
)
_CHANGE = re.compile(
    r"^(?:change|replace|swap|ändere|ersetze|change|remplace|cambia|sustituye) (?P<old>(?!it\b"
    r"|the (?:day|date)\b|es\b)[^,]{1,60}?)"
    r" (?:to|with|by|for|zu|durch|in|par|en|por|a) (?P<new>[^,]{1,60})$",
    re.I,
)
_LEAD = re.compile(
    r"^(?:no|nope|nah|not that|sorry|oops|actually|wait|hm+|i mean|i meant|rather|instead|better"
    r"|change (?:it|that|the day|the date) to"
    r"|make (?:it|that)(?= (?:the |on |at |next )?(?:\d|mon|tue|wed|thu|fri|sat|sun|tomorrow|today"
    r"|january|february|march|april|june|july|august|sept|oct|nov|dec))"
    r"|nein|ne|nee|doch nicht|doch|quatsch|ich mein(?:t)?e|lieber|besser|stattdessen|eigentlich"
    r"|moment|ändere (?:es|das) (?:auf|zu)"
    r"|mach(?:e)? (?:daraus|es zu)|non|pardon|désolée?|plutôt|en fait|je voulais dire|finalement"
    r"|mets plutôt|change pour"
    r"|perdón|mejor|en realidad|quería decir|quiero decir|digo|más bien|que sea|cámbialo a"
    r"|espera)\b[,:.;!\s]*",
    re.I,
)
_TAIL = re.compile(
    r"[,\s]*\b(?:i mean|i meant|instead|rather|meine ich|meinte ich|stattdessen|plutôt|je veux dire"
    r"|mejor|quiero decir|digo)[\s.!]*$",
    re.I,
)
_AND = re.compile(
    r"^(?:(?:oh )?and(?: also)?|also|und(?: auch)?|auch|außerdem|et(?: aussi)?|aussi|y(?: también)?"
    r"|también|además)\b[,:\s]+(?=\S)",
    re.I,
)
_TOO = re.compile(r"[,\s]+(?:too|as well|also|auch|aussi|également|también)[\s.!]*$", re.I)
_OTHER = re.compile(
    r"(?:the )?other(?: one| mail| person| [\w'-]+)?|(?:der|die|das|den) andere[nrs]?|l'autre|(?:el"
    r"|la"
    r"|al) otr[oa]|the (?:first|second) one",
    re.I,
)
_TO = re.compile(r"^(?:(?:send it |it'?s |that'?s )?(?:to|for)|an|für|à|pour|a|para) (?=\S)", re.I)
_DAY_LEAD = re.compile(r"^(?:to|for|on|at|auf|zum|am|um|pour|à|para|a)\s+(?=\S)", re.I)
_COPY = re.compile(
    r"^(?:(?:please )?(?:cc|bcc|copy|put)(?: in)? (?P<a>.+?)(?: in)?(?: (?:on|in|to)? ?(?:cc|copy"
    r"|it|this))?"
    r"|add (?P<b>.+?) (?:in|to|on|as) (?:cc|copy)|(?:setz|nimm)e? (?P<c>.+?) (?:in|ins) (?:cc"
    r"|kopie)"
    r"|(?:mets|ajoute) (?P<d>.+?) en copie|(?:pon|añade) (?:a )?(?P<e>.+?) en copia"
    r"|(?P<f>[\w.@' -]+?) in (?:cc|copy|kopie))[\s.!]*$",
    re.I,
)
_ADD = re.compile(
    r"^(?:add|include|nimm|ajoute|añade a) (?P<n>[\w.@'-]+(?: [\w'-]+)?)(?: (?:too|as well|to (?:it"
    r"|the (?:mail|draft|recipients))|dazu|auch))?[\s.!]*$",
    re.I,
)
_SWAP = re.compile(
    r"^(?:not|nicht|pas|no) (?P<old>.+?)(?:,| but| sondern| mais| sino)\s+(?P<new>[^,]+)$"
    r"|^(?P<new2>[^,]+?),? (?:not|nicht|pas|no) (?P<old2>[^,]+)$",
    re.I,
)
_NUMBER = re.compile(r"^(?:the|der|den|dem|le|el)?\s*(?P<n>\d{1,2})(?:st|nd|rd|th|\.)?$", re.I)
_PERSON = re.compile(
    r"(?!(?:it|this|that|the|a|an|yes|ja|oui|sí|si|no|nein|non|nope|that|them|him|her|more|das|es"
    r"|ça|eso|later|morgen)\b)(?:\S+@\S+|[^\W\d][\w.'-]*(?: [^\W\d][\w'-]*)?)",
    re.I,
)


def follow_up(text: str) -> FollowUp | None:
    """Reading of the words after a draft; None for what is no change by itself."""
    plain = text.strip(" .!")
    if _PLEASED.fullmatch(plain):
        return Pleased()
    if (whole := _whole(plain)) is not None:
        return whole
    if _AND.match(plain) or _TOO.search(plain):
        return _more(plain)
    bare, led = plain, False
    while (shorter := _LEAD.sub("", bare)) != bare and shorter.strip():
        bare, led = shorter, True
    if not led and re.match(r"(?:not|nicht|pas) ", bare, re.I) and _SWAP.match(bare):
        led = True
    cut = _TAIL.sub("", bare)
    bare, led = cut, led or cut != bare
    return _changed(bare.strip(" ,"), plain) if led else None


def _whole(plain: str) -> FollowUp | None:
    """A change whose words say by themselves that it is one."""
    if _OTHER.fullmatch(plain):
        return TheOther(plain)
    if _DISPLEASED.fullmatch(plain):
        return Displeased()
    if sent := _SEND_TOO.match(plain):
        return AlsoTo(sent["n"], copy=False)
    if changed := _CHANGE.match(plain):
        return Swap(changed["old"], changed["new"], plain)
    if copy := _COPY.match(_AND.sub("", plain)):
        name = next(v for v in copy.groupdict().values() if v)
        return AlsoTo(name.strip(), copy=True) if _PERSON.fullmatch(name.strip()) else None
    if (added := _ADD.match(_AND.sub("", plain))) and _PERSON.fullmatch(added["n"]):
        return AlsoTo(added["n"], copy=False)
    return None


def _more(plain: str) -> FollowUp:
    bare = _AND.sub("", plain)
    who = _TO.sub("", _TOO.sub("", bare))
    if (bare != who or _TO.match(bare)) and _PERSON.fullmatch(who):
        return AlsoTo(who, copy=False)
    return More(bare)


def _changed(bare: str, words: str) -> FollowUp:
    if _OTHER.fullmatch(bare):
        return TheOther(words)
    on = _DAY_LEAD.sub("", bare)
    number = _NUMBER.match(on)
    for language in CALENDARS:
        for each in (bare, on):
            days = read_days(each, language)
            if days is not None and len(days.days) == 1:
                return NewDay(days, language, words, number["n"] if number else "")
    if number:
        return NewDay(None, "", words, number["n"])
    swap = _SWAP.match(bare) or _SWAP.match(words)
    if swap is not None:
        found = swap.groupdict("")
        return Swap(found["old"] or found["old2"], found["new"] or found["new2"], words)
    who = _TO.sub("", bare)
    if _PERSON.fullmatch(who):
        return ToPerson(who, words)
    return Instead(words, re.sub(r"^(?:not|nicht|pas|no)[,;]\s+", "", bare))


def day_alone(text: str) -> NewDay | None:
    """A day, or a time of one, and nothing else."""
    plain = _DAY_LEAD.sub("", text.strip(" .!"))
    for language in CALENDARS:
        for each in (text.strip(" .!"), plain):
            days = read_days(each, language)
            if days is not None and len(days.days) == 1:
                return NewDay(days, language, text)
    return None
