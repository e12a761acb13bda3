"""People by the window's tools: noted, offered as recipients, taken from files and written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from desktop_app.mail.cards.cards import Version
from desktop_app.mail.message.parse import parse
from desktop_app.model.contact import PersonRef
from desktop_app.model.draft import Origin
from desktop_app.model.errors import BadInput, NotFound
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import draft_review, people, people_files, people_groups
from desktop_app.tools.verbs import create_draft, draft_reply
from tests.fakes.house import TestHouse, mail


def call(house: TestHouse, tool: Any, params: Any = None) -> Any:
    return house.runner().call(tool, params or NoParams()).unwrap()


def write(house: TestHouse, to: str) -> None:
    raw = mail(
        "Plan", from_="alex@fernhill.example", to=to, message_id=f"to-{to}@x".replace(" ", "")
    )
    house.store.messages.add("work", [parse(raw)], labels=[frozenset({"SENT"})])


def add(house: TestHouse, name: str, email: str = "") -> PersonRef:
    ref: PersonRef = call(house, people.ADD_PERSON, people.AddPerson(name=name, email=email)).ref
    return ref


def fill(house: TestHouse, group: str, *refs: PersonRef) -> int:
    params = people_groups.FillGroup(name=group, people=refs)
    return int(call(house, people_groups.FILL_GROUP, params).count)


def offers(house: TestHouse, text: str, draft_id: str = "") -> list[tuple[str, str, int]]:
    params = people_groups.OfferRecipients(text=text, draft_id=draft_id)
    found = call(house, people_groups.OFFER_RECIPIENTS, params).offers
    return [(o.kind, o.name or str(o.people[0]), o.count) for o in found]


def test_somebody_from_the_mail_is_noted_and_shown_with_what_they_call_themselves(
    house: TestHouse,
) -> None:
    write(house, "Anna Berg <anna@x.example>")
    ref = PersonRef(key="anna@x.example")
    ref = call(house, people.NOTE_PERSON, people.NotePerson(ref=ref, name="Mum", note="n")).ref
    shown = call(house, people.SHOW_PERSON, people.ShowPerson(ref=ref))
    assert (shown.row.name, shown.row.called, shown.row.written) == ("Mum", ("Anna Berg",), 1)
    gone = call(house, people.FORGET_PEOPLE, people.ForgetPeople(refs=(ref,))).gone
    by_mail = call(
        house, people.SHOW_PERSON, people.ShowPerson(ref=PersonRef(key="anna@x.example"))
    )
    assert (by_mail.contact, by_mail.row.name) == (None, "Anna Berg")
    call(house, people.PUT_BACK_PEOPLE, people.PutBackPeople(gone=gone))
    again = call(house, people.SHOW_PERSON, people.ShowPerson(ref=PersonRef(key="anna@x.example")))
    assert (again.row, again.contact) == (shown.row, shown.contact)


def test_what_is_no_address_and_who_is_not_there_are_told(house: TestHouse) -> None:
    with pytest.raises(BadInput):
        add(house, "Dana", "not an address")
    with pytest.raises(NotFound):
        call(house, people.SHOW_PERSON, people.ShowPerson(ref=PersonRef(key="no@x.example")))


def test_a_group_is_offered_as_one_with_its_count_and_taken_as_its_people(
    house: TestHouse,
) -> None:
    write(house, "Chora Ruiz <chora@x.example>")
    ref = PersonRef(key="chora@x.example")
    assert fill(house, "The Choir", ref, add(house, "Sam", "sam@x.example"), add(house, "No")) == 3
    assert offers(house, "cho") == [
        ("person", "Chora Ruiz <chora@x.example>", 1),
        ("group", "The Choir", 3),
    ]
    assert offers(house, "the choir")[0] == ("group", "The Choir", 3)
    asked = people_groups.OfferRecipients(text="the choir")
    offered = call(house, people_groups.OFFER_RECIPIENTS, asked).offers[0].people
    assert [a.key for a in offered] == ["chora@x.example", "sam@x.example"]
    found = call(house, people_groups.PEOPLE_OF_GROUP, people_groups.NameGroup(name="the choir"))
    assert [a.key for a in found.people] == ["chora@x.example", "sam@x.example"]
    assert found.without == 1


def test_a_group_that_is_too_large_for_one_mail_is_offered_without_its_people(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people_groups, "MOST_IN_A_MAIL", 1)
    fill(house, "Crowd", add(house, "A", "a@x.example"), add(house, "B", "b@x.example"))
    asked = people_groups.OfferRecipients(text="crowd")
    (offer,) = call(house, people_groups.OFFER_RECIPIENTS, asked).offers
    assert (offer.people, offer.count) == ((), 2)
    with pytest.raises(BadInput, match="2 people"):
        call(house, people_groups.PEOPLE_OF_GROUP, people_groups.NameGroup(name="crowd"))


def test_everyone_in_the_conversation_is_offered_while_one_answers(house: TestHouse) -> None:
    raw = mail(
        "Plan",
        from_="Dana <dana@x.example>",
        to="alex@fernhill.example, Sam <sam@x.example>",
        message_id="plan@x",
    )
    (message,) = house.store.messages.add("work", [parse(raw)], labels=[frozenset({"INBOX"})]).ids
    params = draft_reply.DraftReply(message_id=str(message), body="")
    draft = call(house, draft_reply.TOOL, params).draft_id
    assert ("conversation", "Everyone in this conversation", 2) in offers(house, "every", draft)
    asked = people_groups.OfferRecipients(text="everyone in", draft_id=draft)
    (offer,) = call(house, people_groups.OFFER_RECIPIENTS, asked).offers
    assert [a.key for a in offer.people] == ["dana@x.example", "sam@x.example"]
    assert offers(house, "every") == []


def test_a_program_finds_by_a_given_name_and_is_told_the_mails(house: TestHouse) -> None:
    write(house, "Anna Berg <anna@x.example>")
    params = people.NotePerson(ref=PersonRef(key="anna@x.example"), name="Mum", note="secret")
    call(house, people.NOTE_PERSON, params)
    add(house, "Olu Ade", "olu@z.example")

    def told(scope: frozenset[str], text: str) -> list[str]:
        runner = house.runner(Origin.MCP, "P", scope=lambda: scope, caller="p")
        asked = draft_review.SuggestRecipients(text=text)
        return [
            str(a) for a in runner.call(draft_review.SUGGEST_RECIPIENTS, asked).unwrap().addresses
        ]

    assert told(frozenset({"work"}), "mum") == ["Anna Berg <anna@x.example>"]
    assert told(frozenset({"work"}), "secret") == []
    assert told(frozenset({"work"}), "olu") == []
    assert told(frozenset(), "mum") == []


def imported(house: TestHouse, *paths: Path) -> Any:
    params = people_files.ImportPeople(paths=tuple(map(str, paths)))
    return call(house, people_files.IMPORT_PEOPLE, params)


CARDS = (
    "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Dana Lee\r\nEMAIL;TYPE=work:dana@x.example\r\n"
    "TEL:+41 1\r\nNOTE:Plays the cello.\r\nCATEGORIES:Choir\r\nEND:VCARD\r\n"
    "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:By phone\r\nTEL:+41 2\r\nEND:VCARD\r\n"
    "BEGIN:VCARD\r\nVERSION:3.0\r\nno field\r\nEND:VCARD\r\n"
)


def test_cards_are_taken_with_a_report_and_the_same_again_add_nothing(
    house: TestHouse, tmp_path: Path
) -> None:
    path = tmp_path / "people.vcf"
    path.write_text(CARDS)
    first = imported(house, path)
    assert (first.new, first.filled, first.known, first.left_out) == (2, 0, 0, 1)
    assert [remark.location for remark in first.remarks] == [f"{path}:14"]
    again = imported(house, path)
    assert (again.new, again.filled, again.known, again.left_out) == (0, 0, 2, 1)
    assert len(call(house, people.LIST_PEOPLE, people.ListPeople()).page.rows) == 2


def test_what_was_written_of_somebody_stays_and_the_card_fills_up(
    house: TestHouse, tmp_path: Path
) -> None:
    write(house, "Dana Lee <dana@x.example>")
    params = people.NotePerson(ref=PersonRef(key="dana@x.example"), name="D.", note="Mine.")
    ref = call(house, people.NOTE_PERSON, params).ref
    add(house, "Other", "taken@x.example")
    path = tmp_path / "people.vcf"
    path.write_text(CARDS.replace("TEL:+41 1", "EMAIL:two@x.example\r\nEMAIL:taken@x.example"))
    report = imported(house, path)
    assert (report.new, report.filled) == (1, 1)
    (remark, *_) = report.remarks
    assert remark.reason.startswith("taken@x.example is another person's")
    contact = call(house, people.SHOW_PERSON, people.ShowPerson(ref=ref)).contact
    assert (contact.name, contact.note) == ("D.", "Mine.\n\nPlays the cello.")
    assert [a.key for a in contact.addresses] == ["dana@x.example", "two@x.example"]
    assert contact.groups == ("Choir",)


def test_a_note_that_finds_no_room_is_kept_and_written(house: TestHouse, tmp_path: Path) -> None:
    write(house, "Dana Lee <dana@x.example>")
    params = people.NotePerson(ref=PersonRef(key="dana@x.example"), note="n" * 19_990)
    ref = call(house, people.NOTE_PERSON, params).ref
    path, out = tmp_path / "people.vcf", tmp_path / "out.vcf"
    path.write_text(CARDS)
    assert imported(house, path).filled == 1
    assert imported(house, path).filled == 0
    assert call(house, people.SHOW_PERSON, people.ShowPerson(ref=ref)).contact.note == "n" * 19_990
    call(house, people_files.EXPORT_PEOPLE, people_files.ExportPeople(path=str(out)))
    assert "NOTE:Plays the cello." in out.read_text()


@pytest.mark.parametrize("version", ["3.0", "4.0"])
def test_what_is_written_out_and_taken_in_elsewhere_is_the_same(
    house: TestHouse, tmp_path: Path, version: Any
) -> None:
    path, out = tmp_path / "people.vcf", tmp_path / "out.vcf"
    path.write_text(CARDS)
    imported(house, path)
    write(house, "Known By Mail <mail@x.example>")
    params = people_files.ExportPeople(path=str(out), version=version)
    assert call(house, people_files.EXPORT_PEOPLE, params).count == 3
    before = list(house.store.contacts.every())
    refs = tuple(PersonRef(contact.id) for contact in before)
    call(house, people.FORGET_PEOPLE, people.ForgetPeople(refs=refs))
    imported(house, out)
    after = {c.name: (c.addresses, c.note, c.groups, c.rest) for c in house.store.contacts.every()}
    assert {
        c.name: (c.addresses, c.note, c.groups, c.rest) for c in before
    }.items() <= after.items()
    assert "Known By Mail" in after
    group = people_files.ExportPeople(path=str(out), group="Choir")
    assert call(house, people_files.EXPORT_PEOPLE, group).count == 1


@pytest.mark.parametrize("data", [b"", b"hello\n", b"\xff\xfe", b"\0" * 10_000])
def test_a_file_without_cards_is_told_and_changes_nothing(
    house: TestHouse, tmp_path: Path, data: bytes
) -> None:
    path = tmp_path / "people.vcf"
    path.write_bytes(data)
    with pytest.raises(BadInput, match="no vCard"):
        imported(house, path)
    with pytest.raises(NotFound):
        imported(house, tmp_path / "missing.vcf")
    for no_file in (tmp_path, Path("/dev/zero")):
        with pytest.raises(BadInput):
            imported(house, no_file)


def test_a_file_in_utf_16_is_read(house: TestHouse, tmp_path: Path) -> None:
    path = tmp_path / "people.vcf"
    path.write_bytes(CARDS.replace("Dana", "Jörg").encode("utf-16"))
    assert imported(house, path).new == 2
    assert call(house, people.LIST_PEOPLE, people.ListPeople(text="jörg")).page.total == 1


def test_an_import_that_is_stopped_keeps_what_came_before(house: TestHouse, tmp_path: Path) -> None:
    from threading import Event

    path = tmp_path / "people.vcf"
    path.write_text("".join(CARDS.replace("dana@", f"d{n}@") for n in range(300)))
    stop = Event()
    params = people_files.ImportPeople(paths=(str(path),))

    def watch(progress: Any) -> None:
        stop.set()

    report = (
        house.runner()
        .call(people_files.IMPORT_PEOPLE, params, cancelled=stop, progress=watch)
        .unwrap()
    )
    assert report.cancelled
    noted = call(house, people.LIST_PEOPLE, people.ListPeople()).page.total
    assert 0 < noted == report.new < 301


def test_who_is_called_as_the_person_notes_them_is_called_by_that_name(house: TestHouse) -> None:
    write(house, "Anna Berg <anna@x.example>")

    def named() -> frozenset[str]:
        params = create_draft.CreateDraft(to=("Mum <anna@x.example>",), subject="Hi", body="Hi.")
        draft = call(house, create_draft.TOOL, params).draft_id
        review = call(house, draft_review.REVIEW_DRAFT, draft_review.ReviewDraft(draft_id=draft))
        return frozenset(r.address.key for r in review.recipients if r.named)

    assert named() == frozenset()
    params = people.NotePerson(ref=PersonRef(key="anna@x.example"), name="Mum")
    call(house, people.NOTE_PERSON, params)
    assert named() == {"anna@x.example"}
    add(house, "New One", "new@x.example")
    made = create_draft.CreateDraft(to=("New One <new@x.example>",), subject="Hi", body="Hi.")
    draft = call(house, create_draft.TOOL, made).draft_id
    review = call(house, draft_review.REVIEW_DRAFT, draft_review.ReviewDraft(draft_id=draft))
    assert not any(r.named for r in review.recipients)  # noting somebody is not writing to them


GROUPS = """BEGIN:VCARD
VERSION:4.0
KIND:group
FN:Choir
MEMBER:urn:uuid:AAAA-1
MEMBER:mailto:gr%C3%BC%C3%9Fe@x.example?subject=x
MEMBER:urn:uuid:cccc-3
MEMBER:urn:uuid:nobody
MEMBER:tel:123
END:VCARD
BEGIN:VCARD
VERSION:4.0
UID:urn:uuid:aaaa-1
FN:Anna Berg
EMAIL:anna@berg.example
CATEGORIES:Work
END:VCARD
BEGIN:VCARD
VERSION:3.0
UID:CCCC-3
FN:Carl Noaddress
END:VCARD
BEGIN:VCARD
VERSION:3.0
X-ADDRESSBOOKSERVER-KIND:group
FN:Phones
X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:AAAA-1
END:VCARD
BEGIN:VCARD
VERSION:4.0
KIND:group
MEMBER:mailto:sam@x.example
END:VCARD
"""


def noted_groups(house: TestHouse) -> dict[str, tuple[str, ...]]:
    return {c.name or c.addresses[0].email: c.groups for c in house.store.contacts.every("")}


def test_groups_as_cards_have_their_members(house: TestHouse, tmp_path: Path) -> None:
    path = tmp_path / "g.vcf"
    path.write_text(GROUPS, encoding="utf-8")
    report = imported(house, path)
    assert noted_groups(house) == {
        "Anna Berg": ("Choir", "Phones", "Work"),
        "Carl Noaddress": ("Choir",),
        "grüße@x.example": ("Choir",),
    }
    assert (report.new, report.left_out) == (3, 1)
    told = [r.reason for r in report.remarks]
    assert told == [
        "A group without a name is left out.",
        "The group “Choir” names 2 members who are in no card here.",
    ]
    again = imported(house, path)
    assert (again.new, again.filled) == (0, 0)
    assert len(noted_groups(house)) == 3


def test_groups_are_written_as_cards_and_read_elsewhere(house: TestHouse, tmp_path: Path) -> None:
    (tmp_path / "g.vcf").write_text(GROUPS, encoding="utf-8")
    imported(house, tmp_path / "g.vcf")
    before = noted_groups(house)
    versions: tuple[Version, ...] = ("4.0", "3.0")
    for version in versions:
        out = tmp_path / f"out{version}.vcf"
        params = people_files.ExportPeople(path=str(out), version=version)
        done = call(house, people_files.EXPORT_PEOPLE, params)
        assert done.count == 3
        text = out.read_text("utf-8")
        assert ("KIND:group" in text) is (version == "4.0")
    four = (tmp_path / "out4.0.vcf").read_bytes().replace(b"\r\n ", b"").decode()
    assert "MEMBER:mailto:gr%C3%BC%C3%9Fe@x.example" in four
    assert "MEMBER:urn:uuid:CCCC-3" in four
    bare = "\r\n".join(line for line in four.split("\r\n") if not line.startswith("CATEGORIES"))
    everyone = [PersonRef(contact=row.id) for row in house.store.contacts.every("")]
    house.store.contacts.forget(everyone)
    assert noted_groups(house) == {}
    (tmp_path / "bare.vcf").write_text(bare, encoding="utf-8", newline="")
    imported(house, tmp_path / "bare.vcf")
    assert noted_groups(house) == before
