"""English clauses: from `his invoice is late` to `your invoice is late`, and into questions.

Where a rule is not sure, the answer is None and the caller uses a form that needs no rule.
"""

from __future__ import annotations

import re

from desktop_app.assistant.starter.wording.text import is_word, like, words_of
from desktop_app.model.calendar_names import MONTHS, WEEKDAYS

_SUBJECTS = {"he": "you", "she": "you", "they": "you"}
_OTHERS = {
    "him": "you", "them": "you", "his": "your", "their": "your", "hers": "yours",
    "theirs": "yours", "himself": "yourself", "herself": "yourself", "themselves": "yourselves",
}  # fmt: skip
_SHORT = {"ll": "'ll", "d": "'d", "ve": "'ve", "re": "'re"}
WHOM = {
    "him": frozenset({"he", "him", "his", "himself"}),
    "her": frozenset({"she", "her", "hers", "herself"}),
    "them": frozenset({"they", "them", "their", "theirs", "themselves"}),
}
"""Words that mean the person addressed, by how the instruction names them."""

ANYONE = WHOM["him"] | WHOM["her"]
_BE = {"is": "are", "was": "were", "has": "have", "does": "do"}
_NOT = {"isn't": "aren't", "wasn't": "weren't", "hasn't": "haven't", "doesn't": "don't"}
_ADVERBS = frozenset(
    "already still also always never really only just now often usually soon probably".split()
)
_NO_NOUN = frozenset(
    "a an the this that these those my our your his its their me us you him them it to for from "
    "in on at by with about of before after until if when where why how what who as and or but "
    "because again soon back today tomorrow yesterday tonight now later next there here too very "
    "know not some any all".split()
).union(WEEKDAYS["en"])
_DATES = frozenset(
    "i i'm i'll i've i'd christmas easter english german french spanish".split()
).union(WEEKDAYS["en"], MONTHS["en"])
_AUXILIARY = (
    r"is|are|was|were|will|can|could|should|would|may|might|must|shall|"
    r"isn't|aren't|wasn't|weren't|won't|can't|couldn't|shouldn't|wouldn't"
)
_BASES = frozenset(
    "need want know like prefer think agree plan expect accept offer sell ship deliver work live "
    "mean get see come arrive send take make go use pay start open close stock require recommend "
    "remember charge bring leave return finish cost happen fit include last begin end".split()
)
_PRONOUN = r"i|you|we|they|he|she|it"
_SIMPLE = r"(?:(?:the|a|an|this|that|your|our|my|his|her|their|its|these|those)\s+)"
_NO_SUBJECT = re.compile(
    rf"\b(?:{_PRONOUN}|who|which|that|and|or|if|when|because|{_AUXILIARY})\b", re.I
)


def to_you(clause: str, whom: frozenset[str]) -> str | None:
    """The clause as it is said to the person whom these pronouns mean; None where a pronoun may
    mean somebody else who is named before it."""
    tokens, named, made = words_of(clause.replace("’", "'")), False, list[str]()
    agree = False
    for place, token in enumerate(tokens):
        word = token.lower()
        stem, _, short = word.partition("'")
        if stem in whom:
            if named:
                return None
            changed = _pronoun(tokens, place)
            if changed is None:
                return None
            made.append(changed)
            agree = stem in {"he", "she"} and not short
        elif agree and is_word(token) and word not in _ADVERBS:
            made.append(_second_person(token))
            agree = False
        else:
            named = named or _is_bare_subject(tokens, place) or _is_somebody(tokens, place)
            named = named or (token[:1].isupper() and stem not in _DATES and len(token) > 1)
            made.append(token)
    return "".join(made)


_NO_NAME = frozenset(
    "i we you it he she they this that these those there what who which where when why how"
    " everything everyone "
    "nothing nobody something someone all both none one two three half most some any each more and"
    " but or so if "
    "because since as then now here please yes no not thanks sorry only also still even just today"
    " tomorrow tonight "
    "yesterday next last".split()
).union(WEEKDAYS["en"], MONTHS["en"])


def _is_bare_subject(tokens: list[str], place: int) -> bool:
    """Whether a word without an article stands before a verb, as a name in small letters does."""
    before = [t.lower() for t in tokens[:place] if not t.isspace()][-1:]
    after = [t.lower() for t in tokens[place + 1 :] if not t.isspace()][:1]
    opens = not before or before[0] in {
        ",",
        ".",
        ";",
        ":",
        "and",
        "but",
        "that",
        "if",
        "because",
        "when",
        "or",
        "whether",
        "until",
    }
    word = tokens[place].lower()
    return bool(
        opens and after and word.isalpha() and word not in _NO_NAME and _VERB.fullmatch(after[0])
    )


