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


@pytest.mark.parametrize("seed", [1, 2])
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
