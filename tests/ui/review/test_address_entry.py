"""Addresses as people type and paste them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.mail.drafts.given import as_typed
from desktop_app.model.address import Address
from desktop_app.ui.review.recipients.address_entry import is_valid, split_typed, typed_addresses
from tests.depths import examples


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dana@lee.example", (Address("", "dana@lee.example"),)),
        (
            "Dana Lee <dana@lee.example>, sam@lee.example",
            (Address("Dana Lee", "dana@lee.example"), Address("", "sam@lee.example")),
        ),
        ("a@x.example; b@x.example", (Address("", "a@x.example"), Address("", "b@x.example"))),
        ("a@x.example\nb@x.example", (Address("", "a@x.example"), Address("", "b@x.example"))),
        ('"Lee, Dana" <dana@lee.example>', (Address("Lee, Dana", "dana@lee.example"),)),
        (
            "grüße@bücher.example 用户@例子.example,",
            (Address("", "grüße@bücher.example"), Address("", "用户@例子.example")),
        ),
        ("", ()),
        (" ,; ", ()),
    ],
)
def test_typed_text_becomes_the_addresses_a_person_meant(
    text: str, expected: tuple[Address, ...]
) -> None:
    assert typed_addresses(text) == expected
    assert all(map(is_valid, expected))


@pytest.mark.parametrize("text", ["dana", "dana@", "Dana Lee"])
def test_what_is_no_address_is_kept_and_known_to_be_none(text: str) -> None:
    kept = typed_addresses(text)
    assert len(kept) == 1
    assert not is_valid(kept[0])
    assert text in {kept[0].email, kept[0].name}


def test_a_comma_inside_a_quoted_name_ends_nothing() -> None:
    assert split_typed('"Lee, Dana" <dana@lee.example') == (
        (),
        '"Lee, Dana" <dana@lee.example',
    )


def test_what_follows_the_last_comma_is_still_being_typed() -> None:
    done, rest = split_typed("a@x.example, b@x.example, sa")
    assert done == (Address("", "a@x.example"), Address("", "b@x.example"))
    assert rest == "sa"


@settings(max_examples=examples(60), deadline=None)
@given(
    st.text(
        st.characters(blacklist_categories=("Cs", "Cc", "Zl", "Zp")), min_size=0, max_size=20
    ).filter(lambda name: "=?" not in name)
)
def test_an_address_put_back_into_text_reads_as_the_same_mailbox(name: str) -> None:
    address = Address(" ".join(name.split()).strip("'\" "), "dana@lee.example")
    found = typed_addresses(as_typed(address))
    assert [a.email for a in found] == ["dana@lee.example"]


def test_words_before_a_colon_go_only_where_they_name_a_group_of_addresses() -> None:
    group = typed_addresses("Team: a@x.example, b@x.example;")
    assert [address.email for address in group] == ["a@x.example", "b@x.example"]
    for text in ("zq1 reuse:::zq2", "ask Dana: soon", "Team:"):
        assert typed_addresses(text) == (Address("", text),)
