"""Builder of the Reader's document: blocks in containers, as HTML and as text at once.

One writer makes both, so that a person and a model read the same. It does not know the source of
the words.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field, replace

from desktop_app.mail.reader.design import blank

_SPACE = re.compile(r"[ \t\r\n\f\v]+")
_GAPS = re.compile("(?:\u00a0 ?){4,}")
_INDENT, _RUN = re.compile(r"^ +|(?<= ) +"), re.compile(r"(?<= ) +")
_NOTHING = re.compile(r"<(b|i|u|s|code|sub|sup)></\1>")
_GAP = "\u00a0" * 3
_EMPTY = "<div><br></div>"
_BARE_TAG, _LONGEST_TAG = re.compile(r"</?[a-z]{1,12}>"), 15
_LINE = re.compile(r'<div((?: dir="(?:rtl|ltr)")?)>(.*)</div>', re.DOTALL)
_RULE = "<hr>"
_BREAK = "<br>"
_MOST_BREAKS = 2
_PAD = "\u00a0\u00a0\u00a0"
"""Space within a button, at both ends of its words."""


@dataclass(frozen=True, slots=True)
class Block:
    """One finished block. `gap`: line breaks wanted around it in the text, 1 or 2. `quote`:
    it belongs to the quoted history; `sign`: to a signature; `small`: the design sets all of it in
    small type."""

    html: str
    text: str
    gap: int = 2
    quote: bool = False
    sign: bool = False
    small: bool = False

    @property
    def is_air(self) -> bool:
        """An empty line or a rule."""
        return not self.text and self.html in {_EMPTY, _RULE}


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
        self._filled, self._breaks = False, 0
        self._large = False
        self.quoting = self.signing = self.small = False

    @property
    def depth(self) -> int:
        return len(self._frames) - 1

    @property
    def is_heading(self) -> bool:
        """Whether the paragraph is a heading."""
        return self._tag[:1] == "h"

    def words(self, text: str, shown: str = "") -> None:
        """Adds text; runs of space count as one, except in preformatted text. `shown` stands for it
        in the HTML."""
        if not self._preformatted:
            text = _SPACE.sub(" ", text)
            if text[:1] == " " and (not self._text or self._text[-1].endswith((" ", "\n"))):
                text = text[1:]
        if not text or (blank(text) and not self._preformatted and not self._may_be_space()):
            return
        if not blank(text):
            self._filled, self._breaks = True, 0
            self._large = self._large or not self.small
        if not self._preformatted and "\u00a0" in text:
            text = _GAPS.sub(_GAP, text)
        self._html.append(html.escape(shown or text, quote=False))
        self._text.append(text)

    def _may_be_space(self) -> bool:
        """Whether space is wanted here: within a line alone."""
        return self._filled and not self._breaks

    def apart(self) -> None:
        """Sets what comes apart from what stands in the line, as columns do."""
        if self._filled and not self._breaks:
            self._html.append("\u00a0\u00a0 ")
            self._text.append(" ")

    def kept(self, text: str) -> None:
        """Adds text whose line breaks and runs of space count (CSS `white-space: pre-wrap`)."""
        for number, line in enumerate(text.split("\n")):
            if number:
                self.line_break()
            goes_on = bool(self._text) and not self._text[-1].endswith((" ", "\u00a0", "\n"))
            spaces = _RUN if goes_on else _INDENT
            self.words(spaces.sub(lambda found: "\u00a0" * len(found[0]), line))

    def line_break(self) -> None:
        """Breaks a line; at the start and beyond one empty line it is only noted."""
        if self._preformatted:
            self._html.append("\n")
        elif self._filled and self._breaks < _MOST_BREAKS:
            self._html.append(_BREAK)
        elif self._filled:
            return
        self._breaks += 1
        self._text.append("\n")

    def picture(self, source: str, alt: str, size: str) -> None:
        """Adds a picture of the mail itself; `source` and `size` are finished attributes."""
        self._html.append(f'<img {source} alt="{html.escape(alt)}"{size}>')
        self._text.append(f"[{alt}]" if alt else "[image]")
        self._filled, self._breaks, self._large = True, 0, True

    def open_inline(self, tag: str, attributes: str = "") -> None:
        self._inline.append((tag, attributes))
        self._html.append(f"<{tag}{attributes}>")

    def open_button(self, attributes: str) -> None:
        """Opens a link that looks like a button."""
        if self._filled and not self._breaks:
            self._html.append(" ")
            self._text.append(" ")
        self.open_inline("a", f' class="button"{attributes}')
        self._html.append(_PAD)
        self._large = True

    def close_button(self) -> None:
        self._html.append(_PAD)
        self.close_inline("a")
        self._html.append("\u00a0 ")
        self._text.append(" ")

    def close_inline(self, tag: str) -> bool:
        """Closes the innermost open `tag`; whether there is one."""
        for index in range(len(self._inline) - 1, -1, -1):
            if self._inline[index][0] == tag:
                reopened = self._inline[index + 1 :]
                self._html += [f"</{t}>" for t, _ in reversed(self._inline[index:])]
                self._html += [f"<{t}{a}>" for t, a in reopened]
                del self._inline[index]
                return True
        return False

    def start(self, tag: str, gap: int, direction: str = "") -> None:
        """Begins a new paragraph (`p`, `div`, `h1` …, `pre`), ending the one before."""
        self.end()
        self._tag, self._gap, self._direction = tag, gap, direction
        self._preformatted = tag == "pre"

    def end(self) -> None:
        """Ends the paragraph if it has content; open inline tags continue in the next one."""
        text = "".join(self._text)
        keep = text.strip() if not self._preformatted else text.strip("\n")
        if self._filled:
            closing = "".join(f"</{t}>" for t, _ in reversed(self._inline))
            body = _NOTHING.sub("", _without_end("".join(self._html)) + closing)
            direction = f' dir="{self._direction}"' if self._direction else ""
            lines = keep if self._preformatted else _trimmed(keep)
            self._add(f"<{self._tag}{direction}>{body}</{self._tag}>", lines, self._gap)
        elif "\n" in text:
            self._blank()
        self._html = [f"<{t}{a}>" for t, a in self._inline]
        self._text = []
        self._filled, self._breaks, self._large = False, 0, False
        self._tag, self._gap, self._preformatted, self._direction = "div", 1, False, ""

    def end_paragraph(self) -> None:
        """Ends the paragraph, with space below it."""
        self.end()
        blocks = self._frames[-1].blocks
        while blocks and blocks[-1].html == _EMPTY:
            blocks.pop()
        if blocks:
            blocks[-1] = _as_paragraph(blocks[-1])

    def _blank(self) -> None:
        """An empty line, as `<div><br></div>` means; several in a row are one."""
        blocks = self._frames[-1].blocks
        if blocks and blocks[-1].text:
            self._add(_EMPTY, "", 1)

    def rule(self) -> None:
        """A line across; one alone, whatever stands between is air."""
        self.end()
        blocks = self._frames[-1].blocks
        while blocks and blocks[-1].is_air:
            blocks.pop()
        if blocks:
            self._add(_RULE, "", 2)

    def _add(self, markup: str, text: str, gap: int) -> None:
        block = Block(markup, text, gap, self.quoting, self.signing, bool(text) and not self._large)
        self._frames[-1].blocks.append(block)

    def open(self, kind: str, attributes: str = "", number: int = 0) -> None:
        """Opens a container: ul, ol, li, blockquote, table, tr, td, th. `number` items of a list
        come before it."""
        self.end()
        self._frames.append(_Frame(kind, attributes, number=number))

    def renumber(self, number: int) -> None:
        """The next item of the list that is open has another number than it would have."""
        frame = self._frames[-1]
        if frame.kind != "ol" or frame.number == number - 1:
            return
        kind = "".join(re.findall(r' type="[aAiI]"', frame.attributes))
        if frame.blocks:
            self.close()
            self.open("ol")
        self._frames[-1].attributes = f'{kind} start="{number}"'
        self._frames[-1].number = number - 1

    def close(self) -> None:
        """Closes the innermost container; an empty one is dropped, except for a cell."""
        self.end()
        frame = self._frames.pop()
        blocks = _tidied(frame.blocks)
        if blocks and frame.kind == "blockquote":
            blocks[-1] = _as_paragraph(blocks[-1])
        if not blocks and frame.kind not in {"td", "th"}:
            return
        inner = "".join(b.html for b in blocks)
        if len(blocks) == 1 and frame.kind in {"li", "td", "th"}:
            inner = re.sub(r"^<(?:div|p)>(.*)</(?:div|p)>$", r"\1", inner, flags=re.DOTALL)
        parent = self._frames[-1]
        parent.number += 1
        frame.blocks = blocks
        text = _container_text(frame, parent)
        gap = 1 if frame.kind in {"li", "tr", "td", "th"} else 2
        self._large = not all(b.small for b in blocks if b.text)
        self._add(f"<{frame.kind}{frame.attributes}>{inner}</{frame.kind}>", text, gap)
        self._large = False

    def finish(self) -> list[Block]:
        """The finished document, with open containers closed."""
        while self.depth:
            self.close()
        self.end()
        return _tidied(self._frames[0].blocks)


def _end_of_words(markup: str) -> int:
    """Where the tags and the space begin that a paragraph ends with."""
    end = len(markup)
    while end:
        if markup[end - 1] in " \u00a0":
            end -= 1
            continue
        begin = markup.rfind("<", max(0, end - _LONGEST_TAG), end)
        if begin < 0 or not _BARE_TAG.fullmatch(markup, begin, end):
            break
        end = begin
    return end


def _without_end(markup: str) -> str:
    """`markup` of a paragraph without the breaks and the space it ends with, its tags kept."""
    tail = markup[_end_of_words(markup) :]
    if _BREAK not in tail and not tail.endswith(" "):
        return markup
    kept = "".join(re.findall(r"</?(?!br)[a-z]+>", tail)) if _BREAK in tail else tail.rstrip(" ")
    return markup[: len(markup) - len(tail)] + kept


def _tidied(blocks: list[Block]) -> list[Block]:
    """`blocks` without air at the end and empty lines: what stands before one, or before what
    stands apart anyway, becomes a paragraph."""
    found: list[Block] = []
    for block in blocks:
        if found and (block.html == _EMPTY or block.gap == 2):
            found[-1] = _as_paragraph(found[-1])
        if block.html != _EMPTY:
            found.append(block)
    while found and found[-1].is_air:
        found.pop()
    return found


def _as_paragraph(block: Block) -> Block:
    """The block of a line as one that has space below it."""
    match = _LINE.fullmatch(block.html) if block.gap == 1 else None
    if match is None:
        return replace(block, gap=2) if block.text else block
    return replace(block, html=f"<p{match[1]}>{match[2]}</p>", gap=2)


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
