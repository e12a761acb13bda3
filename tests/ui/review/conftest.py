"""A window whose tools can be held back, or fail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.fakes.house import TestHouse
from tests.spelling.here import small
from tests.ui import conftest
from tests.ui.conftest import WindowDriver
from tests.ui.held_runner import HeldRunner


@pytest.fixture
def held(
    three_mails: None, open_window: Callable[..., WindowDriver], house: TestHouse
) -> tuple[WindowDriver, HeldRunner]:
    """A window on `three_mails`, whose tools can be held back, or fail."""
    runner = HeldRunner(house)
    other = open_window(runner)
    other.until(lambda: len(other.rows()) == 3)
    return other, runner


@pytest.fixture
def dictionaries(house: TestHouse, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The window has spelling, with the small dictionaries, in this process."""
    spelling = small(house.profile, house.settings, system="de_DE")
    made = conftest.services_of
    monkeypatch.setattr(
        conftest, "services_of", lambda *given: replace(made(*given), spelling=spelling)
    )
    return spelling
