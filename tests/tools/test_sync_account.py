"""Checking several accounts for mail: one that fails stops no other."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.errors import NeedsSignIn
from desktop_app.model.folder import FolderCursor
from desktop_app.model.sync import SyncOutcome
from desktop_app.tools.person import mail_sync
from tests.fakes.house import Directory, NoSync, TestHouse


@dataclass
class OneFails(NoSync):
    """The first account it is asked for is signed out."""

    asked: list[str] = field(default_factory=list)

    def run_once(self, account_id: str, **_: object) -> SyncOutcome:
        self.asked.append(account_id)
        if len(self.asked) == 1:
            raise NeedsSignIn("Sign in again.", next_step="Press Sign in.")
        return SyncOutcome(account_id, fetched=3)


def google(house: TestHouse, *names: str) -> None:
    for name in names:
        me = Identity(Address("", f"{name}@x.example"), "", True)
        house.store.accounts.add(Account(name, "google", name.title(), (me,)))


def test_the_others_go_on_and_both_are_told(house: TestHouse) -> None:
    google(house, "one", "two")
    house.sync = OneFails()
    house.directory = Directory(lambda _: Directory().health(house.store.accounts.get("work")))
    done = house.runner().call(mail_sync.SYNC_ACCOUNT, mail_sync.SyncAccount()).unwrap()
    assert [o.account_id for o in done.accounts] == ["two"]
    assert [(f.account_id, f.code) for f in done.failed] == [("one", "needs_sign_in")]
    assert done.display == "One: Sign in again.\nTwo: 3 new."


def test_the_only_one_fails_as_such(house: TestHouse) -> None:
    google(house, "one")
    house.sync = OneFails()
    with pytest.raises(NeedsSignIn):
        house.runner().call(mail_sync.SYNC_ACCOUNT, mail_sync.SyncAccount(account="one"))


@pytest.mark.parametrize("wait", [True, False])
def test_a_press_asks_for_the_flags_of_old_mail_too(house: TestHouse, wait: bool) -> None:
    google(house, "one", "two")
    house.sync = OneFails()
    house.directory = Directory(lambda _: Directory().health(house.store.accounts.get("work")))
    for name in ("one", "two"):
        mirror = house.store.folder_mirror(name)
        mirror.keep(FolderCursor("INBOX", 7))
        mirror.note_flags("INBOX", 5.0)
        assert mirror.flags_at("INBOX") == 5.0
    house.runner().call(mail_sync.SYNC_ACCOUNT, mail_sync.SyncAccount(wait=wait)).unwrap()
    assert [house.store.folder_mirror(name).flags_at("INBOX") for name in ("one", "two")] == [0, 0]
