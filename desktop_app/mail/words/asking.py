"""Whether the new words of a mail ask something, by question marks and phrases.

English, German, French and Spanish. Pure text in, no model. Only the first thousands of characters
are looked at, and each pattern is linear in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from desktop_app.mail.reader import quote
from desktop_app.mail.words.asking_phrases import (
    ADDRESSED,
    EXCLAIMED,
    NO_ANSWER,
    PLEASANTRY,
    REQUEST,
    RHETORICAL,
    SOFT,
    TAG,
    UNMARKED,
)
from desktop_app.mail.words.asking_statements import STATEMENTS

LOOKED_AT = 6_000
_MOST_SENTENCES = 150
_LINK = re.compile(r"https?://\S+|www\.\S+|<[^<>\s]{1,200}>|\S{1,80}@\S{1,200}")
_MARK = re.compile(r"^\s{0,3}[>|]")
_DEVICE = re.compile(
    r"^(?:sent from my|gesendet von meinem|von meinem .{1,20} gesendet|envoyé de mon|envoyé depuis"
    r"|enviado desde mi|get outlook for)\b",
    re.IGNORECASE,
)
_FOOTER = re.compile(r"^(?:-{2,}|_{2,}|\*{3,}|={3,})\s*$")


_ASIDE = re.compile(r"(?<=\S) \([^()]{1,200}\?\)")
"""A question in brackets inside a sentence, which is put to nobody."""

_SHOUTED = re.compile(r"\?[?!]|![?]")
"""A question that is a cry, unless it speaks to somebody."""

_POSTSCRIPT = re.compile(r"\s*p\.? ?s\b", re.IGNORECASE)
_TO_WHOM = re.compile(r"@?\w[\w'-]{1,20}(?: \w[\w'-]{1,20})?:")
_TOLD = re.compile(r"^(?:yes|no|ja|nein|oui|non|sí|si)\b[^?]{0,60}$", re.IGNORECASE)
_CAPITAL = re.compile(r"^(?:@|(?:und|and|et|y) )?(\w[\w'-]{1,20}) ?[,:–-] ?(?=\S)")
_AT = re.compile(r"@(\w[\w'-]{1,30})")


class Ask(Enum):
    QUESTION = "question"
    REQUEST = "request"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence that asks; `names` are those it speaks to, folded (`Sam, can you …`)."""

    ask: Ask
    text: str
    names: frozenset[str]


def new_words(text: str) -> str:
    """The text without quoted history, replies' quotes, signature, links and a device's line."""
    text = text[:200_000]
    start = quote.history_start(text)
    if start >= 0:
        text = text[:start]
    cut = quote.signature_start(text)
    if cut >= 0:
        text = text[:cut]
    kept: list[str] = []
    for line in map(str.rstrip, text.split("\n")):
        if _MARK.match(line) or quote.is_attribution(line):
            continue
        if quote.is_forward(line):
            break
        if _DEVICE.match(line.strip()) or (_FOOTER.match(line.strip()) and any(kept)):
            break
        kept.append(line)
    return _LINK.sub(" ", "\n".join(kept)).strip()[:LOOKED_AT]


def without_name(text: str, sender: str) -> str:
    """`new_words` up to the line in which the sender signs: what stands below it is a card or a
    slogan, but for a postscript."""
    names = {name.casefold() for name in (sender, *sender.split()[:1]) if name}
    lines = text.split("\n")
    signed = (n for n, line in enumerate(lines) if n and line.strip(" ,.–—-").casefold() in names)
    end = next(signed, None)
    if end is None:
        return text
    later = (n for n in range(end + 1, len(lines)) if _POSTSCRIPT.match(lines[n]))
    return "\n".join((*lines[:end], *lines[next(later, len(lines)) :])).strip()


def wants_no_answer(text: str) -> bool:
    """Whether `new_words` say that no answer is needed."""
    return NO_ANSWER.search(text) is not None


def asking(text: str) -> Iterator[Sentence]:
    """The sentences of `new_words` that ask something, in order."""
    for sentence in sentences(text):
        found = _ask_of(sentence)
        if found is not None:
            yield Sentence(found, sentence, _spoken_to(sentence))


def is_question(sentence: str) -> bool:
    """Whether a sentence with a question mark wants an answer: pleasantries want none."""
    return sentence.rstrip().endswith("?") and _ask_of(sentence) is Ask.QUESTION


def sentences(text: str) -> list[str]:
    """Sentences of a text whose lines may be wrapped; at most the first 150."""
    found: list[str] = []
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*•–]|\d{1,2}[.)])\s)", text):
        flat = " ".join(paragraph.split())
        pieces = [s for s in re.split(r"(?<=[.!?…:;])\s+(?=\S)", flat) if s]
        found += _with_whom(pieces)
    return found[:_MOST_SENTENCES]


def _with_whom(pieces: list[str]) -> list[str]:
    """A name before a colon belongs to what it is told (`@Alex: can you …`)."""
    joined: list[str] = []
    for piece in pieces:
        if joined and _TO_WHOM.fullmatch(joined[-1]):
            joined[-1] += f" {piece}"
        else:
            joined.append(piece)
    return joined


def _ask_of(sentence: str) -> Ask | None:
    sentence = _ASIDE.sub("", sentence)
    bare = sentence.strip(" \"'“”«»()*_-–•").strip()
    if len(bare) < 3:
        return None
    question = "?" in sentence[-4:]
    core = bare.rstrip("?!. ").strip().lstrip("¿¡ ").strip()
    if question and _SHOUTED.search(sentence) and not ADDRESSED.search(bare):
        return None
    if question:
        return Ask.QUESTION if _is_question(core) else None
    if SOFT.search(bare) or _TOLD.match(bare):
        return None
    if UNMARKED.match(bare.rstrip(".")):
        return Ask.QUESTION
    return Ask.REQUEST if REQUEST.search(bare) or STATEMENTS.search(bare) else None


def _is_question(core: str) -> bool:
    after = core.rpartition(",")[2].strip()
    if RHETORICAL.fullmatch(core) or (TAG.fullmatch(after) and not UNMARKED.match(core)):
        return False
    if PLEASANTRY.fullmatch(after) or (PLEASANTRY.match(core) and len(core) < 60):
        return False
    return not (SOFT.search(core) or EXCLAIMED.match(core))


def _spoken_to(sentence: str) -> frozenset[str]:
    found = {match[1] for match in _AT.finditer(sentence)}
    first = _CAPITAL.match(sentence.lstrip(" -*•"))
    if first is not None and first[1][0].isupper():
        found.add(first[1])
    return frozenset(name.casefold() for name in found)
