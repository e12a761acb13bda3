"""Five frameworks convert the tools' schemas for a model with their own code, and call what the
model fills in: the main job comes out the same in each. More of them: `benchmarks.mcp_hosts`."""

from __future__ import annotations

import pytest

from benchmarks.mcp_hosts import HOSTS, Host, drive
from tests.mcp_bridge.tools import CHECKOUT

INSTALLED = CHECKOUT / ".venv" / "mcp-tools" / "hosts"
CONVERTERS = ("openai-agents", "langchain", "google-genai", "pydantic-ai", "ai-sdk")


@pytest.mark.campaign(
    small="tests/tools/test_strict_hosts.py::test_what_is_filled_in_for_what_is_left_out_says_nothing"
)
@pytest.mark.skipif(
    not (INSTALLED / ".hosts").exists(),
    reason="the frameworks are not installed: packaging/bootstrap.sh campaign",
)
@pytest.mark.parametrize("host", [h for h in HOSTS if h.name in CONVERTERS], ids=lambda h: h.name)
def test_a_frameworks_own_conversion_does_the_main_job(host: Host) -> None:
    row = drive(host, INSTALLED)
    assert row.trouble == ""
    assert row.done == "all"
    assert row.listed > 10
