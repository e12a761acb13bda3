"""Markdown of a language model as HTML. Nothing in it is trusted.

Tags in it are shown as text. Pictures are never fetched: their address is a link like any other.
Behind every link stands the host it goes to.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from desktop_app.mail.reader.links import host, linkified, make, safe_target
from desktop_app.model.message import Link

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

LONGEST_PIECE = 2000
"""Characters that are worked out at once: all further words only cost what comes after them."""

NESTED = 12
_HEADINGS = {"h1": "h3", "h2": "h3", "h3": "h4", "h4": "h4", "h5": "h4", "h6": "h4"}
_FENCES = ("```", "~~~")


@dataclass(frozen=True, slots=True)
class RenderedPiece:
    """A piece as HTML, with its links."""

    html: str
    links: tuple[Link, ...]


def render_markdown(source: str) -> RenderedPiece:
    """A piece of Markdown as HTML of a few harmless tags."""
    parser = _parser()
    tokens = parser.parse(source)
    found: list[Link] = []
    for token in tokens:
        token.tag = _HEADINGS.get(token.tag, token.tag)
        if token.type == "inline":
            token.children = list(_harmless(token.children or (), found))
    return RenderedPiece(parser.renderer.render(tokens, parser.options, {}), tuple(found))


def render_plain(source: str) -> RenderedPiece:
    """Words that are no Markdown, as they are."""
    words, links = linkified(source)
    return RenderedPiece(f'<div style="white-space: pre-wrap">{words}</div>', tuple(links))


def first_piece(source: str) -> tuple[str, str]:
    """The first piece of a long `source` and what follows it; the piece is empty while all of it
    is one that may still grow.

    It is cut between blocks; one that is longer than a piece is cut at a line, or else between
    words. Code that goes on behind a cut is opened anew.
    """
    if len(source) <= LONGEST_PIECE:
        return "", source
    place = _cut(source)
    piece, rest = source[:place], source[place:]
    fence = _open_fence(piece)
    return piece, f"{fence}\n{rest}" if fence else rest


def _cut(source: str) -> int:
    """Where the first piece ends: always behind its beginning."""
    head = source[:LONGEST_PIECE]
    least = LONGEST_PIECE // 3
    blank = _last_gap(head)
    if blank > least:
        return blank
    line = head.rfind("\n") + 1
    if line > least:
        return line
    word = head.rfind(" ") + 1
    return word if word > least else LONGEST_PIECE


def _last_gap(head: str) -> int:
    """Behind the last blank line that is in no code."""
    place = at = 0
    fence = ""
    for line in head.splitlines(keepends=True):
        mark = _fence_of(line)
        if mark and not fence:
            fence = mark
        elif mark == fence:
            fence = ""
        at += len(line)
        if not fence and not line.strip():
            place = at
    return place


def _open_fence(piece: str) -> str:
    """The line that opened code which has not ended; empty for none."""
    opened = ""
    for line in piece.splitlines():
        mark = _fence_of(line)
        if mark and not opened:
            opened = line.strip()
        elif mark and opened.startswith(mark) and line.strip() == mark:
            opened = ""
    return opened


def _fence_of(line: str) -> str:
    return next((mark for mark in _FENCES if line.lstrip().startswith(mark)), "")


def _parser() -> MarkdownIt:
    """CommonMark with tables; a line's end is kept, as people expect of what they read."""
    from markdown_it import MarkdownIt

    options: dict[str, Any] = {"html": False, "breaks": True, "maxNesting": NESTED}
    return MarkdownIt("commonmark", options).enable(["table", "strikethrough"])


def _harmless(tokens: Sequence[Token], found: list[Link]) -> list[Token]:
    """Pictures as links, addresses as links, and the host behind every link."""
    out: list[Token] = []
    target, words = "", ""
    for token in tokens:
        if token.type == "link_open":
            target, words = safe_target(str(token.attrGet("href") or "")), ""
            if target:
                token.attrs = {"href": target}
                out.append(token)
        elif token.type == "link_close":
            if target:
                out += [token, _raw(_named(words, target, found))]
            target = ""
        elif token.type == "image":
            out.append(_raw(_picture(token, found, inside=bool(target))))
        elif token.type == "text" and not target:
            text, links = linkified(token.content)
            found.extend(links)
            out.append(_raw(text))
        else:
            words += token.content
            out.append(token)
    return out


def _picture(token: Token, found: list[Link], *, inside: bool) -> str:
    """What a picture says it is, and where it would be."""
    said = token.content.strip() or "picture"
    target = safe_target(str(token.attrGet("src") or ""))
    if inside or not target:
        return html.escape(said)
    named = _named(said, target, found)
    return f'<a href="{html.escape(target)}">{html.escape(said)}</a>{named}'


def _named(words: str, target: str, found: list[Link]) -> str:
    """The host in brackets, where the words do not say it already."""
    found.append(make(words, target))
    goes = host(target) or target.partition(":")[2].partition("?")[0]
    if goes.removeprefix("www.") in words:
        return ""
    return f" <span class='host'>({html.escape(goes)})</span>"


def _raw(text: str) -> Token:
    """HTML of our own making."""
    from markdown_it.token import Token

    return Token("html_inline", "", 0, content=text)
