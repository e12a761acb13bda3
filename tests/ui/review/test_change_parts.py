"""Parts of a proposed change: whatever is taken and refused, the rest stays what it was."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.model.address import Address
from desktop_app.model.draft import Author, DraftAttachment, DraftContent, Origin, Part
from desktop_app.model.draft_change import ChangeState, DraftChange
from desktop_app.ui.review.draft.change_parts import offered

ME, DANA = Address("Alex", "alex@work.example"), Address("Dana Lee", "dana@lee.example")
MALLORY = Address("Dana Lee", "mallory@drop.example")
BASE = DraftContent(ME, to=(DANA,), subject="Budget", body="We meet on Monday.\n\nSee you there.\n")
FILE = DraftAttachment("f", "plan.pdf", "application/pdf", 4, "d")
words = st.lists(st.sampled_from("one two three four. five\n six seven".split(" ")), max_size=12)
texts = words.map(" ".join)
contents = st.builds(
    DraftContent,
    from_=st.just(ME),
    to=st.sampled_from([(), (DANA,), (MALLORY,)]),
    bcc=st.sampled_from([(), (MALLORY,)]),
    subject=texts,
    body=texts,
    attachments=st.sampled_from([(), (FILE,)]),
)


def change(base: DraftContent, content: DraftContent) -> DraftChange:
    author = Author(Origin.MCP, "Claude")
    return DraftChange("c", "d", author, 1, base, content, ChangeState.OPEN, 0, 0)


@given(base=contents, wish=contents, choices=st.lists(st.booleans(), max_size=40))
def test_what_is_taken_is_there_what_is_refused_is_not_and_it_ends(
    base: DraftContent, wish: DraftContent, choices: list[bool]
) -> None:
    """Part after part, the newest offer of the rest each time."""
    now, open_, taken = base, change(base, wish), set[Part]()
    for take in choices:
        offer = offered(open_, now)
        if not offer.parts:
            break
        part = offer.parts[0]
        if take:
            now = part.taken
            taken.add(part.part)
            open_ = change(now, offer.wish)
        else:
            open_ = change(now, part.refused)
        assert len(offered(open_, now).parts) < len(offer.parts)
    for kind, field in ((Part.TO, "to"), (Part.BCC, "bcc"), (Part.SUBJECT, "subject")):
        expected = wish if kind in taken else base
        assert getattr(now, field) == getattr(expected, field)
    if Part.TEXT not in taken:
        assert now.body == base.body


@given(base=contents, wish=contents)
def test_all_of_a_change_makes_of_the_draft_what_its_author_wished(
    base: DraftContent, wish: DraftContent
) -> None:
    assert offered(change(base, wish), base).wish == wish


@given(base=texts, typed=texts)
def test_what_the_person_typed_since_stays_beside_a_change_of_something_else(
    base: str, typed: str
) -> None:
    now = replace(BASE, body=typed)
    wish = replace(BASE, body=base, bcc=(MALLORY,))
    offer = offered(change(replace(BASE, body=base), wish), now)
    assert [part.part for part in offer.parts] == [Part.BCC]
    assert offer.wish.body == typed


def test_words_typed_in_another_place_stay_when_the_text_is_taken() -> None:
    wish = replace(BASE, body=BASE.body.replace("Monday", "Tuesday"))
    now = replace(BASE, body=BASE.body.replace("See you there.", "See you there, and bring Sam."))
    offer = offered(change(BASE, wish), now)
    assert offer.wish.body == "We meet on Tuesday.\n\nSee you there, and bring Sam.\n"
    (part,) = offer.parts
    assert (part.old, part.new) == ("Monday", "Tuesday")


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("to", (MALLORY,), "Dana Lee <mallory@drop.example>"),
        ("bcc", (MALLORY,), "Added: Dana Lee <mallory@drop.example>"),
        ("subject", "Other", "Subject: Changed: Budget to Other"),
        ("attachments", (FILE,), "Attachments: Added: plan.pdf"),
    ],
)
def test_each_part_is_said_with_whole_addresses_and_names(
    field: str, value: Any, said: str
) -> None:
    (part,) = offered(change(BASE, replace(BASE, **{field: value})), BASE).parts
    assert said in part.sentence


def test_a_text_that_is_formatted_now_is_one_part() -> None:
    now = replace(BASE, body="<p>We meet.</p>", content_type="text/html")
    wish = replace(BASE, body="We meet on Tuesday.")
    (part,) = offered(change(BASE, wish), now).parts
    assert part.part is Part.TEXT
    assert part.taken.content_type == "text/plain"
