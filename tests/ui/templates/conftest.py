"""A window whose tools can be held back, or fail."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.fakes.house import TestHouse
from tests.ui.conftest import WindowDriver
from tests.ui.held_runner import HeldRunner


@pytest.fixture
def held(
    open_window: Callable[..., WindowDriver], house: TestHouse
) -> tuple[WindowDriver, HeldRunner]:
    """A window on the mail, whose tools can be held back, or fail."""
    runner = HeldRunner(house)
    return open_window(runner), runner
