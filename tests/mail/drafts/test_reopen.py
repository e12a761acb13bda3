"""A draft that was composed is the same draft again; one from elsewhere loses nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.drafts.compose import compose
from desktop_app.mail.drafts.reopen import draft_header, reopen
from desktop_app.model.address import Address
from desktop_app.model.draft import DraftAttachment, DraftContent

ME = Address("Alex Morgan", "alex@fernhill.example")
DANA = Address("Dana Lee", "dana@lee.example")
CONTENT = DraftContent(
    from_=ME,
    to=(DANA,),
    bcc=(Address("", "quiet@lee.example"),),
    subject="Re: Grüße",
    body="Hi Dana,\n\n1 February suits us well.\n\nBest regards,\nAlex",
    signature="Alex Morgan\nFernhill Joinery",
    quoted="On Friday Dana wrote:\n> Is 1 February all right?\n>\n> Dana",
    in_reply_to="b@lee.example",
    references=("a@lee.example", "b@lee.example"),
)


def made(content: DraftContent, header: str = "") -> bytes:
    return compose(
        content,
        message_id="m@fernhill.example",
        date=1_790_000_000,
        read_attachment=lambda _: b"%PDF-1.7",
        draft_header=header,
    )


def test_what_was_composed_is_the_same_draft_again() -> None:
    again = reopen(made(CONTENT, draft_header("abc", 7)), from_=ME, like=CONTENT)
    assert again.content == CONTENT
    assert (again.draft_id, again.revision) == ("abc", 7)


def test_an_edit_of_the_words_leaves_signature_and_history_where_they_are() -> None:
    edited = replace(CONTENT, body="Hi Dana,\n\nNo.")
    assert reopen(made(edited), from_=ME, like=CONTENT).content == edited


def test_a_changed_signature_becomes_part_of_the_words() -> None:
    edited = replace(CONTENT, signature="A. Morgan")
    again = reopen(made(edited), from_=ME, like=CONTENT).content
    assert again.signature == ""
    assert again.body.endswith("-- \nA. Morgan") or again.body.endswith("--\nA. Morgan")
    assert again.quoted == CONTENT.quoted


def test_a_draft_from_elsewhere_is_all_words() -> None:
    again = reopen(made(CONTENT), from_=ME).content
    assert (again.signature, again.quoted) == ("", "")
    assert "Fernhill Joinery" in again.body
    assert "> Is 1 February all right?" in again.body


def test_attachments_come_back_byte_for_byte() -> None:
    part = DraftAttachment("x", "plan.pdf", "application/pdf", 8, "")
    (file,) = reopen(made(replace(CONTENT, attachments=(part,))), from_=ME).files
    assert (file.filename, file.content_type, file.data) == (
        "plan.pdf",
        "application/pdf",
        b"%PDF-1.7",
    )


ALTERNATIVE = (
    b"From: alex@fernhill.example\r\nTo: dana@lee.example\r\nSubject: x\r\n"
    b'MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="b"\r\n\r\n'
    b"--b\r\nContent-Type: text/plain\r\n\r\nHello Dana\r\n"
    b"--b\r\nContent-Type: text/html\r\n\r\n<p>Hello <b>Dana</b></p>\r\n--b--\r\n"
)


def test_a_web_mailers_html_stays_html_unless_the_draft_was_plain_here() -> None:
    assert reopen(ALTERNATIVE, from_=ME).content.content_type == "text/html"
    assert "<b>Dana</b>" in reopen(ALTERNATIVE, from_=ME).content.body
    plain = reopen(ALTERNATIVE, from_=ME, like=CONTENT).content
    assert (plain.content_type, plain.body) == ("text/plain", "Hello Dana")


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\0\r"), max_size=300))
def test_any_words_survive_but_for_the_space_at_their_ends(body: str) -> None:
    content = replace(CONTENT, body=body)
    again = reopen(made(content), from_=ME, like=content).content
    assert "".join(again.body.split()) == "".join(body.split())


@pytest.mark.parametrize("raw", [b"", b"\xff\xfe", b"Subject: only\r\n\r\n", b"From: x"])
def test_broken_bytes_are_a_draft_too(raw: bytes) -> None:
    assert reopen(raw, from_=ME).content.from_ is not None
