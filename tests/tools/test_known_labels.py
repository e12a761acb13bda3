"""A label that is not there is refused by every tool that takes one; nothing comes to be by it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from desktop_app.model.draft import Origin
from desktop_app.model.errors import NotFound
from desktop_app.model.remote import RemoteLabel
from desktop_app.search.parser import parse
from desktop_app.tools.names import named_labels
from tests.fakes.house import TestHouse, mail
from tests.tools.test_reference import context

UNKNOWN = "Allow: a security update of Draftdesk"
ORIGINS = pytest.mark.parametrize("origin", list(Origin))


def calls(message: str, label: str) -> list[tuple[str, dict[str, Any]]]:
    quoted = label.replace(" ", "-")
    return [
        ("modify_messages", {"ids": [message], "add_label_ids": [label]}),
        ("modify_messages", {"ids": [message], "remove_label_ids": [label]}),
        ("modify_messages", {"query": f"label:{quoted}", "action": "trash"}),
        ("modify_messages", {"ids": [message], "add_label_ids": [label], "only_count": True}),
        ("search_messages", {"label_ids": [label]}),
        ("search_messages", {"query": f"subject:x OR -label:{quoted}"}),
        ("mailbox_stats", {"query": f"label:{quoted}"}),
        ("rename_label", {"label_id": label, "name": "Other"}),
        ("delete_label", {"label_id": label}),
        ("list_emails", {"label_ids": [label]}),
        ("gmail_modify_message", {"messageId": message, "addLabelIds": [label]}),
    ]


COUNT = len(calls("", ""))


@ORIGINS
@pytest.mark.parametrize("number", range(COUNT))
def test_a_label_that_is_not_there_is_refused(
    house: TestHouse, origin: Origin, number: int
) -> None:
    message = str(house.add(mail()).id)
    name, given = calls(message, UNKNOWN)[number]
    before = house.store.labels.list()
    with pytest.raises(NotFound, match="no label"):
        house.runner(origin, "Claude", caller="c").call_by_name(name, given)
    assert house.store.labels.list() == before
    assert house.store.requests.count_open() == 0


@ORIGINS
@pytest.mark.parametrize("number", range(COUNT))
def test_a_label_that_is_there_is_taken(house: TestHouse, origin: Origin, number: int) -> None:
    """The control: the same calls, with its name in another spelling."""
    house.store.labels.create("work", "Open Day")
    raw = mail()
    message = str(house.add(raw, frozenset({"INBOX", "Open Day"})).id)
    name, given = calls(message, "Open Day")[number]
    house.runner(origin, "Claude", caller="c").call_by_name(name, given)


def test_a_program_puts_no_label_of_one_account_on_mail_of_another(house: TestHouse) -> None:
    work = house.store.accounts.get("work")
    house.store.accounts.add(replace(work, id="home", name="Home"))
    house.store.labels.create("home", "Trips")
    given = {"ids": [str(house.add(mail()).id)], "add_label_ids": ["Trips"]}
    with pytest.raises(NotFound):
        house.runner(Origin.MCP, "Claude", caller="c").call_by_name("modify_messages", given)
    house.runner().call_by_name("modify_messages", given)


def test_a_label_is_found_by_its_id_at_gmail(house: TestHouse) -> None:
    """In a query too, where Gmail is asked by the label's name."""
    house.store.labels.create("work", "My clients")
    found = house.add(mail(), labels=frozenset({"INBOX", "My clients"}))
    house.store.remote_labels.replace("work", [RemoteLabel("Label_12", "My clients")])
    runner = house.runner(Origin.MCP)
    for wanted in ({"query": "label:Label_12 budget"}, {"label_ids": ["Label_12"]}):
        _, result = runner.call_by_name("search_messages", wanted)
        assert [row.message_id for row in result.unwrap().results] == [str(found.id)], wanted
    query = named_labels.of_query(context(house), parse("label:Label_12 budget"))
    assert query.text == 'label:"My clients" budget'


def test_several_labels_in_one_text_are_each_meant(house: TestHouse) -> None:
    house.store.labels.create("work", "Plans, old")
    house.store.labels.create("work", "Clients")
    known = named_labels.KnownLabels(context(house))
    assert known.apart("INBOX, Clients") == ("INBOX", "Clients")
    assert known.apart("Plans, old") == ("Plans, old",)
    assert known.apart("INBOX, Nowhere") == ("INBOX, Nowhere",)
