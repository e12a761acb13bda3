"""Programs that are started on this computer share a token: of two that say one name, each deletes
what it proposed itself. A `request_key` names one proposal."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import Any

import pytest
from mcp import Client

from desktop_app.model.bridge import LOCAL_PROGRAM, PIPE_HEADER, BridgeState
from desktop_app.model.draft import DraftState
from desktop_app.tools.person import requests
from tests.fakes.bridge import RUN_TOKEN, Served, make_bridge
from tests.fakes.house import NOW
from tests.mcp_bridge.client import ERAS, connected, with_client


@dataclass
class Started(Served):
    """A program that was started here; `pipe` is the name of its pipe, if it has one."""

    pipe: str = ""

    @property
    def headers(self) -> dict[str, str]:
        return super().headers | ({PIPE_HEADER: self.pipe} if self.pipe else {})


def started(bridge: Served, pipe: str = "") -> Started:
    bridge.house.store.bridge_clients.change(LOCAL_PROGRAM, accounts=("work",), groups_off=())
    return Started(bridge.house, bridge.bridge, RUN_TOKEN, LOCAL_PROGRAM, pipe)


def state(bridge: Served, draft_id: str) -> DraftState:
    return bridge.house.store.drafts.get(draft_id).state


def draft(program: Served, **words: str) -> Any:
    async def work(client: Client) -> Any:
        return await client.call_tool("create_draft", {"subject": "Hi", **words})

    return with_client(program, work)


def deleted(program: Served, draft_id: str) -> Any:
    async def work(client: Client) -> Any:
        return await client.call_tool("delete_draft", {"draft_id": draft_id})

    return with_client(program, work)


@pytest.mark.parametrize(
    ("pipes", "era"),
    [*((("one", "other"), era) for era in ERAS), (("one", ""), "legacy"), (("", ""), "legacy")],
)
def test_each_deletes_its_own_drafts(bridge: Served, pipes: tuple[str, str], era: str) -> None:
    async def run() -> tuple[Any, DraftState, Any]:
        one, other = (started(bridge, pipe) for pipe in pipes)
        async with connected(one, era) as its, connected(other, era) as twins:
            made = await its.call_tool("create_draft", {"subject": "Hi"})
            wanted = {"draft_id": made.structured_content["draft_id"]}
            refused = await twins.call_tool("delete_draft", wanted)
            kept = state(bridge, wanted["draft_id"])
            return refused, kept, await its.call_tool("delete_draft", wanted)

    refused, kept, own = asyncio.run(run())
    assert refused.is_error
    assert "before you were started, or beside you" in refused.content[0].text
    assert kept is DraftState.PROPOSED
    assert not own.is_error


def test_what_the_other_has_changed_is_not_deleted(bridge: Served) -> None:
    one, other = started(bridge, "one"), started(bridge, "other")
    draft_id = draft(one, body="One").structured_content["draft_id"]

    async def change(client: Client) -> Any:
        words = {"draft_id": draft_id, "base_revision": 1, "body": "Two"}
        return await client.call_tool("update_draft", words)

    assert with_client(other, change).structured_content["change"]
    assert deleted(other, draft_id).is_error
    drafts = bridge.house.store.drafts
    (wanted,) = drafts.changes.of_draft(draft_id)
    drafts.changes.take(wanted.id, 1, wanted.content, wanted.content, last=True, now=NOW)
    assert deleted(one, draft_id).is_error
    assert deleted(other, draft_id).is_error


def test_a_pipe_deletes_its_draft_after_the_application_was_started_again(bridge: Served) -> None:
    draft_id = draft(started(bridge, "one")).structured_content["draft_id"]
    bridge.bridge.shutdown()
    again = make_bridge(bridge.house)
    again.start()
    try:
        assert again.wait().state is BridgeState.ON
        now = replace(bridge, bridge=again)
        assert deleted(started(now, "other"), draft_id).is_error
        assert not deleted(started(now, "one"), draft_id).is_error
    finally:
        again.shutdown()


def test_a_deletion_that_is_asked_for_is_carried_out_as_its_own(bridge: Served) -> None:
    one, other = started(bridge, "one"), started(bridge, "other")
    draft_id = draft(one).structured_content["draft_id"]
    bridge.house.settings.change("policy.mcp_draft", "ask")
    assert deleted(other, draft_id).is_error
    number = deleted(one, draft_id).structured_content["request_id"]
    answers = (requests.Answer(request_id=number, allow=True),)
    bridge.house.runner().call(
        requests.ANSWER_REQUESTS, requests.AnswerRequests(answers=answers)
    ).unwrap()
    assert state(bridge, draft_id) is DraftState.IGNORED


def test_a_key_that_is_used_again_for_other_words_is_refused(bridge: Served) -> None:
    first = draft(bridge, body="One", request_key="k")
    again = draft(bridge, body="One", request_key="k")
    other = draft(bridge, body="Two", request_key="k")
    made = first.structured_content["draft_id"]
    assert again.structured_content["draft_id"] == made
    assert other.is_error
    assert other.structured_content["code"] == "conflict"
    assert made in other.content[0].text
    assert len(bridge.house.store.drafts.in_state([DraftState.PROPOSED])) == 1
