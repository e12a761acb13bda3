"""Formatted text from a draft to the bytes of a mail and back: what is shown is what is sent, its
pictures go along, and a copy on a server is known again."""

from __future__ import annotations

import email
import email.policy
from dataclasses import replace
from email.message import EmailMessage

import pytest
from hypothesis import given

from desktop_app.mail.drafts.compose import compose, whole_text
from desktop_app.mail.drafts.quotes import forward_quote, quoted_text, reply_quote
from desktop_app.mail.drafts.reopen import reopen
from desktop_app.mail.drafts.visible_content import visible_content
from desktop_app.mail.message.body import read_body
from desktop_app.mail.rich.document import Document
from desktop_app.mail.rich.markdown import from_markdown
from desktop_app.mail.rich.markup import markup
from desktop_app.mail.rich.reading import own_document, read_markup
from desktop_app.model.address import Address
from desktop_app.model.draft import DraftAttachment, DraftContent
from tests.mail.rich.documents import DOCUMENTS

ALEX, DANA = Address("Alex", "alex@x.example"), Address("Dana", "dana@lee.example")
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(64))
PICTURE = DraftAttachment("f1", "it.png", "image/png", len(PNG), "0" * 64, "d@x.example")
FILE = DraftAttachment("f2", "plan.pdf", "application/pdf", 3, "1" * 64)
CONTENT = DraftContent(
    from_=ALEX,
    to=(DANA,),
    subject="Hi",
    content_type="text/html",
    body=markup(from_markdown("Hello **Dana**,\n\n- one\n- [two](https://x.example/)")),
    signature="Alex\nFernhill",
)


def sent(content: DraftContent) -> EmailMessage:
    raw = compose(
        content,
        message_id="m@x.example",
        date=0,
        read_attachment={"f1": PNG, "f2": b"PDF"}.__getitem__,
    )
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def html_of(message: EmailMessage) -> str:
    part = message.get_body(("html",))
    assert part is not None
    return str(part.get_content())


def text_of(message: EmailMessage) -> str:
    part = message.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


@given(DOCUMENTS)
def test_what_is_stored_is_what_is_sent_and_always_the_same(document: Document) -> None:
    """Pictures whose file is not there are words. A proposal has nothing at its line ends."""
    html = markup(document)
    content = replace(CONTENT, body=html)
    message = sent(content)
    page = html_of(message)
    if not document.pictures:
        assert html in page.replace("\r\n", "\n")
    assert "cid:" not in page or "cid:" in "".join(one for one, _ in document.links)
    assert sent(content).as_bytes() == message.as_bytes()
    proposed, _ = visible_content(content)
    assert own_document(proposed.body) is not None
    for block in read_markup(proposed.body).blocks:
        assert all(line == line.rstrip(" \u00a0") for line in block.text.split("\n")[:-1])


def test_the_text_beside_reads_as_well() -> None:
    assert text_of(sent(CONTENT)).replace("\r\n", "\n").rstrip() == (
        "Hello *Dana*,\n\n- one\n- two <https://x.example/>\n\n-- \nAlex\nFernhill"
    )


def test_pictures_of_the_text_are_beside_it_and_files_below() -> None:
    body = '<div>See <img src="cid:d@x.example" alt="it"></div>'
    message = sent(replace(CONTENT, body=body, attachments=(PICTURE, FILE)))
    assert message.get_content_type() == "multipart/mixed"
    alternative, file = message.iter_parts()
    text, related = alternative.iter_parts()
    assert text.get_content_type() == "text/plain"
    assert related.get_content_type() == "multipart/related"
    page, picture = related.iter_parts()
    assert body in page.get_content()
    assert picture["content-id"] == "<d@x.example>"
    assert picture.get_content_disposition() == "inline"
    assert picture.get_content() == PNG
    assert file.get_content_disposition() == "attachment"


def test_a_picture_that_is_shown_nowhere_is_a_file() -> None:
    message = sent(replace(CONTENT, attachments=(PICTURE,)))
    assert [p.get_content_disposition() for p in message.iter_attachments()] == ["attachment"]


def test_a_picture_whose_file_was_taken_off_is_its_description() -> None:
    page = html_of(sent(replace(CONTENT, body='<div><img src="cid:d@x.example" alt="it"></div>')))
    assert "<div>[it]</div>" in page


