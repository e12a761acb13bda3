"""Removal of invisible parts of an HTML mail, and marks around what is hard to see.

Each element's style is computed (`styles`, `effects`, `looks`) and its words judged (`Verdict`).
Hidden text is removed and reported; hidden decoration without text is dropped silently; what is
doubtful stays, between marks that a person and a model both read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

from selectolax.lexbor import LexborHTMLParser, LexborNode

from desktop_app.mime import styles
from desktop_app.mime.colours import LINK, Colour, legacy_colour
from desktop_app.mime.css_variables import Budget, Scope
from desktop_app.mime.effects import Effect, Ground, Items, effect
from desktop_app.mime.looks import Look
from desktop_app.mime.marks import END, MARK
from desktop_app.mime.shorthands import longhands, words
from desktop_app.mime.styles import Block, Sheet, Value
from desktop_app.mime.verdicts import Verdict
from desktop_app.mime.visible import tidy

MOST_STYLES = 4_000
MOST_STYLE_CHARACTERS = 400_000
"""Styles of a mail that differ, and the characters of their values."""

_SILENT = frozenset(
    ("head", "script", "style", "title", "template", "noscript", "meta", "link", "base")
)
_NEVER_SHOWN = frozenset(("datalist", "noembed", "noframes", "rp"))
_FONT_SIZES = {"1": 10.0, "2": 13.0, "3": 16.0, "4": 18.0, "5": 24.0, "6": 32.0, "7": 48.0}
_INLINE = frozenset(
    "a abbr b bdi bdo big cite code del em font i ins kbd label mark q s samp small span strike"
    " strong sub sup time tt u var".split()
)
_MOST_INLINE = 30
_LONGEST_MARKED = 1_000
"""Characters of a passage that has one pair of marks: whoever reads on from the middle has them."""
_AGAIN = re.compile(r"(.{1000,1200}?)\s+(?=\S)", re.DOTALL)
_ROUND = str.maketrans("[]", "()")
_LEGACY = frozenset(("body", "font", "table", "tr", "td", "th", "tbody", "thead", "tfoot"))
_CELLS = frozenset(("td", "th", "tr", "table", "tbody"))
_NOTHING = Block()


@dataclass(frozen=True, slots=True)
class Unseen:
    """Hidden words; `leads`: nothing that can be seen stands before them."""

    words: str
    leads: bool


@dataclass(frozen=True, slots=True)
class Found:
    """What a mail hides, and what of its text is hard to see, each in order."""

    unseen: list[Unseen]
    doubtful: list[str]


def take_out(tree: LexborHTMLParser, tags: int) -> Found:
    """Removes every hidden element and text from `tree`, and marks what is hard to see.

    Raises styles.TooMuch when the style sheets are beyond the budget.
    """
    walk = _Walk(styles.cascade(tree, tags))
    if tree.root is not None:
        walk.run(tree.root)
    unseen = _remove(walk.victims)
    return Found(unseen, [_mark(run) for run in walk.runs])


class _Walk:
    """One pass over a tree, ancestors first."""

    def __init__(self, sheet: Sheet) -> None:
        self.victims: list[tuple[LexborNode, bool]] = []
        self.runs: list[list[LexborNode]] = []
        self._sheet = sheet
        self._budget = Budget()
        self._custom = 0
        self._effects: dict[tuple[Items, float], Effect] = {}
        self._characters = 0
        self._leads, self._running, self._block = True, False, 0
        self._looks: dict[int, Look | None] = {}

    def run(self, root: LexborNode) -> None:
        looks = self._looks
        scope = Scope(self._sheet.registered, None, self._budget)
        page = Look(scope=scope)
        for node in root.traverse(include_text=True):
            parent = node.parent
            look = looks.get(parent.mem_id, page) if parent is not None else page
            if look is None:
                looks[node.mem_id] = None
            elif node.is_text_node:
                self._text(node, look, parent)
            elif node.is_element_node:
                looks[node.mem_id] = self._element(node, look, parent)

    def _text(self, node: LexborNode, look: Look, parent: LexborNode | None) -> None:
        verdict = look.verdict()
        if parent is not None and parent.tag == "details" and "open" not in parent.attributes:
            verdict = Verdict.HIDDEN
        if verdict is Verdict.HIDDEN:
            self.victims.append((node, self._leads))
        elif not self._leads and verdict is Verdict.SEEN and not self._running:
            return
        elif tidy(node.text() or "").strip():
            self._leads = False
            if verdict is Verdict.SEEN:
                self._running = False
            else:
                self._doubt(node)

    def _doubt(self, node: LexborNode) -> None:
        """Each block has marks of its own, so that one that is shown alone has them too."""
        block = _block_of(node)
        if self._running and block == self._block:
            self.runs[-1].append(node)
        else:
            self.runs.append([node])
        self._running, self._block = True, block

    def _element(self, node: LexborNode, look: Look, parent: LexborNode | None) -> Look | None:
        """The look of an element, or None where it is not shown."""
        tag = node.tag or ""
        if tag in _SILENT or tag in _NEVER_SHOWN or _folded(node, parent):
            self.victims.append((node, self._leads))
            return None
        child = self._derived(node, tag, look)
        if child.box is Verdict.HIDDEN or (tag == "img" and not child.visible):
            self.victims.append((node, self._leads))
            return None
        return child

    def _derived(self, node: LexborNode, tag: str, look: Look) -> Look:
        attributes = node.attributes
        ruled, style = self._sheet.blocks.get(node.mem_id), attributes.get("style")
        if tag in _LEGACY or tag == "a" or tag == "bdo":
            look = _by_attributes(tag, attributes, look)
        if not style and ruled is None:
            return look if "hidden" not in attributes else replace(look, box=Verdict.HIDDEN)
        own = styles.block(style) if style else _NOTHING
        look = self._scoped(look, ruled, own)
        items = self._items(ruled, own, look)
        found = self._effect(items, look.size)
        if "hidden" in attributes and not found.display:
            found = found._replace(box=Verdict.HIDDEN)
        if tag in _CELLS and found.box is Verdict.HIDDEN and _only_squeezed(items, look.size):
            found = found._replace(box=Verdict.DOUBTFUL)  # a cell grows with what is in it
        child = look.within(found)
        if found.animations and self._sheet.frames:
            return self._animated(child, look, items, found)
        return child

    def _effect(self, items: Items, em: float) -> Effect:
        """An effect, of which a mail has so many. Raises styles.TooMuch."""
        key = items, em
        found = self._effects.get(key)
        if found is None:
            self._characters += sum(len(value) for _, value in items)
            if len(self._effects) >= MOST_STYLES or self._characters > MOST_STYLE_CHARACTERS:
                raise styles.TooMuch
            found = self._effects[key] = effect(items, em)
        return found

    def _scoped(self, look: Look, ruled: Block | None, own: Block) -> Look:
        custom = {**ruled.custom, **own.custom} if ruled is not None else own.custom
        if not custom:
            return look
        self._custom += len(custom)
        if self._custom > styles.MOST_CUSTOM:
            raise styles.TooMuch
        return replace(look, scope=Scope(custom, look.scope, self._budget))

    def _items(self, ruled: Block | None, own: Block, look: Look) -> Items:
        if ruled is None:
            merged: Mapping[str, Value] = {**own.normal, **own.important}
            late = own.late
        else:
            merged = {**ruled.normal, **own.normal, **ruled.important, **own.important}
            late = ruled.late or own.late
        if late:
            return tuple(_substituted(merged, look.scope))
        return tuple(cast("Mapping[str, str]", merged).items())

    def _animated(self, child: Look, look: Look, items: Items, found: Effect) -> Look:
        """An animation may end as something else than what stands here."""
        for name in words(found.animations):
            frame = self._sheet.frames.get(name)
            if frame is None:
                continue
            last = {n: v for n, v in frame.normal.items() if isinstance(v, str)}
            after = look.within(self._effect(tuple({**dict(items), **last}.items()), look.size))
            if after.verdict() is not child.verdict() or after.box is not child.box:
                return replace(child, box=Verdict.DOUBTFUL, judged=Verdict.DOUBTFUL)
        return child


def _substituted(merged: Mapping[str, Value], scope: Scope | None) -> list[tuple[str, str]]:
    """The values with their variables; what lacks one is as if it were not declared."""
    found: list[tuple[str, str]] = []
    for name, value in merged.items():
        if isinstance(value, str):
            found.append((name, value))
            continue
        text = scope.substituted(value.value) if scope is not None else None
        if text is not None:
            found += [(n, v) for n, v in longhands(value.name, text) if n == name]
    return found


def _only_squeezed(items: Items, em: float) -> bool:
    kept = tuple((n, v) for n, v in items if not n.startswith("overflow"))
    return effect(kept, em).box is not Verdict.HIDDEN


def _folded(node: LexborNode, parent: LexborNode | None) -> bool:
    """Whether an element is shown only after a press."""
    if node.tag == "dialog" and "open" not in node.attributes:
        return True
    if "popover" in node.attributes:
        return True
    if parent is None or parent.tag != "details" or "open" in parent.attributes:
        return False
    return node.tag != "summary"


def _by_attributes(tag: str, attributes: Mapping[str, str | None], look: Look) -> Look:
    """The look that HTML's own attributes and a browser's own sheet give."""
    changes: dict[str, object] = {}
    if tag == "a":
        if attributes.get("href"):
            changes["ink"] = LINK
    elif tag == "bdo":
        if (attributes.get("dir") or "").lower() == "rtl":
            changes["box"] = Verdict.DOUBTFUL
    elif tag in {"font", "body"}:
        ink = legacy_colour(attributes.get("color" if tag == "font" else "text") or "")
        if ink is not None:
            changes["ink"] = ink
        size = _FONT_SIZES.get((attributes.get("size") or "").strip()) if tag == "font" else None
        if size:
            changes["size"] = size
    ground = legacy_colour(attributes.get("bgcolor") or "") if tag != "font" else None
    picture = bool(attributes.get("background")) and tag != "font"
    if not changes and ground is None and not picture:
        return look
    changed = replace(look, judged=None, **changes)  # type: ignore[arg-type]
    return _laid(changed, ground, picture) if ground is not None or picture else changed


def _laid(look: Look, ground: Colour | None, picture: bool) -> Look:
    return look.within(Effect(ground=Ground(ground, picture=picture)))


def _remove(victims: list[tuple[LexborNode, bool]]) -> list[Unseen]:
    found: list[Unseen] = []
    for node, leads in victims:
        hidden = " ".join(tidy(node.text() or "").split())
        if hidden and node.tag not in _SILENT:
            found.append(Unseen(hidden, leads))
        for gone in [node] if node.tag != "html" else list(node.iter(include_text=True)):
            gone.decompose()
    return found


def _block_of(node: LexborNode) -> int:
    """`mem_id` of the paragraph, cell … that a text stands in."""
    above = node.parent
    for _ in range(_MOST_INLINE):
        if above is None or above.tag not in _INLINE:
            break
        above = above.parent
    return above.mem_id if above is not None else 0


def _mark(run: list[LexborNode]) -> str:
    """Puts marks around consecutive texts; returns their words."""
    said: list[str] = []
    for index, node in enumerate(run):
        text = (node.text() or "").translate(_ROUND)
        said.append(text)
        if not index:
            bare = text.lstrip()
            text = f"{text[: len(text) - len(bare)]}{MARK}{bare}"
        if len(text) > _LONGEST_MARKED:
            text = _AGAIN.sub(rf"\1{END} {MARK}", text)
        if index == len(run) - 1:
            text = text.rstrip() + END + text[len(text.rstrip()) :]
        if text != node.text():
            node.replace_with(text)
    return " ".join(tidy(" ".join(said)).split())
