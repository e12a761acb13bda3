"""Pages drawn in another process: what is slow, broken or huge stops nobody."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from desktop_app.model.errors import BadInput, Unavailable
from desktop_app.search.highlight import Field, Sought
from desktop_app.ui.reading.drawn_pages import MARK, MOST_HEIGHT, MOST_WIDTH, DrawnPages
from tests.ui.thread.attached import a_pdf, a_picture


def test_a_page_is_drawn_with_its_words(qapp: QApplication) -> None:
    pages = DrawnPages(a_pdf(2), pdf=True)
    page = pages.page(1, 400)
    assert pages.sizes == ((595.0, 842.0), (595.0, 842.0))
    assert (page.width, page.height, len(page.pixels)) == (400, 566, 400 * 566 * 4)
    assert page.words.strip() == "Page words 2"
    pages.close()


def test_a_page_that_takes_too_long_is_given_up(qapp: QApplication) -> None:
    slow = "0 0 m 300 900 600 -200 600 800 c S\n" * 30_000
    pages = DrawnPages(a_pdf(1, slow), pdf=True, seconds=1.5)
    with pytest.raises(Unavailable, match="too long"):
        pages.page(0, 1200)
    with pytest.raises(Unavailable):
        pages.page(0, 100)


@pytest.mark.parametrize("data", [b"", b"%PDF-1.4 and nothing", b"\x89PNG\r\n\x1a\n"])
@pytest.mark.parametrize("pdf", [True, False])
def test_what_cannot_be_read_says_so(qapp: QApplication, data: bytes, pdf: bool) -> None:
    with pytest.raises(BadInput):
        DrawnPages(data, pdf=pdf)


def test_a_long_picture_is_drawn_within_its_bounds(qapp: QApplication) -> None:
    pages = DrawnPages(a_picture(700, 30_000), pdf=False)
    page = pages.page(0, 5_000)
    assert page.width <= MOST_WIDTH
    assert page.height <= MOST_HEIGHT
    pages.close()


def test_what_is_sought_is_marked_where_it_stands(qapp: QApplication) -> None:
    pages = DrawnPages(a_pdf(3), pdf=True)
    plain = pages.page(1, 400).pixels
    first = pages.mark((Sought(("words", "2"), prefix=False, fields=Field.TEXT),))
    assert first is not None
    assert first.page == 1
    marked = pages.page(1, 400)
    changed = [
        n // 4 for n in range(0, len(plain), 4) if plain[n : n + 3] != marked.pixels[n : n + 3]
    ]
    rows = {n // 400 for n in changed}
    assert rows
    assert max(rows) - min(rows) < 40
    assert abs(min(rows) / marked.height - first.down) < 0.01
    assert bytes(reversed(MARK)) in marked.pixels
    assert pages.page(0, 400).pixels.find(bytes(reversed(MARK))) < 0
    pages.close()


def test_what_is_on_no_page_is_nowhere(qapp: QApplication) -> None:
    pages = DrawnPages(a_pdf(2), pdf=True)
    assert pages.mark((Sought(("absent",), prefix=False, fields=Field.TEXT),)) is None
    pages.close()
    picture = DrawnPages(a_picture(20, 20), pdf=False)
    assert picture.mark((Sought(("words",), prefix=False, fields=Field.TEXT),)) is None
    picture.close()
