"""Alternatives of a plain question: `by post or by courier`, as the question has them. Pure.

Where it can't be told at which word the first of them begins, there are none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

LONGEST = 8
"""Words of one alternative."""

_OR: Mapping[str, str] = MappingProxyType({"en": "or", "de": "oder", "fr": "ou", "es": "o|u"})
_KINDS = tuple(
    frozenset(words.split())
    for words in (
        (
            "a an the this that my your our his her their le la les l' un une des du ce cette "
            "mon ma ton ta"
            " votre notre el los las una unos unas este esta mi su der die das den dem ein eine "
            "einen einem"
            " einer dieser diese dieses diesen mein meine meinen ihr ihre ihren"
        ),
        (
            "by at in on with without for to from via per as before after near mit ohne bei beim "
            "im am zu"
            " zum zur nach auf als vor an aus bis ins par en à au aux avec sans chez sur pour "
            "dans avant"
            " après por con sin a al para antes después como"
        ),
        (
            "one two three four five six seven eight nine ten zwei drei vier fünf sechs sieben "
            "acht neun"
            " zehn deux trois quatre cinq sept huit neuf dix dos tres cuatro cinco seis siete "
            "ocho nueve"
            " diez"
        ),
    )
)
"""Words that an alternative can begin with, those of one kind together: articles, prepositions,
numbers."""

_VERB: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "en": re.compile(r"\b(?:want|prefer|like|rather have|have|take|need|use|choose)\s+", re.I),
        "de": re.compile(
            r"\b(?:möchten|wollen|nehmen|brauchen|bevorzugen|hätten|möchtest|willst|nimmst|brauchst"
            r"|magst|hättest) (?:sie|du|ihr)(?: lieber| gern(?:e)?)*\s+",
            re.I,
        ),
        "fr": re.compile(
            r"\b(?:préf[éè]re[zs]?|voulez|veux|prenez|prends|souhaite[zs]?)(?:-(?:vous|tu))?\s+",
            re.I,
        ),
        "es": re.compile(
            r"\b(?:prefieres?|quieres?|tomas?|necesitas?|deseas?)(?: usted)?\s+", re.I
        ),
    }
)
_NOT_OTHERS = re.compile(
    r"^(?:not|no|nicht|nein|pas|non|so|more|less|later|mehr|später|plus|más|después|anything"
    r"|something"
    r"|someone|anyone|else|similar|ähnlich\w*|nie|nunca|ever)\b",
    re.I,
)
_ANY = re.compile(r"\b(?:any|irgendwelche|noch|alguna?s?)\s+\S+$", re.I)
_CLAUSE = re.compile(
    r"^(?:(?:can|could|would|will|shall|should|is|are|do|does|did|has|have|i|we|you|he|she|they|it"
    r"|what"
    r"|soll|sollen|kann|können|ist|sind|haben|ich|wir|sie|er|es|muss|müssen|est-ce|faut|dois|devons"
    r"|je"
    r"|nous|vous|il|elle|puedo|podemos|debo|debemos|es|está)\b)",
    re.I,
)
_FEW = frozenset(("one two", "ein zwei", "eine zwei", "un deux", "une deux", "uno dos", "una dos"))
_JUDGED = re.compile(
    r"\s+(?:better|best|preferable|more convenient|all right|fine|besser|lieber|günstiger"
    r"|mieux|mejor"
    r"|would|wären?|ginge|serai(?:en)?t|serían?)\b.*$",
    re.I | re.S,
)
_OF_AMOUNT = re.compile(r"^(?:de|von|of)\s+(?=[\d€$£])", re.I)
_INFINITIVE = re.compile(r"^[a-zäöüß]+(?:en|ern|eln)$")


def has_or(question: str, language: str) -> bool:
    """Whether a question leaves the choice between two things, and not between doing and not."""
    parted = _parted(question, language)
    return parted is not None and not (_NOT_OTHERS.match(parted[1]) or _ANY.search(parted[0]))


def alternatives(question: str, language: str) -> tuple[str, ...]:
    """The things a question lets choose from, each as the question has it."""
    parted = _parted(question, language)
    if parted is None or not has_or(question, language):
        return ()
    left, right = parted[0], _JUDGED.sub("", parted[1])
    head, colon, listed = left.rpartition(":")
    if colon and listed.strip():
        return _each((*listed.split(","), right))
    del head
    if _CLAUSE.match(right):
        return ()
    pieces = re.split(r"\s*,\s+", left)
    first = _begun_like(pieces[-1], right.split(), language)
    if not first or f"{first.split()[0]} {right.split()[0]}".lower() in _FEW:
        return ()
    return _each((*_listed_before(pieces, first), first, _without_verb(right, language)))


def _parted(question: str, language: str) -> tuple[str, str] | None:
    """What stands before the last `or`, and after it."""
    plain = question.strip(" ¿?.!\t").replace("’", "'")
    match = re.match(
        rf"^(?P<left>.+?),?\s+(?:{_OR[language]})\s+(?P<right>(?:(?!\s(?:{_OR[language]})\s).)+)$",
        plain,
    )
    return (match["left"], match["right"].strip()) if match is not None else None


def _begun_like(left: str, right: list[str], language: str) -> str:
    """The end of `left` that begins as `right` does; empty where no word shows where."""
    words = left.split()
    kind = _kind(right[0])
    if kind is not None:
        same = [n for n, word in enumerate(words) if _kind(word) is kind]
        exact = [n for n in same if words[n].lower() == right[0].lower()]
        for place in (exact or same)[-1:]:
            return _fitting(words[place:], right)
    verb = [match.end() for match in _VERB[language].finditer(left)]
    if verb:
        return _fitting(left[verb[-1] :].split(), right)
    if words and words[-1].lower() == right[-1].lower():
        return " ".join(words[-len(right) :])
    return words[-1] if len(right) == 1 and len(words) > 1 else ""


def _fitting(words: list[str], right: list[str]) -> str:
    return " ".join(words) if 0 < len(words) <= len(right) + 1 else ""


def _kind(word: str) -> frozenset[str] | None:
    plain = "l'" if word.lower().startswith("l'") else word.lower()
    if plain[:1].isdigit():
        return _KINDS[2]
    return next((kind for kind in _KINDS if plain in kind), None)


def _listed_before(pieces: list[str], first: str) -> tuple[str, ...]:
    """Further ones before a comma, where the last piece is one and nothing else."""
    if pieces[-1] != first or len(pieces) < 2:
        return ()
    size = len(first.split())
    before = pieces[-2].split()
    return (*(p for p in pieces[1:-2]), " ".join(before[-size:])) if len(before) >= size else ()


def _without_verb(right: str, language: str) -> str:
    """In German the verb of both stands at the end."""
    words = right.split()
    if language == "de" and len(words) > 2 and _INFINITIVE.match(words[-1]):
        return " ".join(words[:-1])
    return right


def _each(found: tuple[str, ...]) -> tuple[str, ...]:
    plain = tuple(
        dict.fromkeys(text for each in found if (text := _OF_AMOUNT.sub("", each.strip(" ,;.?!"))))
    )
    return plain if len(plain) > 1 and all(len(t.split()) <= LONGEST for t in plain) else ()
