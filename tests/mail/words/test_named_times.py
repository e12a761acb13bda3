"""Times that a text names, in four languages; what is no time is none."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.words.meetings import asks_for_meeting
from desktop_app.mail.words.named_times import MOST, named_times

TODAY = date(2026, 11, 24)  # a Tuesday


def said(text: str) -> list[str]:
    """`26 14:00 30`: day of November, clock, minutes; several moments with a bar between."""
    return [
        "|".join(f"{s.day} {s:%H:%M}" for s in t.starts) + f" {t.minutes}"
        for t in named_times(text, TODAY)
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Could we meet on Thursday at 14:00?", ["26 14:00 30"]),
        ("Friday, 27 November, 10-11 am", ["27 10:00 60"]),
        ("between 2 and 4 pm tomorrow", ["25 14:00 120"]),
        ("at 10:00 on Thursday, or at 14:00 on Friday", ["26 10:00 30", "27 14:00 30"]),
        ("Thursday 10:00 and 14:00", ["26 10:00 30", "26 14:00 30"]),
        ("Thursday:\n- 10:00\n- 14:00", ["26 10:00 30", "26 14:00 30"]),
        ("Passt Donnerstag, der 26. November um 14 Uhr?", ["26 14:00 30"]),
        ("Freitag 9.30 Uhr oder morgen um 9", ["27 09:30 30", "25 09:00 30"]),
        ("26.11. 10:00-11:00 Uhr", ["26 10:00 60"]),
        ("jeudi 26 novembre à 14h30", ["26 14:30 30"]),
        ("vendredi entre 9 h et 11 h", ["27 09:00 120"]),
        ("jueves a las 10 o viernes 27 de noviembre a las 16:00", ["26 10:00 30", "27 16:00 30"]),
        ("2026-11-26 at 3", ["26 15:00 30"]),
        ("Friday works.", ["27 00:00 0"]),
        ("next Thursday at noon", ["26 12:00|3 12:00 30"]),
        ("on Tuesday at 9:00", ["24 09:00|1 09:00 30"]),
    ],
)  # fmt: skip
def test_a_time_is_a_day_and_what_the_clock_says_then(text: str, wanted: list[str]) -> None:
    assert said(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "last Thursday at 10:00",
        "The invoice of 2026-11-20 over 14.50 EUR",
        "We have 3 rooms, 15 chairs and 40 % less.",
        "Guten Morgen",
        "The rate was 3,5 and the version 2.14.3",
        "vendredi dernier à 10 h",
        "at 10:00",
        "2026-13-45 at 10:00",
    ],
)
def test_what_is_past_or_no_time_is_not_found(text: str) -> None:
    assert said(text) == []


def test_a_time_of_another_zone_is_moved_into_this_computers() -> None:
    there = datetime.fromisoformat("2026-11-26T10:00:00+09:00").astimezone()
    wanted = f"{there.day} {there:%H:%M} 30"
    assert said("2026-11-26 10:00 (Asia/Tokyo)") == [wanted]
    assert said("2026-11-26 at 10:00 JST") == [wanted]
    assert said("2026-11-26 10:00 (Nowhere/City)") == ["26 00:00 0"]
    assert said("2026-11-26 10:00 (Some Standard Time)") == ["26 00:00 0"]


def test_a_time_in_a_zone_of_several_meanings_is_not_guessed() -> None:
    assert said("Thursday at 10:00 IST") == ["26 00:00 0"]


@given(st.text(max_size=300))
def test_any_text_is_read_without_an_error_and_places_are_in_it(text: str) -> None:
    for found in named_times(text, TODAY):
        assert text[found.start : found.end] == found.words


@pytest.mark.parametrize("text", ["Monday 10:00 ", "10:00 ", "Monday ", "10 - ", "1"])
def test_of_a_text_that_is_nothing_else_some_are_looked_at(text: str) -> None:
    assert len(named_times(text * 10_000, TODAY)) <= 2 * MOST


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Shall we meet next week?", True),
        ("Can you come on Thursday at 14:00?", True),
        ("Wann hast du Zeit für ein Treffen?", True),
        ("Seriez-vous disponible jeudi ?", True),
        ("¿Podemos quedar el jueves?", True),
        ("Could you send the invoice?", False),
        ("The meeting was good. Could you send the file?", False),
        ("We met on Thursday at 14:00.", False),
    ],
)
def test_a_mail_asks_for_a_meeting_where_a_sentence_that_asks_says_so(
    text: str, wanted: bool
) -> None:
    assert asks_for_meeting(text, TODAY) is wanted
