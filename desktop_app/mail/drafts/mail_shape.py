"""The shape of a mail in a text: a line that greets, a line that closes, lines of a head. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from desktop_app.mail.words.style_phrases import CLOSINGS, OPENINGS

LONGEST_GREETING, LONGEST_CLOSING = 80, 60
MOST_NAMES = 4
"""Lines below a closing that can name who writes."""

_SUBJECT = re.compile(
    r"^[ \t]*[*_]{0,2}(?:subject|betreff|objet|asunto|oggetto|assunto|onderwerp|ämne|emne|temat)"
    r"(?: line)?[*_]{0,2}[ \t]*:[*_]{0,2}[ \t]*(?P<value>\S[^\n]{0,300}|)$",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"^[ \t]*[*_]{0,2}(?:to|cc|bcc|from|date|an|von|datum|à|de|para|da|body|email body|nachricht)"
    r"[*_]{0,2}[ \t]*:[*_]{0,2}[ \t]*[^\n]{0,300}$",
    re.IGNORECASE,
)
MOST_HEAD = 6
"""Lines of a head."""


@dataclass(frozen=True, slots=True)
class Head:
    """The subject that a text begins with, empty without one, and the text below it."""

    subject: str
    rest: str


def headed(text: str) -> Head:
    """The head of a text that begins with `Subject:`, with other fields around it or not."""
    lines = text.split("\n")
    subject, place = "", 0
    while place < len(lines) and not lines[place].strip():
        place += 1
    for line in lines[place : place + MOST_HEAD]:
        found = _SUBJECT.match(line)
        if found is not None and not subject:
            subject = found["value"].strip().strip("*_").strip()
        elif found is not None or not _OTHER.match(line):
            break
        place += 1
    return Head(subject, "\n".join(lines[place:]).lstrip("\n")) if subject else Head("", text)


def greets(line: str) -> bool:
    """Whether a line is a greeting: `Hi Dana,`."""
    bare = line.strip().strip("*_")
    if not bare or len(bare) > LONGEST_GREETING:
        return False
    words = bare.rstrip(",!:.").lower().split()
    opens = any(" ".join(words[:n]) in OPENINGS for n in (2, 1))
    return opens and (bare[-1] in ",!:" or len(words) <= 4)


def closes(line: str) -> bool:
    """Whether a line is a closing: `Best regards,`."""
    bare = line.strip().strip("*_")
    return len(bare) <= LONGEST_CLOSING and bare.rstrip(",.!;: ").lower() in CLOSINGS


@dataclass(frozen=True, slots=True)
class WrittenMail:
    """A mail that stands in a text: its subject, empty without one, and its words."""

    subject: str
    body: str


def written_mail(text: str) -> WrittenMail | None:
    """The one mail that a text holds among other words, None where it holds none: a greeting and a
    closing on lines of their own, or a subject above a greeting."""
    lines = text.replace("```", "\n").split("\n")
    lines = [re.sub(r"^[ \t]*>[ \t]?", "", line) for line in lines]
    first = next((n for n, line in enumerate(lines) if greets(line)), None)
    if first is None:
        return None
    subjects = (_SUBJECT.match(line) for line in lines[max(0, first - MOST_HEAD) : first])
    subject = next((found["value"].strip(" *_") for found in subjects if found), "")
    last = next((n for n, line in enumerate(lines) if n > first + 1 and closes(line)), None)
    if last is None:
        return None
    end = last + 1
    while end < len(lines) and end <= last + MOST_NAMES and lines[end].strip():
        end += 1
    others = sum(map(greets, lines[end:]))
    body = "\n".join(lines[first:end]).strip()
    return None if others else WrittenMail(subject, body)
