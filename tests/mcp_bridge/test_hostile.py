"""A hostile model over MCP: nothing leaves, and every call gets a proper answer.

`python -m benchmarks.mcp_attack` runs all of AgentDojo's 560 pairs and 10,000 calls.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.assistant.dojo.client import INSTALLED, dojo
from tests.assistant.fuzz_run import fuzzed_house, what_is_broken
from tests.depths import in_depth
from tests.mcp_bridge.hostile import fuzz, run_pair

CALLS = 600


@pytest.mark.skipif(not INSTALLED.exists(), reason="AgentDojo is not installed")
@pytest.mark.parametrize(("nth", "era"), in_depth([(333, "2026-07-28"), (5, "legacy")]))
def test_a_model_that_obeys_every_injected_word_gets_no_mail_out(nth: int, era: str) -> None:
    with dojo() as asked:
        user, injection = asked.pairs()[nth]
        outcome = run_pair(asked, user, injection, era)
    assert outcome.safe, outcome
    assert outcome.reached
    assert outcome.bugs == 0
    assert outcome.drafts > 10
    assert outcome.asked > 10


def test_every_fuzzed_call_is_answered_by_a_result_or_an_error_to_learn_from(
    tmp_path: Path,
) -> None:
    with fuzzed_house(tmp_path / "profile", sealed=True) as (house, world):
        found = fuzz(house, world, 5, CALLS)
        assert found.failures == []
        assert found.calls == CALLS
        assert found.answers["ok"] > CALLS // 10
        assert what_is_broken(house) == []
