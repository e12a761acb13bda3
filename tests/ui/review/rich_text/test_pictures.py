"""Pictures in formatted text: sized by the corner, by keys and in a dialog, described and heard."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QPaintEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialog, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.mail.rich.document import Document, Picture
from desktop_app.mail.rich.markup import markup
from desktop_app.mail.rich.picture_widths import no_wider
from desktop_app.mail.rich.plain import plain
from desktop_app.mail.rich.reading import read_markup
from desktop_app.mail.rich.source import from_source, source
from desktop_app.ui.review.rich_text import picture_surface
from desktop_app.ui.review.rich_text.picture_dialog import PictureDialog
from desktop_app.ui.review.rich_text.picture_edits import (
    LEAST,
    PictureSize,
    change_picture,
    picture_at,
    picture_meant,
    resized,
    stepped,
)
from desktop_app.ui.review.rich_text.qt_document import put, read
from desktop_app.ui.review.rich_text.qt_formats import Formats
from desktop_app.ui.review.rich_text.rich_editor import RichEditor
from desktop_app.ui.widgets.theme import Theme
from tests.mail.rich.documents import DOCUMENTS, PICTURES

SIZING = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def editor(qtbot: QtBot, theme: Theme) -> RichEditor:
    """An editor with a picture of 200 by 100 pixels between words."""
    made = RichEditor(theme)
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    shown(made, '<div>see <img src="cid:a@x" alt="our cat"> here</div>', (200, 100))
    return made


def shown(editor: RichEditor, html: str, own: tuple[int, int]) -> None:
    image = QImage(*own, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.darkGreen)
    editor.show_html(html)
    editor.show_pictures({"a@x": image}, {"a@x": own})


def picture(editor: RichEditor) -> Picture:
    [found] = editor.content().pictures
    return found


def place(editor: RichEditor) -> int:
    """The place of the picture in the text."""
    return editor.text().index("\ufffc")


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a screen reader is given to say."""
    said: list[str] = []
    monkeypatch.setattr(picture_surface, "announce", lambda _, text: said.append(text))
    return said


def test_keys_make_the_picture_at_the_caret_larger_and_smaller(
    qtbot: QtBot, editor: RichEditor, heard: list[str]
) -> None:
    editor.move_to(place(editor))
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Down):
        qtbot.keyClick(editor, key, SIZING)
    assert picture(editor).width == 160
    assert heard[-1] == "160 pixels wide."
    qtbot.keyClick(editor, Qt.Key.Key_Right, SIZING)
    assert picture(editor).width == 180
    for _ in range(5):
        qtbot.keyClick(editor, Qt.Key.Key_Up, SIZING)
    assert picture(editor).width == 0, "no larger than it is"
    for _ in range(20):
        qtbot.keyClick(editor, Qt.Key.Key_Left, SIZING)
    assert picture(editor).width == LEAST
    assert editor.text() == "see \ufffc here"


def test_each_change_is_one_step_of_undo(qtbot: QtBot, editor: RichEditor) -> None:
    editor.move_to(place(editor))
    before = editor.content()
    qtbot.keyClick(editor, Qt.Key.Key_Left, SIZING)
    editor.change_picture(place(editor), Picture("a@x", "our dog", 120))
    assert picture(editor) == Picture("a@x", "our dog", 120)
    editor.undo()
    assert picture(editor) == Picture("a@x", "our cat", 180)
    editor.undo()
    assert editor.content() == before


def corner(editor: RichEditor) -> QPoint:
    return editor.picture_place(place(editor)).bottomRight().toPoint()


