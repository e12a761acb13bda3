"""Sender of an IMAP account: by SMTP, with a copy in the server's Sent folder.

SMTP tells nothing afterwards. What it left in doubt is looked for in Sent by its Message-ID: a
server that files mail itself has it there. Where it is not, the doubt stays.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import TypeVar

from desktop_app.accounts.draft_box import DraftLinks
from desktop_app.accounts.imap.authenticating import Secret
from desktop_app.accounts.imap.catching_up import is_gmail, read_folders
from desktop_app.accounts.imap.client import BoundedClient
from desktop_app.accounts.imap.drafts import ImapDrafts
from desktop_app.accounts.imap.folders import Role, path_of
from desktop_app.accounts.imap.marking import mark_origins
from desktop_app.accounts.imap.namespaces import namespaces_of
from desktop_app.accounts.imap.session import ImapSession, Refusal
from desktop_app.accounts.imap.submission import Letter, submit
from desktop_app.mail.message.access import header_fields
from desktop_app.mail.wire.addresses import addresses
from desktop_app.model.errors import Cancelled, KnownError
from desktop_app.model.mail_server import MailServers, ServerAddress
from desktop_app.model.outbox import Delivery, OutboxEntry, Receipt

T = TypeVar("T")
SENT = "Sent"
_FILE_THEMSELVES = (".office365.com", ".outlook.com")
"""Servers that put what they send into Sent, as Gmail does."""
_NOT_FOUND = "The mail was not found in Sent: it may or may not have been sent."


class SmtpSender:
    """Sender of one account. `at` takes its mail; `session` is for its folders alone; `refused`
    as `submit` has it. `links` name the drafts that the server has too."""

    def __init__(
        self,
        servers: MailServers,
        at: ServerAddress,
        secret: Secret,
        session: ImapSession,
        refused: Refusal = bool,
        links: DraftLinks | None = None,
        count: Callable[[str], None] = lambda _: None,
        cancelled: Event | None = None,
    ) -> None:
        self._count, self._cancelled = count, cancelled or Event()
        self._servers, self._at, self._session = servers, at, session
        self._links = links
        self._secret, self._refused = secret, refused

    def prepare(self, entry: OutboxEntry) -> str:
        """The Message-ID: nothing is prepared on the server."""
        return entry.rfc822_message_id

    def send(self, entry: OutboxEntry) -> Receipt:
        letter = Letter(_sender_of(entry.mime), entry.recipients, entry.mime)
        receipt = submit(self._servers, self._at, self._secret, letter, self._refused)
        self._count("" if receipt.delivery is Delivery.SENT else "unavailable")
        return receipt

    def look(self, entry: OutboxEntry) -> Receipt:
        """Sent where Sent has it; unknown otherwise."""
        try:
            found = self._run(lambda client: self._there(client, _sent(client), entry))
        except Cancelled:
            raise
        except KnownError as error:
            return Receipt(Delivery.UNKNOWN, error.sentence)
        return Receipt(Delivery.SENT) if found else Receipt(Delivery.UNKNOWN, _NOT_FOUND)

    def file(self, entry: OutboxEntry) -> bool:
        """Append the mail to Sent, once, and take its draft away: SMTP knows of no drafts. Raises
        `KnownError`; it can be called again."""

        def work(client: BoundedClient) -> None:
            if is_gmail(client):
                return
            mark_origins(self._session, client, entry.mime)
            if self._servers.incoming.host.endswith(_FILE_THEMSELVES):
                return
            folder = _sent(client)
            if not folder:
                folder = path_of(SENT, read_folders(client), namespaces_of(client))
                client.create_folder(folder)
            if not self._there(client, folder, entry):
                client.append(folder, entry.mime, ("\\Seen",))

        self._run(work)
        link = self._links.get(entry.draft_id) if self._links is not None else None
        if self._links is not None and link is not None:
            drafts = ImapDrafts(self._session, self._cancelled)
            there = {draft.remote_id: draft.message_id for draft in drafts.list()}
            if there.get(link.remote_id, link.message_id) != link.message_id:
                return True  # another mail program wrote on in it: the sync looks at that
            drafts.delete(link.remote_id)
            self._links.forget(entry.draft_id)
        return True

    def _there(self, client: BoundedClient, folder: str, entry: OutboxEntry) -> bool:
        if not folder:
            return False
        self._session.select(client, folder)
        return bool(client.search(["HEADER", "Message-ID", entry.rfc822_message_id]))

    def _run(self, work: Callable[[BoundedClient], T]) -> T:
        return self._session.run(work, self._cancelled)


def _sent(client: BoundedClient) -> str:
    folders = read_folders(client)
    return next((f.name for f in folders if f.role is Role.SENT and f.selectable), "")


def _sender_of(mime: bytes) -> str:
    """The address the mail is from, which bounces go to."""
    fields = {name.lower(): value for name, value in header_fields(mime)}
    return next((address.email for address in addresses(fields.get("from", ""))), "")
