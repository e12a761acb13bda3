"""Accounts of a profile. For their removal see store/removal.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

import apsw
import msgspec

from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.changes import Changes
from desktop_app.model.errors import Conflict, NotFound
from desktop_app.store.base.db import Database
from desktop_app.store.base.versioned_cache import VersionedCache
from desktop_app.store.rows.triage_due import mark_account

_COLUMNS = "id, kind, name, identities, colour, sample, copies, mail_format"
STAYS = "id NOT IN (SELECT id FROM removal)"
"""Condition on rows of `account`: one that is being removed is not there for anyone."""

_identities_decoder = msgspec.json.Decoder(tuple[Identity, ...])
_Copies = tuple[tuple[Address, ...], tuple[Address, ...]]
_copies_decoder = msgspec.json.Decoder(_Copies)


if TYPE_CHECKING:
    from desktop_app.store.rows.loader import Target


class Accounts:
    """Accounts hold no secret: those are in the system keyring."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._kept = VersionedCache(db, Changes(accounts=True), self._read)

    def add(self, account: Account) -> None:
        """Raises Conflict when the id is taken."""
        with self._db.write(Changes(accounts=True, labels=True)) as connection:
            taken = connection.execute("SELECT 1 FROM account WHERE id = ?", (account.id,)).get
            leaving = connection.execute("SELECT 1 FROM removal WHERE id = ?", (account.id,)).get
            if leaving:
                raise Conflict("The account of this id is still being removed.")
            if taken:
                raise Conflict("There is already an account with this id.")
            connection.execute(
                f"INSERT INTO account ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", _row(account)
            )

    def update(self, account: Account) -> None:
        """Replaces every field of the account; its mail stays. Raises NotFound."""
        with self._db.write(Changes(accounts=True)) as connection:
            key, row = number(connection, account.id), _row(account)
            known = connection.execute("SELECT identities FROM account WHERE key = ?", (key,)).get
            if bytes(known) != row[3]:
                mark_account(connection, key)
            connection.execute(
                "UPDATE account SET kind = ?, name = ?, identities = ?, colour = ?, sample = ?,"
                " copies = ?, mail_format = ? WHERE id = ?",
                (*row[1:], row[0]),
            )

    def change_kind(self, account: Account) -> None:
        """The account goes on as `account.kind`, whose server has the same messages under the
        same ids: mail, labels and drafts stay, and are compared by the next pass. What is known
        of the former server goes. Raises NotFound."""
        with self._db.write(Changes(accounts=True)) as connection:
            number(connection, account.id)
            key = (account.id,)
            connection.execute("UPDATE account SET kind = ? WHERE id = ?", (account.kind, *key))
            connection.execute(
                "UPDATE sync_state SET history_id = '', listing = '', page_token = ''"
                " WHERE account_id = ?",
                key,
            )
            for table in _OF_ONE_SERVER:
                connection.execute(f"DELETE FROM {table} WHERE account_id = ?", key)

    def list(self) -> tuple[Account, ...]:
        """Every account, in the order in which they were added."""
        return self._kept.get()

    def get(self, account_id: str) -> Account:
        """Raises NotFound."""
        for account in self.list():
            if account.id == account_id:
                return account
        raise _missing(account_id)

    def _read(self) -> tuple[Account, ...]:
        query = f"SELECT {_COLUMNS} FROM account WHERE {STAYS} ORDER BY key"
        return tuple(self._db.values(_account, query))

    def target(self, account_id: str) -> Target:
        """The loader's target for messages of this account. Raises NotFound."""
        from desktop_app.store.rows.loader import Target

        with self._db.reading() as connection:
            account = self.get(account_id)
            local = account.kind == LOCAL
            return Target(number(connection, account_id), account.own_keys, keeps_labels=local)

    def own_keys(self, account_id: str | None = None) -> frozenset[str]:
        """The keys of the own addresses, of one account or of all."""
        chosen = self.list() if account_id is None else (self.get(account_id),)
        return frozenset(key for account in chosen for key in account.own_keys)


_OF_ONE_SERVER = (
    *("folder", "folder_message", "folder_copy", "folder_change", "mail_server"),
    *("remote_label", "remote_todo", "draft_link", "sign_in", "set_aside", "draft_claim"),
    "submission_said",
)
"""Tables of what is known of an account's server, all by its id."""


def number(connection: apsw.Connection, account_id: str) -> int:
    """The account's number in the tables. Raises NotFound, also while it is being removed."""
    query = f"SELECT key FROM account WHERE id = ? AND {STAYS}"
    found = connection.execute(query, (account_id,)).get
    if found is None:
        raise _missing(account_id)
    return int(found)


def names(connection: apsw.Connection) -> dict[int, str]:
    """Account ids by number."""
    return dict(connection.execute("SELECT key, id FROM account"))


def _missing(account_id: str) -> NotFound:
    return NotFound("There is no such account any more.", details={"account": account_id})


_Row = tuple[str, str, str, bytes, int, int, str, str]


def _row(account: Account) -> _Row:
    identities = msgspec.json.encode(account.identities)
    sample = int(account.sample)
    copies = msgspec.json.encode((account.cc, account.bcc)).decode()
    head = (account.id, account.kind, account.name, identities)
    return (*head, account.colour, sample, copies, account.mail_format)


def _account(row: _Row) -> Account:
    id_, kind, name, identities, colour, sample, copies, mail_format = row
    cc, bcc = _copies_decoder.decode(copies)
    return Account(
        id=id_,
        kind=kind,
        name=name,
        identities=_identities_decoder.decode(identities),
        colour=colour,
        sample=bool(sample),
        cc=cc,
        bcc=bcc,
        mail_format=mail_format,
    )
