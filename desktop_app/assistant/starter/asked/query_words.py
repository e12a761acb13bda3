"""Words of a search as a query in Gmail's query language (search/operators.py), in four languages.
Pure."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime

from desktop_app.assistant.starter.asked.query_dates import with_dates

_MAILS = r"(?:e-?mails?|messages?|mails?|nachrichten?|courriels?|mensajes?|correos?|mail)"
_LEADING = re.compile(
    r"^(?:(?:all|any|my|the|me|every|everything|anything|something|that|those|these|of|alles?|meine"
    r"|die|das|sämtliche"
    r"|etwas|tous|toutes|tout|les|mes|le|la|des|todos|todas|todo|los|las|mis|el|algo|what|which"
    r"|welche|quels?|qué)\s+)*"
    rf"(?P<unread>(?:unread|ungelesene[nr]?|new|neue[nr]?|nouveaux|nuevos)\s+)?(?:{_MAILS}"
    rf"|ones?)\b\s*",
    re.I,
)
_ALL = re.compile(
    r"^(?:all|every|alle|sämtliche|tous les|toutes les|todos los|todas las)\s+"
    r"(?:(?:of|the|my)\s+)*(?=\S)",
    re.I,
)
_EVERYTHING = re.compile(
    r"^(?:everything|anything|something|all(?: of)?(?= from| by| about| with| bigger| larger| over"
    r"| that)|alles|etwas"
    r"|tout(?:es)?(?: ce qui)?|todo(?: lo)?|algo)\s+(?:that(?: is|'s)? |was |qui |que )?",
    re.I,
)
_UNREAD = re.compile(
    r"\b(?:unread|unopened|(?:that )?i haven't (?:yet )?(?:read|opened)(?: yet)?|ungelesene?[nrs]?"
    r"|non[- ]lue?s?|pas (?:encore )?lue?s?|(?:no|sin) le[ií]d[oa]s?|sin leer)\b\s*",
    re.I,
)
_NUMBER = (
    r"(?P<n>\d+(?:[.,]\d+)?)\s*(?P<u>[kmg](?:b|o)?|(?:kilo|mega|giga)(?:byte|octet)?s?"
    r"|megas?)\b"
)
_OVER = (
    r"(?:bigger|larger|heavier|greater|more|größer|schwerer|mehr|plus (?:gros(?:se)?s?|grande?s?"
    r"|lourde?s?)|plus"
    r"|más (?:grandes?|pesad[oa]s?)|más|mayor(?:es)?)(?: than| as| als| de| que)?|over|above|über"
    r"|de plus de|de más de"
)
_UNDER = (
    r"(?:smaller|lighter|less|kleiner|weniger|moins (?:gros(?:se)?s?|lourde?s?)|plus petite?s?"
    r"|moins|menos"
    r"|más pequeñ[oa]s?|menor(?:es)?)(?: than| as| als| de| que)?|under|below|unter|de moins de"
    r"|de menos de"
)
_THAT = (
    r"(?:(?:that|which|die|der|das|qui|que) (?:are|is|sind|ist|sont|est|son|es|pesan|pèsent"
    r"|font)? ?)?"
)
_WITH = r"(?:with|mit|avec|con|that ha(?:ve|s)|having|which have|die einen|qui ont|que tienen)"
_NAME = (
    r"(?!me\b|my\b|last\b|this\b)(?:the |der |den |dem |la |el )?(?P<who>\S+@\S+"
    r"|(?-i:[A-ZÀ-Ý]\S+ [A-ZÀ-Ý]\S+)|[^\s,:]+)"
)
_FROM = r"(?:from|by|sent by|von|vom|de la part de)"
_NO_NAME = (
    r"(?!(?:el|la|los|las|le|les|un|una|une|des|du|mon|ma|mes|mi|mis|cette|ce|esta|este|más|plus"
    r"|moins|menos|pago|hoy"
    r"|ayer|\d)\b)"
)

_MARK = re.compile("[\ue000-\uf8ff]")
"""Private-use characters stand for the terms that are made already."""

Change = str | Callable[[re.Match[str]], str]


def _size(operator: str) -> Callable[[re.Match[str]], str]:
    def made(match: re.Match[str]) -> str:
        return f"{operator}:{match['n'].replace(',', '.')}{match['u'][0].upper()}"

    return made


def _who(sign: str) -> Callable[[re.Match[str]], str]:
    return lambda m: f"{sign}{from_person(m['who'])}"


_RULES: tuple[tuple[str, Change], ...] = (
    (rf"\b{_THAT}(?:{_OVER}) {_NUMBER}", _size("larger")),
    (rf"\b{_THAT}(?:{_UNDER}) {_NUMBER}", _size("smaller")),
    ((r"\b(?:without|ohne|sans|sin) (?:any |an? |eine?n? |une? )?(?:attachments?|anhang|anhänge?n?"
     r"|pièces? jointes?"
     r"|(?:archivos? )?adjuntos?)(?!\w)"), "-has:attachment"),
    ((rf"\b(?:{_WITH}) (?:an? |einem |einen |une? |un )?pdfs?(?!\w)|\bpdfs?(?= from| by| von"
     rf"| de)"), "filename:pdf"),
    ((rf"\b(?:{_WITH}) (?:an? |any |einem |einen |des |une? |un |los )?(?:big "
     rf"|große[nr]? )?(?:attachments?|attached files?"
     r"|files?(?: attached)?|anhang|anhängen|anhänge|pièces? jointes?"
     r"|(?:archivos? )?adjuntos?)(?: haben)?(?!\w)"),
     "has:attachment"),
    ((r"^(?:the )?(?:attachments?|anhänge|pièces jointes"
     r"|(?:archivos )?adjuntos)\b"), "has:attachment"),
    ((rf"\b(?:{_WITH}) (?:an? |einem |une |una )?(?:stars?|stern(?:chen)?|étoiles?|estrellas?)\b"
     r"|\b(?:starred|flagged|(?:mit stern )?markierte[nrs]?|favoris?|destacad[oa]s?"
     r"|suivis)\b"), "is:starred"),
    ((r"\b(?:important(?: ones)?|wichtige[nrs]?|importants?|importantes?)\b(?= mails?| from"
     r"|$)"), "is:important"),
    ((r"\b(?:newsletters?|mailing lists?|rundbriefe?|infolettres?|boletín|boletines"
     r"|lettres d'information)\b"), "is:news"),
    ((r"\b(?:(?:that|which|die) )?(?:i|ich|j'ai|yo) (?:have |habe )?(?:sent|wrote|written|geschickt"
     r"|gesendet|geschrieben"
     r"|envoyés?|escrib[ií]|envi[eé])(?: habe)?(?: (?:to|an|à|a) (?P<who>\S+))?"),
     lambda m: f"in:sent to:{m['who']}" if m["who"] else "in:sent"),
    (r"\b(?:my )?(?:sent|gesendete[nrs]?|envoyés?|enviad[oa]s)\b(?: mails?| to| an|$)", "in:sent"),
    ((r"\bin (?:the |my )?(?:trash|bin)\b|\bim papierkorb\b|\bdans la corbeille\b"
     r"|\ben la papelera\b"), "in:trash"),
    ((r"\bin (?:the |my )?(?:spam|junk)(?: folder)?\b|\bim spam\w*\b|\bdans les spams?\b"
     r"|\ben (?:el )?spam\b"), "in:spam"),
    ((r"\bin (?:the |my )?inbox\b|\bim posteingang\b|\bdans la boîte de réception\b"
     r"|\ben la bandeja(?: de entrada)?\b"),
     "in:inbox"),
    ((r"\b(?:labell?ed|tagged|(?:with|mit|avec|con) (?:the |dem |le |la )?(?:label|tag|libellé"
     r"|étiquette|etiqueta)|label)"
     r"(?: as| with)? [\"“]?(?P<l>[\w-]+)[\"”]?"), lambda m: f"label:{m['l']}"),
    ((rf"\b(?:but )?(?:not|except|excluding|nicht|außer|pas|sauf|no|excepto|menos"
     rf"|without) (?:{_FROM}|de|those from) {_NAME}"),
     _who("-")),
    ((r"\b(?:but not|except(?: for)?|excluding|außer|sauf|excepto|menos)(?: the| a| die| der| das"
     r"| la| le| el)? (?P<w>[\w-]+)"),
     lambda m: f"-{m['w']} "),
    ((r"\b(?:repl(?:y|ies)|answers?|responses?|word|news|something|antwort(?:en)?|réponses?"
     r"|respuestas?)(?= (?:from|by|von|de)\b)"), ""),
    (rf"\b{_FROM} {_NAME}", _who("")),
    (r"\bde (?=(?-i:[A-ZÀ-Ý]))(?P<who>(?-i:[A-ZÀ-Ý]\S+ [A-ZÀ-Ý]\S+)|\S+)", _who("")),
    ((rf"^(?P<thing>(?:\S+ ){{0,2}}){_MAILS} d(?:e "
     rf"|'){_NO_NAME}(?P<who>\S+)"), lambda m: f"{m['thing']}{from_person(m['who'])}"),
    (rf"^d(?:e |'){_NO_NAME}(?P<who>\S+)", _who("")),
    (rf"^(?P<who>[^\W\d_]{{3,}})s {_MAILS}\b", _who("")),
    (r"^(?:the )?(?P<who>[\w-]+(?:(?-i: [A-ZÀ-Ý])[\w-]+)?)['’]s\b", _who("")),
    (r"\bto (?!the\b)(\S+@\S+)", r"to:\1"),
    (
        (r"\b(?:about|on|regarding|concerning|that mentions?|mentioning|called|that|which|with"
         r"|where"
        r"|über|wegen|sur|mit|zum|zur"
        r"|sobre|à propos d[eu]|acerca del?|concernant|avec|con|qui|que)\b ?"),
        "",
    ),
    ((r"\b(?:the|a|an|and|but|my|is|are|was|were|has|have|had|did|does|do|i|me|it|its|there|please"
     r"|die|das|der|den|dem|des"
     r"|ein|eine|einen|und|mein|meine|ist|sind|hat|les|le|la|et|mon|ma|mes|est|los|las|el|un|una"
     r"|une|y|mi|mis|es|de|du|del"
     r"|from|by|von|in|im|of|for|to|at|yet|received|reçus?|erhalten|recibid[oa]s?|stuff|things|zeug"
     r"|oldest first|newest first|älteste zuerst)\b ?"),
     ""),
    (rf"(?<!\w){_MAILS}(?!\w)", ""),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern, re.I), change) for pattern, change in _RULES)


def _kept(keep: Callable[[str], str], change: Change) -> Callable[[re.Match[str]], str]:
    return lambda match: keep(change if isinstance(change, str) else change(match))


def as_query(words: str, today: date | None = None) -> str:
    """`mails from Dana about the budget last week` as a query. A date without a year is read from
    `today`."""
    text = " ".join(words.strip(" .?!,").split()).replace("’", "'")
    leading = _LEADING.match(text)
    state = "is:unread " if _UNREAD.search(text) or (leading and leading["unread"]) else ""
    led = leading is not None and leading.end() > 0
    text = _EVERYTHING.sub("", (_LEADING if led else _ALL).sub("", text))
    terms: list[str] = []

    def keep(made: str) -> str:
        """The terms as one sign, so that no further rule reads them as words."""
        if ":" not in made:
            return made
        terms.append(made)
        return f" {chr(0xE000 + len(terms) - 1)} "

    text = with_dates(
        _UNREAD.sub("", _MARK.sub("", text)).strip(),
        today or datetime.now().astimezone().date(),
        keep,
    )
    for pattern, change in _COMPILED:
        text = pattern.sub(_kept(keep, change), text)
    text = _MARK.sub(lambda m: terms[ord(m[0]) - 0xE000], f"{state}{text}")
    return " ".join(re.sub(r"(?<!\S)[,;:.?!]+|[,;]+(?!\S)", " ", text).split())


def from_person(name: str) -> str:
    """A from: term for a name or an address."""
    plain = name.strip(" .?!\"'“”")
    return f'from:"{plain}"' if " " in plain else f"from:{plain}"
