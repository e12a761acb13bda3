"""Claims of fact in a text (amounts, numbers, dates, names, addresses), compared with sources.

The comparison is deterministic: no model, no network, no judgement of truth. In doubt it reports
nothing: a name counts only where it can be told from other words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from desktop_app.mime.date_words import DATES, MONTHS, WEEKDAYS
from desktop_app.mime.language import guess_language


class ClaimKind(StrEnum):
    ADDRESS = "address"
    DATE = "date"
    NUMBER = "number"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Claim:
    """`start` and `end` are offsets in the text; a source must have one of `keys`."""

    kind: ClaimKind
    start: int
    end: int
    words: str
    keys: frozenset[str]


_ADDRESS = re.compile(r"https?://[^\s<>\"')\]]+|[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+")
_NUMBER = re.compile(
    r"(?<![\w.,])\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d{1,2})?(?!\w)|(?<!\w)\d+(?:[.,:]\d+)*"
)
_LEAST_NUMBER = 2
_COURTESY_WORDS = 5
"""Characters of a number that counts as a claim: *3 questions*, *2 ways* are not worth a mark."""

_RUN = re.compile(r"[^\W\d_][\w’'-]*(?:[ ]+[^\W\d_][\w’'-]*)*")
_SENTENCE = re.compile(r"(?:^|[.!?:…]\s+|\n)\s*(?:[-*•–]\s*|>\s*)?$")
_COMMON = frozenset(
    "i i'm i'll i've i'd ok okay mr mrs ms dr prof hi hello dear hey best kind regards thanks thank"
    " sincerely cheers yours ps re fw fwd am pm english german french spanish internet pdf asap fyi"
    " sir madam team all everyone frau herr sehr geehrte geehrter liebe lieber hallo guten madame"
    " euro euros eur usd chf gbp dollar dollars pound pounds monsieur bonjour señor señora"
    " sie ihr ihnen ihre ihren ihrem ihrer".split()
)


def claims(text: str) -> tuple[Claim, ...]:
    """All claims, in the order of the text; none overlaps another."""
    found: list[Claim] = []
    taken = bytearray(len(text))
    for claim in _every(text):
        if not any(taken[claim.start : claim.end]):
            taken[claim.start : claim.end] = b"\1" * (claim.end - claim.start)
            found.append(claim)
    return tuple(sorted(found, key=lambda claim: claim.start))


def keys_of(text: str) -> frozenset[str]:
    """All keys of `text`: those of its claims, and every word of it as a name."""
    return frozenset(_words(text)).union(*(claim.keys for claim in claims(text)))


def unsupported(text: str, said: frozenset[str]) -> tuple[Claim, ...]:
    """The claims of `text` that are not among the keys of what was read or asked for."""
    return tuple(claim for claim in claims(text) if not _holds(claim, said))


def _holds(claim: Claim, said: frozenset[str]) -> bool:
    if claim.kind is ClaimKind.NAME:
        return claim.keys <= said
    return not claim.keys.isdisjoint(said)


def quotes(text: str, source: str, most: int = 3) -> tuple[str, ...]:
    """The lines of `source` that share claims with `text`, those that share most first. A greeting
    or a signature shares a name with every answer: such a line says nothing."""
    wanted: frozenset[str] = frozenset().union(*(c.keys for c in claims(text)))
    shared: list[tuple[int, int, str]] = []
    for place, line in enumerate(source.splitlines()):
        common = wanted & keys_of(line) if line.strip() else frozenset()
        if common and not (_is_courtesy(line) and all(k.startswith("name:") for k in common)):
            shared.append((-len(common), place, line.strip()))
    return tuple(line for _, _, line in sorted(shared)[:most])


def _is_courtesy(line: str) -> bool:
    """Whether a line is no more than a few words: `Hi Alex,`, `Kind regards, Dana`."""
    return len(line.split()) <= _COURTESY_WORDS and not line.rstrip().endswith(("?", "."))


def _every(text: str) -> Iterator[Claim]:
    """All claims, the surest kinds first: a date is no number, an address no name."""
    for match in _ADDRESS.finditer(text):
        words = match[0].rstrip(".,;:!?")
        keys = frozenset({f"address:{words.casefold()}"})
        yield Claim(ClaimKind.ADDRESS, match.start(), match.start() + len(words), words, keys)
    for pattern in DATES:
        for match in pattern.finditer(text):
            if keys := frozenset(_dates(match)):
                yield Claim(ClaimKind.DATE, match.start(), match.end(), match[0], keys)
    for match in _NUMBER.finditer(text):
        if len(match[0]) >= _LEAST_NUMBER:
            keys = frozenset({f"number:{_number(match[0])}"})
            yield Claim(ClaimKind.NUMBER, match.start(), match.end(), match[0], keys)
    yield from _names(text)


def _dates(match: re.Match[str]) -> Iterator[str]:
    """Keys of a date. A day of a month has the same key in every notation; a weekday is a key by
    itself."""
    parts = match.groupdict()
    if weekday := parts.get("w"):
        yield f"weekday:{WEEKDAYS[weekday.lower()]}"
        return
    if parts.get("a"):
        pairs = [(parts["a"], parts["b"]), (parts["b"], parts["a"])]
    else:
        month = parts.get("m") or MONTHS[(parts.get("n") or "").lower()]
        pairs = [(parts["d"], month)]
    for day, month in pairs:
        if 1 <= int(day) <= 31 and 1 <= int(month) <= 12:
            yield f"date:{int(month)}-{int(day)}"


def _number(words: str) -> str:
    """The key of a number: equal for 1,250.00, 1.250,00 and 1250, and another one for 14:30."""
    digits = re.sub(r"[ ']", "", words)
    if ":" in digits:
        return digits
    whole, _, rest = digits.replace(",", ".").rpartition(".")
    if whole and len(rest) != 3:
        return f"{whole.replace('.', '')}.{rest}".rstrip("0").rstrip(".")
    return digits.replace(",", "").replace(".", "")


def _names(text: str) -> Iterator[Claim]:
    """Names: capitalised words inside a sentence. German capitalises every noun: there, only
    names of two words or more count."""
    least = 2 if guess_language(text) == "de" else 1
    for match in _RUN.finditer(text):
        yield from _capitalised(text, match.start(), match[0], least)


def _capitalised(text: str, start: int, run: str, least: int) -> Iterator[Claim]:
    words = [(m.start(), m[0]) for m in re.finditer(r"\S+", run)]
    group: list[tuple[int, str]] = []
    for at, word in [*words, (len(run), "")]:
        plain = word.casefold().replace("’", "'").removesuffix("'s")
        if word[:1].isupper() and plain not in _COMMON and not _is_time(plain):
            group.append((at, word))
            continue
        yield from _name(text, start, group, least)
        group = []


def _name(text: str, start: int, group: list[tuple[int, str]], least: int) -> Iterator[Claim]:
    """The group as a claim; the first word of a sentence is no evidence."""
    if group and _begins(text, start + group[0][0]):
        group = group[1:]
    if len(group) < least or not group:
        return
    first, last = group[0][0], group[-1][0] + len(group[-1][1])
    words = text[start + first : start + last]
    keys = frozenset(_words(re.sub(r"['’]s\b", "", words)))
    yield Claim(ClaimKind.NAME, start + first, start + last, words, keys)


def _begins(text: str, at: int) -> bool:
    """Whether a sentence or a line begins there."""
    return _SENTENCE.search(text[max(0, at - 12) : at]) is not None or at == 0


def _words(text: str) -> Iterator[str]:
    """Every word as the key of a name, without case and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    for word in re.findall(r"\w+", "".join(c for c in plain if not unicodedata.combining(c))):
        yield f"name:{word}"


def _is_time(word: str) -> bool:
    return word in MONTHS or word in WEEKDAYS
