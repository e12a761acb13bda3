"""A date is where its words put it, however they are written; one nobody can believe sorts by when
the mail came."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.message.parse import parse
from desktop_app.mail.wire.headers import date_offset, date_seconds

OFFSETS = st.integers(-12 * 4, 14 * 4).map(lambda quarters: quarters * 15)
MOMENTS = st.datetimes(datetime(1999, 1, 1), datetime(2038, 1, 1)).map(  # noqa: DTZ001
    lambda moment: moment.replace(microsecond=0)
)


def offset(minutes: int, between: str = "") -> str:
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}{between}{abs(minutes) % 60:02d}"


def spellings(at: datetime, minutes: int) -> list[str]:
    """The moment as clocks `minutes` east of Greenwich show it, in the ways programs write."""
    local = at.astimezone(timezone(timedelta(minutes=minutes)))
    day, clock = f"{local:%a, %d %b %Y}", f"{local:%H:%M:%S}"
    half = f"{local.hour % 12 or 12}:{local:%M:%S} {'PM' if local.hour >= 12 else 'AM'}"
    zone, colon = offset(minutes), offset(minutes, ":")
    return [
        f"{day} {clock} {zone}",
        f"{day} {clock} {colon}",
        f"{day} {clock} GMT{colon}",
        f"{day} {clock} UTC{zone}",
        f"{day} {clock} {zone} (Somewhere or other)",
        f"{day} {half} {zone}",
        f"{local:%a, %d %b %y} {clock} {zone}",
        f"{local:%a %b %d} {clock} {zone} {local:%Y}",
        f"{local:%Y-%m-%d}T{clock}{colon}",
        f"{local:%Y-%m-%d} {clock}.123456 {zone}",
        f"{local:%d.%m.%Y} {clock} {zone}",
        f"{local:%a, %m/%d/%Y} {clock} {zone}",
        f"{local:%a, %d/%m/%Y} {clock} {zone}",
    ]


@given(at=MOMENTS, minutes=OFFSETS)
def test_one_moment_in_every_spelling(at: datetime, minutes: int) -> None:
    at = at.replace(tzinfo=UTC)
    same = {}
    for written in spellings(at, minutes):
        found = date_seconds(written)
        if "/" in written and found is None:
            continue  # the day of the week fits both orders: it is not guessed
        same[written] = found
    assert set(same.values()) == {int(at.timestamp())}, same


@pytest.mark.parametrize(
    ("zone", "hours"),
    [("CEST", 2), ("CET", 1), ("MESZ", 2), ("BST", 1), ("JST", 9), ("AEDT", 11), ("IST", 5.5),
     ("NZDT", 13), ("MSK", 3), ("EST", -5), ("PDT", -7), ("UT", 0), ("Z", 0), ("GMT", 0),
     ("GMT+3", 3), ("UTC-8", -8)],
)  # fmt: skip
def test_zones_by_name(zone: str, hours: float) -> None:
    noon = int(datetime(2026, 8, 16, 12, tzinfo=UTC).timestamp())
    assert date_seconds(f"Sun, 16 Aug 2026 12:00:00 {zone}") == noon - int(hours * 3600)


@pytest.mark.parametrize("written", ["", "10:00", "05/06/2026 10:00", "soon", "()" * 80, "9" * 200])
def test_what_has_no_day_is_no_date(written: str) -> None:
    assert date_seconds(written) is None


@given(st.text(st.sampled_from("0123456789:./-+ TZamPMGCESOctNov(),"), max_size=60))
def test_nothing_raises_and_all_is_in_bounds(written: str) -> None:
    found = date_seconds(written)
    assert found is None or 0 <= found <= 253402300799


def message(date: str, received: str = "") -> bytes:
    path = f"Received: from a by b; {received}\r\n" if received else ""
    return f"{path}From: a@x.example\r\nDate: {date}\r\nSubject: s\r\n\r\nWords.\r\n".encode()


CAME = "Mon, 16 Nov 2026 10:00:05 +0000"
AT = int(datetime(2026, 11, 16, 10, 0, 5, tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    "date", ["Wed, 01 Jan 2200 00:00:00 +0000", "Thu, 1 Jan 1970 00:00:00 +0000"]
)
def test_a_date_that_cannot_be_gives_way_to_when_the_mail_came(date: str) -> None:
    assert parse(message(date, CAME)).date == AT
    assert parse(message(date), fallback_date=AT).date == AT
    assert parse(message(date), now=AT).date == AT


def test_an_old_mail_that_came_late_keeps_its_date_and_a_wrong_clock_too() -> None:
    old = "Fri, 1 Mar 2002 10:00:00 +0000"
    assert parse(message(old, CAME)).date == date_seconds(old)
    ahead = "Tue, 17 Nov 2026 10:00:00 +0000"
    assert parse(message(ahead, CAME), now=AT).date == date_seconds(ahead)


@pytest.mark.parametrize(
    ("date", "offset"),
    [
        ("Tue, 01 Sep 2026 09:12:00 +0900", 9 * 3_600),
        ("Tue, 01 Sep 2026 09:12:00 -0330", -(3 * 3_600 + 1_800)),
        ("Tue, 01 Sep 2026 09:12:00 +0000", None),
        ("Tue, 01 Sep 2026 09:12:00 -0000", None),
        ("Tue, 01 Sep 2026 09:12:00 +9900", None),
        ("Tue, 01 Sep 2026 09:12:00 EST", None),
        ("nonsense", None),
    ],
)
def test_the_clock_that_a_date_names(date: str, offset: int | None) -> None:
    assert date_offset(date) == offset
