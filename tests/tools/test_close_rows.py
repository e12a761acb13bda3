"""What is close to a search is told to assistants and programs, by whose words, and to no other."""

from __future__ import annotations

import json
from typing import Any

import pytest

from desktop_app.mail.message.parse import parse
from desktop_app.mcp_bridge.answers import data_of
from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import Origin
from tests.fakes.house import TestHouse, mail


@pytest.fixture
def house_with_mail(house: TestHouse) -> TestHouse:
    for number, subject in enumerate(("Lease renewal", "Quarterly report", "Boat for sale")):
        house.add(mail(subject, "Hello.", message_id=f"near{number}@x.example"))
    return house


def search(house: TestHouse, query: str, **more: Any) -> Any:
    runner = house.runner(Origin.MCP, "Claude", **more)
    return runner.call_by_name("search_messages", {"query": query})[1].unwrap()


def test_where_few_are_found_close_ones_follow_and_say_by_which_words(
    house_with_mail: TestHouse,
) -> None:
    found = search(house_with_mail, "leases quaterly")
    assert (found.count, found.results) == (0, ())
    assert [(row.subject, row.match, row.why) for row in found.close] == [
        ("Quarterly report", "close", "quarterly"),
        ("Lease renewal", "close", "lease"),
    ]
    assert "Close, with other words:" in found.display
    data = json.dumps(data_of(found))
    assert '"untrusted_why": "lease"' in data


def test_a_close_row_can_be_named_by_its_number(house_with_mail: TestHouse) -> None:
    runner = house_with_mail.runner(Origin.MCP, "Claude")
    found = runner.call_by_name("search_messages", {"query": "lease renewals"})[1].unwrap()
    assert [row.number for row in (*found.results, *found.close)] == [1]
    read = runner.call_by_name("get_message", {"number": 1})[1].unwrap()
    assert read.message.subject == "Lease renewal"


def test_enough_that_is_found_and_further_pages_have_nothing_close(house: TestHouse) -> None:
    for number in range(4):
        house.add(mail("Lease", "Hello.", message_id=f"l{number}@x.example"))
    house.add(mail("Leases", "Hello.", message_id="other@x.example"))
    assert search(house, "lease").close == ()
    assert [row.subject for row in search(house, "leases").close][:1] == ["Lease"]


@pytest.mark.parametrize("query", ["subject:leases", '"leases"', "+leases", "from:me", ""])
def test_what_means_what_it_says_has_none(house_with_mail: TestHouse, query: str) -> None:
    assert search(house_with_mail, query).close == ()


def test_words_of_an_account_that_is_not_allowed_stand_for_nothing(
    house_with_mail: TestHouse,
) -> None:
    house = house_with_mail
    house.store.accounts.add(
        Account("other", LOCAL, "Other", (Identity(Address("", "b@x.example")),))
    )
    plain = search(house, "boats quaterly", scope=lambda: frozenset({"work"}))
    for number in range(40):
        text = "Boats, boating, quaterly and quaternary."
        one = parse(mail(text, text, message_id=f"o{number}@x.example"))
        house.store.messages.add("other", [one], labels=[frozenset({"INBOX"})])
    again = search(house, "boats quaterly", scope=lambda: frozenset({"work"}))
    assert [(row.subject, row.why) for row in plain.close] == [
        (row.subject, row.why) for row in again.close
    ]
    assert {row.subject for row in again.close} == {"Boat for sale", "Quarterly report"}
