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
_COUNTING = re.compile(r":(?:nth|last|only|first-of)", re.IGNORECASE)
"""For each element its siblings are counted."""

_NTH = re.compile(r"(:nth-[\w-]+)\((?![^()]*\sof\s)[^()]*\)", re.IGNORECASE)
_WALKING = re.compile(r"[\s>+~]+")
"""Within brackets: for each element its ancestors or siblings are tried, and for each of those
again for the next."""

_MOST_POWER = 8
LONGEST = 500
"""Characters of a selector. What a longer one selects can't be told."""

_STATES = r":(?:hover|active|focus(?:-within|-visible)?|visited|target|fullscreen)(?![\w-])"
_STATE = re.compile(_STATES, re.IGNORECASE)
_NEVER_IN_A_STATE = re.compile(rf":not\(\s*{_STATES}\s*\)", re.IGNORECASE)
_PRESSED = r":(?:checked|indeterminate|valid|invalid|placeholder-shown|open|modal|popover-open)"
_CHANGES = re.compile(
    rf":not\(\s*(?:{_STATES}|{_PRESSED}(?![\w-]))\s*\)|{_STATES}|{_PRESSED}(?![\w-])"
    r"|\[\s*(?:checked|open)\s*\]",
    re.IGNORECASE,
)
"""What a press changes: a rule with it holds in some variant of the page."""

_PART = re.compile(r"::?(before|after|marker|first-line|first-letter)(?![\w-])\s*$", re.IGNORECASE)
_KNOWN = re.compile(r"^(?:[a-z][\w-]*|\*)?(?:[.#][\w-]+)*", re.IGNORECASE)
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
def part_of(selector: str) -> tuple[str, str]:
    """A selector without the part of an element that it ends with, and the name of that part:
    `before`, `after`, `marker`, `first-line`, `first-letter`; `other` for one without words of a
    mail."""
    if ":" not in selector:
        return selector, ""
    found = _PART.search(selector)
    if found is not None:
        return selector[: found.start()].rstrip() or "*", found[1].lower()
    return selector, "other" if "::" in selector else ""


@lru_cache(maxsize=2048)
def at_rest(selector: str) -> str:
    """`selector` as it matches a page that nobody points at; empty where it matches nothing."""
    if ":" not in selector:
        return selector
    selector = _NEVER_IN_A_STATE.sub("", selector)
    if _STATE.search(selector):
        return ""
    return _SAID_TWICE.sub("", _ANY.sub(":is(", selector)).strip() or "*"


@lru_cache(maxsize=2048)
def after_a_press(selector: str) -> str:
    """`selector` as it matches once somebody points and presses; empty where that changes
    nothing."""
    if (":" not in selector and "[" not in selector) or _CHANGES.search(selector) is None:
        return ""

    def anything(found: re.Match[str]) -> str:
        """Nothing where more is said of the same element."""
        return "*" if selector[: found.start()][-1:] in {"", *" >+~(,"} else ""

    return _SAID_TWICE.sub("", _ANY.sub(":is(", _CHANGES.sub(anything, selector))).strip()


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
        self._unsure: set[str] = set()
        self._parents: dict[int, int] = {}
        self._places: dict[int, int] = {}
        self._reach = 0
        self._steps = 0
        self.is_sure = True

    def match(self, selector: str) -> frozenset[int]:
        """`mem_id` of every element that `selector` (without commas) selects. `is_sure` turns
        False where a part of it is not known here, and was left out. Raises TooMuch."""
        self.is_sure = True
        if len(selector) > LONGEST:
            raise TooMuch
        steps = list(_steps(selector))
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
            self.count(self._cost(compound))
            try:
                ids = frozenset(node.mem_id for node in self._tree.css(compound))
            except (SelectolaxError, ValueError):
                known = _KNOWN.match(compound)
                plain = known[0] if known is not None else ""
                self._unsure.add(compound)
                ids = self._compound(plain or "*") if plain != compound else frozenset()
            self._found[compound] = ids
        self.is_sure = self.is_sure and compound not in self._unsure
        return self._found[compound]

    def _cost(self, compound: str) -> int:
        """Steps that the library takes to look a compound up, in steps of ours, which cost some
        twenty of them."""
        elements = self._tags * (1 + compound.count("("))
        inner = _NTH.sub(r"\1", compound)
        inner = inner[inner.find("(") :] if "(" in inner else ""
        power = bool(_COUNTING.search(compound)) + len(_WALKING.findall(inner))
        power += compound.lower().count(":has(")
        each: int = self._widest() ** min(power, _MOST_POWER) if power else 1
        return elements * each // 20

    def _widest(self) -> int:
        """The deepest nesting, or the most children that one element has, whichever is more."""
        if not self._reach and self._tree.root is not None:
            depths: dict[int, int] = {}
            children: dict[int, int] = {}
            for found in self._tree.root.traverse(include_text=False):
                parent = found.parent
                above = parent.mem_id if parent is not None else 0
                depths[found.mem_id] = depths.get(above, 0) + 1
                children[above] = children.get(above, 0) + 1
            self._reach = max(*depths.values(), *children.values(), 1)
        return self._reach

    def _bound(self, before: frozenset[int], step: _Step) -> frozenset[int]:
        candidates = self._compound(step.compound)
        if step.combinator == ">":
            return frozenset(i for i in candidates if self._parent(i) in before)
        if step.combinator == "+":
            places = {(self._parent(i), self._places[i]) for i in before}
            return frozenset(
                i for i in candidates if (self._parent(i), self._places[i] - 1) in places
            )
        if step.combinator == "~":
            first: dict[int, int] = {}
            for i in before:
                parent = self._parent(i)
                first[parent] = min(first.get(parent, self._places[i]), self._places[i])
            return frozenset(
                i
                for i in candidates
                if self._places[i] > first.get(self._parent(i), self._places[i])
            )
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
            children: dict[int, int] = {}
            for found in self._tree.root.traverse(include_text=False):
                parent = found.parent
                above = parent.mem_id if parent is not None else 0
                self._parents[found.mem_id] = above
                self._places[found.mem_id] = children[above] = children.get(above, 0) + 1
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
