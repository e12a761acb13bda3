"""Text of a mail with the targets of its links, for what is passed on as plain text.

`See the plan <https://x.example/plan>`: where the words of a link do not show its target already,
it follows them. A target whose place is not found stands at the end: none is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from desktop_app.mail.hidden.marks import unmarked
from desktop_app.model.message import Body

_BEFORE = 24
"""Characters before a link, spaces apart, by which its place is told
from another of its words."""
_SPACE = re.compile(r"\s+")
_SCHEMES = ("http://", "https://", "mailto:")
_BLOCKS = frozenset(
    "p div li ul ol td th tr table h1 h2 h3 h4 h5 h6 blockquote pre hr dl dt dd".split()
)
"""Tags at which the text of a line begins anew, perhaps with a mark before it."""
_PICTURE = "image"
_MOST_PLACED = 1_000
"""Links whose place is looked for."""


@dataclass(frozen=True, slots=True)
class _Placed:
    """A link of the markup: what stands before it and its own words, both without spaces."""

    before: str
    words: str
    target: str


def text_with_targets(body: Body) -> str:
    """The text of a mail, history included, without our own marks."""
    text = unmarked(body.text)
    if not any(_is_told(link.text, link.target) for link in body.links):
        return text
    places = [n for n, sign in enumerate(text) if not sign.isspace()]
    squeezed = "".join(text[n] for n in places)
    out, done, position = [], 0, 0
    unplaced: list[str] = []
    for number, link in enumerate(_links(body.html + body.html_quoted)):
        end = _end_of(link, squeezed, position) if number < _MOST_PLACED else -1
        if end < 0:
            if link.target not in unplaced and _is_told(link.words, link.target):
                unplaced.append(link.target)
            continue
        position = end
        if _is_told(link.words, link.target):
            after = places[end - 1] + 1
            out += [text[done:after], f" <{link.target}>"]
            done = after
    out.append(text[done:])
    whole = "".join(out)
    lost = [target for target in unplaced if target not in whole]
    return whole.rstrip("\n") + "\n\n" + "\n".join(f"<{t}>" for t in lost) if lost else whole


def _end_of(link: _Placed, squeezed: str, position: int) -> int:
    """The offset behind the words of a link, at or after `position`; -1 where they are not."""
    if not link.words:
        return -1
    with_before = link.before + link.words
    found = squeezed.find(with_before, position)
    if found >= 0:
        return found + len(with_before)
    found = squeezed.find(link.words, position)
    return found + len(link.words) if found >= 0 else -1


def _links(markup: str) -> Iterator[_Placed]:
    """The links of the Reader's markup in order, a target as it is written in angle brackets."""
    root = LexborHTMLParser(markup).body
    seen: list[str] = []
    block = 0
    inside: list[tuple[LexborNode, int, int]] = []
    for node in root.traverse(include_text=True) if root is not None else ():
        while inside and not _within(node, inside[-1][0]):
            yield _placed(*inside.pop(), seen)
            block = len(seen)  # what stands before the next link begins here
        if node.tag in _BLOCKS:
            block = len(seen)
        if node.tag == "a" and node.attributes.get("href"):
            inside.append((node, block, len(seen)))
        elif node.tag == "img":
            seen += _signs(f"[{node.attributes.get('alt') or _PICTURE}]")
        elif node.tag == "-text":
            seen += _signs(unmarked(node.text_content or ""))
    while inside:
        yield _placed(*inside.pop(), seen)


def _placed(node: LexborNode, block: int, start: int, seen: list[str]) -> _Placed:
    before = "".join(seen[max(block, start - _BEFORE) : start])
    return _Placed(before, "".join(seen[start:]), _target(node))


def _within(node: LexborNode, link: LexborNode) -> bool:
    above = node.parent
    while above is not None and above.tag not in {"body", "html"}:
        if above.mem_id == link.mem_id:
            return True
        above = above.parent
    return False


def _signs(text: str) -> str:
    return _SPACE.sub("", text)


def _target(node: LexborNode) -> str:
    href = (node.attributes.get("href") or "").strip()
    return _SPACE.sub("%20", href).replace("<", "%3C").replace(">", "%3E")


def _is_told(words: str, target: str) -> bool:
    """Whether a target has to follow the words: one that they show already does not."""
    if not target.lower().startswith(_SCHEMES):
        return False
    shown = _bare(_signs(words))
    return not shown or _bare(target) != shown


def _bare(address: str) -> str:
    return re.sub(r"^(?:https?://|mailto:)", "", address, flags=re.IGNORECASE).rstrip("/").lower()
