"""A writing style as a few plain sentences, and what the person's changes to proposals have in
common. The person reads and edits them; a model is given them, and what they say of greetings and
sign-offs can be read back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from desktop_app.mail.words.style_phrases import LANGUAGES
from desktop_app.mail.words.writing_style import (
    LEAST,
    LanguageStyle,
    Use,
    WritingStyle,
    greeting_of,
    sign_off_of,
)
from desktop_app.model.address import Address

MUCH = 0.8
"""A text this many times as long as it was counts as shortened."""

_USES = {Use.NEVER: "no {}", Use.OFTEN: "{} often"}


@dataclass(frozen=True, slots=True)
class EditedProposal:
    """Words that were proposed, and what the person made of them before sending."""

    proposed: str
    sent: str
    to: tuple[Address, ...]
    writer: Address


@dataclass(frozen=True, slots=True)
class Habits:
    """What the sentences of a style say of one language. `greeting` and `sign_off` are empty where
    the person uses none, None where nothing is said of them; a sign-off may have two lines."""

    greeting: str | None = None
    sign_off: str | None = None
    address: str = ""

    def over(self, general: Habits) -> Habits:
        """These, and the general ones where these say nothing."""
        return Habits(
            general.greeting if self.greeting is None else self.greeting,
            general.sign_off if self.sign_off is None else self.sign_off,
            self.address or general.address,
        )


_BEGIN = re.compile(r"\bbegin (?:with “(?P<words>[^“”\n]{1,80})”|at once)")
_FINISH = re.compile(
    r"\bend (?:with “(?P<words>[^“”\n]{1,80})”(?: and below it “(?P<below>[^“”\n]{1,80})”)?"
    r"|without a sign-off)"
)
_SAY = re.compile(r"\bsay (?P<address>\w+)")
_MADE = re.compile(r"^You make of “([^“”\n]+)” the (beginning|end) “([^“”\n]+)”\.$", re.MULTILINE)


def habits_in(text: str, language: str) -> Habits:
    """What a style's sentences say of `language` (ISO 639-1), also where the person has edited
    them."""
    start = f"In {LANGUAGES.get(language, language)} you "
    line = next((line for line in text.splitlines() if line.startswith(start)), "")
    begin, end, say = (pattern.search(line) for pattern in (_BEGIN, _FINISH, _SAY))
    return Habits(
        None if begin is None else begin["words"] or "",
        None if end is None else "\n".join(filter(None, (end["words"], end["below"]))),
        say["address"] if say is not None else "",
    )


def made_of(text: str, what: str, words: str) -> str:
    """What the person makes of a proposed `beginning` or `end`; the words themselves where the
    sentences say nothing of them."""
    for old, where, new in _MADE.findall(text):
        if where == what and old == _one_line(words):
            return str(new).replace(" / ", "\n")
    return words


def style_words(style: WritingStyle) -> str:
    """The style in plain sentences, a line each."""
    lines = [_which(style.languages)] if style.languages else []
    lines += [line for each in style.languages if (line := _habits(each))]
    plural = "s" if style.sentences > 1 else ""
    lines.append(
        f"Your mails have about {_rounded(style.words)} words, in paragraphs of {style.sentences} "
        f"sentence{plural}."
    )
    marks = {"exclamation marks": style.exclamation, "emoji": style.emoji, "lists": style.bullets}
    uses = [_USES[use].format(what) for what, use in marks.items() if use in _USES]
    if uses:
        lines.append(f"You use {_listed(uses)}.")
    return "\n".join(lines)


def _which(languages: Sequence[LanguageStyle]) -> str:
    names = [LANGUAGES.get(each.language, each.language) for each in languages]
    also = f", also in {_listed(names[1:])}" if names[1:] else ""
    return f"You write in {names[0]}{also}."


def _habits(style: LanguageStyle) -> str:
    parts = []
    if style.greeting is not None:
        parts.append(f"begin with “{style.greeting}”" if style.greeting else "begin at once")
    if style.sign_off is not None:
        end = style.sign_off.replace("\n", "” and below it “")
        parts.append(f"end with “{end}”" if style.sign_off else "end without a sign-off")
    if style.address:
        parts.append(f"say {style.address}")
    name = LANGUAGES.get(style.language, style.language)
    return f"In {name} you {_listed(parts)}." if parts else ""


def edit_words(edits: Sequence[EditedProposal]) -> str:
    """What the person's changes to proposals have in common, a line each; empty for nothing. Only
    what was done twice or more, and in half of them, counts."""
    lines = []
    sizes = [(len(each.proposed.split()), len(each.sent.split())) for each in edits]
    shorter = [pair for pair in sizes if pair[1] <= pair[0] * MUCH]
    longer = [pair for pair in sizes if pair[0] <= pair[1] * MUCH]
    for which, pairs in (("shorter", shorter), ("longer", longer)):
        if _recurs(len(pairs), edits):
            before, after = (_rounded(round(median(side))) for side in zip(*pairs, strict=True))
            lines.append(f"You make proposed texts {which}: {before} words became {after}.")
    if _recurs(sum("!" in each.proposed and "!" not in each.sent for each in edits), edits):
        lines.append("You take exclamation marks out of proposed texts.")
    for what, changes in (("beginning", _greetings(edits)), ("end", _sign_offs(edits))):
        (old, new), count = Counter(changes).most_common(1)[0] if changes else (("", ""), 0)
        if _recurs(count, edits):
            lines.append(_changed(what, old, new))
    return "\n".join(lines)


def _changed(what: str, old: str, new: str) -> str:
    if not new:
        return f"You take the {what} “{_one_line(old)}” away."
    become = f"the {what} “{_one_line(new)}”"
    return f"You make of “{_one_line(old)}” {become}." if old else f"You add {become}."


def _greetings(edits: Sequence[EditedProposal]) -> list[tuple[str, str]]:
    pairs = [(greeting_of(e.proposed, e.to)[0], greeting_of(e.sent, e.to)[0]) for e in edits]
    return [(old, new) for old, new in pairs if old != new]


def _sign_offs(edits: Sequence[EditedProposal]) -> list[tuple[str, str]]:
    pairs = [
        (sign_off_of(e.proposed, e.writer)[0], sign_off_of(e.sent, e.writer)[0]) for e in edits
    ]
    return [(old, new) for old, new in pairs if old != new]


def _recurs(count: int, edits: Sequence[EditedProposal]) -> bool:
    return count >= LEAST and count * 2 >= len(edits)


def _one_line(text: str) -> str:
    return text.replace("\n", " / ")


def _rounded(words: int) -> int:
    return words if words < 20 else round(words, -1)


def _listed(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))
