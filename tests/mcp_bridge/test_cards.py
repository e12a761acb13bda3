"""Cards of MCP Apps at the bridge: who is told of them, what a card is told, what it can do."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp import Client
from mcp.client.extension import advertise
from mcp.shared.exceptions import MCPError

from desktop_app.mcp_bridge import cards
from desktop_app.mcp_bridge.cards import DRAFT, EXTENSION, MIME_TYPE, OF_TOOLS, TOOL_NAME, URIS
from desktop_app.model.bridge import NAME_FAMILIES
from desktop_app.model.draft import DraftState, Origin
from desktop_app.model.errors import SlowDown
from desktop_app.model.wish import Want
from desktop_app.tools.catalogue import BY_NAME
from tests.fakes.bridge import Served
from tests.fakes.house import mail
from tests.mcp_bridge.client import ERAS, T, with_client
from tests.mcp_bridge.test_bridge import size
from tests.sure import of_kind, there

MOST_GROWTH = 600


def drawing(
    bridge: Served, work: Callable[[Client], Awaitable[T]], era: str = "legacy", **settings: Any
) -> T:
    """As a program whose host draws cards."""
    told = {"mimeTypes": [MIME_TYPE], **settings}
    return with_client(bridge, work, era, extensions=[advertise(EXTENSION, told)])


async def listed(client: Client) -> list[dict[str, Any]]:
    found = await client.list_tools()
    return [t.model_dump(by_alias=True, exclude_none=True) for t in found.tools]


async def call(client: Client, name: str, **arguments: Any) -> dict[str, Any]:
    found = await client.call_tool(name, arguments)
    data = of_kind(dict, found.structured_content)
    assert not found.is_error, data
    return data


async def refused(client: Client, name: str, **arguments: Any) -> dict[str, Any]:
    found = await client.call_tool(name, arguments)
    assert found.is_error
    return of_kind(dict, found.structured_content)


async def proposed(client: Client, body: str = "I will.") -> dict[str, Any]:
    return await call(client, "draft_reply", from_="dana", body=body)


def quiet(bridge: Served) -> None:
    """Nothing was sent, allowed, asked or marked as seen."""
    store = bridge.house.store
    assert store.outbox.count_open() == 0
    assert bridge.house.postman.woken == 0
    assert store.requests.count_open() == 0


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("family", ["", *(each.id for each in NAME_FAMILIES)])
def test_a_host_that_draws_cards_is_told_of_them_in_few_bytes(
    bridge: Served, era: str, family: str
) -> None:
    bridge.house.settings.change("tools.mcp_off", ())
    bridge.allow("work", family=family)
    plain, told = with_client(bridge, listed, era), drawing(bridge, listed, era)
    assert size(told) - size(plain) <= MOST_GROWTH
    assert [{k: v for k, v in each.items() if k != "_meta"} for each in told[:-1]] == plain
    with_one = {each["name"]: each["_meta"] for each in told if "_meta" in each}
    assert with_one.pop(TOOL_NAME) == {"ui": {"visibility": ["app"]}}
    if not family:
        assert with_one == {n: {"ui": {"resourceUri": uri}} for n, uri in OF_TOOLS.items()}
    assert all(each["ui"]["resourceUri"] in URIS for each in with_one.values())


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(
    "settings", [None, {"mimeTypes": []}, {"mimeTypes": ["text/html"]}, {"mimeTypes": "all"}]
)
def test_for_every_other_host_there_is_nothing_of_cards(
    bridge: Served, era: str, settings: dict[str, Any] | None
) -> None:
    async def work(client: Client) -> tuple[dict[str, Any], list[Any]]:
        error = await refused(client, TOOL_NAME, draft_id="x")
        for uri in URIS:
            with pytest.raises(MCPError):
                await client.read_resource(uri)
        return error, await listed(client)

    if settings is None:
        error, tools = with_client(bridge, work, era)
    else:
        error, tools = drawing(bridge, work, era, **settings)
    assert error["message"] == "There is no tool named card."
    assert "_meta" not in json.dumps(tools)


@pytest.mark.parametrize("era", ["legacy", "auto"])
def test_the_extension_is_promised_to_hosts_that_have_it(bridge: Served, era: str) -> None:
    async def work(client: Client) -> Any:
        await client.list_tools()
        return there(client.server_capabilities).extensions

    assert with_client(bridge, work, era) is None
    assert drawing(bridge, work, era) == {EXTENSION: {}}


def test_every_card_is_of_a_tool_that_is_listed() -> None:
    assert OF_TOOLS.keys() <= BY_NAME.keys()
    assert set(OF_TOOLS.values()) == set(URIS)


@pytest.mark.parametrize("era", ERAS)
def test_the_page_is_one_file_that_reaches_nothing(bridge: Served, era: str) -> None:
    async def work(client: Client) -> list[Any]:
        return [(await client.read_resource(uri)).contents[0] for uri in URIS]

    for found in drawing(bridge, work, era):
        assert found.mime_type == MIME_TYPE
        assert found.meta == {"ui": {"csp": {}, "prefersBorder": True}}
        for word in ("http://", "https://", "//cdn", "import(", "fetch(", "XMLHttp", "innerHTML"):
            assert word not in found.text
        assert "default-src 'none'; script-src 'sha256-" in found.text
        assert "{SCRIPT}" not in found.text
        assert "{STYLE}" not in found.text


@pytest.mark.parametrize("era", ERAS)
def test_a_card_shows_a_draft_and_the_window_is_asked_to(bridge: Served, era: str) -> None:
    bridge.house.add(mail())

    async def work(client: Client) -> None:
        saved = await proposed(client)
        card = await call(client, TOOL_NAME, draft_id=saved["draft_id"])
        assert card["phase"] == "waits"
        assert card["untrusted_proposed_by"] == "Test program over MCP"
        assert [p["untrusted_email"] for p in card["recipients"]] == ["dana@lee.example"]
        assert card["untrusted_subject"] == "Re: Budget"
        assert card["untrusted_body"].startswith("I will.")
        assert "look at the budget" in card["untrusted_body"]
        assert card["sources"] == [{"kind": "message", "untrusted_title": "Dana Lee: Budget"}]
        same = await call(client, TOOL_NAME, draft_id=saved["draft_id"], mark=card["mark"])
        assert same.keys() == {"display", "mark"}
        await call(client, TOOL_NAME, draft_id=saved["draft_id"], home=True)
        changed = {"base_revision": card["revision"], "body": "I will, on Monday."}
        await call(client, "update_draft", draft_id=saved["draft_id"], **changed)
        fresh = await call(client, TOOL_NAME, draft_id=saved["draft_id"], mark=card["mark"])
        assert fresh["untrusted_body"].startswith("I will, on Monday.")

    drawing(bridge, work, era)
    [wish] = bridge.house.wishes
    assert (wish.want, wish.asked_by) == (Want.REVIEW, "Test program over MCP")
    assert bridge.house.store.drafts.get(wish.draft_id).state is DraftState.PROPOSED
    quiet(bridge)


def test_the_state_flows_back(bridge: Served) -> None:
    bridge.house.add(mail())
    store, person = bridge.house.store, bridge.house.runner()

    async def work(client: Client) -> list[str]:
        seen = []
        saved = await proposed(client)
        number = {"draft_id": saved["draft_id"]}

        async def look() -> None:
            card = await call(client, TOOL_NAME, **number)
            seen.append(f"{card['phase']}: {card['standing']} {card['can_edit']}")

        await look()
        person.call_by_name("update_draft", {**number, "base_revision": 1, "body": "Mine."})
        await look()
        draft = store.drafts.get(saved["draft_id"])
        store.drafts.ignore(draft.id, now=bridge.house.now)
        await look()
        return seen

    assert drawing(bridge, work) == [
        "waits: Not sent. Waits for you in Draftdesk. True",
        "edited: Not sent. Edited by you, waits for you in Draftdesk. True",
        "ignored: Not sent. Ignored by you. False",
    ]


def test_a_card_tells_nothing_of_what_the_program_may_not_see(bridge: Served) -> None:
    message = bridge.house.add(mail())

    async def work(client: Client) -> tuple[str, str]:
        saved = await proposed(client)
        bridge.allow()
        nobody = await refused(client, TOOL_NAME, draft_id=saved["draft_id"])
        assert "has not allowed this program any account" in nobody["message"]
        bridge.allow("work", off=("drafts",))
        off = await refused(client, TOOL_NAME, draft_id=saved["draft_id"])
        assert "do not let this program read that" in off["message"]
        await refused(client, TOOL_NAME, draft_id=saved["draft_id"], home=True)
        bridge.allow("work", off=("mail reading",))
        shown = bridge.ids.message(message.id)
        await refused(client, TOOL_NAME, message_id=shown, home=True)
        bridge.allow("work")
        bridge.house.settings.change("policy.mcp_read", "deny")
        await refused(client, TOOL_NAME, draft_id=saved["draft_id"])
        bridge.house.settings.change("policy.mcp_read", "allow")
        await call(client, TOOL_NAME, message_id=shown, home=True)
        missing = await refused(client, TOOL_NAME, draft_id="nobody's")
        request = await refused(client, TOOL_NAME, request_id=7)
        return missing["code"], request["code"]

    assert drawing(bridge, work) == ("not_found", "not_found")
    assert [wish.want for wish in bridge.house.wishes] == [Want.CONVERSATION]


def test_another_programs_draft_keeps_what_it_was_made_from(bridge: Served) -> None:
    bridge.house.add(mail())
    other = bridge.house.runner(Origin.MCP, "Another", caller="other")
    other.call_by_name("get_message", {"from_": "dana"})
    saved = other.call_by_name("draft_reply", {"from_": "dana", "body": "No."})[1].unwrap()

    async def work(client: Client) -> dict[str, Any]:
        return await call(client, TOOL_NAME, draft_id=saved.draft_id)

    card = drawing(bridge, work)
    assert bridge.house.store.drafts.get(saved.draft_id).sources
    assert (card["sources"], card["untrusted_proposed_by"]) == ([], "Another over MCP")


def test_a_source_that_is_not_seen_any_more_is_not_named(bridge: Served) -> None:
    message = bridge.house.add(mail())

    async def work(client: Client) -> tuple[list[Any], list[Any]]:
        saved = await proposed(client)
        before = await call(client, TOOL_NAME, draft_id=saved["draft_id"])
        bridge.house.store.messages.delete([message.id])
        after = await call(client, TOOL_NAME, draft_id=saved["draft_id"])
        return before["sources"], after["sources"]

    before, after = drawing(bridge, work)
    assert before == [{"kind": "message", "untrusted_title": "Dana Lee: Budget"}]
    assert after == []


def test_a_request_is_shown_and_decided_at_home(bridge: Served) -> None:
    message = bridge.house.add(mail("Budget <script>"))

    async def work(client: Client) -> tuple[dict[str, Any], dict[str, Any]]:
        shown = bridge.ids.message(message.id)
        asked = await call(client, "delete_messages", ids=[shown])
        number = {"request_id": asked["request_id"]}
        card = await call(client, TOOL_NAME, **number)
        same = await call(client, TOOL_NAME, **number, mark=card["mark"])
        return card, same

    card, same = drawing(bridge, work)
    assert card["standing"] == "Not done. You decide in Draftdesk."
    assert card["for_good"]
    assert [each["untrusted_subject"] for each in card["mails"]] == ["Budget <script>"]
    assert same.keys() == {"display", "mark"}
    assert bridge.house.store.requests.count_open() == 1
    assert bridge.house.store.messages.get(message.id)


def test_another_programs_request_is_told_by_nothing(bridge: Served) -> None:
    message = bridge.house.add(mail())
    other = bridge.house.runner(Origin.MCP, "Another", caller="other")
    asked = other.call_by_name("delete_messages", {"ids": [str(message.id)]})[1]
    assert asked.request_id

    async def work(client: Client) -> dict[str, Any]:
        return await refused(client, TOOL_NAME, request_id=asked.request_id)

    told = drawing(bridge, work)
    assert told["code"] == "not_found"
    assert "Budget" not in json.dumps(told)


def test_the_window_comes_to_the_front_a_few_times_a_minute(bridge: Served) -> None:
    bridge.house.add(mail())

    async def work(client: Client) -> dict[str, Any]:
        saved = await proposed(client)
        for _ in range(cards.MOST_SHOWN):
            await call(client, TOOL_NAME, draft_id=saved["draft_id"], home=True)
        return await refused(client, TOOL_NAME, draft_id=saved["draft_id"], home=True)

    error = drawing(bridge, work)
    assert error["code"] == "slow_down"
    assert len(bridge.house.wishes) == cards.MOST_SHOWN


def test_the_bound_is_each_programs_own_and_passes() -> None:
    now = 0.0
    shown = cards.Shown(clock=lambda: now)
    for _ in range(cards.MOST_SHOWN):
        shown.take("one")
    with pytest.raises(SlowDown):
        shown.take("one")
    shown.take("two")
    now = cards.MINUTE
    shown.take("one")


def test_arguments_that_a_card_has_not_are_refused(bridge: Served) -> None:
    bridge.house.add(mail())

    async def work(client: Client) -> list[str]:
        saved = await proposed(client)
        wrong: list[dict[str, Any]] = [
            {"draft_id": saved["draft_id"], "permit": "x"},
            {"draft_id": saved["draft_id"], "allow": True},
            {"draft_id": saved["draft_id"], "message_id": "1", "home": True},
            {"offset": -1, "draft_id": saved["draft_id"]},
            {},
        ]
        return [(await refused(client, TOOL_NAME, **each))["code"] for each in wrong]

    assert set(drawing(bridge, work)) == {"bad_input"}
    assert bridge.house.wishes == []
    quiet(bridge)
    assert DRAFT == "ui://draftdesk/draft"
