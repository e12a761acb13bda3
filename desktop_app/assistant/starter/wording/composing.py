"""Composing: sentences of a letter out of an instruction, and what is left to the person."""

from __future__ import annotations

import re
from dataclasses import dataclass

from desktop_app.assistant.starter.wording.acts import Act, Gist, Quote, Sentence, Unclear
from desktop_app.assistant.starter.wording.guard import is_no_sentence
from desktop_app.assistant.starter.wording.instructions import Introduced, acts_of
from desktop_app.assistant.starter.wording.meanings import in_words
from desktop_app.assistant.starter.wording.text import capitalised

_CHAT: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"(?<![\w.'’@-]){pattern}(?![\w'’@-])", re.I), words)
    for pattern, words in (
        (r"(?:pls|plz)", "please"), (r"(?:thx|thanx)", "thanks"), (r"(?-i:u)", "you"),
        (r"(?-i:ur)", "your"), (r"(?-i:im)", "I'm"), (r"dont", "don't"), (r"cant", "can't"),
        (r"wont", "won't"), (r"didnt", "didn't"), (r"isnt", "isn't"),
    )
)  # fmt: skip
_SMALL_I = re.compile(r"(?<![\w.'’-])i(?=['’ ,.;?!])")
LONGEST_MARK = 300
"""Characters of the person's words in one placeholder; longer ones are several."""


@dataclass(frozen=True, slots=True)
class Voice:
    """`asked_in` is the language of the request, `writes` that of the letter; `familiar` readers
    are addressed as du, tu or tú; `mail` is the language of the mail that is answered, empty where
    it is not known."""

    asked_in: str = "en"
    writes: str = "en"
    familiar: bool = False
    mail: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """Paragraphs of a letter. `left` are words no rule makes sentences of, `foreign` those that
    would have to be translated; both stand in `text` as placeholders, which block sending."""

    text: str
    left: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()


def compose(
    instruction: str, voice: Voice, introduced: Introduced = Introduced.INSTRUCTION
) -> Words:
    """The instruction as sentences of the person's. Empty for an empty instruction."""
    acts = acts_of(instruction, voice.asked_in, familiar=voice.familiar, introduced=introduced)
    paragraphs, line = list[str](), list[str]()
    left, foreign = list[str](), list[str]()
    for act in map(_guarded, acts):
        text = _worded(act, voice)
        alone = isinstance(act, Quote) and (not text or text[-1] not in ".!?…")
        if text is not None and "\n" not in text and not alone:
            line.append(text)
            continue
        if line:
            paragraphs.append(" ".join(line))
            line.clear()
        if text is not None:
            paragraphs.append(text)
            continue
        words = act.text if isinstance(act, Unclear | Sentence) else instruction
        (left if isinstance(act, Unclear) else foreign).append(words)
        paragraphs.append(placeholder(words))
    if line:
        paragraphs.append(" ".join(line))
    return Words("\n\n".join(paragraphs), tuple(left), tuple(foreign))


def _guarded(act: Act) -> Act:
    """The act; words for the person to rewrite where its sentence still holds an instruction."""
    if isinstance(act, Sentence) and is_no_sentence(act.text, act.language):
        return Unclear(act.text)
    return act


def _worded(act: Act, voice: Voice) -> str | None:
    match act:
        case Quote():
            return act.text
        case Gist():
            return in_words(act, voice.writes, familiar=voice.familiar)
        case Sentence():
            if act.language == voice.writes:
                return capitalised(spelt(act.text)) if act.language == "en" else act.text
            if act.gist is not None:
                return in_words(act.gist, voice.writes, familiar=voice.familiar)
    return None


def spelt(text: str) -> str:
    """Chat spellings of English as they are written in a letter."""
    for pattern, written in _CHAT:
        text = pattern.sub(written, text)
    return _SMALL_I.sub("I", text)


def placeholder(words: str) -> str:
    """Words for the person to rewrite, marked so that they can't be sent by oversight."""
    plain = re.sub(r"[\[\]]", lambda m: "(" if m[0] == "[" else ")", " ".join(words.split()))
    pieces, rest = list[str](), plain
    while len(rest) > LONGEST_MARK:
        cut = rest.rfind(" ", 0, LONGEST_MARK)
        cut = cut if cut > 0 else LONGEST_MARK
        pieces.append(rest[:cut])
        rest = rest[cut:].strip()
    pieces.append(rest)
    return " ".join(f"[rewrite: {piece}]" for piece in pieces if piece)
