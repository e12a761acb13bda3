"""A program learns nothing of an account that it may not see: whatever it asks, it is answered as
if that account's mail were not there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import apsw
import pytest
from mcp import Client

from desktop_app.mcp_bridge import listening
from desktop_app.model.draft import Origin
from desktop_app.tools.adapters.table import FAMILIES
from desktop_app.tools.catalogue import listed
from tests.fakes.bridge import Served
from tests.mcp_bridge.client import with_client
from tests.mcp_bridge.hostile import without_limits
from tests.mcp_bridge.test_listening import Heard, subscribed
from tests.mcp_bridge.two_worlds import (
    KNOWN_THERE,
    calls,
    elsewhere_in,
    observed,
    other_world,
    world,
)


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


def test_a_name_that_is_given_finds_a_person_and_is_told_to_nobody(tmp_path: Path) -> None:
    with without_limits(), world(tmp_path / "beside", other=True) as bridge:
        answers = dict(observed(bridge))

    def told(name: str) -> str:
        return answers[f'["resources/read", {{"uri": "mail://people?name={name}"}}]']

    assert "Dana Lee <dana@lee.example>" in told("chief")
    assert "Dana Lee <dana@lee.example>" in told("harb")
    for name in ("walrus", "zeb", "card", "p0"):
        assert "@" not in told(name)
    everything = " ".join(answers.values())
    assert "Chief" not in everything
    assert "Harbour" not in everything
    assert "walrus." not in everything


def test_whether_another_account_writes_to_somebody_takes_no_other_work(
    bridge: Served,
) -> None:
    """Counted in statements, and in steps of SQLite's machine: a clock would tell of either."""
    house = bridge.house
    other_world(house)
    runner = house.runner(Origin.MCP, "P", scope=lambda: frozenset({"work"}), caller="p")

    def draft_to(address: str) -> str:
        saved = runner.call_by_name("create_draft", {"to": address, "subject": "Hi"})[1]
        return str(saved.unwrap().draft_id)

    known = [draft_to(address) for address in KNOWN_THERE]
    made_up = [draft_to(f"q{n}@there.example") for n in range(len(KNOWN_THERE))]
    steps: list[int] = []

    def counted(event: dict[str, Any]) -> None:
        steps.append(event["stmt_status"]["SQLITE_STMTSTATUS_VM_STEP"])

    def work(draft_id: str) -> list[int]:
        steps.clear()
        runner.call_by_name("get_draft", {"draft_id": draft_id})
        return list(steps)

    work(known[0])
    with house.store.db.reading() as connection:
        connection.trace_v2(apsw.SQLITE_TRACE_PROFILE, counted, id="counted")
        took = [(work(one), work(other)) for one, other in zip(known, made_up, strict=True)]
        connection.trace_v2(0, None, id="counted")
    assert took[0][0]
    for one, other in took:  # a drawn id of a draft lies a step further in its index, or not
        assert len(one) == len(other)
        assert all(abs(a - b) <= 2 for a, b in zip(one, other, strict=True))


def test_every_tool_and_name_is_asked() -> None:
    asked = {name for name, _ in calls({"mail": "m", "thread": "t", "draft": "d"})}
    ours = {tool.name for tool in listed(Origin.MCP)}
    theirs = {adapter.name for family in FAMILIES for adapter in family.adapters}
    assert asked >= ours | theirs


OWN = ["notifications/resources/list_changed", "notifications/resources/updated"]


@pytest.fixture
def told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each change alone is told, not those of half a second together."""
    monkeypatch.setattr(listening, "PAUSE_SECONDS", 0.01)


@pytest.mark.usefixtures("told_at_once")
def test_a_program_hears_of_no_other_account_and_no_other_program(bridge: Served) -> None:
    """What happens elsewhere, each thing alone, is followed by one of its own: all that it hears is
    of that."""
    other_world(bridge.house)
    heard = Heard()
    heard_by: dict[str, int] = {}

    async def run(older: Client) -> None:
        for uri in ("mail://messages", "mail://drafts"):
            await subscribed(older, uri)
        for name, do in elsewhere_in(bridge.house).items():
            await asyncio.to_thread(do)
            await settled(bridge)
            heard_by[name] = len(heard.methods)
        await older.call_tool("create_draft", {"subject": "Own"})
        await heard.until("notifications/resources/updated")

    with_client(bridge, run, message_handler=heard.take)
    told = sorted(set(heard.methods))  # its own commits may be told apart, each in the same way
    assert (told, set(heard_by.values())) == (OWN, {0}), (heard.methods, heard_by)


@pytest.mark.usefixtures("told_at_once")
@pytest.mark.parametrize("sees_all", [False, True])
def test_a_program_is_told_that_its_own_list_of_tools_has_changed_alone(
    bridge: Served, *, sees_all: bool
) -> None:
    heard, house = Heard(), bridge.house
    other_world(house)
    bridge.allow(*(("work", "moss") if sees_all else ("work",)))

    async def run(older: Client) -> None:
        await older.list_tools()
        another, _ = house.store.bridge_clients.add("Another", now=house.now)
        house.store.bridge_clients.change(
            another.id, accounts=("moss",), groups_off=(), family="gmail_server"
        )
        house.store.bridge_clients.revoke(another.id)
        theirs = house.runner(Origin.MCP, "T", scope=lambda: frozenset({"moss"}), caller="t")
        theirs.call_by_name("create_label", {"name": "Asked for by another"})
        await settled(bridge)
        assert heard.methods == []
        bridge.allow("work", off=("drafts",))
        await heard.until("notifications/tools/list_changed")

    with_client(bridge, run, message_handler=heard.take)


async def settled(bridge: Served) -> None:
    """Until what has changed by now has been told to whoever it concerns."""
    listener: Any = bridge.bridge._listener
    listeners = listener._app.listeners

    async def told() -> None:
        while (telling := listeners._telling) is not None:
            await asyncio.shield(telling)

    await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(told(), listener._loop))
