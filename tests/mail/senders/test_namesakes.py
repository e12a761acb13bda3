"""Addresses that pass for somebody else's are found, and other people's are left alone."""

from __future__ import annotations

import pytest

from desktop_app.mail.senders.namesakes import Acquaintances, looks_like, same_name
from desktop_app.model.address import Address

DANA = Address("Dana Lee", "dana.lee@northwind.example")
KNOWN = (
    DANA,
    Address("Ruth Amsel", "ruth.amsel@gmail.com"),
    Address("", "orders@parcels.co.uk"),
)


def namesake(address: Address, known: tuple[Address, ...]) -> Address | None:
    return next(Acquaintances(known).namesakes(address), None)


@pytest.mark.parametrize(
    ("name", "email"),
    [
        ("Dana Lee", "archive@drop.example"),
        ("Lee, Dana", "archive@drop.example"),
        ("DANA", "archive@drop.example"),
        ("Dána Lee", "dana.lee@gmail.com"),
        ("", "dana.lee@northwind.com"),
        ("", "dana.lee@n0rthwind.example"),
        ("", "dana.lee@nоrthwind.example"),  # Cyrillic o
        ("", "dana.lee@xn--nrthwind-nbh.example"),
        ("", "dana.lee@northwimd.example"),
        ("", "dana.lee@northwind-example.com"),
        ("", "dana.lee@northwind.example.drop.com"),
        ("", "dana-lee@northwind-office.com"),
        ("", "ruth.amse1@gmail.com"),
        ("", "ruth.amsell@gmail.com"),
        ("", "ruth.arnsel@gmail.com"),
        ("", "orders@parcels.com"),
    ],
)
def test_who_passes_for_a_known_person_is_found(name: str, email: str) -> None:
    assert namesake(Address(name, email), KNOWN) is not None


@pytest.mark.parametrize(
    ("name", "email"),
    [
        ("Dana Lee", "dana.lee@northwind.example"),
        ("Dan Lee", "dan.lee@northwind.example"),
        ("Ben Ode", "ben@northwind.example"),
        ("Dana Miller", "miller@x.example"),
        ("", "ruth.amsel@outlook.com"),
        ("", "anna@gmail.com"),
        ("archive@drop.example", "archive@drop.example"),
        ("", "orders@shop.example"),
        ("", "@"),
        ("Support Team", "help@northwind.example"),
    ],
)
def test_other_people_are_left_alone(name: str, email: str) -> None:
    assert namesake(Address(name, email), KNOWN) is None


def test_of_two_the_one_that_it_looks_like_is_named() -> None:
    found = namesake(Address("Ruth", "dana.lee@northwind.com"), KNOWN)
    assert found == DANA


def test_a_name_without_words_is_nobody_s() -> None:
    assert not same_name("", "")
    assert not same_name("!!", "Dana")
    assert not looks_like("", "")
