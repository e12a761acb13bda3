"""Builder of the Reader's document: blocks in containers, as HTML and as text at once.

One writer makes both, so that a person and a model read the same. It does not know the source of
the words.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

_SPACE = re.compile(r"[ \t\r\n\f\v]+")


@dataclass(frozen=True, slots=True)
class Block:
    """One finished block. `gap`: line breaks wanted around it in the text, 1 or 2. `quote`:
    it belongs to the quoted history."""

    html: str
    text: str
    gap: int = 2
    quote: bool = False


@dataclass(slots=True)
class _Frame:
    """An open container: `kind` is its tag, `number` counts a list's items."""

    kind: str
    attributes: str = ""
    blocks: list[Block] = field(default_factory=list)
    number: int = 0


class Writer:
    """Takes text, inline tags and block boundaries; gives well-formed nested blocks."""

    def __init__(self) -> None:
        self._frames = [_Frame("")]
        self._inline: list[tuple[str, str]] = []
        self._html: list[str] = []
        self._text: list[str] = []
        self._tag, self._gap = "div", 1
        self._preformatted = False
        self._direction = ""
        self.quoting = False

    @property
    def depth(self) -> int:
        return len(self._frames) - 1

    def words(self, text: str) -> None:
        """Adds text; runs of space count as one, except in preformatted text."""
        if not self._preformatted:
            text = _SPACE.sub(" ", text)
            if text[:1] == " " and (not self._text or self._text[-1].endswith((" ", "\n"))):
                text = text[1:]
        if text:
            self._html.append(html.escape(text, quote=False))
            self._text.append(text)

    def line_break(self) -> None:
        self._html.append("<br>")
        self._text.append("\n")

    def picture(self, source: str, alt: str, size: str) -> None:
        """Adds a picture of the mail itself; `source` and `size` are finished attributes."""
        self._html.append(f'<img {source} alt="{html.escape(alt)}"{size}>')
        self._text.append(f"[{alt}]" if alt else "[image]")

    def open_inline(self, tag: str, attributes: str = "") -> None:
        self._inline.append((tag, attributes))
        self._html.append(f"<{tag}{attributes}>")

    def close_inline(self, tag: str) -> None:
        """Closes the innermost open `tag`, if there is one."""
        for index in range(len(self._inline) - 1, -1, -1):
            if self._inline[index][0] == tag:
                reopened = self._inline[index + 1 :]
                self._html += [f"</{t}>" for t, _ in reversed(self._inline[index:])]
                self._html += [f"<{t}{a}>" for t, a in reopened]
                del self._inline[index]
                return

    def start(self, tag: str, gap: int, direction: str = "") -> None:
        """Begins a new paragraph (`p`, `div`, `h1` …, `pre`), ending the one before."""
        self.end()
        self._tag, self._gap, self._direction = tag, gap, direction
        self._preformatted = tag == "pre"

    def end(self) -> None:
        """Ends the paragraph if it has content; open inline tags continue in the next one."""
        text = "".join(self._text)
        keep = text.strip() if not self._preformatted else text.strip("\n")
        if keep or "<img" in "".join(self._html):
            closing = "".join(f"</{t}>" for t, _ in reversed(self._inline))
            body = "".join(self._html).removesuffix("<br>") + closing
            direction = f' dir="{self._direction}"' if self._direction else ""
            lines = keep if self._preformatted else _trimmed(keep)
            self._add(f"<{self._tag}{direction}>{body}</{self._tag}>", lines, self._gap)
        elif "\n" in text:
            self._blank()
        self._html = [f"<{t}{a}>" for t, a in self._inline]
        self._text = []
        self._tag, self._gap, self._preformatted = "div", 1, False

    def _blank(self) -> None:
        """An empty line, as `<div><br></div>` means; several in a row are one."""
        blocks = self._frames[-1].blocks
        if blocks and blocks[-1].text:
            self._add("<div><br></div>", "", 1)

    def rule(self) -> None:
        self.end()
        if self._frames[-1].blocks:
            self._add("<hr>", "", 2)

    def _add(self, markup: str, text: str, gap: int) -> None:
        self._frames[-1].blocks.append(Block(markup, text, gap, self.quoting))

    def open(self, kind: str, attributes: str = "") -> None:
        """Opens a container: ul, ol, li, blockquote, table, tr, td, th."""
        self.end()
        self._frames.append(_Frame(kind, attributes))

    def close(self) -> None:
        """Closes the innermost container; an empty one is dropped, except for a cell."""
        self.end()
        frame = self._frames.pop()
        if not frame.blocks and frame.kind not in {"td", "th"}:
            return
        inner = "".join(b.html for b in frame.blocks)
        if len(frame.blocks) == 1 and frame.kind in {"li", "td", "th"}:
            inner = re.sub(r"^<(?:div|p)>(.*)</(?:div|p)>$", r"\1", inner, flags=re.DOTALL)
        parent = self._frames[-1]
        parent.number += 1
        text = _container_text(frame, parent)
        gap = 1 if frame.kind in {"li", "tr", "td", "th"} else 2
        self._add(f"<{frame.kind}{frame.attributes}>{inner}</{frame.kind}>", text, gap)

    def finish(self) -> list[Block]:
        """The finished document, with open containers closed."""
        while self.depth:
            self.close()
        self.end()
        return self._frames[0].blocks


def _container_text(frame: _Frame, parent: _Frame) -> str:
    text = joined(frame.blocks)
    if frame.kind == "li":
        mark = f"{parent.number}. " if parent.kind == "ol" else "- "
        return mark + text.replace("\n", "\n" + " " * len(mark))
    if frame.kind == "blockquote":
        return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))
    if frame.kind == "tr":
        return " | ".join(" ".join(b.text.split()) for b in frame.blocks)
    return text


def _trimmed(text: str) -> str:
    """Lines without the space at their ends; no-break spaces become spaces."""
    return "\n".join(" ".join(line.replace("\xa0", " ").split()) for line in text.split("\n"))


def joined(blocks: list[Block]) -> str:
    """The text of consecutive blocks, with an empty line where either needs one."""
    out: list[str] = []
    gap = 0
    for block in blocks:
        if out:
            out.append("\n" * max(gap, block.gap))
        out.append(block.text)
        gap = block.gap
    return "".join(out)
