"""A third client: fastmcp's, in a Python of its own (packaging/bootstrap.sh)."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from desktop_app.model.draft import DraftState
from tests.fakes.bridge import Served
from tests.fakes.house import mail
from tests.mcp_bridge.tools import CHECKOUT

PYTHON = CHECKOUT / ".venv" / "mcp-tools" / "fastmcp" / "bin" / "python"
SCRIPT = Path(__file__).with_name("fastmcp_main_job.py")


@pytest.mark.skipif(
    not PYTHON.exists(), reason="fastmcp's client is not installed: packaging/bootstrap.sh test"
)
def test_fastmcps_client_does_the_main_job(bridge: Served) -> None:
    bridge.house.add(mail())
    done = subprocess.run(
        [str(PYTHON), str(SCRIPT), bridge.url, bridge.token], capture_output=True, text=True,
        timeout=120, check=False, env={"PATH": "/usr/bin:/bin", "HOME": str(bridge.house.profile)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout)
    assert "budget" in found["text"]
    assert found["decision"] == "ask"
    assert found["drafts"] == 1
    assert "search_messages" in found["tools"]
    assert "summarise_unread" in found["prompts"]
    [draft] = bridge.house.store.drafts.in_state([DraftState.PROPOSED])
    assert draft.asks_to_send
    assert bridge.house.store.outbox.count_open() == 0
