"""What only the server has is found, named as such, and fetched when it is opened."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.model.errors import NotFound
from desktop_app.settings import Settings
from desktop_app.tools.verbs import fetch_message, search_messages, search_server
from desktop_app.workers.sync import Sync
from tests.fakes.google.desk import ACCOUNT, SyncDesk, desk
from tests.fakes.google.emulator import Mail, installed
from tests.fakes.google.proxy import Google, google
from tests.fakes.google.sessions import connector_over
from tests.fakes.house import TestHouse, mail


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
    asked = search_server.SearchServer(query="subject:zeppelin")
    found = house.runner().call(search_server.TOOL, asked).unwrap()
    assert {hit.subject for hit in found.hits} == {f"Zeppelin {n}" for n in range(3)}
    assert found.hits[0].from_.name == "Zoë"
    assert found.hits[0].date > 0
    assert not found.trouble
    assert house.store.messages.count() == 0


def test_opening_one_fetches_it(asking: SyncDesk, house: TestHouse) -> None:
    asked = search_server.SearchServer(query="rfc822msgid:z1@x.example")
    [hit] = house.runner().call(search_server.TOOL, asked).unwrap().hits
    wanted = fetch_message.FetchMessage(
        account=hit.account_id, remote_id=hit.id, remote_thread_id=hit.thread_id
    )
    brought = house.runner().call(fetch_message.TOOL, wanted).unwrap()
    message = house.store.messages.get(brought.message_id)
    assert message.subject == "Zeppelin 1"
    assert message.labels == {"INBOX", "UNREAD"}
    assert house.runner().call(search_server.TOOL, asked).unwrap().hits == ()


def test_one_that_is_gone_is_not_found(asking: SyncDesk, house: TestHouse) -> None:
    wanted = fetch_message.FetchMessage(account="gmail", remote_id="msg_gone")
    with pytest.raises(NotFound):
        house.runner().call(fetch_message.TOOL, wanted).unwrap()


def test_a_search_of_the_assistants_is_merged(asking: SyncDesk, house: TestHouse) -> None:
    asked = search_messages.SearchMessages(query="zeppelin", max_results=2)
    found = house.runner().call(search_messages.TOOL, asked).unwrap()
    assert found.count == 2
    assert found.searched.startswith("all mail here, and on the server of Gmail")


def test_a_server_that_can_not_be_asked_is_named(
    asking: SyncDesk, house: TestHouse, served: Google
) -> None:
    served.proxy.offline = True
    try:
        asked = search_server.SearchServer(query="zeppelin")
        found = house.runner().call(search_server.TOOL, asked).unwrap()
        assert found.trouble == "Gmail could not be asked: Google can't be reached."
        mine = search_messages.SearchMessages(query="zeppelin")
        told = house.runner().call(search_messages.TOOL, mine).unwrap().searched
        assert "could not be asked" in told
    finally:
        served.proxy.offline = False
