"""The benchmark of mails that stopped the program is red when a pass stops it."""

from __future__ import annotations

from threading import Event

import pytest
from PySide6.QtWidgets import QApplication

from benchmarks import reading, reading_stops
from tests.crafted.stops import STOPS
from tests.depths import in_depth

IN_EVERY_RUN = ("multiplies",)


@pytest.fixture(autouse=True)
def two_mails(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = {name: STOPS[name] for name in ("at rules", "drawing")}
    monkeypatch.setattr(reading_stops, "STOPS", chosen)
    monkeypatch.setattr(reading_stops, "TOO_LONG", 20)


def test_it_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert reading.main(["stops"]) == 0, capsys.readouterr().out


@pytest.mark.parametrize("freeze", in_depth(reading_stops.PLANTS, IN_EVERY_RUN))
def test_each_freeze_is_noticed_when_it_is_planted(
    freeze: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reading_stops, "ARGUMENTS", ("--plant", freeze))
    assert reading.main(["stops"]) == 1
    assert "failed" not in capsys.readouterr().out


def test_a_job_that_waits_leaves_the_window_alone(qapp: QApplication) -> None:
    assert qapp is QApplication.instance(), "a loop without a window would be left for other tests"
    _, stands = reading_stops.longest_gap(lambda: Event().wait(0.3))
    assert stands < reading_stops.STANDS
