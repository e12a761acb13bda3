"""Formatted text as it is typed, by keys, signs and buttons; what is copied and pasted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.mail.rich.document import Kind, ListKind, Mark
from desktop_app.mail.rich.plain import words
from desktop_app.mail.rich.source import from_source, source
from desktop_app.ui.review.rich_text.format_bar import WAYS, FormatBar, Way
from desktop_app.ui.review.rich_text.link_dialog import whole_target
from desktop_app.ui.review.rich_text.qt_formats import HELD_SIGN, Place, place_of
from desktop_app.ui.review.rich_text.rich_editor import RichEditor
from desktop_app.ui.widgets.invisible_marks import places_in_view
from desktop_app.ui.widgets.theme import Theme
from tests.depths import one_in

NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def editor(qtbot: QtBot, theme: Theme) -> RichEditor:
    made = RichEditor(theme)
    qtbot.addWidget(made)
    made.resize(500, 300)
    made.show()
    return made


def type_in(qtbot: QtBot, editor: RichEditor, text: str) -> None:
    """Each line end is a press of Enter."""
    for number, line in enumerate(text.split("\n")):
        if number:
            qtbot.keyClick(editor, Qt.Key.Key_Return)
        qtbot.keyClicks(editor, line)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Hello\n\nyou", "Hello\n\nyou"),
        ("a **bold** word", "a **bold** word"),
        ("an *italic* word", "an *italic* word"),
        ("an _italic_ word", "an *italic* word"),
        ("a ~~struck~~ word", "a ~~struck~~ word"),
        ("some `code` here", "some `code` here"),
        ("2 * 3 * 4 and a_b_c", "2 \\* 3 \\* 4 and a_b_c"),
        ("**not closed", "\\*\\*not closed"),
        ("- one\ntwo", "- one\n- two"),
        ("- one\n- two", "- one\n- two"),
        ("* one\n\nafter", "- one\nafter"),
        ("1. one\ntwo\n\nafter", "1. one\n1. two\nafter"),
        ("3) third", "3. third"),
        ("> said\nmine", "> said\nmine"),
        ("# Title\ntext", "# Title\ntext"),
        ("---\nbelow", "---\nbelow"),
        ("```\nx = 1\ny\n\nafter", "```\nx = 1\ny\n```\nafter"),
        ("see https://x.example/a, and", "see [https://x.example/a](https://x.example/a), and"),
        ("write to a@x.example now", "write to [a@x.example](mailto:a@x.example) now"),
        ("the file a.b.c is", "the file a.b.c is"),
    ],
)
def test_signs_become_what_they_mean(
    qtbot: QtBot, editor: RichEditor, typed: str, said: str
) -> None:
    type_in(qtbot, editor, typed)
    assert editor.source() == said


@pytest.mark.parametrize("typed", ["**bold**", "- ", "1. ", "> ", "# ", "`code`"])
def test_one_undo_gives_the_signs_back(qtbot: QtBot, editor: RichEditor, typed: str) -> None:
    type_in(qtbot, editor, typed)
    assert editor.text() != typed
    editor.undo()
    assert editor.text() == typed
    assert editor.content().is_plain


def test_signs_stay_signs_where_that_is_switched_off(qtbot: QtBot, editor: RichEditor) -> None:
    editor.markdown = False
    type_in(qtbot, editor, "- **one** `two`\n# three")
    assert editor.content().is_plain
    assert editor.text() == "- **one** `two`\n# three"


def test_tab_moves_an_item_in_and_out(qtbot: QtBot, editor: RichEditor) -> None:
    type_in(qtbot, editor, "- one\ntwo")
    qtbot.keyClick(editor, Qt.Key.Key_Tab)
    assert editor.source() == "- one\n  - two"
    qtbot.keyClick(editor, Qt.Key.Key_Backtab, SHIFT)
    assert editor.source() == "- one\n- two"


def test_a_backspace_at_the_start_of_a_line_takes_its_looks(
    qtbot: QtBot, editor: RichEditor
) -> None:
    type_in(qtbot, editor, "- ")
    qtbot.keyClick(editor, Qt.Key.Key_Backspace)
    type_in(qtbot, editor, "one")
    assert editor.source() == "one"


def test_enter_splits_a_quote(qtbot: QtBot, editor: RichEditor) -> None:
    editor.replace_source("> first second")
    cursor = editor.textCursor()
    cursor.setPosition(len("first "))
    editor.setTextCursor(cursor)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.keyClicks(editor, "mine")
    assert [(b.quote, b.text.strip("\u00a0")) for b in editor.content().blocks] == [
        (1, "first"),
        (0, "mine"),
        (1, "second"),
    ]


def test_what_is_typed_behind_a_link_is_none_of_it(qtbot: QtBot, editor: RichEditor) -> None:
    editor.replace_source("[there](https://x.example/)")
    editor.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClicks(editor, "!x")
    assert editor.source() == "[there](https://x.example/)!x"


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
def test_every_button_and_key_does_what_it_says(
    qtbot: QtBot, theme: Theme, editor: RichEditor, way: object
) -> None:
    bar = FormatBar(theme, editor)
    qtbot.addWidget(bar)
    editor.replace_source("one two")
    editor.selectAll()
    before = editor.content()
    named = next(each for each in WAYS if each is way)
    bar.buttons[named.name].click()
    if named.is_so is not None:
        assert bar.buttons[named.name].isChecked()
        assert editor.content() != before
        editor.selectAll()
        bar.buttons[named.name].click()
        assert editor.content() == before
    assert "one two" in editor.text() or named.name == "Rule"


def test_marks_of_a_part_and_of_the_whole(editor: RichEditor) -> None:
    editor.replace_source("one two three")
    assert editor.show_words("two")
    editor.toggle_mark(Mark.BOLD)
    assert editor.source() == "one **two** three"
    editor.selectAll()
    assert Mark.BOLD not in editor.look().marks
    editor.toggle_mark(Mark.BOLD)
    assert editor.source() == "**one two three**"
    editor.toggle_mark(Mark.BOLD)
    assert editor.source() == "one two three"


def test_a_mark_for_what_will_be_typed(qtbot: QtBot, editor: RichEditor) -> None:
    editor.toggle_mark(Mark.ITALIC)
    qtbot.keyClicks(editor, "so")
    editor.toggle_mark(Mark.ITALIC)
    qtbot.keyClicks(editor, "ft")
    assert editor.source() == "*so*ft"


def test_a_link_is_set_changed_and_taken_away(editor: RichEditor) -> None:
    editor.replace_source("see the plan")
    editor.show_words("the plan")
    editor.set_link("the plan", "https://x.example/p")
    assert editor.source() == "see [the plan](https://x.example/p)"
    editor.show_words("plan")
    editor.moveCursor(QTextCursor.MoveOperation.Left)
    assert editor.link_at_caret() == ("the plan", "https://x.example/p")
    editor.set_link("a plan", "https://x.example/q")
    assert editor.source() == "see [a plan](https://x.example/q)"
    editor.set_link("", "")
    assert editor.source() == "see a plan"


@pytest.mark.parametrize(
    ("typed", "target"),
    [
        ("x.example", "https://x.example"),
        ("http://x.example/a", "http://x.example/a"),
        ("a@x.example", "mailto:a@x.example"),
        ("mailto:a@x.example", "mailto:a@x.example"),
        ("javascript:alert(1)", ""),
        ("file:///etc/passwd", ""),
        ("two words", ""),
        ("word", ""),
        ("", ""),
    ],
)
def test_where_a_link_may_lead(typed: str, target: str) -> None:
    assert whole_target(typed) == target


def test_what_is_copied_is_pasted_as_it_was(editor: RichEditor) -> None:
    editor.replace_source("# Title\n\n- **one**\n  - two\n> said\n|= a | b\n|  1 | 2")
    before = editor.content()
    editor.selectAll()
    editor.copy()
    editor.clear()
    editor.paste()
    assert editor.content() == before
    assert (
        "- *one*" in QApplication.clipboard().text() or "- one" in QApplication.clipboard().text()
    )


def test_the_dress_of_others_is_dropped_and_structure_kept(editor: RichEditor) -> None:
    data = QMimeData()
    data.setHtml(
        '<p style="color:red;font-size:30px">Dear <b>all</b></p><ul><li>one</li></ul>'
        "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"
        '<p><a href="https://x.example/">here</a><img src="https://x.example/t.gif"></p>'
        '<span style="display:none">unseen</span>'
    )
    editor.insertFromMimeData(data)
    html = editor.html()
    assert "color" not in html
    assert "unseen" not in html
    assert "t.gif" not in html
    assert "<b>all</b>" in html
    assert "<li>one</li>" in html
    assert '<a href="https://x.example/">here</a>' in html


def test_plain_text_is_pasted_as_its_lines(editor: RichEditor) -> None:
    data = QMimeData()
    data.setText("one\n\n- **two**")
    editor.insertFromMimeData(data)
    assert editor.text() == "one\n\n- **two**"
    assert editor.content().is_plain


def test_an_address_over_words_makes_them_a_link(editor: RichEditor) -> None:
    editor.replace_source("see here")
    editor.show_words("here")
    data = QMimeData()
    data.setText("https://x.example/")
    editor.insertFromMimeData(data)
    assert editor.source() == "see [here](https://x.example/)"


def test_the_path_of_a_file_is_never_written(editor: RichEditor) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/home/alex/plan.pdf")])
    data.setText("file:///home/alex/plan.pdf")
    editor.insertFromMimeData(data)
    assert editor.text() == ""


def test_looks_never_come_from_what_is_drawn(editor: RichEditor, theme: Theme) -> None:
    editor.replace_source("# Title\n**bold** `code` [x](https://x.example/)")
    before = editor.content()
    theme.refresh()
    assert editor.content() == before
    assert editor.look().place.kind in (Kind.HEADING, Kind.TEXT)


def test_lists_of_two_kinds_stay_apart(editor: RichEditor) -> None:
    editor.replace_source("one\ntwo")
    editor.selectAll()
    editor.toggle_list(ListKind.NUMBERS)
    assert editor.source() == "1. one\n1. two"
    cursor = editor.textCursor()
    cursor.setPosition(0)
    editor.setTextCursor(cursor)
    editor.toggle_list(ListKind.BULLETS)
    assert editor.source() == "- one\n1. two"
    assert source(editor.content()) == editor.source()


def test_a_picture_is_no_invisible_character(editor: RichEditor) -> None:
    editor.replace_source("![it](cid:a@b)\u200b")
    places = list(places_in_view(editor, editor.first_in_view(), picture=HELD_SIGN))
    assert len(places) == 1


TABLE = "|= One | Two\n|  three | four"


def in_cell(editor: RichEditor, word: str) -> None:
    """The caret stands behind a word of the table."""
    editor.show_document(from_source(TABLE))
    editor.move_to(editor.text().index(word) + len(word))


def pressed(way: Way) -> Callable[[QtBot, RichEditor], object]:
    return lambda _, editor: way.work(editor)


PLACES = [pressed(way) for way in WAYS if way.name not in {"Bold", "Italic", "Underline"}]
"""What changes a whole line; and marks, which without a selection change what is typed next."""


@pytest.mark.parametrize("word", ["One", "four"])
def test_a_cell_shows_nothing_that_it_cannot_say(
    qtbot: QtBot, editor: RichEditor, word: str
) -> None:
    """No list, quote, heading, code or rule stands in a cell: what is shown is what is sent."""
    for work in PLACES:
        in_cell(editor, word)
        work(qtbot, editor)
        assert source(editor.content()) == TABLE
        shown = place_of(editor.textCursor().block())
        assert shown == Place(Kind.TABLE if word == "One" else Kind.TEXT)
    in_cell(editor, word)
    editor.move_to(editor.text().index(word))
    qtbot.keyClick(editor, Qt.Key.Key_Backspace)
    assert source(editor.content()) == TABLE


def test_signs_of_lists_stay_signs_in_a_cell(qtbot: QtBot, editor: RichEditor) -> None:
    in_cell(editor, "four")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    type_in(qtbot, editor, "- five")
    assert source(editor.content()) == "|= One | Two\n|  three | four\\/- five"


def test_whatever_is_put_into_a_cell_is_in_it(editor: RichEditor) -> None:
    in_cell(editor, "four")
    editor.insert_document(from_source("# Title\n- one\n- **two**\n|= a | b\n|  c | d"))
    [table] = editor.content().blocks
    assert source(editor.content()).endswith("| fourTitle\\/one\\/**two**\\/ab\\/cd")
    assert len(table.rows) == 2


def test_the_head_of_a_table_is_drawn_as_mail_programs_draw_it(editor: RichEditor) -> None:
    """Bold and in the middle, which is none of its marks."""
    in_cell(editor, "One")
    cursor = editor.textCursor()
    assert cursor.charFormat().font().bold()
    assert cursor.blockFormat().alignment() & Qt.AlignmentFlag.AlignHCenter
    assert editor.look().marks == frozenset()
    in_cell(editor, "three")
    assert not editor.textCursor().charFormat().font().bold()


@pytest.mark.parametrize("kind", [Kind.CODE, Kind.HEADING])
def test_a_line_of_many_looks_becomes_another_kind(editor: RichEditor, kind: Kind) -> None:
    """Its parts are joined while they lose their looks; that comes to an end."""
    editor.replace_source(
        "a **b** *c* ++d++ ~~e~~ `f` **[g](https://x.example/)** *h* i **j**" * 20
    )
    before = editor.text()
    editor.toggle_kind(kind)
    editor.toggle_kind(kind)
    editor.toggle_kind(kind)
    assert editor.text() == before
    assert {block.kind for block in editor.content().blocks} == {kind}


PASTED = {
    "words": "new **bold**",
    "lines": "one\ntwo",
    "list": "- one\n- two",
    "code": "```\nx = 1\n```",
    "quote": "> said",
    "table": TABLE,
    "table and words": f"{TABLE}\nbelow",
    "words and table": f"above\n{TABLE}",
    "two tables": f"{TABLE}\nbetween\n{TABLE}",
}


@one_in(5)
@pytest.mark.parametrize("before", ["", "above", "above\nbel|ow", "- item"])
@pytest.mark.parametrize("name", PASTED)
def test_what_is_typed_after_a_paste_goes_on_behind_it(
    qtbot: QtBot, editor: RichEditor, name: str, before: str
) -> None:
    editor.replace_source(before.replace("|", ""))
    editor.move_to(before.index("|") if "|" in before else len(before))
    document = from_source(PASTED[name])
    editor.insert_document(document)
    qtbot.keyClicks(editor, "Typed")
    text = editor.text()
    last = words(document).replace("\n", " ").split()[-1]
    assert text.index("Typed") > text.rindex(last)
    if "|" in before:
        assert text.index("Typed") < text.index("ow", text.index("Typed"))
    assert editor.textCursor().currentTable() is None
