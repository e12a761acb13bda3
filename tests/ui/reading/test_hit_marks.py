"""Hits of a search in the Reader's HTML."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.reader.html import read_html
from desktop_app.search.highlight import sought_by
from desktop_app.search.parser import parse
from desktop_app.ui.reading.hit_marks import marked_html


def marked(query: str, markup: str) -> str:
    return marked_html(markup, sought_by(parse(query, typing=True)))


@pytest.mark.parametrize(
    ("query", "markup", "shown"),
    [
        ("plan ", "<p>The plan</p>", '<p>The <span class="hit">plan</span></p>'),
        ("plan ", '<a href="http://plan.example">x</a>', '<a href="http://plan.example">x</a>'),
        ("amp ", "<p>A &amp; B</p>", "<p>A &amp; B</p>"),
        ("b ", "<p>A &amp; &lt;b&gt;</p>", '<p>A &amp; &lt;<span class="hit">b</span>&gt;</p>'),
        ("subject:plan ", "<p>plan</p>", "<p>plan</p>"),
        ("in:inbox", "<p>inbox</p>", "<p>inbox</p>"),
    ],
)
def test_text_is_marked_and_mark_up_is_not(query: str, markup: str, shown: str) -> None:
    assert marked(query, markup) == shown


class _Text(HTMLParser):
    def __init__(self, markup: str) -> None:
        super().__init__()
        self.text: list[str] = []
        self.tags: list[str] = []
        self.feed(markup)
        self.close()

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag != "span":
            self.tags.append(f"{tag} {attrs}")


@given(st.text(alphabet="ab <>&;/\"'=p", max_size=60))
def test_marks_change_neither_text_nor_tags(text: str) -> None:
    clean = read_html(f"<p>{text}</p>").html
    before, after = _Text(clean), _Text(marked("a b p amp ", clean))
    assert "".join(before.text) == "".join(after.text)
    assert before.tags == after.tags
