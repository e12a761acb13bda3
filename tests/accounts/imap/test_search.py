"""A search by a program, on accounts over IMAP: Gmail answers as Gmail, other servers by folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_app.model.draft import Origin
from desktop_app.model.errors import QueryError
from desktop_app.settings import Settings
from desktop_app.tools.runner import Runner
from tests.fakes.house import TestHouse, WatchedPostman, mail
from tests.fakes.mail_servers.desk import ImapDesk, imap_desk
from tests.fakes.mail_servers.dovecot import Dovecot
from tests.fakes.mail_servers.gmail import Gmail

Put = Callable[..., None]
ANSWER = "References: <m1@x.example>\r\n"


def letter(number: int, more: str = "") -> bytes:
    return mail(f"Mail {number}", f"Body {number}", message_id=f"m{number}@x.example", more=more)


class Half:
    """An account that is in step but for some mails, which only its server has."""

    def __init__(self, profile: Path, desk: ImapDesk) -> None:
        self.desk = desk
        sync, store = desk.services.sync, desk.store
        self.house = TestHouse(profile, store, Settings(profile, {}), WatchedPostman(), sync=sync)
        self.program: Runner = self.house.runner(Origin.MCP, "A program")

    def sync_but(self, *subjects: str) -> None:
        self.desk.sync()
        self.desk.store.sync_state.choose_days("i1", 30)
        gone = [m.source_id for m in self.desk.messages() if m.subject in subjects]
        assert len(gone) == len(subjects)
        self.desk.store.remote_mail.relabel("i1", {}, gone)

    def search(self, query: str, **more: Any) -> Any:
        return self.program.call_by_name("search_messages", {"query": query, **more})[1].unwrap()


@pytest.fixture
def at_gmail(tmp_path: Path, google: Gmail) -> Iterator[Half]:
    with imap_desk(tmp_path / "profile", google.servers()) as desk:
        yield Half(tmp_path / "profile", desk)


@pytest.fixture
def elsewhere(tmp_path: Path, server: Dovecot) -> Iterator[Half]:
    with imap_desk(tmp_path / "profile", server.servers()) as desk:
        yield Half(tmp_path / "profile", desk)


def subjects(found: Any) -> list[str]:
    return sorted(row.subject for row in found.results)


def conversation(half: Half, subject: str) -> list[str]:
    [message] = [m for m in half.desk.messages() if m.subject == subject]
    asked = {"message_id": str(message.id)}
    found = half.program.call_by_name("get_thread", asked)[1].unwrap()
    return sorted(text.message.subject for text in found.messages)


def test_gmail_is_asked_in_its_own_language(at_gmail: Half, google: Gmail) -> None:
    google.store.add(mail("File", "see drive.google.com", message_id="d@x.example"))
    google.store.add(letter(1))
    google.store.add(letter(2, ANSWER))
    at_gmail.sync_but("Mail 1", "File")
    found = at_gmail.search("mail")
    assert (subjects(found), found.brought) == (["Mail 1", "Mail 2"], 1)
    assert subjects(at_gmail.search("has:drive")) == ["File"]
    assert subjects(at_gmail.search("has:drive", label_ids=["INBOX"])) == ["File"]
    assert subjects(at_gmail.search("has:drive", label_ids=["SENT"])) == []


def test_gmails_conversation_is_fetched(at_gmail: Half, google: Gmail) -> None:
    google.store.add(letter(1))
    google.store.add(letter(2, ANSWER))
    at_gmail.sync_but("Mail 1")
    assert conversation(at_gmail, "Mail 2") == ["Mail 1", "Mail 2"]


def test_another_server_is_asked_by_folder(elsewhere: Half, put: Put) -> None:
    put(letter(1), "Clients")
    put(letter(2, ANSWER))
    put(letter(3))
    elsewhere.sync_but("Mail 1", "Mail 3")
    found = elsewhere.search("mail", label_ids=["Clients"])
    assert (subjects(found), found.brought) == (["Mail 1"], 1)
    assert subjects(elsewhere.search("-label:clients body")) == ["Mail 2", "Mail 3"]


def test_a_conversation_is_fetched_by_what_it_refers_to(elsewhere: Half, put: Put) -> None:
    put(letter(1), "Clients")
    put(letter(2, ANSWER))
    put(letter(3))
    elsewhere.sync_but("Mail 1", "Mail 3")
    assert conversation(elsewhere, "Mail 2") == ["Mail 1", "Mail 2"]


def test_what_another_server_can_not_be_asked_is_said(elsewhere: Half, put: Put) -> None:
    put(letter(1))
    elsewhere.sync_but()
    found = elsewhere.search("mail has:attachment")
    assert "could not be asked: The server can't be asked for “has:attachment”." in found.searched
    with pytest.raises(QueryError, match="Only Gmail knows"):
        elsewhere.search("has:drive")
