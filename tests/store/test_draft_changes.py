"""Proposed changes stand beside the draft until the person takes them."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.model.draft import Author, Draft, DraftContent, DraftState, NewFile, Origin, Part
from desktop_app.model.draft_change import ChangeState, DraftChange
from desktop_app.model.errors import Conflict, NotFound, Refused
from tests.depths import examples
from tests.fakes.house import DANA, ME, NOW, TestHouse, open_house

PERSON = Author(Origin.USER)
CLAUDE = Author(Origin.MCP, "Claude", "pipe", "one")
TWIN = Author(Origin.MCP, "Claude", "pipe", "two")
MODEL = Author(Origin.ASSISTANT, "qwen3")
OTHERS = (CLAUDE, TWIN, MODEL)


def make(house: TestHouse, author: Author = PERSON) -> Draft:
    state = DraftState.EDITED if author == PERSON else DraftState.PROPOSED
    content = DraftContent(ME, to=(DANA,), subject="Budget", body="one")
    return house.store.drafts.create("work", author, content, state=state, now=NOW)


def propose(house: TestHouse, draft: Draft, author: Author = CLAUDE, **to: Any) -> DraftChange:
    content = replace(draft.content, **(to or {"body": "two"}))
    return house.store.drafts.changes.propose(
        draft.id, draft.revision, content, author, now=NOW + 1
    )


def hands(draft: Draft) -> dict[Part, Author]:
    return {hand.part: hand.author for hand in draft.hands}


def test_a_proposed_change_leaves_the_draft_as_it_is(house: TestHouse) -> None:
    draft = make(house)
    change = propose(house, draft, bcc=(DANA,))
    assert house.store.drafts.get(draft.id) == draft
    assert house.store.drafts.changes.of_draft(draft.id) == [change]
    assert (change.base, change.state) == (draft.content, ChangeState.OPEN)


def test_what_is_taken_is_a_version_by_its_author_and_the_rest_stays_the_person_s(
    house: TestHouse,
) -> None:
    draft = make(house)
    change = propose(house, draft)
    taken = house.store.drafts.changes.take(
        change.id, draft.revision, change.content, change.content, last=True, now=NOW + 2
    )
    assert (taken.content.body, taken.author, taken.state) == ("two", PERSON, DraftState.EDITED)
    assert house.store.drafts.versions(draft.id)[-1].author == CLAUDE
    assert hands(taken)[Part.TEXT] == CLAUDE
    assert hands(taken)[Part.TO] == PERSON
    assert house.store.drafts.changes.get(change.id).state is ChangeState.TAKEN


@pytest.mark.parametrize(
    ("done", "state"),
    [
        (["take"], ChangeState.TAKEN),
        (["refuse"], ChangeState.REFUSED),
        (["take", "refuse"], ChangeState.TAKEN_IN_PART),
        (["refuse", "take"], ChangeState.TAKEN_IN_PART),
        (["refuse", "refuse"], ChangeState.REFUSED),
        (["take", "take"], ChangeState.TAKEN),
    ],
)
def test_what_became_of_a_change_is_told_by_its_parts(
    house: TestHouse, done: list[str], state: ChangeState
) -> None:
    draft, changes = make(house), house.store.drafts.changes
    change = propose(house, draft, subject="Money", body="two")
    for number, verb in enumerate(done, start=1):
        last = number == len(done)
        if verb == "refuse":
            changes.refuse(change.id, draft.content, draft.content, last=last, now=NOW + 2)
        else:
            body = replace(draft.content, body=f"two {number}")
            draft = changes.take(change.id, draft.revision, body, body, last=last, now=NOW + 2)
        expected = state if last else ChangeState.OPEN
        assert changes.get(change.id).state is expected
    with pytest.raises(Refused):
        changes.refuse(change.id, draft.content, draft.content, last=True, now=NOW + 3)
    with pytest.raises(Refused):
        changes.take(
            change.id, draft.revision, draft.content, draft.content, last=True, now=NOW + 3
        )


def test_a_stale_or_closed_draft_takes_no_change(house: TestHouse) -> None:
    draft, changes = make(house), house.store.drafts.changes
    change = propose(house, draft)
    typed = replace(draft.content, body="typed")
    newer = house.store.drafts.save(draft.id, 1, typed, PERSON, now=NOW + 2)
    with pytest.raises(Conflict):
        changes.take(change.id, 1, change.content, change.content, last=True, now=NOW + 3)
    with pytest.raises(Conflict):
        propose(house, draft)
    house.store.drafts.ignore(draft.id, now=NOW + 3)
    with pytest.raises(Refused):
        changes.take(change.id, newer.revision, typed, typed, last=True, now=NOW + 4)
    with pytest.raises(Refused):
        propose(house, newer)
    with pytest.raises(NotFound):
        changes.get("nothing")
    assert house.store.drafts.get(draft.id).content == typed


def test_a_later_change_of_an_author_replaces_their_former_one_and_nobody_else_s(
    house: TestHouse,
) -> None:
    draft = make(house)
    first, other = propose(house, draft), propose(house, draft, MODEL, body="three")
    second = propose(house, draft, body="four")
    states = [each.state for each in house.store.drafts.changes.of_draft(draft.id)]
    assert states == [ChangeState.REPLACED, ChangeState.OPEN, ChangeState.OPEN]
    assert house.store.drafts.changes.open() == {draft.id: (MODEL, CLAUDE)}
    assert [first.id, other.id, second.id] == [
        each.id for each in house.store.drafts.changes.of_draft(draft.id)
    ]


def test_files_of_a_change_are_there_once_it_is_taken_and_go_with_the_draft(
    house: TestHouse,
) -> None:
    draft = make(house)
    change = house.store.drafts.changes.propose(
        draft.id, 1, draft.content, CLAUDE, now=NOW, files=[NewFile("a.txt", "text/plain", b"a")]
    )
    (part,) = change.content.attachments
    assert house.store.drafts.get(draft.id).content.attachments == ()
    taken = house.store.drafts.changes.take(
        change.id, 1, change.content, change.content, last=True, now=NOW
    )
    assert house.store.drafts.read_whole(taken.content.attachments[0]) == b"a"
    assert hands(taken)[Part.FILES] == CLAUDE
    house.store.drafts.delete(draft.id)
    assert house.store.drafts.changes.of_draft(draft.id) == []
    with pytest.raises(NotFound):
        house.store.drafts.read_file(part.id)


steps = st.lists(
    st.tuples(
        st.sampled_from((PERSON, *OTHERS)),
        st.sampled_from(["save", "propose and take"]),
        st.integers(0, 5),
    ),
    max_size=10,
)


@settings(max_examples=examples(60), deadline=None)
@given(first=st.sampled_from((PERSON, *OTHERS)), done=steps)
def test_whatever_is_done_no_program_s_save_changes_words_of_another_hand(
    first: Author, done: list[tuple[Author, str, int]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        opened = open_house(Path(folder))
        house = next(opened)
        draft = make(house, first)
        wrote, body_by = {(first, first.instance)}, first
        for author, how, number in done:
            content = replace(draft.content, body=f"{author.name} {author.instance} {number}")
            changes = content != draft.content
            if how == "propose and take":
                change = house.store.drafts.changes.propose(
                    draft.id, draft.revision, content, author, now=NOW
                )
                draft = house.store.drafts.changes.take(
                    change.id, draft.revision, content, content, last=True, now=NOW
                )
                wrote.add((author, author.instance))
            elif author == PERSON or wrote == {(author, author.instance)}:
                draft = house.store.drafts.save(draft.id, draft.revision, content, author, now=NOW)
                if changes:
                    wrote.add((author, author.instance))
            else:
                with pytest.raises(Refused):
                    house.store.drafts.save(draft.id, draft.revision, content, author, now=NOW)
                assert house.store.drafts.get(draft.id) == draft
                continue
            body_by = author if changes else body_by
            assert hands(draft)[Part.TEXT].runs_on(body_by)
            assert {
                (v.author, v.author.instance) for v in house.store.drafts.versions(draft.id)
            } <= wrote
        opened.close()
