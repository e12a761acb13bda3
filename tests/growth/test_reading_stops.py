"""The benchmark of mails that stopped the program is red when a pass stops it."""

from __future__ import annotations

from threading import Event

import pytest

from benchmarks import reading, reading_stops


@pytest.fixture(autouse=True)
def one_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_stops, "STOPS", {"at rules": reading_stops.STOPS["at rules"]})


def test_it_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert reading.main(["stops"]) == 0, capsys.readouterr().out


def test_a_planted_pass_that_takes_the_square_of_a_text_is_noticed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reading_stops, "ARGUMENTS", ("--plant",))
    assert reading.main(["stops"]) == 1, capsys.readouterr().out


def test_a_job_that_waits_leaves_the_window_alone() -> None:
    _, stands = reading_stops.longest_gap(lambda: Event().wait(0.3))
    assert stands < reading_stops.STANDS
