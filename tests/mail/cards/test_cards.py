"""vCards: what phones and programs write is read, what is read is written again."""

from __future__ import annotations

import base64
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.mail.cards import card_groups
from desktop_app.mail.cards.card_groups import GroupMembers, write_groups
from desktop_app.mail.cards.cards import ReadCard, Version, read_cards, write_card
from desktop_app.model.address import Address
from desktop_app.model.contact import LANGUAGES, CardField, Contact
from tests.sure import there

VERSIONS: tuple[Version, ...] = ("3.0", "4.0")


def read(text: str | bytes) -> list[ReadCard]:
    data = text.encode() if isinstance(text, str) else text
    return list(read_cards(data.splitlines(keepends=True)))


def person(text: str | bytes) -> Contact:
    (card,) = read(text)
    assert not card.problem
    return there(card.contact)


def card(*lines: str, version: str = "3.0") -> str:
    return "\r\n".join(("BEGIN:VCARD", f"VERSION:{version}", *lines, "END:VCARD", ""))


PHONE = (
    "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg;;;",
    "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=B6rg =",
    "M=C3=BCller",
    "TEL;CELL;PREF:+4912345",
    "EMAIL;HOME:joerg@x.example",
    "NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Erste=0D=0AZweite, gr=FCn",
    "PHOTO;ENCODING=BASE64;JPEG:AAAA",
    " BBBB",
    "CCCC",
    "",
    "ADR;HOME:;;Straße 1, links;Bern;;3000;CH",
)


def test_a_phones_card_of_version_2_is_read_whole() -> None:
    found = person(card(*PHONE, version="2.1"))
    assert (found.name, [a.email for a in found.addresses]) == (
        "Jörg Müller",
        ["joerg@x.example"],
    )
    assert found.note == "Erste\nZweite, grün"
    kept = {each.name: each for each in found.rest}
    assert kept["PHOTO"].value == "AAAABBBBCCCC"
    assert kept["PHOTO"].params == (("ENCODING", "b"), ("TYPE", "JPEG"))
    assert kept["ADR"].value == ";;Straße 1\\, links;Bern;;3000;CH"
    assert kept["TEL"].params == (("TYPE", "CELL"), ("TYPE", "PREF"))


@pytest.mark.parametrize("version", VERSIONS)
def test_a_phones_card_is_the_same_person_in_either_version(version: Version) -> None:
    found = person(card(*PHONE, version="2.1"))
    assert person(write_card(found, version)) == found


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        (("FN:Dana Lee", "N:Other;Name;;;"), "Dana Lee"),
        (("N:Lee;Dana;M.;Dr.;",), "Dr. Dana M. Lee"),
        (("ORG:Fern Hill;Board",), "Fern Hill Board"),
        (("NICKNAME:Mum",), "Mum"),
        (("FN:dana@x.example",), ""),
        (("FN:Comma\\, Inc\\; \\\\ and so\\non",), "Comma, Inc; \\ and so on"),
        (("item1.FN:Grouped",), "Grouped"),
        (("fn;LANGUAGE=de:Small",), "Small"),
        (("FN:Fol", " ded"), "Folded"),
        (('FN;X-A="a;b:c":Quoted',), "Quoted"),
    ],
)
def test_a_name_is_found(lines: tuple[str, ...], name: str) -> None:
    assert person(card(*lines, "EMAIL:dana@x.example")).name == name


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (card("FN:Jörg").encode("utf-8-sig"), "Jörg"),
        (card("FN:Jörg").encode("latin-1"), "Jörg"),
        (card("FN:Jörg").replace("\r\n", "\n").encode(), "Jörg"),
        (card("FN:J\\nörg\0").encode(), "J örg"),
        (b"begin:vcard\r\nversion:3.0\r\nfn:Dana\r\nend:vcard", "Dana"),
        (
            "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:J\xc3\r\n \xb6rg\r\nEND:VCARD".encode("latin-1"),
            "Jörg",
        ),
    ],
)
def test_character_sets_and_folds_inside_a_letter(data: bytes, name: str) -> None:
    assert person(data).name == name


def test_groups_language_and_several_addresses_are_read() -> None:
    found = person(
        card(
            "FN:Dana",
            "EMAIL;TYPE=work:d@x.example",
            "EMAIL;TYPE=home:mailto:D2@x.example",
            "EMAIL:D@X.example",
            "CATEGORIES:Choir,The\\, Board",
            "CATEGORIES:choir",
            "LANG:de",
            version="4.0",
        )
    )
    assert [a.email for a in found.addresses] == ["d@x.example", "D2@x.example"]
    assert (found.groups, found.language) == (("Choir", "The, Board"), "de")


