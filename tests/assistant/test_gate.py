"""A request that waits for the person: over real HTTP, so that what did not leave is known."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from desktop_app.assistant.transcript import (
    AboutToSend,
    Ask,
    Ended,
    Refine,
    Refined,
    RefineEvent,
    TextDelta,
)
from tests.assistant.chatting import Chat, chat
from tests.fakes.house import TestHouse, mail
from tests.fakes.model_server import ModelServer, model_server


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as one:
        yield one


@pytest.fixture
def asking(house: TestHouse, server: ModelServer) -> Chat:
    house.settings.change("assistant.ask_before_sending", True)
    return chat(house, server, "openai")


def ask(one: Chat, decide: Callable[[AboutToSend], object]) -> Ended:
    """Ask, and have another thread decide about each request, as a window does."""

    def hear(event: object) -> None:
        one.events.append(event)  # type: ignore[arg-type]
        if isinstance(event, AboutToSend):
            threading.Thread(target=decide, args=(event,), daemon=True).start()

    one.agent.run(Ask("Find the budget"), hear, one.cancelled)
    ended = one.events[-1]
    assert isinstance(ended, Ended)
    return ended


def waits(one: Chat) -> list[AboutToSend]:
    return [e for e in one.events if isinstance(e, AboutToSend)]


def test_each_request_waits_and_can_be_read_before_it_leaves(
    house: TestHouse, server: ModelServer, asking: Chat
) -> None:
    house.add(mail())
    server.turns = [("search_messages", {"query": "budget"}), "Found one."]
    seen: list[tuple[int, bytes]] = []

    def decide(event: AboutToSend) -> None:
        body = house.store.conversations.payload(event.payload_id)
        seen.append((len(server.requests), body))
        assert event.size == len(body)
        asking.agent.answer_sending(event.payload_id, yes=True)

    assert ask(asking, decide) == Ended()
    assert asking.said == "Found one."
    assert [before for before, _ in seen] == [0, 1]
    assert [body for _, body in seen] == [r.raw for r in server.requests]
    assert all(server.url in e.endpoint for e in waits(asking))


def test_not_to_send_is_to_stop_and_leaves_no_trace_of_having_been_sent(
    house: TestHouse, server: ModelServer, asking: Chat
) -> None:
    def decide(event: AboutToSend) -> None:
        asking.agent.answer_sending(event.payload_id, yes=False)

    assert ask(asking, decide) == Ended(stopped=True)
    assert server.requests == []
    assert house.store.conversations.payloads() == []


def test_stop_works_while_a_request_waits(
    house: TestHouse, server: ModelServer, asking: Chat
) -> None:
    assert ask(asking, lambda _: asking.cancelled.set()) == Ended(stopped=True)
    assert server.requests == []
    assert house.store.conversations.payloads() == []


def test_a_wait_is_no_part_of_what_is_shown_again(house: TestHouse, asking: Chat) -> None:
    ask(asking, lambda e: asking.agent.answer_sending(e.payload_id, yes=False))
    [turn] = house.store.conversations.turns(asking.agent.conversation_id)
    assert b"AboutToSend" not in turn.events


def test_other_words_for_a_draft_wait_too(server: ModelServer, asking: Chat) -> None:
    server.turns = ["Yes, gladly."]
    events: list[RefineEvent] = []

    def hear(event: RefineEvent) -> None:
        events.append(event)
        if isinstance(event, AboutToSend):
            assert server.requests == []
            asking.agent.answer_sending(event.payload_id, yes=True)

    asking.agent.refine(Refine("", "Yes.", "Warmer"), hear, asking.cancelled)
    assert [type(e) for e in events] == [AboutToSend, Refined, Ended]


def test_an_answer_nobody_waits_for_does_nothing(asking: Chat) -> None:
    asking.agent.answer_sending(4711, yes=True)


def test_without_the_setting_nothing_waits(house: TestHouse, server: ModelServer) -> None:
    server.turns = ["Hello."]
    one = chat(house, server, "openai")
    assert one.ask() == Ended()
    assert not waits(one)
    assert any(isinstance(e, TextDelta) for e in one.events)
