"""What other programs put on the clipboard, pasted into a formatted draft: what a person saw of it
is there with its structure, and nothing of its dress.

Each `tests/data/pasted/NAME.html` is written by hand in the form in which that program copies its
words; `NAME.source` is what a draft says once it was pasted (`mail/rich/source.py`).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.mail.rich.document import Document, Picture, Words
from desktop_app.mail.rich.reading import own_document, read_foreign
from desktop_app.mail.rich.source import source
from desktop_app.ui.review.rich_text.rich_editor import RichEditor
from desktop_app.ui.review.sheet.body_editor import BodyEditor
from desktop_app.ui.widgets.theme import Theme

FOLDER = Path(__file__).parents[3] / "data" / "pasted"
PROGRAMS = (
    "apple-mail", "chrome", "excel", "firefox", "gmail", "google-docs", "libreoffice", "outlook",
    "word",
)  # fmt: skip
DRESS = re.compile(
    r"style=|class=|mso-|<font|<span|<o:p|<!|file:|docs-internal|src=", re.IGNORECASE
)
ADDRESS = "https://shop.example/" + "a-long-way/" * 12


def copied(name: str) -> str:
    return (FOLDER / f"{name}.html").read_text("utf-8")


def expected(name: str) -> str:
    return (FOLDER / f"{name}.source").read_text("utf-8").removesuffix("\n")


@pytest.fixture
def editor(qtbot: QtBot, theme: Theme) -> RichEditor:
    made = RichEditor(theme)
    qtbot.addWidget(made)
    return made


def paste(editor: RichEditor, html: str) -> str:
    data = QMimeData()
    data.setHtml(html)
    editor.insertFromMimeData(data)
    return editor.source()


def said(html: str) -> str:
    return source(read_foreign(html))


def test_each_program_has_what_it_copies_and_what_becomes_of_it() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(PROGRAMS)
    assert all(DRESS.search(copied(name)) for name in PROGRAMS)


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_a_program_copies_keeps_its_structure(editor: RichEditor, name: str) -> None:
    assert paste(editor, copied(name)) == expected(name)


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_was_pasted_is_of_our_form_alone(editor: RichEditor, name: str) -> None:
    paste(editor, copied(name))
    html = editor.html()
    assert own_document(html) is not None
    assert DRESS.findall(html) == []
    assert not any(isinstance(one, Picture) for one in _inlines(editor.content()))


@pytest.mark.parametrize("name", PROGRAMS)
def test_words_before_and_after_a_paste_are_kept(editor: RichEditor, name: str) -> None:
    editor.replace_source("before\nafter")
    editor.move_to(len("before"))
    paste(editor, copied(name))
    text = editor.text()
    assert text.startswith("before")
    assert text.endswith("after")


@pytest.mark.parametrize(
    ("style", "sign"),
    [
        ("font-weight:700", "**"),
        ("font-weight:bold", "**"),
        ("font-weight:600", "**"),
        ("font: bold 12px Arial", "**"),
        ("font-weight:400", ""),
        ("font-style:italic", "*"),
        ("text-decoration:underline", "++"),
        ("text-decoration-line:underline", "++"),
        ("text-decoration:none", ""),
        ("text-decoration:line-through", "~~"),
        ("font-family:monospace", "`"),
        ("color:red;font-size:20pt", ""),
    ],
)
@pytest.mark.parametrize("tag", ["span", "font", "a"])
def test_words_stand_out_by_style_as_they_do_by_tag(style: str, sign: str, tag: str) -> None:
    html = f"<p>and so on, with <{tag} style='{style}'>a word</{tag}> in it</p>"
    assert said(html) == f"and so on, with {sign}a word{sign} in it"


@pytest.mark.parametrize(
    "link",
    [
        f'<a href="{ADDRESS}" style="text-decoration:underline">{{}}</a>',
        f'<a href="{ADDRESS}"><span style="text-decoration:underline">{{}}</span></a>',
    ],
)
def test_the_line_below_a_link_is_its_dress(link: str) -> None:
    assert said(link.format("here")) == f"[here]({ADDRESS})"


@pytest.mark.parametrize("target", [ADDRESS, "https://safe.example/?to=1"])
def test_a_long_address_is_pasted_whole(target: str) -> None:
    assert said(f'<a href="{target}">{ADDRESS}</a>') == f"[{ADDRESS}]({target})"


def test_spaces_that_count_are_spaces_between_words(editor: RichEditor) -> None:
    """A run of them keeps its width; one is the space that everybody types."""
    kept = '<span style="white-space:pre-wrap">{}</span>'
    three = kept.format("one") + kept.format(" two ") + kept.format("three")
    assert said(three) == "one two three"
    assert said(kept.format("one") + kept.format("  two")) == "one\u00a0\u00a0two"
    assert said(kept.format("  one")) == "\u00a0\u00a0one"
    assert said(kept.format("one\n two")) == "one\\\n\u00a0two"


def _inlines(document: Document) -> list[Words | Picture]:
    lines = [block.inlines for block in document.blocks]
    lines += [cell for block in document.blocks for row in block.rows for cell in row]
    return [one for line in lines for one in line]


@pytest.mark.parametrize("form", ["html", "text", "both", "files"])
@pytest.mark.parametrize("kind", [RichEditor, BodyEditor])
def test_ctrl_shift_v_pastes_the_words_alone_however_they_were_copied(
    qtbot: QtBot, theme: Theme, kind: type[RichEditor | BodyEditor], form: str
) -> None:
    """A browser may copy HTML without a text beside it. A file is no text."""
    made = kind(theme)
    qtbot.addWidget(made)
    files: list[Path] = []
    made.files_given.connect(files.extend)
    data = QMimeData()
    if form in {"html", "both"}:
        data.setHtml("<h1 style='color:red'>Offer</h1><p><b>Twelve</b> boards</p>")
    if form in {"text", "both"}:
        data.setText("Offer\n\nTwelve boards")
    if form == "files":
        data.setUrls([QUrl.fromLocalFile("/tmp/offer.pdf")])
    QApplication.clipboard().setMimeData(data)
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(made, Qt.Key.Key_V, both)
    if form == "files":
        assert (made.toPlainText(), files) == ("", [Path("/tmp/offer.pdf")])
        return
    assert made.toPlainText().split() == ["Offer", "Twelve", "boards"]
    if isinstance(made, RichEditor):
        assert "**" not in made.source()
        assert "#" not in made.source()
