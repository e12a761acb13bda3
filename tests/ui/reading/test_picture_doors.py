"""Every door through which a stranger's picture comes: none lets a drawing or a document in."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QImage, QImageReader, QTextDocument
from PySide6.QtWidgets import QApplication

from desktop_app.bounded_process import KeptProcess, Limits, Passed
from desktop_app.mail.files.picture_kinds import picture_kind
from desktop_app.model.errors import BadInput
from desktop_app.model.message import Body
from desktop_app.ui.reading import drawing, pictures
from desktop_app.ui.reading.drawing import Wanted, draw
from desktop_app.ui.reading.drawn_pages import DrawnPages
from desktop_app.ui.reading.pictures import Budget, decode
from desktop_app.ui.reading.readable_message import set_body
from desktop_app.ui.reading.reader import Reader
from desktop_app.ui.reading.thumbnails import thumbnails
from desktop_app.ui.reading.web_pictures import as_data
from desktop_app.ui.review.sheet.body_editor import BodyEditor
from desktop_app.ui.widgets.theme import Theme
from desktop_app.workers.picture_fetcher import is_picture
from tests.crafted.drawings import SIGNS, drawings, naming_svg, nested_svg
from tests.crafted.mails import png

DRAWINGS = drawings()
WITHIN = 3.0
"""Seconds for what the drawing would take for ever."""


@pytest.fixture
def nothing_asked(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What the drawing process was asked, which is not asked here; and no reader is made."""
    asked: list[bytes] = []

    def ask(_: KeptProcess, question: bytes, *, size: int = 0) -> bytes:
        asked.append(question)
        raise AssertionError("a drawing was sent to be decoded")

    def no_reader(*_: object) -> object:
        raise AssertionError("a reader was made")

    monkeypatch.setattr(KeptProcess, "ask", ask)
    monkeypatch.setattr(drawing, "QImageReader", no_reader)
    return asked


def html_with(name: str) -> Body:
    return Body(text="", html=f'<img src="cid:{name}" alt="photo">')


@pytest.mark.parametrize("planted", DRAWINGS)
def test_a_drawing_is_decoded_at_no_door(planted: str, nothing_asked: list[bytes]) -> None:
    data = DRAWINGS[planted]
    begun = time.monotonic()
    shown = set_body(html_with("photo.png"), lambda _: data)
    assert shown.pictures["photo.png"].isNull()
    assert decode(data).isNull()
    assert thumbnails({"photo.png": data}, 40) == {}
    assert as_data({"https://shop.example/photo.png": data}, 1_000_000) == {}
    assert not is_picture(data)
    assert not nothing_asked
    assert time.monotonic() - begun < WITHIN


@pytest.mark.parametrize("planted", [name for name in DRAWINGS if name != "tiff"])
def test_a_drawing_has_no_preview_as_a_picture(planted: str, qapp: QApplication) -> None:
    assert not picture_kind(DRAWINGS[planted])


def test_the_preview_of_a_drawing_says_that_it_cannot_be_shown(qapp: QApplication) -> None:
    with pytest.raises(BadInput):
        DrawnPages(nested_svg(), pdf=False)


@pytest.mark.no_qt_log
@pytest.mark.parametrize("sign", SIGNS)
def test_a_drawing_behind_the_first_bytes_of_a_bitmap_is_none(sign: bytes) -> None:
    wanted = Wanted(720, 4_000, 24_000_000, 8_000_000)
    for data in DRAWINGS.values():
        told = drawing._drawn(sign + data, wanted)
        assert not told.pixels


@pytest.mark.no_qt_log
def test_a_reader_of_one_format_looks_for_no_other(qapp: QApplication) -> None:
    """Qt is asked: the reader of a PNG that is given a drawing has no size and no picture."""
    for kind in ("png", "jpeg", "gif", "webp", "bmp"):
        reader, _kept = drawing.fixed_reader(naming_svg("file:///etc/hostname"), kind)
        assert not reader.autoDetectImageFormat()
        assert not reader.decideFormatFromContent()
        assert reader.read().isNull()
        assert not reader.size().isValid()


def test_the_reader_that_looks_for_itself_would_have_opened_it(
    tmp_path: Path, qapp: QApplication, qtlog: Any
) -> None:
    """That the plants are such: Qt's own way takes them for pictures, and opens what they name."""
    path = tmp_path / "planted.svg"
    path.write_bytes(naming_svg("file:///nowhere.png"))
    with qtlog.disabled():
        reader = QImageReader(str(path))
        reader.setDecideFormatFromContent(True)
        assert reader.size().isValid()


@pytest.mark.parametrize(
    "address",
    [
        "file:///etc/hostname",
        "data:image/svg+xml;base64,PHN2Zy8+",
        "https://shop.example/a.png",
        "//server/share/a.png",
        ":/icons/a.png",
        "a.svg",
    ],
)
def test_a_document_is_given_a_blank_picture_for_any_other_address(
    qapp: QApplication, theme: Theme, address: str
) -> None:
    reader = Reader(theme, "Mail", {})
    kind = QTextDocument.ResourceType.ImageResource.value
    found = reader.document().resource(kind, QUrl(address))
    assert isinstance(found, QImage)
    assert (found.width(), found.height()) == (1, 1)


def test_a_picture_that_qt_alone_could_read_is_not_pasted(qapp: QApplication, theme: Theme) -> None:
    """It is refused, so that the person can be told, and decoded by nobody here."""
    mime = QMimeData()
    mime.setImageData(QImage(8, 8, QImage.Format.Format_RGB32))
    mime.setData("image/svg+xml", nested_svg())
    editor, given = BodyEditor(theme), list[object]()
    editor.picture_given.connect(given.append)
    editor.insertFromMimeData(mime)
    assert given == [None]
    assert editor.toPlainText() == ""
    assert editor.document().characterCount() == 1


def test_a_picture_comes_out_as_it_went_in() -> None:
    told = draw(png(30, 20), Wanted(720, 4_000, 24_000_000, 8_000_000))
    assert (told.natural, told.width, told.height) == ((30, 20), 30, 20)
    assert told.image().pixelColor(3, 3).name() == "#000000"


def begin_slow() -> Callable[[bytes], bytes]:
    def forever(_: bytes) -> bytes:
        while True:
            pass

    return forever


def test_behind_a_picture_that_takes_too_long_none_of_its_mail_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow = KeptProcess(begin_slow, Limits(700_000_000, cpu=0.3))
    monkeypatch.setattr(drawing, "_process", slow)
    begun = time.monotonic()
    names = [f"p{n}@x" for n in range(9)]
    found = pictures.pictures_of(names, lambda _: png(9, 9))
    assert found.left_out == 9
    assert thumbnails(dict.fromkeys(names, png(9, 9)), 40) == {}
    assert time.monotonic() - begun < 15
    with pytest.raises(Passed):
        draw(png(9, 9), Wanted(9, 9, 99, 99))
    assert Budget().draw(b"").natural == (0, 0)
