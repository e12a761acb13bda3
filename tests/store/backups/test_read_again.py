"""A mail that takes too much when a profile is rebuilt stays in it."""

from __future__ import annotations

import pytest

from desktop_app.store.backups import rebuilding
from desktop_app.store.rows.message_record import Preparer


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_it_is_kept_by_its_bytes(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def parse(raw: bytes, *, fallback_date: int) -> object:
        raise error

    monkeypatch.setattr(rebuilding, "parse", parse)
    found = rebuilding.read_again(b"Subject: a\n\nwords", 7)
    assert (found.raw, found.date) == (b"Subject: a\n\nwords", 7)
    assert found.problem
    assert Preparer("local").prepare(found).size == len(found.raw)
