"""Two programs in one mailbox, by chance: what is here of every mail is what the server has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks.imap_servers import Server
from benchmarks.imap_walk import Walk
from desktop_app.store.store import Store
from tests.fakes.mail_servers.dovecot import PASSWORD, USER, WEAK, Dovecot, dovecot


@pytest.fixture(scope="module", params=["", WEAK], ids=["as it is", "a weak server"])
def there(request: pytest.FixtureRequest) -> Iterator[Dovecot]:
    with dovecot(**({"extra": request.param} if request.param else {})) as made:
        yield made


@pytest.fixture
def server(there: Dovecot, store: Store) -> Iterator[Server]:
    made = Server(there.port, USER, PASSWORD, store)
    yield made
    made.session.close()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_both_sides_are_the_same(server: Server, seed: int) -> None:
    assert Walk(server, seed).run(60) == ""


def test_a_difference_is_told(server: Server) -> None:
    walk = Walk(server, 3)
    assert walk.run(5) == ""
    with server.other() as client:
        client.select_folder("INBOX")
        client.add_flags(client.search(["SUBJECT", server.mark])[0], ["\\Flagged"])
    assert "STARRED" in walk.differs()
    walk.sync()
    assert walk.differs() == ""


@pytest.mark.parametrize("folder", ["Archive", "Junk"])
def test_a_press_reaches_what_was_moved_meanwhile(server: Server, folder: str) -> None:
    """Also where an earlier change has seen that it went, and nobody yet where it went to."""
    for number in range(4):
        server.put(number)
    server.sync()
    with server.other() as client:
        client.select_folder("INBOX")
        gone = [client.search(["SUBJECT", server.subject(number)])[0] for number in range(3)]
        client.copy(gone, folder)
        client.delete_messages(gone)
        client.expunge()
    presses = ((), ("UNREAD",)), (("STARRED",), ()), (("Clients",), ("INBOX", "SPAM"))
    for number, (add, remove) in enumerate((*presses, ((), ("INBOX",)))):
        id_ = server.number(number)
        server.store.messages.modify([id_], add=frozenset(add), remove=frozenset(remove))
    walk = Walk(server, 0)
    walk.sync()
    assert walk.differs() == ""
    there = walk.there()
    assert "UNREAD" not in there[server.subject(0)]
    assert "STARRED" in there[server.subject(1)]
    assert there[server.subject(2)] == {"Clients", "UNREAD"}
    assert there[server.subject(3)] == {"UNREAD"}


def test_a_label_that_the_server_does_not_take_is_off_here(server: Server) -> None:
    server.put(0)
    server.sync()
    id_, labels = server.number(0), frozenset({"SPAM", "Clients"})
    server.store.messages.modify([id_], add=labels, remove=frozenset({"INBOX"}))
    walk = Walk(server, 0)
    walk.sync()
    assert walk.differs() == ""
    assert walk.there()[server.subject(0)] == {"SPAM", "UNREAD"}


def test_what_the_server_keeps_is_seen_where_it_is(server: Server) -> None:
    """Deleted for good where only the trash is safe: it is in the trash here too, until it is
    deleted there."""
    server.put(0)
    server.sync()
    walk = Walk(server, 0)
    for _ in range(2):
        server.store.messages.delete([server.number(0)])
        walk.sync()
        assert walk.differs() == ""
        if server.subject(0) not in walk.there():
            return
        assert walk.there()[server.subject(0)] == {"TRASH", "UNREAD"}
    raise AssertionError("it can't be deleted")
