"""The look: contrast of every pair, every look and size, live changes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QPalette
from PySide6.QtWidgets import QApplication

from desktop_app.ui.widgets.icons import ICONS, bundled_font
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.tokens import (
    AVATARS,
    COLOURS,
    EDGE_PAIRS,
    TEXT_PAIRS,
    Look,
    Size,
    Type,
    contrast,
)
from tests.fakes.house import TestHouse
from tests.sure import anew

UI = Path(__file__).resolve().parents[3] / "desktop_app" / "ui"


@pytest.mark.parametrize("look", list(Look))
def test_every_text_can_be_read_on_its_ground(look: Look) -> None:
    colours = COLOURS[look]
    for ink, ground in TEXT_PAIRS:
        ratio = contrast(getattr(colours, ink), getattr(colours, ground))
        assert ratio >= 4.5, f"{look}: {ink} on {ground} is {ratio:.2f}:1"
    for ground, ink in AVATARS[look]:
        assert contrast(ink, ground) >= 4.5


@pytest.mark.parametrize("look", list(Look))
def test_every_edge_of_a_control_can_be_seen(look: Look) -> None:
    colours = COLOURS[look]
    for edge, ground in EDGE_PAIRS:
        assert contrast(getattr(colours, edge), getattr(colours, ground)) >= 3.0


def test_contrast_is_what_the_guideline_says() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


def test_no_colour_is_written_anywhere_but_in_the_tokens() -> None:
    hexadecimal = re.compile(r"#[0-9A-Fa-f]{6}\b")
    guilty = [
        path.name
        for path in UI.rglob("*.py")
        if path.name != "tokens.py" and hexadecimal.search(path.read_text("utf-8"))
    ]
    assert guilty == []


def test_the_theme_changes_while_the_window_is_open(
    theme: Theme, house: TestHouse, qapp: QApplication
) -> None:
    theme._settings.change("look.theme", "dark")
    theme.follow("look.theme")
    assert theme.look is Look.DARK
    window = qapp.palette().color(QPalette.ColorRole.Window).name().upper()
    assert window == COLOURS[Look.DARK].window
    theme._settings.change("look.theme", "light")
    theme.follow("look.theme")
    assert anew(lambda: theme.look) is Look.LIGHT


def test_text_and_lengths_grow_together_and_the_least_window_does_not(theme: Theme) -> None:
    before = theme.px(Size.ROW), theme.px(Size.LEAST_WIDTH), theme.font(Type.BODY).pixelSize()
    theme._settings.change("look.text_percent", 150)
    theme.follow("look.text_percent")
    after = theme.px(Size.ROW), theme.px(Size.LEAST_WIDTH), theme.font(Type.BODY).pixelSize()
    assert list(after) == [before[0] * 1.5, before[1], round(before[2] * 1.5)]
    theme._settings.change("look.text_percent", 100)
    theme.follow("look.text_percent")


def test_every_icon_of_the_table_has_a_glyph(qapp: QApplication) -> None:
    font = bundled_font()
    raw = font.raw(16)
    for name in ICONS:
        assert raw.glyphIndexesForString(font.glyph(name))[0] != 0, name


def test_an_icon_is_painted_in_the_colour_asked_for(theme: Theme) -> None:
    image = theme.icon("star_on", "danger").pixmap(32, 32).toImage()
    centre = image.pixelColor(16, 16)
    assert centre.name() == theme.colour("danger").name()


def test_an_address_always_has_the_same_colour(theme: Theme) -> None:
    assert theme.avatar_colours("dana@lee.example") == theme.avatar_colours("dana@lee.example")


@pytest.mark.parametrize("look", ["light", "dark", "contrast"])
def test_the_three_dots_can_be_seen(qapp: QApplication, house: TestHouse, look: str) -> None:
    house.settings.change("look.theme", look)
    theme = Theme(qapp, house.settings)
    theme.refresh()
    ground = theme.colour("surface")
    picture = QImage(16, 16, QImage.Format.Format_ARGB32)
    picture.fill(ground)
    painter = QPainter(picture)
    theme.paint_icon(painter, "more", QRectF(0, 0, 16, 16), "second")
    painter.end()
    inks = [picture.pixelColor(x, y).name() for x in range(16) for y in range(16)]
    assert max(contrast(ink, ground.name()) for ink in inks) >= 4.5
