"""Pictures of a mail: one decode a part, within a budget of pixels."""

from __future__ import annotations

from desktop_app.model.errors import NotFound
from desktop_app.ui.reading import pictures
from desktop_app.ui.reading.pictures import (
    HIGHEST,
    MOST_KEPT,
    WIDEST,
    decode,
    pictures_of,
)
from desktop_app.ui.reading.web_pictures import as_data
from tests.crafted.mails import png, spellings


def test_twenty_spellings_of_one_part_are_read_and_decoded_once() -> None:
    asked: list[str] = []

    def part(name: str) -> bytes:
        asked.append(name)
        return png(30, 20)

    names = [address.removeprefix("cid:") for address in spellings("logo@x", 20)]
    found = pictures_of(names, part)
    assert asked == ["logo@x"]
    assert {found.images[name].cacheKey() for name in names} == {found.images["logo@x"].cacheKey()}
    assert found.images["logo@x"].width() == 30
    assert found.left_out == 0


def test_a_picture_of_forty_million_pixels_is_not_decoded_and_counted() -> None:
    found = pictures_of(["bomb@x"], lambda _: png(700, 57_000))
    assert found.images["bomb@x"].isNull()
    assert found.left_out == 1


def test_a_picture_of_one_long_side_is_not_decoded() -> None:
    assert decode(png(40_000, 2)).isNull()
    assert decode(png(2, 40_000)).isNull()


def test_large_pictures_are_kept_no_larger_than_the_reader_shows() -> None:
    wide, high = decode(png(3_000, 1_000)), decode(png(300, 20_000))
    assert (wide.width(), wide.height()) == (WIDEST, 240)
    assert (high.width(), high.height()) == (60, HIGHEST)
    assert not decode(png(20_000, 3)).isNull()


def test_all_pictures_together_stay_within_the_room() -> None:
    data = png(WIDEST, 2_000)
    names = [f"{n}@x" for n in range(10)]
    found = pictures_of(names, lambda _: data)
    kept = [image for image in found.images.values() if not image.isNull()]
    assert sum(image.width() * image.height() for image in kept) <= MOST_KEPT
    assert len(kept) == MOST_KEPT // (WIDEST * 2_000)
    assert found.left_out == 10 - len(kept)


def test_a_part_that_is_not_there_is_no_picture_and_not_too_large() -> None:
    def part(name: str) -> bytes:
        raise NotFound("That picture is not in the mail.")

    found = pictures_of(["gone@x"], part)
    assert found.images["gone@x"].isNull()
    assert found.left_out == 0


def test_what_is_no_picture_is_not_told_to_be_too_large() -> None:
    assert pictures_of(["a@x"], lambda _: b"words").left_out == 0
    assert pictures.decode(b"").isNull()


def test_pictures_that_cost_much_to_decode_are_left_out_after_a_few() -> None:
    data = png(4_000, 5_000)
    names = [f"p{n}@x" for n in range(9)]
    found = pictures_of(names, lambda _: data)
    shown = [name for name in names if not found.images[name].isNull()]
    assert shown == names[:5]
    assert found.left_out == 4
    assert len(as_data(dict.fromkeys(names, data), 1_000_000)) == 5
