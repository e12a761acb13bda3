"""Two programs in one mailbox, by chance: what is here of every mail is what the server has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks.imap_servers import Server
from benchmarks.imap_walk import Walk
from desktop_app.store.store import Store
from tests.depths import in_depth
from tests.fakes.mail_servers.dovecot import PASSWORD, USER, Dovecot


@pytest.fixture
def desk(server: Dovecot, store: Store) -> Iterator[Server]:
    store.sync_state.choose_days("i1", 0)
    made = Server(server.port, USER, PASSWORD, store)
    yield made
    made.session.close()


@pytest.mark.parametrize("seed", in_depth([1, 2, 3]))
def test_both_sides_are_the_same(desk: Server, seed: int) -> None:
    assert Walk(desk, seed).run(60) == ""


def test_a_difference_is_told(desk: Server) -> None:
    walk = Walk(desk, 3)
    assert walk.run(5) == ""
    with desk.other() as client:
        client.select_folder("INBOX")
        client.add_flags(client.search(["SUBJECT", desk.mark])[0], ["\\Flagged"])
    assert "STARRED" in walk.differs()
    walk.sync()
    assert walk.differs() == ""


@pytest.mark.parametrize("folder", ["Archive", "Junk"])
def test_a_press_reaches_what_was_moved_meanwhile(desk: Server, folder: str) -> None:
    """Also where an earlier change has seen that it went, and nobody yet where it went to."""
    for number in range(4):
        desk.put(number)
    desk.sync()
    with desk.other() as client:
        client.select_folder("INBOX")
        gone = [client.search(["SUBJECT", desk.subject(number)])[0] for number in range(3)]
        client.copy(gone, folder)
        client.delete_messages(gone)
        client.expunge()
    presses = ((), ("UNREAD",)), (("STARRED",), ()), (("Clients",), ("INBOX", "SPAM"))
    for number, (add, remove) in enumerate((*presses, ((), ("INBOX",)))):
        id_ = desk.number(number)
        desk.store.messages.modify([id_], add=frozenset(add), remove=frozenset(remove))
    walk = Walk(desk, 0)
    walk.sync()
    assert walk.differs() == ""
    there = walk.there()
    assert "UNREAD" not in there[desk.subject(0)]
    assert "STARRED" in there[desk.subject(1)]
    assert there[desk.subject(2)] == {"Clients", "UNREAD"}
    assert there[desk.subject(3)] == {"UNREAD"}


def test_a_label_that_the_server_does_not_take_is_off_here(desk: Server) -> None:
    desk.put(0)
    desk.sync()
    id_, labels = desk.number(0), frozenset({"SPAM", "Clients"})
    desk.store.messages.modify([id_], add=labels, remove=frozenset({"INBOX"}))
    walk = Walk(desk, 0)
    walk.sync()
    assert walk.differs() == ""
    assert walk.there()[desk.subject(0)] == {"SPAM", "UNREAD"}


def test_what_the_server_keeps_is_seen_where_it_is(desk: Server) -> None:
    """Deleted for good where only the trash is safe: it is in the trash here too, until it is
    deleted there."""
    desk.put(0)
    desk.sync()
    walk = Walk(desk, 0)
    for _ in range(2):
        desk.store.messages.delete([desk.number(0)])
        walk.sync()
        assert walk.differs() == ""
        if desk.subject(0) not in walk.there():
            return
        assert walk.there()[desk.subject(0)] == {"TRASH", "UNREAD"}
    raise AssertionError("it can't be deleted")
