"""mail.drafts.mailto: what a link asks for."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.drafts.mailto import LONGEST_BODY, MailLink, mail_link

LINES = st.lists(
    st.text(st.characters(blacklist_categories=("Cs", "Cc", "Zl", "Zp")), max_size=30), max_size=6
)
PEOPLE = st.lists(
    st.from_regex(r"[a-z0-9+=&%?#/-]{1,12}@[a-z]{1,8}\.example", fullmatch=True), max_size=5
)
CASES = st.sampled_from([str.lower, str.upper, str.title])


@given(LINES, LINES.map(" ".join), PEOPLE, PEOPLE, PEOPLE, CASES)
def test_what_is_written_into_a_link_is_read_out_of_it(
    lines: list[str], subject: str, to: list[str], more: list[str], cc: list[str], case: object
) -> None:
    spelled = case if callable(case) else str
    fields = [(spelled("to"), ",".join(quote(each, safe="") for each in more))]
    fields += [(spelled("cc"), quote(each, safe="")) for each in cc]
    fields += [(spelled("subject"), quote(subject, safe=""))]
    fields += [(spelled("body"), quote("\r\n".join(lines), safe=""))]
    fields += [("x-other", "1"), ("attach", "/etc/passwd"), ("attachment", "a")]
    query = "&".join(f"{name}={value}" for name, value in fields)
    path = ",".join(quote(each, safe="") for each in to)
    found = mail_link(f"{spelled('mailto')}:{path}?{query}")
    assert found.to == (*to, *more)
    assert found.cc == tuple(cc)
    assert found.subject == " ".join(subject.split())
    assert found.body == "\n".join(lines)
    assert found.hidden == ()
    assert found.left_out == ("x-other", "attach", "attachment")


OF_THE_RFC = {
    "mailto:chris@example.com": MailLink(("chris@example.com",)),
    "mailto:infobot@example.com?subject=current-issue": MailLink(
        ("infobot@example.com",), subject="current-issue"
    ),
    "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index": MailLink(
        ("infobot@example.com",), body="send current-issue\nsend index"
    ),
    "mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E": MailLink(
        ("list@example.org",), left_out=("in-reply-to",)
    ),
    "mailto:majordomo@example.com?body=subscribe%20bamboo-l": MailLink(
        ("majordomo@example.com",), body="subscribe bamboo-l"
    ),
    "mailto:joe@example.com?cc=bob@example.com&body=hello": MailLink(
        ("joe@example.com",), ("bob@example.com",), body="hello"
    ),
    "mailto:?to=joe@example.com&cc=bob@example.com&body=hello": MailLink(
        ("joe@example.com",), ("bob@example.com",), body="hello"
    ),
    "mailto:gorby%25kremvax@example.com": MailLink(("gorby%kremvax@example.com",)),
    "mailto:unlikely%3Faddress@example.com?blat=foop": MailLink(
        ("unlikely?address@example.com",), left_out=("blat",)
    ),
    "mailto:Mike%26family@example.org": MailLink(("Mike&family@example.org",)),
    "mailto:%22not%40me%22@example.org": MailLink(('"not@me"@example.org',)),
    "mailto:%22oh%5C%5Cno%22@example.org": MailLink(('"oh\\\\no"@example.org',)),
    "mailto:user@example.org?subject=caf%C3%A9": MailLink(("user@example.org",), subject="café"),
    "mailto:user@example.org?subject=%3D%3Futf-8%3FQ%3Fcaf%3DC3%3DA9%3F%3D": MailLink(
        ("user@example.org",), subject="café"
    ),
    "mailto:user@example.org?subject=%3D%3Fiso-8859-1%3FQ%3Fcaf%3DE9%3F%3D": MailLink(
        ("user@example.org",), subject="café"
    ),
    "mailto:user@example.org?subject=caf%C3%A9&body=caf%C3%A9": MailLink(
        ("user@example.org",), subject="café", body="café"
    ),
    "mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test&body=NATTO": MailLink(
        ("user@納豆.example.org",), subject="Test", body="NATTO"
    ),
}
"""Sections 6.1 to 6.3 of RFC 6068."""


@pytest.mark.parametrize("url", OF_THE_RFC)
def test_the_examples_of_the_rfc_are_read_as_it_says(url: str) -> None:
    assert mail_link(url) == OF_THE_RFC[url]


def test_html_in_a_link_is_no_html_and_odd_names_are_not_repeated() -> None:
    found = mail_link("mailto:a@x.example?cc=b@x.example&amp;bcc=c@x.example&a%0Ab=1&" + "y" * 99)
    assert found.hidden == ()
    assert found.left_out == ("another field",)
    many = mail_link("mailto:?" + "&".join(f"x{n}=1" for n in range(5_000)))
    assert len(many.left_out) == 10
    assert len(mail_link("mailto:" + "a@x.example," * 5_000).to) == 1_000


@given(st.text(max_size=200))
def test_no_link_breaks_it_or_sets_a_second_line(rest: str) -> None:
    found = mail_link(f"mailto:{rest}")
    for text in (*found.to, *found.cc, *found.hidden, found.subject):
        assert "\n" not in text
        assert "\r" not in text


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("mailto:", MailLink()),
        ("mailto:a%2Cb@x.example", MailLink(to=("a,b@x.example",))),
        ("mailto:a@x.example,b@x.example", MailLink(to=("a@x.example", "b@x.example"))),
        ("MAILTO:?to=a@x.example&TO=b@x.example", MailLink(to=("a@x.example", "b@x.example"))),
        ("mailto:a@x.example?subject=C%23+and#5", MailLink(("a@x.example",), subject="C#+and#5")),
        ("mailto:a@x.example?body=a%0D%0Ab%0Ac%0Dd", MailLink(("a@x.example",), body="a\nb\nc\nd")),
        ("mailto:?bcc=spy@x.example", MailLink(hidden=("spy@x.example",))),
        ("mailto:a@x.example?body=%FF", MailLink(("a@x.example",), body="\ufffd")),
    ],
)
def test_links_as_they_occur(url: str, expected: MailLink) -> None:
    assert mail_link(url) == expected


def test_every_recipient_of_a_long_list_is_one() -> None:
    people = [f"p{n}@x.example" for n in range(200)]
    assert mail_link("mailto:" + ",".join(people)).to == tuple(people)
    assert len(mail_link("mailto:?body=" + "x" * (LONGEST_BODY + 9)).body) == LONGEST_BODY