def test_the_corner_is_dragged_and_the_shape_stays(qtbot: QtBot, editor: RichEditor) -> None:
    port = editor.viewport()
    middle = editor.picture_place(place(editor)).center().toPoint()
    qtbot.mouseClick(port, LEFT, NONE, middle)
    assert picture_meant(editor.textCursor()) == place(editor)
    assert editor.textCursor().hasSelection()
    start = corner(editor)
    qtbot.mousePress(port, LEFT, NONE, start)
    qtbot.mouseMove(port, start - QPoint(50, 5))
    assert picture(editor).width == 0, "nothing changes before the button is let go"
    qtbot.mouseRelease(port, LEFT, NONE, start - QPoint(50, 5))
    assert picture(editor) == Picture("a@x", "our cat", 150)
    found = editor.picture_place(place(editor))
    assert (round(found.width()), round(found.height())) == (150, 75)
    start = corner(editor)
    qtbot.mousePress(port, LEFT, NONE, start)
    qtbot.mouseMove(port, start + QPoint(300, 0))
    qtbot.mouseRelease(port, LEFT, NONE, start + QPoint(300, 0))
    assert picture(editor).width == 0, "no larger than it is"


def test_escape_lets_the_corner_go(qtbot: QtBot, editor: RichEditor) -> None:
    editor.select_picture_at(place(editor))
    start = corner(editor)
    qtbot.mousePress(editor.viewport(), LEFT, NONE, start)
    qtbot.mouseMove(editor.viewport(), start - QPoint(80, 0))
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    qtbot.mouseRelease(editor.viewport(), LEFT, NONE, start - QPoint(80, 0))
    assert picture(editor).width == 0


def test_what_is_only_read_is_not_changed(qtbot: QtBot, editor: RichEditor) -> None:
    editor.select_picture_at(place(editor))
    asked: list[int] = []
    editor.picture_wanted.connect(asked.append)
    editor.setReadOnly(True)
    qtbot.keyClick(editor, Qt.Key.Key_Left, SIZING)
    qtbot.mouseDClick(editor.viewport(), LEFT, NONE, corner(editor) - QPoint(20, 20))
    start = corner(editor)
    qtbot.mousePress(editor.viewport(), LEFT, NONE, start)
    qtbot.mouseMove(editor.viewport(), start - QPoint(80, 0))
    qtbot.mouseRelease(editor.viewport(), LEFT, NONE, start - QPoint(80, 0))
    assert picture(editor).width == 0
    assert asked == []


def test_a_double_click_and_the_menu_ask_for_its_size(qtbot: QtBot, editor: RichEditor) -> None:
    asked: list[int] = []
    editor.picture_wanted.connect(asked.append)
    middle = editor.picture_place(place(editor)).center().toPoint()
    qtbot.mouseDClick(editor.viewport(), LEFT, NONE, middle)
    assert asked == [place(editor)]
    editor.move_to(0)
    names = [action.text() for action in editor.createStandardContextMenu().actions()]
    assert "Picture…" not in names
    editor.customContextMenuRequested.emit(middle)
    first = editor.createStandardContextMenu().actions()[0]
    assert first.text() == "Picture…"
    first.trigger()
    assert asked == [place(editor)] * 2


def test_a_screen_reader_hears_the_description(
    qtbot: QtBot, editor: RichEditor, heard: list[str]
) -> None:
    editor.activateWindow()
    editor.setFocus()
    qtbot.waitUntil(editor.hasFocus)
    editor.move_to(place(editor) - 1)
    qtbot.keyClick(editor, Qt.Key.Key_Right)
    assert heard == ["Picture: our cat. 200 pixels wide."]
    editor.change_picture(place(editor), Picture("a@x"))
    editor.move_to(0)
    editor.select_picture_at(place(editor))
    assert heard[-1] == "Picture without a description. 200 pixels wide."


def dialog(editor: RichEditor, wanted: list[Picture]) -> PictureDialog:
    at = place(editor)
    return PictureDialog(editor, picture(editor), editor.picture_size(at), wanted.append)


