"""Programs at the bridge are told apart, and learn nothing of mail that they may not see."""

from __future__ import annotations

import asyncio
import json
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPDeprecationWarning, MCPError

from desktop_app.mail.message.parse import parse
from desktop_app.mcp_bridge.http.sessions import MOST
from desktop_app.mcp_bridge.listening import MOST_STREAMS
from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import DraftState
from tests.fakes.bridge import Served
from tests.fakes.house import mail
from tests.mcp_bridge.client import ERAS, connected, with_client
from tests.mcp_bridge.hostile import Plain
from tests.mcp_bridge.test_listening import Heard, subscribed

STATELESS = "2026-07-28"


@contextmanager
def another(bridge: Served, *accounts: str, name: str = "Test program") -> Iterator[Served]:
    """A program with a token of its own, by default named as the first."""
    client, token = bridge.house.store.bridge_clients.add(name, now=bridge.house.now)
    found = Served(bridge.house, bridge.bridge, token, client.id)
    found.allow(*accounts)
    yield found


async def called(client: Client, name: str, **arguments: Any) -> Any:
    return await client.call_tool(name, arguments)


@pytest.mark.parametrize("era", ERAS)
def test_two_instances_of_a_program_do_not_read_each_others_numbers(
    bridge: Served, era: str
) -> None:
    bridge.house.add(mail("Budget", message_id="b@lee.example"))
    bridge.house.add(mail("Plan", message_id="p@lee.example"))

    async def run() -> tuple[Any, Any]:
        async with connected(bridge, era) as one, connected(bridge, era) as other:
            await called(one, "search_messages", query="subject:budget")
            stranger = await called(other, "get_message", number=1)
            await called(other, "search_messages", query="subject:plan")
            return stranger, await called(one, "get_message", number=1)

    stranger, own = asyncio.run(run())
    assert stranger.is_error
    assert "no row 1" in stranger.content[0].text
    assert own.structured_content["message"]["untrusted_subject"] == "Budget"


def test_a_new_mail_has_no_sources_of_another_instance(bridge: Served) -> None:
    one_mail = bridge.house.add(mail("Budget"))

    async def run() -> None:
        async with connected(bridge, STATELESS) as one, connected(bridge, STATELESS) as other:
            await called(one, "get_message", message_id=bridge.ids.message(one_mail.id))
            await called(other, "create_draft", subject="Other")
            await called(one, "create_draft", subject="Own")

    asyncio.run(run())
    drafts = bridge.house.store.drafts.in_state([DraftState.PROPOSED])
    assert {d.content.subject: len(d.sources) for d in drafts} == {"Other": 0, "Own": 1}


def test_pages_of_a_search_outlive_a_connection(bridge: Served) -> None:
    for n in range(7):
        bridge.house.add(mail(f"Budget {n}", message_id=f"{n}@lee.example"))
    seen = []
    for page in (1, 2, 3):

        async def work(client: Client, page: int = page) -> Any:
            return await called(client, "search_messages", query="budget", max_results=3, page=page)

        found = with_client(bridge, work, STATELESS).structured_content
        seen += [row["untrusted_subject"] for row in found["results"]]
    assert sorted(seen) == [f"Budget {n}" for n in range(7)]


def test_an_endless_conversation_gives_a_mail_what_it_was_made_from(bridge: Served) -> None:
    ids = [
        bridge.ids.message(
            bridge.house.add(
                mail(f"Note {n}", f"We owe {4000 + n} pounds.", message_id=f"{n}@lee.example",
                     from_=f"P{n} <p{n}@x{n}.example>")
            ).id
        )
        for n in range(184)
    ]  # fmt: skip

    async def work(client: Client) -> None:
        for id_ in ids:
            await called(client, "get_message", message_id=id_)
        await called(
            client, "create_draft", to=["p7@x7.example"], subject="Hi", body="You owe 4170 pounds."
        )

    with_client(bridge, work)
    [draft] = bridge.house.store.drafts.in_state([DraftState.PROPOSED])
    titles = [s.title for s in draft.sources]
    assert titles == ["P170: Note 170", *(f"P{n}: Note {n}" for n in range(180, 184))]


