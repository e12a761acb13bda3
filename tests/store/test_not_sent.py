"""Mail for which Send was pressed and that was not sent, until the person says what is to be
done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from desktop_app.model.draft import Draft
from desktop_app.model.errors import Conflict, Refused
from desktop_app.model.outbox import OutboxEntry, OutboxState
from desktop_app.store.drafts.outbox import Outbox
from tests.fakes.house import TestHouse
from tests.fakes.pressing import press_send
from tests.store.test_drafts import PERSON, make, write


@pytest.fixture
def draft(house: TestHouse) -> Draft:
    return make(house, PERSON)


def pressed(house: TestHouse, draft: Draft) -> OutboxEntry:
    return press_send(house.store, house.store.drafts.get(draft.id), now=house.now)


def failed(outbox: Outbox, entry: OutboxEntry) -> None:
    outbox.claim(entry.id, "")
    outbox.finish(entry.id, OutboxState.FAILED, "The account is signed out.")


def restarted(outbox: Outbox, entry: OutboxEntry) -> None:
    outbox.recover()


def restarted_twice(outbox: Outbox, entry: OutboxEntry) -> None:
    outbox.recover()
    outbox.recover()


@pytest.mark.parametrize("end", [failed, restarted, restarted_twice])
def test_it_is_said_with_the_time_of_the_press(
    house: TestHouse, draft: Draft, end: Callable[[Outbox, OutboxEntry], None]
) -> None:
    outbox, entry = house.store.outbox, pressed(house, draft)
    assert outbox.not_sent() == {}
    end(outbox, entry)
    [(draft_id, told)] = outbox.not_sent().items()
    assert (draft_id, told.id, told.pressed) == (draft.id, entry.id, house.now)


def test_a_person_who_takes_a_mail_back_is_told_nothing(house: TestHouse, draft: Draft) -> None:
    outbox, entry = house.store.outbox, pressed(house, draft)
    outbox.undo(entry.id)
    outbox.recover()
    assert outbox.not_sent() == {}


def test_it_is_said_until_the_mail_is_kept_as_a_draft(house: TestHouse, draft: Draft) -> None:
    outbox = house.store.outbox
    pressed(house, draft)
    outbox.recover()
    outbox.keep_as_draft(draft.id)
    assert outbox.not_sent() == {}
    with pytest.raises(Refused):
        outbox.keep_as_draft(draft.id)


def test_it_is_said_until_send_is_pressed_again(house: TestHouse, draft: Draft) -> None:
    outbox = house.store.outbox
    pressed(house, draft)
    outbox.recover()
    again = pressed(house, draft)
    assert outbox.not_sent() == {}
    outbox.recover()
    assert [entry.id for entry in outbox.not_sent().values()] == [again.id]


def test_an_edit_leaves_it_said_and_setting_the_draft_aside_does_not(
    house: TestHouse, draft: Draft
) -> None:
    store = house.store
    pressed(house, draft)
    store.outbox.recover()
    now = store.drafts.get(draft.id)
    edited = write(house, now, "two", at=house.now)
    assert list(store.outbox.not_sent()) == [edited.id]
    store.drafts.ignore(edited.id, now=house.now)
    assert store.outbox.not_sent() == {}


def test_a_press_that_was_only_written_down_is_told_with_its_time(
    house: TestHouse, draft: Draft
) -> None:
    store = house.store
    store.outbox.presses.note(draft.id, now=house.now)
    assert store.outbox.not_sent() == {}
    store.outbox.recover()
    [(draft_id, told)] = store.outbox.not_sent().items()
    assert (draft_id, told.pressed, told.revision) == (draft.id, house.now, draft.revision)
    assert store.drafts.get(draft.id).state is draft.state


def test_an_approval_takes_the_place_of_its_press(house: TestHouse, draft: Draft) -> None:
    store = house.store
    store.outbox.presses.note(draft.id, now=house.now)
    house.now += 7
    entry = pressed(house, draft)
    assert store.outbox.in_state([OutboxState.PRESSED]) == []
    assert entry.pressed == house.now - 7
    store.outbox.undo(entry.id)
    store.outbox.recover()
    assert store.outbox.not_sent() == {}


def test_a_press_that_is_taken_back_leaves_what_was_said_before(
    house: TestHouse, draft: Draft
) -> None:
    store = house.store
    first = pressed(house, draft)
    store.outbox.recover()
    store.outbox.presses.note(draft.id, now=house.now + 1)
    store.outbox.presses.note(draft.id, now=house.now + 2)
    store.outbox.presses.take_back(draft.id)
    assert [entry.id for entry in store.outbox.not_sent().values()] == [first.id]


def test_a_press_of_this_run_is_not_given_up_by_the_recovery_of_an_earlier_one(
    house: TestHouse, draft: Draft
) -> None:
    store, other = house.store, make(house, PERSON)
    store.outbox.presses.note(other.id, now=house.now)
    store.outbox.presses.own.clear()  # the program ended, and was started again
    store.outbox.presses.note(draft.id, now=house.now)
    store.outbox.recover(since=0)
    assert list(store.outbox.not_sent()) == [other.id]
    store.outbox.hold()
    assert set(store.outbox.not_sent()) == {draft.id, other.id}


def test_a_press_on_a_draft_that_is_on_its_way_is_refused(house: TestHouse, draft: Draft) -> None:
    pressed(house, draft)
    with pytest.raises(Refused):
        house.store.outbox.presses.note(draft.id, now=house.now)


def test_words_and_press_are_stored_together_or_not_at_all(house: TestHouse, draft: Draft) -> None:
    presses, content = house.store.outbox.presses, replace(draft.content, body="two")
    note = partial(presses.note_with, draft.id, author=PERSON, now=house.now, by=PERSON)
    saved = note(draft.revision, content)
    presses.take_back(draft.id)
    with pytest.raises(Conflict):
        note(draft.revision, replace(content, body="three"))
    assert house.store.outbox.in_state([OutboxState.PRESSED]) == []
    assert house.store.drafts.get(draft.id) == saved
