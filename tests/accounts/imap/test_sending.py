"""Sending through the real postman, SMTP and Dovecot: wherever the connection is cut or the process
ends, at most one mail has left, what is called sent has, and Sent has it once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

import pytest

from desktop_app.accounts.senders import sender_for
from desktop_app.model.account import Account, Identity
from desktop_app.model.draft_link import DraftLink
from desktop_app.model.errors import Unavailable
from desktop_app.model.mail_server import SubmissionSaid
from desktop_app.model.outbox import Delivery, OutboxEntry, OutboxState, Receipt
from desktop_app.store.store import Store
from desktop_app.workers.postman import Postman
from tests.depths import in_depth
from tests.fakes.house import NOW
from tests.fakes.mail_servers.cutting_proxy import CuttingProxy, cutting_proxy
from tests.fakes.mail_servers.dovecot import Dovecot
from tests.fakes.mail_servers.office import ME, Office
from tests.fakes.mail_servers.smtp import DEFAULT_SIZE, Post

MOST_STARTS = 3


@pytest.fixture
def office(server: Dovecot, post: Post, store: Store) -> Iterator[Office]:
    with cutting_proxy(server.tls_port) as imap, cutting_proxy(post.port) as smtp:
        made = Office(store, server, post, imap, smtp)
        yield made
        made.connector.close()


def test_a_mail_goes_out_once_and_is_filed_once(office: Office) -> None:
    entry = office.press()
    office.postman().work()
    assert office.check(entry) is OutboxState.SENT
    assert office.filed(entry) == 1
    assert office.store.mail_servers.said("i1") == SubmissionSaid(True, DEFAULT_SIZE)
    office.start_again()
    assert (office.left(entry), office.filed(entry)) == (1, 1)


def test_the_draft_on_the_server_goes_with_the_mail(office: Office) -> None:
    """Else it could be sent once more from another program."""
    entry = office.press()
    box = office.connector.draft_box("i1")
    raw = b"X-Draftdesk-Draft: " + entry.draft_id.encode() + b"; 1\r\n" + entry.mime
    there = box.put(raw)
    links = office.store.draft_links("i1")
    links.keep(DraftLink(entry.draft_id, there.remote_id, there.message_id, "", 1))
    office.postman().work()
    assert office.check(entry) is OutboxState.SENT
    assert box.list() == ()
    assert links.get(entry.draft_id) is None


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize(
    ("which", "step"), in_depth([("smtp", 4), ("imap", 9), ("smtp", 1), ("imap", 1)], 2)
)
def test_cut_anywhere(office: Office, which: str, step: int, after: bool) -> None:
    """At every piece (each `step`-th) that the client sends to either server, and then a new start
    or two."""
    proxy: CuttingProxy = getattr(office, which)
    proxy.arm(0, after=False)
    office.press()
    office.postman().work()
    pieces = proxy.seen
    assert pieces >= 5
    seen: set[OutboxState] = set()
    for piece in sorted({*range(1, pieces + 1, step), pieces}):
        office.connector.close()
        proxy.arm(piece, after=after)
        entry = office.press()
        office.postman().work()
        seen.add(office.check(entry))
        proxy.arm(0, after=False)
        for _ in range(MOST_STARTS):
            office.start_again()
        state = office.check(entry)
        if state is OutboxState.SENT:
            assert office.filed(entry) == 1, f"cut at piece {piece}"
    assert OutboxState.SENT in seen


def test_a_doubt_is_settled_where_the_server_files_by_itself(office: Office) -> None:
    office.post.mode = "die after"
    entry = office.press()
    office.postman().work()
    assert office.check(entry) is OutboxState.UNCERTAIN
    client = office.server.client()
    client.append("Sent", office.post.taken[-1].data, ["\\Seen"])
    client.logout()
    office.start_again()
    assert office.check(entry) is OutboxState.SENT
    assert office.filed(entry) == 1


def test_two_postmen_send_one_mail(office: Office, tmp_path: Path) -> None:
    entries = [office.press() for _ in range(4)]
    stores = [Store(office.store.profile, clock=lambda: NOW) for _ in range(2)]
    threads = [Thread(target=office.postman(store).work) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for store in stores:
        store.close()
    assert [office.check(e) for e in entries] == [OutboxState.SENT] * 4
    assert [office.filed(e) for e in entries] == [1] * 4


class Killed(BaseException):
    """Stands for the end of the process: nothing after it runs."""


@pytest.mark.parametrize("point", ["claim", "finish", "mark_filed"])
@pytest.mark.parametrize("done", [False, True], ids=["before", "after"])
def test_the_process_ends_around_each_step(
    office: Office, point: str, done: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = office.press()
    real: Callable[..., object] = getattr(office.store.outbox, point)

    def killed(*given: object, **more: object) -> object:
        if done:
            real(*given, **more)
        raise Killed

    monkeypatch.setattr(office.store.outbox, point, killed, raising=True)
    with pytest.raises(Killed):
        office.postman().work()
    monkeypatch.undo()
    for _ in range(MOST_STARTS):
        office.start_again()
    assert office.left(entry) <= 1
    state = office.store.outbox.get(entry.id).state
    if state is OutboxState.SENT:
        assert (office.left(entry), office.filed(entry)) == (1, 1)
    assert state is not OutboxState.SENDING


def test_an_account_without_smtp_has_no_sender(office: Office) -> None:
    office.store.mail_servers.keep("i1", replace(office.servers, outgoing=None))
    account = Account("i1", "imap", "Fernhill", (Identity(ME, default=True),))
    with pytest.raises(Unavailable, match="no server for sending"):
        sender_for(account, connector=office.connector, links=office.store.draft_links("i1"))
    entry = office.press()
    office.postman().work()
    assert office.check(entry) is OutboxState.FAILED
    assert "no server for sending" in office.store.outbox.get(entry.id).last_error


def test_a_silent_server_does_not_keep_the_program(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_LAST_SECONDS", "_END_SECONDS"):
        monkeypatch.setattr(f"desktop_app.workers.postman.{name}", 0.05)
    waiting, go_on = Event(), Event()
    postman = Postman(
        office.store,
        clock=lambda: NOW,
        connector=lambda _: office.connector,
        senders=lambda _: Silent(waiting, go_on),  # type: ignore[arg-type,return-value]
    )
    postman.start()
    entry = office.press()
    postman.wake()
    assert waiting.wait(10)
    postman.shutdown()
    assert office.store.outbox.get(entry.id).state is OutboxState.SENDING
    office.store.outbox.recover()
    assert office.store.outbox.get(entry.id).state is OutboxState.UNCERTAIN
    go_on.set()
    for thread in threading.enumerate():
        if thread.name == "postman":
            thread.join(10)


class Silent:
    """A sender whose server says nothing."""

    def __init__(self, waiting: Event, go_on: Event) -> None:
        self._waiting, self._go_on = waiting, go_on

    def prepare(self, entry: OutboxEntry) -> str:
        return entry.rfc822_message_id

    def send(self, entry: OutboxEntry) -> Receipt:
        self._waiting.set()
        self._go_on.wait(10)
        return Receipt(Delivery.UNKNOWN)

    def look(self, entry: OutboxEntry) -> Receipt:
        return Receipt(Delivery.UNKNOWN)
