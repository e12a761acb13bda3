"""The bridge under load, the window open: `python -m benchmarks.mcp_bridge [--messages N]`.

One client of the SDK calls, in turn and with four calls under way, all in one run: searches
through the bridge; a bare server of the same SDK that returns two letters; the same server
returning a search's answer, as it is and from a tool declared as ours is, whose answers the client
then holds against its schema.
The application runs under Xvfb on the seeded mailbox, with its log of long turns on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from pydantic import BaseModel

from benchmarks.corpus import Corpus
from benchmarks.queries import pairs
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from tests.end_to_end.desk import Desk, a_desk, until
from tests.end_to_end.stalls import computed, forbidden_stalls

ROUNDS = 12
CALLS = 100
"""Calls of each kind in a round."""


@dataclass
class Kind:
    """Milliseconds of every call of one kind."""

    title: str
    client: Client
    tool: str
    more: Mapping[str, Any] = field(default_factory=dict)
    milliseconds: list[float] = field(default_factory=list)
    rounds: list[float] = field(default_factory=list)
    """Seconds of each round."""

    @property
    def rate(self) -> float:
        return len(self.milliseconds) / sum(self.rounds)

    def share_of(self, other: Kind) -> float:
        """Of the other's rate, in percent: the median of the rounds', each with the one beside
        it. What the machine's other guests take falls on single rounds."""
        pairs_of_rounds = zip(self.rounds, other.rounds, strict=True)
        return 100 * median(theirs / ours for ours, theirs in pairs_of_rounds)

    def quantile(self, share: float) -> float:
        return sorted(self.milliseconds)[int(share * (len(self.milliseconds) - 1))]


async def measure(
    url: str, token: str, bare: Bare, queries: Sequence[str], asked: argparse.Namespace
) -> dict[int, list[Kind]]:
    """By how many calls are under way at any time. Alternating rounds; the first of each kind is
    not counted."""
    era, loads = asked.era, asked.at_once
    async with AsyncExitStack() as stack:
        ours = await stack.enter_async_context(_connected(url, token, era))
        first = await ours.call_tool("search_messages", {"query": queries[0]})
        [tool] = [t for t in (await ours.list_tools()).tools if t.name == "search_messages"]
        bare.answer(_json(tool), _json(first))
        theirs = await stack.enter_async_context(_connected(bare.url, "", era))
        measured = {at_once: _kinds(ours, theirs) for at_once in loads}
        for number in range(asked.rounds + 1):
            for at_once, kinds in measured.items():
                for kind in kinds:
                    await _round(kind, queries, at_once, counted=number > 0)
        return measured


def _kinds(ours: Client, theirs: Client) -> list[Kind]:
    return [
        Kind("search through the bridge", ours, "search_messages"),
        Kind("a search for one row", ours, "search_messages", {"max_results": 1}),
        Kind("bare server, two letters", theirs, "constant"),
        Kind("bare server, an answer as long", theirs, "answer"),
        Kind("bare server, the same tool", theirs, "search_messages"),
    ]


def _json(thing: BaseModel) -> dict[str, Any]:
    return thing.model_dump(mode="json", by_alias=True, exclude_none=True)


async def _round(kind: Kind, queries: Sequence[str], at_once: int, *, counted: bool) -> None:
    """`CALLS` calls, `at_once` of them under way at any time."""
    began, times = time.perf_counter(), []
    numbers = iter(range(CALLS))

    async def call_in_turn() -> None:
        for number in numbers:
            started = time.perf_counter()
            found = await kind.client.call_tool(
                kind.tool, {"query": queries[number % len(queries)], **kind.more}
            )
            times.append(1000 * (time.perf_counter() - started))
            assert not found.is_error, found.content

    await asyncio.gather(*(call_in_turn() for _ in range(at_once)))
    if counted:
        kind.rounds.append(time.perf_counter() - began)
        kind.milliseconds += times


@asynccontextmanager
async def _connected(url: str, token: str, era: str) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60, trust_env=False) as http,
        Client(streamable_http_client(url, http_client=http), mode=era) as client,
    ):
        yield client


