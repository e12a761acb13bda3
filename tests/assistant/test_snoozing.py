"""The starter assistant snoozes what is open, until the time that the words name."""

from __future__ import annotations

import time
from datetime import datetime

import pytest

from desktop_app.assistant.starter.asked.snooze_time import snooze_time
from desktop_app.model.moments import wall
from desktop_app.search.parser import parse
from tests.assistant.test_starter import run, text
from tests.fakes.house import TestHouse, mail
from tests.tools.asking import answer, cards


@pytest.mark.parametrize(
    ("words", "until"),
    [
        ("snooze this until tomorrow", "2026-09-22T08:00"),
        ("snooze this until Friday", "2026-09-25T08:00"),
        ("snooze it till thursday at 14:30", "2026-09-24T14:30"),
        ("snooze until tonight", "2026-09-21T18:00"),
        ("remind me in 3 days", "2026-09-24T08:00"),
        ("snooze this for two hours", "2026-09-21T14:00"),
        ("snooze this until next week", "2026-09-28T08:00"),
        ("snooze this until Dana answers", ""),
        ("snooze this", None),
        ("snooze this until 1 January 2020", None),
    ],
)
def test_the_time_is_read_out_of_the_words(
    monkeypatch: pytest.MonkeyPatch, words: str, until: str | None
) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    try:
        noon = datetime.fromisoformat("2026-09-21T12:00+00:00").timestamp()
        assert snooze_time(words, noon) == until
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_snooze_is_asked_for_and_done_once_allowed(house: TestHouse) -> None:
    message = house.add(mail("Doors"))
    run(house, "snooze this until tomorrow", message=message)
    [card] = cards(house)
    assert card.words.startswith("Snooze until ")
    assert card.words.endswith(", 08:00")
    answer(house, card.id, allow=True)
    assert house.store.finder.count(parse("in:snoozed")) == 1
    [until] = house.store.later.snoozed_until([message.thread_id]).values()
    assert wall(until).hour == 8


def test_without_a_time_it_asks_when_and_changes_nothing(house: TestHouse) -> None:
    message = house.add(mail("Doors"))
    assert "Until when?" in text(run(house, "snooze this", message=message))
    assert cards(house) == ()
