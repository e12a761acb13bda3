"""Pictures that are copied as bare bitmaps or as pixels: they become files that mail programs show,
and nothing of a stranger's is decoded in this process."""

from __future__ import annotations

import struct

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QImage

from desktop_app.ui.review.given_pictures import UNREAD
from desktop_app.ui.review.rich_text.clipboard import BITMAPS, is_picture, picture_in
from tests.depths import one_in
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import stored
from tests.ui.review.test_dropped_pictures import written


def bmp(width: int, height: int) -> bytes:
    """A bitmap of one colour, as programs put it on a clipboard."""
    rows = (b"\x20\x40\x80" * width + bytes(-3 * width % 4)) * height
    head = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, len(rows), 0, 0, 0, 0)
    return b"BM" + struct.pack("<IHHI", 54 + len(rows), 0, 0, 54) + head + rows


def test_a_copied_bitmap_becomes_a_picture_that_mail_programs_show(driver: WindowDriver) -> None:
    draft, pane = written(driver)
    rich = pane.page.words.rich
    for place, kind in enumerate(BITMAPS):
        data = QMimeData()
        data.setData(kind, bmp(20, 10))
        assert rich.canInsertFromMimeData(data)
        rich.insertFromMimeData(data)
        driver.until(lambda n=place: len(stored(driver, draft).content.attachments) == n + 1)  # type: ignore[misc]
    kinds = {(p.filename, p.content_type) for p in stored(driver, draft).content.attachments}
    assert kinds == {("picture.png", "image/png")}


@one_in(2)
@pytest.mark.parametrize("form", [QImage.Format.Format_RGB32, QImage.Format.Format_ARGB32])
@pytest.mark.parametrize("plain", [False, True])
def test_bare_pixels_become_a_picture(
    driver: WindowDriver, form: QImage.Format, plain: bool
) -> None:
    """As Windows and macOS give a copied picture."""
    draft, pane = written(driver)
    if plain:
        pane.page.words.edit_as_plain()
    image = QImage(20, 10, form)
    image.fill(Qt.GlobalColor.darkCyan)
    data = QMimeData()
    data.setImageData(image)
    assert is_picture(data)
    pane.page.body.insertFromMimeData(data)
    driver.until(lambda: bool(stored(driver, draft).content.attachments))
    [part] = stored(driver, draft).content.attachments
    assert bool(part.cid) is not plain
    kept = QImage.fromData(driver.house.store.drafts.read_file(part.id))
    assert (kept.width(), kept.height()) == (20, 10)
    assert kept.pixelColor(3, 3) == image.pixelColor(3, 3)


def test_pixels_of_a_size_that_none_decodes_are_told(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop_app.ui.review.rich_text.clipboard.MOST_PIXELS", 100)
    _, pane = written(driver)
    said: list[str] = []
    driver.bench.navigation.status_wanted.connect(said.append)
    data = QMimeData()
    data.setImageData(QImage(20, 10, QImage.Format.Format_RGB32))
    pane.page.words.rich.insertFromMimeData(data)
    driver.until(lambda: UNREAD in said)


def test_what_this_process_would_have_to_decode_is_not_taken() -> None:
    """A program that offers a kind none of ours, which Qt has a reader for."""

    class Offered(QMimeData):
        def formats(self) -> list[str]:
            return ["image/svg+xml", "application/x-qt-image"]

        def hasImage(self) -> bool:  # noqa: N802 - Qt's name
            return True

        def imageData(self) -> object:  # noqa: N802 - Qt's name
            raise AssertionError

    assert picture_in(Offered()) is None
