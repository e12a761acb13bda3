"""The tools that a model is told of are those its run may call, and the list is short."""

from __future__ import annotations

import json
from threading import Event
from typing import Any

import pytest

from desktop_app.assistant.model.full_tools import full_form
from desktop_app.assistant.model.model_tools import ToolBox
from desktop_app.assistant.transcript import Ask
from desktop_app.model.draft import Origin
from desktop_app.tools.calls.base import Decision
from desktop_app.tools.catalogue import BY_NAME, listed
from desktop_app.tools.reply_limit import only_a_reply_to
from desktop_app.tools.runner import Runner
from tests.assistant.preparing import Desk, answer, ask
from tests.assistant.talking import Call, talk
from tests.fakes.house import TestHouse, mail

MOST_CHARS = 6_000
NOT_TOOLS_OF_OURS = {"ask_person", "my_style"}


def let_through(runner: Runner) -> set[str]:
    """The names that the runner does not refuse whatever they are called with."""
    return {tool.name for tool in listed(Origin.ASSISTANT) if not runner._refusal(tool)}


def test_a_limited_run_is_told_of_the_tools_it_may_call_and_of_no_other(house: TestHouse) -> None:
    house.settings.change("tools.assistant_off", ())
    ask(house, "Can you come?")
    desk = Desk(house, answer)
    desk.queue.work()
    [script] = desk.scripts
    assert set(script.tools[0]) - {"my_style"} == {
        *("search_messages", "get_message", "get_thread", "get_attachment"),
        "draft_reply",
    }, "no ask_person and no calendar: nobody is there to answer"


def test_what_a_limited_run_is_not_told_is_refused_by_its_gate(house: TestHouse) -> None:
    asked = house.add(mail())
    runner = house.runner(Origin.ASSISTANT, "Model", limit=only_a_reply_to(asked.id))
    told = {tool.name for tool in runner.listed()}
    assert told == let_through(runner)
    refused = [tool for tool in listed(Origin.ASSISTANT) if tool.name not in told]
    assert {"send_draft", "create_draft", "modify_messages"} <= {tool.name for tool in refused}
    given: dict[str, dict[str, Any]] = {
        "send_draft": {"draft_id": "x", "revision": 1},
        "create_draft": {"to": ["a@b.example"]},
        "modify_messages": {"ids": [str(asked.id)], "action": "trash"},
        "list_labels": {},
    }
    for name, arguments in given.items():
        _, result = runner.call_by_name(name, arguments)
        assert result.decision is Decision.DENY


@pytest.mark.parametrize("cell", ["assistant_draft", "assistant_organise"])
def test_every_tool_a_run_is_told_of_passes_its_gate(house: TestHouse, cell: str) -> None:
    house.settings.change(f"policy.{cell}", "ask")
    house.settings.change("tools.assistant_off", ("drive",))
    one = talk(house, "Hello.")
    one.ask("Hello")
    told = set(one.script.tools[0]) - NOT_TOOLS_OF_OURS
    assert told == let_through(one.agent.runner)


def test_words_of_a_draft_are_refined_without_any_tool(house: TestHouse) -> None:
    one = talk(house, "Shorter.")
    one.refine("Much too long.", "shorter")
    assert one.script.tools == [[]]


def test_instructions_speak_of_no_tool_that_a_run_has_not(house: TestHouse) -> None:
    ask(house, "Can you come?")
    desk = Desk(house, answer)
    desk.queue.work()
    [script] = desk.scripts
    named = {name for name in BY_NAME if name in script.instructions[0]}
    assert named == {"draft_reply"}
    assert "ask_person" not in script.instructions[0]


def test_without_tools_that_draft_no_draft_is_asked_for(house: TestHouse) -> None:
    house.settings.change("tools.assistant_off", ("drafts",))
    one = talk(house, "Hello.")
    one.ask("Hello")
    assert "You have no tool that makes a draft" in one.script.instructions[0]
    assert "draft_reply" not in one.script.instructions[0]


def test_the_whole_list_of_tools_is_short(house: TestHouse) -> None:
    house.settings.change("tools.assistant_off", ())
    runner = house.runner(Origin.ASSISTANT, "Model")
    box = ToolBox(runner, Ask("Hello"), lambda _: None, Event(), 500, own_style=True)
    tools = box.tools()
    assert len(tools) == len(listed(Origin.ASSISTANT)) + len(NOT_TOOLS_OF_OURS)
    size = sum(
        len(tool.name)
        + len(tool.description or "")
        + len(json.dumps(tool.function_schema.json_schema, separators=(",", ":")))
        for tool in tools
    )
    assert size <= MOST_CHARS


@pytest.mark.parametrize("tool", listed(Origin.ASSISTANT), ids=lambda tool: tool.name)
def test_what_is_told_of_a_tool_is_part_of_what_it_takes(tool: Any) -> None:
    _, schema = full_form(tool)
    assert schema["properties"].keys() <= set(tool.params.__struct_fields__)
    assert set(schema.get("required", ())) <= schema["properties"].keys()


def test_an_argument_that_is_not_told_may_be_given(house: TestHouse) -> None:
    house.add(mail())
    one = talk(house, Call("draft_reply", {"subject": "Budget", "body": "Yes."}), "Done.")
    one.ask("Reply yes to the budget mail")
    assert len(one.proposals) == 1
