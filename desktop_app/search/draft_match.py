"""Query against the text of one draft. Pure.

Drafts are few and change with each keystroke: they are read, not indexed.

What a draft can't answer (its size, its list) is neither a match nor, negated, one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from desktop_app.model.query import And, GmailOnly, Node, Not, Or, Query, Term, Words
from desktop_app.search.fold import words as words_of

_DRAFTS = frozenset({"draft", "drafts"})
_PLACES = _DRAFTS | {"anywhere", "all"}
_ME = "me"


@dataclass(frozen=True, slots=True)
class DraftText:
    """What of a draft can be searched: people as `Name address`, the names of its files."""

    subject: str
    body: str
    from_: str
    to: tuple[str, ...] = ()
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


Verdict = bool | None
"""None where a draft can't tell."""


def matches(query: Query, draft: DraftText) -> bool:
    """Whether the draft is among what the query asks for; an empty query asks for no draft."""
    return query.root is not None and _judge(query.root, draft) is True


def _judge(node: Node, draft: DraftText) -> Verdict:
    if isinstance(node, Words):
        texts = (draft.subject, draft.body, draft.from_, *_everybody(draft), *draft.files)
        return _has(texts, node.text, phrase=node.phrase, prefix=node.prefix)
    if isinstance(node, Term):
        rule = _RULES.get(node.operator)
        return None if rule is None else rule(node, draft)
    if isinstance(node, Not):
        inner = _judge(node.node, draft)
        return None if inner is None else not inner
    return None if isinstance(node, GmailOnly) else _joined(node, draft)


def _joined(node: And | Or, draft: DraftText) -> Verdict:
    verdicts = [_judge(each, draft) for each in node.nodes]
    settles = isinstance(node, Or)
    if settles in verdicts:
        return settles
    return None if None in verdicts else not settles


def _everybody(draft: DraftText) -> tuple[str, ...]:
    return draft.to + draft.cc + draft.bcc


def _people(of: Callable[[DraftText], Iterable[str]]) -> Callable[[Term, DraftText], Verdict]:
    def judge(term: Term, draft: DraftText) -> Verdict:
        return any(_holds(person, term.value) for person in of(draft))

    return judge


def _from(term: Term, draft: DraftText) -> Verdict:
    return term.value.lower() == _ME or _people(lambda d: (d.from_,))(term, draft)


def _subject(term: Term, draft: DraftText) -> Verdict:
    return _has((draft.subject,), term.value, phrase=term.phrase, prefix=term.prefix)


def _filename(term: Term, draft: DraftText) -> Verdict:
    return any(_holds(name, term.value) for name in draft.files)


_RULES: Mapping[str, Callable[[Term, DraftText], Verdict]] = MappingProxyType(
    {
        "in": lambda term, _: term.value.lower() in _PLACES,
        "is": lambda term, _: term.value.lower() in _DRAFTS,
        "has": lambda term, draft: term.value.lower() == "attachment" and bool(draft.files),
        "label": lambda _, __: False,
        "category": lambda _, __: False,
        "subject": _subject,
        "from": _from,
        "to": _people(_everybody),
        "cc": _people(lambda draft: draft.cc),
        "bcc": _people(lambda draft: draft.bcc),
        "filename": _filename,
    }
)


def _holds(text: str, part: str) -> bool:
    """Whether a name or address has that part of one, as people write it."""
    return " ".join(words_of(part)) in " ".join(words_of(text))


def _has(texts: Iterable[str], wanted: str, *, phrase: bool, prefix: bool) -> bool:
    """Whether the words are there: together in one text for a phrase, else anywhere."""
    sought = words_of(wanted)
    if not sought:
        return False
    found = [words_of(text) for text in texts]
    if phrase:
        return any(_together(words, sought, prefix=prefix) for words in found)
    there = {word for words in found for word in words}
    whole, last = (sought[:-1], sought[-1]) if prefix else (sought, "")
    begun = not last or any(word.startswith(last) for word in there)
    return begun and all(word in there for word in whole)


def _together(words: Sequence[str], sought: Sequence[str], *, prefix: bool) -> bool:
    length = len(sought)
    return any(
        list(words[at : at + length]) == list(sought)
        or (
            prefix
            and list(words[at : at + length - 1]) == list(sought[:-1])
            and at + length <= len(words)
            and words[at + length - 1].startswith(sought[-1])
        )
        for at in range(len(words) - length + 1)
    )
