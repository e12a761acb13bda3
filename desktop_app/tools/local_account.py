"""Local account, into which mail is imported when no other is named."""

from __future__ import annotations

import getpass
from collections import Counter
from dataclasses import replace

from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.message import Message, SystemLabel
from desktop_app.model.query import Query
from desktop_app.store.store import Store

LOCAL_ID = "local"
UNKNOWN_DOMAIN = "localhost.invalid"
"""The domain of an address nobody has given yet (RFC 2606 section 2)."""

LOOKED_AT = 500


def local_account(store: Store) -> Account:
    """The local account of this profile, made on first use."""
    for account in store.accounts.list():
        if account.id == LOCAL_ID:
            return account
    user = getpass.getuser()
    identity = Identity(Address(user.capitalize(), f"{user}@{UNKNOWN_DOMAIN}"), default=True)
    account = Account(LOCAL_ID, LOCAL, "Local mail", (identity,), colour=1)
    store.accounts.add(account)
    return account


def learn_identity(store: Store, account_id: str) -> None:
    """Guess the identity of an account that has none: the address its mail was written to most
    often, or the sender of what is in Sent. The person can change it under Accounts."""
    account = store.accounts.get(account_id)
    identity = account.default_identity
    if identity.address.domain != UNKNOWN_DOMAIN:
        return
    found = store.finder.messages(Query("", None), limit=LOOKED_AT, account_id=account_id)
    owner = _owner(found)
    if owner is not None:
        store.accounts.update(replace(account, identities=(replace(identity, address=owner),)))


def _owner(found: list[Message]) -> Address | None:
    wrote = Counter(a.key for m in found if SystemLabel.SENT in m.labels for a in m.from_)
    direct = [m for m in found if not m.list_id]  # a list's address is nobody's own
    reached = Counter(key for m in direct for key in {a.key for a in (*m.to, *m.cc)})
    votes = wrote or reached
    if not votes:
        return None
    key, count = votes.most_common(1)[0]
    if not wrote and count * 3 < len(found):
        return None
    spelled = [a for m in found for a in (*m.from_, *m.to, *m.cc) if a.key == key]
    return max(spelled, key=lambda a: len(a.name), default=None)
