"""A program learns nothing of an account that it may not see: whatever it asks, it is answered as
if that account's mail were not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.model.draft import Origin
from desktop_app.tools.adapters.table import FAMILIES
from desktop_app.tools.catalogue import listed
from tests.mcp_bridge.hostile import without_limits
from tests.mcp_bridge.two_worlds import calls, observed, world


def test_whatever_is_asked_is_answered_as_if_the_other_account_were_not_there(
    tmp_path: Path,
) -> None:
    with without_limits():
        with world(tmp_path / "alone", other=False) as bridge:
            alone = list(observed(bridge))
        with world(tmp_path / "beside", other=True) as bridge:
            beside = list(observed(bridge))
    told = [
        (question, one, other)
        for (question, one), (_, other) in zip(alone, beside, strict=True)
        if one != other
    ]
    assert told == []
    assert [question for question, answer in beside if str(tmp_path) in answer] == []


def test_every_tool_and_name_is_asked() -> None:
    asked = {name for name, _ in calls({"mail": "m", "thread": "t", "draft": "d"})}
    ours = {tool.name for tool in listed(Origin.MCP)}
    theirs = {adapter.name for family in FAMILIES for adapter in family.adapters}
    assert asked >= ours | theirs
