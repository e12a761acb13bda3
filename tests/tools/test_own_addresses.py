"""Whose mail was imported: what the mail itself says, for the person to confirm."""

from __future__ import annotations

from desktop_app.mail.message.parse import parse
from desktop_app.model.address import Address
from desktop_app.tools.local_account import (
    UNKNOWN_DOMAIN,
    OwnAddress,
    learn_identity,
    local_account,
    own_addresses,
    owner_unknown,
)
from tests.fakes.house import TestHouse, mail

INBOX, SENT = frozenset({"INBOX"}), frozenset({"SENT"})


def add(house: TestHouse, *mails: tuple[bytes, frozenset[str]]) -> str:
    account = local_account(house.store)
    for raw, labels in mails:
        house.store.messages.add(account.id, [parse(raw)], labels=[labels])
    return account.id


def letter(n: int, to: str, *, from_: str = "Dana <dana@lee.example>", more: str = "") -> bytes:
    return mail(f"Letter {n}", to=to, from_=from_, message_id=f"{n}@x", more=more)


def test_who_wrote_what_is_in_sent_comes_first(house: TestHouse) -> None:
    me = "Pat Quill <pat@quill.example>"
    account = add(
        house,
        *((letter(n, "team@lee.example"), INBOX) for n in range(4)),
        (letter(9, "dana@lee.example", from_=me), SENT),
    )
    first = own_addresses(house.store, account)[0]
    assert first == OwnAddress(Address("Pat Quill", "pat@quill.example"), 1, 0)


def test_without_sent_mail_it_is_whom_most_mail_reached(house: TestHouse) -> None:
    account = add(
        house,
        *((letter(n, "Pat <pat@quill.example>"), INBOX) for n in range(3)),
        (letter(5, "all@lee.example", more="List-Id: <all.lee.example>\r\n"), INBOX),
        (letter(6, "Dana's friends:;", more="Delivered-To: pat@quill.example\r\n"), INBOX),
    )
    assert own_addresses(house.store, account) == (
        OwnAddress(Address("Pat", "pat@quill.example"), 0, 4),
    )


def test_nobody_is_called_by_the_name_of_the_computers_user(house: TestHouse) -> None:
    account = local_account(house.store)
    identity = account.default_identity
    assert identity.address.name == ""
    assert identity.address.domain == UNKNOWN_DOMAIN
    assert owner_unknown(account)
    learn_identity(house.store, account.id)
    assert owner_unknown(house.store.accounts.get(account.id))


def test_the_likeliest_is_used_until_the_person_says_otherwise(house: TestHouse) -> None:
    account = add(house, (letter(1, "Pat <pat@quill.example>"), INBOX))
    learn_identity(house.store, account)
    kept = house.store.accounts.get(account).default_identity.address
    assert kept == Address("Pat", "pat@quill.example")
