"""Notices on a message bus: what the service is given, what is heard of it, and its ends."""

from __future__ import annotations

import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jeepney import HeaderFields, new_signal
from jeepney.io.blocking import open_dbus_connection

from desktop_app.desktop.notices.bus import ANSWER_SECONDS
from desktop_app.desktop.notices.service import MOST_BODY, MOST_TITLE, DesktopNotices
from desktop_app.model.notice import Notice, Press
from tests.fakes.notice_service import SERVICE, MessageBus, message_bus_in, missing
from tests.sure import there

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"needs {missing()}")
MAIL = Notice("thread:1", "Dana Lee", "Lunch?", "email.arrived", ((Press.ARCHIVE, "Archive"),))
WAIT = 20.0


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[MessageBus]:
    with message_bus_in(tmp_path) as bus:
        yield bus


class Board(DesktopNotices):
    """With what it has told."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.heard: Queue[tuple[str, Press | None]] = Queue()
        self.begin(
            lambda key, press: self.heard.put((key, press)),
            lambda key: self.heard.put((key, None)),
            lambda: self.heard.put(("changed", None)),
        )

    @property
    def unique_name(self) -> str:
        return str(there(self._link)._connection.unique_name)


@pytest.fixture
def board(bus: MessageBus) -> Iterator[Board]:
    one = Board(bus.address)
    yield one
    one.shutdown()


def test_a_notice_has_its_words_its_buttons_and_no_urgency(bus: MessageBus, board: Board) -> None:
    service = bus.service()
    assert board.show(MAIL)
    (shown,) = service.showing.values()
    assert (shown.app, shown.title, shown.body) == ("Draftdesk", "Dana Lee", "Lunch?")
    assert shown.actions == {"default": "Open", "archive": "Archive"}
    assert shown.hints == {"desktop-entry": "draftdesk", "urgency": 1, "category": "email.arrived"}


def test_another_of_the_same_key_takes_its_place_and_goes_when_it_is_taken_back(
    bus: MessageBus, board: Board
) -> None:
    service = bus.service()
    assert board.show(MAIL)
    assert board.show(Notice("thread:1", "2 new mails from Dana Lee"))
    assert [shown.title for shown in service.showing.values()] == ["2 new mails from Dana Lee"]
    board.take_back("thread:1")
    board.take_back("thread:2")
    assert service.showing == {}


def test_a_press_and_an_end_are_told_by_the_key(bus: MessageBus, board: Board) -> None:
    service = bus.service()
    board.show(MAIL)
    service.press(1, "archive")
    assert board.heard.get(timeout=WAIT) == ("thread:1", Press.ARCHIVE)
    assert board.heard.get(timeout=WAIT) == ("thread:1", None)
    board.show(MAIL)
    service.dismiss(2)
    assert board.heard.get(timeout=WAIT) == ("thread:1", None)


def test_signals_of_others_and_unknown_buttons_do_nothing(bus: MessageBus, board: Board) -> None:
    service = bus.service()
    board.show(MAIL)
    with open_dbus_connection(bus.address) as stranger:
        signal = new_signal(SERVICE, "ActionInvoked", "us", (1, "archive"))
        signal.header.fields[HeaderFields.destination] = board.unique_name
        stranger.send(signal)
    for id_, action in ((1, "send"), (7, "archive")):
        service.signal("ActionInvoked", "us", (id_, action))
    service.dismiss(1)
    assert board.heard.get(timeout=WAIT) == ("thread:1", None)
    assert board.heard.empty()


def test_a_service_that_shows_mark_up_is_given_none(bus: MessageBus, board: Board) -> None:
    service = bus.service()
    board.show(Notice("a", "<b>x</b>", 'A & <a href="http://bad.example">B</a>'))
    assert service.every[-1].body == 'A &amp; &lt;a href="http://bad.example"&gt;B&lt;/a&gt;'


def test_a_service_without_mark_up_and_buttons_is_given_plain_words(
    bus: MessageBus, board: Board
) -> None:
    service = bus.service(can=("body",))
    board.show(Notice("b", "x", "A & <b>", presses=MAIL.presses))
    assert service.every[-1].body == "A & ‹b›"
    assert service.every[-1].actions == {}


def test_a_service_without_a_body_has_it_in_the_title(bus: MessageBus, board: Board) -> None:
    service = bus.service(can=())
    board.show(MAIL)
    assert (service.every[-1].title, service.every[-1].body) == ("Dana Lee: Lunch?", "")


def test_do_not_disturb_is_asked_for_and_a_service_need_not_know_it(
    bus: MessageBus, board: Board
) -> None:
    service = bus.service()
    assert board.quiet() is False
    service.inhibited = True
    assert board.quiet() is True
    service.let_disturb()
    assert board.heard.get(timeout=WAIT) == ("changed", None)
    assert board.quiet() is False


def test_no_service_and_no_bus_are_quiet(bus: MessageBus, board: Board) -> None:
    assert not board.show(MAIL)
    board.take_back("thread:1")
    assert not board.quiet()
    nowhere = Board("unix:path=/nowhere/at/all")
    assert not nowhere.show(MAIL)
    nowhere.shutdown()


def test_a_service_that_dies_takes_its_notices_along_and_the_next_one_is_used(
    bus: MessageBus, board: Board
) -> None:
    first = bus.service()
    board.show(MAIL)
    first.die()
    assert board.heard.get(timeout=WAIT) == ("thread:1", None)
    second = bus.service(can=("body",))
    assert board.show(MAIL)
    assert second.every[-1].actions == {}
    second.dismiss(1)
    assert board.heard.get(timeout=WAIT) == ("thread:1", None)


def test_a_bus_that_dies_is_looked_for_again(bus: MessageBus, board: Board) -> None:
    bus.service()
    assert board.show(MAIL)
    bus.kill()
    assert not board.show(Notice("b", "B"))
    assert board.heard.get(timeout=WAIT) == ("thread:1", None)
    bus.start()
    service = bus.service()
    assert board.show(Notice("c", "C"))
    assert [shown.title for shown in service.showing.values()] == ["C"]


def test_a_service_that_hangs_is_not_waited_for_at_the_end(bus: MessageBus, board: Board) -> None:
    service = bus.service()
    service.hangs = True
    shown: list[bool] = []
    asking = Thread(target=lambda: shown.append(board.show(MAIL)))
    asking.start()
    assert service.asked.wait(WAIT)
    begun = time.monotonic()
    board.shutdown()
    asking.join(WAIT)
    assert shown == [False]
    assert time.monotonic() - begun < ANSWER_SECONDS / 2


def test_what_is_shown_is_taken_back_at_the_end(bus: MessageBus) -> None:
    service, board = bus.service(), Board(bus.address)
    board.show(MAIL)
    board.shutdown()
    service.until(lambda s: not s.showing)
    assert not board.show(MAIL)


def test_any_words_arrive_bounded_and_without_mark_up(bus: MessageBus, board: Board) -> None:
    service = bus.service()

    @given(st.text(_LETTERS, max_size=300), st.text(_LETTERS, max_size=900))
    def holds(title: str, body: str) -> None:
        assert board.show(Notice("thread:1", title, body))
        shown = service.every[-1]
        assert shown.title.removesuffix("…") == title[: MOST_TITLE - 1] or shown.title == title
        assert "<" not in shown.body
        assert len(unescape(shown.body)) <= MOST_BODY
        assert unescape(shown.body).removesuffix("…") in body

    holds()


_LETTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
"""What a message on the bus can carry."""
