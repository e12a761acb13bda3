"""Nothing a sender wrote anew is folded: only a mail that answers another has a history."""

# ruff: noqa: E501 - mails stand as they are
from __future__ import annotations

import pytest

from desktop_app.mail.message.body import read_body

PLAIN = [
    "New request from your website\n\nFrom: Dana\nSubject: Fence\nDate: today\nTo: you\n\nA price?",
    "She said:\n\n> be there at ten\n",
    "Minutes\n\nOn 12 Nov 2026 at 14:02, Dana Lee <d@x.example> wrote:\n> We meet at ten.\n",
    "Your trip\n\n________________________________\nFrom: Berlin\nTo: Oslo\nDate: 3 May\n\nSeat 4A",
]
HTML = [
    "<p>Please note:</p><blockquote>The office moves on 3 May.</blockquote>",
    "<p>Booked.</p><div class=gmail_quote><p>Seat 4A</p></div>",
    "<p>Hi</p><div style='border-top:solid #E1E1E1 1.0pt'><p><b>From:</b> Berlin</p><p>Seat 4A</p></div>",
]
ANSWERS = [
    "In-Reply-To: <a@x.example>",
    "References: <a@x.example>",
    "Subject: Re: Fence",
    "Subject: AW: x",
]


def mail(kind: str, body: str, more: str = "") -> bytes:
    subject = "" if more.startswith("Subject") else "Subject: Fence\n"
    extra = f"{more}\n" if more else ""
    head = f"From: a@x.example\nTo: b@x.example\n{subject}{extra}Content-Type: text/{kind}; charset=utf-8"
    return f"{head}\n\n{body}\n".encode()


@pytest.mark.parametrize(
    ("kind", "body"), [("plain", each) for each in PLAIN] + [("html", each) for each in HTML]
)
def test_a_new_mail_is_shown_whole(kind: str, body: str) -> None:
    read = read_body(mail(kind, body))
    assert read.quoted_from == -1
    assert read.html_quoted == ""
    for words in ("Seat 4A", "price", "at ten", "3 May"):
        if words in body:
            assert words in read.html
            assert words in read.text


@pytest.mark.parametrize("more", ANSWERS)
@pytest.mark.parametrize(("kind", "body"), [("plain", PLAIN[2]), ("html", HTML[1])])
def test_of_an_answer_the_history_is_folded(kind: str, body: str, more: str) -> None:
    read = read_body(mail(kind, body, more))
    assert read.quoted_from > 0
    assert "Seat 4A" not in read.html
    assert "at ten" not in read.html


def test_a_closing_quotation_of_an_answer_stays_where_nothing_introduces_it() -> None:
    read = read_body(mail("html", HTML[0], ANSWERS[0]))
    assert "3 May" in read.html
