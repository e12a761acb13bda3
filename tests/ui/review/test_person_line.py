"""What stays of a recipient's line when there is little room."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

from desktop_app.model.address import Address
from desktop_app.model.draft import Badge
from desktop_app.ui.review.recipients.person_line import LEAST_ADDRESS, PersonLine
from desktop_app.ui.widgets.theme import Theme
from tests.ui.conftest import WindowDriver

LONG = Address("Annabel Featherstonehaugh", "annabel.featherstonehaugh@northgate-offices.example")
WARNING = (Badge.NEW, Badge.ONLY_IN_TEXT, Badge.REPLY_TO_DIFFERS)


@pytest.fixture
def theme(driver: WindowDriver) -> Theme:
    return driver.bench.theme


@pytest.mark.parametrize("badge", WARNING)
def test_a_warning_stays_where_a_name_must_give_way(theme: Theme, badge: Badge) -> None:
    line = PersonLine(theme, LONG, (Badge.EXTERNAL, badge))
    alone = PersonLine(theme, LONG, (badge,))
    needed = theme.px(LEAST_ADDRESS) + alone.width - alone.least
    assert line.shown_badges(needed - 1) == ()
    for width in range(needed, line.width):
        assert line.shown_badges(width) == (badge,), width
    assert line.shown_badges(line.width) == (Badge.EXTERNAL, badge)


def test_what_is_said_to_be_shown_is_painted(theme: Theme) -> None:
    """The ground of a warning stands within the box, behind the words."""
    line = PersonLine(theme, LONG, (Badge.EXTERNAL, Badge.NEW))
    wash = theme.colour("warning_wash").rgb()
    for width in (theme.px(240), theme.px(320), line.width):
        image = QImage(width, theme.px(28), QImage.Format.Format_RGB32)
        image.fill(theme.colour("window"))
        with QPainter(image) as painter:
            line.paint(painter, QRect(0, 0, width, image.height()))
        middle = image.height() // 2 - theme.px(6)
        painted = [x for x in range(width) if image.pixelColor(x, middle).rgb() == wash]
        assert Badge.NEW in line.shown_badges(width)
        assert painted
        assert painted[-1] < width
