"""A document is the same after it was written and read: as HTML, and as source; what is written is
what the sanitiser lets through; and whatever is read is a document in its one form."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.reader.sanitise import sanitise
from desktop_app.mail.rich.document import Document, normal, plain_document
from desktop_app.mail.rich.markdown import from_markdown
from desktop_app.mail.rich.markup import TAGS, markup
from desktop_app.mail.rich.plain import plain, words
from desktop_app.mail.rich.reading import read_foreign, read_markup
from desktop_app.mail.rich.source import from_source, source
from tests.mail.rich.documents import DOCUMENTS

MARKUP = st.text(st.sampled_from("ab1.-# <>&|=!()[]\\/\n *_+~`>"), max_size=60)
TAGGED = st.lists(
    st.sampled_from(
        (
            "<p>", "</p>", "<div>", "</div>", "<ul>", "<ol start=3>", "</ul>", "<li>", "</li>",
            "<blockquote>", "</blockquote>", "<b>", "</b>", "<a href='https://x.example/'>", "</a>",
            "<table><tr><td>", "</table>", "<br>", "<hr>", "<pre>", "</pre>", "<h1>", "</h1>",
            "<img src='cid:a' alt='b'>", "<img src='https://x.example/p.gif'>", "one", " two ",
            "<script>alert(1)</script>", "<span style='display:none'>unseen</span>", "<code>",
            "<a href='javascript:alert(1)'>", "&nbsp;", "\u202e", "\x00",
        )
    ),
    max_size=14,
).map("".join)  # fmt: skip


@given(DOCUMENTS)
def test_every_form_of_a_document_gives_it_back(document: Document) -> None:
    """One form, as HTML and as source; the sanitiser changes nothing of ours, only the tags and
    attributes of the table are written, and the text says every word."""
    assert normal(document.blocks) == document
    html = markup(document)
    assert read_markup(html) == document
    assert sanitise(html) == html
    for name, attributes in re.findall(r"<([a-z0-9]+)((?: [a-z]+=\"[^\"]*\")*)>", html):
        if name != "tbody":
            assert set(re.findall(r" ([a-z]+)=", attributes)) <= TAGS[name]
    assert from_source(source(document)) == document
    said = "".join(plain(document).split())
    for word in "".join(words(document)).split():
        assert set(word) - set("*") <= set(said)


@given(MARKUP)
def test_any_text_is_the_source_of_a_document(text: str) -> None:
    document = from_source(text)
    assert normal(document.blocks) == document
    assert from_source(source(document)) == document


@given(TAGGED)
def test_any_html_is_read_as_a_document_in_its_form(html: str) -> None:
    for document in (read_markup(html), read_foreign(html)):
        assert normal(document.blocks) == document
        assert read_markup(markup(document)) == document
        assert "alert" not in markup(document)
        assert all(link.startswith(("https:", "mailto:")) for _, link in document.links)
    assert "unseen" not in words(read_foreign(html))


@given(MARKUP)
def test_any_markdown_is_read_as_a_document_in_its_form(text: str) -> None:
    document = from_markdown(text)
    assert normal(document.blocks) == document
    assert not document.pictures


@given(st.text(st.sampled_from("ab >\n"), max_size=40))
def test_plain_text_stays_plain(text: str) -> None:
    document = plain_document(text)
    assert document.is_plain
    assert normal(document.blocks) == document
    assert words(read_markup(markup(document))) == words(document)
