"""Pictures of the web in the Original: drawn anew, within the page's room, and what is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import Event

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QColor, QImage, QImageWriter

from desktop_app.tools.person import mail_view
from desktop_app.ui.reading.web_pictures import as_data
from tests.fakes.house import TestHouse, mail
from tests.ui.conftest import WindowDriver

OpenWindow = Callable[..., WindowDriver]
ADDRESSES = ("https://img.example/a.png", "https://img.example/b.png")


def picture(width: int, height: int, *, alpha: bool = False) -> bytes:
    formats = QImage.Format
    image = QImage(width, height, formats.Format_ARGB32 if alpha else formats.Format_RGB32)
    image.fill(QColor(200, 40, 40))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(buffer.data().data())


def test_pictures_become_data_of_the_page_and_the_rest_is_left_out() -> None:
    found = as_data(
        {
            "photo": picture(40, 30),
            "logo": picture(40, 30, alpha=True),
            "bomb": picture(20_000, 2),
            "page": b"<html>",
        },
        100_000,
    )
    assert set(found) >= {"photo", "logo"}
    assert "page" not in found
    assert found["photo"].startswith("data:image/jpeg;base64,")
    assert found["logo"].startswith("data:image/png;base64,")
    assert as_data({"photo": picture(40, 30)}, 100) == {}


class Fetcher:
    def fetch(self, addresses: Sequence[str], cancelled: Event) -> Mapping[str, bytes]:
        del cancelled
        assert tuple(addresses) == ADDRESSES
        return {ADDRESSES[0]: picture(10, 10)}


@pytest.mark.parametrize("unasked", [False, True])
def test_the_page_has_what_came_and_the_person_is_told_the_rest(
    house: TestHouse,
    open_window: OpenWindow,
    monkeypatch: pytest.MonkeyPatch,
    unasked: bool,
) -> None:
    monkeypatch.setattr("desktop_app.ui.thread.originals.engine_refuses", lambda: False)
    house.pictures = Fetcher()
    html = "".join(f'<p>News</p><img src="{address}">' for address in ADDRESSES)
    house.add(mail("News", html).replace(b"text/plain", b"text/html"))
    driver = open_window()
    driver.open_first()
    told, pages = list[str](), list[str]()
    driver.bench.navigation.toast_wanted.connect(lambda text, _: told.append(text))
    originals, [card] = driver.thread.originals, driver.thread.column.cards()
    originals._show = lambda _, page: pages.append(page)
    originals.show_original(card, True, unasked=unasked)
    driver.until(lambda: bool(pages and told))
    assert ("data:image/jpeg" in pages[0]) is not unasked
    if unasked:
        assert told == [mail_view.UNPROVEN]
    else:
        assert told == ["1 picture is not shown: not reached, not allowed, or too large."]
