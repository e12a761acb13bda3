"""Errors over MCP are data beside their words, and a bad address is an answer."""

from __future__ import annotations

import http.client
import json
import logging
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST

from desktop_app.mcp_bridge.listing import failure
from desktop_app.mcp_bridge.problems import described, problem
from desktop_app.mcp_bridge.visits import PROPOSALS, Visits
from desktop_app.model.bridge import LOCAL_PROGRAM
from desktop_app.model.errors import BadInput, KnownError, Refused, SlowDown, Unavailable
from tests.fakes.bridge import HouseDoor, Served
from tests.fakes.house import mail
from tests.mcp_bridge.client import ERAS, with_client
from tests.mcp_bridge.test_http import ACCEPT, right

FIELDS = {"code", "message", "details", "retryable", "next_step"}


async def failed(client: Client, name: str, **arguments: Any) -> dict[str, Any]:
    """The error of a call as data, which its listing allows."""
    found = await client.call_tool(name, arguments)
    assert found.is_error
    told = found.structured_content
    assert isinstance(told, dict)
    assert set(told) == FIELDS
    assert f"{told['message']} {told['next_step']}".strip() == found.content[0].text  # type: ignore[union-attr]
    [tool] = [t for t in (await client.list_tools()).tools if t.name == name]
    Draft202012Validator(tool.output_schema or {}).validate(told)
    return told


@pytest.mark.parametrize("era", ERAS)
def test_an_error_is_data_that_the_listing_allows(bridge: Served, era: str) -> None:
    bridge.house.add(mail())

    async def work(client: Client) -> list[dict[str, Any]]:
        return [
            await failed(client, "search_messages", query="budget", colour="red"),
            await failed(client, "search_messages", query="is:funny"),
            await failed(client, "search_messages", query="has:drive"),
            await failed(client, "get_message", message_id="12345"),
            await failed(client, "get_draft", draft_id="no such draft"),
            await failed(client, "delete_draft", draft_id="no such draft"),
            await failed(client, "get_request", request_id=7),
        ]

    told = with_client(bridge, work, era)
    codes = ["bad_input", "bad_query", "bad_query", *["not_found"] * 4]
    assert [one["code"] for one in told] == codes
    assert not any(one["retryable"] for one in told)
    assert told[1]["details"]["at"] == "0-8"
    assert "account at Gmail" in told[2]["next_step"]


def test_what_is_not_allowed_and_what_is_too_much_say_so(bridge: Served) -> None:
    bridge.house.settings.change("policy.mcp_draft", "ask")
    bridge.house.settings.change("policy.mcp_organise", "deny")

    async def work(client: Client) -> tuple[dict[str, Any], dict[str, Any]]:
        destroying = await failed(client, "modify_messages", ids=["1"], action="trash")
        for number in range(PROPOSALS):
            body = f"Hi {number}"
            await client.call_tool("create_draft", {"to": ["a@lee.example"], "body": body})
        return destroying, await failed(client, "create_draft", to=["a@lee.example"], body="Hi")

    bridge.house.settings.change("tools.mcp_off", ())
    refused, slow = with_client(bridge, work)
    assert (refused["code"], refused["retryable"]) == ("refused", False)
    assert (slow["code"], slow["retryable"]) == ("slow_down", True)
    assert slow["details"]["resumes_at"].startswith("20")
    assert 0 < int(slow["details"]["seconds"]) <= 60