def test_the_dialog_sets_description_and_width_in_pixels_or_per_cent(editor: RichEditor) -> None:
    wanted: list[Picture] = []
    asked = dialog(editor, wanted)
    assert (asked.wide.value(), asked.share.value()) == (200, 100)
    asked.share.setValue(50)
    assert asked.wide.value() == 100
    asked.wide.setValue(400)
    assert asked.wide.value() == 200, "no larger than it is"
    asked.larger.setChecked(True)
    asked.wide.setValue(400)
    assert (asked.wide.value(), asked.share.value()) == (400, 200)
    asked.described.setText("  a cat on a sofa ")
    asked.ok.click()
    assert wanted == [Picture("a@x", "a cat on a sofa", 400)]
    editor.change_picture(place(editor), wanted[0])
    again = dialog(editor, wanted)
    assert again.larger.isChecked()
    again.whole.click()
    again.ok.click()
    assert wanted[-1] == Picture("a@x", "a cat on a sofa", 0)


def test_every_control_of_the_dialog_has_a_name(editor: RichEditor) -> None:
    asked = dialog(editor, [])
    assert isinstance(asked, QDialog)
    for entry in (asked.described, asked.wide, asked.share):
        assert entry.accessibleName()
    asked.reject()


def test_a_picture_that_could_not_be_read_keeps_its_own_width(editor: RichEditor) -> None:
    editor.show_html('<div><img src="cid:gone@x" alt=""></div>')
    wanted: list[Picture] = []
    asked = dialog(editor, wanted)
    assert not asked.share.isVisible()
    asked.described.setText("gone")
    asked.ok.click()
    assert wanted == [Picture("gone@x", "gone", 0)]


def test_the_description_stands_in_the_html_and_in_the_plain_part(editor: RichEditor) -> None:
    editor.change_picture(place(editor), Picture("a@x", 'a "cat" <b> & co', 120))
    html = '<img src="cid:a@x" alt="a &quot;cat&quot; &lt;b&gt; &amp; co" width="120">'
    assert html in editor.html()
    assert plain(editor.content()) == 'see [a "cat" <b> & co] here'


ONE_THEME = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@ONE_THEME
@given(DOCUMENTS, PICTURES, st.integers(0, 6))
def test_a_changed_picture_is_kept_by_every_form(
    theme: Theme, document: Document, other: Picture, which: int
) -> None:
    """Wherever a picture stands, another width, description or target is all that changes."""
    held, formats = QTextDocument(), Formats(theme)
    put(QTextCursor(held), document, formats)
    places = [n for n in range(held.characterCount()) if picture_at(held, n) is not None]
    assert len(places) == len(document.pictures)
    if not places:
        return
    number = which % len(places)
    change_picture(held, places[number], formats, other)
    after = read(held)
    expected = read_markup(markup(after))
    assert after == expected == from_source(source(after))
    assert len(after.pictures) == len(document.pictures)
    for n, (one, was) in enumerate(zip(after.pictures, document.pictures, strict=True)):
        meant = other if n == number else was
        assert (one.cid, one.width) == (meant.cid, meant.width)
    held.undo()
    assert read(held) == document


@given(st.integers(0, 5_000), st.integers(1, 2_000), st.integers(0, 3_000), st.integers(-30, 30))
def test_no_key_and_no_corner_makes_it_larger_than_it_is(
    width: int, own: int, wanted: int, steps: int
) -> None:
    one, size = Picture("a", width=width), PictureSize(min(width or own, own), own)
    for after in (resized(one, size, wanted), stepped(one, size, steps)):
        assert after.width <= max(own, LEAST)
        assert after.width != own


@given(DOCUMENTS)
def test_smaller_files_make_pictures_narrower_and_change_nothing_else(document: Document) -> None:
    own = {"c1": 100}
    after = no_wider(document, own)
    for one, was in zip(after.pictures, document.pictures, strict=True):
        assert one.width <= own.get(one.cid, was.width)
        assert (one.cid, one.alt, one.link) == (was.cid, was.alt, was.link)
    assert no_wider(after, own) == after
    assert plain(after) == plain(document)


