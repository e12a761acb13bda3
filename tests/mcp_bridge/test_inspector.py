"""The protocol's own Inspector, from its command line: it finds nothing to complain of, and does
the main job. What it prints there is the transcript of docs/mcp-bridge.md."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_app.model.draft import DraftState
from tests.fakes.bridge import Served
from tests.fakes.house import mail
from tests.mcp_bridge.tools import needs_tools, run

ERAS: tuple[list[str], ...] = ([], ["--protocol-era", "modern"])
pytestmark = needs_tools


def inspect(bridge: Served, folder: Path, *arguments: str) -> tuple[int, str, str]:
    return run(
        "mcp-inspector", "--cli", bridge.url, "--transport", "http",
        "--header", f"Authorization: Bearer {bridge.token}", *arguments, "--format", "json",
        cwd=folder,
    )  # fmt: skip


@pytest.mark.parametrize("era", ERAS, ids=["legacy", "modern"])
def test_a_strict_look_at_the_tools_finds_nothing(
    bridge: Served, era: list[str], tmp_path: Path
) -> None:
    bridge.house.settings.change("tools.mcp_off", ())
    code, out, remarks = inspect(bridge, tmp_path, "--method", "tools/list", "--strict", *era)
    assert code == 0, remarks
    assert "Error:" not in remarks
    assert "Issue:" not in remarks
    assert len(json.loads(out)["result"]["tools"]) == 25


@pytest.mark.parametrize("era", ERAS, ids=["legacy", "modern"])
def test_the_main_job(bridge: Served, era: list[str], tmp_path: Path) -> None:
    bridge.house.add(mail())

    def call(name: str, **arguments: Any) -> Any:
        pairs = [f"{key}={value}" for key, value in arguments.items()]
        code, out, complaints = inspect(
            bridge, tmp_path, "--method", "tools/call", "--tool-name", name,
            *(["--tool-arg", *pairs] if pairs else []), *era,
        )  # fmt: skip
        assert code == 0, out + complaints
        return json.loads(out)["result"]["structuredContent"]

    [row] = call("search_messages", query="budget")["results"]
    assert "budget" in call("get_message", message_id=row["message_id"])["untrusted_text"]
    saved = call("draft_reply", message_id=row["message_id"], body="I will.")
    asked = call("send_draft", draft_id=saved["draft_id"], revision=saved["revision"])
    assert asked["decision"] == "ask"
    [draft] = bridge.house.store.drafts.in_state([DraftState.PROPOSED])
    assert draft.asks_to_send
    assert bridge.house.store.outbox.count_open() == 0
