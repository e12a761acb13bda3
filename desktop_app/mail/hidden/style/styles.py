"""What the style sheets of a mail declare for each element.

The cascade is CSS Cascade 5: importance, layers, specificity, order. A rule that holds in some
variant of the page alone, or of which that is not known, makes what it touches uncertain
(`Sheet.touched`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser

from desktop_app.mail.hidden.style.css_conditions import Force, of_media
from desktop_app.mail.hidden.style.css_declarations import Block, Value, block_of, unnested
from desktop_app.mail.hidden.style.css_rules import Reader, Rule
from desktop_app.mail.hidden.style.selectors import (
    LONGEST,
    Matcher,
    TooMuch,
    after_a_press,
    at_rest,
    part_of,
    specificity,
)
from desktop_app.mail.hidden.style.shorthands import reveals

LARGEST_SHEET = 300_000
_CARRIED = re.compile(r"\s*+(?:data|cid):", re.IGNORECASE)


@dataclass(slots=True)
class Sheet:
    """What the style sheets declare: for each element by `mem_id`, for the last frame of each
    animation by its name, and the first values of registered custom properties. `parts`: of the
    words that a sheet adds before and after elements. `touched`: the properties of an element that
    are other ones in some variant of the page. `fonts`: those that the mail brings itself."""

    blocks: dict[int, Block] = field(default_factory=dict)
    parts: dict[tuple[int, str], Block] = field(default_factory=dict)
    touched: dict[int, frozenset[str]] = field(default_factory=dict)
    fonts: frozenset[str] = frozenset()
    frames: dict[str, Block] = field(default_factory=dict)
    registered: dict[str, str] = field(default_factory=dict)


def cascade(tree: LexborHTMLParser, tags: int) -> Sheet:
    """What the `<style>` rules declare for each element, most specific winning.

    Raises TooMuch beyond the budget: then any rule may touch anything.
    """
    sheets = [
        (force, node.text() or "")
        for node in tree.css("style")
        if (force := _force(node.attributes)) is not Force.NEVER
    ]
    if any(_CARRIED.match(n.attributes.get("href") or "") for n in tree.css("link")):
        raise TooMuch
    if not any("{" in text or "@" in text for _, text in sheets):
        return Sheet()  # nothing is declared without a block
    if sum(len(text) for _, text in sheets) > LARGEST_SHEET:
        raise TooMuch
    reader = Reader()
    for force, text in sheets:
        reader.read(unnested(text.replace("<!--", " ").replace("-->", " ")), force)
    return _Spread(Matcher(tree, tags)).sheet(reader)


def _force(attributes: Mapping[str, str | None]) -> Force:
    kind = (attributes.get("type") or "").strip().lower()
    if kind not in {"", "text/css"}:
        return Force.NEVER
    return of_media(unnested(attributes.get("media") or ""))


_STEPS_OF_A_SELECTOR = 6
"""Of the matcher's, for one that is found in no element."""

_Ranked = dict[str, tuple[tuple[bool, int, int], Value]]


class _Spread:
    """Gives each element what the rules declare for it."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher
        self._ranked: dict[int, _Ranked] = {}
        self._parts: dict[tuple[int, str], _Ranked] = {}
        self._touched: dict[int, set[str]] = {}

    def sheet(self, reader: Reader) -> Sheet:
        for rule in reader.rules:
            self._matcher.count(_STEPS_OF_A_SELECTOR * len(rule.selectors))
            for selector in rule.selectors:
                if len(selector) > LONGEST:
                    raise TooMuch
                self._rule(rule, selector)
        return Sheet(
            {key: _ranked_block(own) for key, own in self._ranked.items()},
            {key: _ranked_block(own) for key, own in self._parts.items()},
            {key: frozenset(names) for key, names in self._touched.items()},
            frozenset(reader.fonts),
            reader.frames,
            reader.registered,
        )

    def _rule(self, rule: Rule, selector: str) -> None:
        selector, part = part_of(selector)
        plain, pressed = at_rest(selector), after_a_press(selector)
        if part == "other":
            return
        if plain and rule.force is not Force.ELSEWHERE:
            nodes = self._matcher.match(plain)
            sure = self._matcher.is_sure and rule.force is Force.CERTAIN
            self._apply(nodes, rule, specificity(plain), part)
            if not sure or part.startswith("first"):
                self._touch(nodes, {reveals(name, "") for name, _, _ in rule.declarations} - {""})
        elif plain and not part:
            self._touch(self._matcher.match(plain), rule.reveals)
        if pressed and not part:
            self._touch(self._matcher.match(pressed), rule.reveals)

    def _touch(self, nodes: frozenset[int], names: Iterable[str]) -> None:
        if names:
            for node in nodes:
                self._touched.setdefault(node, set()).update(names)

    def _apply(self, nodes: frozenset[int], rule: Rule, weight: int, part: str) -> None:
        self._matcher.count(len(nodes) * (len(rule.declarations) // 8))
        usual, weighty = (False, rule.layer, weight), (True, -rule.layer, weight)
        for node in nodes:
            if part in {"before", "after", "marker"}:
                own = self._parts.setdefault((node, part), {})
            else:
                own = self._ranked.setdefault(node, {})
            for name, value, important in rule.declarations:
                rank = weighty if important else usual
                if name not in own or rank >= own[name][0]:
                    own[name] = (rank, value)


def _ranked_block(own: _Ranked) -> Block:
    return block_of((name, value, rank[0]) for name, (rank, value) in own.items())
