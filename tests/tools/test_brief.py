"""Calls that must not take long: done in time, or as if they had not been made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from desktop_app.mime.parse import parse
from desktop_app.model.draft import Origin
from desktop_app.model.errors import Cancelled, QueryError
from desktop_app.model.remote import RemoteRef
from desktop_app.store.finder import Finder
from desktop_app.tools.base import Effect
from desktop_app.tools.brief import Deadline, TooLong
from desktop_app.tools.catalogue import BY_NAME
from desktop_app.tools.runner import Runner
from tests.fakes.google.desk import ACCOUNT
from tests.fakes.house import NoSync, TestHouse, mail


def fill(house: TestHouse, count: int) -> None:
    mails = [parse(mail(f"Budget {n}", message_id=f"{n}.{count}@x.example")) for n in range(count)]
    house.store.messages.add("work", mails, labels=[frozenset({"INBOX"})] * count)


@pytest.fixture
def program(house: TestHouse) -> Runner:
    fill(house, 30)
    return house.runner(Origin.MCP, "A program")


def search(program: Runner, *, seconds: float = 60.0, **arguments: Any) -> Any:
    deadline = Deadline(seconds)
    return program.call_by_name("search_messages", arguments, cancelled=deadline)[1].unwrap()


def trail(house: TestHouse) -> list[str]:
    return [entry.outcome for entry in house.store.audit.newest(limit=10)]


def test_a_deadline_sets_itself() -> None:
    times: Iterator[float] = iter((0.0, 1.0, 2.0))
    deadline = Deadline(2.0, clock=lambda: next(times))
    assert [deadline.is_set(), deadline.is_set()] == [False, True]


def test_what_is_done_in_time_is_done_and_written_down(house: TestHouse, program: Runner) -> None:
    assert search(program, query="budget").count == 20
    assert len(program.conversation.rows) == 20
    assert trail(house) == ["done"]


def test_an_error_in_time_is_told_and_written_down(house: TestHouse, program: Runner) -> None:
    with pytest.raises(QueryError):
        search(program, query="older:no-date")
    assert trail(house) == ["bad_query"]


@pytest.mark.parametrize(
    "arguments",
    [
        {"query": "budget", "max_results": 51},
        {"query": "budget", "page": 2},
        {"query": "+budget"},
    ],
)
def test_what_could_take_long_is_not_begun(
    house: TestHouse, program: Runner, arguments: Mapping[str, Any]
) -> None:
    with pytest.raises(TooLong):
        search(program, **arguments)
    assert trail(house) == []
    assert program.conversation.rows == ()


def test_a_search_is_broken_off_within_sqlite(
    house: TestHouse, program: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The real search, of few mails: so SQLite has to look at the deadline more often."""
    monkeypatch.setattr("desktop_app.store.finder._STEPS_BETWEEN_LOOKS", 100)
    fill(house, 300)
    everything = "budget -zebra -(yak OR xerus)"
    with pytest.raises(TooLong):
        search(program, query=everything, max_results=50, seconds=0.0)
    assert trail(house) == []
    assert program.conversation.rows == ()
    assert search(program, query=everything, max_results=50).count == 50


def test_stopped_by_hand_it_is_cancelled_as_ever(
    program: Runner, monkeypatch: pytest.MonkeyPatch, house: TestHouse
) -> None:
    def stopped(*_: Any, **__: Any) -> Any:
        raise Cancelled("Stopped.")

    monkeypatch.setattr(Finder, "summaries", stopped)
    with pytest.raises(Cancelled):
        program.call_by_name("search_messages", {"query": "budget"})
    assert trail(house) == ["cancelled"]


@dataclass
class Asked(NoSync):
    queries: list[str] = field(default_factory=list)

    def missing(self, account_id: str, query: str, **_: object) -> tuple[RemoteRef, ...]:
        self.queries.append(query)
        return ()


def test_no_server_is_asked(house: TestHouse, program: Runner) -> None:
    house.sync = asked = Asked()
    house.store.accounts.add(ACCOUNT)
    program = house.runner(Origin.MCP, "A program")
    with pytest.raises(TooLong):
        search(program, query="zeppelin")
    assert asked.queries == []
    program.call_by_name("search_messages", {"query": "zeppelin"})
    assert asked.queries == ["zeppelin"]
    assert search(program, query="budget").has_more  # a full page wants nothing of the server


def test_what_is_brief_only_reads() -> None:
    """Broken off, it is done again from its beginning."""
    brief = [tool for tool in BY_NAME.values() if tool.brief]
    assert brief
    assert {tool.effect for tool in brief} == {Effect.READ}
