"""Mail servers of the accounts that have some of their own; no secret."""

from __future__ import annotations

from desktop_app.model.changes import Changes
from desktop_app.model.mail_server import (
    MailServers,
    Proof,
    Security,
    ServerAddress,
    SubmissionSaid,
)
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

    def said(self, account_id: str) -> SubmissionSaid | None:
        """What the server for sending said last of the mail it takes; None before it was
        reached."""
        query = "SELECT takes_letters, largest_mail FROM submission_said WHERE account_id = ?"
        for letters, largest in self._db.rows(query, (account_id,)):
            return SubmissionSaid(bool(letters), largest)
        return None

    def note_said(self, account_id: str, said: SubmissionSaid | None) -> None:
        """Keep what the server has just said in the place of what it said before; None, where it
        was not heard, changes nothing. Of an account that is gone nothing is kept."""
        if said is None or said == self.said(account_id):
            return
        with self._db.write(Changes(drafts=True)) as connection:
            connection.execute(
                "INSERT OR REPLACE INTO submission_said (account_id, takes_letters, largest_mail)"
                " SELECT id, ?2, ?3 FROM account WHERE id = ?1",
                (account_id, int(said.takes_letters), said.largest_mail),
            )

    def keep(self, account_id: str, servers: MailServers) -> None:
        """Adds or replaces them; what was known of those before goes."""
        at, out = servers.incoming, servers.outgoing or ServerAddress("", 0)
        row = (at.host, at.port, str(at.security), out.host, out.port, str(out.security))
        with self._db.write(Changes(accounts=True)) as connection:
            connection.execute("DELETE FROM submission_said WHERE account_id = ?", (account_id,))
            connection.execute(
                f"INSERT OR REPLACE INTO mail_server (account_id, {_COLUMNS})"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (account_id, *row, servers.user, str(servers.proof), servers.ca_file),
            )
