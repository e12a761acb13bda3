"""Words of an HTML mail that nobody sees, taken out, and marks around what may not be seen.

Each element's style is computed (`styles`, `effects`, `looks`) and its words judged (`Verdict`).
Words are taken out and reported where no browser shows any of them in any variant of the page. What
the mail's own rules make hard to see, or may hide, stays between marks that a person and a model
both read. Hidden decoration without text is dropped silently.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, cast

from selectolax.lexbor import LexborHTMLParser, LexborNode

from desktop_app.mail.hidden import passages
from desktop_app.mail.hidden.colours import BLACK, WHITE
from desktop_app.mail.hidden.elements import SILENT
from desktop_app.mail.hidden.style import styles
from desktop_app.mail.hidden.style.css_declarations import Block, Value, block
from desktop_app.mail.hidden.style.css_rules import MOST_CUSTOM
from desktop_app.mail.hidden.style.css_variables import Budget, Scope
from desktop_app.mail.hidden.style.effects import (
    BLOCKS,
    NO_BOX,
    ROWS,
    SIZED,
    TINY,
    Effect,
    Items,
    effect,
)
from desktop_app.mail.hidden.style.legacy_looks import TAGS, by_attributes
from desktop_app.mail.hidden.style.looks import Fence, Look
from desktop_app.mail.hidden.style.selectors import TooMuch
from desktop_app.mail.hidden.style.shorthands import longhands, words
from desktop_app.mail.hidden.style.styles import Sheet
from desktop_app.mail.hidden.verdicts import Verdict
from desktop_app.mail.hidden.visible import tidy

MOST_STYLES = 4_000
MOST_STYLE_CHARACTERS = 400_000
"""Styles of a mail that differ, and the characters of their values; others can't be told."""

_NEVER_SHOWN = frozenset(
    "datalist noembed noframes rp video audio iframe meter progress annotation"
    " annotation-xml defs symbol clippath mask pattern marker desc metadata".split()
)
_PICTURES = frozenset(("img", "input", "area"))
_OPAQUE = frozenset("hr input button select textarea".split())
"""What hides what it lies upon, whatever its style; so does a picture that comes with the mail."""

_CELLS = frozenset("td th tr table tbody thead tfoot caption col colgroup".split())
_SIZED_TAGS = frozenset(
    "p div center section article header footer main nav aside address h1 h2 h3 h4 h5 h6 ul ol li"
    " dl dt dd blockquote pre form fieldset figure figcaption img button select textarea".split()
)
_NOTHING = Block()


class Unseen(NamedTuple):
    """Hidden words; `leads`: nothing that can be seen stands before them."""

    words: str
    leads: bool


@dataclass(slots=True)
class Found:
    """What a mail hides, and what of its text may not be seen, each in order.

    `apart`: elements, by `mem_id`, that stand in a line by their tag and apart from it by their
    style, and whether in a line of their own. `is_beyond`: the mail's sheets are beyond what is
    worked out, so that all of it is doubtful.
    """

    unseen: list[Unseen] = field(default_factory=list)
    doubtful: list[str] = field(default_factory=list)
    apart: dict[int, bool] = field(default_factory=dict)
    is_beyond: bool = False


def take_out(tree: LexborHTMLParser, tags: int) -> Found:
    """Removes every hidden element and text from `tree`, and marks what may not be seen."""
    try:
        sheet, is_beyond = styles.cascade(tree, tags), False
    except TooMuch:
        sheet, is_beyond = Sheet(), True
    passages.add_parts(tree, sheet)
    walk = _Walk(sheet, Look(odd=is_beyond))
    if tree.root is not None:
        walk.run(tree.root)
    passages.cover(walk.covers, walk.texts)
    unseen = [Unseen(*each) for each in passages.remove(walk.victims)]
    texts = passages.without_repeats(walk.variants, walk.texts)
    return Found(unseen, passages.mark(texts), walk.apart, is_beyond)


