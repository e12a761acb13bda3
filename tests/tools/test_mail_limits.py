"""A mail that is larger than its account takes is told before Send, by its server's limit where
that is known, else by that account's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.accounts.google.kind import GOOGLE, LARGEST_MAIL
from desktop_app.model.account import Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import Author, DraftAttachment, Origin
from desktop_app.model.mail_server import MailServers, ServerAddress, SubmissionSaid
from desktop_app.tools.person.draft_review import REVIEW_DRAFT, ReviewDraft
from desktop_app.tools.verbs import create_draft
from tests.fakes.house import TestHouse

HALF = 10_000_000
"""Bytes of each of two files: together they fit into what Gmail takes, not into 25 MB."""


def told(house: TestHouse, account: str) -> dict[str, str]:
    """The checks of a mail with a picture and a file, by their codes."""
    made = house.runner().call(
        create_draft.TOOL, create_draft.CreateDraft(subject="Plans", account=account)
    )
    draft = house.store.drafts.get(made.unwrap().draft_id)
    parts = (
        DraftAttachment("f1", "plan.pdf", "application/pdf", HALF, ""),
        DraftAttachment("f2", "room.jpg", "image/jpeg", HALF, "", "room@x"),
    )
    content = replace(draft.content, attachments=parts)
    house.store.drafts.save(draft.id, draft.revision, content, Author(Origin.USER), now=house.now)
    review = house.runner().call(REVIEW_DRAFT, ReviewDraft(draft_id=draft.id)).unwrap()
    return {check.code: check.text for check in review.checks}


def account(house: TestHouse, kind: str) -> str:
    """The id of a new account of a kind."""
    first = house.store.accounts.list()[0]
    sender = Identity(Address("Alex", f"alex@{kind}.example"), default=True)
    house.store.accounts.add(replace(first, id=kind, kind=kind, name=kind, identities=(sender,)))
    return kind


def test_gmail_takes_what_most_servers_do_not(house: TestHouse) -> None:
    assert GOOGLE.capabilities.largest_mail == LARGEST_MAIL
    found = told(house, account(house, "google"))
    assert "too_large" not in found
    assert found["large_pictures"] == "1 picture has 10.0 MB."


@pytest.mark.parametrize("kind", ["imap", "microsoft", "local"])
def test_of_other_accounts_no_limit_is_known(house: TestHouse, kind: str) -> None:
    assert "most servers take 25 MB" in told(house, account(house, kind))["too_large"]


@pytest.mark.parametrize("kind", ["imap", "microsoft", "google"])
def test_what_the_server_said_last_counts(house: TestHouse, kind: str) -> None:
    """Smaller and larger than what is supposed without it, and of that account alone."""
    kept, name = house.store.mail_servers, account(house, kind)
    before = told(house, name)
    kept.note_said(name, SubmissionSaid(largest_mail=10_240_000))
    assert f"the server of {name} takes at most 10.2 MB" in told(house, name)["too_large"]
    kept.note_said(name, SubmissionSaid(largest_mail=50_000_000))
    assert "too_large" not in told(house, name)
    kept.note_said("work", SubmissionSaid(largest_mail=1_000_000))
    assert "too_large" not in told(house, name)
    kept.note_said(name, SubmissionSaid(takes_letters=True))
    assert told(house, name) == before
    kept.note_said(name, SubmissionSaid(largest_mail=50_000_000))
    kept.keep(name, MailServers(ServerAddress("other.example", 993), None, "u"))
    assert told(house, name) == before


def test_what_was_not_heard_changes_nothing(house: TestHouse) -> None:
    kept, said = house.store.mail_servers, SubmissionSaid(largest_mail=9_000_000)
    kept.note_said("work", said)
    kept.note_said("work", None)
    assert kept.said("work") == said
