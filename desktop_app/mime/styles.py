"""The CSS properties that can hide text: declarations, style sheets, the cascade.

Reads only; no address in a style is ever followed. Rules are read by tinycss2 (CSS Syntax 3), the
cascade is CSS Cascade 5: importance, layers, specificity, order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

import tinycss2
from selectolax.lexbor import LexborHTMLParser

from desktop_app.mime.css_conditions import media_holds, supports_holds
from desktop_app.mime.css_values import length
from desktop_app.mime.css_variables import has_variable
from desktop_app.mime.selectors import Matcher, TooMuch, alternatives, at_rest, specificity
from desktop_app.mime.shorthands import BEYOND, canonical, covered, longhands, plain_value

__all__ = ["Block", "Late", "Sheet", "TooMuch", "block", "cascade", "inline", "length"]

LARGEST_SHEET = 300_000
LARGEST_INLINE = 10_000
MOST_RULES = 4_000
MOST_CUSTOM = 20_000
_MOST_SELECTORS = 400
_DEEPEST = 40
_DEEPEST_RULE = 6
_UNLAYERED = 10_000
_BRACKET = re.compile(r"[(\[{}\])]")
_SIMPLE = re.compile(r"[^\\\"'/{}@]*|[^\\\"'*(){}@]*")
_LAST_FRAME = frozenset({"to", "100%"})


class Late(NamedTuple):
    """A value that waits for its variables; `name` is the property or shorthand it was given to."""

    name: str
    value: str


Value = str | Late
Declaration = tuple[str, Value, bool]
"""Property, value, whether it is important. The name of a custom property keeps its case."""


@dataclass(frozen=True, slots=True)
class Block:
    """What one `style` attribute, or all rules of the sheets, declare for an element."""

    normal: Mapping[str, Value] = field(default_factory=dict)
    important: Mapping[str, Value] = field(default_factory=dict)
    custom: Mapping[str, str] = field(default_factory=dict)
    late: bool = False


_NOTHING = Block()


@dataclass(slots=True)
class Sheet:
    """What the style sheets declare: for each element by `mem_id`, for the last frame of each
    animation by its name, and the first values of registered custom properties."""

    blocks: dict[int, Block] = field(default_factory=dict)
    frames: dict[str, Block] = field(default_factory=dict)
    registered: dict[str, str] = field(default_factory=dict)


def inline(style: str) -> Mapping[str, str]:
    """The relevant longhand properties of a `style` attribute, without those that have variables.
    Raises TooMuch."""
    found = block(style)
    own = {**found.normal, **found.important}
    return {name: value for name, value in own.items() if isinstance(value, str)}


@lru_cache(maxsize=2048)
def block(style: str) -> Block:
    """The relevant declarations of a `style` attribute. One that is too long can't be told.
    Raises TooMuch."""
    if len(style) > LARGEST_INLINE:
        return Block(normal={"display": BEYOND})
    return _block(_declarations(style))


def _block(found: Iterable[Declaration]) -> Block:
    normal: dict[str, Value] = {}
    important: dict[str, Value] = {}
    custom: dict[str, str] = {}
    late = False
    for name, value, weighs in found:
        if name.startswith("--"):
            custom[name] = str(value)
        else:
            (important if weighs else normal)[name] = value
            late = late or isinstance(value, Late)
    return Block(normal, important, custom, late) if normal or important or custom else _NOTHING


def _declarations(text: str) -> Iterator[Declaration]:
    """The relevant declarations of a text, as longhand properties. Raises TooMuch."""
    if _SIMPLE.fullmatch(text):
        for piece in text.split(";"):
            name, colon, value = piece.partition(":")
            if colon:
                yield from _declared(name.strip(), value)
        return
    refuse_nests(text)
    for node in tinycss2.parse_blocks_contents(text, skip_comments=True, skip_whitespace=True):
        if node.type == "declaration":
            yield from _of_node(node)


def _of_node(node: Any) -> Iterator[Declaration]:
    if node.name.startswith("--") or canonical(node.lower_name):
        tokens = [token for token in node.value if token.type != "comment"]
        ending = "!important" if node.important else ""
        yield from _declared(node.name, tinycss2.serialize(tokens) + ending)


def _declared(name: str, value: str) -> Iterator[Declaration]:
    if name.startswith("--"):
        yield name, plain_value(_weighed(value)[0]), False
        return
    known = canonical(name.lower())
    if not known:
        return
    value, important = _weighed(value)
    value = plain_value(value)
    if has_variable(value):
        late = Late(known, value)
        yield from ((each, late, important) for each in covered(known))
    elif value:
        yield from ((each, own, important) for each, own in longhands(known, value.lower()))


def _weighed(value: str) -> tuple[str, bool]:
    """A value without its `!important`, and whether it had one."""
    before, mark, word = value.rpartition("!")
    if mark and word.strip().lower() == "important":
        return before.strip(), True
    return value.strip(), False


@dataclass(frozen=True, slots=True)
class _Rule:
    selectors: list[str]
    declarations: list[Declaration]
    layer: int


def cascade(tree: LexborHTMLParser, tags: int) -> Sheet:
    """What the `<style>` rules declare for each element, most specific winning.

    Raises TooMuch beyond the budget. Conditions (`@media`) count when they hold on a wide
    screen.
    """
    texts = [node.text() for node in tree.css("style") if _applies(node.attributes)]
    if not any(text.strip() for text in texts):
        return Sheet()
    if sum(map(len, texts)) > LARGEST_SHEET:
        raise TooMuch
    reader = _Reader()
    for text in texts:
        refuse_nests(text)
        reader.read(_uncommented(text))
    return _spread(reader, Matcher(tree, tags))


def _applies(attributes: Mapping[str, str | None]) -> bool:
    kind = (attributes.get("type") or "").strip().lower()
    refuse_nests(attributes.get("media") or "")
    return kind in {"", "text/css"} and media_holds(attributes.get("media") or "")


_Ranked = dict[str, tuple[tuple[bool, int, int], Value]]


def _spread(reader: _Reader, matcher: Matcher) -> Sheet:
    ranked: dict[int, _Ranked] = {}
    for rule in reader.rules:
        for selector in rule.selectors:
            plain = at_rest(selector)
            if plain:
                _apply(matcher, plain, rule, ranked)
    blocks = {
        key: _block((name, value, rank[0]) for name, (rank, value) in own.items())
        for key, own in ranked.items()
    }
    return Sheet(blocks, reader.frames, reader.registered)


def _apply(matcher: Matcher, selector: str, rule: _Rule, ranked: dict[int, _Ranked]) -> None:
    nodes = matcher.match(selector)
    if not nodes:
        return
    matcher.count(len(nodes) * (len(rule.declarations) // 8))
    weight = specificity(selector)
    usual, weighty = (False, rule.layer, weight), (True, -rule.layer, weight)
    for node in nodes:
        own = ranked.setdefault(node, {})
        for name, value, important in rule.declarations:
            rank = weighty if important else usual
            if name not in own or rank >= own[name][0]:
                own[name] = (rank, value)


def refuse_nests(text: str) -> None:
    """Refuses nested brackets, into which the CSS library recurses. Raises TooMuch."""
    depth = 0
    for match in _BRACKET.finditer(text):
        depth = depth + 1 if match[0] in "([{" else max(depth - 1, 0)
        if depth > _DEEPEST:
            raise TooMuch


def _uncommented(text: str) -> str:
    return text.replace("<!--", " ").replace("-->", " ")


class _Reader:
    """Collects the rules of the sheets in order. Raises TooMuch beyond `MOST_RULES`."""

    def __init__(self) -> None:
        self.rules: list[_Rule] = []
        self.frames: dict[str, Block] = {}
        self.registered: dict[str, str] = {}
        self._layers: dict[str, int] = {}
        self._read = self._custom = 0

    def read(self, text: str) -> None:
        nodes = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
        self._nodes(nodes, [], "", 0)

    def _nodes(self, nodes: Iterable[Any], within: list[str], layer: str, depth: int) -> None:
        own: list[Declaration] = []
        for node in nodes:
            if node.type == "qualified-rule":
                self._qualified(node, within, layer, depth)
            elif node.type == "at-rule" and depth < _DEEPEST_RULE:
                self._at_rule(node, within, layer, depth)
            elif node.type == "declaration" and within:
                own += _of_node(node)
        self._add(within, own, layer)

    def _qualified(self, rule: Any, within: list[str], layer: str, depth: int) -> None:
        self._count(1)
        prelude = _written(rule.prelude)
        if len(prelude) > 5_000 or depth > _DEEPEST_RULE:
            return
        selectors = _nested(alternatives(prelude), within)
        if any(token.type == "{} block" for token in rule.content):
            inner = tinycss2.parse_blocks_contents(
                rule.content, skip_comments=True, skip_whitespace=True
            )
            self._nodes(inner, selectors, layer, depth + 1)
        else:
            self._add(selectors, list(_declarations(tinycss2.serialize(rule.content))), layer)

    def _at_rule(self, rule: Any, within: list[str], layer: str, depth: int) -> None:
        keyword, prelude = rule.lower_at_keyword, _written(rule.prelude)
        if keyword == "layer":
            self._layer(rule, prelude, within, layer, depth)
        elif rule.content is None:
            return
        elif keyword == "property":
            found = dict(_initial(rule.content))
            if "initial-value" in found and prelude.startswith("--"):
                self.registered[prelude] = found["initial-value"]
        elif keyword.endswith("keyframes"):
            self._keyframes(rule, prelude)
        elif keyword == "scope":
            self._inside(rule, _nested(_scoped(prelude), within), layer, depth)
        elif (
            (keyword == "media" and media_holds(prelude))
            or (keyword == "supports" and supports_holds(prelude))
            or (keyword == "container" and media_holds(prelude[prelude.find("(") :]))
        ):
            self._inside(rule, within, layer, depth)

    def _inside(self, rule: Any, within: list[str], layer: str, depth: int) -> None:
        self._count(1)
        parse = tinycss2.parse_blocks_contents if within else tinycss2.parse_rule_list
        nodes = parse(rule.content, skip_comments=True, skip_whitespace=True)
        self._nodes(nodes, within, layer, depth + 1)

    def _layer(self, rule: Any, prelude: str, within: list[str], layer: str, depth: int) -> None:
        """`@layer a, b;` sets an order, `@layer a {…}` adds to it."""
        names = alternatives(prelude) or [f"\0{len(self._layers)}"]
        for name in names[: MOST_RULES - len(self._layers)]:
            full = f"{layer}.{name}" if layer else name
            self._layers.setdefault(full, len(self._layers))
        if rule.content is not None:
            self._inside(rule, within, f"{layer}.{names[0]}" if layer else names[0], depth)

    def _keyframes(self, rule: Any, name: str) -> None:
        """What an animation leaves: its last frame."""
        nodes = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
        for frame in nodes:
            self._count(1)
            if frame.type == "qualified-rule":
                moments = {part.lower() for part in alternatives(_written(frame.prelude))}
                if moments & _LAST_FRAME:
                    self.frames[name.strip("\"'")] = _block(
                        _declarations(tinycss2.serialize(frame.content))
                    )

    def _add(self, selectors: list[str], declarations: list[Declaration], layer: str) -> None:
        if not declarations or not selectors:
            return
        self._custom += sum(name.startswith("--") for name, _, _ in declarations)
        if self._custom > MOST_CUSTOM:
            raise TooMuch
        last = {(name, weighs): value for name, value, weighs in declarations}
        declarations = [(name, value, weighs) for (name, weighs), value in last.items()]
        rank = self._layers.get(layer, _UNLAYERED) if layer else _UNLAYERED
        self.rules.append(_Rule(selectors, declarations, rank))

    def _count(self, rules: int) -> None:
        self._read += rules
        if self._read > MOST_RULES:
            raise TooMuch


def _initial(content: Iterable[Any]) -> Iterator[tuple[str, str]]:
    for node in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if node.type == "declaration":
            yield node.lower_name, plain_value(tinycss2.serialize(node.value).strip())


def _written(tokens: Iterable[Any]) -> str:
    return str(tinycss2.serialize([t for t in tokens if t.type != "comment"])).strip()


def _scoped(prelude: str) -> list[str]:
    """The roots of `@scope (…) to (…)`."""
    start, end = prelude.find("("), prelude.rfind(") to (")
    return alternatives(prelude[start + 1 : end if end > 0 else prelude.rfind(")")])


def _nested(selectors: list[str], within: list[str]) -> list[str]:
    """Selectors of a rule inside another (CSS Nesting 1). Raises TooMuch beyond the budget."""
    if not within:
        return selectors
    if len(selectors) * len(within) > _MOST_SELECTORS:
        raise TooMuch
    return [_joined(inner, outer) for outer in within for inner in selectors]


def _joined(inner: str, outer: str) -> str:
    if "&" not in inner:
        return f"{outer} {inner}"
    if inner.startswith("&") and inner.count("&") == 1:
        return outer + inner[1:]
    return inner.replace("&", outer if re.fullmatch(r"[\w.#-]+", outer) else f":is({outer})")
