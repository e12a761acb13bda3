"""What only the server has is found, named as such, and fetched when it is opened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from desktop_app.model.draft import Origin
from desktop_app.model.errors import NotFound
from desktop_app.model.remote import ServerMatches
from desktop_app.settings import Settings
from desktop_app.tools.person import mail_list
from desktop_app.tools.verbs import search_messages
from desktop_app.workers.sync import Sync
from tests.fakes.google.desk import ACCOUNT, SyncDesk, desk
from tests.fakes.google.emulator import Mail, installed
from tests.fakes.google.proxy import Google, google
from tests.fakes.google.sessions import connector_over
from tests.fakes.house import NoSync, TestHouse, mail


@pytest.fixture(scope="module")
def served() -> Iterator[Google]:
    if not installed():
        pytest.skip("packaging/bootstrap.sh test has not put the emulator in place")
    with google() as running:
        running.emulator.fill(
            [
                Mail(
                    mail(
                        f"Zeppelin {n}",
                        message_id=f"z{n}@x.example",
                        from_="=?utf-8?q?Zo=C3=AB?= <z@x.example>",
                    )
                )
                for n in range(3)
            ]
        )
        yield running


@pytest.fixture
def asking(tmp_path: Path, house: TestHouse, served: Google) -> Iterator[SyncDesk]:
    """A house whose Gmail account has downloaded nothing yet."""
    with desk(tmp_path / "other", served) as mine:
        house.store.accounts.add(ACCOUNT)
        settings = Settings(house.profile, served.environment)
        google = connector_over(lambda: mine.session)
        house.sync = Sync(
            house.store,
            settings,
            clock=house.clock,
            connector=lambda a: google if a.kind == "google" else None,
        )
        yield mine


def test_the_server_is_asked_the_same_query(asking: SyncDesk, house: TestHouse) -> None:
    asked = mail_list.SearchServer(query="subject:zeppelin")
    found = house.runner().call(mail_list.SEARCH_SERVER, asked).unwrap()
    assert {hit.subject for hit in found.hits} == {f"Zeppelin {n}" for n in range(3)}
    assert found.hits[0].from_.name == "Zoë"
    assert found.hits[0].date > 0
    assert not found.trouble
    assert house.store.messages.count() == 0


def test_opening_one_fetches_it(asking: SyncDesk, house: TestHouse) -> None:
    asked = mail_list.SearchServer(query="rfc822msgid:z1@x.example")
    [hit] = house.runner().call(mail_list.SEARCH_SERVER, asked).unwrap().hits
    wanted = mail_list.FetchMessage(
        account=hit.account_id, remote_id=hit.id, remote_thread_id=hit.thread_id
    )
    brought = house.runner().call(mail_list.FETCH_MESSAGE, wanted).unwrap()
    message = house.store.messages.get(brought.message_id)
    assert message.subject == "Zeppelin 1"
    assert message.labels == {"INBOX", "UNREAD"}
    assert house.runner().call(mail_list.SEARCH_SERVER, asked).unwrap().hits == ()


def test_one_that_is_gone_is_not_found(asking: SyncDesk, house: TestHouse) -> None:
    wanted = mail_list.FetchMessage(account="gmail", remote_id="msg_gone")
    with pytest.raises(NotFound):
        house.runner().call(mail_list.FETCH_MESSAGE, wanted).unwrap()


def test_a_search_of_the_assistants_is_merged(asking: SyncDesk, house: TestHouse) -> None:
    asked = search_messages.SearchMessages(query="zeppelin", max_results=2)
    found = house.runner().call(search_messages.TOOL, asked).unwrap()
    assert found.count == 2
    assert found.searched.startswith("all mail here, and on the server of Gmail")


@dataclass
class Asked(NoSync):
    queries: list[str] = field(default_factory=list)

    def find(self, account_id: str, query: str, **_: object) -> ServerMatches:
        self.queries.append(query)
        return ServerMatches()


def test_no_server_is_asked_for_words_inside_attachments(house: TestHouse) -> None:
    """Gmail would answer with mail that has them anywhere."""
    house.sync = asked = Asked()
    house.store.accounts.add(ACCOUNT)
    program = house.runner(Origin.MCP, "A program")
    for query in ("in:attachments zeppelin", "(in:attachments zeppelin) OR budget"):
        program.call_by_name("search_messages", {"query": query})
    assert asked.queries == []


def test_no_server_is_asked_for_a_page_that_is_full(house: TestHouse) -> None:
    house.sync = asked = Asked()
    house.store.accounts.add(ACCOUNT)
    for number in range(3):
        house.add(mail(message_id=f"{number}@lee.example"))
    program = house.runner(Origin.MCP, "A program")
    full = {"query": "budget", "max_results": 2}
    assert program.call_by_name("search_messages", full)[1].unwrap().has_more
    assert asked.queries == []
    program.call_by_name("search_messages", {"query": "zeppelin"})
    assert asked.queries == ["zeppelin"]


def test_a_server_that_can_not_be_asked_is_named(
    asking: SyncDesk, house: TestHouse, served: Google
) -> None:
    served.proxy.offline = True
    try:
        asked = mail_list.SearchServer(query="zeppelin")
        found = house.runner().call(mail_list.SEARCH_SERVER, asked).unwrap()
        assert found.trouble == "Gmail could not be asked: Google can't be reached."
        mine = search_messages.SearchMessages(query="zeppelin")
        told = house.runner().call(search_messages.TOOL, mine).unwrap().searched
        assert "could not be asked" in told
    finally:
        served.proxy.offline = False
