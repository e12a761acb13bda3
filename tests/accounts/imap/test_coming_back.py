"""Two computers at one mailbox agree on what is snoozed, until when, reminded of and muted."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from desktop_app.accounts.imap.folders import Folder, Role
from desktop_app.accounts.imap.mailbox import ImapMailbox
from desktop_app.accounts.imap.metadata import MOST_KEYWORDS, labels_of
from desktop_app.model.coming_back import BACK, MUTED, REMINDED, SNOOZED, keyword_of, moment_of
from desktop_app.model.message import SystemLabel
from desktop_app.search.parser import parse
from desktop_app.store.store import Store
from desktop_app.workers.coming_back import ComingBack
from tests.accounts.imap.test_sync import Put, here, mailbox_of, store_of, synced
from tests.fakes.house import mail
from tests.fakes.mail_servers.dovecot import Dovecot
from tests.fakes.mail_servers.gmail import Gmail
from tests.fakes.mail_servers.peculiar import Peculiar

INBOX, UNREAD, SENT = (str(SystemLabel[name]) for name in ("INBOX", "UNREAD", "SENT"))
MINUTE, DAY = 60, 86_400
NOW = (int(time.time()) // MINUTE + 1) * MINUTE


class Computer:
    """One profile with its mailbox; its worker's clock is `now`."""

    def __init__(self, store: Store, mailbox: ImapMailbox) -> None:
        self.store, self.mailbox, self.now = store, mailbox, float(NOW)
        steps = count(0, 100)
        self.worker = ComingBack(
            store,
            clock=lambda: self.now,
            nudge=lambda _: None,
            steady=lambda: float(next(steps)),
        )

    def sync(self) -> None:
        synced(self.store, self.mailbox)
        self.worker.work()
        self.worker.work()  # now what was due has waited for the server
        synced(self.store, self.mailbox)

    def thread(self, subject: str) -> int:
        [row] = self.store.finder.threads(parse(f'subject:"{subject}"'), limit=2)
        return row.id

    def inbox(self) -> set[str]:
        return {row.subject for row in self.store.finder.threads(parse("in:inbox"), limit=99)}


@pytest.fixture
def two(server: Dovecot, tmp_path: Path) -> Iterator[tuple[Computer, Computer]]:
    with ExitStack() as stack:

        def computer(name: str) -> Computer:
            store = stack.enter_context(store_of(tmp_path / name))
            return Computer(store, stack.enter_context(mailbox_of(server.servers(), store)))

        yield computer("one"), computer("two")


def agree(*computers: Computer) -> None:
    """After a pass of each, and one more of the first, they say the same of every mail."""
    for computer in (*computers, computers[0]):
        computer.sync()
    first = here(computers[0].store)
    for other in computers[1:]:
        assert here(other.store) == first


def test_two_computers_agree_after_each_step(
    two: tuple[Computer, Computer], put: Put, other: Callable[[], Any]
) -> None:
    one, two_ = two
    for name in ("Lease", "Boards", "Rota"):
        put(mail(name, message_id=f"{name}@x.example"))
    put(mail("Question", message_id="q@x.example"), "Sent", ("\\Seen",))
    agree(one, two_)

    one.store.later.snooze([one.thread("Lease")], NOW + DAY)
    agree(one, two_)
    assert "Lease" not in two_.inbox()
    assert two_.store.later.snoozed_until([two_.thread("Lease")]) == {
        two_.thread("Lease"): NOW + DAY
    }

    two_.store.later.snooze([two_.thread("Lease")], NOW + 3 * DAY)
    agree(two_, one)
    assert list(one.store.later.snoozed_until([one.thread("Lease")]).values()) == [NOW + 3 * DAY]

    [sent] = one.store.threads.get(one.thread("Question")).messages
    one.store.later.remind(sent.id, NOW + 4 * DAY)
    muted = two_.store.threads.get(two_.thread("Rota")).messages
    two_.store.messages.modify(
        [m.id for m in muted], add=frozenset({MUTED}), remove=frozenset({INBOX})
    )
    agree(one, two_)
    assert one.store.later.muted([one.thread("Rota")])
    assert two_.store.later.next_moment() == NOW + 3 * DAY

    answers = "In-Reply-To: <Rota@x.example>\r\n"
    put(mail("More", message_id="m@x.example", to="team@fernhill.example", more=answers))
    agree(one, two_)
    assert one.inbox() == {"Boards"}

    one.now = two_.now = NOW + 3 * DAY
    agree(one, two_)
    assert one.inbox() == {"Boards", "Lease"}
    assert here(one.store)["Lease"] == {INBOX, UNREAD}

    one.now = two_.now = NOW + 4 * DAY
    agree(two_, one)
    assert "Question" in one.inbox()
    client = other()
    client.select_folder("INBOX", readonly=True)
    flags = client.fetch(client.search(["UNDELETED"]), ["FLAGS"]).values()
    assert not [f for data in flags for f in data[b"FLAGS"] if b"raftdesk" in f]


