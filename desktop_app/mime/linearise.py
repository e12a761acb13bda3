"""A mail's HTML tree as the Reader's blocks: one column, layout tables dissolved, data tables kept.

Takes a tree without hidden parts. Writes only what blocks.Writer knows, so that no markup of the
mail passes. Iterative: depth uses no stack.
"""

from __future__ import annotations

import html
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from desktop_app.mime import links, quoted_nodes, tables
from desktop_app.mime.blocks import Block, Writer
from desktop_app.mime.headings import heading_tag
from desktop_app.mime.smuggled import reveal
from desktop_app.model.message import Link

DEEPEST = 12
"""Lists, quotes and tables nested deeper than this are written flat."""

_STRONG = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6", "pre"))
_WEAK = frozenset(
    "div table tbody thead tfoot tr td th caption center section article header footer main nav"
    " aside address figure figcaption dl dt dd form fieldset legend details summary body".split()
)
_INLINE = {
    "b": "b", "strong": "b", "i": "i", "em": "i", "cite": "i", "u": "u", "ins": "u", "s": "s",
    "strike": "s", "del": "s", "code": "code", "tt": "code", "kbd": "code", "samp": "code",
    "sub": "sub", "sup": "sup",
}  # fmt: skip
_MAY_HEAD = frozenset(("p", "div", "td", "th", "center"))
_CONTAINERS = frozenset(("ul", "ol", "li", "blockquote"))
_DROPPED = frozenset(
    "script style head title template noscript svg math object embed iframe frame frameset applet"
    " video audio canvas select datalist input map meta link base".split()
)


@dataclass(slots=True)
class Linearised:
    """Result of a walk over a tree; `smuggled` are words carried by invisible characters."""

    blocks: list[Block] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    smuggled: list[str] = field(default_factory=list)


def linearise(tree: LexborHTMLParser) -> Linearised:
    """The blocks of `tree`, the history marked, and the links met."""
    walk = _Walk(tree)
    root = tree.body or tree.root
    if root is not None:
        walk.run(root)
    return walk.result()


class _Walk:
    def __init__(self, tree: LexborHTMLParser) -> None:
        self._writer = Writer()
        self._found = Linearised()
        self._kept_tables = tables.data_tables(tree)
        self._rows = tables.joined_rows(tree, self._kept_tables)
        self._quotes = quoted_nodes.starts(tree)
        self._quote_ends: list[int] = []
        self._anchors: list[tuple[str, list[str]]] = []
        self._opened: dict[int, str] = {}  # containers written, by their node
        self._anchored: set[int] = set()

    def result(self) -> Linearised:
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
        if tag in _DROPPED:
            return False
        if node.mem_id in self._quotes and not self._writer.depth:
            self._writer.end()
            self._writer.quoting = True
        self._start(node, tag)
        return True

    def _start(self, node: LexborNode, tag: str) -> None:
        writer = self._writer
        if tag in _INLINE:
            writer.open_inline(_INLINE[tag])
        elif tag == "a":
            self._open_link(node)
        elif tag == "br":
            writer.line_break()
        elif tag == "hr":
            writer.rule()
        elif tag == "img":
            self._picture(node)
        elif tag in _CONTAINERS or node.mem_id in self._kept_tables:
            self._open_container(node, tag)
        elif tag in {"td", "th"} and node.mem_id in self._rows:
            writer.words(" ")
        elif tag in _STRONG or tag in _WEAK:
            self._start_block(node, tag)

    def _start_block(self, node: LexborNode, tag: str) -> None:
        """A cell of a layout table stands apart, as it does in the design."""
        large = heading_tag(node) if tag in _MAY_HEAD else ""
        if large or tag in _STRONG:
            self._writer.start(large or tag, 2, _direction(node))
        elif tag in {"td", "th"}:
            self._writer.start("p", 2, _direction(node))
        else:
            self._writer.start("div", 1, _direction(node))

    def _open_container(self, node: LexborNode, tag: str) -> None:
        if self._writer.depth >= DEEPEST or (tag == "li" and not self._in_list(node)):
            self._writer.start("div", 1)
            return
        span = (node.attributes.get("colspan") or "") if tag in {"td", "th"} else ""
        wide = span.isdecimal() and span.isascii() and 1 < int(span[:3]) <= 50
        self._writer.open(tag, f' colspan="{int(span[:3])}"' if wide else "")
        self._opened[node.mem_id] = tag

    def _in_list(self, node: LexborNode) -> bool:
        return node.parent is not None and node.parent.mem_id in self._opened

    def _leave(self, node: LexborNode) -> None:
        tag = node.tag or ""
        writer = self._writer
        if node.mem_id in self._opened:
            del self._opened[node.mem_id]
            writer.close()
        elif tag in _INLINE:
            writer.close_inline(_INLINE[tag])
        elif tag == "a":
            self._close_link(node)
        elif tag in {"td", "th"} and node.mem_id in self._rows:
            pass
        elif tag in _STRONG or tag in _WEAK:
            writer.end()
        if self._quotes.get(node.mem_id):
            writer.end()
            writer.quoting = False

    def _words(self, text: str) -> None:
        text, carried = reveal(text)
        self._found.smuggled += carried
        for _, collected in self._anchors:
            collected.append(text)
        self._writer.words(text)

    def _picture(self, node: LexborNode) -> None:
        attributes = node.attributes
        source = (attributes.get("src") or "").strip()
        alt, carried = reveal(" ".join((attributes.get("alt") or "").split())[:300])
        self._found.smuggled += carried
        if source[:4].lower() == "cid:":
            size = "".join(_dimension(attributes.get(n) or "", n) for n in ("width", "height"))
            self._writer.picture(f'src="{html.escape(source[:1000])}"', alt, size)
        elif alt:
            self._writer.open_inline("i", ' class="alt"')
            self._words(f"[{alt}]")
            self._writer.close_inline("i")

    def _open_link(self, node: LexborNode) -> None:
        target = links.safe_target(node.attributes.get("href") or "")
        if not target or self._anchors:
            return
        self._anchored.add(node.mem_id)
        self._anchors.append((target, []))
        self._writer.open_inline("a", f' href="{html.escape(target)}"')

    def _close_link(self, node: LexborNode) -> None:
        if node.mem_id not in self._anchored:
            return
        target, collected = self._anchors.pop()
        self._found.links.append(links.make("".join(collected), target))
        self._writer.close_inline("a")


def _direction(node: LexborNode) -> str:
    value = (node.attributes.get("dir") or "").lower()
    return value if value in {"rtl", "ltr"} else ""


def _dimension(value: str, name: str) -> str:
    digits = value.strip().removesuffix("px")
    valid = digits.isdecimal() and digits.isascii() and len(digits) <= 4
    return f' {name}="{digits}"' if valid else ""
