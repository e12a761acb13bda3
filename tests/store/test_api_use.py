"""Use of the services: added up by the hour, told of the last day, gone with the account."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.api_use import HOUR, Call, ServiceUse, use_words
from desktop_app.store.store import Store
from tests.store.mails import removed

NOW = 1_790_000_000.0
THIS_HOUR = int(NOW) // HOUR


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "profile", clock=lambda: NOW)
    for id_ in ("a", "b"):
        identity = Identity(Address("", f"{id_}@fernhill.example"))
        opened.accounts.add(Account(id_, "google", id_, (identity,)))
    yield opened
    opened.close()


def used(store: Store, account: str = "a", now: float = NOW) -> list[ServiceUse]:
    return list(store.api_use.last_day(account, now=now))


def test_portions_add_up_and_errors_are_kept_apart(store: Store) -> None:
    good, slow = Call("a", "gmail"), Call("a", "gmail", "slow_down")
    store.api_use.add({(good, THIS_HOUR): (2, 40), (slow, THIS_HOUR): (1, 20)})
    store.api_use.add({(good, THIS_HOUR): (3, 60), (Call("a", "drive"), THIS_HOUR): (1, 0)})
    assert used(store) == [
        ServiceUse("drive", 1, 0, {}),
        ServiceUse("gmail", 6, 120, {"slow_down": 1}),
    ]
    assert used(store, "b") == []


def test_only_the_last_day_is_told_and_a_week_is_kept(store: Store) -> None:
    call = Call("a", "imap")
    for day in range(8, -1, -1):
        store.days.note(NOW - day * 86_400)
    for hours in (0, 24, 25, 200):
        store.api_use.add({(call, THIS_HOUR - hours): (1, 0)})
    assert [use.calls for use in used(store)] == [2]
    store.api_use.add({(call, THIS_HOUR): (1, 0)})
    kept = store.db.rows("SELECT count(*) FROM api_use")
    assert kept == [(3,)]


def test_an_account_that_is_gone_counts_nothing(store: Store) -> None:
    store.api_use.add({(Call("a", "gmail"), THIS_HOUR): (1, 5)})
    removed(store, "a")
    store.api_use.add({(Call("a", "gmail"), THIS_HOUR): (1, 5)})
    assert store.db.rows("SELECT count(*) FROM api_use") == [(0,)]


def test_the_words_say_calls_units_and_why_some_failed() -> None:
    use = ServiceUse("gmail", 1204, 24080, {"slow_down": 2, "unavailable": 1})
    assert use_words([use, ServiceUse("smtp", 1)]) == (
        "Gmail 1,204 calls (24,080 units), 3 failed (2 asked to wait, 1 not reached); SMTP 1 call"
    )
    assert use_words([]) == ""
