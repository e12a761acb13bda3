"""A mail that is a calendar file and nothing else is found and read by what the file says."""

from __future__ import annotations

import pytest

from desktop_app.model.draft import Origin
from desktop_app.tools.calls.results import MessageText
from desktop_app.tools.verbs import get_message, search_messages
from tests.fakes.house import TestHouse
from tests.sure import of_kind

FILE = (
    "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nUID:1@x\r\nSUMMARY:Roof inspection\r\n"
    "DTSTART:20261124T140000Z\r\nDTEND:20261124T150000Z\r\nLOCATION:Harbour room\r\n"
    "DESCRIPTION:Bring the slates\r\nORGANIZER;CN=Dana Lee:mailto:dana@lee.example\r\n"
    "ATTENDEE;CN=Quentin Ash:mailto:quentin@ash.example\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
)
MAIL = (
    "From: Dana Lee <dana@lee.example>\r\nTo: Alex <alex@fernhill.example>\r\nSubject: -\r\n"
    "Message-ID: <cal@x.example>\r\nDate: Mon, 14 Sep 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\n"
    f"Content-Type: text/calendar; method=REQUEST; charset=utf-8\r\n\r\n{FILE}"
).encode()


@pytest.mark.parametrize("word", ["inspection", "harbour", "slates", "quentin", "ash.example"])
def test_it_is_found_by_every_word_and_read(house: TestHouse, word: str) -> None:
    message = house.add(MAIL)
    runner = house.runner(Origin.MCP, "helper")
    params = search_messages.SearchMessages(query=word)
    found = runner.call(search_messages.TOOL, params).unwrap()
    assert [row.subject for row in found.results] == ["-"]
    wanted = get_message.GetMessage(message_id=str(message.id))
    read = of_kind(MessageText, runner.call(get_message.TOOL, wanted).value)
    assert word in read.display.lower()
