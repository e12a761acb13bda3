"""One answer is one document; what is said before it makes a stream."""

from __future__ import annotations

import asyncio
import http.client
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import httpx2
import msgspec
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from desktop_app.mcp_bridge.protocol import BridgeProtocol
from desktop_app.mcp_bridge.replies import Replies, answer_of, filled
from tests.fakes.bridge import Served
from tests.fakes.house import mail
from tests.mcp_bridge.client import ERAS
from tests.mcp_bridge.test_http import ACCEPT, right

ANSWER = b'{"jsonrpc":"2.0","id":7,"result":{"method":"is a word like any other"}}'
NOTICE = b'{"jsonrpc":"2.0","method":"notifications/progress","params":{}}'
QUESTION = b'{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{}}'
STREAM = {
    "type": "http.response.start",
    "status": 200,
    "headers": [(b"content-type", b"text/event-stream; charset=utf-8"), (b"mcp-session-id", b"s")],
}
END = {"type": "http.response.body", "body": b"", "more_body": False}
SEARCH = "search_messages"
Message = dict[str, Any]
Script = Callable[[Any, Any], Awaitable[None]]


def event(data: bytes) -> bytes:
    return b"event: message\r\ndata: " + data + b"\r\n\r\n"


def part(body: bytes) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": True}


def reply_to(
    script: Script, *headers: tuple[bytes, bytes], method: str = "POST"
) -> tuple[str, list[Message]]:
    """Which of the two managers was asked, and what went out while it followed the script."""
    sent: list[Message] = []
    asked: list[str] = []

    async def run() -> None:
        gone = asyncio.Event()

        async def send(message: Message) -> None:
            sent.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                gone.set()  # uvicorn then says that the client has left

        async def receive() -> Message:
            await gone.wait()
            return {"type": "http.disconnect"}

        def manager(name: str) -> Any:
            async def app(scope: Any, receive: Any, send: Any) -> None:
                asked.append(name)
                await script(receive, send)

            return app

        scope = {"type": "http", "method": method, "headers": list(headers)}
        await Replies(manager("streams"), manager("documents"))(scope, receive, send)

    asyncio.run(run())
    return asked[0], sent


def says(*messages: Message) -> Script:
    async def script(_: Any, send: Any) -> None:
        for message in messages:
            await send(message)

    return script


def test_a_stream_of_an_answer_alone_becomes_a_document() -> None:
    _, sent = reply_to(says(STREAM, part(event(ANSWER)), END))
    start, body = sent
    assert dict(start["headers"]) == {
        b"mcp-session-id": b"s",
        b"content-type": b"application/json",
        b"content-length": str(len(ANSWER)).encode(),
    }
    assert body["body"] == ANSWER
    assert not body.get("more_body")


@pytest.mark.parametrize(
    "first",
    [
        event(NOTICE),
        event(QUESTION),
        b": ping - 2026-11-22\r\n\r\n",
        b"id: 3\r\n" + event(ANSWER),
        b"event: message\r\nid: 3\r\ndata: " + ANSWER + b"\r\n\r\n",
        b"event: other\r\ndata: " + ANSWER + b"\r\n\r\n",
        event(ANSWER) + event(ANSWER),
        event(ANSWER)[:-2],
        event(b"no JSON"),
        event(b"[]"),
        b"",
    ],
)
def test_whatever_else_comes_first_stays_a_stream(first: bytes) -> None:
    said = [STREAM, part(first), part(event(ANSWER)), END]
    assert reply_to(says(*said))[1] == said


def test_what_is_no_stream_or_no_post_is_let_through() -> None:
    plain = [{**STREAM, "headers": [(b"content-type", b"application/json")]}, part(b"{}"), END]
    assert reply_to(says(*plain))[1] == plain
    listening = [STREAM, part(event(ANSWER)), END]
    assert reply_to(says(*listening), method="GET")[1] == listening


def test_the_sdk_is_not_told_that_a_client_left_who_was_answered() -> None:
    """It would break off what it still has to put away."""
    told: list[Message] = []

    async def script(receive: Any, send: Any) -> None:
        waiting = asyncio.create_task(receive())
        await asyncio.sleep(0)
        await send(STREAM)
        await send(part(event(ANSWER)))
        done, _ = await asyncio.wait({waiting}, timeout=0.05)
        told.extend(task.result() for task in done)
        waiting.cancel()

    assert len(reply_to(script)[1]) == 2
    assert told == []


@pytest.mark.parametrize(
    ("name", "version", "manager"),
    [
        (b"search_messages", b"2026-07-28", "documents"),
        (b"gmail_search_messages", b"2026-07-28", "documents"),
        (b"get_thread", b"2026-07-28", "streams"),
        (b"no_such_tool", b"2026-07-28", "streams"),
        (b"search_messages", b"2025-11-25", "streams"),
        (b"search_messages", b"", "streams"),
    ],
)
def test_calls_of_brief_tools_need_no_stream(name: bytes, version: bytes, manager: str) -> None:
    headers = ((b"mcp-name", name), (b"mcp-protocol-version", version))
    assert reply_to(says(STREAM), *headers)[0] == manager