def test_a_program_named_like_another_cannot_delete_its_drafts(bridge: Served) -> None:
    async def draft(client: Client) -> Any:
        return await called(client, "create_draft", subject="Hi", request_key="k")

    mine = with_client(bridge, draft).structured_content
    with another(bridge, "work") as twin:

        async def work(client: Client) -> list[Any]:
            return [
                await called(client, "delete_draft", draft_id=mine["draft_id"]),
                await called(client, "create_draft", subject="Own", request_key="k"),
            ]

        refused, own = with_client(twin, work)
    assert refused.is_error
    assert "Only drafts of your own" in refused.content[0].text
    assert own.structured_content["draft_id"] != mine["draft_id"]
    assert bridge.house.store.drafts.get(mine["draft_id"]).state is DraftState.PROPOSED


# What a program without accounts learns: nothing


def probes(mail_id: str, thread_id: str, draft_id: str, request_id: int) -> list[tuple[str, Any]]:
    """Calls about something, by every argument that names something."""
    return [
        ("get_message", {"message_id": mail_id}),
        ("get_message", {"message_id": mail_id, "format": "minimal"}),
        ("get_thread", {"thread_id": thread_id}),
        ("get_thread", {"message_id": mail_id}),
        ("get_attachment", {"message_id": mail_id}),
        ("draft_reply", {"message_id": mail_id, "body": "Hi"}),
        ("draft_forward", {"message_id": mail_id, "to": ["a@x.example"]}),
        ("create_draft", {"reply_to_message_id": mail_id}),
        ("create_draft", {"attachments": [f"{mail_id}/1"]}),
        ("get_draft", {"draft_id": draft_id}),
        ("update_draft", {"draft_id": draft_id, "base_revision": 1, "body": "x"}),
        ("delete_draft", {"draft_id": draft_id}),
        ("send_draft", {"draft_id": draft_id, "revision": 1}),
        ("modify_messages", {"ids": [mail_id], "add_labels": ["STARRED"]}),
        ("delete_messages", {"ids": [mail_id]}),
        ("get_request", {"request_id": request_id}),
        ("gmail_get_message", {"messageId": mail_id}),
        ("gmail_delete_message", {"messageId": mail_id}),
        ("getEmailById", {"messageId": mail_id}),
        ("search_messages", {"query": "budget"}),
        ("list_labels", {}),
        ("list_drafts", {}),
        ("connection_status", {}),
        ("mailbox_stats", {"query": ""}),
    ]


def learned(bridge: Served, *known: str) -> tuple[list[str], list[str]]:
    """The answers about what is there, and about what is not, each without the ids asked for."""
    there, gone = Plain(bridge), Plain(bridge)
    made = probes(known[0], known[1], known[2], int(known[3]))
    ids = bridge.ids
    none = probes(ids.message(1_712_345_678), ids.thread(999_999), "ab" * 16, 999_999)
    answers: tuple[list[str], list[str]] = ([], [])
    for client, calls, told in ((there, made, answers[0]), (gone, none, answers[1])):
        for name, arguments in calls:
            found = client.ask("tools/call", {"name": name, "arguments": arguments})
            told.append(_blank(found, arguments))
        for uri in (
            "mail://message/{message_id}", "gmail://thread/{thread_id}", "mail://draft/{draft_id}",
            "mail://messages", "mail://labels", "mail://drafts",
        ):  # fmt: skip
            first = {k: v for _, arguments in calls for k, v in arguments.items()}
            full = uri.format(**{**first, "message_id": calls[0][1]["message_id"]})
            told.append(_blank(client.ask("resources/read", {"uri": full}), {"uri": full, **first}))
        client.close()
    return answers


def _blank(answer: dict[str, Any], arguments: dict[str, Any]) -> str:
    text = json.dumps(answer, sort_keys=True)
    for value in arguments.values():
        for each in value if isinstance(value, list) else [value]:
            for part in (str(each), str(each).partition("/")[0]):
                text = text.replace(part, "…") if len(part) > 4 else text
    text = re.sub(r"untrusted [0-9a-f]{8}", "untrusted …", text)
    return re.sub(r"request \d+", "request …", text)


