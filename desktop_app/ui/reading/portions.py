"""Portions of a sanitised body, each cheap enough to be laid out in one turn of the window.

What laying out costs is estimated from what was measured (docs/adr/0041): blocks, cells, letters of
words without a space, writing systems, changes of style, pictures. No Qt here: made in a job.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

PORTION_MS = 80.0
"""Estimated milliseconds of the window's thread that one portion takes."""

_TOKEN = re.compile(r'<(/?)([a-z][a-z0-9]*+)((?:[^<>"]++|"[^"]*+")*+)>|[^<]++|<')
_BLOCKS = frozenset("p div h1 h2 h3 h4 h5 h6 ul ol li blockquote pre table tr hr".split())
_VOID = frozenset(("br", "hr", "img"))
_CHUNK = 1_000
"""Letters between two places at which text may be cut."""

_BLOCK, _CELL, _BREAK, _INLINE, _PICTURE = 0.020, 0.060, 0.010, 0.014, 0.12
_BUTTON = 0.04
_ITEM_BEFORE = 0.00002
"""Milliseconds of a list item for each item of its list before it: Qt counts them all again."""

_LETTER, _FOREIGN, _GLYPH, _TURN, _SYSTEM = 0.0002, 0.0009, 0.012, 0.01, 14.0
"""Milliseconds of a letter, of one beyond Latin, of such a letter for the first time, of a change
between writing systems within a text, and of a writing system for the first time: fonts are looked
for."""

_RARE_SYSTEM = 30.0
_RARE = frozenset((*range(0x12, 0x1E), *range(0xA0, 0xAC), *range(0x100, 0x1F3)))
"""Rows of code points that few fonts have: for each letter all fonts are looked through."""

_LONG_WORD, _LONG_LETTER = 1_000, 0.003
"""Letters of a word after which Qt tries every place to break it, and what each costs."""

_FREELY_BROKEN = ((0x2E80, 0x9FFF), (0xAC00, 0xD7FF), (0xFF00, 0xFFEF), (0x20000, 0x323AF))
"""Chinese, Japanese and Korean: large, of few fonts, and broken anywhere."""

_SYMBOLS = ((0x2000, 0x21FF), (0x2600, 0x27BF), (0x1F300, 0x1FAFF))
"""Signs and emoji: of few fonts, and common in all mail."""

_LATIN = 0x400
_WORDS = re.compile(r"\s+|\S{1,20}\s*")


def portions(markup: str) -> tuple[str, ...]:
    """Sanitised `markup` in well-formed portions of some `PORTION_MS`; most mail is one."""
    return tuple(_Cutter().run(markup))


