"""Claims of fact in a text (amounts, numbers, dates, names, addresses), compared with sources.

The comparison is deterministic: no model, no network, no judgement of truth. In doubt it reports
nothing: a name counts only where it can be told from other words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace

from desktop_app.mail.claims.claim import Claim, ClaimKind
from desktop_app.mail.claims.claim_dates import dates, is_time_word, times
from desktop_app.mail.claims.claim_numbers import numbers, numbers_said
from desktop_app.mail.claims.telling_words import GRAMMAR
from desktop_app.mail.words.language import guess_language

_TLD = (
    "com|net|org|io|de|fr|es|eu|info|example|biz|shop|app|co|uk|ch|at|me|ly|link|xyz|top"
    "|ru|cn|online|site"
)
_ADDRESS = re.compile(
    r"https?://[^\s<>\"')\]]+|[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+|www\.[^\s<>\"')\]]+"
    rf"|(?<![\w@.-])(?:[a-z0-9-]{{1,63}}\.){{1,5}}(?:{_TLD})\b(?![\w@.-]*@)(?:/[^\s<>\"')\]]*)?",
    re.I,
)
_SPACES = str.maketrans(dict.fromkeys("\u00a0\u2007\u2009\u202f\u2002\u2003", " "))
_COURTESY_WORDS = 5
"""Characters of a number that counts as a claim: *3 questions*, *2 ways* are not worth a mark."""

_RUN = re.compile(r"[^\W\d_][\w’'-]*(?:[ ]+[^\W\d_][\w’'-]*)*")
_SENTENCE = re.compile(r"(?:^|[.!?:…]\s+|\n)\s*(?:[^\w\s]{1,6}\s*)?$")
_NAME = r"(?P<name>(?-i:[A-ZÀ-Ý])[\w'’-]+(?: (?-i:[A-ZÀ-Ý])[\w'’-]+)?)"
_TITLED = re.compile(
    rf"\b(?:herrn?|frau|mrs?|ms|dr|prof|mme|monsieur|madame|señora?|sra?)\b\.?\s+{_NAME}", re.I
)
_DOES = re.compile(
    rf"(?:^|(?<=[.!?]\s)|(?<=\n)){_NAME} (?:said|says|told|tells|asked|wrote|writes|agreed"
    rf"|agrees|confirmed"
    r"|promised|called|thinks|wants|mentioned|suggested|approved|signed|sagte?|schrieb|meinte?|bestätigte?"
    r"|versprach|möchte|will|hat (?:\w+ )?(?:gesagt|bestätigt|geschrieben|zugestimmt)|a "
    r"(?:dit|confirmé|écrit"
    r"|accepté|signé)|veut|dijo|confirmó|escribió|aceptó|quiere|ha (?:dicho|confirmado|escrito))\b",
    re.I | re.M,
)
"""In English, `will` says only that something is to come: see `_STARTERS`."""

_STARTERS = frozenset(
    "i he she it we they you this that these those who everyone everybody someone somebody "
    "nobody one all"
    " what which there here er sie es wir ihr ich man das dies jemand niemand alle wer was "
    "il elle on nous"
    " vous je tu ça cela tout qui él ella usted ustedes nosotros yo esto eso alguien nadie "
    "quien he'll"
    " when where how why whose please if wann wo wie warum quand où comment pourquoi"
    " payment delivery shipping everything nothing work".split()
)
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
    """All that `text` says: its claims, each number, and every word of it as a name."""
    said = frozenset(_words(text)) | numbers_said(text.translate(_SPACES), guess_language(text))
    return said.union(*(claim.supports for claim in _every(text)))


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
    language, spaced = guess_language(text), text.translate(_SPACES)
    for match in _ADDRESS.finditer(text):
        words = match[0].rstrip(".,;:!?")
        keys, says = _address_keys(words)
        end = match.start() + len(words)
        yield Claim(ClaimKind.ADDRESS, match.start(), end, words, keys, says)
    for claim in (*dates(spaced), *times(spaced), *numbers(spaced, language)):
        yield replace(claim, words=text[claim.start : claim.end])
    yield from _names(text, language)


def _address_keys(words: str) -> tuple[frozenset[str], frozenset[str]]:
    """The address without scheme; in a source it supports its host by itself too."""
    plain = re.sub(r"^(?:https?://)?(?:www\.)?", "", words.casefold()).rstrip("/")
    host = re.split(r"[/?#]", plain.rpartition("@")[2], maxsplit=1)[0]
    return frozenset({f"address:{plain}"}), frozenset({f"address:{plain}", f"address:{host}"})


def _names(text: str, language: str) -> Iterator[Claim]:
    """Names: capitalised words inside a sentence, or before a verb of what people do. German
    capitalises every noun: there, only names of two words or more count, or behind a title."""
    least = 2 if language == "de" else 1
    for match in (*_TITLED.finditer(text), *_DOES.finditer(text)):
        words = match["name"]
        if not _starts(words):
            keys = frozenset(_words(re.sub(r"['’]s\b", "", words)))
            yield Claim(ClaimKind.NAME, match.start("name"), match.end("name"), words, keys)
    for match in _RUN.finditer(text):
        yield from _capitalised(text, match.start(), match[0], least)


def _starts(words: str) -> bool:
    """Whether it is a word that begins a sentence, and no name: *I've told you*, *As agreed*."""
    word = re.split("['’]", words.casefold())[0]
    return word in _STARTERS or word in GRAMMAR


def _capitalised(text: str, start: int, run: str, least: int) -> Iterator[Claim]:
    words = [(m.start(), m[0]) for m in re.finditer(r"\S+", run)]
    group: list[tuple[int, str]] = []
    for at, word in [*words, (len(run), "")]:
        plain = word.casefold().replace("’", "'").removesuffix("'s")
        if word[:1].isupper() and plain not in _COMMON and not is_time_word(plain):
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