MAIL = (
    b"From: Dana Lee <dana@lee.example>\r\nTo: alex@x.example\r\nSubject: Plan\r\n"
    b"Date: Fri, 1 May 2026 10:00:00 +0000\r\nMessage-ID: <p@lee.example>\r\n"
    b"MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
    b'<p style="color:red">See <a href="https://lee.example/p">the plan</a></p>'
    b"<table border=1><tr><th>day</th><th>who</th></tr><tr><td>Mon</td><td>Ben</td></tr></table>"
    b'<img src="cid:d@x.example" alt="it"><img src="cid:gone" alt="gone">'
    b'<span style="display:none">unseen</span>'
)


def quoted(make: object, raw: bytes = MAIL) -> str:
    from desktop_app.mail.message.parse import parse
    from desktop_app.model.message import Message

    parsed, body = parse(raw), read_body(raw)
    message = Message(
        id=1, thread_id=1, account_id="a", date=parsed.date, rfc822_message_id="p@lee.example",
        references=(), from_=parsed.from_, to=parsed.to, cc=(), bcc=(), reply_to=(),
        subject="Plan", snippet="", size=len(raw), labels=frozenset(),
    )  # fmt: skip
    assert callable(make)
    return str(make(message, body, {"d@x.example"}))


@pytest.mark.parametrize("make", [reply_quote, forward_quote])
def test_a_quote_keeps_links_tables_and_pictures_and_nothing_hidden(make: object) -> None:
    html = quoted(make)
    assert own_document(html) is not None
    assert '<a href="https://lee.example/p">the plan</a>' in html
    assert "<td>Ben</td>" in html or "<div>Mon" in html
    assert '<img src="cid:d@x.example" alt="it">' in html
    assert "[gone]" in html
    assert "unseen" not in html
    assert "color" not in html


@pytest.mark.parametrize("make", [reply_quote, forward_quote])
def test_a_quote_has_long_addresses_whole(make: object) -> None:
    """The Reader shortens them; who gets the mail copies them out of it."""
    long = "https://lee.example/" + "a-long-way/" * 12
    plan = b'<a href="https://lee.example/p">the plan</a>'
    raw = MAIL.replace(plan, f'<a href="{long}">{long}</a>'.encode())
    assert long not in read_body(raw).html.replace(f'"{long}"', "")
    assert f'<a href="{long}">{long}</a>' in quoted(make, raw)


def test_a_quote_is_sent_formatted_and_as_text() -> None:
    content = replace(CONTENT, quoted=quoted(reply_quote), attachments=(PICTURE,))
    message = sent(content)
    assert quoted(reply_quote) in html_of(message).replace("\r\n", "\n")
    assert "> See the plan <https://lee.example/p>" in text_of(message).replace("\r\n", "\n")
    assert "wrote:" in whole_text(content)


def test_plain_text_is_quoted_as_before() -> None:
    content = replace(CONTENT, quoted="On 1 May, Dana wrote:\n> See <it>")
    assert quoted_text(content) == content.quoted
    assert "See &lt;it&gt;" in html_of(sent(content))


def test_a_copy_that_a_web_mailer_changed_is_known_in_its_parts() -> None:
    content = replace(CONTENT, quoted=quoted(reply_quote), attachments=(PICTURE,))
    raw = sent(content).as_bytes()
    page = html_of(sent(content))
    there = page.replace("Hello", "Good morning").replace("<div>", '<div style="font-size:12px">')
    changed = EmailMessage()
    changed["From"], changed["To"], changed["Subject"] = "alex@x.example", "dana@lee.example", "Hi"
    changed.set_content("x")
    changed.add_alternative(there, subtype="html")
    opened = reopen(changed.as_bytes(), from_=ALEX, like=content).content
    assert opened.body == content.body.replace("Hello", "Good morning")
    assert (opened.signature, opened.quoted) == (content.signature, content.quoted)
    assert reopen(raw, from_=ALEX, like=content).content.body == content.body


def test_html_that_was_never_here_stays_as_it_is() -> None:
    opened = reopen(MAIL, from_=ALEX).content
    assert opened.content_type == "text/html"
    assert "color:red" in opened.body


def test_the_content_id_of_a_picture_is_part_of_what_is_approved() -> None:
    one = replace(CONTENT, attachments=(PICTURE,))
    other = replace(CONTENT, attachments=(replace(PICTURE, cid="e@x.example"),))
    none = replace(CONTENT, attachments=(replace(PICTURE, cid=""),))
    assert len({c.digest("a") for c in (one, other, none)}) == 3
