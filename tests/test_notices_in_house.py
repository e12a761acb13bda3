"""Notices of a whole house: mail comes, the desktop shows it, and a press acts as the person."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue

import pytest

from desktop_app.house import House
from desktop_app.model.account import Account, Identity
from desktop_app.model.draft import DraftState, Origin
from desktop_app.model.message import SystemLabel
from desktop_app.model.moments import tomorrow
from desktop_app.model.wish import Want, Wish
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.tools.person import activity
from tests.fakes.new_profile import new_profile
from tests.fakes.notice_board import DANA, ME, ONLINE
from tests.fakes.notice_service import MessageBus, NoticeService, message_bus_in, missing
from tests.store.mails import add, mail

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"needs {missing()}")
WAIT = 20.0


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MessageBus]:
    folder = tmp_path / "bus"
    folder.mkdir()
    with message_bus_in(folder) as bus:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus.address)
        yield bus


@pytest.fixture
def house(tmp_path: Path, bus: MessageBus) -> Iterator[House]:
    profile = new_profile(tmp_path / "p")
    store = Store(profile)
    house = House(store, Settings(profile, {}), clock=time.time)
    store.accounts.add(Account(ONLINE, "imap", "Fernhill", (Identity(ME),)))
    sent = mail(id="s@x", sender=str(ME), to=DANA, date=1_600_000_000)
    add(store, sent, labels="SENT", account_id=ONLINE)
    house.told.watch._first = house.told.watch._settle = 0.0
    yield house
    house.told.watch.shutdown()
    house.store.close()


@pytest.fixture
def service(bus: MessageBus, house: House) -> NoticeService:
    """The service, once the watch has begun."""
    begun = Queue[None]()
    asks = house.told.watch.acts.asks

    def asked() -> dict[str, str]:
        begun.put(None)
        return asks()

    house.told.watch.acts.asks = asked
    service = bus.service()
    house.told.watch.start()
    begun.get(timeout=WAIT)
    return service


def comes(house: House, subject: str = "Lunch?") -> int:
    one = mail(id=f"{subject}@x", sender=DANA, subject=subject, date=int(time.time()) + 2)
    return add(house.store, one, labels="INBOX UNREAD", account_id=ONLINE)[0]


def until(house: House, holds: Callable[[], bool]) -> None:
    """Wait until a commit has made something so."""
    changes = Queue[object]()
    stop = house.store.subscribe(changes.put)
    while not holds():
        changes.get(timeout=WAIT)
    stop()


def test_archive_is_the_persons_own_act_and_can_be_undone(
    house: House, service: NoticeService
) -> None:
    id_ = comes(house)
    service.until(lambda s: s.showing)
    [shown] = service.showing.values()
    assert (shown.title, shown.body) == ("Dana Lee", "Lunch?")
    assert list(shown.actions) == ["default", "reply", "archive", "snooze"]
    service.press(shown.id, "archive")
    until(house, lambda: SystemLabel.INBOX not in house.store.messages.get(id_).labels)
    until(house, lambda: bool(house.store.audit.newest(limit=1)))
    [row] = house.store.audit.newest(limit=1)
    assert (row.origin, row.tool) == (Origin.USER, "modify_messages")
    house.runner().call(activity.UNDO_CHANGE, activity.UndoChange(undo=row.undo)).unwrap()
    assert SystemLabel.INBOX in house.store.messages.get(id_).labels


def test_snooze_is_until_tomorrow_and_takes_the_notice_along(
    house: House, service: NoticeService
) -> None:
    id_ = comes(house)
    service.until(lambda s: s.showing)
    service.press(next(iter(service.showing)), "snooze")
    until(house, lambda: SystemLabel.LATER_SNOOZED in house.store.messages.get(id_).labels)
    thread = house.store.messages.get(id_).thread_id
    assert house.store.later.snoozed_until([thread]) == {thread: tomorrow(time.time())}
    service.until(lambda s: not s.showing)


def test_mail_of_a_muted_conversation_is_told_of_by_nobody(
    house: House, service: NoticeService
) -> None:
    id_ = comes(house)
    service.until(lambda s: s.showing)
    house.runner().call_by_name("modify_messages", {"ids": [str(id_)], "action": "mute"})
    thread = house.store.messages.get(id_).thread_id
    assert house.told.watch.acts.muted([thread]) == {thread}


def test_reply_begins_a_draft_of_the_persons_own_and_opens_it(
    house: House, service: NoticeService
) -> None:
    wishes = Queue[Wish]()
    house.told.watch.acts.wish = wishes.put
    comes(house)
    service.until(lambda s: s.showing)
    service.press(next(iter(service.showing)), "reply")
    wish = wishes.get(timeout=WAIT)
    assert wish.want is Want.REVIEW
    draft = house.store.drafts.get(wish.draft_id)
    assert (draft.author.origin, draft.state) == (Origin.USER, DraftState.EDITED)
    assert draft.content.to[0].email == "dana@lee.example"
    assert house.store.outbox.count_open() == 0


def test_what_the_person_has_before_their_eyes_is_not_told(
    house: House, service: NoticeService
) -> None:
    asked, sees = Queue[str](), house.told.watch.acts.sees

    def seen(place: str) -> bool:
        answer = sees(place)
        asked.put(place)
        return answer

    house.told.watch.acts.sees = seen
    house.told.looks_at("inbox")
    comes(house, "Seen")
    while asked.get(timeout=WAIT) != "inbox":
        pass
    house.told.looks_at("review")
    comes(house, "Not seen")
    service.until(lambda s: s.showing)
    assert [shown.body for shown in service.every] == ["Not seen"]


def test_nothing_of_the_message_bus_is_loaded_before_a_notice(house: House) -> None:
    assert house.told.board._link is None  # type: ignore[union-attr]


def test_what_a_program_wishes_comes_to_whoever_carries_wishes(house: House) -> None:
    asked: list[Wish] = []
    wish = Wish(Want.REVIEW, draft_id="d", asked_by="Claude")
    house.ports.wish(wish)  # nobody carries them yet
    house.hand_wishes(asked.append)
    house.ports.wish(wish)
    assert asked == [wish]
