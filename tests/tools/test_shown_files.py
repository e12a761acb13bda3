"""Files that are looked at: nothing of them is kept, whatever is in them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_app.model.errors import BadInput, KnownError
from desktop_app.search.parser import parse
from desktop_app.tools.person import shown_files
from desktop_app.tools.person.shown_files import ShownFile, ShownMail
from desktop_app.workers.importer import Importer
from tests.depths import examples
from tests.fakes.house import TestHouse, mail

EVENT = (
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\n"
    "DTSTART:20270301T090000Z\r\nSUMMARY:Planning\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
)
CARD = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Dana Lee\r\nEMAIL:dana@lee.example\r\nEND:VCARD\r\n"


@pytest.fixture
def looking(house: TestHouse) -> TestHouse:
    house.importer = Importer(house.store)
    return house


def shown(house: TestHouse, path: Path) -> ShownFile:
    params = shown_files.OneFile(path=str(path))
    return house.runner().call(shown_files.SHOW_FILE, params).unwrap()


def read(house: TestHouse, path: Path, start: int) -> ShownMail:
    params = shown_files.OneMail(path=str(path), start=start)
    return house.runner().call(shown_files.SHOW_MAIL, params).unwrap()


def kept(house: TestHouse) -> int:
    return len(house.store.finder.messages(parse(""), limit=100, include_spam_trash=True))


def test_a_mail_is_shown_and_not_kept(looking: TestHouse, tmp_path: Path) -> None:
    path = tmp_path / "a.eml"
    path.write_bytes(mail("Budget"))
    before = kept(looking)
    [listed] = shown(looking, path).mails
    assert (listed.subject, listed.sender) == ("Budget", "Dana Lee")
    found = read(looking, path, listed.start)
    assert ("Subject", "Budget") in found.head
    assert "Could you look at the budget?" in found.body.text
    assert kept(looking) == before


def test_every_mail_of_a_mailbox_is_listed_and_read_by_its_place(
    looking: TestHouse, tmp_path: Path
) -> None:
    path = tmp_path / "some.mbox"
    names = [f"Subject {n}" for n in range(5)]
    begin = b"From dana@lee.example Mon Mar  1 09:00:00 2027\n"
    path.write_bytes(b"".join(begin + mail(name) + b"\n\n" for name in names))
    found = shown(looking, path).mails
    assert [each.subject for each in found] == names
    for each in reversed(found):
        assert ("Subject", each.subject) in read(looking, path, each.start).head


def test_an_event_and_people_are_told_in_lines(looking: TestHouse, tmp_path: Path) -> None:
    (tmp_path / "a.ics").write_text(EVENT)
    (tmp_path / "b.vcf").write_text(CARD)
    event, people = shown(looking, tmp_path / "a.ics"), shown(looking, tmp_path / "b.vcf")
    assert (event.kind, event.text.splitlines()[0]) == ("calendar", "Planning")
    assert (people.kind, people.text) == ("people", "Dana Lee\ndana@lee.example")


@pytest.mark.parametrize("name", ["a.eml", "a.mbox", "a.ics", "a.vcf"])
def test_what_is_not_there_is_said(looking: TestHouse, tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput):
        shown(looking, tmp_path / name)


@settings(
    max_examples=examples(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    st.sampled_from(["x.eml", "x.mbox", "x.ics", "x.vcf"]),
    st.binary(max_size=300)
    | st.sampled_from([EVENT.encode(), CARD.encode(), mail("A")]).flatmap(
        lambda good: st.integers(0, len(good)).map(lambda at: good[:at] + b"\0\xff" + good[at:])
    ),
)
def test_no_file_breaks_the_look(
    looking: TestHouse, tmp_path: Path, name: str, data: bytes
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with suppress(KnownError):
        for each in shown(looking, path).mails:
            if not each.problem:
                read(looking, path, each.start)
