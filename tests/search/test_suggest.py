"""What is offered at the caret."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.model.address import Address
from desktop_app.search.parser import parse
from desktop_app.search.suggest import Suggestion, suggest

DANA = Address("Dana Lee", "dana@example.com")


def people(typed: str) -> list[Address]:
    return [DANA] if typed and "dana".startswith(typed.lower()) else []


def offered(query: str, caret: int | None = None) -> tuple[Suggestion, ...]:
    return suggest(
        query,
        len(query) if caret is None else caret,
        people=people,
        labels=["Clients/North", "Private"],
        saved=[("Waiting for", "from:me -is:read")],
    )


def applied(query: str, suggestion: Suggestion) -> str:
    return query[: suggestion.start] + suggestion.text + query[suggestion.end :]


@pytest.mark.parametrize(
    ("query", "result"),
    [
        ("", "from:"),
        ("fr", "from:"),
        ("budget fr", "budget from:"),
        ("-fr", "-from:"),
        ("da", "from:dana@example.com "),
        ("from:da", "from:dana@example.com "),
        ("from:m", "from:me "),
        ("is:unr", "is:unread "),
        ("has:att", "has:attachment "),
        ("in:inb", "in:inbox "),
        ("in:clients", "in:clients-north "),
        ("label:nor", "label:clients-north "),
        ("pri", "label:private "),
        ("after:to", "after:today "),
        ("newer_than:", "newer_than:7d "),
        ("larger:5", "larger:5M "),
        ("wait", "from:me -is:read"),
        ("(from:da", "(from:dana@example.com "),
        ("frm:dana", "from:dana"),
        ("-lable:x", "-label:x"),
    ],
)
def test_what_the_first_offers_make_of_a_query(query: str, result: str) -> None:
    assert result in [applied(query, s) for s in offered(query)]


def test_only_the_word_at_the_caret_is_replaced() -> None:
    (first, *_) = offered("fr budget", 2)
    assert applied("fr budget", first) == "from: budget"


def test_nobody_is_asked_about_nothing() -> None:
    asked: list[str] = []
    suggest("from:", 5, people=lambda text: asked.append(text) or [], labels=[])  # type: ignore[func-returns-value]
    assert asked == []


@given(st.text(max_size=30), st.integers(-3, 40))
def test_an_offer_always_fits_the_query(query: str, caret: int) -> None:
    for offer in offered(query, caret):
        assert 0 <= offer.start <= offer.end <= len(query)
        parse(applied(query, offer), typing=True)
