"""Identities follow the server; what was written here stays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.accounts.base import AddressAlias
from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.workers.sync_aliases import take_aliases
from tests.fakes.house import TestHouse

ME = Address("", "alex@gmail.example")
SHOP = Address("Fernhill Joinery", "shop@fernhill.example")


@pytest.fixture
def account(house: TestHouse) -> Account:
    made = Account("g", "google", "Gmail", (Identity(ME, default=True),))
    house.store.accounts.add(made)
    return made


def test_verified_addresses_become_identities(house: TestHouse, account: Account) -> None:
    found = (
        AddressAlias(replace(ME, name="Alex Morgan"), default=True),
        AddressAlias(SHOP, signature="<div>Fernhill<br>Mill Lane</div>"),
    )
    assert take_aliases(house.store, account, found)
    after = house.store.accounts.get("g")
    assert [i.address.label for i in after.identities] == ["Alex Morgan", "Fernhill Joinery"]
    assert after.default_identity.address.key == ME.key
    assert after.identities[1].signature == "Fernhill\nMill Lane"
    assert not take_aliases(house.store, after, found)


def test_a_formatted_signature_comes_along_and_stays(house: TestHouse, account: Account) -> None:
    html = '<div><b>Fernhill</b><br><a href="https://x.example/">Shop</a><script>x</script></div>'
    found = (AddressAlias(ME, default=True), AddressAlias(SHOP, signature=html))
    take_aliases(house.store, account, found)
    after = house.store.accounts.get("g")
    identity = after.identities[1]
    assert identity.signature == "*Fernhill*\nShop <https://x.example/>"
    assert identity.formatted_signature == (
        '<div><b>Fernhill</b><br><a href="https://x.example/">Shop</a></div>'
    )
    mine = replace(identity, formatted_signature="<div><i>Mine</i></div>", signature_below=True)
    house.store.accounts.update(replace(after, identities=(after.identities[0], mine)))
    take_aliases(house.store, house.store.accounts.get("g"), (*found[:1], AddressAlias(SHOP)))
    assert house.store.accounts.get("g").identities[1] == mine


def test_a_signature_written_here_stays(house: TestHouse, account: Account) -> None:
    mine = replace(account, identities=(Identity(ME, "Alex", default=True),))
    house.store.accounts.update(mine)
    take_aliases(house.store, mine, (AddressAlias(ME, default=True, signature="<b>Other</b>"),))
    assert house.store.accounts.get("g").default_identity.signature == "Alex"


def test_an_address_that_was_taken_away_goes_and_the_default_moves(
    house: TestHouse, account: Account
) -> None:
    both = (Identity(ME), Identity(SHOP, default=True))
    house.store.accounts.update(replace(account, identities=both))
    take_aliases(house.store, replace(account, identities=both), (AddressAlias(ME, default=True),))
    after = house.store.accounts.get("g")
    assert [i.address.key for i in after.identities] == [ME.key]
    assert after.default_identity.address.key == ME.key


def test_the_servers_default_is_the_default_here(house: TestHouse, account: Account) -> None:
    found = (AddressAlias(ME), AddressAlias(SHOP, default=True))
    assert take_aliases(house.store, account, found)
    after = house.store.accounts.get("g")
    assert after.default_identity.address.key == SHOP.key
    assert after.sign_in_address == ME.email
    assert not take_aliases(house.store, after, found)
    take_aliases(house.store, after, (AddressAlias(ME), AddressAlias(SHOP)))
    assert house.store.accounts.get("g").default_identity.address.key == SHOP.key


def test_nothing_found_is_no_news(house: TestHouse, account: Account) -> None:
    assert not take_aliases(house.store, account, ())
    assert house.store.accounts.get("g") == account
