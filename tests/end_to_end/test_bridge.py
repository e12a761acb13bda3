"""The application is closed, or dies, while programs are calling: nothing listens, nothing runs on,
and nothing that was answered is lost."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from desktop_app.model.bridge import LOCAL_PROGRAM
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from tests.depths import in_depth
from tests.end_to_end.desk import CHECKOUT, Desk, until

pytestmark = pytest.mark.system


@pytest.fixture
def where(desk: Desk) -> dict[str, Any]:
    """The window is open with its bridge on, and programs on this computer may read it all."""
    desk.open()
    desk.at("wait", "Sample mailbox", prefix=True)
    assert desk.close() == 0
    store = Store(desk.profile)
    accounts = tuple(account.id for account in store.accounts.list())
    assert accounts
    store.bridge_clients.change(LOCAL_PROGRAM, accounts=accounts, groups_off=())
    store.close()
    Settings(desk.profile).change("bridge.enabled", True)
    desk.open()
    desk.at("wait", "Conversations")
    path = desk.profile / "bridge.json"
    until(path.exists)
    found: dict[str, Any] = json.loads(path.read_text())
    return found


class Calling:
    """A program that calls without a pause until nobody answers any more; `drafts` are those it
    was told of."""

    def __init__(self, where: dict[str, Any]) -> None:
        self._where = where
        self.calls, self.drafts, self.end = 0, list[str](), ""
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            asyncio.run(self._call())
        except Exception as error:  # the server goes away in the middle
            self.end = repr(error)

    async def _call(self) -> None:
        headers = {"Authorization": f"Bearer {self._where['token']}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=20, trust_env=False) as http,
            Client(streamable_http_client(self._where["url"], http_client=http)) as client,
        ):
            while True:
                found = await client.call_tool("search_messages", {"query": "the"})
                assert found.structured_content is not None
                self.calls += 1
                if len(self.drafts) < 3:
                    given = {"to": "a@lee.example", "subject": f"Draft {self.calls}"}
                    saved = await client.call_tool("create_draft", given)
                    assert saved.structured_content is not None
                    self.drafts.append(str(saved.structured_content["draft_id"]))

    def ended(self) -> bool:
        self._thread.join(30)
        return not self._thread.is_alive()


def listens(url: str) -> bool:
    port = int(url.rpartition(":")[2].partition("/")[0])
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except ConnectionRefusedError:
        return False
    return True


def running(group: int) -> list[int]:
    """Processes of a session, the application's and its children."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            if int(fields[3]) == group and fields[0] != "Z":
                found.append(int(path.parent.name))
    return found


def kept(profile: Path, drafts: list[str]) -> None:
    """Every draft that a program was told of is there, and the database is whole."""
    store = Store(profile)
    try:
        assert [store.drafts.get(draft_id).id for draft_id in drafts] == drafts
        with store.db.reading() as connection:
            assert list(connection.execute("PRAGMA integrity_check")) == [("ok",)]
    finally:
        store.close()


def test_closed_in_the_middle_of_calls_nothing_is_left_and_nothing_lost(
    desk: Desk, where: dict[str, Any]
) -> None:
    programs = [Calling(where) for _ in range(3)]
    until(lambda: all(each.calls > 5 or each.end for each in programs))
    assert not any(each.end for each in programs), f"{[x.end for x in programs]}\n{desk.log()}"
    assert desk.app is not None
    group = desk.app.pid
    assert desk.close() == 0
    assert all(each.ended() for each in programs)
    assert not listens(where["url"])
    assert not (desk.profile / "bridge.json").exists()
    until(lambda: not running(group))
    drafts = [draft for each in programs for draft in each.drafts]
    assert drafts
    kept(desk.profile, drafts)


@pytest.mark.parametrize("how", in_depth([signal.SIGTERM, signal.SIGHUP]))
def test_told_to_end_by_the_system_it_leaves_nothing_behind(
    desk: Desk, where: dict[str, Any], how: int
) -> None:
    program = Calling(where)
    until(lambda: len(program.drafts) == 3 or program.end)
    assert desk.app is not None
    os.kill(desk.app.pid, how)
    assert desk.app.wait(30) == 0, desk.log()
    assert not (desk.profile / "bridge.json").exists()
    assert not listens(where["url"])
    assert program.ended()
    kept(desk.profile, program.drafts)


def test_killed_in_the_middle_of_calls_nothing_is_lost_and_it_starts_again(
    desk: Desk, where: dict[str, Any]
) -> None:
    programs = [Calling(where) for _ in range(3)]
    until(lambda: all(each.calls > 5 or each.end for each in programs))
    assert not any(each.end for each in programs), f"{[x.end for x in programs]}\n{desk.log()}"
    desk.kill()
    assert all(each.ended() for each in programs)
    assert not listens(where["url"])
    kept(desk.profile, [draft for each in programs for draft in each.drafts])
    desk.open()
    desk.at("wait", "Conversations")
    path = desk.profile / "bridge.json"
    until(lambda: path.exists() and json.loads(path.read_text())["token"] != where["token"])
    assert listens(json.loads(path.read_text())["url"])
    assert desk.close() == 0
    assert not path.exists()


def test_a_host_that_is_killed_leaves_no_pipe_behind(desk: Desk, where: dict[str, Any]) -> None:
    """The host is a process of its own, which starts the pipe as its child."""
    host = subprocess.Popen(
        [sys.executable, "-c", HOST, str(desk.profile)], cwd=CHECKOUT, text=True,
        stdout=subprocess.PIPE, start_new_session=True, env={"PATH": os.environ["PATH"]},
    )  # fmt: skip
    assert host.stdout is not None
    assert json.loads(host.stdout.readline())["id"] == 1
    pipes = [pid for pid in running(host.pid) if pid != host.pid]
    assert pipes
    os.kill(host.pid, signal.SIGKILL)
    host.wait()
    host.stdout.close()
    until(lambda: not running(host.pid))
    assert listens(where["url"])
    assert desk.close() == 0


HOST = """
import json, subprocess, sys, time
pipe = subprocess.Popen(
    [sys.executable, "-m", "desktop_app", "--profile", sys.argv[1], "mcp"],
    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
)
hello = {"protocolVersion": "2025-11-25", "capabilities": {},
         "clientInfo": {"name": "host", "version": "1"}}
pipe.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}))
pipe.stdin.write("\\n")
pipe.stdin.flush()
print(pipe.stdout.readline(), end="", flush=True)
time.sleep(600)
"""
