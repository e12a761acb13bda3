"""Desks for tests that drive the real application from outside."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.desk import Desk, a_desk, missing


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A screen with the buses it takes, and a profile that does not exist yet.

    After each test no stall of the window's thread may have been written down.
    """
    lacking = missing()
    if lacking:
        pytest.skip(f"not installed here: {', '.join(lacking)}")
    with a_desk(tmp_path / "profile") as one:
        yield one
        stalls = one.stalls.read_text("utf-8") if one.stalls.exists() else ""
        assert stalls == "", f"the window's thread stalled:\n{stalls}"
