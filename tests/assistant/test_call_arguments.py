"""Arguments of every shape a model may give: each is answered, and no run ends by one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from desktop_app.assistant.model.call_arguments import WRONG, named
from desktop_app.assistant.providers import PROVIDERS
from desktop_app.assistant.transcript import Ended, ToolFinished
from tests.assistant.chatting import chat
from tests.assistant.talking import Call, talk
from tests.depths import one_in
from tests.fakes.house import TestHouse, mail
from tests.fakes.model_server import model_server

SHAPES = (
    "null",
    "[]",
    "5",
    "1.5",
    "true",
    '"query"',
    '"{\\"query\\": \\"budget\\"}"',
    "[1, 2]",
    '["budget"]',
    "{",
    "budget",
    "{'query': 'budget'}",
    '{"query": NaN}',
    "[" * 5_000,
    "[" * 5_000 + "]" * 5_000,
    '"\\ud800"',
)


@one_in(7)
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape[:24])
@pytest.mark.parametrize("tool", ["search_messages", "draft_reply", "ask_person", "my_style"])
def test_arguments_of_a_wrong_shape_come_back_as_an_error_that_can_be_corrected(
    house: TestHouse, tool: str, shape: str
) -> None:
    house.settings.change("assistant.own_style", True)
    house.add(mail())
    search = Call("search_messages", {"query": "budget"})
    one = talk(house, Call(tool, shape), search, "Found it.")
    assert one.ask("Find the budget") == Ended()
    answer = one.script.seen[1].last
    assert (answer["error"], bool(answer["sentence"])) == ("bad_input", True)
    assert one.script.seen[-1].last["found"] == "1 found"


def test_a_model_that_never_learns_ends_at_the_limit_of_rounds(house: TestHouse) -> None:
    house.settings.change("assistant.run_requests", 6)
    one = talk(house, *[Call("search_messages", "null")] * 30)
    assert "limit" in one.ask("Find the budget").error
    assert [e.summary for e in one.of(ToolFinished)] == ["asked in a wrong form"] * 6


def test_a_tool_that_is_not_there_ends_no_run(house: TestHouse) -> None:
    house.add(mail())
    made_up = [Call("read_my_mind", {})] * 8
    one = talk(house, *made_up, Call("search_messages", {"query": "budget"}), "Found it.")
    assert one.ask("Find the budget") == Ended()


@pytest.mark.parametrize(
    "wrong",
    [{"query": []}, {"query": {"a": 1}}, {"max_results": "many"}, {"page": []}],
)
def test_a_single_argument_of_a_wrong_shape_is_named(
    house: TestHouse, wrong: dict[str, object]
) -> None:
    one = talk(house, Call("search_messages", wrong), "Sorry.")
    assert one.ask("Find the budget") == Ended()
    assert next(iter(wrong)) in json.dumps(one.script.seen[-1].last)


def test_no_arguments_are_none() -> None:
    assert named(None) == named("") == named("{}") == {}
    assert named([]) == {WRONG: "a list"}


@one_in(3)
@pytest.mark.parametrize("given", [None, [], 5, "budget"], ids=repr)
@pytest.mark.parametrize("provider", sorted(PROVIDERS.keys() - {"google"}))  # has objects alone
def test_each_provider_carries_on_after_arguments_of_a_wrong_shape(
    house: TestHouse, provider: str, given: Any
) -> None:
    wrong: Any = ("draft_reply", given)
    with model_server(wrong, "Sorry.") as server:
        one = chat(house, server, provider)
        assert one.ask("Reply") == Ended()
        assert one.said == "Sorry."
        assert "bad_input" in server.requests[-1].raw.decode()