def test_an_answer_of_megabytes_is_one_too() -> None:
    large = json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"x": "ä" * 2**20}}).encode()
    assert answer_of(event(large)) == large


@pytest.mark.parametrize("era", ERAS)
def test_calls_share_a_connection(
    bridge: Served, era: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With every stream its connection would end."""
    bridge.house.add(mail())
    made: list[object] = []
    kinds: set[str] = set()
    really = BridgeProtocol.connection_made

    def connected(self: BridgeProtocol, transport: Any) -> None:
        made.append(transport)
        really(self, transport)

    async def see(response: httpx2.Response) -> None:
        if response.request.method == "POST" and response.status_code == 200:
            kinds.add(response.headers["content-type"])

    async def work() -> int:
        hooks: dict[str, Any] = {"response": [see]}
        given: dict[str, Any] = {"headers": bridge.headers, "event_hooks": hooks}
        async with (
            httpx2.AsyncClient(**given, timeout=30, trust_env=False) as http_client,
            Client(streamable_http_client(bridge.url, http_client=http_client), mode=era) as client,
        ):
            await client.call_tool("search_messages", {"query": "budget"})
            before = len(made)
            for _ in range(5):
                found = await client.call_tool("search_messages", {"query": "budget"})
                assert found.structured_content is not None
                assert found.structured_content["count"] == 1
                await client.call_tool("list_labels", {})
            return len(made) - before

    monkeypatch.setattr(BridgeProtocol, "connection_made", connected)
    assert asyncio.run(work()) == 0
    assert kinds == {"application/json"}


META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


def call(
    bridge: Served, named: str, tool: str, arguments: dict[str, Any]
) -> tuple[int, dict[str, Any]]:
    """The status and the answer of a call in the newer protocol whose headers name `named`."""
    params = {"name": tool, "arguments": arguments, "_meta": META}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    headers = {name.replace("_", "-"): value for name, value in right(bridge).items()}
    headers |= {"mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call"}
    connection = http.client.HTTPConnection("127.0.0.1", bridge.port, timeout=10)
    connection.request("POST", "/mcp", body, {**headers, "mcp-name": named, "accept": ACCEPT})
    answer = connection.getresponse()
    said = json.loads(answer.read())
    connection.close()
    return answer.status, said


def test_a_header_that_names_another_tool_than_the_body_is_refused(bridge: Served) -> None:
    bridge.house.add(mail())
    status, said = call(bridge, "search_messages", "search_messages", {"query": "budget"})
    assert (status, said["result"]["structuredContent"]["count"]) == (200, 1)
    drafted = {"to": "a@lee.example", "subject": "Hi"}
    status, said = call(bridge, "search_messages", "create_draft", drafted)
    assert status == 400
    assert "error" in said
    assert [e.tool for e in bridge.house.store.audit.newest(limit=9)] == ["search_messages"]


@pytest.mark.parametrize(
    "arguments",
    [
        {"query": ""},
        {"query": "from:"},
        {"query": "nowhere"},
        {"query": "", "max_results": 0},
        {"x": 1},
    ],
)
def test_what_is_filled_in_is_what_the_sdk_writes(
    bridge: Served, arguments: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    hostile = (
        '\u2028 ä 会 "}],"isError":true,"result":{"content":[] \\u0022 </script> \x7f {"id":2}'
    )
    for number in range(3):
        bridge.house.add(mail(f"{number} {hostile}", hostile, message_id=f"{number}@lee.example"))
    status, with_rows_filled_in = call(bridge, SEARCH, SEARCH, arguments)
    monkeypatch.setattr("desktop_app.mcp_bridge.replies._is_brief", lambda _: False)
    assert (status, with_rows_filled_in) == call(bridge, SEARCH, SEARCH, arguments)
    assert status == 200
    if arguments == {"query": ""}:
        assert [row["number"] for row in rows_of(with_rows_filled_in)] == [1, 2, 3]


def rows_of(answer: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = answer["result"]["structuredContent"]["results"]
    return found


def test_the_sdk_is_handed_no_rows(bridge: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[bytes] = []

    def see(answer: bytes, members: Mapping[str, msgspec.Raw]) -> bytes:
        handed.append(answer)
        return filled(answer, members)

    monkeypatch.setattr("desktop_app.mcp_bridge.replies.filled", see)
    bridge.house.add(mail(subject="Budget 2027"))
    _, said = call(bridge, SEARCH, SEARCH, {"query": ""})
    assert rows_of(said)[0]["subject"] == "Budget 2027"
    [answer] = handed
    assert b"Budget" not in answer


def test_what_the_sdk_says_besides_stays() -> None:
    members = {"content": msgspec.Raw(b"[1]"), "more": msgspec.Raw(b"2.50")}
    answer = b'{"jsonrpc":"2.0","id":"a","result":{"_meta":{"x":1},"content":[],"z":null}}'
    assert filled(answer, members) == (
        b'{"jsonrpc":"2.0","id":"a","result":{"_meta":{"x":1},"content":[1],"z":null,"more":2.50}}'
    )
    error = b'{"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "no"}}'
    assert filled(error, members) == error
