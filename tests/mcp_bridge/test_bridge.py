"""The bridge as another program sees it: the SDK's client over real HTTP, in both eras."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp import Client
from mcp_types import ElicitRequestParams, ElicitResult

from desktop_app.model.draft import DraftState, Origin
from tests.fakes.bridge import Served
from tests.fakes.house import mail
from tests.mcp_bridge.client import ERAS, with_client
from tests.sure import of_kind
from tests.tools.test_reference import in_folder


async def call(client: Client, name: str, **arguments: Any) -> dict[str, Any]:
    found = await client.call_tool(name, arguments)
    assert not found.is_error, found.content
    return of_kind(dict, found.structured_content)


@pytest.mark.parametrize("era", ERAS)
def test_search_read_reply_and_ask_to_send(bridge: Served, era: str) -> None:
    message = bridge.house.add(mail())

    async def work(client: Client) -> str:
        rows = await call(client, "search_messages", query="budget")
        assert rows["results"][0]["message_id"] == bridge.ids.message(message.id)
        text = await call(client, "get_message", number=1)
        assert "look at the budget" in text["untrusted_text"]
        saved = await call(client, "draft_reply", number=1, body="I will.")
        asked = await call(
            client, "send_draft", draft_id=saved["draft_id"], revision=saved["revision"]
        )
        assert asked["decision"] == "ask"
        draft = await call(client, "get_draft", draft_id=saved["draft_id"])
        assert draft["draft"]["asks_to_send"]
        return str(saved["draft_id"])

    draft_id = with_client(bridge, work, era)
    draft = bridge.house.store.drafts.get(draft_id)
    assert draft.state is DraftState.PROPOSED
    assert (draft.author.origin, draft.author.name) == (Origin.MCP, "Test program")
    assert [a.email for a in draft.content.to] == ["dana@lee.example"]
    assert bridge.house.store.outbox.count_open() == 0
    assert bridge.house.postman.woken == 0


@pytest.mark.parametrize("era", ERAS)
def test_the_listing_is_complete_closed_and_small(bridge: Served, era: str) -> None:
    async def work(client: Client) -> list[dict[str, Any]]:
        found = await client.list_tools()
        return [t.model_dump(by_alias=True, exclude_none=True) for t in found.tools]

    bridge.house.settings.change("tools.mcp_off", ())
    every = with_client(bridge, work, era)
    assert len(every) == 25
    assert size(every) <= 20_000
    for tool in every:
        assert tool["title"]
        assert tool["description"]
        assert tool["inputSchema"]["additionalProperties"] is False
        assert tool["outputSchema"]["additionalProperties"] is False
        reads = tool["name"].startswith(("search", "get", "list", "read", "connection", "mailbox"))
        assert tool["annotations"].get("readOnlyHint", False) is reads
        destroys = tool["name"] in {"delete_messages", "delete_label"}
        assert reads or tool["annotations"]["destructiveHint"] is destroys
    bridge.allow("work", off=("organising", "drive", "calendar"))
    assert size(with_client(bridge, work, era)) <= 12_000


def size(tools: list[dict[str, Any]]) -> int:
    return len(json.dumps(tools, separators=(",", ":"), ensure_ascii=False).encode())


@pytest.mark.parametrize("era", ERAS)
def test_errors_are_told_in_words_to_act_on(bridge: Served, era: str) -> None:
    async def work(client: Client) -> list[str]:
        told = []
        for name, arguments in (
            ("search_messages", {"query": "budget", "colour": "red"}),
            ("get_message", {"message_id": "12345"}),
            ("nothing_like_it", {}),
        ):
            found = await client.call_tool(name, arguments)
            assert found.is_error
            told.append(found.content[0].text)  # type: ignore[union-attr]
        return told

    unknown, missing, nothing = with_client(bridge, work, era)
    assert "colour" in unknown
    assert "Its arguments are" in unknown
    assert "not" in missing
    assert "nothing_like_it" in nothing


@pytest.mark.parametrize("era", ERAS)
def test_no_account_is_there_before_the_person_has_chosen(bridge: Served, era: str) -> None:
    bridge.house.add(mail())
    bridge.allow()

    async def work(client: Client) -> str:
        found = await client.call_tool("search_messages", {"query": ""})
        assert found.is_error
        return found.content[0].text  # type: ignore[union-attr]

    assert "not allowed this program any account" in with_client(bridge, work, era)


def test_what_is_allowed_changes_at_once(bridge: Served) -> None:
    bridge.house.add(mail())

    async def work(client: Client) -> tuple[bool, bool]:
        before = await client.call_tool("search_messages", {"query": ""})
        bridge.allow()
        after = await client.call_tool("search_messages", {"query": ""})
        return before.is_error, after.is_error

    assert with_client(bridge, work) == (False, True)


@pytest.mark.parametrize("era", ERAS)
def test_resources_are_mail_and_drafts_under_both_names(bridge: Served, era: str) -> None:
    message = bridge.house.add(mail())

    async def work(client: Client) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for uri in (
            "gmail://messages?query=budget&maxResults=5",
            f"gmail://message/{bridge.ids.message(message.id)}?format=metadata",
            f"mail://thread/{bridge.ids.thread(message.thread_id)}",
            "gmail://labels",
            "mail://drafts",
            f"gmail://thread/{bridge.ids.thread(message.thread_id)}",
            "mail://people?name=dana",
        ):
            answer = await client.read_resource(uri)
            found[uri] = json.loads(answer.contents[0].text)  # type: ignore[union-attr]
        return found

    found = list(with_client(bridge, work, era).values())
    told, thread = bridge.ids.message(message.id), bridge.ids.thread(message.thread_id)
    assert found[0]["messages"][0]["subject"] == "Budget"
    assert found[0]["messages"][0]["threadId"] == thread
    assert "strangers" in found[0]["untrusted"]
    assert (found[1]["id"], found[1]["threadId"]) == (told, thread)
    assert {header["name"] for header in found[1]["headers"]} >= {"subject", "from"}
    assert found[2]["count"] == 1
    assert len(found[3]["labels"]) > 5
    assert found[4]["count"] == 0
    assert (found[5]["id"], found[5]["messages"][0]["id"]) == (thread, told)
    assert "budget" in found[5]["messages"][0]["body"]["plain"]
    assert found[6]["untrusted_people"] == ["Dana Lee <dana@lee.example>"]


def test_resource_templates_and_prompts_are_listed(bridge: Served) -> None:
    async def work(client: Client) -> tuple[list[str], list[str], str]:
        templates = await client.list_resource_templates()
        prompts = await client.list_prompts()
        made = await client.get_prompt("reply_to_conversation", {"person": "Dana", "say": "yes"})
        text = made.messages[0].content.text  # type: ignore[union-attr]
        return (
            [t.uri_template for t in templates.resource_templates],
            [p.name for p in prompts.prompts],
            text,
        )

    templates, prompts, text = with_client(bridge, work)
    assert "gmail://messages{?query,maxResults,pageToken}" in templates
    assert "gmail://message/{messageId}{?format}" in templates
    assert "mail://draft/{draftId}" in templates
    assert prompts == ["reply_to_conversation", "summarise_unread", "waiting_for_answer"]
    assert "Dana" in text
    assert "yes" in text


def test_people_and_labels_are_completed(bridge: Served) -> None:
    from mcp_types import PromptReference, ResourceTemplateReference

    bridge.house.add(mail())
    bridge.house.store.labels.create("work", "Projects")

    async def work(client: Client) -> list[list[str]]:
        template = ResourceTemplateReference(uri="gmail://messages{?query,maxResults,pageToken}")
        found = []
        for ref, name, value in (
            (PromptReference(name="reply_to_conversation"), "person", "da"),
            (template, "query", "is:unread from:da"),
            (template, "query", "label:Proj"),
        ):
            answer = await client.complete(ref, {"name": name, "value": value})
            found.append(answer.completion.values)
        return found

    people, senders, labels = with_client(bridge, work)
    assert people == ["Dana Lee <dana@lee.example>"]
    assert senders == ["is:unread from:dana@lee.example"]
    assert labels == ["label:Projects"]


@pytest.mark.parametrize("era", ERAS)
def test_where_the_client_can_ask_its_person_picks_the_mail(bridge: Served, era: str) -> None:
    bridge.house.add(mail())
    second = bridge.house.add(mail(message_id="two@lee.example", subject="Budget again"))
    asked: list[ElicitRequestParams] = []

    async def pick(_: Any, params: ElicitRequestParams) -> ElicitResult:
        asked.append(params)
        return ElicitResult(action="accept", content={"message_id": bridge.ids.message(second.id)})

    async def work(client: Client) -> dict[str, Any]:
        return await call(client, "draft_reply", from_="dana", body="Yes.")

    saved = with_client(bridge, work, era, elicitation_callback=pick)
    draft = bridge.house.store.drafts.get(saved["draft_id"])
    assert draft.reply_to_id == second.id
    assert len(asked) == 1


@pytest.mark.parametrize("era", ERAS)
def test_where_it_cannot_the_candidates_come_back(bridge: Served, era: str) -> None:
    bridge.house.add(mail())
    bridge.house.add(mail(message_id="two@lee.example", subject="Budget again"))

    async def work(client: Client) -> dict[str, Any]:
        return await call(client, "draft_reply", from_="dana", body="Yes.")

    assert len(with_client(bridge, work, era)["candidates"]) == 2
    assert bridge.house.store.drafts.count(proposed=True) == 0


def test_a_retry_with_the_same_key_makes_no_second_draft(bridge: Served) -> None:
    bridge.house.add(mail())

    async def work(client: Client) -> set[str]:
        ids = set()
        for _ in range(3):
            saved = await call(client, "draft_reply", from_="dana", body="Yes.", request_key="once")
            ids.add(str(saved["draft_id"]))
        return ids

    assert len(with_client(bridge, work)) == 1
    assert bridge.house.store.drafts.count(proposed=True) == 1


def test_a_flood_of_proposals_is_slowed_down(bridge: Served) -> None:
    async def work(client: Client) -> list[str]:
        told = []
        for n in range(20):
            found = await client.call_tool(
                "create_draft", {"to": "a@lee.example", "subject": str(n)}
            )
            if found.is_error:
                told.append(found.content[0].text)  # type: ignore[union-attr]
        return told

    told = with_client(bridge, work)
    assert len(told) == 8
    assert "minute" in told[0]
    assert bridge.house.store.drafts.count(proposed=True) == 12


def test_names_of_other_mail_tools_are_accepted_and_not_listed(bridge: Served) -> None:
    bridge.house.add(mail())

    async def work(client: Client) -> tuple[dict[str, Any], bool, set[str]]:
        found = await call(client, "listEmails", query="budget")
        sent = await client.call_tool(
            "gmail_send_message", {"to": "a@lee.example", "subject": "Hi", "body": "Hello"}
        )
        listed = {tool.name for tool in (await client.list_tools()).tools}
        return found, sent.is_error, listed

    found, failed, listed = with_client(bridge, work)
    assert [row["subject"] for row in found["messages"]] == ["Budget"]
    assert not failed
    assert "gmail_send_message" not in listed
    assert bridge.house.store.outbox.count_open() == 0
    [draft] = bridge.house.store.drafts.in_state([DraftState.PROPOSED])
    assert draft.asks_to_send


def test_what_is_read_is_in_the_record_too(bridge: Served) -> None:
    async def work(client: Client) -> None:
        for _ in range(3):
            await call(client, "search_messages", query="budget")

    with_client(bridge, work)
    rows = bridge.house.store.audit.newest(limit=10)
    assert [(row.tool, row.client) for row in rows] == [("search_messages", "Test program")] * 3
    [seen] = [c for c in bridge.house.store.bridge_clients.list() if c.id == bridge.client_id]
    assert seen.last_call == bridge.house.now


@pytest.mark.parametrize("era", ERAS)
def test_an_id_may_come_as_a_number(bridge: Served, era: str) -> None:
    in_folder(bridge.house, bridge.house.add(mail()), "INBOX", 41)

    async def work(client: Client) -> dict[str, Any]:
        return await call(client, "get_message", message_id=41)

    assert "budget" in with_client(bridge, work, era)["untrusted_text"]
