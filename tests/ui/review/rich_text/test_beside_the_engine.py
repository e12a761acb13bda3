"""What the review shows is what the mail that is sent looks like: the measure finds planted
differences, and a campaign holds the pictures of real documents beside the web engine's."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication

from benchmarks.rich_measure import compared
from benchmarks.rich_words import Drawn, Word
from tests.mail.rich.golden import names

ROOT = Path(__file__).parents[4]
LINES = ((0, "Dear all,"), (1, "here is what we decided"), (24, "on the first floor"), (1, "Alex"))
"""A mail: how far each line is moved in, and its words."""


def drawn(
    lines: tuple[tuple[int, str], ...] = LINES, *, bold: str = "", colour: str = "black"
) -> Drawn:
    """A picture of these lines."""
    image = QImage(400, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    font = QFont()
    font.setPixelSize(15)
    words = []
    painter = QPainter(image)
    painter.setPen(QColor(colour))
    for number, (left, text) in enumerate(lines):
        x = float(left + 2)
        for word in text.split():
            font.setBold(word == bold)
            painter.setFont(font)
            wide = painter.fontMetrics().horizontalAdvance(word)
            top = 10 + 24 * number
            painter.drawText(int(x), top + 15, word)
            looks = (("b" if word == bold else "", len(word)),)
            words.append(Word(word, x, top, x + wide, top + 20, number, looks))
            x += wide + 5
    painter.end()
    return Drawn(image, tuple(words), ((300, 150),))


def test_the_same_mail_is_the_same(qapp: QApplication) -> None:
    found = compared(drawn(), drawn())
    counted = (found.missing, found.looks, found.order, found.breaks, found.indents)
    assert counted == (0, 0, 0, 0, 0)
    assert (found.pictures, found.unseen, found.empty) == (0, 0, 0)
    assert max(found.ink) == max(found.widths) == 0
    assert min(found.other_ink) > 0.02


def without_a_word(mail: Drawn) -> Drawn:
    return replace(mail, words=mail.words[:3] + mail.words[4:])


def moved_up(mail: Drawn) -> Drawn:
    """The last line stands above the first."""
    last = mail.words[-1]
    return replace(mail, words=(*mail.words[:-1], replace(last, top=0, bottom=9)))


def broken(mail: Drawn) -> Drawn:
    """A line ends earlier."""
    parted = replace(mail.words[6], top=mail.words[6].top + 20, bottom=mail.words[6].bottom + 20)
    return replace(mail, words=(*mail.words[:6], parted, *mail.words[7:]))


@pytest.mark.parametrize(
    ("planted", "told"),
    [
        (without_a_word, "missing"),
        (lambda _: drawn(bold="decided"), "looks"),
        (moved_up, "order"),
        (broken, "breaks"),
        (lambda _: drawn(tuple((0, text) for _, text in LINES)), "indents"),
        (lambda mail: replace(mail, pictures=((600, 300),)), "pictures"),
        (lambda mail: replace(mail, pictures=()), "pictures"),
        (lambda _: drawn(colour="#f4f4f4"), "unseen"),
        (lambda mail: replace(mail, empty=1), "empty"),
    ],
)
def test_a_planted_difference_is_counted(
    qapp: QApplication, planted: Callable[[Drawn], Drawn], told: str
) -> None:
    assert getattr(compared(drawn(), planted(drawn())), told) > 0


def test_other_letters_are_other_ink(qapp: QApplication) -> None:
    """In a box of the same size, with the same words said of it."""
    other = drawn(
        ((0, "Door oil,"), (1, "hens as whom me denuded"), (24, "in tho frost flaan"), (1, "Alox"))
    )
    found = compared(drawn(), replace(other, words=drawn().words))
    assert sum(each > 0.02 for each in found.ink) > len(found.ink) / 2


def test_a_shift_of_a_pixel_is_no_difference(qapp: QApplication) -> None:
    mail = drawn()
    moved = QImage(mail.image.size(), QImage.Format.Format_RGB32)
    moved.fill(QColor("white"))
    painter = QPainter(moved)
    painter.drawImage(1, 1, mail.image)
    painter.end()
    assert max(compared(mail, replace(mail, image=moved)).ink) == 0


@pytest.mark.campaign
def test_the_review_and_what_is_sent_look_alike_in_light_and_dark() -> None:
    """Each of these has a kind of block or mark of its own."""
    wanted = ("-bold", "-marks-in-marks", "-heading", "-table", "-lists-in-lists", "-right-to-left")
    more = ("-picture-with-width-and-link", "-quote-in-quote", "-letter-with-everything")
    chosen = [name for name in names() if name.endswith((*wanted, *more))]
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.rich_pictures", "--names", *chosen],
        cwd=ROOT, capture_output=True, text=True, timeout=240, check=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "QTWEBENGINE_DISABLE_SANDBOX": "1"},
    )  # fmt: skip
    rows = [line.split() for line in run.stdout.splitlines() if "documents" in line]
    assert [row[0] for row in rows] == ["light", "dark"]
    for row in rows:
        words, missing, looks, order = map(int, row[3:7])
        breaks = float(row[7])
        indents, pictures, unseen, empty = map(int, row[9:13])
        assert words > 60
        assert (missing, looks, order, indents) == (0, 0, 0, 0)
        assert (pictures, unseen, empty) == (0, 0, 0)
        assert breaks == 0
