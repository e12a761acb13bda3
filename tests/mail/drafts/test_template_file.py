"""File of a template: what is written is read again, what is written by hand is understood, and
what is broken is told with its line."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.mail.drafts.given import as_typed, given_addresses
from desktop_app.mail.drafts.template_file import (
    FORMATTED,
    SUFFIX,
    name_key,
    plain_lines,
    read_template,
    valid_name,
    write_template,
)
from desktop_app.mail.files.files import safe_filename
from desktop_app.mail.rich.document import Document
from desktop_app.mail.rich.markup import markup
from desktop_app.mail.rich.source import from_source, source
from desktop_app.mail.wire.mailboxes import valid_address
from desktop_app.model.address import Address, unique
from desktop_app.model.errors import BadInput
from desktop_app.model.template import Template
from tests.depths import examples
from tests.mail.rich.documents import DOCUMENTS

KINDS = ["text/plain", "text/markdown", "text/html"]
texts = st.text(
    st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from("\n\r :{}[]@,;\ufeff\x00"))
)
lines = texts.map(lambda text: " ".join(plain_lines(text).split()))
bodies = st.one_of(
    texts,
    st.lists(st.sampled_from(["", " ", "Subject: x", "Dear {name},", "to:", "\t", "Ünï", "\ufeff"])
    ).map("\n".join),
)  # fmt: skip


@st.composite
def people(draw: st.DrawFn) -> tuple[Address, ...]:
    """Addresses as a mail has them: those that are read again as they are typed."""
    found = draw(
        st.lists(
            st.builds(
                Address,
                lines.map(lambda name: name[:20]),
                st.from_regex(r"[a-z0-9.+-]{1,8}@[a-z]{1,6}\.example", fullmatch=True),
            ),
            max_size=3,
        )
    )
    return tuple(
        a for a in unique(found) if valid_address(a.email) and given_addresses(as_typed(a)) == (a,)
    )


@settings(max_examples=examples(40))
@given(
    bodies,
    lines,
    people(),
    people(),
    people(),
    st.sampled_from(["text/plain", "text/html", "text/markdown"]),
)
def test_what_is_written_is_read_again(
    body: str,
    subject: str,
    to: tuple[Address, ...],
    cc: tuple[Address, ...],
    bcc: tuple[Address, ...],
    kind: str,
) -> None:
    template = Template("x", plain_lines(body), kind, subject, to, cc, bcc, "me@x.example")
    assert read_template("x", write_template(template)) == template
    words_alone = Template("x", plain_lines(body))
    assert read_template("x", write_template(words_alone)) == words_alone


@given(st.binary(max_size=300))
def test_any_bytes_are_a_template_or_told_with_their_line(data: bytes) -> None:
    told: BadInput | None = None
    read = Template("x")
    try:
        read = read_template("x", data)
    except BadInput as error:
        told = error
    line = int(told.details.get("line", 0)) if told is not None else 0
    assert line <= len(data) + 1
    assert read_template("x", write_template(read)) == read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dear all,\n\nHi.\n", Template("x", "Dear all,\n\nHi.")),
        ("Hello: world\n", Template("x", "Hello: world")),
        ("\nSubject: in the words\n", Template("x", "Subject: in the words")),
        ("Subject: Offer\nTo: a@x.example; Bo <b@x.example>\n\nDear {name},",
         Template("x", "Dear {name},", subject="Offer",
                  to=(Address("", "a@x.example"), Address("Bo", "b@x.example")))),
        ("SUBJECT:  Two   words \r\ncc: a@x.example\r\nCc: c@x.example\r\n\r\nHi\r\n",
         Template("x", "Hi", subject="Two words",
                  cc=(Address("", "a@x.example"), Address("", "c@x.example")))),
        ("\ufeffSubject: S\n\nHi", Template("x", "Hi", subject="S")),
        ("Subject: no words", Template("x", subject="no words")),
        ("Content-Type: text/html; charset=utf-8\n\n<p>Hi</p>",
         Template("x", "<p>Hi</p>", "text/html")),
        ("", Template("x")),
    ],
)  # fmt: skip
def test_what_is_written_by_hand_is_understood(text: str, expected: Template) -> None:
    assert read_template("x", text.encode()) == expected


def test_a_file_of_another_editor_s_encoding_is_understood() -> None:
    data = b"\xff\xfe" + "Subject: Grüße\r\n\r\nLiebe Änne".encode("utf-16-le")
    assert read_template("x", data) == Template("x", "Liebe Änne", subject="Grüße")


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"Subject: S\nSubjct: x\n\nHi", "2"),
        (b"Subject: S\nDear all,\n\nHi", "2"),
        (b"To: nobody at all\n\nHi", "1"),
        (b"Subject: S\nCc: a@x.example, b@\n\nHi", "2"),
        (b"Account: somebody\n\nHi", "1"),
        (b"Content-Type: image/png\n\nHi", "1"),
        (b"Hi\nGr\xfc\xdfe\n", "2"),
        (b"Hi\n\nthere\x00", "3"),
    ],
)
def test_what_is_broken_is_told_with_its_line(data: bytes, line: str) -> None:
    with pytest.raises(BadInput) as told:
        read_template("x", data)
    assert told.value.details["line"] == line


@given(st.text(max_size=140))
def test_a_valid_name_is_a_file_in_its_folder_and_nowhere_else(name: str) -> None:
    try:
        kept = valid_name(name)
    except BadInput:
        return
    assert safe_filename(kept + SUFFIX) == kept + SUFFIX
    assert valid_name(kept) == kept
    assert "/" not in kept
    assert "\\" not in kept
    assert not kept.startswith(".")


@pytest.mark.parametrize(
    "name",
    ["", "  ", "../up", "a/b", "a\\b", "C:x", "con", "NUL", ".hidden", "a\u202eb", "a\x00b",
     "a\nb/..", "x" * 200, "..", "a?", "a\u200bb"],
)  # fmt: skip
def test_hostile_names_are_refused(name: str) -> None:
    with pytest.raises(BadInput):
        valid_name(name)


def test_names_of_any_script_are_kept() -> None:
    for name in ("Angebot für Kunden", "صباح الخير", "見積もり", "Re 2", "Cafe\u0301"):
        assert name_key(valid_name(name)) == name_key(name)
    assert name_key("OFFER") == name_key("offer")
    assert name_key("Cafe\u0301") == name_key("CAFÉ")


@given(DOCUMENTS)
def test_a_formatted_template_is_the_same_document_again(document: Document) -> None:
    kept = Template("Name", source(document), FORMATTED)
    again = read_template("Name", write_template(kept))
    assert again == kept
    assert from_source(again.body) == document


def test_formatted_words_are_written_by_hand() -> None:
    file = b"Content-Type: text/markdown\n\nDear **{name}**,\n- [a](https://x.example/)\n"
    template = read_template("Name", file)
    assert template.content_type == FORMATTED
    assert markup(from_source(template.body)) == (
        '<div>Dear <b>{name}</b>,</div>\n<ul>\n<li><a href="https://x.example/">a</a></li>\n</ul>'
    )
