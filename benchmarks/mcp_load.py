"""The bridge under those who waste it: `python -m benchmarks.mcp_load [--calls N]`.

A bridge in a process of its own, on two hundred mails. First a thousand connections without a
token, half open for twenty seconds, and a program that calls meanwhile. Then N mixed calls, both
eras in turn, a new session every ten: what the process holds in memory on the way. With
`--application` the calls go to the real application with its window, on the sample mailbox. Ends
with 1 when a call was not answered, a bound did not hold, or the memory grew by more than a tenth
after the first quarter.
"""

from __future__ import annotations

import argparse
import gc
import http.client
import json
import multiprocessing
import os
import socket
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from desktop_app.model.message import Message
from desktop_app.search.parser import parse
from desktop_app.settings import Settings
from desktop_app.store.mail.told_ids import sealed_ids
from desktop_app.store.store import Store
from tests.end_to_end.desk import a_desk, until

MAILS = 200
SESSION = 10
"""Calls of one session, which nobody ends: programs often do not."""

HALF_OPEN = 1_000
HELD_SECONDS = 20.0
MOST_GROWTH = 1.10
NEWER = "2026-07-28"
_META = "io.modelcontextprotocol/"


def _told(store: Store, mails: Iterable[Message]) -> list[tuple[str, str]]:
    """The ids of mails and of their conversations, as a program is told them."""
    ids = sealed_ids(store.db)
    return [(ids.message(m.id), ids.thread(m.thread_id)) for m in mails]


def serve(end: Connection, folder: str) -> None:
    """The bridge, until told to stop. Says what the process holds when asked."""
    from tests.fakes.bridge import served
    from tests.fakes.house import mail, open_house
    from tests.mcp_bridge.hostile import without_limits

    opened = open_house(Path(folder) / "profile")
    house = next(opened)
    ids = [
        house.add(mail(f"Budget {n}", f"We owe {n} pounds. " * 60, message_id=f"{n}@lee.example"))
        for n in range(MAILS)
    ]
    with without_limits(), served(house) as bridge:
        end.send((bridge.port, bridge.token, _told(house.store, ids)))
        while end.recv() != "end":
            gc.collect()
            end.send((_resident(), sum(1 for _ in Path("/proc/self/fd").iterdir())))
    next(opened, None)


def _resident(process: int | str = "self") -> float:
    """Megabytes of memory that a process holds."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


class Caller:
    """One program, in one era, on one connection."""

    def __init__(self, port: int, token: str, *, newer: bool) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._newer = newer
        self._headers = {
            "Authorization": f"Bearer {token}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }
        if not newer:
            who = {"name": "load", "version": "1"}
            hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": who}
            self.ask("initialize", hello)

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """The answer. Raises `OSError`, `ValueError` where there is none."""
        headers = dict(self._headers)
        if self._newer:
            who = {"name": "load", "version": "1"}
            meta = {"protocolVersion": NEWER, "clientInfo": who, "clientCapabilities": {}}
            params = {**params, "_meta": {_META + name: value for name, value in meta.items()}}
            headers |= {"Mcp-Protocol-Version": NEWER, "Mcp-Method": method}
            name = params.get("name") or params.get("uri")
            headers |= {"Mcp-Name": str(name)} if name else {}
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        self._connection.request("POST", "/mcp", body, headers)
        answer = self._connection.getresponse()
        if session := answer.headers.get("mcp-session-id"):
            self._headers["Mcp-Session-Id"] = session
        text = answer.read().decode()
        lines = [line[5:] for line in text.splitlines() if line.startswith("data:") and line[5:]]
        found: dict[str, Any] = json.loads(lines[-1] if lines else text)
        return found

    def close(self) -> None:
        self._connection.close()


def calls(ids: list[tuple[str, str]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A mix without an end: reading, searching, drafts, resources, errors."""
    number = 0
    while True:
        mail, thread = ids[number % len(ids)]
        mixed: tuple[tuple[str, dict[str, Any]], ...] = (
            _call("search_messages", query=f"budget {number % 60}", max_results=20),
            _call("get_message", message_id=mail),
            _call("get_message", number=1 + number % 5),
            _call("get_thread", thread_id=thread),
            _call("search_messages", query="from:dana", page=1 + number % 4),
            _call("list_labels"),
            _call("list_drafts", max_results=5),
            _call("create_draft", subject=f"Budget {number}", body="4 pounds", request_key="k"),
            _call("get_message", message_id="1"),
            _call("no_such_tool", text="x" * 200),
            ("resources/read", {"uri": f"mail://message/{mail}"}),
            ("tools/list", {}),
        )
        yield mixed[number % len(mixed)]
        number += 1


