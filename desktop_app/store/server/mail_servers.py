"""Mail servers of the accounts that have some of their own; no secret."""

from __future__ import annotations

from desktop_app.model.changes import Changes
from desktop_app.model.mail_server import MailServers, Proof, Security, ServerAddress
from desktop_app.store.base.db import Database

_COLUMNS = "in_host, in_port, in_security, out_host, out_port, out_security, user, proof, ca_file"


class StoredMailServers:
    def __init__(self, db: Database) -> None:
        self._db = db

    def get(self, account_id: str) -> MailServers | None:
        """The account's servers; None for an account without any."""
        query = f"SELECT {_COLUMNS} FROM mail_server WHERE account_id = ?"
        for row in self._db.rows(query, (account_id,)):
            in_host, in_port, in_security, out_host, out_port, out_security, *rest = row
            user, proof, ca_file = rest
            incoming = ServerAddress(in_host, in_port, Security(in_security))
            outgoing = ServerAddress(out_host, out_port, Security(out_security))
            return MailServers(
                incoming, outgoing if out_host else None, user, Proof(proof), ca_file
            )
        return None

    def takes_letters(self, account_id: str) -> bool | None:
        """Whether the server for sending takes addresses with letters beyond ASCII before their @,
        as it said last; None before it was reached."""
        query = "SELECT offered FROM submission_letters WHERE account_id = ?"
        return next((bool(offered) for (offered,) in self._db.rows(query, (account_id,))), None)

    def note_letters(self, account_id: str, offered: bool) -> None:
        """Keep what the server has just said of that; of an account that is gone, nothing."""
        if self.takes_letters(account_id) is offered:
            return
        with self._db.write(Changes(drafts=True)) as connection:
            connection.execute(
                "INSERT OR REPLACE INTO submission_letters (account_id, offered)"
                " SELECT id, ?2 FROM account WHERE id = ?1",
                (account_id, int(offered)),
            )

    def keep(self, account_id: str, servers: MailServers) -> None:
        """Adds or replaces them; what was known of those before goes."""
        at, out = servers.incoming, servers.outgoing or ServerAddress("", 0)
        row = (at.host, at.port, str(at.security), out.host, out.port, str(out.security))
        with self._db.write(Changes(accounts=True)) as connection:
            connection.execute("DELETE FROM submission_letters WHERE account_id = ?", (account_id,))
            connection.execute(
                f"INSERT OR REPLACE INTO mail_server (account_id, {_COLUMNS})"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (account_id, *row, servers.user, str(servers.proof), servers.ca_file),
            )