def test_another_computer_that_brings_it_back_ends_the_snooze_here(
    two: tuple[Computer, Computer], put: Put
) -> None:
    one, two_ = two
    put(mail("Lease", message_id="l@x.example"))
    agree(one, two_)
    one.store.later.snooze([one.thread("Lease")], 0)
    agree(one, two_)
    two_.store.later.end_snooze([two_.thread("Lease")])
    agree(two_, one)
    assert one.inbox() == {"Lease"}
    assert not one.store.later.snoozed_until([one.thread("Lease")])


def test_a_server_that_keeps_no_keywords_loses_nothing(
    proxy: Peculiar, behind_proxy: ImapMailbox, store: Store, put: Put
) -> None:
    proxy.answer = lambda line: re.sub(
        rb"PERMANENTFLAGS \([^)]*\)", rb"PERMANENTFLAGS (\\Seen \\Flagged \\Deleted)", line
    )
    put(mail("Lease", message_id="l@x.example"))
    computer = Computer(store, behind_proxy)
    computer.sync()
    store.later.snooze([computer.thread("Lease")], NOW + DAY)
    computer.sync()
    computer.sync()
    store.sync_state.begin("i1", "")  # the whole mailbox is compared anew
    computer.sync()
    assert computer.inbox() == set()
    assert list(store.later.snoozed_until([computer.thread("Lease")]).values()) == [NOW + DAY]
    computer.now = NOW + DAY
    computer.sync()
    assert here(store)["Lease"] == {INBOX, UNREAD}
    assert not [c for c in proxy.commands if b"$draftdesk" in c.lower() or b"/snoozed" in c.lower()]


def test_keywords_that_a_server_makes_up_are_bounded_and_read_strictly() -> None:
    inbox = Folder("INBOX", "/", "INBOX", Role.INBOX)
    many = tuple(b"$DraftdeskAt-202%05dT0800Z" % n for n in range(10_000, 40_000))
    odd = (b"$DraftdeskAt-99999999T9999Z", b"$draftdeskat-", b"$DraftdeskAt-20261332T0800Z")
    found = labels_of({b"FLAGS": (*many, *odd, b"$Muted")}, inbox)
    assert len(found) <= MOST_KEYWORDS + 2
    assert all(moment_of(label, BACK) for label in found if label.startswith(BACK))
    strict = labels_of({b"FLAGS": (*odd, b"$MUTED", b"$Mutedish", b"\\Seen")}, inbox)
    assert strict == {INBOX, MUTED}
    assert [keyword_of(label) for label in (SNOOZED, REMINDED, "Clients")][2] == ""


def test_at_gmail_over_imap_they_are_labels_that_can_be_read(
    google: Gmail, gmailbox: ImapMailbox, store: Store
) -> None:
    found = google.store.add(mail("Lease", message_id="l@x.example"))
    store.sync_state.choose_days("i1", 0)
    computer = Computer(store, gmailbox)
    computer.sync()
    store.later.snooze([computer.thread("Lease")], NOW + DAY)
    computer.sync()
    moment = time.strftime("%Y-%m-%d %H.%M", time.gmtime(NOW + DAY))
    assert found.labels == {"Draftdesk/Snoozed", f"Draftdesk/At {moment} UTC"}
    computer.now = NOW + DAY
    computer.sync()
    assert found.labels == {"\\Inbox"}
    assert computer.inbox() == {"Lease"}
