"""Contacts: what is noted of people, merges and what takes them apart, groups, lists."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest

from desktop_app.model.address import Address
from desktop_app.model.contact import Contact, PersonRef
from desktop_app.model.errors import BadInput, Conflict, NotFound
from desktop_app.store.contacts.alike import offers
from desktop_app.store.contacts.people_page import EverybodyListed, Who
from desktop_app.store.store import Store
from tests.store.mails import NOW, add, mail
from tests.sure import there

OWN = frozenset({"alex@fernhill.example"})
NAMES = ("Dana Lee", "Sam Roe", "Mia Fox", "Olu Ade", "Ivo Ray", "Bo Lind")


def written(store: Store, to: str, days_ago: int = 1) -> None:
    date = int(NOW) - days_ago * 86400
    own = mail(f"to {to} {days_ago}", sender="alex@fernhill.example", to=to, date=date)
    add(store, own, labels="SENT")


def received(store: Store, sender: str, days_ago: int = 1) -> None:
    add(store, mail(f"from {sender} {days_ago}", sender=sender, date=int(NOW) - days_ago * 86400))


def listed(store: Store, text: str = "", who: Who = "everyone", group: str = "") -> list[str]:
    page = EverybodyListed(store.db, OWN).page(text, who=who, group=group)
    return [row.addresses[0].key if row.addresses else row.name for row in page.rows]


def by_mail(key: str) -> PersonRef:
    return PersonRef(key=key)


def everybody(store: Store) -> tuple[object, ...]:
    """All that can be seen of people."""
    page = EverybodyListed(store.db, OWN).page(who="everyone")
    groups = tuple(
        (g, store.contacts.groups.addresses(g.name)) for g in store.contacts.groups.counted()
    )
    noted = tuple(_seen(c) for c in store.contacts.every())
    return (page.total, frozenset(page.rows), groups, noted)


def _seen(contact: Contact) -> tuple[object, ...]:
    return (contact, contact.addresses)


def world(store: Store, seed: int) -> list[PersonRef]:
    """People in the mail and on cards, some of them noted, in groups."""
    drawn, refs = random.Random(seed), list[PersonRef]()
    for n, name in enumerate(NAMES):
        email = f"{name.split()[0].lower()}{n}@x.example"
        if drawn.random() < 0.7:
            written(store, f"{name} <{email}>", n + 1)
            refs.append(by_mail(email))
            if drawn.random() < 0.5:
                refs[-1] = store.contacts.note(refs[-1], note=drawn.choice(("", "met at work")))
        else:
            refs.append(store.contacts.add(name, (Address(name, email), Address("", f"2{email}"))))
        if drawn.random() < 0.5:
            groups = drawn.sample(("Choir", "Board"), drawn.randint(0, 2))
            refs[-1] = store.contacts.note(refs[-1], name=drawn.choice((name, "")), groups=groups)
    return refs


@pytest.mark.parametrize("seed", range(12))
def test_what_is_merged_and_separated_again_is_as_it_was(store: Store, seed: int) -> None:
    refs = world(store, seed)
    drawn, before, undo = random.Random(seed), [everybody(store)], list[tuple[int, ...]]()
    for _ in range(4):
        pair = drawn.sample(refs, 2)
        try:
            _, others = store.contacts.merge(pair)
        except BadInput:  # they are one already
            continue
        undo.append(others)
        before.append(everybody(store))
    assert undo
    assert before[-1] == everybody(store)
    for others, former in zip(reversed(undo), reversed(before[:-1]), strict=True):
        store.contacts.separate(others)
        if former is not before[0]:
            assert everybody(store) == former
    # Contacts that merges made have gone: who was known from the mail alone is so again.
    assert everybody(store) == before[0]


@pytest.mark.parametrize("seed", range(8))
def test_separating_in_any_order_loses_no_address_and_no_word(store: Store, seed: int) -> None:
    refs, drawn = world(store, seed), random.Random(seed)
    first, others = store.contacts.merge(refs)
    merged = there(store.contacts.get(first))
    store.contacts.note(first, note="Said of all of them.", groups=("Late",))
    order = list(others)
    drawn.shuffle(order)
    for one in order:
        store.contacts.separate([one])
    keys = {a.key for c in store.contacts.every() for a in c.addresses}
    page = EverybodyListed(store.db, OWN).page(who="everyone")
    assert keys | {r.ref.key for r in page.rows} >= {a.key for a in merged.addresses}
    assert there(store.contacts.get(first)).note == "Said of all of them."
    assert all(not c.parts for c in store.contacts.every())


def test_a_merge_of_merged_people_comes_apart_in_its_own_parts(store: Store) -> None:
    one, two, three, four = (
        store.contacts.add(n, (Address("", f"{n}@x.example"),)) for n in "abcd"
    )
    store.contacts.merge((one, two))
    store.contacts.merge((three, four))
    _, others = store.contacts.merge((one, three))
    assert len(listed(store)) == 1
    store.contacts.separate(others)
    assert sorted(listed(store)) == ["a@x.example", "c@x.example"]
    assert [a.key for a in there(store.contacts.get(four)).addresses] == [
        "c@x.example",
        "d@x.example",
    ]


def test_what_is_noted_of_merged_people_is_theirs_together(store: Store) -> None:
    written(store, "Dana Lee <dana@x.example>")
    written(store, "D. Lee <lee@y.example>")
    store.contacts.note(by_mail("dana@x.example"), note="Plays the cello.", groups=("Choir",))
    store.contacts.note(by_mail("lee@y.example"), note="Moved to Bern.", name="Dana L.")
    first, _ = store.contacts.merge((by_mail("dana@x.example"), by_mail("lee@y.example")))
    seen = there(store.contacts.get(first))
    assert (seen.name, seen.note) == ("Dana L.", "Plays the cello.\n\nMoved to Bern.")
    assert [a.key for a in seen.addresses] == ["dana@x.example", "lee@y.example"]
    assert (listed(store, "cello"), listed(store, "bern")) == (["dana@x.example"],) * 2
    store.contacts.note(first, note="", name="")
    seen = there(store.contacts.get(by_mail("lee@y.example")))
    assert (seen.name, seen.note, seen.groups) == ("", "", ("Choir",))


def test_everybody_is_listed_once_the_latest_first_without_oneself(store: Store) -> None:
    written(store, "Dana Lee <dana@x.example>", 9)
    written(store, "Dana Lee <Dana@X.example>", 3)
    received(store, "Shop <shop@y.example>", 1)
    store.contacts.add("Imported", (Address("", "never@z.example"),))
    assert listed(store) == ["shop@y.example", "dana@x.example", "never@z.example"]
    assert listed(store, who="written") == ["dana@x.example", "never@z.example"]
    row = EverybodyListed(store.db, OWN).page("dana").rows[0]
    assert (row.written, row.last) == (2, int(NOW) - 3 * 86400)


@pytest.mark.parametrize(
    "typed", ["mum", "MUM", "cello", "choir", "anna", "anna@x", "mum choir", "étu"]
)
def test_people_are_found_by_name_address_note_and_group(store: Store, typed: str) -> None:
    written(store, "Anna Berg <anna@x.example>")
    written(store, "Bo Lind <bo@x.example>")
    note = "Plays the cello. Étude"
    store.contacts.note(by_mail("anna@x.example"), name="Mum", note=note, groups=("The Choir",))
    assert listed(store, typed) == ["anna@x.example"]


@pytest.mark.parametrize("typed", ["zzz", "mum zzz", "cello bo"])
def test_every_word_that_is_typed_must_fit(store: Store, typed: str) -> None:
    written(store, "Anna Berg <anna@x.example>")
    store.contacts.note(by_mail("anna@x.example"), name="Mum", note="Plays the cello.")
    assert listed(store, typed) == []


def test_pages_together_are_everybody_once(store: Store) -> None:
    for n in range(25):
        written(store, f"p{n}@x.example", n)
    page = EverybodyListed(store.db, OWN).page
    seen = [r.ref.key for start in (0, 10, 20) for r in page(limit=10, offset=start).rows]
    assert (len(set(seen)), len(seen), page(limit=1).total) == (25, 25, 25)


def test_a_group_is_exactly_its_people_each_by_one_address(store: Store) -> None:
    written(store, "Dana Lee <dana@x.example>")
    dana = store.contacts.note(by_mail("dana@x.example"), groups=("Choir",))
    sam = store.contacts.add(
        "Sam", (Address("S. Roe", "sam@x.example"), Address("", "s@y.example"))
    )
    nobody = store.contacts.add("By phone alone")
    groups = store.contacts.groups
    assert groups.put("choir", (sam.contact, nobody.contact, dana.contact)) == 2
    assert groups.addresses("CHOIR") == (
        Address("Dana Lee", "dana@x.example"),
        Address("Sam", "sam@x.example"),
    )
    assert [(g.name, g.people, g.without) for g in groups.counted()] == [("Choir", 3, 1)]
    store.contacts.merge((dana, sam))
    assert [a.key for a in groups.addresses("Choir")] == ["dana@x.example"]
    store.contacts.write_first_to(by_mail("sam@x.example"), "dana@x.example")
    groups.take_out("Choir", (dana.contact,))
    assert groups.addresses("Choir") == ()


@pytest.mark.parametrize("seed", range(6))
def test_whoever_is_put_in_and_taken_out_is_what_a_group_has(store: Store, seed: int) -> None:
    drawn = random.Random(seed)
    people = [store.contacts.add(n, (Address(n, f"{n}@x.example"),)).contact for n in "abcdefgh"]
    inside: set[int] = set()
    store.contacts.groups.make("Choir")
    for _ in range(12):
        some = set(drawn.sample(people, drawn.randint(1, 4)))
        if drawn.random() < 0.6:
            assert store.contacts.groups.put("Choir", some) == len(some - inside)
            inside |= some
        else:
            store.contacts.groups.take_out("Choir", some)
            inside -= some
        wanted = {f"{'abcdefgh'[people.index(each)]}@x.example" for each in inside}
        assert {a.key for a in store.contacts.groups.addresses("Choir")} == wanted


def test_a_group_is_renamed_and_deleted_and_its_people_stay(store: Store) -> None:
    sam = store.contacts.add("Sam", (Address("", "sam@x.example"),))
    groups = store.contacts.groups
    groups.put("Choir", (sam.contact,))
    groups.make("Board")
    with pytest.raises(Conflict):
        groups.rename("Choir", "board")
    groups.rename("Choir", "choir")
    groups.rename("choir", "Singers")
    assert [g.name for g in groups.counted()] == ["Board", "Singers"]
    assert groups.delete("Singers") == (sam,)
    with pytest.raises(NotFound):
        groups.addresses("Singers")
    assert listed(store, "sam") == ["sam@x.example"]


def test_what_was_noted_is_forgotten_and_put_back(store: Store) -> None:
    written(store, "Dana Lee <dana@x.example>")
    dana = store.contacts.note(by_mail("dana@x.example"), name="D", note="n", groups=("Choir",))
    sam = store.contacts.add("Sam", (Address("", "sam@x.example"),))
    store.contacts.merge((dana, sam))
    before = everybody(store)
    gone = store.contacts.forget((dana,))
    assert listed(store) == ["dana@x.example"]
    assert (listed(store, "sam"), store.contacts.get(by_mail("dana@x.example"))) == ([], None)
    store.contacts.put_back(gone)
    assert everybody(store) == before
    with pytest.raises(Conflict):
        store.contacts.put_back(gone)


def test_an_address_is_one_persons(store: Store) -> None:
    sam = store.contacts.add("Sam", (Address("", "sam@x.example"),))
    with pytest.raises(Conflict):
        store.contacts.add("Other", (Address("", "SAM@x.example"),))
    bo = store.contacts.add("Bo", (Address("", "bo@x.example"),))
    with pytest.raises(Conflict):
        store.contacts.add_address(bo, Address("", "sam@x.example"))
    store.contacts.add_address(sam, Address("", "two@x.example"))
    store.contacts.write_first_to(sam, "two@x.example")
    store.contacts.remove_address(sam, "sam@x.example")
    assert [a.key for a in there(store.contacts.get(sam)).addresses] == ["two@x.example"]


@pytest.mark.parametrize(
    "wrong",
    [{"name": "n" * 201}, {"note": "n" * 20_001}, {"language": "klingon"}, {"groups": ("",)}],
)
def test_what_can_not_be_noted_is_refused_with_a_sentence(
    store: Store, wrong: dict[str, Any]
) -> None:
    sam = store.contacts.add("Sam", (Address("", "sam@x.example"),))
    with pytest.raises(BadInput):
        store.contacts.note(sam, **wrong)
    with pytest.raises(NotFound):
        store.contacts.note(by_mail("nobody@x.example"), name="N")


def offered(store: Store) -> list[set[str]]:
    found = offers(EverybodyListed(store.db, OWN), store.contacts)
    return [{a.key for a in offer.addresses} for offer in found]


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        ("Dana Lee <dana@x.example>", "Dana Lee <lee@x.example>", True),
        ("Dana Lee <dana.lee@x.example>", "Lee, Dana <dlee@y.example>", True),
        ("Dana Lee <dana@x.example>", "Dana Lee <info@shop.example>", False),
        ("Dana <dana@x.example>", "Dana <dana@y.example>", False),
        ("Dana Lee <dana@examp1e.com>", "Dana Lee <dana@example.com>", False),
        ("Dana Lee <dana@x.example>", "Dana Low <dana@y.example>", False),
    ],
)
def test_two_are_offered_as_one_where_name_and_address_fit(
    store: Store, one: str, other: str, wanted: bool
) -> None:
    written(store, one)
    written(store, other, 2)
    assert bool(offered(store)) == wanted
    assert len(listed(store)) == 2  # an offer merges nobody


def test_a_stranger_who_takes_a_name_is_not_offered(store: Store) -> None:
    written(store, "Dana Lee <dana.lee@x.example>")
    received(store, "Dana Lee <dana@evil.example>")
    assert offered(store) == []
    written(store, "Dana Lee <dana@evil.example>")
    assert len(offered(store)) == 1


def test_two_who_are_not_one_are_not_offered_again(store: Store) -> None:
    written(store, "Dana Lee <dana@x.example>")
    written(store, "Dana Lee <lee@x.example>", 2)
    store.contacts.keep_apart("lee@x.example", "dana@x.example")
    assert offered(store) == []


def completed(store: Store, typed: str) -> list[str]:
    return [str(a) for a in store.found_people.complete(typed)]


def test_completion_knows_given_names_and_people_without_mail(store: Store) -> None:
    written(store, "Anna Berg <anna@x.example>")
    store.contacts.note(by_mail("anna@x.example"), name="Mum", note="cello")
    store.contacts.add("Olu Ade", (Address("", "olu@z.example"),))
    assert completed(store, "mum") == ["Mum <anna@x.example>"]
    assert completed(store, "ann") == ["Mum <anna@x.example>"]
    assert completed(store, "ol") == ["Olu Ade <olu@z.example>"]
    assert completed(store, "cello") == []
    assert completed(store, "") == []


def only_in(store: Store, accounts: Iterable[str]) -> list[str]:
    from desktop_app.store.scoped_store import scoped

    narrow = scoped(store, frozenset(accounts))
    return [
        str(a) for typed in ("mum", "choir", "olu") for a in narrow.found_people.complete(typed)
    ]


def test_others_are_told_of_people_on_mail_they_may_see_by_the_names_of_that_mail(
    store: Store,
) -> None:
    written(store, "Anna Berg <anna@x.example>")
    store.contacts.note(by_mail("anna@x.example"), name="Mum", groups=("Choir",))
    store.contacts.add("Olu Ade", (Address("", "olu@z.example"),))
    assert only_in(store, ("local",)) == ["Anna Berg <anna@x.example>"] * 2
    assert only_in(store, ()) == []


def test_words_of_groups_are_completed_as_groups(store: Store) -> None:
    sam = store.contacts.add("Sam", (Address("", "sam@x.example"),))
    store.contacts.groups.put("The Choir", (sam.contact,))
    store.contacts.groups.make("Chess")
    assert [(g.name, g.people) for g in store.found_people.groups("ch")] == [("The Choir", 1)]
    assert store.found_people.groups("x") == []
