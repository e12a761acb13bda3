"""Links to Gmail: one mailbox whatever else is signed in, and only ids of Gmail's in them."""

from __future__ import annotations

import pytest

from desktop_app.model.message import SystemLabel
from desktop_app.model.web_mail import draft_page, message_page

ROOT = "https://mail.google.com/mail/?authuser=alex%2Bnews%40gmail.example"
ME = "alex+news@gmail.example"


def test_a_message_opens_in_the_mailbox_it_is_of() -> None:
    assert message_page(ME, "19f7fc0a4fd52871") == f"{ROOT}#all/19f7fc0a4fd52871"


@pytest.mark.parametrize(("label", "place"), [("TRASH", "trash"), ("SPAM", "spam")])
def test_trash_and_spam_are_places_of_their_own(label: str, place: str) -> None:
    labels = frozenset({SystemLabel(label)})
    assert message_page(ME, "19f7", labels) == f"{ROOT}#{place}/19f7"


def test_a_draft_opens_by_the_id_of_its_message_and_else_all_drafts_do() -> None:
    assert draft_page(ME, "19f8") == f"{ROOT}#drafts?compose=19f8"
    assert draft_page(ME) == f"{ROOT}#drafts"


@pytest.mark.parametrize("id_", ["", "a" * 32, "1/../x", "19f7#evil", "19f7 ", "12:34", "é"])
def test_what_is_no_id_of_gmail_s_makes_no_link(id_: str) -> None:
    assert message_page(ME, id_) == ""
    assert draft_page(ME, id_) == f"{ROOT}#drafts"


@pytest.mark.parametrize("address", ["x@y.example&view=cm#inbox", "a@b.example/../..", 'a"<b>@c'])
def test_an_address_stays_one_argument(address: str) -> None:
    link = message_page(address, "19f7")
    argument = link.removeprefix("https://mail.google.com/mail/?authuser=").partition("#")[0]
    assert not set('&#/<>" ') & set(argument)
