"""Pictures made smaller: upright, without what the camera wrote, and where that spares bytes."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QImage

from desktop_app.mail.files.picture_kinds import moves, picture_kind
from desktop_app.ui.reading.pictures import decode, draw_one
from desktop_app.ui.reading.smaller_pictures import SMALL, smaller, smaller_ones
from tests.crafted.drawings import drawings
from tests.crafted.mails import png
from tests.crafted.photographs import ASIDE, COMMENT, PLACE, photograph


def shade(image: QImage, across: float, down: float) -> int:
    """How light a picture is at a place, 0 to 255."""
    at = image.pixelColor(int(image.width() * across), int(image.height() * down))
    return at.lightness()


def test_a_photograph_keeps_its_upright_and_loses_what_the_camera_wrote() -> None:
    data = photograph(1_500, 900, orientation=ASIDE)
    assert PLACE in data
    assert COMMENT.encode() in data
    made = smaller(data, SMALL)
    assert made is not None
    assert made.content_type == "image/jpeg"
    assert len(made.data) < len(data) / 2
    for told in (PLACE, COMMENT.encode(), b"Exif", b"Comment"):
        assert told not in made.data
    image = decode(made.data)
    assert (image.width(), image.height()) == (384, 640)
    assert made.width == 384
    # The dark left half of the file is the upper half of the upright picture.
    assert shade(image, 0.5, 0.2) < 100 < 160 < shade(image, 0.5, 0.8)


def test_what_is_shown_is_upright_too_and_its_own_size_is_that_of_the_upright_one() -> None:
    drawn = draw_one(photograph(1_500, 900, orientation=ASIDE))
    assert drawn.natural == (900, 1_500)
    assert (drawn.width, drawn.height) == (720, 1_200)
    assert shade(drawn.image(), 0.5, 0.2) < 100


def test_a_photograph_that_was_kept_without_loss_becomes_a_jpeg_and_a_drawing_does_not() -> None:
    made = smaller(photograph(1_500, 900, kind="png", noise=200), SMALL)
    assert made is not None
    assert made.content_type == "image/jpeg"
    assert COMMENT.encode() not in made.data
    drawn = smaller(png(3_000, 2_000), SMALL)
    assert drawn is None or drawn.content_type == "image/png"


@pytest.mark.parametrize(
    "data", [b"", b"no picture", drawings()["svg"], drawings()["tiff"], photograph(400, 300)[:90]]
)
def test_what_is_no_picture_stays_as_it_is(data: bytes) -> None:
    assert smaller(data, SMALL) is None


def test_a_film_stays_as_it_is() -> None:
    gif = b"GIF89a" + bytes(200_000)
    webp = b"RIFF\0\0\0\0WEBPVP8X" + bytes(14) + b"ANIM" + bytes(200_000)
    apng = png(9, 9)[:33] + b"\0\0\0\x08acTL" + bytes(12) + png(9, 9)[33:]
    for data in (gif, webp, apng):
        assert moves(data)
        assert smaller(data, SMALL) is None
    assert not moves(png(9, 9))
    assert picture_kind(apng) == "png"


def test_a_picture_that_would_not_become_smaller_is_left_out() -> None:
    small = smaller(photograph(1_500, 900), SMALL)
    assert small is not None
    assert smaller_ones({"again": small.data, "large": photograph(1_500, 900)}, SMALL).keys() == {
        "large"
    }
