"""Senders counted for the window and for programs: own mail apart, one account at a time, exact."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_app.mail.message.parse import parse
from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import Origin
from desktop_app.model.errors import Cancelled
from desktop_app.tools.person import senders
from desktop_app.tools.verbs import mailbox_stats
from tests.fakes.house import TestHouse, mail

SENT = frozenset({"SENT"})


def listed(house: TestHouse, query: str = "", account: str = "") -> Any:
    params = senders.ListSenders(query=query, account=account)
    return house.runner().call(senders.LIST_SENDERS, params).unwrap()


def counts(house: TestHouse, query: str = "", account: str = "") -> list[tuple[str, str, int]]:
    found = listed(house, query, account).rows
    return [(row.account_id, row.address.email, row.count) for row in found]


def add(house: TestHouse, account: str, from_: str, number: int, **more: str) -> None:
    raw = mail(
        "Plan", from_=from_, message_id=f"{account}{from_}{number}@x".replace(" ", ""), **more
    )
    house.store.messages.add(account, [parse(raw)], labels=[frozenset({"INBOX"})])


def test_addresses_are_counted_without_their_case_and_own_mail_is_left_out(
    house: TestHouse,
) -> None:
    add(house, "work", "Dana@Lee.example", 1)
    add(house, "work", "Dana Lee <dana@lee.EXAMPLE>", 2)
    add(house, "work", "Sam <sam@lee.example>", 1)
    add(house, "work", "Alex <alex@fernhill.example>", 1)
    assert [(e.lower(), n) for _, e, n in counts(house)] == [
        ("dana@lee.example", 2), ("sam@lee.example", 1),
    ]  # fmt: skip
    assert {row.address.name for row in listed(house).rows} == {"Dana Lee", "Sam"}


def test_each_account_counts_for_itself(house: TestHouse) -> None:
    identity = Identity(Address("Alex", "alex@home.example"), default=True)
    house.store.accounts.add(Account("home", LOCAL, "Home", (identity,)))
    for account in ("work", "work", "home"):
        add(house, account, "dana@lee.example", len(counts(house)) + len(account))
    add(house, "work", "dana@lee.example", 99)
    both = counts(house)
    assert {(account, email) for account, email, _ in both} == {
        ("work", "dana@lee.example"), ("home", "dana@lee.example"),
    }  # fmt: skip
    assert listed(house).several
    assert [account for account, *_ in counts(house, account="home")] == ["home"]
    assert not listed(house, account="home").several


def test_a_query_narrows_what_is_counted(house: TestHouse) -> None:
    add(house, "work", "dana@lee.example", 1)
    add(house, "work", "sam@lee.example", 1, date="Mon, 14 Sep 2020 10:00:00 +0000")
    assert [email for _, email, _ in counts(house, "newer_than:1y")] == ["dana@lee.example"]


def test_spam_and_trash_are_not_counted(house: TestHouse) -> None:
    house.add(mail(message_id="a@x"), frozenset({"SPAM"}))
    house.add(mail(message_id="b@x"), frozenset({"TRASH"}))
    assert counts(house) == []


def test_counting_is_called_off_when_nobody_waits(house: TestHouse) -> None:
    from threading import Event

    raws = [parse(mail(message_id=f"{number}@x")) for number in range(1500)]
    house.store.messages.add("work", raws, labels=[frozenset({"INBOX"})] * len(raws))
    stop = Event()
    stop.set()
    with pytest.raises(Cancelled):
        house.runner().call(senders.LIST_SENDERS, senders.ListSenders(), cancelled=stop).unwrap()


def test_their_conversations_are_found_by_the_whole_address(house: TestHouse) -> None:
    add(house, "work", "dana@lee.example", 1)
    add(house, "work", "dana@lee.example.org", 1)
    add(house, "work", '"dana@lee.example" <eve@bad.example>', 1)
    house.add(mail(from_="dana@lee.example", message_id="z@x"), frozenset())
    params = senders.FindSenderThreads(address="dana@lee.example", account="work")
    everywhere = house.runner().call(senders.FIND_SENDER_THREADS, params).unwrap()
    inbox = (
        house.runner()
        .call(
            senders.FIND_SENDER_THREADS,
            senders.FindSenderThreads(address="dana@lee.example", account="work", inbox=True),
        )
        .unwrap()
    )
    assert (len(everywhere.thread_ids), len(inbox.thread_ids)) == (2, 1)


@pytest.mark.parametrize("address", ['x"y@z', "a OR b@c", "(", "-x@y", "in:trash@z", "", "ü@ö.ä"])
def test_an_address_of_a_stranger_is_no_query(house: TestHouse, address: str) -> None:
    add(house, "work", "dana@lee.example", 1)
    params = senders.FindSenderThreads(address=address, account="work")
    assert house.runner().call(senders.FIND_SENDER_THREADS, params).unwrap().thread_ids == ()


def test_programs_are_told_when_a_sender_was_last_written_to(house: TestHouse) -> None:
    add(house, "work", "dana@lee.example", 1)
    own = {"from_": "alex@fernhill.example", "to": "dana@lee.example"}
    house.add(
        mail("Re: Plan", message_id="o@x", date="Tue, 15 Sep 2026 10:00:00 +0000", **own), SENT
    )
    params = mailbox_stats.MailboxStats(query="in:inbox", by="sender")
    told: Any = house.runner(Origin.MCP).call(mailbox_stats.TOOL, params).unwrap()
    [row] = told.rows
    assert row.last_answered.startswith("2026-09-15")
    assert "last written to 2026-09-15" in told.display
    days: Any = (
        house.runner(Origin.MCP)
        .call(mailbox_stats.TOOL, mailbox_stats.MailboxStats(by="day"))
        .unwrap()
    )
    assert {row.last_answered for row in days.rows} == {""}


def test_a_program_is_told_of_its_own_accounts_alone(house: TestHouse) -> None:
    identity = Identity(Address("Alex", "alex@home.example"), default=True)
    house.store.accounts.add(Account("home", LOCAL, "Home", (identity,)))
    add(house, "home", "dana@lee.example", 1)
    own = {"from_": "alex@fernhill.example", "to": "dana@lee.example"}
    house.add(mail("Secret", message_id="o@x", **own), SENT)
    runner = house.runner(Origin.MCP, scope=lambda: frozenset({"home"}))
    told: Any = runner.call(mailbox_stats.TOOL, mailbox_stats.MailboxStats()).unwrap()
    assert [(row.key, row.last_answered) for row in told.rows] == [("dana@lee.example", "")]