def _call(name: str, **arguments: Any) -> tuple[str, dict[str, Any]]:
    return "tools/call", {"name": name, "arguments": arguments}


@contextmanager
def a_bridge() -> Iterator[tuple[Connection, int, str, list[tuple[str, str]]]]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with TemporaryDirectory() as folder:
        process = context.Process(target=serve, args=(theirs, folder))
        process.start()
        try:
            yield (ours, *ours.recv())
        finally:
            ours.send("end")
            process.join(30)
            process.kill()


@contextmanager
def an_application() -> Iterator[tuple[int, int, str, list[tuple[str, str]]]]:
    """The window on the sample mailbox, its bridge on: its process, port, token, mails."""
    with TemporaryDirectory() as folder:
        profile = Path(folder) / "profile"
        with a_desk(profile) as desk:
            desk.open()
            desk.at("wait", "Sample mailbox", prefix=True)
            desk.close()
            store = Store(profile)
            accounts = tuple(account.id for account in store.accounts.list())
            client, token = store.bridge_clients.add("Load", now=time.time())
            store.bridge_clients.change(client.id, accounts=accounts, groups_off=())
            found = store.finder.messages(parse("in:anywhere"), limit=MAILS)
            ids = _told(store, found)
            store.close()
            Settings(profile).change("bridge.enabled", True)
            desk.open()
            desk.at("wait", "Conversations")
            until((profile / "bridge.json").exists)
            url = json.loads((profile / "bridge.json").read_text())["url"]
            assert desk.app is not None
            yield desk.app.pid, int(url.rpartition(":")[2].partition("/")[0]), token, ids
            desk.close()


def half_open(end: Connection, port: int, token: str) -> int:
    """A thousand connections without a token; how many things went wrong."""
    _, files_before = _asked(end)
    opened = []
    for _ in range(HALF_OPEN):
        one = socket.create_connection(("127.0.0.1", port), timeout=10)
        one.sendall(b"POST /mcp HTTP/1.1\r\nHost: x\r\n")
        opened.append(one)
    most, answered, wanted, slowest = 0, 0, 0, 0.0
    until = time.monotonic() + HELD_SECONDS
    while time.monotonic() < until:
        begun = time.monotonic()
        caller = Caller(port, token, newer=True)
        answered += "result" in caller.ask("tools/list", {})
        caller.close()
        wanted += 1
        slowest = max(slowest, time.monotonic() - begun)
        most = max(most, _asked(end)[1] - files_before)
        time.sleep(0.2)
    for one in opened:
        one.close()
    left = _asked(end)[1] - files_before
    print(f"{HALF_OPEN:,} half-open connections without a token, for {HELD_SECONDS:.0f} s:")
    print(f"  at most {most} files more in the process, {left} at the end")
    print(f"  {answered} of {wanted} calls of a program answered, the slowest in {slowest:.2f} s")
    return int(answered != wanted) + int(most > HALF_OPEN // 4)


def soak(
    held_now: Callable[[], float], port: int, token: str, ids: list[tuple[str, str]], count: int
) -> int:
    """Mixed calls; how many things went wrong."""
    held: dict[int, float] = {}
    unanswered = 0
    caller, mix = Caller(port, token, newer=False), calls(ids)
    for number in range(1, count + 1):
        method, params = next(mix)
        try:
            answer = caller.ask(method, params)
            unanswered += not ("result" in answer or "error" in answer)
        except (OSError, ValueError):
            unanswered += 1
        if number % SESSION == 0:
            caller.close()
            caller = Caller(port, token, newer=(number // SESSION) % 2 == 1)
        if number % (count // 8) == 0:
            held[number] = held_now()
    caller.close()
    print(f"{count:,} mixed calls, without an answer: {unanswered}; megabytes held:")
    print("  " + ", ".join(f"after {number:,}: {size:.0f}" for number, size in held.items()))
    sizes = list(held.values())
    growth = sizes[-1] / sizes[1]
    print(f"  after the first quarter it grew by {100 * (growth - 1):.0f} %")
    return unanswered + int(growth > MOST_GROWTH)


def _asked(end: Connection) -> tuple[float, int]:
    end.send("held")
    found: tuple[float, int] = end.recv()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mcp_load", description=__doc__)
    parser.add_argument("--calls", type=int, default=20_000)
    parser.add_argument("--application", action="store_true")
    asked = parser.parse_args()
    if asked.application:
        with an_application() as (process, port, token, ids):
            wrong = soak(lambda: _resident(process), port, token, ids, asked.calls)
    else:
        with a_bridge() as (end, port, token, ids):
            wrong = half_open(end, port, token)
            wrong += soak(lambda: _asked(end)[0], port, token, ids, asked.calls)
    print("all held" if not wrong else f"{wrong} did not hold")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