def test_a_point_beside_the_picture_is_none(editor: RichEditor) -> None:
    found = editor.picture_place(place(editor))
    assert editor.picture_under(found.center()) == place(editor)
    assert editor.picture_under(QPointF(found.right() + 30, found.center().y())) == -1
    assert editor.picture_under(QPointF(2, found.bottom() + 80)) == -1


def test_a_picture_wider_than_the_text_is_seen_whole(qtbot: QtBot, editor: RichEditor) -> None:
    """What is cut off would leave unseen; its width in the mail is what was asked for."""
    shown(editor, '<div><img src="cid:a@x" alt="" width="700"></div>', (720, 360))
    for width in (400, 650, 320):
        editor.resize(width, 400)
        qtbot.waitUntil(lambda: editor.document().pageSize().width() > 0)
        found = editor.picture_place(place(editor))
        port = editor.viewport().width()
        assert port - 8 <= found.right() <= port
        assert found.height() == pytest.approx(found.width() / 2, abs=1)
    assert picture(editor).width == 700


def test_a_press_on_a_tall_picture_selects_it_where_it_is(qtbot: QtBot, editor: RichEditor) -> None:
    """Nothing moves below the pointer, so that what is pressed is what is meant."""
    one = '<img src="cid:a@x" alt="">'
    shown(editor, f"<div>{one}</div>\n<div>{one}</div>\n<div>{one}</div>", (300, 330))
    editor.move_to(0)
    port = editor.viewport()
    for at in (QPoint(100, 60), QPoint(100, 380)):
        editor.verticalScrollBar().setValue(40)
        meant = editor.picture_under(QPointF(at))
        qtbot.mouseClick(port, LEFT, NONE, at)
        assert editor.verticalScrollBar().value() == 40
        assert editor.textCursor().selectionStart() == meant
        assert editor.textCursor().hasSelection()
        qtbot.mouseClick(port, LEFT, NONE, at)
        qtbot.waitUntil(lambda: editor.textCursor().hasSelection())
        assert editor.textCursor().selectionStart() == meant
    qtbot.mouseClick(port, LEFT, NONE, QPoint(480, 60))
    assert not editor.textCursor().hasSelection()


def test_a_corner_that_is_held_changes_no_picture_of_another_text(
    qtbot: QtBot, editor: RichEditor
) -> None:
    """Another draft is shown while the button is down."""
    editor.select_picture_at(place(editor))
    start = corner(editor)
    qtbot.mousePress(editor.viewport(), LEFT, NONE, start)
    qtbot.mouseMove(editor.viewport(), start - QPoint(80, 0))
    editor.show_html('<div>see <img src="cid:a@x" alt="another"></div>')
    qtbot.mouseRelease(editor.viewport(), LEFT, NONE, start - QPoint(80, 0))
    assert picture(editor) == Picture("a@x", "another")


def test_no_line_of_a_frame_is_left_when_the_picture_is_smaller_or_left(
    qtbot: QtBot, editor: RichEditor
) -> None:
    """What is on the screen is what is painted anew."""
    port = editor.viewport()
    for step in (
        lambda: editor.select_picture_at(place(editor)),
        lambda: qtbot.keyClick(editor, Qt.Key.Key_Left, SIZING),
        lambda: editor.move_to(0),
    ):
        drawn = Regions(port)
        step()
        qtbot.waitUntil(lambda drawn=drawn: drawn.whole)  # type: ignore[misc]


class Regions(QObject):
    """Whether the whole of a widget was painted anew."""

    def __init__(self, port: QWidget) -> None:
        super().__init__(port)
        self.whole = False
        self._port = port
        port.installEventFilter(self)

    def eventFilter(self, _: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if isinstance(event, QPaintEvent) and event.rect().contains(self._port.rect()):
            self.whole = True
        return False
