"""A countdown takes as long as it was to take, whoever sets the clock on the wall."""

from __future__ import annotations

import pytest

from desktop_app.model.countdown import Countdowns


class Clocks:
    def __init__(self) -> None:
        self.wall, self.steady = 1_790_000_000.0, 50.0

    def pass_(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds


@pytest.mark.parametrize("jump", [3600.0, -3600.0, 40 * 86_400.0, -1_790_000_000.0])
def test_a_clock_that_is_set_neither_ends_nor_stretches_it(jump: float) -> None:
    clocks = Clocks()
    countdowns = Countdowns(lambda: clocks.wall, lambda: clocks.steady)
    end = clocks.wall + 10
    assert countdowns.seconds(1, end) == 10
    clocks.pass_(4)
    clocks.wall += jump
    assert countdowns.seconds(1, end) == 6
    clocks.pass_(7)
    assert countdowns.seconds(1, end) == 0


def test_another_end_begins_anew_and_the_past_is_now() -> None:
    clocks = Clocks()
    countdowns = Countdowns(lambda: clocks.wall, lambda: clocks.steady)
    assert countdowns.seconds(1, clocks.wall + 10) == 10
    clocks.wall -= 3600
    assert countdowns.seconds(1, clocks.wall) == 0
    assert countdowns.seconds(2, clocks.wall - 5) == 0
    countdowns.keep([2])
    assert countdowns._ends.keys() == {2}
