"""Notices of the real application: shown by a service on the desk's bus, pressed, taken back."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from desktop_app.model.account import Account, Identity
from desktop_app.model.message import MessageId, SystemLabel
from desktop_app.store.store import Store
from tests.end_to_end.desk import Desk, a_desk, missing, until
from tests.fakes.new_profile import new_profile
from tests.fakes.notice_board import DANA, ME, ONLINE
from tests.fakes.notice_service import NoticeService
from tests.store.mails import add, mail

pytestmark = [
    pytest.mark.system,
    pytest.mark.campaign(
        small="tests/test_notices_in_house.py::"
        "test_archive_is_the_persons_own_act_and_can_be_undone"
    ),
    pytest.mark.skipif(bool(missing()), reason=f"needs {missing()}"),
]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """The profile, open in this process too: what comes is stored here, as a sync would."""
    with closing(Store(new_profile(tmp_path / "profile"))) as store:
        store.accounts.add(Account(ONLINE, "imap", "Fernhill", (Identity(ME),)))
        sent = mail(id="s@x", sender=str(ME), to=DANA, date=1_600_000_000)
        add(store, sent, labels="SENT", account_id=ONLINE)
        yield store


@pytest.fixture
def desk(store: Store) -> Iterator[Desk]:
    with a_desk(store.profile) as desk:
        yield desk


def told_of(store: Store, service: NoticeService) -> MessageId:
    """The mail that the application told of first: what is there when it begins is no news."""
    shown = len(service.every)
    for number in count():
        one = mail(
            id=f"{time.time()}@x", sender=DANA, subject=f"Mail {number}", date=int(time.time())
        )
        id_ = add(store, one, labels="INBOX UNREAD", account_id=ONLINE)[0]
        before = time.monotonic()
        while time.monotonic() - before < 4:
            if len(service.every) > shown:
                return id_
            time.sleep(0.05)
        assert number < 8, "nothing was told"
    raise AssertionError


def test_a_mail_is_told_archived_by_a_press_and_taken_back_at_the_end(
    store: Store, desk: Desk
) -> None:
    address = desk.environment["DBUS_SESSION_BUS_ADDRESS"]
    service = NoticeService(address)
    desk.open()
    desk.at("wait", "Inbox")
    archived = told_of(store, service)
    assert service.every[-1].title == "Dana Lee"
    service.press(next(iter(service.showing)), "archive")
    until(lambda: SystemLabel.INBOX not in store.messages.get(archived).labels)

    read = told_of(store, service)
    store.messages.modify([read], add=frozenset(), remove=frozenset({"UNREAD"}))
    service.until(lambda s: not s.showing)

    service.die()
    after = NoticeService(address)
    told_of(store, after)
    assert desk.close() == 0
    after.until(lambda s: not s.showing)
    after.die()
    assert desk.bugs() == ""
