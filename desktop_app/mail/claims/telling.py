"""What a text tells that a stranger to it could not know: codes, account numbers, passwords,
names, addresses and the words of its sentences. Work is linear in the text."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from desktop_app.mail.claims.claim_dates import dates
from desktop_app.mail.claims.claim_numbers import CODE, digits_in_words
from desktop_app.mail.claims.telling_words import folded, stem, tells

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|\n\s*\n|\n(?=\s*[-*•>\d])")
_RUN = re.compile(r"(?<![\d.,])\d(?:[ \u00a0\-./()]{0,2}\d){3,40}")
_ACCOUNT = re.compile(r"\b[A-Z]{2}\d{2}(?:[ \u00a0]?[A-Z0-9]{2,4}){3,8}\b")
_MIXED = re.compile(r"(?<![\w@.-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9][\w-]{4,40}(?![\w-])")
_SHORT = re.compile(r"(?<![\w.,:-])(?:\d{2,3}[A-Z]|[A-Z]\d{2,3})(?![\w-])")
_ADDRESS = re.compile(
    r"https?://[^\s<>\"')\]]{4,300}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+"
    r"|www\.[^\s<>\"')\]]{4,300}"
)
_SECRET = re.compile(
    r"\b(?:pass(?:word|code|phrase)|pass\s(?:word|code|phrase)|pin|code|login|user ?name"
    r"|wi-?fi|wlan|network|ssid|anmeldename|benutzername|netzwerk"
    r"|\w{0,20}(?:passwort|kennwort|losung|code)|schlüssel|mot de passe|code|contraseña|clave)\b"
    r"[^.!?\n]{0,30}?(?:\b(?:is|are|was|ist|lautet|war|est|es|reads)\b|[:=])\s*"
    r"(?:now |still |jetzt )?[\"'“”„«‘]?([^\s\"'“”„«»‘’.,;!?]{3,40})"
    r"(?:\s?[/,|]\s?([^\s\"'“”„«»‘’.,;!?]{3,40}))?",
    re.I,
)
_NAMES = re.compile(
    r"\b[A-ZÀ-Þ][\w'’-]{1,30}(?:[ \u00a0](?:(?:van|von|de|der|den|la|le|du|di|da|al|&) ){0,2}"
    r"[A-ZÀ-Þ][\w'’-]{1,30}){1,3}"
)
_TITLED = re.compile(
    r"\b(?:herrn?|frau|mrs?|ms|dr|prof|mme|madame|monsieur|señora?|sra?|client|customer|patient"
    r"|tenant|competitor|family|familie|kunden?|kundin|patientin|mieter|mieterin|firma|famille"
    r"|cliente|familia|paciente)\b\.?\s+((?-i:[A-ZÀ-Þ])[\w'’-]{1,30})"
    r"|((?-i:[A-ZÀ-Þ])[\w'’-]{1,30})\s+(?:family|account|contract|case|deal|house)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Sentence:
    start: int
    end: int
    words: tuple[str, ...]
    """All folded words."""

    stems: frozenset[str]
    """Stems of those that tell something."""


def split(text: str) -> list[str]:
    """The folded words of a text, without a possessive ending."""
    return [folded(m[0].removesuffix("'s").removesuffix("’s")) for m in WORD.finditer(text)]


def runs(text: str) -> Iterator[tuple[int, int, str]]:
    """Places and digits of numbers of four digits or more, in groups or not, and in words."""
    for match in _RUN.finditer(text):
        yield match.start(), match.end(), re.sub(r"\D", "", match[0])
    yield from digits_in_words(text)


def codes(text: str) -> Iterator[tuple[int, int, str]]:
    """Places and keys of account numbers, and of words of letters and digits."""
    for match in _ACCOUNT.finditer(text):
        yield match.start(), match.end(), re.sub(r"\s", "", match[0]).casefold()
    for pattern in (CODE, _MIXED, _SHORT):
        for match in pattern.finditer(text):
            yield match.start(), match.end(), re.sub(r"[-_]", "", match[0]).casefold()


def addresses(text: str) -> Iterator[tuple[int, int, str]]:
    """Places and keys of mail addresses and links."""
    for match in _ADDRESS.finditer(text):
        words = match[0].rstrip(".,;:!?")
        plain = re.sub(r"^(?:https?://)?(?:www\.)?", "", words.casefold()).rstrip("/")
        yield match.start(), match.start() + len(words), plain


def is_public_page(key: str) -> bool:
    """Whether the key of an address is that of a page that anybody may read, as its words tell: no
    query, no mark, and nothing in it that could be a key. A share link has one."""
    host, _, path = key.partition("/")
    plain = not re.search(r"[?#=&%@]", key) and "." in host
    return plain and all(
        re.fullmatch(r"[^\W\d_]{0,24}(?:-[^\W\d_]{1,24})*", p) for p in path.split("/")
    )


def secrets(text: str) -> Iterator[str]:
    """Words that a text says are a password or a code."""
    for match in _SECRET.finditer(text):
        for word in (folded(each) for each in match.groups() if each):
            if tells(word):
                yield word


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a text, one line of a list each."""
    days, start = deque(_days(text)), 0
    for end, begins in (
        *((m.start(), m.end()) for m in _SENTENCE_END.finditer(text)),
        (len(text), len(text)),
    ):
        words = tuple(split(text[start:end]))
        named = set[str]()
        while days and days[0][0] < begins:
            named.add(days.popleft()[1])
        if words:
            telling = named.union(stem(word) for word in words if tells(word))
            yield Sentence(start, end, words, frozenset(telling))
        start = begins


def _days(text: str) -> list[tuple[int, str]]:
    """The days that a text names, by day and month, with their places, in order."""
    said = ((claim.start, key) for claim in dates(text) for key in claim.supports)
    return sorted(day for day in said if day[1].startswith("date:") and "@" not in day[1])


def names(text: str) -> Iterator[tuple[int, int, str]]:
    """Places and words of names of several words, and of those behind a title."""
    for match in _NAMES.finditer(text):
        yield match.start(), match.end(), match[0]
    yield from titled(text)


def titled(text: str) -> Iterator[tuple[int, int, str]]:
    """Places and words of names behind a title, or beside a word such as *client*."""
    for match in _TITLED.finditer(text):
        group = match.lastindex or 0
        yield match.start(group), match.end(group), match[group]


def capital_words(text: str) -> Iterator[tuple[int, int, str]]:
    """Places and words of all that begins with a capital."""
    for match in re.finditer(r"(?<![\w@.])[A-ZÀ-Þ][\w'’-]{2,40}", text):
        yield match.start(), match.end(), match[0].removesuffix("'s").removesuffix("’s")
