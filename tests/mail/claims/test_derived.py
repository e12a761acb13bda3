"""Numbers of a draft that follow from those of its sources."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.claims.claim import ClaimKind
from desktop_app.mail.claims.claims import keys_of, unsupported
from desktop_app.mail.claims.derived import derived_places


def left(text: str, source: str) -> list[str]:
    """The numbers that stay doubted."""
    open_ = [
        (claim.start, claim.end)
        for claim in unsupported(text, keys_of(source))
        if claim.kind is ClaimKind.NUMBER
    ]
    places = derived_places(text, open_, [source])
    return [
        text[start:end] for start, end in open_ if not any(s < end and start < e for s, e in places)
    ]


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("22 at 38 make 836 EUR in total.", "22 chairs at 38 EUR"),
        ("That is 124 EUR.", "31 EUR a night. We stay four nights."),
        ("Damit kämen wir auf 138.", "Es kommen 96 Gäste. Dazu 42 Kinder."),
        ("Could I have four boxes, 288 in all.", "Boxes of 72 spokes."),
        ("That is £207.", "The price is £180. VAT is 15%."),
        ("24 lamps at 500 watts are 12 kW.", "24 lamps, each drawing 500 watts"),
        ("48 jars are 24 kg.", "48 jars of 500 g"),
        (
            "18,400 words at 11 pence are £2,024 each and £6,072 for all three.",
            "18,400 words at 11 pence",
        ),
        (
            "Seven at £240 are £1,680 and three at £615 are £1,845, so £3,525.",
            "£240 for alloy. £615 for carbon.",
        ),
        ("In weight it is 625 kg.", "16 sacks of wheat and 9 sacks of rye, 25 kg each"),
        ("That is 89 out of 120.", "38 out of 60, then 51 out of 60"),
        ("It is 11.400 euros a year.", "950 euros a month"),
        ("That leaves 25 percent.", "It was 80 EUR. It is 20 EUR now."),
    ],
)
def test_a_number_that_follows_is_not_doubted(text: str, source: str) -> None:
    assert left(text, source) == []


@pytest.mark.parametrize(
    ("text", "source", "words"),
    [
        ("22 at 38 make 846 EUR in total.", "22 chairs at 38 EUR", ["846 EUR"]),
        ("Look at page 836.", "22 chairs at 38 EUR", ["836"]),
        ("£952 and £630, £1,482 altogether.", "14 for £952 and 3 for £630, £100 off", ["£1,482"]),
        ("That makes 662 EUR.", "640 EUR for 22 lamps", ["662 EUR"]),
        ("15 at 20 EUR are 300 EUR.", "20 EUR each", ["15", "300 EUR"]),
    ],
)
def test_a_number_that_does_not_follow_stays_doubted(
    text: str, source: str, words: list[str]
) -> None:
    assert left(text, source) == words


@given(st.integers(11, 99), st.integers(101, 999), st.integers(1, 9))
def test_a_product_follows_and_its_neighbours_do_not(count: int, price: int, off: int) -> None:
    source = f"We have {count} chairs. They cost {price} EUR each."
    assert left(f"That is {count * price} EUR.", source) == []
    wrong = f"{count * price + off} EUR"
    assert left(f"That is {wrong}.", source) == [wrong]


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_is_read(text: str, source: str) -> None:
    for start, end in derived_places(text, [(0, len(text))], [source]):
        assert 0 <= start < end <= len(text)


def test_the_work_stays_small_with_many_numbers() -> None:
    source = " ".join(f"Item {n} costs {n * 17} EUR." for n in range(1, 400))
    assert left("That is 6,801,234.56 EUR.", source) == ["6,801,234.56 EUR"]
