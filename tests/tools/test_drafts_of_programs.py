"""Drafts by programs: another own address, attachments on and off, events and invitations."""

from __future__ import annotations

import email
import re
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from desktop_app.mail.calendar.calendar_file import read_invitation
from desktop_app.mail.drafts.compose import compose
from desktop_app.model.account import Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import Draft, Origin
from desktop_app.model.errors import BadInput, KnownError, NotFound
from desktop_app.tools.runner import Runner
from tests.fakes.house import ME, TestHouse, mail
from tests.sure import of_kind

SECOND = Address("Alex", "alex@second.example")
HOME = Address("Alex M", "alex@home.example")


@pytest.fixture
def program(house: TestHouse) -> Runner:
    work = house.store.accounts.get("work")
    house.store.accounts.add(
        replace(work, id="home", name="Home", identities=(Identity(HOME, "A.", True),))
    )
    both = (*work.identities, Identity(SECOND, "Second"))
    house.store.accounts.update(replace(work, identities=both))
    return house.runner(Origin.MCP, "Claude")


def saved(program: Runner, tool: str, /, **arguments: Any) -> Draft:
    found = program.call_by_name(tool, arguments)[1].unwrap()
    return program._store.drafts.get(found.draft_id)


def test_a_new_mail_goes_from_whichever_own_address(program: Runner) -> None:
    for wanted in (SECOND.email, str(SECOND), "ALEX@second.example"):
        draft = saved(program, "create_draft", to="a@x.example", body="Hi", send_as=wanted)
        assert (draft.account_id, draft.content.from_) == ("work", SECOND)
        assert draft.content.signature == "Second"
    draft = saved(program, "create_draft", to="a@x.example", body="Hi", send_as=HOME.email)
    assert (draft.account_id, draft.content.from_) == ("home", HOME)


def test_an_answer_and_a_draft_change_their_address(house: TestHouse, program: Runner) -> None:
    message = house.add(mail())
    draft = saved(
        program, "draft_reply", message_id=str(message.id), body="Yes", send_as=SECOND.email
    )
    assert (draft.content.from_, draft.content.signature) == (SECOND, "Second")
    again = saved(program, "update_draft", draft_id=draft.id, base_revision=1, send_as=ME.email)
    assert (again.content.from_, again.revision) == (ME, 2)
    assert again.content.body == "Yes"


def test_a_forward_goes_from_another_own_address(house: TestHouse, program: Runner) -> None:
    given = {"message_id": str(house.add(mail()).id), "to": "sam@x.example"}
    draft = saved(program, "draft_forward", **given, send_as=SECOND.email)
    assert (draft.content.from_, draft.content.signature) == (SECOND, "Second")
    assert saved(program, "draft_forward", **given).content.from_ == ME
    for wanted in (HOME.email, "boss@other.example"):
        with pytest.raises(BadInput, match="is no address of the account"):
            saved(program, "draft_forward", **given, send_as=wanted)
    assert house.store.drafts.count(proposed=True) == 2


def test_an_address_of_nobody_or_of_another_account_is_refused(
    house: TestHouse, program: Runner
) -> None:
    message = house.add(mail())
    with pytest.raises(BadInput, match="is no address of the account") as raised:
        saved(program, "draft_reply", message_id=str(message.id), body="Yes", send_as=HOME.email)
    assert "It is of the account home" in raised.value.next_step
    with pytest.raises(BadInput) as raised:
        saved(program, "create_draft", to="a@x.example", send_as="boss@other.example")
    assert "connection_status" in raised.value.next_step
    assert house.store.drafts.count(proposed=True) == 0


def test_an_attachment_is_removed_by_name_or_id(program: Runner) -> None:
    files = [{"filename": name, "content": "aGk="} for name in ("a.txt", "b.txt", "a.txt")]
    draft = saved(program, "create_draft", to="a@x.example", files=files)
    part = draft.content.attachments[1].id
    draft = saved(
        program,
        "update_draft",
        draft_id=draft.id,
        base_revision=draft.revision,
        remove_attachments=["a.txt", part],
    )
    assert [a.filename for a in draft.content.attachments] == ["a.txt"]
    with pytest.raises(NotFound, match=r"no attachment 'c\.txt'") as raised:
        saved(
            program,
            "update_draft",
            draft_id=draft.id,
            base_revision=draft.revision,
            remove_attachments=["c.txt"],
        )
    assert raised.value.next_step == "It has those below."
    assert re.fullmatch(r"\S+ \(a\.txt\)", raised.value.untrusted)


def test_an_answer_takes_attachments_along(house: TestHouse, program: Runner) -> None:
    message = house.add(mail())
    files = [{"filename": "a.txt", "content": "aGk="}]
    draft = saved(program, "draft_reply", message_id=str(message.id), body="Yes", files=files)
    assert [a.filename for a in draft.content.attachments] == ["a.txt"]
    assert draft.revision == 1


