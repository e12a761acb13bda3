"""The account that imported mail goes into when none is named."""

from __future__ import annotations

import getpass

from desktop_app.model.account import Account, AccountKind, Identity
from desktop_app.model.address import Address
from desktop_app.store.store import Store

LOCAL_ID = "local"


def local_account(store: Store) -> Account:
    """The local account of this profile, made on first use.

    Its address is a placeholder of this computer's user; the person sets their own under
    Accounts.
    """
    for account in store.accounts.list():
        if account.id == LOCAL_ID:
            return account
    user = getpass.getuser()
    identity = Identity(Address(user.capitalize(), f"{user}@localhost"), default=True)
    account = Account(LOCAL_ID, AccountKind.LOCAL, "Local mail", (identity,), colour=1)
    store.accounts.add(account)
    return account
