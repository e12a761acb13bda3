"""Fields in the addresses of a template: a value is one part of the address, and never says where
it leads."""

from __future__ import annotations

from datetime import date
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.drafts.checks import check_draft
from desktop_app.mail.drafts.template_fields import (
    FIELDS,
    Field,
    Known,
    as_value,
    fill,
    fill_document,
)
from desktop_app.mail.reader.links import host, safe_target
from desktop_app.mail.rich.document import Block, Document, Picture, Words
from desktop_app.mail.rich.markup import markup
from desktop_app.mail.rich.reading import own_document
from desktop_app.model.address import Address
from desktop_app.model.draft import CheckLevel, DraftContent

ME = Address("Alex Morgan", "alex@fernhill.example")
DAY = date(2026, 11, 27)
KNOWN = Known(ME, DAY, Address("Ana María Lee", "ana+x@lee.example"), "Q&A: 50 %")
NOBODY = Known(Address("", "alex@fernhill.example"), DAY)
WILD = st.text(
    st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.sampled_from("{}[]\n\u202e @,/\\?#&=%:.;<>\"'"),
    ),
    max_size=60,
)


def linked(target: str) -> Document:
    return Document((Block((Words("here", frozenset(), safe_target(target)),)),))


def filled_link(target: str, known: Known = KNOWN) -> tuple[str, tuple[str, ...]]:
    document, unfilled = fill_document(linked(target), known)
    [one] = document.blocks[0].inlines
    return one.link, unfilled


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("https://x.example/?n={name}&d=1", "https://x.example/?n=Ana%20Mar%C3%ADa%20Lee&d=1"),
        ("https://x.example/%7Bfirst%20name%7D", "https://x.example/Ana"),
        ("https://x.example/{{ First Name }}#{asunto}", "https://x.example/Ana#Q%26A%3A%2050%20%25"),
        ("mailto:{address}?subject={subject}",
         "mailto:ana%2Bx@lee.example?subject=Q%26A%3A%2050%20%25"),
        ("https://x.example/?m={address}", "https://x.example/?m=ana%2Bx%40lee.example"),
        ("https://{first name}.example/{unknown}", "https://{first%20name}.example/{unknown}"),
        ("https://{name}@x.example/", "https://{name}@x.example/"),
        ("https://x.example/{first name}}", "https://x.example/{first%20name}}"),
        ("https://x.example/?a=%7Bnot%20ours%7D", "https://x.example/?a=%7Bnot%20ours%7D"),
    ],
)  # fmt: skip
def test_a_target_is_filled_behind_its_host(target: str, expected: str) -> None:
    assert filled_link(target) == (expected, ())


@pytest.mark.parametrize("name", [name for name in FIELDS if FIELDS[name] is not Field.DATE])
def test_what_is_not_known_stops_sending(name: str) -> None:
    link, unfilled = filled_link(f"https://x.example/?n={{{name}}}", NOBODY)
    assert unfilled == (f"[fill in {name}]",)
    document, _ = fill_document(linked(f"https://x.example/?n={{{name}}}"), NOBODY)
    body = markup(document)
    assert own_document(body) == document
    content = DraftContent(
        from_=ME,
        to=(Address("", "dana@lee.example"),),
        subject="S",
        body=body,
        content_type="text/html",
    )
    [check] = [each for each in check_draft(content) if each.code == "placeholder"]
    assert check.level is CheckLevel.BLOCK
    assert f"[fill in {name}]" in check.text
    assert link


def test_names_in_brackets_that_belong_to_an_address_stop_nothing() -> None:
    body = markup(linked("https://x.example/?filter[name]=3&to={name}"))
    content = DraftContent(
        from_=ME, to=(ME,), subject="S", body=body, content_type="text/html"
    )  # fmt: skip
    assert "placeholder" not in {each.code for each in check_draft(content)}


@given(WILD, st.sampled_from(["https://x.example/a?v={}&w=1", "http://x.example:8/{}/b?v=1"]))
def test_no_value_changes_where_an_address_leads(name: str, form: str) -> None:
    known = Known(ME, DAY, Address(name, "dana@lee.example"), name)
    target = form.format("{subject}")
    link, unfilled = filled_link(target, known)
    assert safe_target(link) == link
    assert host(link) == "x.example"
    value, before, after = as_value(name), urlsplit(target), urlsplit(link)
    assert (after.scheme, after.netloc, after.fragment) == (before.scheme, before.netloc, "")
    assert after.path.count("/") == before.path.count("/")
    expected = quote(value, safe="") if value else "[fill%20in%20subject]"
    assert link == form.format(expected)
    assert bool(unfilled) is not bool(value)
    if value and "?v={}" in form:
        assert parse_qs(after.query, keep_blank_values=True) == {"v": [value], "w": ["1"]}


@given(WILD, WILD)
def test_in_plain_words_an_address_is_filled_alike(name: str, title: str) -> None:
    known = Known(ME, DAY, Address(name, "dana@lee.example"), title)
    text = fill("See https://x.example/?s={subject}&d=1 and {subject}.", known).text
    value = as_value(title)
    if value:
        assert text == f"See https://x.example/?s={quote(value, safe='')}&d=1 and {value}."
    else:
        assert text == "See https://x.example/?s=[subject]&d=1 and [subject]."


def test_in_html_of_others_an_address_is_filled_alike() -> None:
    text = fill(
        '<a href="https://x.example/?n={name}&amp;b=1">{name}</a>', KNOWN, as_html=True
    ).text
    assert text == (
        '<a href="https://x.example/?n=Ana%20Mar%C3%ADa%20Lee&amp;b=1">Ana María Lee</a>'
    )


def test_the_link_of_a_picture_is_filled_too() -> None:
    picture = Picture("a@x", "cat", link="https://x.example/{first%20name}")
    document, _ = fill_document(Document((Block((picture,)),)), KNOWN)
    [one] = document.blocks[0].inlines
    assert one.link == "https://x.example/Ana"
