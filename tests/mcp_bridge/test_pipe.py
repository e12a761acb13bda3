"""The pipe under hosts that come first, talk nonsense or leave, and an application that comes and
goes: every id gets one answer, and the answer tells the right reason."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from desktop_app.mcp_bridge.stdio.lines import LONGEST_LINE, Line, NoMessage, lines, message_in
from desktop_app.model.bridge import LOCAL_PROGRAM
from tests.depths import one_in
from tests.fakes.bridge import Served, make_bridge
from tests.fakes.house import TestHouse, mail
from tests.mcp_bridge.test_stdio import CHECKOUT, HELLO, ask, command, local, talk, through_a_pipe

__all__ = ["local"]
WHO = {"name": "t", "version": "1"}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
SEARCH = {"name": "search_messages", "arguments": {"query": "budget"}}


class Host:
    """A program that has started the pipe, and reads line by line."""

    def __init__(self, profile: Any) -> None:
        self.process = subprocess.Popen(
            command(profile), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, cwd=CHECKOUT, env={"PATH": "/usr/bin:/bin"},
        )  # fmt: skip

    def say(self, *messages: Any) -> None:
        for message in messages:
            data = message if isinstance(message, bytes) else json.dumps(message).encode()
            self.process.stdin.write(data + b"\n")  # type: ignore[union-attr]
        self.process.stdin.flush()  # type: ignore[union-attr]

    def hear(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.process.stdout.readline())  # type: ignore[union-attr]
        return found

    def answer(self, number: int) -> dict[str, Any]:
        """The answer to a request; notices in between are passed over."""
        while (found := self.hear()).get("id") != number:
            assert "method" in found, found
        return found

    def end(self) -> tuple[int, str]:
        if not self.process.stdin.closed:  # type: ignore[union-attr]
            self.process.stdin.close()  # type: ignore[union-attr]
        status = self.process.wait(20)
        errors = self.process.stderr.read().decode()  # type: ignore[union-attr]
        self.process.stdout.close()  # type: ignore[union-attr]
        self.process.stderr.close()  # type: ignore[union-attr]
        return status, errors


@contextmanager
def host_of(house: TestHouse) -> Iterator[Host]:
    host = Host(house.profile)
    try:
        yield host
    finally:
        if host.process.poll() is None:
            host.process.kill()
            host.process.wait()
        for stream in (host.process.stdin, host.process.stdout, host.process.stderr):
            stream.close()  # type: ignore[union-attr]


@pytest.mark.logs_errors  # uvicorn's, of a stream that was open when the bridge went off
def test_it_outlives_a_restart_of_the_application(local: Served) -> None:
    local.house.add(mail())
    with host_of(local.house) as host:
        host.say(HELLO, READY, ask(2, "resources/subscribe", uri="mail://messages"))
        assert "result" in host.answer(1)
        assert "result" in host.answer(2)
        host.say(ask(3, "tools/call", **SEARCH))
        assert host.answer(3)["result"]["structuredContent"]["count"] == 1
        local.bridge.shutdown()
        host.say(ask(4, "tools/call", **SEARCH))
        closed = host.answer(4)["result"]
        assert closed["isError"]
        assert "start Draftdesk" in closed["content"][0]["text"]
        again = make_bridge(local.house)
        again.start()
        try:
            again.wait()
            host.say(ask(5, "tools/call", **SEARCH))
            assert host.answer(5)["result"]["structuredContent"]["count"] == 1
            local.house.add(mail(message_id="two@lee.example"))
            while (told := host.hear()).get("method") != "notifications/resources/updated":
                assert "method" in told
            assert told["params"]["uri"] == "mail://messages"
        finally:
            again.shutdown()
        assert host.end() == (0, "")


def forget_sessions(listener: Any) -> None:
    """End all sessions where they are served. Only dropped, their streams would stay open until
    they are collected."""
    sessions = listener._app.session_manager._server_instances

    async def forget() -> None:
        for transport in [*sessions.values()]:
            await transport.terminate()
        sessions.clear()

    asyncio.run_coroutine_threadsafe(forget(), listener._loop).result(10)


def test_a_session_that_was_forgotten_is_made_anew_and_no_call_fails(local: Served) -> None:
    with host_of(local.house) as host:
        host.say(HELLO, READY)
        host.answer(1)
        for number in range(2, 6):
            forget_sessions(local.bridge._listener)
            host.say(ask(number, "tools/list"))
            assert host.answer(number)["result"]["tools"]


@pytest.mark.logs_errors  # uvicorn's, of a stream that was open when the bridge went off
def test_a_host_that_came_first_gets_a_server_that_says_what_to_do(house: TestHouse) -> None:
    house.store.bridge_clients.change(LOCAL_PROGRAM, accounts=("work",), groups_off=())
    asked = ("tools/list", "resources/list", "resources/templates/list", "prompts/list", "ping")
    with host_of(house) as host:
        host.say(HELLO, READY, *(ask(n, method) for n, method in enumerate(asked, 2)))
        first = host.answer(1)["result"]
        assert first["serverInfo"]["name"] == "draftdesk"
        assert "start Draftdesk" in first["instructions"]
        names = {tool["name"] for tool in host.answer(2)["result"]["tools"]}
        assert {"search_messages", "draft_reply"} <= names
        assert [bool(host.answer(n)["result"]) for n in (3, 4, 5, 6)] == [True, True, True, False]
        host.say(ask(7, "tools/call", **SEARCH), ask(8, "resources/read", uri="mail://messages"))
        assert host.answer(7)["result"]["structuredContent"]["code"] == "unavailable"
        assert "start Draftdesk" in host.answer(8)["error"]["message"]
        house.settings.change("bridge.enabled", True)
        bridge = make_bridge(house)
        bridge.start()
        try:
            bridge.wait()
            assert host.hear()["method"] == "notifications/tools/list_changed"
            host.say(ask(9, "tools/call", **SEARCH))
            assert host.answer(9)["result"]["structuredContent"]["count"] == 0
        finally:
            bridge.shutdown()
        assert host.end() == (0, "")


@one_in(2)
@pytest.mark.parametrize("era", ["auto", "2026-07-28", "legacy"])
def test_the_sdks_client_works_with_an_application_that_is_not_there(
    house: TestHouse, era: str
) -> None:
    async def work(client: Any) -> Any:
        tools = (await client.list_tools()).tools
        return tools, await client.call_tool("search_messages", {"query": "budget"})

    tools, found = through_a_pipe(house.profile, work, era)
    assert len(tools) > 5
    assert found.is_error
    assert "start Draftdesk" in found.content[0].text


DEEP = b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"search_messages",'
DEEP += b'"arguments":{"query":' + b"[" * 5_000 + b"]" * 5_000 + b"}}}"
NONSENSE: tuple[tuple[bytes, str], ...] = (
    (DEEP, "nested"),
    (b'{"jsonrpc":"2.0","id":%d,"method":"ping","params":{"x":NaN}}', "NaN is no JSON"),
    (b'{"jsonrpc":"2.0","id":%d,"method":"ping","params":{"x":-Infinity}}', "-Infinity is no"),
    (b'{"jsonrpc":"2.0","id":%d,"method":"ping","params":{"x":"\\ud800"}}', "Unicode"),
    (b'{"jsonrpc":"2.0","id":%d,"method":"ping","params":{"x":}}', "No JSON"),
    (b'{"params":{"x":"' + b"y" * 6_000_000 + b'"},"id":%d,"jsonrpc":"2.0"}', "5 MB"),
    (b'{"id":%d,"params":{"x":"' + b"y" * 6_000_000 + b'"},"method":"ping"}', "5 MB"),
)


def test_every_id_gets_its_answer_whatever_the_line_was(local: Served) -> None:
    with host_of(local.house) as host:
        host.say(HELLO, READY)
        host.answer(1)
        for number, (line, words) in enumerate(NONSENSE, 2):
            host.say(line.replace(b"%d", b"%d" % number))
            error = host.answer(number)["error"]
            assert words in error["message"]
            assert error["code"] in {-32700, -32600}
        long = "y" * 2_000_000
        call = {"name": "search_messages", "arguments": {"query": long}}
        host.say(ask(90, "tools/call", **call), ask(91, "ping"))
        answers = dict[int, Any]()
        while len(answers) < 2:
            if "id" in (found := host.hear()):  # a notice may come in between
                answers[found["id"]] = found
        assert "result" in answers[90]
        assert answers[91]["result"] == {}
        host.say(b"{%s}" % (b'"a":{},' * 200 + b'"id":92'), ask(93, "no/such"))
        assert "error" in host.answer(92)
        assert "error" in host.answer(93)
        assert host.end() == (0, "")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_told_to_stop_it_answers_and_ends_without_a_trace(local: Served, how: int) -> None:
    with host_of(local.house) as host:
        host.say(HELLO, READY)
        host.answer(1)
        meta = {"protocolVersion": "2026-07-28", "clientCapabilities": {}, "clientInfo": WHO}
        listen = {"_meta": {f"io.modelcontextprotocol/{k}": v for k, v in meta.items()}}
        host.say(ask(2, "subscriptions/listen", notifications={"toolsListChanged": True}, **listen))
        host.say(ask(3, "ping"))
        host.answer(3)
        os.kill(host.process.pid, how)
        found = [json.loads(line) for line in host.process.stdout]  # type: ignore[union-attr]
        assert [each["id"] for each in found if "id" in each] == [2]
        assert host.process.wait(20) == 0
        assert host.process.stderr.read() == b""  # type: ignore[union-attr]


def test_an_end_that_closes_after_many_questions_gets_every_answer(local: Served) -> None:
    questions = [ask(n, "tools/call", **SEARCH) for n in range(2, 42)]
    answers = talk(local.house.profile, HELLO, READY, *questions)
    numbers = [each["id"] for each in answers if "id" in each]
    assert sorted(numbers) == list(range(1, 42))
    assert all("result" in each for each in answers if "id" in each)


def test_a_reader_that_has_gone_ends_it_quietly(local: Served) -> None:
    with host_of(local.house) as host:
        host.process.stdout.close()  # type: ignore[union-attr]
        host.say(HELLO)
        assert host.process.wait(20) == 0
        assert host.process.stderr.read() == b""  # type: ignore[union-attr]


@pytest.mark.logs_errors  # uvicorn's, of a stream that was open when the bridge went off
def test_a_call_under_way_when_the_application_dies_is_told_so(local: Served) -> None:
    """The one call that may fail: it may have been done, so that it is not made again."""
    from desktop_app.store.mail.finder import Finder

    started, never = threading.Event(), threading.Event()
    real = Finder.summaries

    def slow(*given: Any, **more: Any) -> Any:
        started.set()
        never.wait(1.5)
        return real(*given, **more)

    with host_of(local.house) as host, pytest.MonkeyPatch.context() as patched:
        patched.setattr(Finder, "summaries", slow)
        host.say(HELLO, READY, ask(2, "tools/call", **SEARCH))
        host.answer(1)
        assert started.wait(20)
        local.bridge.shutdown()
        answer = host.answer(2)
        assert "error" in answer or answer["result"]["isError"]


# Lines, without a process


def read_all(data: bytes) -> list[Line]:
    read, write = os.pipe()
    from threading import Thread

    def fill() -> None:
        os.write(write, data) if len(data) < 60_000 else _fill(write, data)
        os.close(write)

    filling = Thread(target=fill)
    filling.start()
    try:
        return list(lines(read))
    finally:
        filling.join()
        os.close(read)


def _fill(descriptor: int, data: bytes) -> None:
    for start in range(0, len(data), 60_000):
        os.write(descriptor, data[start : start + 60_000])


def test_lines_come_whole_and_the_last_needs_no_end() -> None:
    assert [line.data for line in read_all(b"a\n\nb\nc")] == [b"a", b"", b"b", b"c"]
    whole = b"x" * 200_000
    assert [line.data for line in read_all(whole + b"\n" + whole)] == [whole, whole]
    assert list(lines(-1)) == []


def test_a_line_that_is_too_long_is_never_held_whole() -> None:
    [line, rest] = read_all(b"{" + b"x" * (LONGEST_LINE + 500_000) + b'"id":7}\n{}')
    assert line.tail is not None
    assert len(line.data) + len(line.tail) < 200_000
    assert line.tail.endswith(b'"id":7}')
    assert rest == Line(b"{}")


@pytest.mark.parametrize(
    ("line", "id_"),
    [
        (b'{"id":"a","x":NaN}', "a"),
        (b'{"x":{"id":1},"id":2,"y":NaN}', 2),
        (b'{"x":"\\"id\\":5","id":6,"y":NaN}', 6),
        (b'{"id":{"a":1},"y":NaN}', None),
        (b'{"id":true,"y":NaN}', None),
        (b'{"id":nonsense,"y":NaN}', None),
        (b"NaN", None),
        (b'{"id":1,"y":', 1),
    ],
)
def test_the_id_is_found_in_what_is_no_message(line: bytes, id_: Any) -> None:
    with pytest.raises(NoMessage) as problem:
        message_in(Line(line))
    assert problem.value.answer["id"] == id_
