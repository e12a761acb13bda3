"""Local account, into which mail is imported when no other is named, and whose mail it is."""

from __future__ import annotations

import getpass
from collections import Counter
from dataclasses import dataclass, replace

from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.message import Message, SystemLabel
from desktop_app.model.query import Query
from desktop_app.store.store import Store

LOCAL_ID = "local"
LOCAL_MAIL = "Local mail"
"""Name of the local account, as it is made."""

UNKNOWN_DOMAIN = "localhost.invalid"
"""The domain of an address nobody has given yet (RFC 2606 section 2)."""

LOOKED_AT = 500
READ_WHOLE = 100
"""So many of those are read again for Delivered-To, which envelopes do not have."""

OFFERED = 6


@dataclass(frozen=True, slots=True)
class OwnAddress:
    """Address that may be the person's: how many mails it wrote and how many reached it."""

    address: Address
    wrote: int
    reached: int


def local_account(store: Store) -> Account:
    """The local account of this profile, made on first use."""
    for account in store.accounts.list():
        if account.id == LOCAL_ID:
            return account
    identity = Identity(Address("", f"{getpass.getuser()}@{UNKNOWN_DOMAIN}"), default=True)
    account = Account(LOCAL_ID, LOCAL, LOCAL_MAIL, (identity,), colour=1)
    store.accounts.add(account)
    return account


def owner_unknown(account: Account) -> bool:
    """Whether nobody has said yet whose mail an account holds."""
    return account.default_identity.address.domain == UNKNOWN_DOMAIN


def learn_identity(store: Store, account_id: str) -> None:
    """Guess the identity of an account that has none. The person is asked, and can change it
    under Accounts."""
    account = store.accounts.get(account_id)
    if not owner_unknown(account):
        return
    found = _looked_at(store, account_id)
    first = next(iter(_own(store, found)), None)
    if first is not None and (first.wrote or first.reached * 3 >= len(found)):
        identity = replace(account.default_identity, address=first.address)
        store.accounts.update(replace(account, identities=(identity,)))


def own_addresses(store: Store, account_id: str) -> tuple[OwnAddress, ...]:
    """Addresses that may be the person's, the likeliest first: who wrote what is in Sent, and whom
    mail reached. A list's address is nobody's own."""
    return _own(store, _looked_at(store, account_id))


def _looked_at(store: Store, account_id: str) -> list[Message]:
    return store.finder.messages(Query("", None), limit=LOOKED_AT, account_id=account_id)


def _own(store: Store, found: list[Message]) -> tuple[OwnAddress, ...]:
    wrote = Counter(a.key for m in found if SystemLabel.SENT in m.labels for a in m.from_)
    direct = [m for m in found if not m.list_id and SystemLabel.SENT not in m.labels]
    reached: Counter[str] = Counter()
    for number, mail in enumerate(direct):
        delivered = _delivered(store, mail) if number < READ_WHOLE else frozenset()
        reached.update({a.key for a in (*mail.to, *mail.cc)} | delivered)
    keys = {key for key, count in reached.items() if count * 20 >= len(direct)} | wrote.keys()
    ranked = sorted(keys, key=lambda key: (-wrote[key], -reached[key], key))[:OFFERED]
    return tuple(OwnAddress(_spelled(found, k), wrote[k], reached[k]) for k in ranked)


def _delivered(store: Store, mail: Message) -> frozenset[str]:
    from desktop_app.mail.message.parse import parse

    return frozenset(a.strip().lower() for a in parse(store.messages.raw(mail.id)).delivered_to)


def _spelled(found: list[Message], key: str) -> Address:
    """The address with the name it is mostly given."""
    named = Counter(a for m in found for a in (*m.from_, *m.to, *m.cc) if a.key == key and a.name)
    return named.most_common(1)[0][0] if named else Address("", key)