class _Cutter:
    """One pass over the tokens of a body."""

    def __init__(self) -> None:
        self._out: list[str] = []
        self._open: list[tuple[str, str]] = []
        self._items: list[int] = []  # of each open list
        self._begin()

    def _begin(self) -> None:
        self._spent = 0.0
        self._written = False
        self._systems: set[int] = set()
        self._glyphs: set[int] = set()
        self._word = 0

    def run(self, markup: str) -> Iterator[str]:
        for token in _TOKEN.finditer(markup):
            closing, tag, rest = token.group(1, 2, 3)
            if not tag:
                yield from self._text(token[0])
            elif closing:
                self._close(tag)
            else:
                yield from self._start(tag, rest, token[0])
        if self._written:
            yield self._ended()

    def _start(self, tag: str, rest: str, token: str) -> Iterator[str]:
        if (tag in _BLOCKS or tag in _VOID) and self._is_full(self._cost_of(tag, rest)):
            yield self._ended()
            self._again()
        self._spent += self._cost_of(tag, rest)
        if tag == "li" and self._items:
            self._items[-1] += 1
        elif tag in {"ul", "ol"}:
            self._items.append(_start_of(rest))
        if tag in _BLOCKS or tag in _VOID:
            self._word = 0
        self._out.append(token)
        self._written = self._written or tag in _VOID
        if tag not in _VOID:
            self._open.append((tag, rest))

    def _cost_of(self, tag: str, rest: str) -> float:
        if tag == "li":
            return _BLOCK + _ITEM_BEFORE * (self._items[-1] if self._items else 0)
        if tag in _BLOCKS:
            return _BLOCK
        if tag == "a" and "button" in rest:
            return _BUTTON
        return {"td": _CELL, "th": _CELL, "br": _BREAK, "img": _PICTURE}.get(tag, _INLINE)

    def _close(self, tag: str) -> None:
        if not self._open or self._open[-1][0] != tag:
            return  # sanitised markup is well-formed
        self._open.pop()
        if tag in {"ul", "ol"}:
            self._items.pop()
        if tag in _BLOCKS:
            self._word = 0
        self._out.append(f"</{tag}>")

    def _text(self, text: str) -> Iterator[str]:
        for chunk in _chunks(html.unescape(text)):
            cost = self._cost_of_letters(chunk)
            if self._is_full(cost):
                yield self._ended()
                self._again()
                cost = self._cost_of_letters(chunk)  # its fonts count anew
            self._spent += cost
            self._out.append(html.escape(chunk, quote=False))
            self._written = True

    def _is_full(self, cost: float) -> bool:
        """Whether `cost` goes beyond the portion. A row of a table stays whole, within reason."""
        if not self._written or self._spent + cost <= PORTION_MS:
            return False
        in_row = any(tag == "tr" for tag, _ in self._open)
        return not in_row or self._spent >= 2 * PORTION_MS

    def _ended(self) -> str:
        closing = "".join(f"</{tag}>" for tag, _ in reversed(self._open))
        return "".join(self._out) + closing

    def _again(self) -> None:
        """Begins a portion within the same elements; numbered lists go on."""
        counts = iter(self._items)
        reopened: list[tuple[str, str]] = []
        for tag, rest in self._open:
            count = next(counts) if tag in {"ul", "ol"} else 0
            within = any(t == "li" for t, _ in self._open[len(reopened) + 1 :])
            following = f' start="{max(count + (not within), 1)}"' if tag == "ol" else rest
            reopened.append((tag, following))
        self._open = reopened
        self._out = [f"<{tag}{rest}>" for tag, rest in reopened]
        self._begin()

    def _cost_of_letters(self, chunk: str) -> float:
        cost = len(chunk) * _LETTER + chunk.count("\n") * _BREAK
        if not chunk.isascii():
            cost += self._cost_of_systems(chunk)
        for part in re.findall(r"\s+|\S+", chunk):
            if part.isspace():
                self._word = 0
                continue
            before, self._word = self._word, self._word + len(part)
            if self._word > _LONG_WORD:
                cost += (self._word - max(before, _LONG_WORD)) * _LONG_LETTER
        return cost

    def _cost_of_systems(self, chunk: str) -> float:
        cost, last = 0.0, -1
        for letter in chunk:
            code = ord(letter)
            if code < _LATIN:
                continue
            system = _system(code)
            cost += _FOREIGN if code in self._glyphs else _GLYPH
            self._glyphs.add(code)
            if system in _CONTINUOUS:
                self._word = 0
            if system != last:
                cost += _TURN if last >= 0 else 0.0
                last = system
                if system not in self._systems:
                    self._systems.add(system)
                    cost += _RARE_SYSTEM if system in _RARE else _SYSTEM
        return cost


_CONTINUOUS = frozenset(first >> 8 for first, _ in _FREELY_BROKEN)


def _system(code: int) -> int:
    """The row of 256 code points a letter is in; what is of few fonts counts as one."""
    for first, last in (*_FREELY_BROKEN, *_SYMBOLS):
        if first <= code <= last:
            return first >> 8
    return code >> 8


def _chunks(text: str) -> Iterator[str]:
    """`text` in pieces of at most `_CHUNK` letters, cut behind a space where there is one; words
    beyond Latin, which may need a font a letter, one by one."""
    start = 0
    while start < len(text):
        end = start + _CHUNK
        if end < len(text):
            space = max(text.rfind(" ", start, end), text.rfind("\n", start, end))
            end = space + 1 if space > start else end
        piece = text[start:end]
        yield from (piece,) if max(piece) < chr(_LATIN) else _WORDS.findall(piece)
        start = end


def _start_of(attributes: str) -> int:
    """How many items a list has before its first."""
    found = re.search(r'start="(\d{1,4})"', attributes)
    return max(int(found[1]) - 1, 0) if found else 0
