"""Sending later through the tools: the person's press has a time, others propose one."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_app.model.clock import iso
from desktop_app.model.draft import Origin
from desktop_app.model.errors import BadInput
from desktop_app.model.moments import read_iso
from desktop_app.model.outbox import OutboxState
from desktop_app.tools.calls.base import Decision
from tests.fakes.house import TestHouse, mail
from tests.fakes.pressing import press_send

HOUR = 3_600.0
PROGRAMS = (Origin.ASSISTANT, Origin.MCP)


@pytest.mark.parametrize("origin", PROGRAMS)
def test_a_program_proposes_a_time_and_sets_none(house: TestHouse, origin: Origin) -> None:
    house.add(mail())
    runner = house.runner(origin)
    _, saved = runner.call_by_name("create_draft", {"subject": "Hi", "to": ["dana@lee.example"]})
    draft, at = saved.unwrap(), house.now + 20 * HOUR
    given = {"draft_id": draft.draft_id, "revision": draft.revision, "send_at": iso(at)}
    _, asked = runner.call_by_name("send_draft", given)
    assert asked.decision is Decision.ASK
    stored = house.store.drafts.get(draft.draft_id)
    assert (stored.asks_to_send, stored.proposed_time) == (True, at)
    assert house.store.outbox.for_draft(draft.draft_id) is None


@pytest.mark.parametrize("origin", PROGRAMS)
@pytest.mark.parametrize(
    "time", ["tomorrow", "2026-13-01", "2001-01-01T08:00", "9999-12-31T23:59:59-14:00", "1" * 400]
)
def test_what_is_no_time_or_over_is_told_and_nothing_is_asked(
    house: TestHouse, origin: Origin, time: str
) -> None:
    runner = house.runner(origin)
    _, saved = runner.call_by_name("create_draft", {"subject": "Hi", "to": ["dana@lee.example"]})
    draft = saved.unwrap()
    given = {"draft_id": draft.draft_id, "revision": draft.revision, "send_at": time}
    with pytest.raises(BadInput) as told:
        runner.call_by_name("send_draft", given)
    assert told.value.next_step
    assert not house.store.drafts.get(draft.draft_id).asks_to_send


def test_a_program_is_told_when_a_mail_leaves(house: TestHouse) -> None:
    runner = house.runner(Origin.MCP)
    _, saved = runner.call_by_name("create_draft", {"subject": "Hi", "to": ["dana@lee.example"]})
    draft = house.store.drafts.get(saved.unwrap().draft_id)
    at = house.now + 20 * HOUR
    entry = press_send(house.store, draft, now=house.now, scheduled=at)
    _, read = runner.call_by_name("get_draft", {"draft_id": draft.id})
    told: Any = read.unwrap()
    assert (told.draft.delivery, told.draft.leaves) == (OutboxState.SCHEDULED, iso(at))
    assert f"approved, scheduled, leaves {iso(at)}" in told.display
    house.store.outbox.undo(entry.id)
    _, read = runner.call_by_name("get_draft", {"draft_id": draft.id})
    assert read.unwrap().draft.leaves == ""


def test_a_time_without_an_offset_is_on_the_wall_here() -> None:
    from datetime import datetime

    assert read_iso("2026-11-30T08:00") == datetime(2026, 11, 30, 8).astimezone().timestamp()
    assert read_iso(" 2026-11-30T08:00:00+02:00 ") == read_iso("2026-11-30T06:00:00Z")
