"""Instructions taken apart: what a person wants said, piece by piece."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from desktop_app.assistant.starter.wording.acts import (
    Act,
    Gist,
    Meaning,
    Quote,
    Sentence,
    Unclear,
)
from desktop_app.assistant.starter.wording.days import read_days
from desktop_app.assistant.starter.wording.guard import instructs_inside
from desktop_app.assistant.starter.wording.languages import language_of_words
from desktop_app.assistant.starter.wording.manner import (
    first_manner_off,
    manner_behind_verb_off,
    manner_off,
)
from desktop_app.assistant.starter.wording.rules import Rules, gist_of
from desktop_app.assistant.starter.wording.tails import head_and_tail
from desktop_app.assistant.starter.wording.text import SHAPELESS, as_sentence
from desktop_app.assistant.starter.wording.voices import RULES
from desktop_app.assistant.starter.wording.whether import as_question, is_whether

_QUOTED = re.compile(r"[\"“„«»](?!\s*$)\s*([^\"“”„«»]+?)\s*[\"”“»«]")
_MARK = re.compile("[\ue000-\uf8ff]")
"""Private-use characters stand for quoted words while the rest is taken apart."""

_INSTEAD = re.compile(
    r"^(?:rather|better|maybe|perhaps|what about|how about|lieber|besser|vielleicht|eher|plutôt"
    r"|peut-être|mejor|quizás?)\s+"
    r"|\s+(?:instead|rather|stattdessen|plutôt|mejor|en su lugar)$|\?$",
    re.I,
)
_AND_THAT: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "en": re.compile(
            r"(?<=\w),? and (?=that (?:i|i'\w+|we|we'\w+|the|it|my|our|he|she|they"
            r"|(?:\w+ ){1,3}(?:is|are|was|were|will|would|can|has|have"
            r"|works?))\b)",
            re.I,
        ),
        "de": re.compile(r"(?<=\w),? und (?=dass\b)", re.I),
        "fr": re.compile(r"(?<=\w),? et (?=qu(?:e\b|'))", re.I),
        "es": re.compile(r"(?<=\w),? y (?=que\b)", re.I),
    }
)
_THAT = re.compile(r"\bque\b|\bqu'", re.I)
_NEW_THAT = re.compile(r"\. (?=(?:that|dass|que)\b|qu')", re.I)


def _asking(verb: str, joint: str, words: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    return (
        re.compile(verb, re.I),
        re.compile(rf",?\s+{joint}\s+(?=(?:{words})\b(?!\s*$))", re.I),
    )


_ASKS: Mapping[str, tuple[re.Pattern[str], re.Pattern[str]]] = MappingProxyType(
    {
        "en": _asking(
            r"ask(?:ing)?(?: (?:him|her|them|everyone))?(?= (?:if|whether|when|where|what|how|why"
            r"|who|which|for|about)\b)",
            "and",
            "if|whether|when|where|what|how|why|who|which",
        ),
        "de": _asking(
            r"frage?(?: (?:ihn|sie|ihnen))?(?=,? (?:ob|wann|wo|was|wie|warum"
            r"|wer)\b)",
            "und",
            "ob|wann|wo|was|wie|warum|wer",
        ),
        "fr": _asking(r"demande(?:-lui|-leur)?(?= )", "et", "si|quand|où|combien|comment|pourquoi"),
        "es": _asking(
            r"(?:pregunta|pregúnta(?:le"
            r"|les))(?= )",
            "y",
            "si|cuándo|dónde|cuánto|cómo|qué",
        ),
    }
)
_THEN = re.compile(r"^(?P<first>.+?)[,;.]\s+(?P<then>[^,;]+)$")
_YES_PLEASE = re.compile(
    r"^(?P<yes>yes|no|ja|nein|oui|non|sí|si|no)\s+(?=(?:please|thanks?|bitte|danke|merci|por favor"
    r"|gracias|we|i|you|it|that)\b)",
    re.I,
)


class Introduced(Enum):
    """How the words came: as what is to be said, after a colon, or as an instruction."""

    SAYING = "saying"
    COLON = "colon"
    INSTRUCTION = "instruction"


def acts_of(
    instruction: str,
    language: str,
    *,
    familiar: bool,
    introduced: Introduced = Introduced.INSTRUCTION,
) -> list[Act]:
    """Acts of an instruction written in `language`, in their order."""
    rules = RULES[language]
    quotes: list[str] = []

    def keep(match: re.Match[str]) -> str:
        quotes.append(match[1])
        return chr(0xE000 + len(quotes) - 1)

    text = _AND_THAT[language].sub(
        lambda m: m[0] if _THAT.search(instruction[: m.start()]) else ". ", instruction
    )
    text = _QUOTED.sub(keep, _MARK.sub("", text))[:4_000].strip()
    saying = rules.saying.match(text)
    if saying is not None:
        introduced, text = Introduced.SAYING, text[saying.end() :]
    found: list[Act] = []
    for place, piece in enumerate(_pieces(text, rules, introduced)):
        how = introduced if place == 0 else Introduced.INSTRUCTION
        found += _acts(piece, rules, familiar, how, quotes)
    return found


def _pieces(text: str, rules: Rules, introduced: Introduced) -> list[str]:
    """The instruction cut where a further one begins."""
    joint = re.compile(
        rf"(?P<sign>\s*[,;.]\s*)?(?P<join>(?:^|(?<=\s)|\s)(?:{rules.joins})\s+)?"
        rf"(?P<start>(?:{rules.starts}))",
        re.I,
    )
    pieces, start, place = list[str](), 0, 0
    while (match := joint.search(text, place)) is not None:
        place = match.end()
        if _is_cut(text, start, match, rules, introduced):
            pieces.append(text[start : match.start()])
            start = match.start("start")
    pieces.append(text[start:])
    whole = (
        one for each in pieces for part in _NEW_THAT.split(each) for one in _asked(part, rules)
    )
    return [piece for each in whole if (piece := each.strip(" ,;\n"))]


def _asked(piece: str, rules: Rules) -> list[str]:
    """`ask when it starts and if it is far` as two instructions to ask."""
    asks, further = _ASKS[rules.language]
    if not asks.match(piece):
        return [piece]
    first, *others = further.split(piece)
    verb = asks.match(piece)
    return [first, *(f"{verb[0] if verb else ''} {other}" for other in others)]


def _is_cut(
    text: str, start: int, match: re.Match[str], rules: Rules, introduced: Introduced
) -> bool:
    before = text[start : match.start()]
    if not before.strip() or not (match["sign"] or match["join"]):
        return False
    if match["sign"] and not match["join"]:
        if introduced is Introduced.SAYING:
            return False
        if match["sign"].strip() and not match["start"].lower().endswith("ing"):
            return True
    if rules.certain.match(text, match.start("start")):
        return True
    mine = rules.own.search(before) is not None
    return bool(match["sign"] and match["join"]) or not mine or _addressed(match["start"], rules)


def _addressed(start: str, rules: Rules) -> bool:
    return rules.addressed.search(start) is not None


def _acts(
    piece: str, rules: Rules, familiar: bool, how: Introduced, quotes: list[str]
) -> list[Act]:
    """Acts of one piece; quoted words that are all it says stay as they are."""
    bare = rules.before_quote.sub("", _MARK.sub("", piece)).strip(" ,;:.!?")
    if _MARK.search(piece) and not bare:
        return [Quote(quotes[ord(mark) - 0xE000]) for mark in _MARK.findall(piece)]
    whole = _MARK.sub(lambda m: f"“{quotes[ord(m[0]) - 0xE000]}”", piece)
    yes = rules.language == "es"  # whose `si` may also have been taken for a yes
    if is_whether(whole, rules.language) and (yes or how is not Introduced.SAYING):
        return _whether(whole, rules, familiar)
    if how is Introduced.SAYING and not rules.still_instruction.match(whole):
        return [_as_said(whole, rules, familiar, how)]
    then = _THEN.match(whole)
    if then is not None and (other := _other_day(then["then"], rules.language)) is not None:
        return [*_acts(then["first"], rules, familiar, how, quotes), other]
    head, tail = head_and_tail(whole, rules)
    if rules.things.match(head) or rules.things.match(first_manner_off(head)):
        head = manner_off(head)
    elif how is not Introduced.SAYING and re.match(rules.starts, head, re.I):
        head = manner_behind_verb_off(head)
    for pattern, make in rules.rows:
        match = pattern.match(head)
        if match is not None:
            return [*_each_that(match, make(match, familiar), rules), *_tail(tail, rules, familiar)]
    return _said(whole, rules, familiar, how)


def _whether(clause: str, rules: Rules, familiar: bool) -> list[Act]:
    """`if she can come` behind a verb of telling, asked of the reader."""
    asks = as_question(clause, rules.language, familiar=familiar)
    for pattern, make in rules.rows if asks else ():
        match = pattern.match(asks)
        if match is not None:
            act = make(match, familiar)
            return [Unclear(clause) if isinstance(act, Unclear) else act]
    return [Unclear(clause)]


def _tail(words: str, rules: Rules, familiar: bool) -> list[Act]:
    """What stands behind a thing that is declined, accepted, confirmed: said as it is, or a day."""
    if not words:
        return []
    other = _other_day(words, rules.language)
    return [other] if other is not None else _said(words, rules, familiar, Introduced.COLON)


def _said(words: str, rules: Rules, familiar: bool, how: Introduced) -> list[Act]:
    """Words to be said, and a day behind them that is proposed instead."""
    match = _THEN.match(words)
    other = _other_day(match["then"], rules.language) if match is not None else None
    if match is None or other is None:
        return [_as_said(words, rules, familiar, how)]
    return [_as_said(match["first"], rules, familiar, how), other]


def _other_day(words: str, language: str) -> Gist | None:
    """`next week?` and `Wednesday instead` ask whether it suits."""
    plain = words.strip(" ,;.!")
    bare = _INSTEAD.sub("", plain).strip(" ?")
    if bare == plain:
        return None
    days = read_days(bare, language)
    return Gist(Meaning.PROPOSE, days) if days is not None else None


def _each_that(match: re.Match[str], act: Act, rules: Rules) -> list[Act]:
    """The act; where it is unclear, or an instruction is left in its words, the whole piece stands
    for it."""
    left = isinstance(act, Sentence) and instructs_inside(
        match.groupdict().get("rest"), rules.language
    )
    return [Unclear(match.string.strip()) if isinstance(act, Unclear) or left else act]


def _as_said(words: str, rules: Rules, familiar: bool, how: Introduced) -> Act:
    """Words that no rule knows: what is to be said as it is, or what only a writer can follow."""
    language = language_of_words(words) or rules.language
    if (
        how is Introduced.INSTRUCTION
        or SHAPELESS.match(words)
        or instructs_inside(words, rules.language)
    ):
        return Unclear(words)
    if how is Introduced.COLON and rules.vague.match(words):
        return Unclear(words)
    if rules.about_reader.match(words):
        return _indirect(words, rules, familiar)
    if rules.speaks_of_reader is not None:
        said = rules.speaks_of_reader(words)
        if said is None:
            return Unclear(words)
        words = said
    gist: Gist | None = gist_of(rules.gists, words, rules.language)
    if gist is not None:
        language = rules.language
    else:
        gist = gist_of(RULES[language].gists, words, language)
    return Sentence(as_sentence(_YES_PLEASE.sub(r"\g<yes>, ", words)), language, gist)


def _indirect(words: str, rules: Rules, familiar: bool) -> Act:
    """`he should send it` after `saying`: what the instruction tells of its reader."""
    clause = f"{rules.that} {words}"
    for pattern, make in rules.rows if rules.that else ():
        match = pattern.match(clause)
        if match is not None:
            act = make(match, familiar)
            return Unclear(words) if isinstance(act, Unclear) else act
    return Unclear(words)


_ANSWERS = frozenset(
    {Meaning.YES, Meaning.NO, Meaning.ACCEPT, Meaning.DECLINE, Meaning.CANCEL, Meaning.SUITS,
     Meaning.SUITS_NOT, Meaning.WILL_COME, Meaning.CANNOT_COME}
)  # fmt: skip


def is_answer(instruction: str, language: str) -> bool:
    """Whether an instruction gives an answer, which stands instead of one given before."""
    acts = acts_of(instruction, language, familiar=False)
    gists = [act.gist if isinstance(act, Sentence) else act for act in acts]
    return any(isinstance(gist, Gist) and gist.meaning in _ANSWERS for gist in gists)
