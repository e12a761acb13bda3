"""One line cut to its room, in either direction of reading."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics
from pytestqt.qtbot import QtBot

from desktop_app.ui.widgets.elision import (
    RIGHT_TO_LEFT_MARK,
    fitted,
    reads_from_the_right,
    shortened,
    shortened_middle,
)

ARABIC = "مرحبًا، هل وصلتكم رسالتي السابقة بخصوص طاولة الاجتماعات"


def test_cut_right_to_left_text_ends_its_ellipsis_where_it_is_read_last(qtbot: QtBot) -> None:
    metrics = QFontMetrics(QFont())
    room = metrics.horizontalAdvance(ARABIC) // 2
    assert fitted(metrics, ARABIC, room).endswith("…" + RIGHT_TO_LEFT_MARK)
    assert len(fitted(metrics, ARABIC, room)) < len(ARABIC)


def test_what_fits_and_what_reads_from_the_left_gets_no_mark(qtbot: QtBot) -> None:
    metrics = QFontMetrics(QFont())
    assert fitted(metrics, ARABIC, 10_000) == ARABIC
    assert RIGHT_TO_LEFT_MARK not in fitted(metrics, "A long line of plain words", 40)


def test_the_first_letter_decides_the_direction() -> None:
    assert reads_from_the_right("2 × ליאור")
    assert not reads_from_the_right("Re: ליאור")


def test_a_cut_text_has_its_ellipsis_within_the_length() -> None:
    assert shortened("Lunch at noon", 8) == "Lunch a…"
    assert shortened("Lunch", 5) == "Lunch"
    assert shortened("one\ntwo", 5, "\n…") == "one\n…"
    assert shortened(ARABIC, 10) == ARABIC[:9] + "…" + RIGHT_TO_LEFT_MARK


def test_a_file_name_keeps_its_beginning_and_its_suffix() -> None:
    name = "a_very_long_name_for_a_contract.pdf"
    assert shortened_middle(name, 30) == "a_very_long_name_…contract.pdf"
    assert shortened_middle(name, len(name)) == name


_MODE = Qt.TextElideMode
ADDRESS = "dana.lee@northgate-offices.example"


@pytest.mark.parametrize("mode", [_MODE.ElideRight, _MODE.ElideMiddle, _MODE.ElideLeft])
@pytest.mark.parametrize("text", [ADDRESS, "W.W.i.i.W@mmmmm.example", ARABIC])
def test_what_is_cut_fits_in_every_width(qtbot: QtBot, text: str, mode: Qt.TextElideMode) -> None:
    metrics = QFontMetrics(QFont())
    least, all_of_it = metrics.horizontalAdvance("…"), metrics.horizontalAdvance(text)
    wide = {
        width: shown
        for width in range(least + 1, all_of_it)
        if metrics.horizontalAdvance(shown := fitted(metrics, text, width, mode)) > width
        or "…" not in shown
    }
    assert not wide