@pytest.mark.parametrize(
    ("text", "people", "said"),
    [
        (card("FN:A") + "BEGIN:VCARD\r\nFN:B\r\n" + card("FN:C"), ["A", "B", "C"], "no end"),
        (card("FN:A") + "BEGIN:VCARD\r\nFN:B\r\n", ["A", "B"], "file ends"),
        (card("FN:A", "no field at all") + card("FN:B"), ["A", "B"], "no field"),
        (card("FN:A", "EMAIL:not an address") + card("FN:B"), ["A", "B"], "no mail address"),
        (card("FN:A", f"X-BIG:{'x' * 9_000_000}") + card("FN:B"), [None, "B"], "8 MB"),
        (card() + card("FN:B"), [None, "B"], "nothing of anybody"),
        (card("FN:A", f"NOTE:{'n' * 30_000}"), ["A"], "longer than"),
    ],
)
def test_what_is_broken_is_said_and_the_next_is_read(
    text: str, people: list[str | None], said: str
) -> None:
    found = read(text)
    assert [each.contact.name if each.contact else None for each in found] == people
    assert any(said in each.problem for each in found)


def test_an_address_that_is_none_is_kept_as_it_stands() -> None:
    (found,) = read(card("FN:A", "EMAIL;TYPE=work:not an address"))
    assert "EMAIL;TYPE=work:not an address" in write_card(there(found.contact))


def test_a_card_inside_a_card_is_a_field_of_it() -> None:
    inner = ("AGENT:", "BEGIN:VCARD", "VERSION:2.1", "FN:Inner; x, y", "END:VCARD")
    found = person(card("FN:Outer", *inner, "TEL:1", version="2.1"))
    assert found.name == "Outer"
    assert [each.name for each in found.rest] == ["AGENT", "TEL"]
    assert "FN:Inner\\; x\\, y" in found.rest[0].value
    assert person(write_card(found)) == found


@pytest.mark.parametrize(
    "data", [b"", b"hello", b"\0" * 1000, b"BEGIN:VCARD\r\n" * 3000, b":" * 99]
)
def test_what_is_no_card_gives_nobody(data: bytes) -> None:
    assert [each for each in read(data) if each.contact] == []


@pytest.mark.parametrize("version", VERSIONS)
def test_a_note_that_is_too_long_is_shown_as_far_as_it_goes_and_written_whole(
    version: Version,
) -> None:
    long = "word, " * 5_000
    (found,) = read(card("FN:A", "NOTE:First", f"NOTE:{long.replace(',', chr(92) + ',')}"))
    contact = there(found.contact)
    assert len(contact.note) <= 20_000
    written = write_card(contact, version)
    (again,) = read(written)
    assert again.contact == contact
    assert written.replace("\r\n ", "").count("word\\, ") >= 4_999


def test_another_name_takes_the_parts_of_the_former_along() -> None:
    found = person(card("FN:Dana Lee", "N:Lee;Dana;;Dr.;", "EMAIL;TYPE=work:d@x.example"))
    assert "N:Lee;Dana;;Dr.;" in write_card(found)
    renamed = write_card(replace(found, name="Mum", addresses=(Address("", "m@x.example"),)))
    assert "N:;Mum;;;" in renamed
    assert "Dana" not in renamed
    assert "d@x.example" not in renamed


def test_pictures_go_from_one_version_to_the_other() -> None:
    data = base64.b64encode(b"\xff\xd8 picture").decode()
    found = person(card("FN:A", f"PHOTO:data:image/jpeg;base64,{data}", version="4.0"))
    assert f"PHOTO;ENCODING=b;TYPE=JPEG:{data}" in write_card(found, "3.0")
    assert f"PHOTO:data:image/jpeg;base64,{data}" in write_card(found, "4.0")


def test_lines_have_75_octets_and_no_letter_is_divided() -> None:
    written = write_card(Contact(0, "é" * 100, note="日本" * 90)).encode()
    assert max(map(len, written.split(b"\r\n"))) <= 75
    assert all(line.decode() is not None for line in written.split(b"\r\n"))


