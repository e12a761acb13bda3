"""Identities of an account, taken from its server. Signatures written here are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop_app.accounts.base import AddressAlias
from desktop_app.mail.drafts.signatures import read_signature
from desktop_app.model.account import Account, Identity
from desktop_app.store.store import Store


def take_aliases(store: Store, account: Account, found: Sequence[AddressAlias]) -> bool:
    """Make `found` the identities of the account, and the server's default the default one;
    returns whether that changed anything. An empty list changes nothing. Name and signature of a
    known identity stay, and so does the default where the server names none."""
    if not found:
        return False
    known = {i.address.key: i for i in account.identities}
    keys = [a.address.key for a in found]
    before = account.default_identity.address.key
    fallback = before if before in keys else keys[0]
    chosen = next((a.address.key for a in found if a.default), fallback)
    identities = tuple(_identity(alias, known, chosen) for alias in found)
    if identities == account.identities:
        return False
    store.accounts.update(replace(account, identities=identities))
    return True


def _identity(alias: AddressAlias, known: dict[str, Identity], chosen: str) -> Identity:
    key = alias.address.key
    before = known.get(key)
    if before is None:
        text, formatted = read_signature(alias.signature)
        return Identity(alias.address, text, default=key == chosen, formatted_signature=formatted)
    name = before.address if before.address.name else alias.address
    return replace(before, address=name, default=key == chosen)
