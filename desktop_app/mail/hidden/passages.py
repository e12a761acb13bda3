"""Words of a tree: taken out, marked, or put in where a style sheet adds some."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from desktop_app.mail.hidden.elements import SILENT
from desktop_app.mail.hidden.marks import END, MARK, rounded, with_marks
from desktop_app.mail.hidden.style.css_declarations import Block
from desktop_app.mail.hidden.style.styles import Sheet
from desktop_app.mail.hidden.verdicts import Verdict
from desktop_app.mail.hidden.visible import tidy

MOST_COVERS = 20
"""Elements that may lie upon others, of which it is worked out what may be beneath them."""

MOST_VARIANTS, COMPARED = 200, 300_000
"""Variants that may say again what is seen, and the characters of what is looked at for it."""

_NEAR = 3
"""Texts before an element that may be beneath it."""

MOST_PARTS = 1_000
"""Words that style sheets add, of which so many are read."""

_INLINE = frozenset(
    "a abbr b bdi bdo big cite code del em font i ins kbd label mark q s samp small span strike"
    " strong sub sup time tt u var".split()
)
_REPLACED = frozenset(
    "img br hr input area textarea select option iframe video audio canvas object svg embed".split()
)
_MOST_INLINE = 30
_STRING = re.compile(
    r"\"((?:[^\"\\]++|\\.)*+)(?:\"|\Z)|'((?:[^'\\]++|\\.)*+)(?:'|\Z)|attr\(\s*+([\w-]++)"
)
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)
_ATTRIBUTES = ("alt", "value", "placeholder")


@dataclass(slots=True)
class Text:
    """A text node with words, and its verdict, SEEN or DOUBTFUL."""

    node: LexborNode
    verdict: Verdict


def remove(victims: list[tuple[LexborNode, bool]]) -> Iterator[tuple[str, bool]]:
    """Takes nodes out of their tree; gives the words of each, with what stands beside it in
    `victims`."""
    for node, leads in victims:
        hidden = " ".join(tidy(node.text() or "").split())
        tag = node.tag
        for gone in [node] if tag != "html" else list(node.iter(include_text=True)):
            gone.decompose()
        if hidden and tag not in SILENT:
            yield hidden, leads


def without_repeats(variants: list[LexborNode], texts: list[Text]) -> list[Text]:
    """`texts` without those of variants for another screen that say again what is seen here; such
    a variant, and what covers words in it, is taken out. None of `variants` is within another."""
    if not variants:
        return texts
    seen = _flat(" ".join(t.node.text() or "" for t in texts if t.verdict is Verdict.SEEN))
    seen = seen[:COMPARED]
    gone: set[int] = set()
    for node in variants[:MOST_VARIANTS]:
        words = _flat(node.text(separator=" ") or "")
        if words in seen or not any(map(str.isalnum, words)):
            gone |= {each.mem_id for each in node.traverse(include_text=True)}
            node.decompose()
    return [text for text in texts if text.node.mem_id not in gone]


def _flat(text: str) -> str:
    return f" {' '.join(tidy(text).split())} "


def mark(texts: list[Text]) -> list[str]:
    """Puts marks around what is doubtful; gives the words of each passage. Each block has marks of
    its own, so that one that is shown alone has them too."""
    found: list[str] = []
    run: list[LexborNode] = []
    block = 0
    for text in texts:
        here = _block_of(text.node) if text.verdict is Verdict.DOUBTFUL else 0
        if run and (not here or here != block):
            found.append(_mark(run))
            run = []
        if here:
            run.append(text.node)
            block = here
    return [*found, _mark(run)] if run else found


def _mark(run: list[LexborNode]) -> str:
    said: list[str] = []
    for index, node in enumerate(run):
        text = node.text() or ""
        said.append(rounded(text))
        marked = with_marks(text, begins=not index, ends=index == len(run) - 1)
        if marked != text:
            node.replace_with(marked)
    return " ".join(tidy(" ".join(said)).split())


def mark_attributes(node: LexborNode) -> None:
    """Marks the words that stand for a picture or in a field."""
    for name in _ATTRIBUTES:
        words = node.attributes.get(name)
        if words and words.strip():
            node.attrs[name] = f"{MARK}{rounded(words)}{END}"


def _block_of(node: LexborNode) -> int:
    """`mem_id` of the paragraph, cell … that a text stands in."""
    above = node.parent
    for _ in range(_MOST_INLINE):
        if above is None or above.tag not in _INLINE:
            break
        above = above.parent
    return above.mem_id if above is not None else -1


def cover(over: list[tuple[LexborNode, int]], texts: list[Text]) -> None:
    """Makes the words doubtful that one of the elements `over` may lie upon: those that stand
    beside it in its parent, and the last ones before it, of which it has the number."""
    known = {text.node.mem_id: text for text in texts}
    if len(over) > MOST_COVERS:
        for text in texts:
            text.verdict = Verdict.DOUBTFUL
        return
    for node, before in over:
        for text in texts[max(0, before - _NEAR) : before]:
            text.verdict = Verdict.DOUBTFUL
        inside = {each.mem_id for each in node.traverse(include_text=True)}
        for each in (node.parent or node).traverse(include_text=True):
            if each.mem_id in known and each.mem_id not in inside:
                known[each.mem_id].verdict = Verdict.DOUBTFUL


def add_parts(tree: LexborHTMLParser, sheet: Sheet) -> None:
    """Puts the words that a sheet adds before and after elements into the tree (CSS Pseudo 4,
    section 4.1): what is read is what is shown."""
    if not sheet.parts or tree.root is None:
        return
    places = {number for number, _ in sheet.parts}
    nodes = [n for n in tree.root.traverse(include_text=False) if n.mem_id in places]
    for node in nodes[:MOST_PARTS]:
        for part in _parts(node):
            block = sheet.parts.get((node.mem_id, part))
            if block is not None and (words := _content(block, node)) is not None:
                sheet.blocks[_put(node, part, words)] = block


def _parts(node: LexborNode) -> tuple[str, ...]:
    """The parts that an element may have, in an order in which they come to stand right."""
    if node.tag in _REPLACED:
        return ()
    return ("before", "marker", "after") if node.tag == "li" else ("before", "after")


def _content(block: Block, node: LexborNode) -> str | None:
    """The words that a part has; none where there is no such part."""
    value = str(block.important.get("content", block.normal.get("content", "none")))
    if value in {"none", "normal"}:
        return None
    found = _STRING.findall(value)
    return "".join(
        (node.attributes.get(name) or "") if name else _ESCAPE.sub(_character, one or other)
        for one, other, name in found
    )


def _character(found: re.Match[str]) -> str:
    if not found[1]:
        return found[2]
    number = int(found[1], 16)
    return chr(number) if 0 < number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"


def _put(node: LexborNode, part: str, words: str) -> int:
    """Puts a new element into `node`; gives its `mem_id`."""
    made = LexborHTMLParser("<span></span>").css_first("span")
    assert made is not None
    made.insert_child(words or " ")
    first = node.first_child
    if part != "after" and first is not None:
        first.insert_before(made)
        there = node.first_child
    else:
        node.insert_child(made)
        there = node.last_child
    assert there is not None
    return there.mem_id
