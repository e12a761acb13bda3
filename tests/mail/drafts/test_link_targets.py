"""What is passed on as plain text: the targets of links, and the lines of a patch."""

from __future__ import annotations

from email import message_from_bytes

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.drafts.compose import compose
from desktop_app.mail.drafts.link_targets import text_with_targets
from desktop_app.mail.drafts.patches import has_patch
from desktop_app.mail.drafts.reply import forward_text, quote_for_reply
from desktop_app.mail.message.body import read_body
from desktop_app.model.address import Address
from desktop_app.model.draft import DraftContent
from tests.mail.drafts.test_reply import message

ME = Address("", "me@x.example")
WORD = st.sampled_from(["plan", "the plan", "here", "two", "Müller", "a b c"])
TARGET = st.integers(1, 10**6).map("https://x.example/{}?a=1&b=2".format)
TAG = st.sampled_from(["p", "li", "td", "div", "b"])


def page(html: str) -> bytes:
    return b"From: a@x.example\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html.encode()


@given(st.lists(st.tuples(TAG, WORD, WORD, TARGET), min_size=1, max_size=6))
def test_every_target_follows_the_words_of_its_own_link(
    parts: list[tuple[str, str, str, str]],
) -> None:
    rows = {"li": "<ul>{}</ul>", "td": "<table><tr>{}</tr></table>"}
    html = "".join(
        rows.get(tag, "{}").format(
            f'<{tag}>{before} <a href="{target.replace("&", "&amp;")}">{words}</a></{tag}> '
        )
        for tag, before, words, target in parts
    )
    text = text_with_targets(read_body(page(html)))
    position = 0
    for _, before, words, target in parts:
        position = text.index(f"{before} {words} <{target}>", position)
    assert text.count("<https://") == len(parts)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<a href="https://x.example/a">https://x.example/a</a>', "https://x.example/a"),
        ('<a href="https://x.example/">x.example</a>', "x.example"),
        ('<a href="mailto:d@x.example">d@x.example</a>', "d@x.example"),
        ('<a href="mailto:d@x.example">Dana</a>', "Dana <mailto:d@x.example>"),
        ('<a href="https://x.example/a b">x</a>', "x <https://x.example/a%20b>"),
        ('<a href="javascript:alert(1)">x</a>', "x"),
        ("<p>no link</p>", "no link"),
        (
            '<a href="https://l.example"><img src="cid:l" alt="Logo"></a>',
            "[Logo] <https://l.example>",
        ),
    ],
)
def test_a_target_stands_where_the_words_do_not_show_it(html: str, expected: str) -> None:
    assert text_with_targets(read_body(page(html))).strip() == expected


def test_quotes_and_forwards_have_the_targets() -> None:
    body = read_body(page('<p>See <a href="https://x.example/7">the plan</a></p>'))
    assert quote_for_reply(message(), body).endswith("> See the plan <https://x.example/7>")
    assert forward_text(message(), body).endswith("See the plan <https://x.example/7>")


LINE = st.text("ab >\t\u00e9.", max_size=100) | st.sampled_from(
    ["", "From x", ".", "-- ", "x" * 995]
)
CHANGED = st.lists(st.builds(str.__add__, st.sampled_from("+- "), LINE), min_size=1, max_size=8)
HEADS = st.sampled_from(
    [
        "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,4 +1,4 @@ f()",
        "--- a/x\n+++ b/x\n@@ -1 +1,2 @@",
        "Index: x.c\n"
        + "=" * 67
        + "\n--- x.c\t(revision 1)\n+++ x.c\t(working copy)\n@@ -1,4 +1,4 @@",
        "*** a/x\n--- b/x\n***************\n*** 1,4 ****",
    ]
)


@given(st.lists(LINE, max_size=3), HEADS, CHANGED)
def test_a_patch_leaves_with_its_very_lines(before: list[str], head: str, lines: list[str]) -> None:
    body = "\n".join([*before, head, *lines])
    assert has_patch(body)
    content = DraftContent(ME, to=(ME,), subject="s", body=body)
    raw = compose(content, message_id="m@x.example", date=0, read_attachment=lambda _: b"")
    mail = message_from_bytes(raw)
    assert mail.get_param("format") is None
    data = mail.get_payload(decode=True)
    assert isinstance(data, bytes)
    assert data.decode().replace("\r\n", "\n").rstrip("\n") == body.rstrip("\n")
    wire = raw.partition(b"\r\n\r\n")[2].split(b"\r\n")
    assert not any(line.startswith(b"From ") or line.endswith((b" ", b"\t")) for line in wire)
    assert max(map(len, wire)) <= 998


@pytest.mark.parametrize(
    "text", ["--- \nDana", "a @@ b", "+++ yes", "--- a\n+++ b", "Index: x", "@@ -1 @@"]
)
def test_what_only_looks_like_one_is_none(text: str) -> None:
    assert not has_patch(text)


def test_a_quoted_patch_keeps_its_lines_too() -> None:
    patch = "diff --git a/x b/x\n@@ -1 +1 @@\n-" + "word " * 30 + "\n+b"
    quoted = "\n".join(f"> {line}" for line in patch.split("\n"))
    content = DraftContent(ME, to=(ME,), body="Fine.", quoted=quoted)
    raw = compose(content, message_id="m@x.example", date=0, read_attachment=lambda _: b"")
    assert "format=flowed" not in raw.decode()
