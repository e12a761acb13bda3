"""An emulator for each test, with a proxy and a profile that syncs with it. What one test does to
the mailbox no other sees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.google.desk import SyncDesk, desk
from tests.fakes.google.emulator import Emulator
from tests.fakes.google.fixtures import a_clean_proxy, an_emulator
from tests.fakes.google.proxy import Google


@pytest.fixture
def gmail() -> Iterator[Emulator]:
    yield from an_emulator()


@pytest.fixture
def served(gmail: Emulator) -> Iterator[Google]:
    yield from a_clean_proxy(gmail)


@pytest.fixture
def synced(tmp_path: Path, served: Google) -> Iterator[SyncDesk]:
    with desk(tmp_path / "profile", served) as made:
        yield made
