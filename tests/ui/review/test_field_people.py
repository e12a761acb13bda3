"""People of a field: whatever is moved and edited, nobody is lost or doubled."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.model.address import Address
from desktop_app.ui.review.recipients.field_people import FieldPeople

PEOPLE = tuple(Address("", f"{c}@x.example") for c in "abcdefgh")
FIELDS = st.lists(st.sampled_from(PEOPLE), unique=True, max_size=6)


def of(people: list[Address]) -> FieldPeople:
    made = FieldPeople()
    made.show(people)
    return made


@given(people=FIELDS.filter(bool), data=st.data())
def test_edited_and_given_back_is_as_it_was(people: list[Address], data: st.DataObject) -> None:
    made = of(people)
    edited = data.draw(st.sampled_from(people))
    made.begin_edit(edited)
    assert made.with_typed((edited,)) == tuple(people)
    for gone in data.draw(st.lists(st.sampled_from(people), unique=True)):
        if gone in made:
            made.remove(gone)
            people = [p for p in people if p != gone]
            assert made.with_typed((edited,)) == tuple(people)
    made.give_back()
    assert list(made) == people


@given(people=FIELDS.filter(bool), data=st.data())
def test_edited_and_written_again_stands_where_it_stood(
    people: list[Address], data: st.DataObject
) -> None:
    made = of(people)
    edited = data.draw(st.sampled_from(people))
    made.begin_edit(edited)
    other = Address("", "other@x.example")
    made.add((other,))
    assert list(made) == [other if p == edited else p for p in people]


@given(people=FIELDS.filter(bool), data=st.data())
def test_moved_within_a_field_everybody_is_there_once(
    people: list[Address], data: st.DataObject
) -> None:
    made = of(people)
    one = data.draw(st.sampled_from(people))
    place = data.draw(st.none() | st.integers(0, len(people)))
    changed = made.put_before(one, place)
    assert Counter(made) == Counter(people)
    assert changed == (list(made) != people)
    if place is not None and place < len(people) and people[place] != one:
        assert list(made).index(one) == list(made).index(people[place]) - 1
