"""The person's text on top of a version that came meanwhile."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.model.address import Address
from desktop_app.model.draft import DraftAttachment, DraftContent
from desktop_app.ui.review.draft.merge import merged

ME = Address("Alex", "alex@fernhill.example")
DANA = Address("Dana", "dana@lee.example")
BASE = DraftContent(ME, (DANA,), subject="Budget", body="Hello")


def part(name: str) -> DraftAttachment:
    return DraftAttachment(name, f"{name}.txt", "text/plain", 3, name)


def test_what_the_person_typed_wins_and_the_rest_is_taken_over() -> None:
    mine = replace(BASE, body="Hello Dana")
    theirs = replace(BASE, subject="Budget 2027", body="Dear Dana")
    both = merged(BASE, mine, theirs)
    assert both.body == "Hello Dana"
    assert both.subject == "Budget 2027"


def test_nothing_typed_means_their_version_as_it_is() -> None:
    theirs = replace(BASE, body="Dear Dana", cc=(ME,))
    assert merged(BASE, BASE, theirs) == theirs


def test_a_file_attached_meanwhile_stays() -> None:
    mine = replace(BASE, body="Here it is")
    theirs = replace(BASE, attachments=(part("plan"),))
    assert merged(BASE, mine, theirs).attachments == (part("plan"),)


def test_a_file_the_person_took_off_stays_off_and_one_they_added_stays_on() -> None:
    base = replace(BASE, attachments=(part("old"), part("kept")))
    mine = replace(base, attachments=(part("kept"), part("mine")))
    theirs = replace(base, attachments=(*base.attachments, part("theirs")))
    names = [p.id for p in merged(base, mine, theirs).attachments]
    assert names == ["kept", "theirs", "mine"]
