"""Forms of dates, times and numbers, from a system's patterns: pure, without Qt."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.model import calendar_names
from desktop_app.model.local_forms import PLAIN, DayForms, clock_form, day_forms

NOVEMBER = date(2026, 11, 5)

PATTERNS = (
    ("dddd, d. MMMM yyyy", "5. Nov", "5. Nov 2026", "Thu, 5. Nov", "5. November 2026"),
    ("dddd, MMMM d, yyyy", "Nov 5", "Nov 5, 2026", "Thu, Nov 5", "November 5, 2026"),
    ("yyyy年M月d日dddd", "11月5日", "2026年11月5日", "11月5日Thu", "2026年11月5日"),
    ("yyyy년 MMMM d일 dddd", "Nov 5일", "2026년 Nov 5일", "Nov 5일 Thu", "2026년 November 5일"),
    (
        "dddd, d 'de' MMMM 'de' yyyy",
        "5 de Nov",
        "5 de Nov de 2026",
        "Thu, 5 de Nov",
        "5 de November de 2026",
    ),
    ("dddd, d MMMM yyyy\u202f'г'.", "5 Nov", "5 Nov 2026\u202fг.", "Thu, 5 Nov", None),
    ("yyyy. MMMM d., dddd", "Nov 5.", "2026. Nov 5.", "Nov 5., Thu", "2026. November 5."),
    ("dddd, yyyy. 'gada' d. MMMM", "5. Nov", "2026. gada 5. Nov", "Thu, 5. Nov", None),
    ("dd/MM/yyyy", "05/11", "05/11/2026", "05/11", "05/11/2026"),
)


@pytest.mark.parametrize(("pattern", "day", "of_year", "weekday", "long"), PATTERNS)
def test_days_keep_the_order_and_the_words_of_the_systems_whole_date(
    pattern: str, day: str, of_year: str, weekday: str, long: str | None
) -> None:
    here = replace(PLAIN, **_as_fields(day_forms(pattern)))
    assert here.short_day(NOVEMBER) == day
    assert here.short_day_of_year(NOVEMBER) == of_year
    assert here.short_weekday(NOVEMBER) == weekday
    assert long is None or here.day_in_words(NOVEMBER) == long


def _as_fields(found: DayForms | None) -> dict[str, Any]:
    assert found is not None
    return asdict(found)


CLOCKS = (
    ("HH:mm", "14:02"),
    ("H.mm", "14.02"),
    ("h:mm\u202fAp", "2:02\u202fPM"),
    ("Aph:mm", "PM2:02"),
    ("HH:mm:ss", "14:02"),
    ("h:mm", "14:02"),
    ("HH 'h' mm", "14 h 02"),
    ("nothing", ""),
)


@pytest.mark.parametrize(("pattern", "told"), CLOCKS)
def test_hours_are_counted_as_the_system_counts_them(pattern: str, told: str) -> None:
    form = clock_form(pattern)
    here = replace(PLAIN, clock=form, halves=("AM", "PM"))
    assert here.time(datetime(2026, 11, 5, 14, 2, tzinfo=UTC)) == told
    assert here.twelve is ("PM" in told)


def test_midnight_and_noon_are_twelve_where_hours_go_to_twelve() -> None:
    here = replace(PLAIN, clock="{h}:{mm} {ap}")
    told = [here.time(datetime(2026, 1, 1, hour, tzinfo=UTC)) for hour in (0, 11, 12, 23)]
    assert told == ["12:00 am", "11:00 am", "12:00 pm", "11:00 pm"]


@given(st.text("dMyHhmsaAp'., /年月{}%", max_size=30))
def test_no_pattern_breaks_and_no_brace_of_a_pattern_is_a_field(pattern: str) -> None:
    found = day_forms(pattern)
    if found is not None:
        here = replace(PLAIN, **_as_fields(found))
        for told in (here.short_day, here.short_day_of_year, here.weekday_in_words):
            assert told(NOVEMBER)
    replace(PLAIN, clock=clock_form(pattern)).time(datetime(2026, 11, 5, 14, 2, tzinfo=UTC))


@given(st.integers(-(10**12), 10**12))
def test_numbers_of_plain_are_as_python_groups_them(number: int) -> None:
    assert PLAIN.number(number) == f"{number:,}"


def test_numbers_have_the_systems_groups_signs_and_digits() -> None:
    lakh = replace(PLAIN, group_size=2)
    assert lakh.number(123_456_789) == "12,34,56,789"
    spanish = replace(PLAIN, group=".", least_grouped=10_000, decimal=",")
    assert (spanish.number(1234), spanish.number(12345)) == ("1234", "12.345")
    assert spanish.decimal_number(3.44) == "3,4"
    arabic = replace(PLAIN, digits="٠١٢٣٤٥٦٧٨٩", decimal="٫", group="٬")
    assert (arabic.number(1234), arabic.decimal_number(3.5)) == ("١٬٢٣٤", "٣٫٥")
    assert arabic.time(datetime(2026, 11, 5, 14, 2, tzinfo=UTC)) == "١٤:٠٢"
    assert arabic.short_day(NOVEMBER) == "٥ Nov"


def test_the_names_of_plain_are_those_of_the_table() -> None:
    assert [name.lower() for name in PLAIN.months] == [*calendar_names.MONTHS["en"]]
    assert [name.lower() for name in PLAIN.weekdays] == [*calendar_names.WEEKDAYS["en"]]
    assert [name.lower() for name in PLAIN.short_months] == [*calendar_names.SHORT_MONTHS]
    assert [name[:3] for name in PLAIN.weekdays] == [*PLAIN.short_weekdays]
