"""Where the words for a mail or a person end, and what is to be said begins. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from desktop_app.assistant.starter.wording.instructions import Introduced
from desktop_app.assistant.starter.wording.voices import RULES

_SAID, _COLON, _TOLD = Introduced.SAYING, Introduced.COLON, Introduced.INSTRUCTION
_NOUN = re.compile(r"\b(?:mail|e-?mail|message|one|note|thread)$", re.I)
_QUOTE = r"\s*[:,]?\s*(?=[\"“„«])"
_NAME = r"(?!(?-i:[A-ZÀ-Ý]))"
_PATTERNS: Mapping[str, tuple[tuple[str, Introduced], ...]] = {
    "en": (
        (r"\s*,?\s+(?:and\s+|by\s+)?(?:saying|telling (?:him|her|them))\s+(?=that\b)", _TOLD),
        (
            r"\s*,?\s+(?:and\s+|by\s+)?(?:saying|telling (?:him|her|them)|with the words)[\s:,]+",
            _SAID,
        ),
        (r"\s+with\s+(?=(?:a\s+)?(?:yes|no|thanks)\b)", _TOLD),
        (r"\s+(?=with\s)", _TOLD),
        (r"(?<!before)\s+(?=that\s)", _TOLD),
        (r"\s+(?=(?:yes|no|ok|okay|thanks|thank you)\b)", _SAID),
        (rf"\s+and\s+{_NAME}", _TOLD),
    ),
    "de": (
        (r"\s*,?\s*(?=dass\s)", _TOLD),
        (r"\s+mit\s+(?=(?:ja|nein|danke)\b)", _TOLD),
        (r"\s+(?=(?:ja|nein|danke|ok)\b)", _SAID),
        (rf"\s+und\s+{_NAME}", _TOLD),
    ),
    "fr": (
        (r"\s+en\s+(?:lui\s+)?disant\s+(?=que\b|qu')", _TOLD),
        (r"\s+en\s+(?:lui\s+)?disant\s+", _SAID),
        (r"\s+(?=que\s|qu')", _TOLD),
        (r"\s+(?=(?:oui|non|merci|ok)\b)", _SAID),
        (r"\s+(?:en|pour)\s+(?:lui\s+)?(?=demand(?:ant|er)\b)", _TOLD),
        (rf"\s+et\s+{_NAME}", _TOLD),
    ),
    "es": (
        (r"\s+diciendo(?:le)?\s+(?=que\b)", _TOLD),
        (r"\s+diciendo(?:le)?\s+", _SAID),
        (r"\s+(?=que\s)", _TOLD),
        (r"\s+(?=(?:s[ií]|no|gracias|ok)\b)", _SAID),
        (r"\s+(?=(?:pidi[eé]ndo|pregunt[aá]ndo)(?:le)?\b)", _TOLD),
        (rf"\s+y\s+{_NAME}", _TOLD),
    ),
}


@dataclass(frozen=True, slots=True)
class Parted:
    """`hint` names a mail or a person, `message` is what is to be said, empty for nothing yet."""

    hint: str
    message: str
    introduced: Introduced = Introduced.INSTRUCTION


def parted(text: str, language: str) -> Parted:
    """The text at the earliest place where something to be said begins."""
    whole = f" {text.strip()}"
    found: list[tuple[int, int, int, Introduced]] = []
    for rank, (pattern, introduced) in enumerate(_compiled(language)):
        for match in pattern.finditer(whole):
            if _NOUN.search(whole[: match.start()]) and "that" in pattern.pattern:
                continue
            found.append((match.start(), rank, match.end(), introduced))
            break
    if not found:
        return Parted(whole.strip(), "")
    start, _, end, introduced = min(found)
    return Parted(whole[:start].strip(" ,"), whole[end:].strip(), introduced)


def _compiled(language: str) -> list[tuple[re.Pattern[str], Introduced]]:
    rules = RULES[language]
    table = [
        (_QUOTE, _SAID),
        (rf"\s*,?\s+(?:(?:{rules.joins}|to|um|pour|para)\s+)?(?={rules.starts})", _TOLD),
        *_PATTERNS[language],
        (rf"\s*[:,]\s+(?={rules.starts})", _TOLD),
        (r"\s*:\s*", _COLON),
        (r"\s*,\s+", _COLON),
    ]
    return [(re.compile(pattern, re.I), introduced) for pattern, introduced in table]
