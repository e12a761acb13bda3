"""Hands in a draft: each part is told to be of who set it last."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.model.address import Address
from desktop_app.model.draft import Author, DraftContent, DraftVersion, Origin, Part
from desktop_app.model.hands import (
    FIELDS,
    changed_parts,
    first_hands,
    hands_in,
    may_change,
    next_hands,
)

ME = Address("Alex", "alex@work.example")
PERSON = Author(Origin.USER)
AUTHORS = (
    PERSON,
    Author(Origin.ASSISTANT, "qwen3"),
    Author(Origin.MCP, "Claude", "pipe", "one"),
    Author(Origin.MCP, "Claude", "pipe", "two"),
    Author(Origin.MCP, "Other", "token"),
)
THREADING = {"in_reply_to", "references"}
edits = st.tuples(
    st.sampled_from(AUTHORS), st.sampled_from(["to", "cc", "bcc", "subject", "body"]), st.integers()
)


def edited(content: DraftContent, field: str, number: int) -> DraftContent:
    value = f"{number}" if field in {"subject", "body"} else (Address("", f"{number}@a.example"),)
    fields: dict[str, Any] = {field: value}
    return replace(content, **fields)


def test_every_field_of_a_draft_belongs_to_one_part() -> None:
    named = [name for names in FIELDS.values() for name in names]
    assert sorted(named) == sorted({f.name for f in fields(DraftContent)} - THREADING)
    assert set(FIELDS) == set(Part)


@given(st.lists(edits, max_size=12))
def test_after_any_edits_each_part_is_of_who_set_it_last(
    done: list[tuple[Author, str, int]],
) -> None:
    content, hands = DraftContent(ME), first_hands(PERSON)
    last = dict.fromkeys(Part, PERSON)
    versions = [DraftVersion("d", 1, PERSON, content, 0)]
    for author, field, number in done:
        after = edited(content, field, number)
        for part in changed_parts(content, after):
            last[part] = author
        hands, content = next_hands(hands, content, after, author), after
        versions.append(DraftVersion("d", len(versions) + 1, author, content, 0))
    assert {hand.part: hand.author for hand in hands} == last
    assert {hand.part: hand.author for hand in hands_in(versions)} == last


@pytest.mark.parametrize("author", AUTHORS)
@pytest.mark.parametrize("other", AUTHORS)
def test_nobody_but_the_person_changes_what_another_wrote(author: Author, other: Author) -> None:
    same = author is other
    assert may_change(author, [other]) == (same or author is PERSON)
    assert may_change(author, [author, other]) == (same or author is PERSON)
