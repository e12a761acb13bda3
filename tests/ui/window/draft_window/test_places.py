"""Where a draft's window stands: beside the main one where there is room, always on the screen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect, QSize

from desktop_app.ui.window.draft_window.places import GAP, place_beside, size_of, words_of

LEAST = QSize(480, 420)
WANTED = QSize(768, 800)
SCREEN = QRect(0, 24, 1920, 1056)

SIDES = st.integers(200, 4000)
RECTS = st.builds(QRect, st.integers(-2000, 2000), st.integers(-2000, 2000), SIDES, SIDES)


def place(main: QRect, room: QRect = SCREEN, others: int = 0) -> QRect:
    return place_beside(main, room, WANTED, LEAST, others)


def test_right_of_the_main_window_where_there_is_room() -> None:
    found = place(QRect(0, 24, 1100, 900))
    assert found == QRect(1100 + GAP, 24, 768, 800)


def test_left_of_it_where_there_is_more() -> None:
    found = place(QRect(800, 24, 1100, 900))
    assert found.right() < 800
    assert found.size() == WANTED


def test_less_wide_rather_than_over_it() -> None:
    found = place(QRect(0, 24, 1300, 900))
    assert not found.intersects(QRect(0, 24, 1300, 900))
    assert found.width() == 1920 - 1300 - GAP


def test_over_it_where_there_is_no_room_beside() -> None:
    main = QRect(0, 24, 1900, 1000)
    assert place(main).intersects(main)
    assert place(main).size() == WANTED


def test_the_next_one_hides_no_title() -> None:
    main = QRect(0, 24, 1900, 1000)
    assert place(main, others=1).topLeft() != place(main).topLeft()


@given(main=RECTS, room=RECTS, wanted=st.builds(QSize, SIDES, SIDES), others=st.integers(0, 40))
def test_all_of_it_is_on_the_screen(main: QRect, room: QRect, wanted: QSize, others: int) -> None:
    found = place_beside(main, room, wanted, LEAST, others)
    assert room.contains(found)
    assert found.size().boundedTo(wanted) == found.size()


@given(size=st.builds(QSize, st.integers(1, 99_999), st.integers(1, 99_999)))
def test_a_size_is_kept_as_words(size: QSize) -> None:
    assert size_of(words_of(size)) == size


@pytest.mark.parametrize(
    "words", ["", "x", "700", "700x", "x800", "0x800", "-7x8", "7e3x9", "٧x٨", "9" * 40 + "x1"]
)
def test_what_is_no_size_is_none(words: str) -> None:
    assert size_of(words) is None
