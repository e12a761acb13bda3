"""A search counts what matches on the server too, page by page, and says what it covers."""

from __future__ import annotations

from collections.abc import Iterator
from email.utils import formatdate
from pathlib import Path

import pytest

from desktop_app.model.changes import Changes
from desktop_app.model.draft import Origin
from desktop_app.model.errors import QueryError, Unavailable
from desktop_app.search.parser import parse
from desktop_app.settings import Settings
from desktop_app.tools.calls.results import MessageList, ThreadText
from desktop_app.tools.person import mail_list
from desktop_app.tools.runner import Runner
from desktop_app.tools.verbs import get_thread, mailbox_stats, search_messages
from desktop_app.workers.sync import Sync
from tests.fakes.google.desk import ACCOUNT, SyncDesk, desk
from tests.fakes.google.emulator import Mail, installed
from tests.fakes.google.proxy import Google, google
from tests.fakes.google.sessions import connector_over
from tests.fakes.house import TestHouse, mail

DAY_MS = 86_400_000
NEWEST_MS = 1_789_000_000_000
HARBOURS = 55


def harbour(n: int, *labels: str) -> Mail:
    """The n-th mail, a day older than the one before it."""
    return dated(mail_at(n, f"Harbour {n}", "Ships", f"h{n}"), n, *labels)


def dated(raw: bytes, n: int, *labels: str, thread_id: str = "") -> Mail:
    return Mail(raw, ("INBOX", *labels), thread_id, NEWEST_MS - n * DAY_MS)


