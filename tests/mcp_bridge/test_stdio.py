"""`draftdesk mcp`: the real process, as a host starts it, with a near-empty environment."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from desktop_app.model.bridge import LOCAL_PROGRAM
from tests.fakes.bridge import Served
from tests.fakes.house import TestHouse, mail
from tests.mcp_bridge.client import ERAS

CHECKOUT = Path(__file__).parents[2]


def command(profile: Path) -> list[str]:
    return [sys.executable, "-m", "desktop_app", "--profile", str(profile), "mcp"]


def through_a_pipe(profile: Path, work: Callable[[Client], Awaitable[Any]], era: str) -> Any:
    program, *arguments = command(profile)
    server = StdioServerParameters(
        command=program, args=arguments, env={"PATH": "/usr/bin:/bin"}, cwd=CHECKOUT
    )

    async def run() -> Any:
        async with Client(server, mode=era) as client:
            return await work(client)

    return asyncio.run(run())


@pytest.fixture
def local(bridge: Served) -> Served:
    bridge.house.store.bridge_clients.change(LOCAL_PROGRAM, accounts=("work",), groups_off=())
    return bridge


@pytest.mark.parametrize("era", ERAS)
def test_the_main_job_through_the_pipe(local: Served, era: str) -> None:
    local.house.add(mail())

    async def work(client: Client) -> tuple[int, str]:
        found = await client.call_tool("search_messages", {"query": "budget"})
        saved = await client.call_tool("draft_reply", {"number": 1, "body": "I will."})
        many = await asyncio.gather(
            *(client.call_tool("search_messages", {"query": "budget"}) for _ in range(10))
        )
        assert all(not each.is_error for each in many)
        read = await client.read_resource("mail://drafts")
        assert found.structured_content is not None
        assert saved.structured_content is not None, saved.content
        return found.structured_content["count"], read.contents[0].text  # type: ignore[union-attr]

    count, drafts = through_a_pipe(local.house.profile, work, era)
    assert count == 1
    assert json.loads(drafts)["count"] == 1
    assert local.house.store.drafts.count(proposed=True) == 1


def talk(profile: Path, *messages: dict[str, Any], end: bytes = b"") -> list[dict[str, Any]]:
    """What the pipe answers to these lines; it ends when its input does."""
    lines = b"".join(json.dumps(each).encode() + b"\n" for each in messages) + end
    run = subprocess.run(
        command(profile), input=lines, capture_output=True, cwd=CHECKOUT, timeout=60, check=False,
        env={"PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


def ask(number: int, method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


HELLO = ask(
    1,
    "initialize",
    protocolVersion="2025-11-25",
    capabilities={},
    clientInfo={"name": "t", "version": "1"},
)


def test_without_the_application_it_says_what_to_do(house: TestHouse) -> None:
    [answer] = talk(house.profile, HELLO)
    assert answer["id"] == 1
    assert "switch on" in answer["result"]["instructions"]


def test_a_bridge_that_crashed_is_told_like_one_that_is_off(bridge: Served) -> None:
    url = bridge.url
    bridge.bridge.shutdown()
    path = bridge.house.profile / "bridge.json"
    path.write_text(json.dumps({"url": url, "pid": 1, "token": "old"}))
    [answer] = talk(bridge.house.profile, HELLO)
    assert "switch on" in answer["result"]["instructions"]


def test_what_is_no_message_is_answered_as_such_and_the_rest_goes_on(local: Served) -> None:
    program = subprocess.Popen(
        command(local.house.profile), stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=CHECKOUT
    )
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdin.write(b"this is no JSON\n[1]\n\n" + json.dumps(HELLO).encode() + b"\n")
    program.stdin.flush()
    answers = [json.loads(program.stdout.readline()) for _ in range(3)]
    assert [a.get("error", {}).get("code") for a in answers] == [-32700, -32600, None]
    assert answers[2]["result"]["serverInfo"] == {
        "name": "draftdesk", "title": "Draftdesk", "version": "1.2.3",
    }  # fmt: skip
    program.stdin.close()
    assert program.wait(20) == 0
    program.stdout.close()


def test_a_killed_host_leaves_nothing_running(local: Served) -> None:
    program = subprocess.Popen(
        command(local.house.profile), stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=CHECKOUT
    )
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdin.write(json.dumps(HELLO).encode() + b"\n")
    program.stdin.flush()
    assert json.loads(program.stdout.readline())["id"] == 1
    program.stdin.close()  # what the system does when the host dies
    program.stdout.close()
    assert program.wait(20) == 0