@pytest.fixture
def secret(bridge: Served) -> tuple[str, str, str, str]:
    """A mail, its conversation, a draft and a request of the account `work`."""
    message = bridge.house.add(mail("Budget", more="X-GM: 1\r\n"))

    async def work(client: Client) -> list[Any]:
        draft = await called(client, "create_draft", subject="Hi")
        asked = await called(client, "delete_messages", ids=[bridge.ids.message(message.id)])
        return [draft.structured_content["draft_id"], asked.structured_content["request_id"]]

    draft_id, request_id = with_client(bridge, work)
    ids = bridge.ids
    mail_id, thread_id = ids.message(message.id), ids.thread(message.thread_id)
    return mail_id, thread_id, str(draft_id), str(request_id)


def _without_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    from desktop_app.mcp_bridge.visits import Limit

    monkeypatch.setattr(Limit, "take", lambda self: None)


def test_a_program_without_accounts_is_told_the_same_of_what_is_and_is_not(
    bridge: Served, secret: tuple[str, str, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _without_limits(monkeypatch)
    with another(bridge, name="Powerless") as powerless:
        there, gone = learned(powerless, *secret)
    assert there == gone


def test_a_program_of_another_account_is_told_the_same_too(
    bridge: Served, secret: tuple[str, str, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _without_limits(monkeypatch)
    me = Identity(Address("Al", "al@other.example"))
    bridge.house.store.accounts.add(Account("other", LOCAL, "Other", (me,)))
    with another(bridge, "other", name="Elsewhere") as elsewhere:
        there, gone = learned(elsewhere, *secret)
    made = [name for name, _ in probes(*secret[:3], 1)]
    differ = [three for three in zip(made, there, gone, strict=False) if three[1] != three[2]]
    assert differ == []
    assert there == gone


def test_ids_tell_of_no_other_mail(bridge: Served) -> None:
    """The store moves an id on by one where another mail has the second, and counts conversations,
    requests and changes that can be undone. A program is told none of these numbers, and can't try
    them."""
    house = bridge.house
    me = Identity(Address("Al", "al@other.example"))
    house.store.accounts.add(Account("other", LOCAL, "Other", (me,)))
    hidden, own = house.add(mail("Hidden")), None
    with another(bridge, "other", name="Elsewhere") as elsewhere:
        raw = mail("Seen", message_id="seen@lee.example", to="al@other.example")
        report = house.store.messages.add("other", [parse(raw)], labels=[frozenset({"INBOX"})])
        own = house.store.messages.get(report.ids[0])
        assert own.id == hidden.id + 1  # what an id would tell
        told: list[str] = []

        async def work(client: Client) -> Any:
            [row] = (await called(client, "search_messages")).structured_content["results"]
            mail_id, thread_id = row["message_id"], row["thread_id"]
            assert (mail_id, thread_id) == (elsewhere.ids.message(own.id),
                                            elsewhere.ids.thread(own.thread_id))  # fmt: skip
            answers = [
                await called(client, "get_message", message_id=mail_id),
                await called(client, "get_thread", thread_id=thread_id),
                await called(client, "get_thread", thread_ids=[thread_id]),
                await called(client, "draft_reply", message_id=mail_id, body="Yes"),
                await called(client, "modify_messages", ids=[mail_id], action="star"),
                await called(client, "modify_messages", thread_ids=[thread_id], action="read"),
                await called(client, "delete_messages", ids=[mail_id]),
                await called(client, "list_drafts"),
                await called(client, "gmail_get_message", messageId=mail_id),
                await called(client, "getEmailById", messageId=mail_id),
            ]
            assert [a.content[0].text for a in answers if a.is_error] == []
            told.extend(answer.model_dump_json() for answer in answers)
            for number in (own.id, f"{own.id}", f"+{own.id}", f"{own.id // 10}_{own.id % 10}"):
                tried = await called(client, "get_message", message_id=number)
                absent = await called(client, "get_message", message_id=f"{own.id + 5}")
                assert tried.is_error
                assert absent.is_error
                told.append(tried.content[0].text.replace(str(number), "…"))
            tried = await called(client, "get_thread", thread_id=str(own.thread_id))
            assert tried.is_error

        with_client(elsewhere, work)
    assert [text for text in told if str(own.id) in text] == []
    assert not any(f'"thread_id":"{own.thread_id}"' in text for text in told)


def test_numbers_of_requests_count_nothing(bridge: Served) -> None:
    added = [bridge.house.add(mail(message_id=f"{n}@lee.example")) for n in range(12)]

    async def work(client: Client) -> list[int]:
        ids = [bridge.ids.message(message.id) for message in added]
        asked = [await called(client, "delete_messages", ids=[each]) for each in ids]
        return [answer.structured_content["request_id"] for answer in asked]

    numbers = with_client(bridge, work)
    assert max(numbers) - min(numbers) > 1_000_000  # drawn out of a billion
    shown = [request.id for request in bridge.house.store.requests.open()]
    assert shown == numbers[::-1]  # the newest first, all the same


def test_notices_tell_a_program_nothing_of_mail_it_may_not_see(bridge: Served) -> None:
    heard, others = Heard(), Heard()

    async def run(powerless: Served) -> list[Any]:
        told: list[Any] = []
        async with (
            connected(powerless, message_handler=heard.take) as old,
            connected(powerless, STATELESS) as new,
            connected(bridge, message_handler=others.take) as allowed,
        ):
            await subscribed(allowed, "mail://messages")
            await subscribed(old, "mail://messages")
            await subscribed(old, "mail://drafts")
            async with new.listen(
                resource_subscriptions=["mail://messages", "mail://drafts"],
                resources_list_changed=True,
            ) as events:
                bridge.house.add(mail())
                await called(allowed, "create_draft", subject="Hi")
                await others.until("notifications/resources/updated")
                others.methods.clear()
                bridge.house.add(mail(message_id="more@lee.example"))
                await others.until("notifications/resources/updated")
                told.append([m for m in heard.methods if "resources" in m])
                powerless.allow("work")
                bridge.house.add(mail(message_id="two@lee.example"))
                async with asyncio.timeout(10):
                    told.append(await anext(aiter(events)))
                await heard.until("notifications/resources/updated")
        return told

    with another(bridge, name="Powerless") as powerless:
        nothing, event = asyncio.run(run(powerless))
    assert nothing == []
    resources = [m for m in heard.methods if "resources" in m]
    assert resources.count("notifications/resources/list_changed") == 1
    assert event is not None


@pytest.mark.parametrize("era", ERAS)
def test_seventy_sessions_of_a_powerless_program_cost_another_nothing(
    bridge: Served, era: str
) -> None:
    bridge.house.add(mail("Budget"))
    heard = Heard()
    many: list[Plain] = []

    async def run(powerless: Served) -> Any:
        async with (
            connected(bridge, era) as client,
            connected(bridge, message_handler=heard.take) as old,
        ):
            await called(client, "search_messages", query="budget")
            await subscribed(old, "mail://messages")
            for _ in range(70):
                one = await asyncio.to_thread(Plain, powerless)
                many.append(one)
                await asyncio.to_thread(one.ask, "resources/subscribe", {"uri": "mail://messages"})
            read = await called(client, "get_message", number=1)
            bridge.house.add(mail(message_id="two@lee.example"))
            await heard.until("notifications/resources/updated")
            return read

    with another(bridge, name="Powerless") as powerless:
        read = asyncio.run(run(powerless))
    for one in many:
        one.close()
    assert not read.is_error, read.content
    listener: Any = bridge.bridge._listener
    manager = listener._app.session_manager
    assert len(manager._server_instances) <= MOST + 2


def test_a_session_answers_to_nobody_but_its_own_program(bridge: Served) -> None:
    own = Plain(bridge)
    with another(bridge, name="Powerless") as powerless:
        thief = Plain(powerless)
        thief._headers["Mcp-Session-Id"] = own._headers["Mcp-Session-Id"]
        answer = thief.ask("tools/list", {})
        thief.close()
    assert answer["error"]["message"] == "Session not found"
    assert "result" in own.ask("tools/list", {})
    own.close()


def test_streams_of_a_program_are_bounded_in_words(bridge: Served) -> None:
    async def work(client: Client) -> str:
        from contextlib import AsyncExitStack

        async with AsyncExitStack() as stack:
            for _ in range(MOST_STREAMS):
                await stack.enter_async_context(client.listen(tools_list_changed=True))
            with pytest.raises(MCPError) as refused:
                await stack.enter_async_context(client.listen(tools_list_changed=True))
            return str(refused.value)

    assert "too many streams" in with_client(bridge, work, STATELESS)


def test_unsubscribing_what_nobody_knows_is_no_fault(bridge: Served) -> None:
    async def work(client: Client) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", MCPDeprecationWarning)
            await client.unsubscribe_resource("mail://drafts")

    with_client(bridge, work)
