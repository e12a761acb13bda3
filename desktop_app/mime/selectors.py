"""CSS selectors matched in bounded work, however hostile the style sheet.

A library's own matching backtracks over combinators (depth to the power of their number). Here each
compound is looked up once and chains are walked upwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from selectolax.lexbor import LexborHTMLParser, SelectolaxError

MOST_STEPS = 1_200_000
_COSTLY = re.compile(r":(?:has|nth|last|only|first-of|is|where|not\([^()]*[\s>+~(])", re.IGNORECASE)
_MOST_TAGS_FOR_COSTLY = 2_500
_LONGEST = 500

_STATES = r":(?:hover|active|focus(?:-within|-visible)?|visited|target|fullscreen)(?![\w-])"
_NEVER_IN_A_STATE = re.compile(rf":not\(\s*{_STATES}\s*\)", re.IGNORECASE)
_ELSEWHERE = re.compile(
    rf"{_STATES}|::|:(?:before|after|first-line|first-letter)(?![\w-])", re.IGNORECASE
)
_ANY = re.compile(r":(?:-webkit-any|-moz-any|matches)\(", re.IGNORECASE)
_SAID_TWICE = re.compile(r":(?:defined|scope(?=\s))(?![\w-])", re.IGNORECASE)
_INNER = re.compile(r":(is|not|has|where|nth-[\w-]+)\(", re.IGNORECASE)
_MOST_INNER = 6
"""Brackets of a selector beyond which its weight is that of all that is written in it."""
_CLASS_LIKE = re.compile(r"[.\[]|(?<!:):(?!:)")
_TYPE = re.compile(r"(?:^|[\s>+~(,])[a-z]", re.IGNORECASE)


class TooMuch(Exception):
    """The style sheets exceed a mail's budget of work."""


@dataclass(frozen=True, slots=True)
class _Step:
    """One compound selector and the combinator that binds it to the one before."""

    combinator: str
    compound: str


@lru_cache(maxsize=2048)
def at_rest(selector: str) -> str:
    """`selector` as it matches a page that nobody points at; empty where it can match nothing
    there, or something that is no element."""
    if ":" not in selector:
        return selector
    selector = _NEVER_IN_A_STATE.sub("", selector)
    if _ELSEWHERE.search(selector):
        return ""
    selector = _SAID_TWICE.sub("", _ANY.sub(":is(", selector)).strip()
    return selector or "*"


def alternatives(prelude: str) -> list[str]:
    """The selectors of a list, cut at the commas outside brackets."""
    if "(" not in prelude and "[" not in prelude:
        return [part.strip() for part in prelude.split(",") if part.strip()]
    found, start, depth = [], 0, 0
    for index, character in enumerate(f"{prelude},"):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(character, 0)
        if character == "," and depth <= 0:
            found.append(prelude[start:index].strip())
            start = index + 1
    return [part for part in found if part]


@lru_cache(maxsize=4096)
def specificity(selector: str) -> int:
    """Weight of a selector (Selectors 4 section 17): ids, classes and types as one number."""
    total = 0
    while selector.count("(") <= _MOST_INNER and (match := _INNER.search(selector)):
        end = _closing(selector, match.end())
        inner = selector[match.end() : end]
        if match[1].lower() in {"is", "not", "has"}:
            total += max((specificity(part) for part in alternatives(inner)), default=0)
        elif match[1].lower() != "where":
            total += 100
        selector = f"{selector[: match.start()]} {selector[end + 1 :]}"
    return (
        total
        + selector.count("#") * 10_000
        + len(_CLASS_LIKE.findall(selector)) * 100
        + len(_TYPE.findall(selector))
    )


def _closing(text: str, start: int) -> int:
    depth = 1
    for index in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if not depth:
            return index
    return len(text)


class Matcher:
    """Matches selectors in one tree of `tags` elements; remembers compounds and steps taken."""

    def __init__(self, tree: LexborHTMLParser, tags: int) -> None:
        self._tree = tree
        self._tags = tags
        self._found: dict[str, frozenset[int]] = {}
        self._parents: dict[int, int] = {}
        self._steps = 0

    def match(self, selector: str) -> frozenset[int]:
        """`mem_id` of every element that `selector` (without commas) selects.

        A sibling combinator is read as "shares its parent with". Raises TooMuch.
        """
        steps = list(_steps(selector)) if len(selector) <= _LONGEST else []
        if not steps:
            return frozenset()
        found = self._compound(steps[0].compound)
        for step in steps[1:]:
            if not found:
                break
            found = self._bound(found, step)
        self.count(len(found))  # each will be given the rule's declarations
        return found

    def _compound(self, compound: str) -> frozenset[int]:
        if compound not in self._found:
            if self._tags > _MOST_TAGS_FOR_COSTLY and _COSTLY.search(compound):
                raise TooMuch
            # a step of the library's costs much less than one here
            self.count(self._tags // 20 * (1 + compound.count("(")))
            try:
                ids = frozenset(node.mem_id for node in self._tree.css(compound))
            except (SelectolaxError, ValueError):
                ids = frozenset()
            self._found[compound] = ids
        return self._found[compound]

    def _bound(self, before: frozenset[int], step: _Step) -> frozenset[int]:
        candidates = self._compound(step.compound)
        if step.combinator == ">":
            return frozenset(i for i in candidates if self._parent(i) in before)
        if step.combinator in "+~":
            parents = {self._parent(i) for i in before}
            return frozenset(i for i in candidates if self._parent(i) in parents)
        return self._below(before, candidates)

    def _below(self, before: frozenset[int], candidates: frozenset[int]) -> frozenset[int]:
        """The candidates with an ancestor in `before`; every element is visited once."""
        known: dict[int, bool] = {}
        for candidate in candidates:
            path = []
            current = self._parent(candidate)
            while current and current not in known and current not in before:
                path.append(current)
                current = self._parent(current)
            answer = current in before or known.get(current, False)
            known.update(dict.fromkeys(path, answer))
            known[-candidate] = answer
        return frozenset(i for i in candidates if known[-i])

    def _parent(self, node: int) -> int:
        """`mem_id` of the parent, 0 at the top."""
        self.count(1)
        if not self._parents and self._tree.root is not None:
            for found in self._tree.root.traverse(include_text=False):
                parent = found.parent
                self._parents[found.mem_id] = parent.mem_id if parent is not None else 0
        return self._parents.get(node, 0)

    def count(self, steps: int) -> None:
        """Takes so many steps of the budget. Raises TooMuch."""
        self._steps += steps
        if self._steps > MOST_STEPS:
            raise TooMuch


def _steps(selector: str) -> Iterator[_Step]:
    """The compounds of a complex selector in order."""
    combinator, start, depth = "", 0, 0
    text = f"{selector.strip()} "
    for index, character in enumerate(text):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(character, 0)
        if depth or character not in " \t\r\n\f>+~":
            continue
        if index > start:
            yield _Step(combinator, text[start:index])
            combinator = ""
        start = index + 1
        if character in ">+~":
            combinator = character
        elif not combinator:
            combinator = " "
