"""Calls as no model should make them: each is answered, and the store stays whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.assistant.model.model_tools import MY_STYLE
from desktop_app.assistant.questions import NAME as ASK_PERSON
from desktop_app.assistant.transcript import Ended, TextDelta
from desktop_app.model.draft import Origin
from desktop_app.model.errors import BadInput
from tests.assistant.fuzz_run import (
    Found,
    fuzzed_house,
    through_the_box,
    through_the_loop,
    what_is_broken,
)
from tests.assistant.talking import Call, talk
from tests.depths import in_depth
from tests.fakes.house import TestHouse, mail


@pytest.mark.parametrize("count", in_depth([1_000, 2_000]))
def test_fuzzed_calls_are_all_answered(tmp_path: Path, count: int) -> None:
    with fuzzed_house(tmp_path / "profile") as (house, world):
        found = through_the_box(house, world, seed=20, count=count)
        assert found.failures == []
        assert found.calls == count
        assert found.answers["ok"] > count // 20
        assert found.answers.keys() >= {"ok", "ask", "refused", "bad_input", "not_found"}
        assert what_is_broken(house) == []


@pytest.mark.parametrize("count", in_depth([60, 400]))
def test_fuzzed_calls_in_the_agents_loop_end_no_run_as_a_bug(tmp_path: Path, count: int) -> None:
    with fuzzed_house(tmp_path / "profile") as (house, world):
        found = through_the_loop(house, world, seed=21, count=count)
        assert found.failures == []
        assert found.calls == count
        assert what_is_broken(house) == []


@pytest.mark.parametrize(
    "answer", [{"error": "bug", "sentence": "x"}, {"error": "bad_input"}, object(), None, "\ud800"]
)
def test_an_answer_that_is_none_is_found_out(answer: object) -> None:
    found = Found()
    found.note(("get_message", {}), answer)
    assert len(found.failures) == 1


LONE = "\ud800"


@pytest.mark.parametrize("arguments", [
    {"query": LONE}, {LONE: 1}, {"label_ids": [f"a{LONE}"]}, {"max_results": 10**40},
    {"page": "9" * 400}, {"query": [[[[[LONE]]]]]},
])  # fmt: skip
def test_what_no_store_can_hold_is_refused_by_name(
    house: TestHouse, arguments: dict[str, object]
) -> None:
    with pytest.raises(BadInput) as caught:
        house.runner(Origin.ASSISTANT).call_by_name("search_messages", arguments)
    str(caught.value).encode()
    assert "query" in caught.value.next_step


def test_an_id_longer_than_any_is_not_found(house: TestHouse) -> None:
    with pytest.raises(BadInput):
        house.runner(Origin.ASSISTANT).call_by_name("get_message", {"message_id": "9" * 60})


def test_arguments_nested_without_end_are_refused(house: TestHouse) -> None:
    value: object = "x"
    for _ in range(500):
        value = [value]
    with pytest.raises(BadInput, match="too deep"):
        house.runner(Origin.ASSISTANT).call_by_name("search_messages", {"query": value})


@pytest.mark.parametrize("name", [ASK_PERSON, MY_STYLE])
@pytest.mark.parametrize(
    "arguments", [{"question": 5}, {"question": "Q", "options": 7}, {"self": 1}, {"recipient": {}},
                  {"question": "Q", "options": [1, None]}, {"options": "abc", "question": "Q"},
                  {"questions": None}, {"questions": []}, {"questions": [5]}, {"questions": "Q"},
                  {"questions": [{"question": "Q", "answers": [None]}]}, {"questions": [{}]}]
)  # fmt: skip
def test_the_assistants_own_tools_survive_any_argument(
    house: TestHouse, name: str, arguments: dict[str, object]
) -> None:
    house.settings.change("assistant.own_style", True)
    assert talk(house, Call(name, arguments), "Done.").ask("Ask") == Ended()


def test_words_that_are_no_text_end_no_conversation(house: TestHouse) -> None:
    """Half a surrogate pair in a model's words and in the name of a tool."""
    house.add(mail())
    one = talk(
        house, [Call(f"tool{LONE}", {}), Call("search_messages", {})], f"Hello {LONE}.", "So."
    )
    assert one.ask("Hello") == Ended()
    assert "Hello ?." in one.said
    assert one.ask("And?") == Ended()
    [row] = house.store.conversations.rows()
    assert row.turns == 2
    assert all(isinstance(e.text, str) for e in one.of(TextDelta))
