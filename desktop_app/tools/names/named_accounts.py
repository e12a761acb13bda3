"""Accounts as a caller names them: by id, address or name."""

from __future__ import annotations

from desktop_app.model.account import Account
from desktop_app.model.errors import BadInput, NotFound
from desktop_app.tools.calls.context import Context


def accounts_named(context: Context, wanted: str) -> tuple[Account, ...]:
    """The accounts of that id, address or name. An id, then an address, comes before a name."""
    accounts = context.store.accounts.list()
    text = wanted.strip()
    for fits in (_has_id, _has_address, _has_name):
        if found := tuple(account for account in accounts if fits(account, text)):
            return found
    return ()


def account_named(context: Context, wanted: str) -> Account:
    """The one account of that id, address or name. Raises `NotFound`, `BadInput` naming those
    that fit."""
    found = accounts_named(context, wanted)
    if not found:
        there = ", ".join(f"{a.id} ({a.name})" for a in context.store.accounts.list())
        raise NotFound(f"There is no account {wanted[:80]}.", next_step=f"There are: {there}.")
    if len(found) > 1:
        names = ", ".join(f"{a.id} ({a.name})" for a in found)
        raise BadInput(
            f"Several accounts are named {wanted[:80]}.", next_step=f"Give the id of one: {names}."
        )
    return found[0]


def _has_id(account: Account, text: str) -> bool:
    return account.id.casefold() == text.casefold()


def _has_address(account: Account, text: str) -> bool:
    return text.lower() in account.own_keys


def _has_name(account: Account, text: str) -> bool:
    return account.name.casefold() == text.casefold()


def account_id(context: Context, text: str) -> str:
    """The account's id; empty where the word for all of them is no account's name."""
    any_one = text.strip().casefold() in _ANY_ACCOUNT and not accounts_named(context, text)
    return "" if any_one else account_named(context, text).id


_ANY_ACCOUNT = frozenset({"all", "any", "*", "me", "default", "primary"})
