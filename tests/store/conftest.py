"""A store with one account."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.store.base.db import Database
from desktop_app.store.store import Store
from tests.store.mails import opened


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with opened(tmp_path / "profile") as opened_store:
        yield opened_store


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path / "mail.db")
    yield database
    database.close()
