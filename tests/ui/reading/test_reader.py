"""The Reader: nothing but the message's own pictures, links that go nowhere by themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray, Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument
from pytestqt.qtbot import QtBot

from desktop_app.ui.reading.pictures import decode
from desktop_app.ui.reading.reader import Reader
from desktop_app.ui.widgets.theme import Theme

IMAGE = QTextDocument.ResourceType.ImageResource.value
SHEET = QTextDocument.ResourceType.StyleSheetResource.value


def picture(width: int = 4, height: int = 4, colour: Qt.GlobalColor = Qt.GlobalColor.red) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(colour)
    return image


def png(image: QImage) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(data.data())


@pytest.fixture
def reader(qtbot: QtBot, theme: Theme) -> Reader:
    made = Reader(theme, "Message from Dana Lee", {"logo@x": picture()})
    qtbot.addWidget(made)
    made.resize(600, 100)
    made.show()
    return made


@pytest.mark.parametrize(
    "address",
    [
        "file:///etc/hostname",
        "/etc/hostname",
        "http://127.0.0.1:9/x.png",
        "https://tracker.example/p.gif",
        "data:image/png;base64,AAAA",
        "cid:other@x",
        "qrc:/x.png",
        "//tracker.example/x.png",
        "",
    ],
)
def test_any_other_picture_is_a_blank_pixel_and_never_nothing(reader: Reader, address: str) -> None:
    found = reader.loadResource(IMAGE, QUrl(address))
    assert isinstance(found, QImage)
    assert (found.width(), found.height()) == (1, 1)
    assert found.pixelColor(0, 0).alpha() == 0


def test_the_messages_own_picture_is_shown(reader: Reader) -> None:
    found = reader.loadResource(IMAGE, QUrl("cid:logo@x"))
    assert isinstance(found, QImage)
    assert found.width() == 4


def test_style_sheets_and_the_rest_get_bytes_that_mean_nothing(reader: Reader) -> None:
    for kind in (SHEET, QTextDocument.ResourceType.HtmlResource.value, 100):
        assert reader.loadResource(kind, QUrl("file:///etc/hostname")).data().strip() == b""  # type: ignore[attr-defined]


def test_a_hostile_page_is_laid_out_without_a_file_or_a_socket(
    reader: Reader,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    planted = tmp_path / "planted.png"
    picture(50, 50).save(str(planted))
    seen: list[tuple[int, str]] = []
    load = reader.loadResource

    def watched(kind: int, name: QUrl) -> object:
        found = load(kind, name)
        seen.append((found.width() if isinstance(found, QImage) else 0, name.toString()))
        return found

    monkeypatch.setattr(reader, "loadResource", watched)
    reader.show_html(
        f'<img src="{planted}"><img src="file://{planted}"><link rel=stylesheet href="{planted}">'
        f'<body background="{planted}"><table background="{planted}"><td>x</td></table>'
        '<img src="http://127.0.0.1:9/a.png">'
    )
    reader.grab()
    assert all(width <= 1 for width, _ in seen)


def test_a_link_is_handed_out_and_not_followed(reader: Reader, qtbot: QtBot) -> None:
    reader.show_html('<a href="https://example.org/x">words</a>')
    with qtbot.waitSignal(reader.link) as caught:
        reader.anchorClicked.emit(QUrl("https://example.org/x"))
    assert caught.args == ["https://example.org/x"]
    assert "words" in reader.toPlainText()


def test_the_reader_is_as_high_as_its_text(reader: Reader) -> None:
    reader.show_text("one line")
    low = reader.height()
    reader.show_text("\n".join(["many lines"] * 50))
    assert reader.height() > 10 * low / 2
    assert reader.verticalScrollBar().maximum() == 0


def test_scrolling_keys_belong_to_the_conversation(reader: Reader, qtbot: QtBot) -> None:
    reader.show_text("text " * 200)
    reader.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_Space):
        qtbot.keyClick(reader, key)
    assert reader.verticalScrollBar().value() == 0


def test_pictures_are_decoded_small_and_only_from_plain_formats() -> None:
    assert decode(png(picture(2000, 100))).width() == 720
    assert decode(b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>").isNull()
    assert decode(b"not a picture").isNull()
