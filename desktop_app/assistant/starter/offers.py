"""What a mail offers to choose from around a question of it: in the question, in what follows, in
what stands before. Pure.

Each answer offered stands in the mail, but for a number that shares its month or its unit with the
next one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from desktop_app.assistant.starter.alternatives import alternatives
from desktop_app.assistant.starter.wording.days import CALENDARS
from desktop_app.assistant.starter.wording.naming import choices, is_named_only, named
from desktop_app.assistant.starter.wording.text import capitalised

MOST = 6
LONGEST = 120
"""Characters of one answer."""

LONGEST_SENTENCE = 300
LOOKED_AHEAD, LOOKED_BACK = 3, 2
"""Sentences around a question in which its answers may stand."""


@dataclass(frozen=True, slots=True)
class Part:
    """A sentence of a mail, or, where `lines` are some, a list."""

    text: str
    lines: tuple[str, ...] = ()

    @property
    def asks(self) -> bool:
        return self.text.endswith("?")


_WHICH: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "en": re.compile(
            r"\b(?:which(?:ever)?|when|what (?:time|day|date|slot|colou?r|size)|how"
            r"|one (?:date|day|time|of)|either|prefer|choose|pick|better|rather|suits?"
            r"|(?:a|any|these|those|the following) (?:date|day|time|slot|option)s?"
            r"|(?:of|do|does|would|are|is) (?:these|those|this))\b",
            re.I,
        ),
        "de": re.compile(
            r"\b(?:welche[rsnm]?|wann|wie|(?:einen?|ein) (?:termin|tag|datum|davon|der)|lieber"
            r"|besser|wähl\w*|aussuchen|bevorzug\w*|diese[rns]?|folgende\w*|was (?:ist|wäre) "
            r"(?:ihnen|dir)"
            r"|passt|passen)\b",
            re.I,
        ),
        "fr": re.compile(
            r"\b(?:quel(?:le)?s?|le(?:quel|s?quels)|laquelle|quand|combien|comment|une (?:date|des)"
            r"|un (?:jour|des|créneau)|préf[éè]r\w+|choisi\w*|l'un|mieux|ce(?:s|tte)"
            r"|suivant\w*|convien\w+"
            r"|conviendrai\w*)\b",
            re.I,
        ),
        "es": re.compile(
            r"\b(?:cuál(?:es)?|qué (?:día|fecha|hora|opción|color)|cuándo|cómo|cuánt\w+|una "
            r"(?:fecha|de)|uno de"
            r"|un día|prefier\w+|elij\w+|elegir|mejor|est[ao]s|siguiente\w*|viene bien)\b",
            re.I,
        ),
    }
)
_OFFERS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "en": re.compile(
            r"\b(?:possib\w+|available|free|open|options?|(?:could|can) (?:do|offer|be|come"
            r"|deliver)"
            r"|offer|alternatives?|choose|either|slots?|suggest|propose|we have|i have|there "
            r"(?:is|are)"
            r"|would (?:all |both )?(?:work|be|suit)|works?|choice|fine)\b",
            re.I,
        ),
        "de": re.compile(
            r"\b(?:möglich\w*|verfügbar|frei\w*|option\w*|könnten?|kann|können|anbiete\w*"
            r"|angebot\w*"
            r"|alternativ\w*|auswahl|entweder|vorschl\w+|schlagen?|hätten?|es gibt|haben wir"
            r"|wir haben"
            r"|ginge|passen?|passt)\b",
            re.I,
        ),
        "fr": re.compile(
            r"\b(?:possib\w+|disponibl\w+|libres?|options?|propos\w+|pourrai\w*|pou[rv]\w+|peux"
            r"|alternativ\w+"
            r"|choix|soit|créneaux?|nous avons|j'ai|il y a)\b",
            re.I,
        ),
        "es": re.compile(
            r"\b(?:posib\w+|disponib\w+|libres?|opci\w+|ofre\w+|propo\w+|podr\w+|puedo|podemos"
            r"|alternativ\w+"
            r"|elegir|huecos?|tenemos|tengo|hay)\b",
            re.I,
        ),
    }
)
_BACK: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "en": re.compile(
            r"\b(?:which|either|one of|prefer|choose|pick|better|rather|these|those|this|suits?)\b",
            re.I,
        ),
        "de": re.compile(
            r"\b(?:welche\w*|eine[rsn]? davon|davon|einer der|lieber|besser|wähl\w*"
            r"|bevorzug\w*|diese\w*"
            r"|was (?:ist|wäre) (?:ihnen|dir))\b",
            re.I,
        ),
        "fr": re.compile(
            r"\b(?:quel(?:le)?s?|lequel|laquelle|lesquel(?:le)?s|préf[éè]r\w+|choisi\w*|l'un\w*"
            r"|mieux|ces)\b",
            re.I,
        ),
        "es": re.compile(
            r"\b(?:cuál(?:es)?|prefier\w+|elij\w+|elegir|alguno|alguna|un[oa] de|mejor|est[ao]s)\b",
            re.I,
        ),
    }
)
"""Questions about what was said before them."""

_LIST_MARK = re.compile(r"^\s*[-*•–·]\s+(?=\S)")
_LIST_NUMBER = re.compile(r"^\s*\(?(?:\d{1,2}|[a-hA-H])[.)]\s+(?=\S)")
_LIST_OPTION = re.compile(
    r"^\s*(?:option|variante?|opción|möglichkeit)\s+\w{1,2}\s*[:.)–-]\s*(?=\S)", re.I
)
_END = re.compile(r"(?<![.!?…])[.!?…]+(?=\s)|\s(?=¿)")
_AND_ASKS = re.compile(
    r",?\s+(?:and|und|et|y)\s+(?=(?:(?:do|does|did|is|are|can|could|will|would|shall|should|have"
    r"|has)"
    r" (?:you|we|i|it|the|they|he|she|this|that|there)|(?:sind|ist|können|könnten|kann|haben|hat"
    r"|soll|sollen|passt|wäre|würden|möchten) (?:sie|du|wir|ich|es|der|die|das|ihnen|dir)"
    r"|(?:pouvez|pourriez|êtes|avez|voulez|peux|es|as|veux)-(?:vous|tu)|est-ce qu"
    r"|(?:puede|podría|tiene|está|quiere|puedes|tienes|estás|quieres|necesita)s? )\b)",
    re.I,
)
_SHORTENED = re.compile(
    r"(?:^|[\s(])(?:[a-z]|[ap]\.m|mr|mrs|ms|dr|prof|hr|fr|nr|no|st|ca|bzw|approx|e\.g|i\.e|z\.b"
    r"|u\.a|sr|sra"
    r"|mme|art|tel|str|inkl|zzgl|vs|etc|mon|tue|wed|thu|fri|sat|sun|di|mi|do|sa|so)$",
    re.I,
)
_MONTHS = frozenset(
    name[:cut] for words in CALENDARS.values() for name in words.months for cut in (3, len(name))
)


def parts_of(text: str, language: str) -> list[Part]:
    """Sentences and lists of a text, in order. Questions that are numbered are sentences."""
    parts, running, listed = list[Part](), list[str](), list[str]()

    def close() -> None:
        parts.extend(_parts(running, listed))
        running.clear()
        listed.clear()

    for line in text.splitlines():
        item = _item(line, language)
        if item:
            listed.append(item)
        elif line.strip():
            if listed and line[:1].isspace() and len(line.strip()) < LONGEST:
                listed[-1] = f"{listed[-1]} {line.strip()}"
                continue
            if listed:
                close()
            running.append(line.strip())
        elif running and not listed:
            close()
    close()
    return parts


def _parts(running: list[str], listed: list[str]) -> Iterator[Part]:
    """Parts of running lines and of the lines of a list below them."""
    if any(item.endswith("?") for item in listed):
        for lines in (" ".join(running), *listed):
            yield from map(Part, _sentences(lines))
    elif len(listed) > 1:
        yield from map(Part, _sentences(" ".join(running)))
        yield Part("", tuple(listed))
    else:
        yield from map(Part, _sentences(" ".join((*running, *listed))))


def _item(line: str, language: str) -> str:
    """What a line of a list says; empty for any other line."""
    if len(line) > LONGEST_SENTENCE:
        return ""
    bare = _LIST_MARK.sub("", line)
    if bare == line and not is_named_only(line, language):
        bare = _LIST_NUMBER.sub("", line)
    marked = bare != line or _LIST_OPTION.match(line) is not None
    plain = " ".join(bare.split()).rstrip(" ,;.")
    return plain if marked or (len(plain) < LONGEST and is_named_only(plain, language)) else ""


def _sentences(text: str) -> list[str]:
    found, start = list[str](), 0
    for match in _END.finditer(text):
        if match[0] == "." and _goes_on(
            text[max(start, match.start() - 12) : match.start()],
            text[match.end() : match.end() + 20],
        ):
            continue
        found.append(text[start : match.end()])
        start = match.end()
    found.append(text[start:])
    flat = (" ".join(each.split()) for each in found)
    return [one for each in flat if each for one in _single(each)]


def _single(sentence: str) -> list[str]:
    """Two questions in one sentence as two: `Is that all right, and do you want it?`"""
    if not sentence.endswith("?"):
        return [sentence]
    opens = "¿" if "¿" in sentence else ""
    pieces = _AND_ASKS.split(sentence)
    found = [f"{opens}{capitalised(piece.strip(' ,¿?'))}?" for piece in pieces]
    return found if len(found) > 1 else [sentence]


def _goes_on(before: str, after: str) -> bool:
    """Whether a full stop between these belongs to a number or a shortened word."""
    word = after.split(maxsplit=1)[0].strip(".,?").lower() if after.strip() else ""
    if before[-1:].isdigit():
        return word in _MONTHS or after.lstrip()[:1].islower()
    return _SHORTENED.search(before) is not None


def asks_which(question: str, language: str) -> bool:
    return _WHICH[language].search(question) is not None


def offered(parts: Sequence[Part], place: int, language: str) -> tuple[str, ...]:
    """The answers that the mail names for its question at `place`, as it names them."""
    ways = (_inside, _after, _before)
    found = next((f for way in ways if len(f := way(parts, place, language)) > 1), ())
    plain = tuple(dict.fromkeys(found))
    return plain if len(plain) > 1 and all(len(each) <= LONGEST for each in plain) else ()


def _inside(parts: Sequence[Part], place: int, language: str) -> tuple[str, ...]:
    question = parts[place].text
    found = choices(question, language)
    fitting = [c for c in found if c.or_] or (found if ":" in question else [])
    return fitting[-1].words if fitting else alternatives(question, language)


def _after(parts: Sequence[Part], place: int, language: str) -> tuple[str, ...]:
    which = asks_which(parts[place].text, language)
    found: tuple[str, ...] = ()
    for part in parts[place + 1 : place + 1 + LOOKED_AHEAD]:
        if part.asks:
            break
        if part.lines:
            listed = _of_list(part, language, which=which)
            return listed or found
        more = _of_sentence(part.text, language, which=which)
        if found and not more:
            break
        found += more
    return found


def _before(parts: Sequence[Part], place: int, language: str) -> tuple[str, ...]:
    if not _BACK[language].search(parts[place].text):
        return ()
    for part in reversed(parts[max(0, place - LOOKED_BACK) : place]):
        if part.asks:
            break
        if part.lines:
            return _of_list(part, language, which=True)
        found = _of_sentence(part.text, language, which=True, back=True)
        if len(found) > 1:
            return found
    return ()


def _of_list(part: Part, language: str, *, which: bool) -> tuple[str, ...]:
    """The lines of a list that are answers: days and amounts, or what a question asks to choose
    from. Lines that ask are none."""
    if any("?" in line for line in part.lines) or len(part.lines) > MOST:
        return ()
    valued = all(named(line, language) for line in part.lines)
    return part.lines if which or valued else ()


def _of_sentence(text: str, language: str, *, which: bool, back: bool = False) -> tuple[str, ...]:
    if len(text) > LONGEST_SENTENCE:
        return ()
    offers = _OFFERS[language].search(text) is not None
    only = is_named_only(text, language)
    for choice in choices(text, language):
        if only or offers or (which and choice.or_):
            return choice.words
    if which and (plain := alternatives(text, language)):
        return plain
    single = named(text, language)
    return (single[0].words,) if offers and len(single) == 1 and not back else ()
