"""Names of other families at the bridge: listed to the program that wants them, one at a time."""

from __future__ import annotations

from typing import Any

import pytest
from mcp import Client

from desktop_app.model.bridge import NAME_FAMILIES
from desktop_app.tools.adapters.table import ADAPTERS, BY_FAMILY, FAMILIES
from desktop_app.tools.calls.base import Group
from desktop_app.tools.listed_names import beside
from tests.fakes.bridge import Served
from tests.fakes.house import mail
from tests.mcp_bridge.client import ERAS, with_client
from tests.sure import of_kind


async def call(client: Client, tool: str, /, **arguments: Any) -> dict[str, Any]:
    found = await client.call_tool(tool, arguments)
    assert not found.is_error, found.content
    return of_kind(dict, found.structured_content)


def test_the_window_offers_every_family_and_no_name_is_of_two() -> None:
    assert [family.id for family in NAME_FAMILIES] == [family.id for family in FAMILIES]
    assert len(ADAPTERS) == sum(len(family.adapters) for family in FAMILIES)


async def names(client: Client) -> list[str]:
    return [tool.name for tool in (await client.list_tools()).tools]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("family", [family.id for family in FAMILIES])
def test_a_family_is_listed_in_the_place_of_ours(bridge: Served, family: str, era: str) -> None:
    bridge.house.settings.change("tools.mcp_off", ())
    bridge.allow("work", family=family)
    listed = with_client(bridge, names, era)
    assert listed == [*(a.name for a in BY_FAMILY[family].adapters), *beside(family)]
    does = {a.tool.name for a in BY_FAMILY[family].adapters} | set(beside(family))
    assert does >= {"search_messages", "get_message", "get_draft", "get_request"}


def test_another_program_is_listed_ours_all_the_while(bridge: Served) -> None:
    bridge.allow("work", family="gmail_server")
    other, token = bridge.house.store.bridge_clients.add("Another", now=bridge.house.now)
    bridge.house.store.bridge_clients.change(other.id, accounts=("work",), groups_off=())
    theirs = Served(bridge.house, bridge.bridge, token, other.id)
    assert "search_messages" in with_client(theirs, names)
    assert "search_messages" not in with_client(bridge, names)


def test_groups_that_are_off_are_off_by_every_name(bridge: Served) -> None:
    bridge.house.settings.change("tools.mcp_off", ())
    bridge.allow("work", off=(Group.DRIVE, Group.CALENDAR), family="google_tools")
    listed = with_client(bridge, names)
    assert "list_emails" in listed
    assert not {"search_drive_files", "list_calendar_events"} & set(listed)

    async def work(client: Client) -> tuple[bool, str]:
        found = await client.call_tool(
            "read_drive_file", {"link": "https://docs.google.com/d/x1234"}
        )
        return found.is_error, str(found.content)

    failed, said = with_client(bridge, work)
    assert failed
    assert "switched off" in said


def test_a_switch_is_there_with_the_next_listing_and_is_announced(bridge: Served) -> None:
    async def work(client: Client) -> tuple[list[str], list[str]]:
        before = await names(client)
        bridge.allow("work", family="chat_agent")
        return before, await names(client)

    before, after = with_client(bridge, work)
    assert "search_messages" in before
    assert after[0] == "gmail"


def test_a_name_that_is_ours_too_answers_as_listed(bridge: Served) -> None:
    bridge.house.add(mail())

    async def work(client: Client) -> dict[str, Any]:
        return await call(client, "search_emails", query="zzz")

    assert with_client(bridge, work)["display"] == "No emails found."
    bridge.allow("work", family="imap_drafts")

    async def draft(client: Client) -> dict[str, Any]:
        return await call(client, "create_draft", to="a@x.example", subject="Hi", body="Hello.")

    made = with_client(bridge, draft)
    assert set(made) >= {"draft_id", "subject", "to", "date"}


@pytest.mark.parametrize("era", ERAS)
def test_what_asks_has_the_family_s_shape_and_our_ids(bridge: Served, era: str) -> None:
    bridge.allow("work", family="gmail_server")

    async def work(client: Client) -> tuple[dict[str, Any], dict[str, Any]]:
        sent = await call(client, "gmail_send_message", to="a@x.example", subject="Hi", body="Yes")
        return sent, await call(client, "gmail_create_label", name="Plans")

    sent, label = with_client(bridge, work, era)
    assert (sent["decision"], sent["status"], sent["sent"]) == ("ask", "asked", False)
    assert sent["draftId"] == sent["draft_id"]
    assert (label["decision"], label["requestId"]) == ("ask", str(label["request_id"]))


def test_every_schema_is_closed_and_says_what_a_text_may_be(bridge: Served) -> None:
    bridge.house.settings.change("tools.mcp_off", ())
    bridge.allow("work", family="gmail_server")

    async def work(client: Client) -> dict[str, Any]:
        tools = (await client.list_tools()).tools
        return {tool.name: tool.input_schema for tool in tools}

    schemas = with_client(bridge, work)
    assert all(schema["additionalProperties"] is False for schema in schemas.values())
    to = schemas["gmail_create_draft"]["properties"]["to"]
    assert to == {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
    assert schemas["gmail_search_messages"]["properties"]["maxResults"]["default"] == 20


def test_several_that_fit_are_picked_by_the_person(bridge: Served) -> None:
    bridge.house.add(mail())
    second = bridge.house.add(mail(message_id="two@lee.example", body="Another."))

    async def pick(context: Any, params: Any) -> Any:
        from mcp_types import ElicitResult

        return ElicitResult(action="accept", content={"message_id": bridge.ids.message(second.id)})

    async def work(client: Client) -> dict[str, Any]:
        filters = {"subjectContains": "budget"}
        return await call(client, "replyPreview", filters=filters, body="Yes.")

    made = with_client(bridge, work, elicitation_callback=pick)
    assert "Another." in made["body"]
