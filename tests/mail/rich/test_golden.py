"""What leaves is what it was, byte for byte: the HTML, the plain text and the whole mail of
documents of every kind. After a change that is meant, `python -m tests.mail.rich.golden` renews
them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.mail.reader.sanitise import sanitise
from desktop_app.mail.rich import markup as markup_module
from desktop_app.mail.rich.document import Document, Kind, ListKind, Mark, normal
from desktop_app.mail.rich.markup import markup
from desktop_app.mail.rich.plain import words
from desktop_app.mail.rich.reading import own_document, read_markup
from desktop_app.mail.rich.source import source
from tests.mail.rich import golden
from tests.mail.rich.golden import FOLDER, MAILS, digests, document, names, sent_parts, text

NAMES = names()
RENEW = "python -m tests.mail.rich.golden"


@pytest.mark.parametrize("name", NAMES)
def test_both_parts_of_the_mail_are_what_they_were(name: str) -> None:
    for ending, data in sent_parts(name).items():
        assert data == (FOLDER / f"{name}.{ending}").read_bytes(), RENEW


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_document_is_written_as_its_source_is(name: str) -> None:
    """And it is in every other form what it is in this one."""
    found = document(name)
    assert source(found) == text(name)
    assert own_document(markup(found)) == found
    assert sanitise(markup(found)) == markup(found)


def test_the_whole_mails_are_what_they_were() -> None:
    assert digests() == MAILS.read_text("utf-8"), RENEW


def test_there_is_nothing_beside_the_documents() -> None:
    endings = ("source", "html", "plain")
    assert {p.name for p in FOLDER.iterdir()} == {
        MAILS.name,
        *(f"{name}.{ending}" for name in NAMES for ending in endings),
    }
    assert len(NAMES) >= 60


def test_every_kind_of_block_and_mark_is_among_them() -> None:
    blocks = [block for name in NAMES for block in document(name).blocks]
    inlines = [one for name in NAMES for one in document(name).inlines()]
    assert {block.kind for block in blocks} == set(Kind)
    assert {kind for block in blocks for kind in block.lists} == set(ListKind)
    assert set().union(*(getattr(one, "marks", frozenset()) for one in inlines)) == set(Mark)
    assert max(block.quote for block in blocks) > 1
    assert max(len(block.lists) for block in blocks) > 2
    assert any(block.goes_on for block in blocks)
    assert {block.has_head for block in blocks if block.kind is Kind.TABLE} == {True, False}
    assert any(' dir="rtl"' in markup(document(name)) for name in NAMES)
    pictures = [one for name in NAMES for one in document(name).pictures]
    assert {bool(one.width) for one in pictures} == {bool(one.alt) for one in pictures}


@pytest.mark.parametrize("name", NAMES)
def test_the_plain_part_says_every_word(name: str) -> None:
    said = "".join((FOLDER / f"{name}.plain").read_text("utf-8").split())
    for word in words(document(name)).split():
        assert set(word) - set("*") <= set(said)


def test_a_planted_difference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tag, an attribute or a line end that is written otherwise."""
    name = next(n for n in NAMES if n.endswith("-table"))
    before = (FOLDER / f"{name}.html").read_bytes()
    assert sent_parts(name)["html"] == before
    monkeypatch.setattr(markup_module, "_TABLE", '<table border="1">')
    markup_module._block.cache_clear()
    try:
        assert golden.sent_parts(name)["html"] != before
    finally:
        markup_module._block.cache_clear()


def test_hostile_words_are_words() -> None:
    name = next(n for n in NAMES if n.endswith("-hostile-words"))
    html = sent_parts(name)["html"].decode()
    assert "<script" not in html
    assert "<img" not in html
    assert "onerror=alert(1)&gt;" in html
    once = read_markup(html.partition("<body>")[2].partition("</body>")[0])
    assert words(once) == words(document(name))


def test_a_document_is_the_same_whatever_it_was_made_of() -> None:
    """Blocks of the same content in another form give the same bytes."""
    for name in NAMES:
        found = document(name)
        other = normal([replace(block) for block in found.blocks])
        assert markup(other) == markup(Document(found.blocks))
