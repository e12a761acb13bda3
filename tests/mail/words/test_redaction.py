"""What is taken out of a text before a language model gets it, and what must stay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.words.confidential import CARD, CODE, KEY, has_card_number, redacted

PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("card 4111 1111 1111 1111 ok", f"card {CARD} ok"),
        ("4111-1111-1111-1111", CARD),
        ("Your verification code is 482913.", f"Your verification code is {CODE}."),
        ("Your login code:\n\n482 913\n", f"Your login code:\n\n{CODE}\n"),
        ("482913 is your Example verification code", f"{CODE} is your Example verification code"),
        ("G-482913 is your code", f"{CODE} is your code"),
        ("Ihr Bestätigungscode lautet 123456", f"Ihr Bestätigungscode lautet {CODE}"),
        ("Votre code de vérification : 123456", f"Votre code de vérification : {CODE}"),
        ("PIN: 4711", f"PIN: {CODE}"),
        ("password: hunter2222", f"password: {KEY}"),
        ("sk-proj-abcdefghijklmnop1234", KEY),
        ("AKIAIOSFODNN7EXAMPLE", KEY),
        (f"Look:\n{PEM}\nthat is it", f"Look:\n{KEY}\nthat is it"),
        ("-----BEGIN PRIVATE KEY-----\nMIIE cut", KEY),
    ],
)
def test_secrets_are_taken_out(text: str, expected: str) -> None:
    assert redacted(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "order 4111 1111 1111 1112 has no card's check digit",
        "invoice 482913 of 2026",
        "call +49 170 1234567",
        "the confirmation number of your booking is 12345678",
        "your access to the 2026 budget",
        "pinned in 2026",
        "12 March 2026 at 14:30 in room 1204, 1,250.00 EUR",
    ],
)
def test_what_a_person_needs_stays(text: str) -> None:
    assert redacted(text) == text


@given(st.text(max_size=300))
def test_taking_out_twice_changes_nothing_more(text: str) -> None:
    once = redacted(text)
    assert redacted(once) == once


def test_an_id_of_a_draft_is_no_card_number() -> None:
    """One id of a thousand has digits in it that pass the check."""
    text = "draft 14d86a6df25e4dccb484675313597258, paid with 4111 1111 1111 1111"
    assert redacted(text) == f"draft 14d86a6df25e4dccb484675313597258, paid with {CARD}"
    assert not has_card_number("14d86a6df25e4dccb484675313597258")