class _Walk:
    """One pass over a tree, ancestors first."""

    def __init__(self, sheet: Sheet, page: Look) -> None:
        self.victims: list[tuple[LexborNode, bool]] = []
        self.texts: list[passages.Text] = []
        self.covers: list[tuple[LexborNode, int]] = []
        self.variants: list[LexborNode] = []
        self.apart: dict[int, bool] = {}
        self._sheet = sheet
        self._budget = Budget()
        self._page = replace(page, scope=Scope(sheet.registered, None, self._budget))
        self._custom = self._characters = 0
        self._effects: dict[tuple[Items, float], Effect] = {}
        self._looks: dict[int, Look | None] = {}
        self._rows: set[int] = set()
        self._flat: list[passages.Text] = []
        self._is_dark = False

    def run(self, root: LexborNode) -> None:
        looks = self._looks
        for node in root.traverse(include_text=True):
            parent = node.parent
            look = looks.get(parent.mem_id, self._page) if parent is not None else self._page
            if look is None:
                looks[node.mem_id] = None
            elif node.is_text_node:
                self._text(node, look, is_folded=_is_folded(node, parent))
            elif node.is_element_node:
                looks[node.mem_id] = self._element(node, look, parent)

    def _text(self, node: LexborNode, look: Look, *, is_folded: bool) -> None:
        verdict = look.verdict()
        text = node.text() or ""
        if verdict is Verdict.HIDDEN:
            self.victims.append((node, not self.texts))
        elif tidy(text).strip():
            fits = [fence.takes(text, look.size, wraps=look.wraps) for fence in look.fences]
            verdict = max(verdict, Verdict(is_folded or not all(fits)))
            self.texts.append(passages.Text(node, verdict))
            if look.flat:
                self._flat.append(self.texts[-1])

    def _element(self, node: LexborNode, look: Look, parent: LexborNode | None) -> Look | None:
        """The look of an element, or None where it is not shown."""
        tag = node.tag or ""
        if self._is_never_shown(node, tag):
            return None
        if tag == "body" and self._is_dark:
            look = look.within(Effect(dark=True))
        child, found = self._derived(node, tag, look)
        is_away = found.display in NO_BOX
        if is_away and "display" not in self._sheet.touched.get(node.mem_id, ()):
            self._take(node)
            return None
        if is_away and not look.odd:
            self.variants.append(node)
        if is_away or _is_folded(node, parent):
            child = replace(child, odd=True, judged=None)
        if tag == "body":
            child = replace(child, page_ink=child.ink)
        self._set_apart(node, found, parent)
        if tag in _PICTURES and not self._picture(node, child):
            return None
        if tag == "br":
            for fence in child.fences:
                fence.taken += child.size
        return child

    def _is_never_shown(self, node: LexborNode, tag: str) -> bool:
        if tag not in SILENT and tag not in _NEVER_SHOWN:
            return False
        if tag in {"head", "meta"}:
            self._is_dark |= any(_is_dark(meta.attributes) for meta in node.css("meta"))
        self._take(node, silently=tag in SILENT)
        return True

    def _take(self, node: LexborNode, *, silently: bool = False) -> None:
        self.victims.append((node, not self.texts and not silently))

    def _picture(self, node: LexborNode, look: Look) -> bool:
        """Whether a picture is shown; the words that stand for one that may not be are marked."""
        if node.tag != "input":  # the words for a picture have no look of their own
            look = replace(
                look, size=16.0, ink=BLACK, fill=None, grounds=(WHITE,), indent=0.0, judged=None
            )
        verdict = look.verdict()
        if verdict is Verdict.HIDDEN:
            self._take(node)
        elif verdict is Verdict.DOUBTFUL:
            passages.mark_attributes(node)
        return verdict is not Verdict.HIDDEN

    def _set_apart(self, node: LexborNode, found: Effect, parent: LexborNode | None) -> None:
        within = parent is not None and parent.mem_id in self._rows
        if found.display in ROWS:
            self._rows.add(node.mem_id)
        if found.display in BLOCKS or found.floats or found.loose or within:
            self.apart[node.mem_id] = True
        elif found.spaced and found.display.startswith("inline-") and _meets_element(node):
            self.apart[node.mem_id] = False

    def _derived(self, node: LexborNode, tag: str, look: Look) -> tuple[Look, Effect]:
        """The look of an element and the effect of its own declarations."""
        attributes = node.attributes
        ruled, style = self._sheet.blocks.get(node.mem_id), attributes.get("style")
        touched = self._sheet.touched.get(node.mem_id, frozenset())
        if touched:
            look = replace(look, judged=None, touched=look.touched | touched)
        if tag in TAGS:
            look = by_attributes(tag, attributes, look)
        hidden = "hidden" in attributes
        if not style and ruled is None:
            if _is_opaque(node):
                self._covers(look)
            return look, Effect(display="none" if hidden else "")
        own = block(style) if style else _NOTHING
        look = self._scoped(look, ruled, own)
        items = self._items(ruled, own, look)
        found = self._effect(items, look.size)
        child = look.within(found)
        if hidden and not found.display:
            if any(name == "display" for name, _ in items):
                child.odd = True  # set back to what a browser's own sheet says
            else:
                found = found._replace(display="none")
        if child.touched:
            child.touched = (child.touched - _said_anew(found, look)) | touched
        if found.fonts and any(font in found.fonts for font in self._sheet.fonts):
            child.odd = True
        self._confine(child, found, tag)
        self._lay(child, found, node)
        if found.animations and self._sheet.frames:
            self._animated(child, look, items, found)
        return child, found

    def _lay(self, child: Look, found: Effect, node: LexborNode) -> None:
        """What an element may lie upon."""
        if found.moved and child.over is None:
            child.over = node
        if found.placed and found.dense:
            for text in self._flat:
                text.verdict = Verdict.DOUBTFUL
            self._flat.clear()
        if found.dense or _is_opaque(node):
            self._covers(child)
        if node.tag in {"col", "colgroup"} and (found.visible is False or found.thin):
            self.covers.append((node if node.tag == "colgroup" else node.parent or node, 0))

    def _covers(self, look: Look) -> None:
        if look.over is not None and (not self.covers or self.covers[-1][0] is not look.over):
            self.covers.append((look.over, len(self.texts)))

    def _confine(self, child: Look, found: Effect, tag: str) -> None:
        """What becomes of words in a box that cuts off what does not fit."""
        for fence in child.fences:
            fence.taken += found.push + max(found.y, 0.0)
            if found.y <= -TINY or found.shift >= fence.width:
                child.odd = True
        if found.room is None:
            return
        sized = found.display in SIZED or (not found.display and tag in _SIZED_TAGS)
        if found.zero and (sized or found.loose or found.floats) and tag not in _CELLS:
            child.shut = True
        elif found.zero:
            child.odd = True
        else:
            child.fences = (*child.fences[-2:], Fence(*found.room))
            child.odd = child.odd or found.display in ROWS

    def _effect(self, items: Items, em: float) -> Effect:
        """An effect, of which a mail has so many; others are odd."""
        key = items, em
        found = self._effects.get(key)
        if found is None:
            self._characters += sum(len(value) for _, value in items)
            if len(self._effects) >= MOST_STYLES or self._characters > MOST_STYLE_CHARACTERS:
                return Effect(odd=True)
            found = self._effects[key] = effect(items, em)
        return found

    def _scoped(self, look: Look, ruled: Block | None, own: Block) -> Look:
        custom = {**ruled.custom, **own.custom} if ruled is not None else own.custom
        if not custom:
            return look
        self._custom += len(custom)
        if self._custom > MOST_CUSTOM:
            return replace(look, odd=True)
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

    def _animated(self, child: Look, look: Look, items: Items, found: Effect) -> None:
        """An animation may end as something else than what stands here."""
        for name in words(found.animations):
            frame = self._sheet.frames.get(name)
            if frame is None:
                continue
            last = {n: v for n, v in frame.normal.items() if isinstance(v, str)}
            end = self._effect(tuple({**dict(items), **last}.items()), look.size)
            after = look.within(end)
            if after.verdict() is not child.verdict() or end.display in NO_BOX or end.zero:
                child.odd = True
                child.touched |= {"visibility", "opacity", "font-size", "height"}
        child.judged = None


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