@dataclass
class Bare:
    """The server of `benchmarks.mcp_bare` in a process of its own."""

    process: subprocess.Popen[str]
    url: str

    def answer(self, tool: dict[str, Any], kept: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps((tool, kept)) + "\n")
        self.process.stdin.flush()


@contextmanager
def _bare() -> Iterator[Bare]:
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.mcp_bare"], text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        yield Bare(process, process.stdout.readline().strip())
    finally:
        process.terminate()
        process.communicate(timeout=20)


@contextmanager
def _application(source: Path) -> Iterator[tuple[Desk, str]]:
    """The window on a copy of the profile, its bridge on; and a client's token."""
    with tempfile.TemporaryDirectory(prefix="draftdesk-bench-", dir=source.parent) as folder:
        profile = Path(folder) / "profile"
        shutil.copytree(source, profile)
        os.sync()  # or the first checkpoint would wait for the copy to reach the disk
        store = Store(profile)
        accounts = tuple(account.id for account in store.accounts.list())
        client, token = store.bridge_clients.add("Benchmark", now=time.time())
        store.bridge_clients.change(client.id, accounts=accounts, groups_off=())
        store.close()
        settings = Settings(profile)
        settings.change("bridge.enabled", True)
        with a_desk(profile) as desk:
            desk.open()
            desk.at("wait", "Conversations")
            until((profile / "bridge.json").exists)
            yield desk, token
            desk.close()


def table(kinds: Sequence[Kind]) -> str:
    least, same = (next(k for k in kinds if k.title.endswith(x)) for x in ("letters", "same tool"))
    lines = [
        "| | calls/s | p50 ms | p99 ms | % of two letters | % of the same tool |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    lines.extend(
        f"| {kind.title} | {kind.rate:.0f} | {kind.quantile(0.5):.2f} | {kind.quantile(0.99):.2f}"
        f" | {kind.share_of(least):.0f} | {kind.share_of(same):.0f} |"
        for kind in kinds
    )
    return "\n".join(lines)


def told(log: str) -> str:
    lengths = [milliseconds for milliseconds in computed(log) if milliseconds > 50]
    return (
        f"Turns of the window of over 50 ms computing: {len(lengths)}, "
        f"the longest {max(lengths, default=0)} ms.\n"
        f"Blocking calls, and turns of over a second: {len(forbidden_stalls(log))}."
    )


def processor_time() -> tuple[int, int]:
    """Ticks of all processors so far, and those of them that the host gave to others (proc(5),
    /proc/stat: steal)."""
    ticks = [int(part) for part in Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
    return sum(ticks), ticks[7]


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--messages", type=int, default=100_000)
    asked.add_argument("--era", choices=("legacy", "2026-07-28"), default="2026-07-28")
    asked.add_argument(
        "--at-once", type=int, nargs="+", default=[1, 4], help="calls under way at any time"
    )
    asked.add_argument("--rounds", type=int, default=ROUNDS, help="of a hundred calls of a kind")
    given = asked.parse_args()
    source = Path(".bench") / str(given.messages) / "profile"
    if not (source / "mail.db").exists():
        print(f"First: python -m benchmarks --messages {given.messages}", file=sys.stderr)
        return 2
    queries = [pair.ours for pair in pairs(Corpus(given.messages))]
    with _bare() as bare, _application(source) as (desk, token):
        url = json.loads((desk.profile / "bridge.json").read_text())["url"]
        before = processor_time()
        measured = asyncio.run(measure(url, token, bare, queries, given))
        all_of_it, stolen = (
            later - sooner for later, sooner in zip(processor_time(), before, strict=True)
        )
        log = desk.read_stalls()
    for at_once, kinds in measured.items():
        print(f"{at_once} at a time:\n\n{table(kinds)}\n")
    print(told(log))
    print(f"Processor time the machine's host gave to others: {100 * stolen / all_of_it:.0f} %.")
    if log:
        Path(".bench/mcp-bridge-stalls.log").write_text(log, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