def mail_at(n: int, subject: str, body: str, id_: str, more: str = "") -> bytes:
    date = formatdate((NEWEST_MS - n * DAY_MS) // 1000)
    return mail(subject, body, message_id=f"{id_}@x.example", date=date, more=more)


@pytest.fixture(scope="module")
def served() -> Iterator[Google]:
    if not installed():
        pytest.skip("packaging/bootstrap.sh test has not put the emulator in place")
    with google() as running:
        label = running.emulator.label("Old Ports")
        for n in range(HARBOURS):
            running.emulator.insert(harbour(n, label) if n % 10 == 0 else harbour(n))
        running.emulator.insert(dated(mail_at(0, "File", "it says has:drive", "d"), 0))
        first = running.emulator.insert(dated(mail_at(9, "Lighthouse", "first", "l0"), 9))
        more = "In-Reply-To: <l0@x.example>\r\nReferences: <l0@x.example>\r\n"
        answer = mail_at(8, "Re: Lighthouse", "second", "l1", more)
        running.emulator.insert(dated(answer, 8, thread_id=str(first["threadId"])))
        yield running


@pytest.fixture
def asking(tmp_path: Path, house: TestHouse, served: Google) -> Iterator[SyncDesk]:
    """A house whose Gmail account has downloaded nothing."""
    with desk(tmp_path / "other", served) as mine:
        house.store.accounts.add(ACCOUNT)
        google = connector_over(lambda: mine.session)
        house.sync = Sync(
            house.store,
            Settings(house.profile, served.environment),
            clock=house.clock,
            connector=lambda a: google if a.kind == "google" else None,
        )
        yield mine


@pytest.fixture
def program(house: TestHouse) -> Runner:
    return house.runner(Origin.MCP, "A program")


def search(runner: Runner, query: str, **more: object) -> MessageList:
    asked = {"query": query, "account": "gmail", **more}
    found = runner.call_by_name("search_messages", asked)[1].unwrap()
    assert isinstance(found, MessageList)
    return found


def subjects(*pages: MessageList) -> list[str]:
    return [row.subject for page in pages for row in page.results]


def thread_of(runner: Runner, message_id: str) -> ThreadText:
    found = runner.call(get_thread.TOOL, get_thread.GetThread(message_id=message_id)).unwrap()
    assert isinstance(found, ThreadText)
    return found


def test_every_match_comes_once_and_newest_first_however_much_is_on_the_server(
    asking: SyncDesk, program: Runner
) -> None:
    pages = []
    for number in range(1, HARBOURS):
        pages.append(search(program, "subject:harbour", max_results=25, page=number))
        assert pages[-1].brought <= 20
        if not pages[-1].has_more:
            break
    assert subjects(*pages) == [f"Harbour {n}" for n in range(HARBOURS)]


def test_a_page_says_what_was_fetched_and_what_is_left(asking: SyncDesk, program: Runner) -> None:
    found = search(program, "subject:harbour", max_results=5)
    assert (found.count, found.brought, found.has_more) == (5, 5, True)
    assert "on the server of Gmail: 5 fetched, 50 more there" in found.searched
    assert found.searched in found.display
    assert "page=2 reads on" in found.display


def test_older_mail_here_waits_for_what_is_newer_on_the_server(
    asking: SyncDesk, program: Runner
) -> None:
    assert subjects(search(program, "rfc822msgid:h54@x.example")) == ["Harbour 54"]
    found = search(program, "subject:harbour", max_results=30)
    assert subjects(found) == [f"Harbour {n}" for n in range(20)]
    assert found.has_more


def test_labels_are_asked_of_the_server(asking: SyncDesk, program: Runner) -> None:
    for label in ("Old Ports", "old-ports"):
        found = search(program, "subject:harbour", label_ids=[label])
        assert subjects(found) == [f"Harbour {n}" for n in range(0, HARBOURS, 10)]
    assert search(program, "subject:harbour", label_ids=["Old Ports", "UNREAD"]).count == 0
    assert search(program, "subject:harbour", label_ids=["No such label"]).count == 0


def test_what_gmail_says_matches_counts(asking: SyncDesk, program: Runner) -> None:
    """The emulator finds parts of words, the index here whole ones."""
    first = search(program, "ighthous", max_results=1)
    assert (subjects(first), first.has_more) == (["Re: Lighthouse"], True)
    second = search(program, "ighthous", max_results=1, page=2)
    assert (subjects(second), second.has_more) == (["Lighthouse"], False)
    again = search(program, "ighthous")
    assert (again.count, again.brought) == (2, 0)


def test_what_gmail_alone_can_answer_is_passed_to_it(asking: SyncDesk, program: Runner) -> None:
    found = search(program, "has:drive")
    assert subjects(found) == ["File"]
    assert "on the server of Gmail" in found.searched
    everywhere = search(program, "has:drive", account="")
    assert everywhere.count == 1
    assert "not in Work, which is not at Gmail" in everywhere.searched


@pytest.mark.parametrize("name", ["search_messages", "mailbox_stats"])
@pytest.mark.parametrize("query", ["has:drive", "x category:purchases", "a AROUND 10 b"])
def test_what_gmail_alone_can_answer_is_refused_elsewhere(
    program: Runner, name: str, query: str
) -> None:
    with pytest.raises(QueryError, match="Only Gmail knows") as raised:
        program.call_by_name(name, {"query": query})
    assert raised.value.next_step


def test_where_gmail_can_not_be_reached_that_is_the_reason(
    asking: SyncDesk, program: Runner, served: Google
) -> None:
    served.proxy.offline = True
    try:
        with pytest.raises(Unavailable):
            search(program, "has:drive")
    finally:
        served.proxy.offline = False


def test_the_window_lists_what_gmail_answers(
    asking: SyncDesk, house: TestHouse, program: Runner
) -> None:
    person = house.runner()
    asked = mail_list.SearchThreads(query="has:drive", account="gmail")
    page = person.call(mail_list.SEARCH_THREADS, asked).unwrap()
    assert (page.threads, "listed below" in page.reason) == ((), True)
    there = mail_list.SearchServer(query="has:drive", account="gmail")
    for _ in range(2):  # also once it is downloaded
        hits = person.call(mail_list.SEARCH_SERVER, there).unwrap()
        assert (hits.heading, [hit.subject for hit in hits.hits]) == ("Found by Gmail", ["File"])
        [row] = search(program, "has:drive").results
    [hit] = hits.hits
    wanted = mail_list.FetchMessage(
        account="gmail", remote_id=hit.id, remote_thread_id=hit.thread_id
    )
    opened = person.call(mail_list.FETCH_MESSAGE, wanted).unwrap()
    assert (str(opened.message_id), house.store.messages.count("gmail")) == (row.message_id, 1)
    elsewhere = mail_list.SearchThreads(query="has:drive", account="work")
    with pytest.raises(QueryError, match="Only Gmail knows"):
        person.call(mail_list.SEARCH_THREADS, elsewhere)


def test_drafts_on_the_server_are_no_mail(
    asking: SyncDesk, house: TestHouse, program: Runner, served: Google
) -> None:
    raw = mail_at(-5, "Harbour draft", "Ships", "hd")
    draft = served.emulator.insert(Mail(raw, ("DRAFT",), date_ms=NEWEST_MS + 5 * DAY_MS))
    try:
        pages = [search(program, "subject:harbour", max_results=3, page=n) for n in (1, 2)]
        assert pages[0].has_more
        assert subjects(*pages) == [f"Harbour {n}" for n in range(len(subjects(*pages)))]
        here = house.store.finder.messages(parse(""), limit=99)
        assert all("DRAFT" not in message.labels for message in here)
    finally:
        served.emulator.call("DELETE", f"messages/{draft['id']}")


def test_the_older_half_of_a_conversation_is_fetched(asking: SyncDesk, program: Runner) -> None:
    [newer] = search(program, "rfc822msgid:l1@x.example").results
    found = thread_of(program, newer.message_id)
    assert [text.message.subject for text in found.messages] == ["Lighthouse", "Re: Lighthouse"]
    assert found.covers == "1 fetched from the server of Gmail"
    assert found.covers in found.display
    again = thread_of(program, newer.message_id)
    assert (again.count, again.covers) == (2, "the whole conversation")


def test_a_conversation_says_when_its_server_can_not_be_asked(
    asking: SyncDesk, program: Runner, served: Google
) -> None:
    [newer] = search(program, "rfc822msgid:l1@x.example").results
    served.proxy.offline = True
    try:
        found = thread_of(program, newer.message_id)
    finally:
        served.proxy.offline = False
    assert found.count == 1
    assert "older mails of it may be on the server of Gmail" in found.covers


def test_a_search_and_a_count_say_what_part_of_the_mail_is_here(
    asking: SyncDesk, house: TestHouse, program: Runner
) -> None:
    found = search(program, "subject:harbour", max_results=1)
    assert found.covers == "nothing, the download has not begun"
    house.store.sync_state.choose_days("gmail", 30)
    house.store.sync_state.begin("gmail", "1")
    with house.store.db.write(Changes()) as connection:
        connection.execute("UPDATE sync_state SET listing = 'listed'")
    found = search(program, "subject:harbour", max_results=1)
    assert found.covers == "since 2026-08-22"
    assert "Here: since 2026-08-22." in found.display
    every = search(program, "subject:harbour", max_results=1, account="")
    assert every.covers == "Work: all mail; Gmail: since 2026-08-22"
    asked = mailbox_stats.MailboxStats(query="subject:harbour", account="gmail")
    counted = program.call(mailbox_stats.TOOL, asked).unwrap()
    assert counted.covers == "since 2026-08-22"
    assert counted.counted == "mail on this computer, not spam or trash"
    assert f"Counted: {counted.counted}. Here: since 2026-08-22." in counted.display


def test_an_assistant_is_told_of_its_own_accounts_alone(asking: SyncDesk, house: TestHouse) -> None:
    runner = house.runner(Origin.MCP, "A program", scope=lambda: frozenset({"work"}))
    asked = search_messages.SearchMessages(query="harbour")
    found = runner.call(search_messages.TOOL, asked).unwrap()
    assert (found.count, found.covers) == (0, "all mail")
    assert "Gmail" not in found.searched