def test_counting_is_no_proposal_and_a_change_is_one_however_often(bridge: Served) -> None:
    bridge.house.add(mail())
    wanted = {"query": "subject:budget", "action": "archive"}

    async def work(client: Client) -> tuple[list[bool], list[bool], dict[str, Any]]:
        async def fails(**more: Any) -> bool:
            return bool((await client.call_tool("modify_messages", wanted | more)).is_error)

        counted = [await fails(only_count=True) for _ in range(PROPOSALS + 1)]
        asked = [await fails(only_count=False) for _ in range(PROPOSALS + 1)]
        misspelt = [await fails(action="fly") for _ in range(PROPOSALS + 1)]
        assert all(misspelt)
        for number in range(PROPOSALS - 1):
            made = await client.call_tool("create_label", {"name": f"Label {number}"})
            assert not made.is_error, made.content
        assert not await fails(only_count=True)
        return counted, asked, await failed(client, "create_draft", to="a@lee.example", body="Hi")

    bridge.house.settings.change("tools.mcp_off", ())
    counted, asked, slow = with_client(bridge, work)
    assert not any(counted)
    assert not any(asked)
    assert slow["code"] == "slow_down"
    assert bridge.house.store.requests.count_open() == PROPOSALS  # the same change is one of them


def test_what_the_person_allows_at_once_is_no_proposal(bridge: Served) -> None:
    message = bridge.house.add(mail())
    bridge.house.settings.change("tools.mcp_off", ())
    bridge.house.settings.change("policy.mcp_organise", "allow")

    async def work(client: Client) -> list[bool]:
        found = await client.call_tool("search_messages", {"query": "budget"})
        id_ = (found.structured_content or {})["results"][0]["message_id"]
        marks = [
            await client.call_tool("modify_messages", {"ids": [id_], "action": action})
            for action in ("star", "unstar") * PROPOSALS
        ]
        made = await client.call_tool("create_draft", {"to": "a@lee.example", "body": "Hi"})
        return [mark.is_error for mark in (*marks, made)]

    assert not any(with_client(bridge, work))
    assert bridge.house.store.messages.get(message.id)


def test_each_program_of_this_computer_has_its_own_dozen(bridge: Served) -> None:
    visits = Visits(HouseDoor(bridge.house))
    first = visits.visit(LOCAL_PROGRAM, "", "One", instance="one")
    second = visits.visit(LOCAL_PROGRAM, "", "Two", instance="two")
    assert first.limit is not second.limit
    assert first.limit is visits.visit(LOCAL_PROGRAM, "s", "One", instance="one").limit
    own = visits.visit(bridge.client_id, "", "Three", instance="three")
    assert own.limit is visits.visit(bridge.client_id, "", "Three", instance="four").limit


@pytest.mark.parametrize("era", ERAS)
def test_what_was_asked_of_the_person_can_be_looked_at_again(bridge: Served, era: str) -> None:
    bridge.house.add(mail())

    async def work(client: Client) -> tuple[Any, Any, Any]:
        saved = await client.call_tool(
            "draft_reply", {"number": 0, "text": "budget", "body": "Yes"}
        )
        draft = saved.structured_content or {}
        sending = {"draft_id": draft["draft_id"], "revision": draft["revision"]}
        asked = await client.call_tool("send_draft", sending)
        bridge.house.settings.change("policy.mcp_draft", "ask")
        request = await client.call_tool("create_draft", {"to": ["a@lee.example"], "body": "Hi"})
        wanted = (request.structured_content or {})["request_id"]
        became = await client.call_tool("get_request", {"request_id": wanted})
        return asked, request, became

    asked, request, became = with_client(bridge, work, era)
    draft_id = asked.structured_content["draft_id"]
    assert bridge.house.store.drafts.get(draft_id).asks_to_send
    assert draft_id in asked.content[0].text
    request_id = request.structured_content["request_id"]
    assert isinstance(request_id, int)
    assert str(request_id) in request.content[0].text
    assert became.structured_content["state"] == "waiting"


