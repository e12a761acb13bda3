"""A mail's HTML tree as the Reader's blocks: one column, layout tables dissolved, data tables kept.

Takes a tree without hidden parts. Writes only what blocks.Writer knows, so that no markup of the
mail passes. Iterative: depth uses no stack.
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from desktop_app.mail.hidden.elements import (
    CONTAINERS,
    DROPPED,
    INLINE,
    LINKS,
    MAY_HEAD,
    MAY_RULE,
    PARTED,
    SHAPES,
    STRONG,
    STYLED,
    VOID,
    WEAK,
    field_words,
    is_pressed_picture,
    numbering,
)
from desktop_app.mail.hidden.smuggled import reveal
from desktop_app.mail.reader import links, quoted_nodes, tables
from desktop_app.mail.reader.blocks import Block, Writer
from desktop_app.mail.reader.buttons import is_button
from desktop_app.mail.reader.design import (
    Design,
    Look,
    blank,
    emphasis,
    is_plain,
    is_underlined,
    keeps_lines,
)
from desktop_app.mail.reader.headings import heading_tag, is_line_across
from desktop_app.mail.reader.inherited_type import InheritedType
from desktop_app.mail.reader.picture_words import is_dot, size_of, stands_for
from desktop_app.mail.reader.word_lists import WordLists, item_of
from desktop_app.model.message import Link

DEEPEST = 12
"""Lists, quotes and tables nested deeper than this are written flat."""


@dataclass(slots=True)
class Linearised:
    """Result of a walk over a tree; `smuggled` are words carried by invisible characters."""

    blocks: list[Block] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    smuggled: list[str] = field(default_factory=list)


def linearise(
    tree: LexborHTMLParser, design: Design, apart: Mapping[int, bool], *, anew: bool = False
) -> Linearised:
    """The blocks of `tree`, the history marked, and the links met. `apart`: elements, by `mem_id`,
    that a style takes out of the line they stand in, and whether to a line of their own. `anew`:
    see html.read_html."""
    walk = _Walk(tree, design, apart, anew=anew)
    root = tree.body or tree.root
    if root is not None:
        walk.run(root)
    return walk.result()


@dataclass(slots=True)
class _Anchor:
    """A link that is open: its words, and whether a picture of it is told or shown."""

    target: str
    words: list[str] = field(default_factory=list)
    pictured: bool = False
    is_button: bool = False


class _Walk:
    def __init__(
        self, tree: LexborHTMLParser, design: Design, apart: Mapping[int, bool], *, anew: bool
    ) -> None:
        self._writer = Writer()
        self._anew = anew
        self._apart = apart
        self._design = design
        self._found = Linearised()
        self._kept = tables.data_tables(tree, design)
        self._rows = tables.joined_rows(tree, self._kept)
        self._quotes = quoted_nodes.starts(tree)
        self._signatures = quoted_nodes.signatures(tree)
        self._anchors: list[_Anchor] = []
        self._opened: dict[int, str] = {}  # containers written, by their node
        self._anchored: set[int] = set()
        self._undo: dict[int, list[str]] = {}  # inline tags that a style opened, by their node
        self._again: dict[int, int] = {}  # bold tags that a style closed, by their node
        self._type = InheritedType(self._writer, design)
        self._joined = 0
        self._lists = WordLists(self._writer)

    def result(self) -> Linearised:
        self._lists.end()
        self._found.blocks = self._writer.finish()
        return self._found

    def run(self, root: LexborNode) -> None:
        node: LexborNode | None = root
        while node is not None:
            child = node.first_child if self._enter(node) else None
            if child is not None:
                node = child
                continue
            node = self._leave_up_to_next(node, root)

    def _leave_up_to_next(self, node: LexborNode, root: LexborNode) -> LexborNode | None:
        current: LexborNode | None = node
        while current is not None:
            self._leave(current)
            self._part(current, current.tag or "")
            if current.mem_id == root.mem_id:
                return None
            if current.next is not None:
                return current.next
            current = current.parent
        return None

    def _enter(self, node: LexborNode) -> bool:
        """Writes the start of `node`; False when its content is left out."""
        if node.is_text_node:
            self._words(node.text() or "")
            return False
        if not node.is_element_node:
            return False
        tag = node.tag or ""
        if tag in DROPPED or node.mem_id in self._kept.dropped or self._lists.is_mark(node):
            return False
        if node.mem_id in self._quotes:
            self._lists.end()
            if not self._writer.depth:
                self._writer.end()
                self._writer.quoting = True
        if node.mem_id in self._signatures:
            self._writer.end_paragraph()
            self._writer.signing = True
        self._part(node, tag)
        self._type.begin(node, tag)
        self._start(node, tag)
        return True

    def _start(self, node: LexborNode, tag: str) -> None:
        writer = self._writer
        if tag in INLINE and tag != "dt":
            self._open_emphasis(node, INLINE[tag])
        elif tag in LINKS:
            self._open_link(node, tag)
        elif tag in VOID:
            self._void(node, tag)
        elif tag in CONTAINERS or node.mem_id in self._kept.cells:
            self._lists.end()
            self._open_container(node, tag)
        elif node.mem_id in self._rows:
            self._joined += 1
            self._begin_cell(node, tag)
        elif self._is_in_button():
            writer.words(" ")
        elif tag in STRONG or tag in WEAK:
            self._start_block(node, tag)
            self._start_field(node, tag)
        if tag in STYLED:
            self._open_style(node)

    def _part(self, node: LexborNode, tag: str) -> None:
        """Parts the words of an element from those beside it, where its style or its kind alone
        takes it out of its line."""
        alone = self._apart.get(node.mem_id)
        if tag in STRONG or tag in WEAK or (alone is None and tag not in PARTED):
            return
        if not alone or self._joined or self._is_in_button():
            self._writer.words(" ")
        else:
            self._writer.end()

    def _start_field(self, node: LexborNode, tag: str) -> None:
        if tag == "textarea":
            self._type.keep_lines(node)
        elif tag == "optgroup":
            self._words(node.attributes.get("label") or "")
            self._writer.end()

    def _void(self, node: LexborNode, tag: str) -> None:
        if tag == "br":
            self._writer.line_break()
        elif tag == "hr":
            self._lists.end()
            self._writer.rule()
        elif tag == "img" or is_pressed_picture(node):
            self._picture(node)
        else:
            self._box(node)

    def _open_emphasis(self, node: LexborNode, tag: str) -> None:
        if tag == "b" and is_plain(self._design.look(node)):
            return
        self._writer.open_inline(tag)
        self._undo.setdefault(node.mem_id, []).append(tag)

    def _open_style(self, node: LexborNode) -> None:
        """Bold, italic and struck type by style, and line breaks that count."""
        own = self._design.look(node)
        if not own:
            return
        if keeps_lines(own):
            self._type.keep_lines(node)
        if self._writer.is_heading or self._is_in_button():
            return
        if is_plain(own) and not self._anchors:
            self._again[node.mem_id] = sum(iter(lambda: self._writer.close_inline("b"), False))
        written = self._undo.setdefault(node.mem_id, [])
        for name in (*emphasis(own), *self._underlined(own)):
            if name not in written:
                self._writer.open_inline(name)
                written.append(name)

    def _underlined(self, own: Look) -> tuple[str, ...]:
        """A line below words is theirs where they are written anew; that of a link is its dress,
        and where mail is read such a line would look like a link."""
        return ("u",) if self._anew and not self._anchors and is_underlined(own) else ()

    def _is_in_button(self) -> bool:
        return bool(self._anchors) and self._anchors[-1].is_button

    def _begin_cell(self, node: LexborNode, tag: str) -> None:
        if self._rows[node.mem_id]:
            self._writer.words(" ")
        elif tag in {"td", "th"}:
            self._writer.apart()

    def _start_block(self, node: LexborNode, tag: str) -> None:
        """A cell of a layout table stands apart, as it does in the design."""
        writer = self._writer
        item = item_of(node) if tag == "p" else None
        if item is not None and writer.depth < DEEPEST:
            self._lists.begin(item)
            return
        self._lists.end()
        if tag in MAY_RULE and is_line_across(node, self._design):
            writer.rule()
            return
        large = heading_tag(node, self._design) if tag in MAY_HEAD else ""
        direction = self._type.direction(node)
        if tag == "pre" and writer.signing:
            self._type.keep_lines(node)
            tag = "p"
        if large or tag in STRONG:
            writer.start(large or tag, 2, direction)
        elif tag in {"td", "th"}:
            writer.start("p", 2, direction)
        else:
            writer.start("div", 1, direction)
        if tag == "dt":
            self._open_emphasis(node, "b")

    def _open_container(self, node: LexborNode, tag: str) -> None:
        if self._writer.depth >= DEEPEST or (tag == "li" and not self._in_list(node)):
            self._writer.start("div", 1)
            return
        tag, attributes = self._kept.cells.get(node.mem_id, (tag, ""))
        number = 0
        if tag == "ol":
            attributes, number = numbering(node)
        value = (node.attributes.get("value") or "") if tag == "li" else ""
        if value.isdecimal() and value.isascii() and 0 < int(value[:5]) <= 9999:
            self._writer.renumber(int(value))
        self._writer.open(tag, attributes, number)
        self._opened[node.mem_id] = tag

    def _in_list(self, node: LexborNode) -> bool:
        return node.parent is not None and node.parent.mem_id in self._opened

    def _leave(self, node: LexborNode) -> None:
        tag = node.tag or ""
        writer = self._writer
        self._close_styles(node)
        if node.mem_id in self._opened:
            self._lists.end()
            del self._opened[node.mem_id]
            writer.close()
        elif tag in LINKS:
            self._close_link(node)
        elif node.mem_id in self._rows:
            self._joined -= 1
        elif self._is_in_button():
            if node.next is not None and (tag in STRONG or tag in WEAK):
                writer.words(" ")
        elif tag in STRONG or tag in WEAK:
            writer.end()
        if self._quotes.get(node.mem_id):
            writer.end()
            writer.quoting = False
        if node.mem_id in self._signatures:
            writer.end()
            writer.signing = False

    def _close_styles(self, node: LexborNode) -> None:
        number = node.mem_id
        for name in reversed(self._undo.pop(number, ())):
            self._writer.close_inline(name)
        for _ in range(self._again.pop(number, 0)):
            self._writer.open_inline("b")
        self._type.end(number)

    def _words(self, text: str) -> None:
        text, carried = reveal(text)
        self._found.smuggled += carried
        for anchor in self._anchors:
            anchor.words.append(text)
        if self._type.keeps_lines:
            self._writer.kept(text)
        else:
            is_short = self._anchors and not self._anew
            self._writer.words(text, links.shortened(text) if is_short else "")

    def _picture(self, node: LexborNode) -> None:
        attributes = node.attributes
        source = (attributes.get("src") or "").strip()
        alt, carried = reveal(" ".join((attributes.get("alt") or "").split())[:300])
        self._found.smuggled += carried
        if is_dot(node, self._design):
            return
        if source[:4].lower() == "cid:":
            size = size_of(node, self._design)
            self._writer.picture(f'src="{html.escape(source[:1000])}"', alt, size)
        elif blank(alt):
            return
        else:
            self._tell_picture(alt)
        for anchor in self._anchors:
            anchor.pictured = True

    def _tell_picture(self, alt: str) -> None:
        self._writer.open_inline("i", ' class="alt"')
        self._words(f"[{alt}]")
        self._writer.close_inline("i")

    def _box(self, node: LexborNode) -> None:
        """A field: a box to check, or the words that stand in it."""
        said = field_words(node)
        if not blank(said):
            self._writer.words(" ")
            self._words(said)
            self._writer.words(" ")

    def _open_link(self, node: LexborNode, tag: str) -> None:
        target = links.safe_target(node.attributes.get("href") or "")
        if not target or self._anchors:
            return
        pressed = tag in SHAPES or (tag == "a" and is_button(node, self._design))
        self._anchored.add(node.mem_id)
        self._anchors.append(_Anchor(target, is_button=pressed))
        if tag == "area":
            self._writer.words(" ")
        address = f' href="{html.escape(target)}"'
        if pressed:
            self._writer.open_button(address)
        else:
            self._writer.open_inline("a", address)
        if tag == "area" and not blank(node.attributes.get("alt") or ""):
            self._tell_picture((node.attributes.get("alt") or "")[:300])

    def _close_link(self, node: LexborNode) -> None:
        if node.mem_id not in self._anchored:
            return
        anchor = self._anchors[-1]
        words = "".join(anchor.words)
        if blank(words) and not anchor.pictured and stands_for(node):
            self._tell_picture("picture")
        self._anchors.pop()
        self._found.links.append(links.make(words, anchor.target))
        if anchor.is_button:
            self._writer.close_button()
        else:
            self._writer.close_inline("a")
