"""Moving in as the person's tools do it: people, senders, signatures, mail, and the report."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.model.account import Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import Origin
from desktop_app.model.errors import BadInput, NotFound
from desktop_app.model.moving import MailProgram, SeenProgram
from desktop_app.tools.calls.base import PERSON, Decision, NoParams
from desktop_app.tools.local_account import LOCAL_ID, local_account
from desktop_app.tools.person import moving_in
from desktop_app.tools.person.moving_in import LookInto, MoveIn
from desktop_app.workers.moving_in import MovingIn
from tests.accounts.moving import other_programs
from tests.accounts.moving.other_programs import DELETED, DISTINCT, LIVE, letter, mbox_of
from tests.fakes.house import TestHouse


@pytest.fixture
def seen(house: TestHouse, tmp_path: Path) -> SeenProgram:
    other_programs.thunderbird(tmp_path / "home")
    house.moving = MovingIn(house.store, home=tmp_path / "home", environment={}, platform="linux")
    found = house.runner().call(moving_in.LOOK_FOR_PROGRAMS, NoParams()).unwrap()
    [only] = found.programs
    return only


def everything(seen: SeenProgram) -> MoveIn:
    trees = tuple(tree.title for tree in seen.trees)
    place = str(seen.place)
    return MoveIn(program=seen.program, place=place, trees=trees, people=True, identities=True)


def test_mail_people_and_senders_come_in_and_the_second_time_nothing_does(
    house: TestHouse, seen: SeenProgram
) -> None:
    runner = house.runner()
    first = runner.call(moving_in.MOVE_IN, everything(seen)).unwrap()
    assert first.mail is not None
    assert first.people is not None
    assert (first.mail.imported, first.mail.deleted) == (DISTINCT, DELETED)
    assert (first.people.new, first.people.left_out) == (4, 0)
    second = runner.call(moving_in.MOVE_IN, everything(seen)).unwrap()
    assert second.mail is not None
    assert second.people is not None
    assert (second.mail.imported, second.mail.duplicates) == (0, sum(LIVE.values()))
    assert (second.people.new, second.people.filled, second.people.known) == (0, 0, 4)
    assert second.identities == 0
    assert {group.name for group in house.store.contacts.groups.counted()} >= {"Kitchen team"}


def test_local_mail_gets_the_first_sender_with_the_signature(
    house: TestHouse, seen: SeenProgram
) -> None:
    house.runner().call(moving_in.MOVE_IN, everything(seen)).unwrap()
    own = house.store.accounts.get(LOCAL_ID).default_identity
    assert own.address == Address("Dana Lee", "dana@fernhill.example")
    assert own.signature.startswith("Dana Lee")


def test_an_account_of_the_same_address_gets_what_it_lacks_and_keeps_what_it_has(
    house: TestHouse, seen: SeenProgram
) -> None:
    local_account(house.store)
    work = house.store.accounts.get("work")
    mine = Identity(Address("D.", "dana@fernhill.example"), "Mine", default=True)
    house.store.accounts.update(replace(work, identities=(mine,)))
    house.runner().call(moving_in.MOVE_IN, everything(seen)).unwrap()
    kept, press = house.store.accounts.get("work").identities
    assert kept == mine
    assert press.address.email == "press@fernhill.example"
    assert "<b>Fernhill" in press.formatted_signature


def test_an_address_book_that_is_damaged_is_told_of_and_ends_nothing(
    house: TestHouse, seen: SeenProgram
) -> None:
    book = seen.books[0].path
    book.write_bytes(b"nothing")
    book.with_name(f"{book.name}-wal").unlink()
    report = house.runner().call(moving_in.MOVE_IN, everything(seen)).unwrap()
    assert report.people is not None
    assert report.people.new == 1
    assert any(note.startswith("Personal address book:") for note in report.notes)
    assert report.mail is not None
    assert report.mail.imported == DISTINCT


def test_what_is_no_program_is_refused_with_a_way_on(house: TestHouse, tmp_path: Path) -> None:
    house.moving = MovingIn(house.store, home=tmp_path / "home")
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain" / "x.mbox").write_bytes(mbox_of(letter(1)))
    for path in (tmp_path / "plain", tmp_path / "plain" / "x.mbox"):
        with pytest.raises(BadInput) as raised:
            house.runner().call(moving_in.LOOK_INTO, LookInto(path=str(path)))
        assert "Import mail" in raised.value.next_step
    for gone in (str(tmp_path / "gone"), "", "a\0b"):
        with pytest.raises(NotFound):
            house.runner().call(moving_in.LOOK_INTO, LookInto(path=gone))
    wanted = MoveIn(program=MailProgram.THUNDERBIRD, place=str(tmp_path))
    with pytest.raises(NotFound):
        house.runner().call(moving_in.MOVE_IN, wanted)


@pytest.mark.parametrize("origin", [Origin.ASSISTANT, Origin.MCP])
def test_neither_an_assistant_nor_a_program_may_move_in(house: TestHouse, origin: Origin) -> None:
    assert {tool.origins for tool in moving_in.TOOLS} == {PERSON}
    refused = house.runner(origin).call(moving_in.LOOK_FOR_PROGRAMS, NoParams())
    assert refused.decision is Decision.DENY
