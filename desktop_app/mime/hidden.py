"""Removal of invisible parts of an HTML mail: by style, attribute or style sheet.

Removed text is reported. Hidden decoration without text is dropped silently.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from selectolax.lexbor import LexborHTMLParser, LexborNode

from desktop_app.mime import styles
from desktop_app.mime.colours import BLACK, WHITE, Colour, alike, colour, transparent
from desktop_app.mime.visible import tidy

_SILENT = frozenset(
    ("head", "script", "style", "title", "template", "noscript", "meta", "link", "base")
)
_FAR = 400.0
_UNREADABLE = 2.0
"""Font size in pixels at or below which text is unreadable."""
_URL = re.compile(r"url\(|gradient")
_COLOUR_WORD = re.compile(r"#[0-9a-f]{3,8}\b|rgba?\([^)]*\)|hsla?\([^)]*\)|[a-z]+")
_CLIPPED = re.compile(
    r"rect\(\s*(0|1)(px)?[\s,]+(0|1)(px)?[\s,]+(0|1)(px)?[\s,]+(0|1)(px)?\s*\)"
    r"|inset\(\s*(50|100)%|circle\(\s*0|polygon\(\s*(0[\w%]*[\s,]*)+\)"
)
_SHRUNK = re.compile(r"scale[xy3d]*\(\s*0*\.?0+[\s,)]|translate[xy3d]*\(\s*-\d{3,}")
_FONT_SIZE = re.compile(r"(?:^|\s)([\d.]+(?:px|pt|em|rem|%))")


@dataclass(frozen=True, slots=True)
class _Look:
    """Inherited appearance of an element. `background` is None where it is unknown."""

    size: float = 16.0
    ink: Colour | None = BLACK
    background: Colour | None = WHITE
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Unseen:
    """Hidden words; `leads`: nothing that can be seen stands before them."""

    words: str
    leads: bool


def take_out(tree: LexborHTMLParser, tags: int) -> list[Unseen]:
    """Removes every hidden element and text from `tree`; returns their words in order.

    Raises styles.TooMuch when the style sheets are beyond the budget.
    """
    sheet = styles.cascade(tree, tags)
    root = tree.root
    if root is None:
        return []
    looks: dict[int, _Look] = {}
    victims: list[tuple[LexborNode, bool]] = []
    leads = True
    for node in root.traverse(include_text=True):
        parent = node.parent
        look = looks.get(parent.mem_id, _Look()) if parent is not None else _Look()
        if look.gone:
            looks[node.mem_id] = look
        elif node.is_text_node:
            if _invisible(look):
                victims.append((node, leads))
            elif leads and tidy(node.text() or "").strip():
                leads = False
        elif node.is_element_node:
            own = _own(node, sheet)
            look = _derive(node, own, look)
            looks[node.mem_id] = look
            if look.gone:
                victims.append((node, leads))
    return _remove(victims)


def _remove(victims: list[tuple[LexborNode, bool]]) -> list[Unseen]:
    found: list[Unseen] = []
    for node, leads in victims:
        words = " ".join(tidy(node.text() or "").split())
        if words and node.tag not in _SILENT:
            found.append(Unseen(words, leads))
        node.decompose()
    return found


def _own(node: LexborNode, sheet: Mapping[int, Mapping[str, str]]) -> Mapping[str, str]:
    style = node.attributes.get("style")
    ruled = sheet.get(node.mem_id)
    if not style:
        return ruled or {}
    own = styles.inline(style)
    return {**ruled, **own} if ruled else own


def _derive(node: LexborNode, own: Mapping[str, str], look: _Look) -> _Look:
    attributes = node.attributes
    if node.tag in _SILENT or "hidden" in attributes or (own and hides(own)):
        return replace(look, gone=True)
    changes: dict[str, object] = {}
    if own:
        size = _size(own, look.size)
        if size is not None:
            changes["size"] = size
    ink = own.get("color") or (attributes.get("color") if node.tag == "font" else None)
    ink = ink or (attributes.get("text") if node.tag == "body" else None)
    if ink:
        changes["ink"] = None if transparent(ink) else colour(ink.lower()) or look.ink
    changes |= _background(own, attributes)
    return replace(look, **changes) if changes else look  # type: ignore[arg-type]


def _background(own: Mapping[str, str], attributes: Mapping[str, str | None]) -> dict[str, object]:
    value = " ".join(
        own[name] for name in ("background", "background-image", "background-color") if name in own
    )
    if _URL.search(value) or attributes.get("background"):
        return {"background": None}
    for word in [*_COLOUR_WORD.findall(value), (attributes.get("bgcolor") or "").lower()]:
        found = colour(word) if word else None
        if found is not None:
            return {"background": found}
    return {}


def _size(own: Mapping[str, str], inherited: float) -> float | None:
    value = own.get("font-size")
    if value is None and "font" in own:
        match = _FONT_SIZE.search(own["font"])
        value = match[1] if match else None
    return None if value is None else styles.length(value, em=inherited)


def _invisible(look: _Look) -> bool:
    if look.size <= _UNREADABLE or look.ink is None:
        return True
    return look.background is not None and alike(look.ink, look.background)


def hides(own: Mapping[str, str]) -> bool:
    """Whether these declarations hide an element with all its content."""
    return (
        own.get("display") == "none"
        or own.get("visibility") in {"hidden", "collapse"}
        or own.get("mso-hide") == "all"
        or _faint(own)
        or _off_screen(own)
        or _squeezed(own)
        or _CLIPPED.search(f"{own.get('clip', '')} {own.get('clip-path', '')}") is not None
        or _SHRUNK.search(own.get("transform", "")) is not None
    )


def _faint(own: Mapping[str, str]) -> bool:
    value = own.get("opacity", "")
    match = re.search(r"opacity\(\s*([\d.]+%?)", own.get("filter", ""))
    for text in (value, match[1] if match else ""):
        number = text.rstrip("%")
        if re.fullmatch(r"\d*\.?\d+", number):
            return float(number) / (100 if text.endswith("%") else 1) <= 0.05
    return False


def _off_screen(own: Mapping[str, str]) -> bool:
    names = ["text-indent", "margin-left", "margin-top"]
    if own.get("position") in {"absolute", "fixed", "relative"}:
        names += ["left", "top"]
        for name in ("right", "bottom"):
            if (styles.length(own.get(name, "")) or 0) <= -_FAR:
                return True
        if max(styles.length(own.get(name, "")) or 0 for name in ("left", "top")) >= 5 * _FAR:
            return True
    return any((styles.length(own.get(name, "")) or 0) <= -_FAR for name in names)


def _squeezed(own: Mapping[str, str]) -> bool:
    """Whether the element has no height or width and cuts off what does not fit."""
    cut = {own.get("overflow"), own.get("overflow-x"), own.get("overflow-y")} & {"hidden", "clip"}
    if not cut:
        return False
    sizes = (styles.length(own.get(n, "")) for n in ("max-height", "height", "max-width", "width"))
    return any(size is not None and size <= 1 for size in sizes)
