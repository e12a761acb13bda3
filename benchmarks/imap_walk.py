"""A walk by chance of two programs in one mailbox: `python -m benchmarks.imap_walk`.

Draftdesk presses, another program moves, marks, deletes and puts mail there; now and then
Draftdesk syncs, and what it has of every mail must be what the server has. The mailbox is one for
tests, on this computer, without TLS; the password is read from standard input. Prints one line and
ends with 1 where the two differ.

    echo secret | python -m benchmarks.imap_walk --port 11143 --user alex --seed 1 --steps 200
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from imapclient.exceptions import IMAPClientError

from benchmarks.imap_servers import Server
from desktop_app.tools.person.mail_sync import OfAccount, take_back_changes
from tests.accounts.imap.test_sync import store_of, synced

_ROLES = {
    "inbox": "INBOX", "trash": "TRASH", "junk": "SPAM", "spam": "SPAM", "sent": "SENT",
    "archive": "", "archives": "",
}  # fmt: skip
"""What mail has in a folder of that name; in any other, the folder's own name."""
_FLAGS = {b"\\Trash": "TRASH", b"\\Junk": "SPAM", b"\\Sent": "SENT", b"\\Archive": ""}
_LEFT_OUT = {"drafts", "outbox"}
_PRESSES: tuple[tuple[set[str], set[str]], ...] = (
    (set(), {"INBOX"}),
    ({"STARRED"}, set()),
    (set(), {"STARRED"}),
    ({"TRASH"}, {"INBOX", "SPAM"}),
    ({"SPAM"}, {"INBOX", "TRASH"}),
    ({"INBOX"}, {"TRASH", "SPAM"}),
    ({"Clients"}, {"INBOX", "TRASH", "SPAM"}),
    (set(), {"UNREAD"}),
    ({"UNREAD"}, set()),
)
_MARKS = ("\\Seen", "\\Flagged")
Labels = dict[str, frozenset[str]]


class Walk:
    """One walk. `differs` says in words where the two do, or nothing."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server, self.dice, self.count = server, random.Random(seed), 0

    def run(self, steps: int) -> str:
        """Some steps, a sync after about every fifth and two at the end."""
        for _ in range(10):
            self._new()
        for step in range(steps):
            (self._press if self.dice.random() < 0.5 else self._other)()
            if self.dice.random() < 0.2 or step == steps - 1:
                self.sync()
                if told := self.differs():
                    return f"after step {step}: {told}"
        return ""

    def differs(self) -> str:
        here, there = self._here(), self.there()
        odd = [
            f"{subject}: here {_words(here.get(subject))}, there {_words(there.get(subject))}"
            for subject in sorted(here.keys() | there.keys())
            if here.get(subject) != there.get(subject)
        ]
        return "; ".join(odd[:3])

    def sync(self) -> None:
        """Twice, what the server refused taken back in between, as the window does it: the other
        program may have moved a mail away that was pressed on."""
        store = self.server.store
        for _ in range(2):
            synced(store, self.server.mailbox)
            services = SimpleNamespace(sync=SimpleNamespace(wake=lambda _: None))
            context: Any = SimpleNamespace(store=store, ports=services)
            take_back_changes(context, OfAccount(account="i1"))

    def _here(self) -> Labels:
        store = self.server.store
        rows = store.db.rows("SELECT id FROM message", ())
        found = (store.messages.get(row[0]) for row in rows)
        mark = self.server.mark
        return {m.subject: frozenset(m.labels) for m in found if m.subject.startswith(mark)}

    def there(self) -> Labels:
        found: Labels = {}
        with self.server.other() as client:
            for name, label in _folders(client):
                client.select_folder(name, readonly=True)
                uids = client.search(["UNDELETED", "SUBJECT", self.server.mark])
                for data in client.fetch(uids, ["FLAGS", "ENVELOPE"]).values():
                    flags = data[b"FLAGS"]
                    labels = {label} - {""}
                    labels |= {"STARRED"} if b"\\Flagged" in flags else set()
                    labels |= set() if b"\\Seen" in flags else {"UNREAD"}
                    subject = data[b"ENVELOPE"].subject.decode()
                    found[subject] = found.get(subject, frozenset()) | labels
        return found

    def _press(self) -> None:
        store = self.server.store
        rows = store.db.rows("SELECT id FROM message", ())
        if not rows:
            return
        chosen = [row[0] for row in self.dice.sample(rows, min(len(rows), 2))]
        if self.dice.random() < 0.05:
            store.messages.delete(chosen)
            return
        add, remove = self.dice.choice(_PRESSES)
        store.messages.modify(chosen, add=frozenset(add), remove=frozenset(remove))

    def _other(self) -> None:
        if self.dice.random() < 0.25:
            self._new()
            return
        with self.server.other() as client:
            folders = [name for name, _ in _folders(client)]
            client.select_folder(self.dice.choice(folders))
            uids = client.search(["UNDELETED", "SUBJECT", self.server.mark])
            if not uids:
                return
            with suppress(IMAPClientError):
                self._touch(client, self.dice.choice(uids), folders)

    def _touch(self, client: Any, uid: int, folders: list[str]) -> None:
        what = self.dice.choice(("mark", "mark", "unmark", "move", "move", "delete"))
        if what == "mark":
            client.add_flags(uid, self.dice.choice(_MARKS))
        elif what == "unmark":
            client.remove_flags(uid, self.dice.choice(_MARKS))
        else:
            if what == "move":
                client.copy(uid, self.dice.choice(folders))
            client.delete_messages(uid)
            client.expunge()

    def _new(self) -> None:
        self.server.put(self.count)
        self.count += 1


def _folders(client: Any) -> Iterator[tuple[str, str]]:
    """The folders with the label that their mail has."""
    for flags, separator, name in client.list_folders():
        last = name.rsplit((separator or b"\0").decode(), 1)[-1]
        if b"\\Noselect" in flags or b"\\NonExistent" in flags or last.lower() in _LEFT_OUT:
            continue
        special = [label for flag, label in _FLAGS.items() if flag in flags]
        yield name, special[0] if special else _ROLES.get(last.lower(), last)


def _words(labels: frozenset[str] | None) -> str:
    return "nothing" if labels is None else " ".join(sorted(labels)) or "no label"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.imap_walk", description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--user", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=200)
    asked = parser.parse_args()
    password = sys.stdin.readline().rstrip("\n")
    with tempfile.TemporaryDirectory() as folder, store_of(Path(folder) / "profile") as store:
        server = Server(asked.port, asked.user, password, store)
        walk = Walk(server, asked.seed)
        told = walk.run(asked.steps)
        server.session.close()
    print(
        told
        or f"seed {asked.seed}: {asked.steps} steps, {walk.count} mails, the same on both sides"
    )
    sys.exit(1 if told else 0)


if __name__ == "__main__":
    main()
