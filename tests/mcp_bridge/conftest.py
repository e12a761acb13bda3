"""A bridge for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fakes.bridge import Served, served
from tests.fakes.house import TestHouse


@pytest.fixture
def bridge(house: TestHouse) -> Iterator[Served]:
    with served(house) as one:
        yield one
