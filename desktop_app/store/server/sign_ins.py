"""Sign-ins of the accounts: scopes granted, permissions wanted. No secret."""

from __future__ import annotations

from collections.abc import Iterable

from desktop_app.model.changes import Changes
from desktop_app.model.sign_in import Permission, SignIn
from desktop_app.store.base.db import Database

_ACCOUNTS = Changes(accounts=True)
_COLUMNS = (
    "account_id, client_id, scopes, wanted, refused, session_only, quota_project, source, address"
)


class StoredSignIns:
    def __init__(self, db: Database) -> None:
        self._db = db

    def get(self, account_id: str) -> SignIn | None:
        """The account's sign-in; None when it never signed in or has signed out."""
        query = f"SELECT {_COLUMNS} FROM sign_in WHERE account_id = ?"
        rows = self._db.rows(query, (account_id,))
        if not rows:
            return None
        account, client, scopes, wanted, refused, session_only, *more = rows[0]
        permissions = tuple(Permission(w) for w in wanted.split() if w in set(Permission))
        granted = tuple(scopes.split())
        flags = (bool(refused), bool(session_only))
        return SignIn(account, client, granted, permissions, *flags, *more)

    def keep(self, sign_in: SignIn) -> None:
        """Adds or replaces a sign-in."""
        row = (
            sign_in.account_id,
            sign_in.client_id,
            " ".join(sign_in.scopes),
            " ".join(sign_in.wanted),
            int(sign_in.refused),
            int(sign_in.session_only),
            sign_in.quota_project,
            sign_in.source,
            sign_in.address,
        )
        with self._db.write(_ACCOUNTS) as connection:
            connection.execute(
                f"INSERT OR REPLACE INTO sign_in ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )

    def note_scopes(self, account_id: str, scopes: Iterable[str]) -> None:
        """Stores the scopes that the service now reports as granted: it accepts the sign-in."""
        with self._db.write(_ACCOUNTS) as connection:
            connection.execute(
                "UPDATE sign_in SET scopes = ?, refused = 0 WHERE account_id = ?",
                (" ".join(sorted(scopes)), account_id),
            )

    def note_wanted(self, account_id: str, permission: Permission) -> None:
        """Stores that the person used something that needs this permission; skips an account
        without a sign-in."""
        sign_in = self.get(account_id)
        if sign_in is not None and permission not in sign_in.wanted:
            wanted = " ".join((*sign_in.wanted, permission))
            with self._db.write(_ACCOUNTS) as connection:
                connection.execute(
                    "UPDATE sign_in SET wanted = ? WHERE account_id = ?", (wanted, account_id)
                )

    def note_refused(self, account_id: str) -> None:
        """Stores that the service no longer accepts the sign-in."""
        with self._db.write(_ACCOUNTS) as connection:
            connection.execute("UPDATE sign_in SET refused = 1 WHERE account_id = ?", (account_id,))

    def forget(self, account_id: str) -> None:
        with self._db.write(_ACCOUNTS) as connection:
            connection.execute("DELETE FROM sign_in WHERE account_id = ?", (account_id,))