def composed(program: Runner, draft: Draft) -> Any:
    store, parts = program._store, {a.id: a for a in draft.content.attachments}
    raw = compose(
        draft.content,
        message_id="m@x.example",
        date=1.0,
        read_attachment=lambda id_: store.drafts.read_whole(parts[id_]),
    )
    return email.message_from_bytes(raw)


def test_an_event_is_an_invitation_that_waits_for_the_press(
    house: TestHouse, program: Runner
) -> None:
    event = {"title": "Visit; roof", "start": "2026-12-01T10:00+01:00", "place": "Unit 4, yard"}
    draft = saved(program, "create_draft", to="Dana Lee <dana@lee.example>", event=event)
    assert draft.content.subject.startswith("Visit; roof: Tue 1 Dec 2026, ")
    assert "Unit 4, yard" in draft.content.body
    made = composed(program, draft)
    [part] = [p for p in made.walk() if p.get_content_type() == "text/calendar"]
    assert part.get_param("method") == "REQUEST"
    found = read_invitation(part.get_payload(decode=True))
    assert found is not None
    assert (found.title, found.place, found.method) == ("Visit; roof", "Unit 4, yard", "REQUEST")
    start, end = of_kind(datetime, found.start), of_kind(datetime, found.end)
    assert start.isoformat() == "2026-12-01T09:00:00+00:00"
    assert (end - start).total_seconds() == 3600
    assert found.organiser.email == ME.email
    assert [p.address.email for p in found.people] == [ME.email, "dana@lee.example"]
    assert house.store.outbox.count_open() == 0


def test_without_recipients_it_is_an_entry_for_the_person(program: Runner) -> None:
    event = {"title": "Holiday", "start": "2026-12-24", "end": "2026-12-26"}
    draft = saved(program, "create_draft", subject="Days off", body="Away.", event=event)
    assert (draft.content.to, draft.content.subject) == ((ME,), "Days off")
    assert draft.content.body == "Away."
    [part] = [p for p in composed(program, draft).walk() if p.get_content_type() == "text/calendar"]
    found = read_invitation(part.get_payload(decode=True))
    assert found is not None
    assert [str(found.start), str(found.end)] == ["2026-12-24", "2026-12-26"]
    assert found.people_count == 1


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        ("2026-12-24", "", "Thu 24 Dec 2026"),
        ("2026-12-24", "2026-12-26", "Thu 24 Dec 2026 to Sat 26 Dec 2026"),
        (
            "2026-12-24T22:00",
            "2026-12-25T01:00",
            "Thu 24 Dec 2026, 22:00 to Fri 25 Dec 2026, 01:00",
        ),
    ],
)
def test_times_are_said_in_words(program: Runner, start: str, end: str, words: str) -> None:
    event = {"title": "", "start": start, "end": end}
    draft = saved(program, "create_draft", event=event)
    assert draft.content.subject == f"Meeting: {words}"


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("soon", ""),
        ("", ""),
        ("2026-13-01", ""),
        ("0001-01-01T00:00", ""),
        ("9999-12-31T23:59-12:00", ""),
        ("2026-12-01T10:00", "2026-12-01T10:00"),
        ("2026-12-01T10:00", "2026-12-01T09:00"),
        ("2026-12-02", "2026-12-01"),
        ("2026-12-01", "2026-12-01T09:00"),
        ("2026-12-01T10:00", "2026-12-02"),
    ],
)
def test_what_is_no_time_makes_no_draft(
    house: TestHouse, program: Runner, start: str, end: str
) -> None:
    event = {"title": "Visit", "start": start, "end": end}
    with pytest.raises(KnownError):
        saved(program, "create_draft", to="a@x.example", event=event)
    assert house.store.drafts.count(proposed=True) == 0


INVITATION = (
    "From: Dana Lee <dana@lee.example>\r\nTo: alex@fernhill.example\r\nSubject: Visit\r\n"
    "Message-ID: <i@lee.example>\r\nDate: Mon, 14 Sep 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\n"
    "Content-Type: text/calendar; method=REQUEST; charset=utf-8\r\n\r\n"
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nUID:u1\r\n"
    "DTSTAMP:20260914T100000Z\r\nDTSTART:20261201T090000Z\r\nDTEND:20261201T100000Z\r\n"
    "SUMMARY:Visit\r\nORGANIZER:mailto:dana@lee.example\r\n"
    "ATTENDEE:mailto:alex@fernhill.example\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
)


def test_an_invitation_is_accepted_by_a_draft(house: TestHouse, program: Runner) -> None:
    message = house.add(INVITATION.encode())
    draft = saved(
        program,
        "draft_reply",
        message_id=str(message.id),
        invitation="accept",
        body="With pleasure.",
    )
    assert (draft.content.subject, draft.content.body) == ("Accepted: Visit", "With pleasure.")
    [part] = [p for p in composed(program, draft).walk() if p.get_content_type() == "text/calendar"]
    assert part.get_param("method") == "REPLY"
    plain = house.add(mail())
    with pytest.raises(NotFound, match="no invitation"):
        saved(program, "draft_reply", message_id=str(plain.id), invitation="decline")
