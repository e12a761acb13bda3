"""Where each word of a formatted mail stands and what it looks like: as the review draws it, and as
the web engine draws what is sent."""

from __future__ import annotations

import base64
import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from PySide6.QtGui import (
    QFontDatabase,
    QFontInfo,
    QFontMetricsF,
    QImage,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QApplication

from benchmarks.design_engine import Engine
from desktop_app.mail.rich.document import Document, Kind
from desktop_app.settings import Settings
from desktop_app.ui.review.rich_text.qt_formats import place_of
from desktop_app.ui.review.rich_text.rich_editor import RichEditor
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.tokens import Type

LARGER = 1.1
"""Times the size of the text from which on letters are those of a heading."""

TALLEST = 3_000
PICTURE = "\ufffc"


@dataclass(frozen=True, slots=True)
class Word:
    """A word: its box in pixels of the picture, the number of its block, and its looks, one sign
    for each that some of its letters have, in order, with how many letters."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    block: int
    looks: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture of a mail, its words, width and height of the pictures in it, in order, and how
    many empty lines are seen."""

    image: QImage
    words: tuple[Word, ...]
    pictures: tuple[tuple[int, int], ...]
    empty: int = 0


@dataclass(slots=True)
class _Letter:
    sign: str
    box: tuple[float, float, float, float]
    block: int
    look: str


@dataclass(slots=True)
class _Letters:
    """Letters in the order of the text; None where a word ends."""

    found: list[_Letter | None] = field(default_factory=list)

    def words(self) -> tuple[Word, ...]:
        return tuple(self._words())

    def _words(self) -> Iterator[Word]:
        for is_word, run in groupby(self.found, key=lambda one: one is not None):
            letters = [one for one in run if one is not None]
            if is_word:
                for _, same in groupby(letters, key=lambda one: one.block):
                    yield _word(list(same))


def _word(letters: list[_Letter]) -> Word:
    """The box is that of the letters on the line of the first."""
    _, top, _, bottom = letters[0].box
    on_line = [one.box for one in letters if top <= (one.box[1] + one.box[3]) / 2 <= bottom]
    looks = tuple(
        (look, len(list(run))) for look, run in groupby(letters, key=lambda one: one.look)
    )
    return Word(
        "".join(one.sign for one in letters),
        min(box[0] for box in on_line),
        min(box[1] for box in on_line),
        max(box[2] for box in on_line),
        max(box[3] for box in on_line),
        letters[0].block,
        looks,
    )


class Drawing:
    """Draws mails in a look, `width` pixels wide."""

    def __init__(self, look: str, width: int) -> None:
        self._engine = Engine()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        environment = {"DRAFTDESK_LOOK_THEME": look}
        self._theme = Theme(app, Settings(Path(tempfile.mkdtemp(prefix="rich-")), environment))
        self._look, self._width = look, width

    def review(self, document: Document, pictures: Mapping[str, bytes]) -> Drawn:
        """As the review shows it."""
        editor = RichEditor(self._theme)
        editor.setReadOnly(True)
        editor.setFixedWidth(self._width)
        images = {cid: QImage.fromData(data) for cid, data in pictures.items()}
        editor.show_document(document)
        editor.show_pictures(images, {c: (i.width(), i.height()) for c, i in images.items()})
        editor.resize(self._width, TALLEST)
        editor.show()
        QApplication.processEvents()
        letters, empty = _Letters(), 0
        sizes: list[tuple[int, int]] = []
        block, number = editor.document().begin(), 0
        base = self._theme.font(Type.BODY).pixelSize()
        while block.isValid():
            _letters_of(editor, block, number, base, letters)
            letters.found.append(None)
            sizes += _picture_sizes(editor, block)
            empty += _is_empty_line(editor, block)
            block, number = block.next(), number + 1
        image = editor.viewport().grab().toImage()
        editor.deleteLater()
        return Drawn(image, letters.words(), tuple(sizes), empty)

    def engine(self, html: str, pictures: Mapping[str, bytes]) -> Drawn:
        """As the web engine shows what is sent."""
        for cid, data in pictures.items():
            address = f"data:image/png;base64,{base64.b64encode(data).decode()}"
            html = html.replace(f'src="cid:{cid}"', f'src="{address}"')
        html = html.replace("<head>", f"<head><style>{self._readers_style()}</style>", 1)
        image = self._engine.picture(html, self._width, TALLEST)
        found = json.loads(self._engine.ask(_LETTERS) or "{}")
        letters = _Letters()
        for each in found.get("letters", ()):
            if each is None:
                letters.found.append(None)
                continue
            sign, (left, top, right, bottom), block, look = each
            letters.found.append(_Letter(sign, (left, top, right, bottom), block, look))
        shown = tuple((int(wide), int(high)) for wide, high in found.get("pictures", ()))
        return Drawn(image, letters.words(), shown, int(found.get("empty", 0)))

    def _readers_style(self) -> str:
        """What is the reader's own: fonts, and whether it is dark."""
        font = self._theme.font(Type.BODY)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
        scheme = "dark" if self._look == "dark" else "light"
        family = QFontInfo(font).family()
        return (
            f":root {{ color-scheme: {scheme}; "
            f'font: {font.pixelSize()}px "{family}", sans-serif; }}'
            f' body {{ margin: 2px; }} pre, code {{ font-family: "{fixed}", monospace; }}'
        )


def _letters_of(
    editor: RichEditor, block: QTextBlock, number: int, base: int, letters: _Letters
) -> None:
    layout = block.layout()
    origin = editor.document().documentLayout().blockBoundingRect(block).topLeft()
    found = block.begin()
    while not found.atEnd():
        fragment = found.fragment()
        at = fragment.position() - block.position()
        look = _look_of(fragment.charFormat(), base)
        for sign in fragment.text():
            size = len(sign.encode("utf-16-le")) // 2
            if sign.isspace() or sign == PICTURE:
                letters.found.append(None)
            else:
                line = layout.lineForTextPosition(at)
                one, other = (line.cursorToX(n)[0] for n in (at, at + size))  # type: ignore[index]
                left, top = origin.x() + min(one, other), origin.y() + line.y()
                box = (left, top, left + abs(other - one), top + line.height())
                letters.found.append(_Letter(sign, box, number, look))
            at += size
        found += 1


def _look_of(form: QTextCharFormat, base: int) -> str:
    """As it is drawn, whatever it is called."""
    font = form.font()
    drawn = (
        (font.bold(), "b"),
        (font.italic(), "i"),
        (font.underline(), "u"),
        (font.strikeOut(), "s"),
        (_is_fixed(QFontMetricsF(font)), "c"),
        (font.pixelSize() > base * LARGER, "h"),
    )
    return "".join(sign for there, sign in drawn if there)


def _is_empty_line(editor: RichEditor, block: QTextBlock) -> bool:
    """Whether it has no words, and what follows stands a line lower for it. What touches a table is
    not drawn."""
    after = block.next()
    if block.text() or place_of(block).kind is not Kind.TEXT:
        return False
    near = (block.previous(), block, after)
    if any(one.isValid() and QTextCursor(one).currentTable() is not None for one in near):
        return False
    place = editor.document().documentLayout().blockBoundingRect
    if not after.isValid():
        return True
    return place(after).top() - place(block).top() > editor.fontMetrics().height() / 2


def _is_fixed(metrics: QFontMetricsF) -> bool:
    """What a font says of itself is not always so."""
    return abs(metrics.horizontalAdvance("i") - metrics.horizontalAdvance("m")) < 0.01


def _picture_sizes(editor: RichEditor, block: QTextBlock) -> Iterator[tuple[int, int]]:
    start = block.position()
    for at in range(start, start + block.length()):
        if editor.picture_there(at) is not None:
            size = editor.picture_place(at).size()
            yield round(size.width()), round(size.height())


_LETTERS = """
(() => {
  const letters = [], pictures = [], blocks = new Map();
  const base = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const look = element => {
    const style = getComputedStyle(element);
    let line = '';
    for (let e = element; e; e = e.parentElement) line += getComputedStyle(e).textDecorationLine;
    return (parseInt(style.fontWeight) >= 600 ? 'b' : '')
      + (style.fontStyle === 'italic' ? 'i' : '')
      + (line.includes('underline') ? 'u' : '') + (line.includes('line-through') ? 's' : '')
      + (/monospace/.test(style.fontFamily) ? 'c' : '')
      + (parseFloat(style.fontSize) > base * 1.1 ? 'h' : '');
  };
  const place = element => {
    const block = element.closest('div,li,h2,pre,td,th,blockquote,body');
    if (!blocks.has(block)) blocks.set(block, blocks.size);
    return blocks.get(block);
  };
  const kinds = NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT;
  const walk = document.createTreeWalker(document.body, kinds);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (node.nodeType === Node.ELEMENT_NODE) {
      if (node.tagName === 'IMG') {
        const box = node.getBoundingClientRect();
        pictures.push([Math.round(box.width), Math.round(box.height)]);
      }
      if (!/^(B|I|U|S|A|CODE)$/.test(node.tagName)) letters.push(null);
      continue;
    }
    const how = look(node.parentElement), where = place(node.parentElement);
    const range = document.createRange();
    let at = 0;
    for (const sign of node.data) {
      range.setStart(node, at);
      range.setEnd(node, at += sign.length);
      if (/\\s/.test(sign)) { letters.push(null); continue; }
      const box = range.getBoundingClientRect();
      const top = box.top + scrollY, bottom = box.bottom + scrollY;
      letters.push([sign, [box.left, top, box.right, bottom], where, how]);
    }
  }
  const empty = [...document.querySelectorAll('div,li,h2')].filter(
    one => !one.textContent.trim() && !one.querySelector('img,hr,div,li')
      && one.getBoundingClientRect().height > base / 2).length;
  return JSON.stringify({letters, pictures, empty});
})()
"""


def told(drawn: Drawn) -> str:
    """The words with their places, to be read."""
    return "\n".join(
        f"{word.block:3} {word.left:7.1f} {word.top:7.1f} {word.right - word.left:6.1f}"
        f" {word.looks} {word.text}"
        for word in drawn.words
    )