def _meets_element(node: LexborNode) -> bool:
    """Whether no space and no word stands between an element and the next one."""
    return any(each is not None and each.is_element_node for each in (node.prev, node.next))


def _is_opaque(node: LexborNode) -> bool:
    attributes = node.attributes
    if node.tag == "img":
        return (attributes.get("src") or "").strip()[:5].lower().startswith(("data:", "cid:"))
    return node.tag in _OPAQUE or "bgcolor" in attributes


def _is_dark(meta: Mapping[str, str | None]) -> bool:
    """Whether a page says that it has a browser's dark colours, and no others."""
    said = (meta.get("content") or "").lower()
    named = (meta.get("name") or "").lower()
    return "color-scheme" in named and "dark" in said and "light" not in said


def _said_anew(found: Effect, look: Look) -> set[str]:
    """The inherited properties of which it is told again what they are."""
    said = {"font-size"} if found.size is not None and look.size > 0 else set()
    return said | ({"visibility"} if found.visible is not None else set())


def _is_folded(node: LexborNode, parent: LexborNode | None) -> bool:
    """Whether a node is shown only after a press."""
    if node.is_element_node:
        attributes = node.attributes
        if (node.tag == "dialog" and "open" not in attributes) or "popover" in attributes:
            return True
    if parent is None or parent.tag != "details" or "open" in parent.attributes:
        return False
    return node.tag != "summary"
