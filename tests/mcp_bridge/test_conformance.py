"""The protocol's official conformance suite, at both sets of requirements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_app.mcp_bridge import server
from desktop_app.mcp_bridge.http import guard
from desktop_app.mcp_bridge.http.guard import Guard
from desktop_app.model.bridge import LOCAL_PROGRAM
from tests.fakes.bridge import RUN_TOKEN, Served, served
from tests.fakes.house import TestHouse
from tests.mcp_bridge.fixtures import ServerWithFixtures
from tests.mcp_bridge.tools import needs_tools, run

SCORED = {"2025-11-25": 30, "2026-07-28": 37}
"""Scenarios that each set of requirements has for servers."""


class GuardWithToken(Guard):
    """In front of the bridge: the suite can send no header of its own. It adds the token, and takes
    away the Origin that is the bridge's own address, which the suite sends as a harmless one and
    the bridge accepts from nobody. Every other Origin and Host goes through as it is."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            own = (b"origin", b"http://127.0.0.1:%d" % self._port())
            headers = [header for header in scope["headers"] if tuple(header) != own]
            token = (b"authorization", f"Bearer {RUN_TOKEN}".encode())
            scope = {**scope, "headers": [*headers, token]}
        await super().__call__(scope, receive, send)


@pytest.fixture
def open_bridge(house: TestHouse, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setattr(server, "BridgeServer", ServerWithFixtures)
    monkeypatch.setattr(guard, "Guard", GuardWithToken)
    house.store.bridge_clients.change(LOCAL_PROGRAM, accounts=("work",), groups_off=())
    with served(house) as one:
        yield one


@needs_tools
@pytest.mark.parametrize("revision", sorted(SCORED))
def test_all_that_is_scored_passes(open_bridge: Served, revision: str, tmp_path: Path) -> None:
    code, out, errors = run(
        "conformance", "server", "--url", open_bridge.url, "--requirements", revision,
        "--output-dir", str(tmp_path / "results"), cwd=tmp_path,
    )  # fmt: skip
    summary, _, beside = out.partition("=== SUMMARY ===")[2].partition("Not scored for ")
    not_scored = set(re.findall(r"^  [✓✗] (\S+)", beside, re.MULTILINE))
    verdicts = re.findall(r"^([✓✗]) (\S+): (\d+) passed, (\d+) failed", summary, re.MULTILINE)
    scored = {name: (int(ok), int(bad)) for _, name, ok, bad in verdicts if name not in not_scored}
    assert len(scored) == SCORED[revision], out[-4000:] + errors[-2000:]
    assert {name: found for name, found in scored.items() if found[1] or not found[0]} == {}
    assert code == 0, out[-4000:]