_PEOPLE = frozenset(
    "wife husband son daughter mother father mum mom dad boss lawyer colleague brother sister"
    " friend partner assistant "
    "accountant doctor kid kids child children team client customer neighbour neighbor landlord"
    " landlady tenant owner "
    "owners manager agent plumber driver secretary parents uncle aunt cousin guest guests teacher"
    " architect".split()
)


def _is_somebody(tokens: list[str], place: int) -> bool:
    """Whether a word names somebody by what they are (`my wife`)."""
    return tokens[place].lower() in _PEOPLE


_VERB = re.compile(
    r"is|are|was|were|will|can|could|should|would|has|had|does|did|isn't|wasn't|won't|can't"
    r"|couldn't|hasn't|doesn't"
    r"|said|told|asked|came|called|wrote|[a-z]{2,}s",
    re.I,
)


def _pronoun(tokens: list[str], place: int) -> str | None:
    token = tokens[place]
    stem, _, short = token.lower().partition("'")
    if stem == "her":
        following = next((t.lower() for t in tokens[place + 1 :] if not t.isspace()), "")
        possessive = is_word(following) and following not in _NO_NOUN
        return like("your" if possessive else "you", token)
    if stem not in _SUBJECTS:
        return like(_OTHERS.get(stem, stem), token)
    if short == "s":
        return _short_is(tokens, place)
    return like("you", token) + _SHORT.get(short, "")


def _short_is(tokens: list[str], place: int) -> str | None:
    """`he's` is `he is` or `he has`: only `late`, `a`, `not` and the like tell which."""
    following = next((t.lower() for t in tokens[place + 1 :] if not t.isspace()), "")
    if following in {"been", "got", "had"}:
        return like("you've", tokens[place])
    if re.search(r"(?:ed|en|ne|wn|nt|pt|ld|de|ut|ht)$", following):
        return None
    return like("you're", tokens[place])


def _second_person(verb: str) -> str:
    """`needs` as after `you`."""
    word = verb.lower()
    for table in (_BE, _NOT):
        if word in table:
            return like(table[word], verb)
    return base_of(verb)


def base_of(verb: str) -> str:
    """`arrives` without its ending; what has none stays."""
    word = verb.lower()
    if word == "goes":
        return verb[:-2]
    if word.endswith("ies") and len(word) > 4:
        return f"{verb[:-3]}y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return verb[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return verb[:-1]
    return verb


def inverted(clause: str) -> str | None:
    """A clause in the order of a question: `the room is booked` gives `is the room booked`."""
    plain = clause.strip()
    match = re.match(rf"(?P<subject>.+?)\s+(?P<verb>{_AUXILIARY})\b\s*(?P<rest>.*)$", plain, re.I)
    if match is not None and _is_subject(match["subject"]):
        return f"{match['verb']} {match['subject']} {match['rest']}".strip()
    return _with_do(plain)


_HAVE = re.compile(
    r"\w+ have (?:the|a|an|any|some|your|my|our|this|that|these|time|enough)\b", re.I
)
"""`have` as the verb itself, which `do` asks with."""


def _is_subject(text: str) -> bool:
    """Whether the words before the verb are a pronoun or one plain name of a thing."""
    if re.fullmatch(rf"(?:{_PRONOUN}|there|this|that|everything|everyone)", text, re.I):
        return True
    simple = re.match(rf"{_SIMPLE}|[A-Z]", text)
    return bool(simple) and len(text.split()) <= 5 and not _NO_SUBJECT.search(text)


def _with_do(clause: str) -> str | None:
    match = re.match(r"(?P<subject>i|you|we|they)\s+(?P<verb>[a-z]+)\b(?P<rest>.*)$", clause, re.I)
    if match is not None and (match["verb"].lower() in _BASES or _HAVE.match(match[0])):
        return f"do {match['subject']} {match['verb']}{match['rest']}"
    match = re.match(
        rf"(?P<subject>{_SIMPLE}[\w-]+s)\s+(?P<verb>[a-z]+)\b(?P<rest>.*)$", clause, re.I
    )
    if match is not None and match["verb"].lower() in _BASES:
        return f"do {match['subject']} {match['verb']}{match['rest']}"
    match = re.match(
        rf"(?P<subject>(?:{_SIMPLE}[\w-]+|it|everything))\s+(?P<verb>[a-z]+s)\b(?P<rest>.*)$",
        clause,
        re.I,
    )
    if match is None or base_of(match["verb"]) not in _BASES:
        return None
    return f"does {match['subject']} {base_of(match['verb'])}{match['rest']}"
