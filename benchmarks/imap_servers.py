"""What an account does at a mail server as it is, job by job: `python -m benchmarks.imap_servers`.

The server listens on this computer without TLS, and the mailbox is one for tests: mail is put
there, moved and deleted. The password is read from standard input. One line for each job: `+`, or
what went wrong; ends with 1 where something did.

    echo secret | python -m benchmarks.imap_servers --port 11143 --user alex
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import imapclient

from desktop_app.accounts.imap.drafts import ImapDrafts
from desktop_app.accounts.imap.mailbox import ImapMailbox
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.model.mail_server import MailServers, Security, ServerAddress
from desktop_app.store.store import Store
from tests.accounts.imap.test_sync import here, store_of, synced
from tests.fakes.house import mail

MAILS = 14
_PRESSES = (
    ("archive", 1, (), ("INBOX",)),
    ("star", 2, ("STARRED",), ()),
    ("trash", 3, ("TRASH",), ("INBOX",)),
    ("spam", 4, ("SPAM",), ("INBOX",)),
    ("label", 5, ("Clients",), ("INBOX",)),
    ("mark as read", 6, (), ("UNREAD",)),
)


class Server:
    """One server, one profile, and another mail program beside. `mark` tells this run's mail."""

    def __init__(self, port: int, user: str, password: str, store: Store) -> None:
        self.port, self.user, self.password, self.store = port, user, password, store
        at = ServerAddress("127.0.0.1", port, Security.NONE)
        self.session = ImapSession(MailServers(at, None, user), lambda: password)
        mirror = store.folder_mirror("i1")
        self.mailbox = ImapMailbox(self.session, mirror, "i1", Event(), clock=time.time)
        self.mark = f"run{time.time_ns() // 1000}"

    @contextmanager
    def other(self) -> Iterator[Any]:
        client = imapclient.IMAPClient("127.0.0.1", self.port, ssl=False)
        client.login(self.user, self.password)
        yield client
        client.logout()

    def put(self, number: int) -> None:
        with self.other() as client:
            raw = mail(self.subject(number), message_id=f"{number}.{self.mark}@x.example")
            client.append("INBOX", raw)

    def subject(self, number: int) -> str:
        return f"{self.mark} {number}"

    def sync(self) -> None:
        """A pass; says what it left aside."""
        synced(self.store, self.mailbox)
        refused = self.store.pending.refused("i1")
        left_out = self.store.folder_mirror("i1").left_out()
        aside, reason = self.store.set_aside.told("i1")
        problems = [change.reason for change in refused]
        problems += [f"{title}: {why}" for title, why in left_out.items()]
        problems += [reason] if aside else []
        self.store.pending.drop_refused("i1", [change.remote_id for change in refused])
        if problems:
            raise RuntimeError("; ".join(problems))

    def number(self, number: int) -> int:
        rows = self.store.db.rows("SELECT id FROM message", ())
        subject = self.subject(number)
        return next(int(i) for (i,) in rows if self.store.messages.get(i).subject == subject)

    def there(self) -> dict[str, str]:
        """Where another program sees this run's mail: subject to folder."""
        found: dict[str, str] = {}
        with self.other() as client:
            for flags, _, name in client.list_folders():
                if b"\\Noselect" in flags:
                    continue
                client.select_folder(name, readonly=True)
                uids = client.search(["UNDELETED", "SUBJECT", self.mark])
                told = client.fetch(uids, ["ENVELOPE"]).values()
                found |= {data[b"ENVELOPE"].subject.decode(): name for data in told}
        return found


class Jobs:
    """The jobs of an account. Each raises what went wrong."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def all(self) -> Iterator[tuple[str, Callable[[], None]]]:
        """The jobs by name, in the order in which they are done."""
        yield "first sync", self.first
        for name, number, add, remove in _PRESSES:
            yield name, partial(self.press, number, add, remove)
        yield "deleted by another program", self.deleted_elsewhere
        yield "deleted for good", self.deleted_here
        yield "drafts", self.drafts
        yield "new mail", self.more

    def first(self) -> None:
        server = self.server
        for number in range(MAILS):
            server.put(number)
        server.sync()
        came = [subject for subject in here(server.store) if subject.startswith(server.mark)]
        must(len(server.there()) == len(came) == MAILS, "not all mail came")

    def press(self, number: int, add: tuple[str, ...], remove: tuple[str, ...]) -> None:
        server = self.server
        id_ = server.number(number)
        server.store.messages.modify([id_], add=frozenset(add), remove=frozenset(remove))
        server.sync()
        moved = server.there()[server.subject(number)].upper() != "INBOX"
        must(moved is ("INBOX" in remove), "it is not where it should be")

    def deleted_elsewhere(self) -> None:
        server = self.server
        with server.other() as client:
            client.select_folder("INBOX")
            client.delete_messages(client.search(["SUBJECT", server.subject(7)]))
            client.expunge()
        server.sync()
        must(server.subject(7) not in here(server.store), "it is still here")

    def deleted_here(self) -> None:
        server = self.server
        server.store.messages.delete([server.number(8)])
        server.sync()
        folder = server.there().get(server.subject(8), "")
        must(not folder or "trash" in folder.lower(), "it is still there")

    def more(self) -> None:
        self.server.put(MAILS)
        self.server.sync()
        must(self.server.subject(MAILS) in here(self.server.store), "it did not come")

    def drafts(self) -> None:
        box, mark = ImapDrafts(self.server.session), self.server.mark
        must(box.available(), "the account has no folder for drafts")
        for revision in (1, 2):
            ours = f"X-Draftdesk-Draft: {mark}; {revision}\r\n"
            raw = mail("Draft", message_id=f"d{revision}.{mark}@x.example", more=ours)
            box.put(raw, remote_id=mark if revision > 1 else "")
        must([d.remote_id for d in box.list()].count(mark) == 1, "there are two")
        box.delete(mark)
        must(mark not in [d.remote_id for d in box.list()], "it is still there")


def must(holds: bool, otherwise: str) -> None:
    if not holds:
        raise RuntimeError(otherwise)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.imap_servers", description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--user", required=True)
    asked = parser.parse_args()
    password = sys.stdin.readline().rstrip("\n")
    failed = 0
    with tempfile.TemporaryDirectory() as folder, store_of(Path(folder) / "profile") as store:
        server = Server(asked.port, asked.user, password, store)
        for name, job in Jobs(server).all():
            try:
                job()
            except Exception as error:  # noqa: BLE001 - a job that fails is a row
                failed += 1
                print(f"{name:<28} {type(error).__name__}: {error}")
            else:
                print(f"{name:<28} +")
        server.session.close()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
