"""Mails that a change is about: by ids, by whole conversations, or all that a query finds."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_app.model.draft import Origin
from desktop_app.model.errors import BadInput, NotFound
from desktop_app.search.parser import parse
from desktop_app.tools.calls.base import Decision, ToolResult
from desktop_app.tools.names import which_mails
from desktop_app.tools.runner import _PLAIN, Runner
from tests.fakes.house import TestHouse, mail
from tests.tools.asking import answer, cards


@pytest.fixture
def program(house: TestHouse) -> Runner:
    for n in range(5):
        house.add(mail(f"News {n}", from_="News <n@list.example>", message_id=f"{n}@l.example"))
    house.add(mail("Budget"))
    return house.runner(Origin.MCP, "Claude", caller="claude")


def call(runner: Runner, tool: str, /, **arguments: Any) -> ToolResult[Any]:
    return runner.call_by_name(tool, arguments)[1]


def inbox(house: TestHouse) -> int:
    found = house.runner().call_by_name("search_messages", {"query": "in:inbox"})[1]
    return int(found.unwrap().count)


def test_all_that_a_query_finds_is_one_request_with_its_count(
    house: TestHouse, program: Runner
) -> None:
    counted = call(
        program, "modify_messages", query="from:list.example", action="archive", only_count=True
    )
    assert (counted.decision, counted.unwrap().count) == (Decision.ALLOW, 5)
    assert house.store.requests.count_open() == 0
    asked = call(program, "modify_messages", query="from:list.example", action="archive")
    assert asked.decision is Decision.ASK
    assert "about 5 mails" in asked.reason
    [card] = cards(house)
    assert (card.words, len(card.mails)) == ("Archive", 5)
    assert card.quotes == (("Found when it was asked, by the search", "from:list.example"),)
    house.add(mail("News 9", from_="News <n@list.example>", message_id="9@l.example"))
    answer(house, asked.request_id, allow=True)
    assert inbox(house) == 2  # what came later is not what was asked about
    [entry] = [e for e in house.store.audit.newest(limit=9) if e.outcome == "done" and e.undo]
    assert entry.tool == "modify_messages"


def test_where_the_person_allows_organising_it_is_done_at_once_and_undoable(
    house: TestHouse, program: Runner
) -> None:
    house.settings.change("policy.mcp_organise", "allow")
    counted = call(program, "modify_messages", query="subject:news", action="star", only_count=True)
    assert "nothing has been changed" in counted.unwrap().display
    done = call(program, "modify_messages", query="subject:news", action="archive").unwrap()
    assert (done.count, bool(done.undo)) == (5, True)
    assert inbox(house) == 1


def test_a_conversation_is_changed_as_a_whole(house: TestHouse, program: Runner) -> None:
    first = house.add(mail("Plan", message_id="p1@lee.example"))
    more = "In-Reply-To: <p1@lee.example>\r\n"
    house.add(mail("Re: Plan", message_id="p2@lee.example", more=more))
    house.store.labels.create("work", "Plans")
    asked = call(
        program, "modify_messages", thread_ids=[str(first.thread_id)], add_label_ids=["Plans"]
    )
    [card] = cards(house)
    added = (("Label to add", "Plans"),)
    assert (card.words, card.quotes, len(card.mails)) == ("Add a label", added, 2)
    answer(house, asked.request_id, allow=True)
    thread = house.store.threads.get(first.thread_id)
    assert all("Plans" in message.labels for message in thread.messages)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "Say which mails"),
        ({"query": "from:dana", "ids": ["1"]}, "Say which mails"),
        ({"query": "from:nobody"}, "No mail here fits"),
        ({"query": "has:drive"}, "Only Gmail"),
        ({"query": "is:funny"}, "funny"),
    ],
)
def test_what_names_no_mails_or_several_ways_is_refused(
    house: TestHouse, program: Runner, arguments: dict[str, Any], words: str
) -> None:
    for how in ("ask", "allow"):
        house.settings.change("policy.mcp_organise", how)
        with pytest.raises(BadInput, match=words):
            call(program, "modify_messages", action="archive", **arguments)
    assert house.store.requests.count_open() == 0
    assert inbox(house) == 6


def test_too_many_are_counted_and_refused(
    house: TestHouse, program: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(which_mails, "MOST", 3)
    with pytest.raises(BadInput, match="finds 5 mails; one change is about 3 at most"):
        call(program, "modify_messages", query="subject:news", action="archive")
    threads = tuple(str(m.thread_id) for m in house.store.finder.messages(parse(""), limit=9))
    with pytest.raises(BadInput, match="have 6 mails"):
        which_mails.meant(program._context(_PLAIN), (), threads, "")


def test_a_label_is_renamed_and_deleted_by_a_press(house: TestHouse, program: Runner) -> None:
    house.settings.change("policy.mcp_organise", "allow")
    house.store.labels.create("work", "Receipts")
    call(program, "modify_messages", query="subject:news", add_label_ids=["Receipts"])
    call(program, "rename_label", label_id="receipts", name=" Bills ")
    assert "Bills" in {label.id for label in house.store.labels.list()}
    asked = call(program, "delete_label", label_id="Bills")
    [card] = cards(house)
    assert (card.words, card.for_good) == ("Delete a label", True)
    assert card.quotes == (("Label", "Bills"), ("Account", "Work"))
    assert card.note == "5 mails carry it. No mail is deleted."
    answer(house, asked.request_id, allow=True)
    assert "Bills" not in {label.id for label in house.store.labels.list()}
    assert inbox(house) == 6


def test_a_rename_is_asked_for_in_words(house: TestHouse, program: Runner) -> None:
    house.store.labels.create("work", "Receipts")
    call(program, "rename_label", label_id="Receipts", name="Bills")
    [card] = cards(house)
    assert card.words == "Rename a label"
    assert card.quotes == (("Label", "Receipts"), ("Account", "Work"), ("New name", "Bills"))
    assert card.note == "0 mails carry it."
    with pytest.raises(NotFound):
        call(program, "rename_label", label_id="INBOX", name="Mine")


def test_a_label_of_several_accounts_is_not_guessed(house: TestHouse, program: Runner) -> None:
    from dataclasses import replace

    work = house.store.accounts.get("work")
    house.store.accounts.add(replace(work, id="home", name="Home"))
    for account in ("work", "home"):
        house.store.labels.create(account, "Trips")
    with pytest.raises(BadInput, match="Several accounts") as raised:
        call(program, "delete_label", label_id="Trips")
    assert "work, home" in raised.value.next_step
    call(program, "delete_label", label_id="Trips", account="Home")
    [card] = cards(house)
    assert ("Account", "Home") in card.quotes
