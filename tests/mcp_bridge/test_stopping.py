"""*Stop all*: sessions and calls of programs end within a second, and nobody is let in until it is
let go."""

from __future__ import annotations

import time
from pathlib import Path
from threading import Event, Thread
from typing import Any

import httpx2
import pytest

from desktop_app.assistant.stoppable import stoppable
from desktop_app.assistant.transcript import Ended
from desktop_app.callers import STOPPED
from desktop_app.mcp_bridge.visits import Visit, Visits
from desktop_app.model.changes import Changes
from desktop_app.model.errors import Cancelled, Refused
from desktop_app.store.store import Store
from tests.fakes.bridge import HouseDoor, served
from tests.fakes.house import TestHouse, mail

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "a test", "version": "1"},
    },
}
ACCEPT = {"Accept": "application/json, text/event-stream"}


def test_programs_are_refused_in_words_until_they_are_let_go_on(house: TestHouse) -> None:
    with served(house) as one, httpx2.Client(headers={**one.headers, **ACCEPT}) as client:
        first = client.post(one.url, json=INITIALIZE)
        assert first.status_code == 200
        session = {"Mcp-Session-Id": first.headers["mcp-session-id"]}
        house.store.stopping.put(on=True)
        for sent in (INITIALIZE, {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}):
            answer = _posted(one.url, one.headers, sent, session)
            assert (answer.status_code, answer.json()) == (503, {"error": STOPPED})
        house.store.stopping.put(on=False)
        listed = {"jsonrpc": "2.0", "id": 3, "method": "tools/list"}
        assert _posted(one.url, one.headers, listed, session).status_code == 404
        assert _posted(one.url, one.headers, INITIALIZE, {}).status_code == 200


def _posted(url: str, headers: dict[str, str], sent: Any, more: dict[str, str]) -> Any:
    with httpx2.Client(headers={**headers, **ACCEPT, **more}) as client:
        return client.post(url, json=sent)


def test_who_has_no_token_is_not_told(house: TestHouse) -> None:
    house.store.stopping.put(on=True)
    with served(house) as one:
        assert httpx2.post(one.url, json=INITIALIZE).status_code == 401


def test_a_call_that_runs_is_broken_off(house: TestHouse) -> None:
    house.add(mail())
    with served(house) as one:
        visits: Visits = one.bridge._listener._visits  # type: ignore[union-attr]
        visit: Visit = visits.visit(one.client_id, "a session", "a test")
        begun, ended, stop = Event(), Event(), Event()

        def call() -> None:
            with visit.running(stop):
                begun.set()
                stop.wait(20)
            ended.set()

        thread = Thread(target=call)
        thread.start()
        assert begun.wait(5)
        at = time.monotonic()
        house.store.stopping.put(on=True)
        assert ended.wait(5)
        assert time.monotonic() - at < 1.0
        thread.join()


def test_what_is_asked_meanwhile_is_refused_in_words(house: TestHouse) -> None:
    door = HouseDoor(house)
    client, _ = house.store.bridge_clients.add("One", now=house.now)
    house.store.bridge_clients.change(client.id, accounts=("work",), groups_off=())
    visit = Visits(door).visit(client.id, "a session")
    house.store.stopping.put(on=True)
    with pytest.raises(Refused, match="stopped all assistants and programs"):
        visit.call("search_messages", {"query": ""}, Event())
    house.store.stopping.put(on=False)
    _, found = visit.call("search_messages", {"query": ""}, Event())
    assert found.value is not None


def test_it_is_held_over_a_start(tmp_path: Path) -> None:
    store = Store(tmp_path / "p")
    store.stopping.put(on=True)
    store.close()
    again = Store(tmp_path / "p")
    assert again.stopping.on
    again.stopping.put(on=False)
    again.close()
    once_more = Store(tmp_path / "p")
    assert not once_more.stopping.on
    once_more.close()


class _Waits:
    """An agent that answers when it is stopped."""

    def __init__(self) -> None:
        self.begun = Event()

    def run(self, ask: object, emit: Any, cancelled: Event) -> None:
        del ask
        self.begun.set()
        emit(Ended(stopped=cancelled.wait(20)))

    def summary(self, thread_id: str, cancelled: Event) -> str:
        del thread_id
        self.begun.set()
        if cancelled.wait(20):
            raise Cancelled("Stopped.")
        return ""


def test_an_assistant_stops_within_a_second_and_answers_nothing_meanwhile(
    house: TestHouse,
) -> None:
    inner: Any = _Waits()
    door = HouseDoor(house)
    agent = stoppable(inner, door.stopped, house.store.subscribe)
    events: list[Any] = []
    cancelled = Event()
    thread = Thread(target=lambda: agent.run(None, events.append, cancelled))  # type: ignore[arg-type]
    thread.start()
    assert inner.begun.wait(5)
    house.store.announce(Changes(bridge=True))
    assert not cancelled.is_set()
    at = time.monotonic()
    house.store.stopping.put(on=True)
    thread.join(5)
    assert time.monotonic() - at < 1.0
    assert events == [Ended(stopped=True)]
    agent.run(None, events.append, Event())  # type: ignore[arg-type]
    assert events[1:] == [Ended(error=STOPPED)]
    with pytest.raises(Refused):
        agent.summary("1", Event())
