"""Signatures, plain and formatted: each kind of mail is sent with its form, over or under the
quote, and a copy on a server is known again."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given

from desktop_app.mail.drafts.compose import compose, whole_text
from desktop_app.mail.drafts.reopen import Reopened, copy_digest, reopen
from desktop_app.mail.drafts.signatures import (
    formatted_signature,
    read_signature,
    signature_document,
    written_signature,
)
from desktop_app.mail.reader.sanitise import sanitise
from desktop_app.mail.rich.document import Document, plain_document, without_line_ends
from desktop_app.mail.rich.markup import markup
from desktop_app.mail.rich.reading import own_document
from desktop_app.mail.rich.source import from_source
from desktop_app.model.account import Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import DraftAttachment, DraftContent
from tests.mail.drafts.test_formatted import ALEX, CONTENT, html_of, sent
from tests.mail.rich.documents import DOCUMENTS

SIGNATURE = from_source("**Alex Morgan**\n[Fernhill](https://fernhill.example/)\n- *Joinery*")
WORDS, FORMATTED = written_signature(SIGNATURE)
IDENTITY = Identity(ALEX, WORDS, formatted_signature=FORMATTED)
QUOTED = "On 1 May, Dana wrote:\n> Hello"
PLAIN = replace(CONTENT, body="Hello Dana", content_type="text/plain", quoted=QUOTED)
RICH = replace(CONTENT, quoted=markup(plain_document(QUOTED)))


def page_of(content: DraftContent) -> str:
    return html_of(sent(content)).replace("\r\n", "\n")


def signed(content: DraftContent, *, below: bool = False) -> DraftContent:
    return content.signed_by(replace(IDENTITY, signature_below=below))


@given(DOCUMENTS)
def test_what_is_kept_of_a_signature_is_kept_again(document: Document) -> None:
    words, formatted = written_signature(document)
    assert "cid:" not in re.sub(r">[^<]*<", "", formatted)
    kept = signature_document(Identity(ALEX, words, formatted_signature=formatted))
    assert written_signature(kept) == (words, formatted)
    if formatted:
        assert own_document(formatted) is not None
        assert sanitise(formatted) == formatted
        assert read_signature(formatted) == (words, formatted)
    else:
        assert plain_document(words) == without_line_ends(kept)


def test_plain_words_are_kept_as_nothing_else() -> None:
    for text in ("Alex\nFernhill", "Alex  ", "> Alex", "", "\n\n"):
        words, formatted = written_signature(plain_document(text))
        assert (words, formatted) == (text.strip("\n").rstrip(), "")


def test_html_from_elsewhere_loses_its_dress_and_its_pictures() -> None:
    html = (
        '<div style="color:red"><b>Alex</b><br><img src="https://t.example/p.gif" alt="Logo">'
        '<script>x</script><a href="https://x.example/">Shop</a></div>'
    )
    words, formatted = read_signature(html)
    assert words == "*Alex*\n[Logo]Shop <https://x.example/>"
    assert formatted == (
        '<div><b>Alex</b><br><i>[Logo]</i><a href="https://x.example/">Shop</a></div>'
    )
    assert read_signature("<div>Fernhill<br>Mill Lane</div>")[0] == "Fernhill\nMill Lane"


def test_each_kind_of_mail_is_sent_with_its_form() -> None:
    text = whole_text(signed(PLAIN))
    assert f"-- \n{WORDS}\n\n{QUOTED}" in text
    page = page_of(signed(RICH))
    assert f"<div>-- <br></div>\n{FORMATTED}\n<div><br></div>\n<div class=" in page
    assert f"-- \n{WORDS}\n\n{QUOTED}" in whole_text(signed(RICH))
    assert formatted_signature(signed(PLAIN)) is None
    assert formatted_signature(signed(RICH)) == SIGNATURE


def test_a_plain_signature_that_looks_like_html_is_words() -> None:
    odd = RICH.signed_by(Identity(ALEX, "<div>Alex</div>"))
    assert "&lt;div&gt;Alex&lt;/div&gt;" in page_of(odd)


@pytest.mark.parametrize("content", [PLAIN, RICH], ids=["plain", "formatted"])
def test_below_the_quote_it_is_the_end_of_the_mail(content: DraftContent) -> None:
    below = signed(content, below=True)
    assert whole_text(below).endswith(f"{QUOTED}\n\n-- \n{WORDS}")
    if content is RICH:
        page = page_of(below)
        assert page.index("gmail_quote") < page.index(FORMATTED)
    alone = replace(below, quoted="")
    assert whole_text(alone).endswith(f"\n\n-- \n{WORDS}")


@pytest.mark.parametrize(
    ("content", "below", "own"),
    list(product([PLAIN, RICH, replace(PLAIN, quoted="")], [False, True], [False, True])),
)
def test_a_copy_on_a_server_is_known_in_its_parts(
    content: DraftContent, below: bool, own: bool
) -> None:
    identity = IDENTITY if own else Identity(ALEX, "Alex\nFernhill")
    like = content.signed_by(replace(identity, signature_below=below))
    again = reopen(sent(like).as_bytes(), from_=ALEX, like=like).content
    assert again == replace(like, attachments=())
    unsigned = replace(like.signed_by(None), body=like.body)
    other = reopen(sent(unsigned).as_bytes(), from_=ALEX, like=like).content
    assert (other.signature, other.formatted_signature, other.signature_below) == ("", "", False)


def test_every_field_of_a_content_is_in_its_digest() -> None:
    file = DraftAttachment("f1", "it.png", "image/png", 3, "0" * 64)
    others = {
        str: "other",
        bool: True,
        Address: Address("", "other@x.example"),
    }
    base = signed(RICH)
    digests = {base.digest("a"), base.digest("b")}
    fields = dataclasses.fields(DraftContent)
    for field in fields:
        value = getattr(base, field.name)
        wanted: object = others.get(type(value))
        if field.name in ("to", "cc", "bcc"):
            wanted = (others[Address],)
        elif field.name == "references":
            wanted = ("r@x.example",)
        elif field.name == "attachments":
            wanted = (file,)
        assert wanted is not None, field.name
        changed: dict[str, Any] = {field.name: wanted}
        digests.add(replace(base, **changed).digest("a"))
    assert len(digests) == len(fields) + 2


def test_a_draft_without_the_later_fields_has_the_digests_it_had() -> None:
    """Digests are kept in profiles: of what was approved, and of copies on servers."""
    assert CONTENT.digest("a") == DIGEST
    assert copy_digest(Reopened(CONTENT, ())).hex() == COPY_DIGEST


DIGEST = "ee2742d75ba02035ea047ca3258e71374d1f96bb130a62b3fa4bc94a9e13c777"
COPY_DIGEST = "eb566c1ab1e9eb03e1ad771325c7d32b465d38cb4b631db9fbd8a65a70296db6"


def test_bytes_are_the_same_for_the_same_content() -> None:
    first, second = (
        compose(signed(RICH), message_id="m@x.example", date=0, read_attachment=str.encode)
        for _ in range(2)
    )
    assert first == second
