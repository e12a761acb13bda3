"""Fields of a template: filled once, with cleaned words, and left open where nothing is known."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.drafts.checks_text import found_in
from desktop_app.mail.drafts.template_fields import FIELDS, Field, Known, as_value, fill, in_words
from desktop_app.mail.hidden.invisible import without_invisible
from desktop_app.model.address import Address

ME = Address("Alex Morgan", "alex@fernhill.example")
DANA = Address("Dana Lee", "dana@lee.example")
DAY = date(2026, 11, 27)
KNOWN = Known(ME, DAY, DANA, "Budget")
wild = st.text(
    st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from("{}[]\n\r\u202e\u200b @,")),
    max_size=60,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dear {first name},", "Dear Dana,"),
        ("Dear {First Name}, {{name}}", "Dear Dana, Dana Lee"),
        ("Liebe {Vorname}, heute ist der {Datum}.", "Liebe Dana, heute ist der 27. November 2026."),
        ("Chère {prénom}, {mon prénom}", "Chère Dana, Alex"),
        ("Querida {nombre}: {fecha}. {mi nombre}", "Querida Dana: 27 de noviembre de 2026. Alex"),
        ("Mrs {last name} <{address}> on {subject}", "Mrs Lee <dana@lee.example> on Budget"),
        ("{my name}, {my first name}, {date}", "Alex Morgan, Alex, 27 November 2026"),
        ("if (x) { return {y}; } {unknown} {}", "if (x) { return {y}; } {unknown} {}"),
        ("{{first name}", "{{first name}"),
        ("{first\nname}", "{first\nname}"),
    ],
)  # fmt: skip
def test_fields_are_filled_and_other_braces_stay(text: str, expected: str) -> None:
    assert fill(text, KNOWN).text == expected


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_every_field_that_is_not_known_blocks_by_its_own_name(name: str) -> None:
    nobody = Known(Address("", "alex@fernhill.example"), DAY)
    filled = fill(f"Dear {{{name}}},", nobody)
    if FIELDS[name] is Field.DATE:
        assert not filled.unfilled
    else:
        assert filled.unfilled == (f"[{name}]",)
        assert found_in(filled.text).placeholder == f"[{name}]"


def test_a_name_that_is_an_address_or_nothing_is_none() -> None:
    for name in ("", "dana@lee.example", "\u200b", "  ", "...", "x" * 101):
        known = Known(ME, DAY, Address(name, "dana@lee.example"))
        assert fill("{first name}", known).text == "[first name]"


@given(wild, wild, wild)
def test_no_value_is_a_field_or_changes_another(name: str, title: str, mine: str) -> None:
    known = Known(Address(mine, "a@x.example"), DAY, Address(name, "d@x.example"), title)
    alone = [fill(f"{{{field}}}", known).text for field in Field]
    together = fill("\n".join(f"{{{field}}}" for field in Field), known).text
    assert together.split("\n") == alone
    for field, value in zip(Field, alone, strict=True):
        if value == f"[{field}]":
            continue
        assert not set("{}[]\n\r") & set(value)
        assert without_invisible(value) == value
        assert fill(value, known).text == value


@given(st.text(max_size=200))
def test_a_text_without_fields_stays_as_it_is(text: str) -> None:
    words = text.replace("{", "(")
    assert fill(words, KNOWN).text == words


def test_values_are_text_in_a_formatted_mail() -> None:
    known = Known(ME, DAY, Address("<b>Dana & Co", "d@x.example"))
    assert fill("<p>{name}</p>", known, as_html=True).text == "<p>&lt;b&gt;Dana &amp; Co</p>"


def test_the_date_is_in_the_language_of_the_words() -> None:
    german = "Sehr geehrte Damen und Herren, anbei erhalten Sie die Rechnung vom {date}."
    assert "27. November 2026" in fill(german, KNOWN).text
    assert in_words(date(2026, 3, 1), "fr") == "1er mars 2026"
    assert in_words(date(2026, 3, 1), "ja") == "1 March 2026"


def test_a_value_is_one_line_without_brackets() -> None:
    assert as_value("Da{my name}na\r\nLee [x]") == "Damy namena Lee x"
