"""Words inside attachments for assistants and programs: found when asked for, and what was looked
through is said."""

from __future__ import annotations

import pytest
import zstandard

from desktop_app.model.changes import Changes
from desktop_app.model.draft import Origin
from desktop_app.search.fold import fold
from desktop_app.settings import Settings
from desktop_app.store.rows.file_rows import FileRecord, mark_files_due
from desktop_app.tools.calls.results import MessageList
from desktop_app.tools.person import file_search, mail_list
from desktop_app.tools.verbs import search_messages
from tests.fakes.house import TestHouse, mail
from tests.mail.files.canaries import Canary, mail_with
from tests.sure import of_kind, there


def put(house: TestHouse, text: str = "The chimney is swept.", number: int = 0) -> int:
    """A mail with a file that has been read."""
    file = Canary("note.txt", "text/plain", text.encode(), "", "")
    message = house.add(mail_with([file], number))
    [part] = message.attachments
    record = FileRecord(
        part.id, "note.txt", "read", len(text), zstandard.compress(text.encode()), fold(text)
    )
    due = there(house.store.file_texts.mail(message.id))
    house.store.file_texts.store([(due, [record])])
    return message.id


def searched(house: TestHouse, query: str, origin: Origin = Origin.MCP) -> MessageList:
    params = search_messages.SearchMessages(query=query)
    found = house.runner(origin, "helper").call(search_messages.TOOL, params)
    return of_kind(MessageList, found.value)


def test_in_attachments_finds_and_is_not_asked_of_the_mail(house: TestHouse) -> None:
    put(house)
    house.add(mail("Chimney", "Hello.", message_id="c@x.example"))
    assert [row.subject for row in searched(house, "in:attachments chimney").results] == ["Files 0"]
    assert [row.subject for row in searched(house, "chimney").results] == ["Chimney"]


def test_it_is_said_whether_attachments_were_looked_through(house: TestHouse) -> None:
    put(house)
    told = "not inside attachments (in:attachments asks there)"
    assert told in searched(house, "chimney").searched
    assert told in searched(house, "chimney").display
    assert "attachments" not in searched(house, "in:inbox").searched
    assert "attachments" not in searched(house, "in:attachments chimney").searched


def test_what_is_not_read_yet_is_said(house: TestHouse) -> None:
    message = put(house)
    with house.store.db.write(Changes()) as connection:
        mark_files_due(connection, [message])
    found = searched(house, "in:attachments chimney")
    assert "; the attachments of 1 mails are not read yet" in found.searched


def test_of_accounts_that_are_not_allowed_not_even_the_number_is_told(house: TestHouse) -> None:
    message = put(house)
    with house.store.db.write(Changes()) as connection:
        mark_files_due(connection, [message])
    runner = house.runner(Origin.MCP, "other", scope=lambda: frozenset({"elsewhere"}))
    params = search_messages.SearchMessages(query="in:attachments chimney")
    found = of_kind(MessageList, runner.call(search_messages.TOOL, params).value)
    assert found.results == ()
    assert "not read yet" not in found.searched


def test_switched_off_it_is_said(house: TestHouse) -> None:
    house.settings.change("search.attachments", value=False)
    assert "the person has switched it off" in searched(house, "in:attachments x").searched


def test_the_line_with_most_of_the_words_is_shown(house: TestHouse) -> None:
    put(house, "A chimney.\n" + "x " * 400 + "the chimney and the roof " + "y " * 400 + "\nroof")
    params = file_search.SearchFiles(query="chimney roof")
    [hit] = house.runner().call(file_search.SEARCH_FILES, params).unwrap().hits
    assert "the chimney and the roof" in hit.line
    assert len(hit.line) < 260
    assert hit.line.startswith("… ")
    assert hit.line.endswith(" …")


def test_more_than_are_shown_is_said(house: TestHouse) -> None:
    for number in range(3):
        put(house, number=number)
    params = file_search.SearchFiles(query="chimney", limit=2)
    found = house.runner().call(file_search.SEARCH_FILES, params).unwrap()
    assert (len(found.hits), found.more) == (2, True)
    assert [hit.subject for hit in found.hits] == ["Files 2", "Files 1"]


@pytest.mark.parametrize("query", ["has:drive chimney", "", "in:inbox"])
def test_what_asks_no_file_finds_none(house: TestHouse, query: str) -> None:
    put(house)
    params = file_search.SearchFiles(query=query)
    assert house.runner().call(file_search.SEARCH_FILES, params).unwrap().hits == ()


def test_no_server_is_asked_for_what_only_this_computer_has_read(house: TestHouse) -> None:
    asked = mail_list.SearchServer(query="in:attachments chimney")
    found = house.runner().call(mail_list.SEARCH_SERVER, asked).unwrap()
    assert found.display == "Only this computer knows."


def test_it_is_on_until_it_is_switched_off(house: TestHouse) -> None:
    assert Settings(house.profile).flag("search.attachments")