WORDS = st.text(
    st.characters(blacklist_categories=("Cs", "Cc", "Zl", "Zp", "Zs")), min_size=1, max_size=12
)
PHRASES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)
TEXTS = st.lists(PHRASES, min_size=1, max_size=4).map("\n".join)
EMAILS = st.from_regex(r"[a-z]{1,8}@[a-z]{1,8}\.example", fullmatch=True)
NAMES = st.from_regex(r"X-[A-Z]{1,8}|TEL|ADR|URL|BDAY|TITLE|UID", fullmatch=True)
PARAMS = st.lists(
    st.tuples(st.sampled_from(("TYPE", "PREF", "X-A")), st.sampled_from(("home", "1", '"a;b:c"'))),
    max_size=2,
).map(tuple)


def escaped(text: str) -> str:
    text = text.replace("\\", "\\\\").replace(",", "\\,").replace(";", "\\;")
    return text.replace("\n", "\\n")


FIELDS = st.builds(
    CardField, NAMES, TEXTS.map(escaped), PARAMS, st.sampled_from(("", "item1"))
) | st.builds(
    CardField,
    st.sampled_from(("PHOTO", "KEY")),
    st.binary(max_size=90).map(lambda b: base64.b64encode(b).decode()),
    st.sampled_from(((("ENCODING", "b"),), (("ENCODING", "b"), ("TYPE", "PNG")))),
)


def unique_by_name(fields: list[CardField]) -> tuple[CardField, ...]:
    once = {"UID", "BDAY"}
    seen: dict[object, CardField] = {}
    for each in fields:
        seen.setdefault(each.name if each.name in once else each, each)
    return tuple(seen.values())


CONTACTS = st.builds(
    Contact,
    st.just(0),
    PHRASES | st.just(""),
    st.lists(EMAILS, max_size=3, unique=True).map(lambda es: tuple(Address("", e) for e in es)),
    TEXTS | st.just(""),
    st.sampled_from(sorted(LANGUAGES)),
    st.lists(PHRASES, max_size=2, unique_by=str.casefold).map(
        lambda names: tuple(sorted(names, key=str.casefold))
    ),
    rest=st.lists(FIELDS, max_size=5).map(unique_by_name),
).filter(lambda c: bool(c.name or c.addresses or c.note or c.rest))


@pytest.mark.parametrize("version", VERSIONS)
@given(contact=CONTACTS)
def test_whoever_is_written_is_read_again_whole(version: Version, contact: Contact) -> None:
    assert person(write_card(contact, version)) == contact


@settings(max_examples=30)
@given(contacts=st.lists(CONTACTS, min_size=1, max_size=3))
def test_a_file_has_each_of_its_people(contacts: list[Contact]) -> None:
    text = "".join(write_card(each, "4.0") for each in contacts)
    assert [there(each.contact) for each in read(text)] == contacts


@given(data=st.binary(max_size=300), at=st.integers(0, 400))
def test_any_bytes_in_a_card_break_no_reading(data: bytes, at: int) -> None:
    whole = card(*PHONE, version="2.1").encode() + card("FN:Last").encode()
    broken = whole[:at] + data + whole[at:]
    for each in read(broken):
        if each.contact is not None:
            (again,) = read(write_card(each.contact))
            assert there(again.contact).addresses == each.contact.addresses


@given(st.lists(CONTACTS, max_size=5))
def test_groups_of_whoever_is_written_are_read_again(contacts: list[Contact]) -> None:
    text = write_groups(contacts)
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    found = read(text)
    assert all(each.group is not None and not each.problem for each in found)
    wanted: dict[str, int] = {}
    for one in contacts:
        for name in one.groups if one.addresses else ():
            wanted[name.casefold()] = wanted.get(name.casefold(), 0) + 1
    members = GroupMembers()
    for each in found:
        assert each.group is not None
        members.add("here", each.group)
    told = {name.casefold(): people for _, name, people, _ in members.groups()}
    assert {name: len(people) for name, people in told.items() if people} == wanted
    for one in contacts:
        for name in one.groups if one.addresses else ():
            emails = {a.email for person in told[name.casefold()] for a in person.addresses}
            assert one.addresses[0].email in emails


def test_a_group_with_too_many_members_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_groups, "MOST", 3)
    members = GroupMembers()
    assert members.add("a", card_groups.GroupCard("A", ("mailto:a@x.example",) * 3))
    assert not members.add("b", card_groups.GroupCard("B", ("mailto:a@x.example",)))
    assert [name for _, name, _, _ in members.groups()] == ["A"]