BAD = (
    "gmail://messages?pageToken=abc",
    "gmail://messages?pageToken=0",
    "gmail://messages?pageToken=99999999999999999999",
    "gmail://messages?maxResults=-1",
    "gmail://messages?maxResults=1e3",
    "gmail://messages?colour=red",
    "gmail://messages?query=is:funny",
    "gmail://messages?query=has:drive",
    "gmail://messages?query=%22open",
    "gmail://messages/too/deep",
    "gmail://message",
    "gmail://message/",
    "gmail://message/abc",
    "gmail://message/1?format=odd",
    "gmail://message/%F0%9F%98%80%00%0A",
    "gmail://message/" + "9" * 5000,
    "gmail://messages?query=" + "x" * 20_000,
    "gmail://thread/-1",
    "gmail://nothing",
    "gmail://drafts",
    "gmail://",
    "gmail:",
    "gmail:messages",
    "gmail://user@messages",
    "gmail://messages:80",
    "gmail://[oops",
    "GMAIL://NOTHING",
    "mail://draft/../../etc/passwd",
    "mail://draft/\u202egnp.exe",
    "mail://日本",
)


@pytest.mark.parametrize("era", ERAS)
def test_a_bad_address_is_an_answer_in_words(
    bridge: Served, era: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(client: Client) -> dict[str, MCPError]:
        found = {}
        for uri in BAD:
            with pytest.raises(MCPError) as raised:
                await client.read_resource(uri)
            found[uri] = raised.value
        return found

    with caplog.at_level(logging.WARNING):
        found = with_client(bridge, work, era)
    for uri, error in found.items():
        assert error.code == INVALID_PARAMS, uri
        assert 10 < len(error.error.message) < 500, uri
        assert set(error.error.data or ()) >= FIELDS, uri
    assert found[BAD[0]].error.message == "abc is no number."
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("era", ERAS)
def test_a_prompt_with_wrong_arguments_is_an_answer_in_words(
    bridge: Served, era: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(client: Client) -> MCPError:
        with pytest.raises(MCPError) as raised:
            await client.get_prompt("reply_to_conversation", {"colour": "red"})
        return raised.value

    with caplog.at_level(logging.WARNING):
        told = with_client(bridge, work, era)
    assert told.code == INVALID_PARAMS
    assert told.error.message.startswith("Give person")
    assert not [record for record in caplog.records if record.exc_info]


def test_an_address_with_half_a_character_is_answered(bridge: Served) -> None:
    for uri in ("gmail://message/\ud800", "gmail://\udfff", "gmail://messages?\ud800=1"):
        params = {"uri": uri}
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": params})
        headers = {name.replace("_", "-"): value for name, value in right(bridge).items()}
        connection = http.client.HTTPConnection("127.0.0.1", bridge.port, timeout=10)
        connection.request("POST", "/mcp", body, {**headers, "accept": ACCEPT})
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        assert answer.status < 500, (uri, text)
        assert text


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (BadInput("No."), INVALID_PARAMS),
        (Refused("No."), INVALID_REQUEST),
        (Unavailable("Not now.", next_step="Later."), INTERNAL_ERROR),
        (SlowDown("Slowly.", resumes_at=1_790_000_000), INTERNAL_ERROR),
    ],
)
def test_each_error_has_its_code_for_resources(error: KnownError, code: int) -> None:
    told = problem(error, uri="mail://labels")
    assert (told.code, told.error.data["code"]) == (code, error.code)
    assert told.error.data["retryable"] is error.retryable


def test_details_are_short_and_the_words_are_the_text() -> None:
    error = BadInput("Too long.", details={"query": "x" * 9_000}, next_step="Shorten it.")
    assert len(described(error)["details"]["query"]) == 500
    assert failure(error).content[0].text == "Too long. Shorten it."  # type: ignore[union-attr]


def test_an_answer_without_words_of_its_own_is_told_as_data(bridge: Served) -> None:
    bridge.house.settings.change("tools.mcp_off", ())
    bridge.house.settings.change("policy.mcp_organise", "allow")

    async def work(client: Client) -> Any:
        return await client.call_tool("create_label", {"name": "Clients", "account": "work"})

    made = with_client(bridge, work)
    assert not made.is_error
    assert json.loads(made.content[0].text)["label_id"] == "Clients"
