"""People that a request names, found among those the person writes with. Several that fit one name
are for the person to pick from."""

from __future__ import annotations

import re
import unicodedata

from desktop_app.assistant.starter.asked.query_words import from_person
from desktop_app.assistant.starter.wording.restricted import left_out
from desktop_app.assistant.transcript import Option
from desktop_app.assistant.turn import Turn
from desktop_app.mail.wire.addresses import addresses
from desktop_app.model.address import Address

MOST_OPTIONS = 6
MOST_ROWS = 100
MOST_PEOPLE = 10
_BETWEEN = re.compile(r"^(?:\s*,\s*(?:and|und|et|y)?\s*|\s+(?:and|und|et|y)\s+|\s*[&;]\s*)", re.I)
_WORD = re.compile(r"\S+")
_ADDRESS = re.compile(r"[^\s,;:<>]+@[^\s,;:<>]+\.\w+")


def called(address: Address, name: str) -> bool:
    """Whether somebody is called exactly so: whole name, first or last name, address."""
    plain, whole = _folded(name.strip(" .?!,")), _folded(address.name)
    last = whole.rpartition(" ")[2]
    return plain in {whole, _folded(address.first_name), last, address.key}


def _folded(name: str) -> str:
    """The name in small letters without accents."""
    parted = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sign for sign in parted if not unicodedata.combining(sign))


def people_meant(turn: Turn, words: str, message: str) -> tuple[tuple[Address, ...], str] | None:
    """The addresses that `words` name, and the message with what they do not name before it; None
    after asking, or where nobody is known by the name."""
    found: list[Address] = []
    rest = words.strip(" ,:")
    while rest and len(found) < MOST_PEOPLE:
        one = _first(turn, rest, message)
        if one is None:
            return None
        address, rest, message = one
        if address is None:
            break
        found.append(address)
        between = _BETWEEN.match(rest)
        if between is None:
            break
        rest = rest[between.end() :]
    if not found:
        turn.say(f"I know no address for {words}. Give me the address, and I will draft it.")
        return None
    unique = {address.key: address for address in found}
    also = _also_named(turn, message) if not rest.strip() else None
    while also is not None:
        unique[also[0].key], message = also
        also = _also_named(turn, message)
    return tuple(unique.values()), f"{rest.strip(' ,:')} {message}".strip()


_ALSO = re.compile(
    r"(?P<name>(?!(?:ask|tell|say|thank|remind|that|about|to|if|i|we|it|he|she|they|the|my|dass|ob"
    r"|que)\b)[\w'-]+)"
    r"(?P<rest>:? (?:that|to|about|asking|saying|if|whether|for|dass|ob|que|para|pour)\b.+|: .+)$",
    re.I | re.S,
)


def _also_named(turn: Turn, message: str) -> tuple[Address, str] | None:
    """A further person before what is said (`write to Nina` and `Dana that …`)."""
    match = _ALSO.match(message) or re.fullmatch(r"(?P<name>[\w'-]+)(?P<rest>)", message)
    if match is None:
        return None
    people = [a for a in _people(turn, match["name"]) if called(a, match["name"])]
    return (people[0], match["rest"].strip(" :")) if len(people) == 1 else None


def _first(turn: Turn, rest: str, message: str) -> tuple[Address | None, str, str] | None:
    """The first person of the words; no address where none of them is a name, None after asking."""
    given = _ADDRESS.match(rest) or re.match(r"[^,;@]{0,60}<[^\s<>]+@[^\s<>]+>", rest)
    if given is not None:
        address = addresses(given[0])[0]
        known = address if address.name else _named(turn, address)
        return known, rest[given.end() :], message
    words = list(_WORD.finditer(re.split(r"\s*[,;&]|\s+(?:and|und|et|y)\s", rest, maxsplit=1)[0]))
    for size in dict.fromkeys((min(len(words), 2), 1)):
        name = " ".join(word[0] for word in words[:size]).strip(" .?!")
        people = _people(turn, name) if name else []
        if size > 1 and not any(called(a, name) for a in people):
            continue
        picked, message = _picked(people, message)
        if len(picked) == 1:
            return picked[0], rest[words[size - 1].end() :], message
        if picked:
            _choose(turn, name, picked)
            return None
    return None, rest, message


def _named(turn: Turn, address: Address) -> Address:
    """The address with the name that its owner writes under."""
    rows = turn.search(from_person(address.email), most=1)
    found = (a for row in rows for a in addresses(row.from_) if a.key == address.key)
    return next(found, address)


def _picked(people: list[Address], message: str) -> tuple[list[Address], str]:
    """Of several people the one whose last name opens the message (`tell chris young I …`)."""
    opening = re.match(r"(?P<that>that )?(?P<last>[\w'-]+)\s+(?P<rest>.+)$", message, re.S)
    if len(people) > 1 and opening is not None:
        last = opening["last"].lower()
        named = [a for a in people if a.name.lower().rpartition(" ")[2] == last]
        if len(named) == 1:
            return named, f"{opening['that'] or ''}{opening['rest']}"
    return people, message


def _choose(turn: Turn, name: str, people: list[Address]) -> None:
    turn.choose(
        f"Which {name} do you mean?",
        [
            Option(str(a), a.email, _with_address(turn.ask.prompt, name, a))
            for a in people[:MOST_OPTIONS]
        ],
    )


def _people(turn: Turn, name: str) -> list[Address]:
    """People of that name who wrote; else those who were written to."""
    people: dict[str, Address] = {}
    for row in turn.search(from_person(name), most=MOST_ROWS):
        for address in addresses(row.from_):
            people.setdefault(address.key, address)
    known = [a for a in people.values() if called(a, name)] or list(people.values())
    if known:
        return known
    for row in turn.search(from_person(name).replace("from:", "to:", 1), most=MOST_ROWS):
        for text in row.to:
            people.update({a.key: a for a in addresses(text) if called(a, name)})
    return list(people.values())


def person_called(turn: Turn, name: str) -> list[Address]:
    """Those who are called exactly so, and an address as it is given."""
    given = _ADDRESS.fullmatch(name.strip(" .,"))
    if given is not None:
        return [_named(turn, address) for address in addresses(given[0])]
    return [a for a in _people(turn, name) if called(a, name)]


def leaves_out(turn: Turn, message: str) -> bool:
    """Whether a message ends with somebody known who is to be left out (`…, but not tom`): for whom
    it is, or what is said, nobody but the person knows."""
    name = left_out(message)
    return bool(name) and any(called(a, name) for a in _people(turn, name))


def _with_address(prompt: str, name: str, address: Address) -> str:
    return re.sub(
        rf"\b{re.escape(name)}(?!\w)", lambda _: address.email, prompt, count=1, flags=re.I
    )
