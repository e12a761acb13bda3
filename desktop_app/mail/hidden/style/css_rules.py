"""Rules of style sheets in their order, nested ones written out (CSS Nesting 1).

Each rule knows its layer and how surely it holds (`css_conditions.Force`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import tinycss2

from desktop_app.mail.hidden.style.css_conditions import Force, of_container, of_media, of_supports
from desktop_app.mail.hidden.style.css_declarations import (
    Block,
    Declaration,
    Late,
    block_of,
    declarations,
    of_node,
)
from desktop_app.mail.hidden.style.selectors import TooMuch, alternatives
from desktop_app.mail.hidden.style.shorthands import plain_value, reveals

MOST_RULES = 4_000
MOST_CUSTOM = 20_000
_MOST_SELECTORS = 400
_MOST_WRITTEN = 1_000_000
"""Characters of all selectors together, once nested rules are written out: each `&` stands for all
that is outside, so that a few of them inside each other multiply."""

_LONGEST_PRELUDE = 5_000
_DEEPEST_RULE = 6
_UNLAYERED = 10_000
_LAST_FRAME = frozenset({"to", "100%"})
_DATA = re.compile(r"url\(\s*+[\"']?+\s*+data:", re.IGNORECASE)
_CARRIED = re.compile(r"(?:data|cid):", re.IGNORECASE)
_CONDITIONS: Mapping[str, Callable[[str], Force]] = {
    "media": of_media,
    "supports": of_supports,
    "container": of_container,
}
_NOT_RULES = frozenset(
    "font-face property page counter-style font-palette-values font-feature-values position-try"
    " starting-style view-transition charset namespace import".split()
)


@dataclass(frozen=True, slots=True)
class Rule:
    selectors: list[str]
    declarations: list[Declaration]
    layer: int
    force: Force
    reveals: frozenset[str]
    """The properties by which it may show what something else hides (`shorthands.reveals`)."""


@dataclass(frozen=True, slots=True)
class _Where:
    """What a rule stands in: the selectors around it, its layer, how surely it holds."""

    within: list[str] = field(default_factory=list)
    layer: str = ""
    force: Force = Force.CERTAIN
    depth: int = 0

    def inside(self, **changes: Any) -> _Where:
        return replace(self, depth=self.depth + 1, **changes)

    def under(self, force: Force) -> _Where:
        return self.inside(force=max(self.force, force))


class Reader:
    """Collects the rules of the sheets in order. Raises TooMuch beyond `MOST_RULES`."""

    def __init__(self) -> None:
        self.rules: list[Rule] = []
        self.frames: dict[str, Block] = {}
        self.registered: dict[str, str] = {}
        self.fonts: set[str] = set()
        self._layers: dict[str, int] = {}
        self._read = self._custom = self._written = 0

    def read(self, text: str, force: Force) -> None:
        nodes = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
        self._nodes(nodes, _Where(force=force))

    def _nodes(self, nodes: Iterable[Any], where: _Where) -> None:
        own: list[Declaration] = []
        for node in nodes:
            if node.type == "qualified-rule":
                self._qualified(node, where)
            elif node.type == "at-rule":
                self._at_rule(node, where)
            elif node.type == "declaration" and where.within:
                own += of_node(node)
        self._add(own, where)

    def _qualified(self, rule: Any, where: _Where) -> None:
        self._count(1)
        prelude = _written(rule.prelude)
        if len(prelude) > _LONGEST_PRELUDE or where.depth > _DEEPEST_RULE:
            raise TooMuch
        inner = where.inside(within=self._nested(alternatives(prelude), where.within))
        if any(token.type == "{} block" for token in rule.content):
            nodes = tinycss2.parse_blocks_contents(
                rule.content, skip_comments=True, skip_whitespace=True
            )
            self._nodes(nodes, inner)
        else:
            self._add(list(declarations(tinycss2.serialize(rule.content))), inner)

    def _at_rule(self, rule: Any, where: _Where) -> None:
        keyword, prelude = rule.lower_at_keyword, _written(rule.prelude)
        if where.depth >= _DEEPEST_RULE or (keyword == "import" and _CARRIED.search(prelude)):
            raise TooMuch
        if keyword == "layer":
            self._layer(rule, prelude, where)
        elif rule.content is None:
            return
        elif keyword == "property" and prelude.startswith("--"):
            found = dict(_given(rule.content))
            self.registered[prelude] = plain_value(found.get("initial-value", "initial"))
        elif keyword == "font-face":
            self._font(dict(_given(rule.content)))
        elif keyword.endswith("keyframes"):
            self._keyframes(rule, prelude)
        elif keyword not in _NOT_RULES:
            self._conditional(rule, keyword, prelude, where)

    def _conditional(self, rule: Any, keyword: str, prelude: str, where: _Where) -> None:
        if keyword == "scope":
            force = Force.UNCERTAIN if ") to (" in prelude else Force.CERTAIN
            where = replace(where, within=self._nested(_scoped(prelude), where.within))
        elif keyword in _CONDITIONS:
            force = _CONDITIONS[keyword](prelude)
        else:
            force = Force.ELSEWHERE
        if force is not Force.NEVER:
            self._inside(rule, where.under(force))

    def _font(self, given: Mapping[str, str]) -> None:
        """Letters of a font that comes with the mail may have any shape; one of the web is not
        fetched."""
        if _DATA.search(given.get("src", "")):
            self.fonts.add(given.get("font-family", "").strip("\"' ").lower())

    def _inside(self, rule: Any, where: _Where) -> None:
        self._count(1)
        parse = tinycss2.parse_blocks_contents if where.within else tinycss2.parse_rule_list
        self._nodes(parse(rule.content, skip_comments=True, skip_whitespace=True), where)

    def _layer(self, rule: Any, prelude: str, where: _Where) -> None:
        """`@layer a, b;` sets an order, `@layer a {…}` adds to it."""
        layer = where.layer
        names = alternatives(prelude) or [f"\0{len(self._layers)}"]
        for name in names[: MOST_RULES - len(self._layers)]:
            full = f"{layer}.{name}" if layer else name
            self._layers.setdefault(full, len(self._layers))
        if rule.content is not None:
            self._inside(rule, where.inside(layer=f"{layer}.{names[0]}" if layer else names[0]))

    def _keyframes(self, rule: Any, name: str) -> None:
        """What an animation leaves: its last frame."""
        nodes = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
        for frame in nodes:
            self._count(1)
            if frame.type == "qualified-rule":
                moments = {part.lower() for part in alternatives(_written(frame.prelude))}
                if moments & _LAST_FRAME:
                    self.frames[name.strip("\"'")] = block_of(
                        declarations(tinycss2.serialize(frame.content))
                    )

    def _add(self, given: list[Declaration], where: _Where) -> None:
        if not given or not where.within:
            return
        self._custom += sum(name.startswith("--") for name, _, _ in given)
        if self._custom > MOST_CUSTOM:
            raise TooMuch
        last = {(name, weighs): value for name, value, weighs in given}
        own = [(name, value, weighs) for (name, weighs), value in last.items()]
        shown = (reveals(name, "" if isinstance(v, Late) else v) for name, v, _ in own)
        rank = self._layers.get(where.layer, _UNLAYERED) if where.layer else _UNLAYERED
        self.rules.append(Rule(where.within, own, rank, where.force, frozenset(shown) - {""}))

    def _nested(self, selectors: list[str], within: list[str]) -> list[str]:
        """Selectors of a rule inside another (CSS Nesting 1), counted before they are written."""
        if within:
            if len(selectors) * len(within) > _MOST_SELECTORS:
                raise TooMuch
            outer = sum(map(len, within))
            for inner in selectors:
                ands = inner.count("&")
                self._written += len(within) * (len(inner) + 5 * ands) + max(ands, 1) * outer
            if self._written > _MOST_WRITTEN:
                raise TooMuch
        return [_joined(inner, outer) for outer in within for inner in selectors] or selectors

    def _count(self, rules: int) -> None:
        self._read += rules
        if self._read > MOST_RULES:
            raise TooMuch


def _given(content: Iterable[Any]) -> Iterator[tuple[str, str]]:
    for node in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if node.type == "declaration":
            yield node.lower_name, tinycss2.serialize(node.value).strip()


def _written(tokens: Iterable[Any]) -> str:
    return str(tinycss2.serialize([t for t in tokens if t.type != "comment"])).strip()


def _scoped(prelude: str) -> list[str]:
    """The roots of `@scope (…) to (…)`."""
    start, end = prelude.find("("), prelude.rfind(") to (")
    return alternatives(prelude[start + 1 : end if end > 0 else prelude.rfind(")")])


def _joined(inner: str, outer: str) -> str:
    if "&" not in inner:
        return f"{outer} {inner}"
    if inner.startswith("&") and inner.count("&") == 1:
        return outer + inner[1:]
    return inner.replace("&", outer if re.fullmatch(r"[\w.#-]+", outer) else f":is({outer})")
