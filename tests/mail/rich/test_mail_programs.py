"""Each tag and attribute that is written is one that Outlook, Gmail and Apple Mail show alike."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from desktop_app.mail.rich.document import Document
from desktop_app.mail.rich.markup import TAGS, markup
from tests.mail.rich import mail_programs
from tests.mail.rich.documents import DOCUMENTS
from tests.mail.rich.golden import FOLDER, names
from tests.mail.rich.mail_programs import ATTRIBUTES, IN_PART, NOT_THERE, PROGRAMS, Told

EVERY_ATTRIBUTE = set().union(*TAGS.values())
AROUND = {"html", "head", "meta", "body"}
"""What stands around the words of a whole mail."""

WRITTEN = re.compile(r"<([a-z0-9]+)((?: [a-z]+=\"[^\"]*\")*)>")
DIRECTED = {"div", "h2", "li"}


def problems(html: str) -> list[str]:
    """What of a page is not known to be shown alike."""
    found = []
    for tag, attributes in WRITTEN.findall(html):
        if tag in AROUND:
            continue
        if tag not in mail_programs.TAGS and tag not in NOT_THERE["tags"]:
            found.append(tag)
        for name, value in re.findall(r' ([a-z]+)="([^"]*)"', attributes):
            if name not in ATTRIBUTES and name not in NOT_THERE["attributes"]:
                found.append(f"{tag} {name}")
            if name == "dir" and tag not in DIRECTED:
                found.append(f"{tag} dir")
            if name in {"width", "start", "border"} and not value.isdecimal():
                found.append(f"{tag} {name}={value}")
    return found


def test_the_table_is_about_what_is_written_and_nothing_else() -> None:
    assert set(TAGS) | {"tbody"} == set(mail_programs.TAGS) | NOT_THERE["tags"]
    assert set(ATTRIBUTES) | NOT_THERE["attributes"] == EVERY_ATTRIBUTE


def test_every_program_shows_every_tag_and_attribute() -> None:
    every: list[Told] = [*mail_programs.TAGS.values(), *ATTRIBUTES.values()]
    for told in every:
        assert len(told.shown) == len(PROGRAMS)
        assert set(told.shown) <= {"y", "a"}, told.page
        assert ("a" in told.shown) == (told.page in IN_PART), told.page


@given(DOCUMENTS)
def test_whatever_is_written_is_shown_alike(document: Document) -> None:
    assert problems(markup(document)) == []


@pytest.mark.parametrize("name", names())
def test_the_golden_mails_are_shown_alike(name: str) -> None:
    assert problems((FOLDER / f"{name}.html").read_text("utf-8")) == []


@pytest.mark.parametrize(
    "planted",
    [
        '<span>x</span>', '<div style="color:red">x</div>', '<a href="x" dir="rtl">x</a>',
        '<img src="cid:a" alt="" width="50%">', '<ol reversed="reversed"></ol>',
        '<li value="3">x</li>', '<font color="red">x</font>', '<video src="x"></video>',
    ],
)  # fmt: skip
def test_a_planted_tag_or_attribute_is_found(planted: str) -> None:
    assert problems(planted)
