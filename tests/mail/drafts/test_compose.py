"""mail.drafts.compose: what is written can be read back, by us and by the standard library."""

from __future__ import annotations

from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from desktop_app.mail.drafts.compose import compose, new_message_id, whole_text
from desktop_app.mail.message.body import attachment_bytes, read_body
from desktop_app.mail.message.parse import parse
from desktop_app.mail.wire.headers import clean
from desktop_app.mail.wire.mailboxes import valid_address
from desktop_app.model.address import Address
from desktop_app.model.draft import DraftAttachment, DraftContent
from tests.mail.mails import EMAIL, HOSTILE, LINES, WORDS
from tests.sure import of_kind, there

ALEX = Address("Alex Morgan", "alex@fernhill.example")
ADDRESS = st.builds(Address, WORDS.map(lambda t: " ".join(t.split()).strip("\"' ")), EMAIL)


def written(content: DraftContent, files: dict[str, bytes] | None = None) -> bytes:
    return compose(
        content,
        message_id="m1@fernhill.example",
        date=1795248900,
        read_attachment=(files or {}).__getitem__,
    )


def library(raw: bytes) -> EmailMessage:
    return message_from_bytes(raw, policy=default)


@given(
    to=st.lists(ADDRESS, min_size=1, max_size=4),
    cc=st.lists(ADDRESS, max_size=3),
    subject=WORDS.map(lambda t: " ".join(t.split())),
)
def test_addresses_and_subject_come_back_the_same(
    to: list[Address], cc: list[Address], subject: str
) -> None:
    raw = written(DraftContent(ALEX, to=tuple(to), cc=tuple(cc), subject=subject))
    found = parse(raw)
    assert (found.from_, found.to, found.cc) == ((ALEX,), tuple(to), tuple(cc))
    assert found.subject == subject
    assert [a.addr_spec for a in library(raw)["To"].addresses] == [a.email for a in to]
    assert str(library(raw)["Subject"] or "") == subject
    assert max(map(len, raw.partition(b"\r\n\r\n")[0].split(b"\r\n"))) <= 998


@given(LINES)
@example("> quoted\n> > twice\n\n  indented\nFrom here\n-- \nsig")
@example("x" * 300 + " " + "word " * 60)
@example("日本語の文章。" * 40)
@example("> " + "long quoted line " * 20)
@example("plain  \n\ttab\t\nend")
@example("From me\nend")
@example("> " + "so it was " * 30 + "\n>> twice")
@example("two  spaces  \n\ttab\t\n\u00a0\n.\n..\n=20\n>From x")
def test_the_text_comes_back_as_it_was_shown(text: str) -> None:
    content = DraftContent(ALEX, to=(ALEX,), body=text)
    raw = written(content)
    part = there(library(raw).get_body())
    assert part.get_param("format") is None
    assert part.get_content().replace("\r\n", "\n") == whole_text(content) + "\n"
    for html in (raw, written(replace(content, content_type="text/html"))):
        plain = there(library(html).get_body(preferencelist=("plain",)))
        wire = str(plain.get_payload()).split("\n")
        assert max(map(len, wire)) <= 78
        assert not any(line.startswith("From ") or line.endswith((" ", "\t")) for line in wire)


def test_a_paragraph_is_one_line_for_whoever_reads_it() -> None:
    """A program that knows nothing of format=flowed breaks it at its own width."""
    paragraph = "A paragraph is as long as it was written, whatever the screen. " * 9
    raw = written(DraftContent(ALEX, to=(ALEX,), body=f"Hi,\n\n{paragraph.strip()}\n\nAlex"))
    assert paragraph.strip() in there(library(raw).get_body()).get_content()
    assert b"Content-Transfer-Encoding: quoted-printable" in raw
    short = written(DraftContent(ALEX, to=(ALEX,), body="Hi,\n\nyes = no.\n\nAlex"))
    assert b"\r\nyes = no.\r\n" in short


@given(
    st.binary(max_size=500), WORDS.map(lambda t: t.replace("/", "").replace("\\", "").strip(" ."))
)
@example(b"\r\n.\r\nFrom \n--=_\r\n\0\xff", "Übersicht 2026 " * 10 + ".pdf")
def test_attachments_go_through_byte_for_byte(data: bytes, name: str) -> None:
    file = DraftAttachment("f1", name or "x", "application/pdf", len(data), "")
    raw = written(
        DraftContent(ALEX, to=(ALEX,), body="see file", attachments=(file,)), {"f1": data}
    )
    (found,) = library(raw).iter_attachments()
    assert found.get_content() == data
    assert attachment_bytes(raw, "2") == data
    shown = name.strip() or ("attachment" if name else "x")
    assert parse(raw).attachments[0].filename == shown[:200]


@pytest.mark.parametrize("kind", ["message/rfc822", "multipart/mixed", "text/plain\r\nX: y", "odd"])
def test_no_content_type_of_a_file_can_change_its_bytes(kind: str) -> None:
    data = b"From: x\r\nSubject: y\n\nz\r"
    file = DraftAttachment("f", "a.eml", kind, len(data), "")
    raw = written(DraftContent(ALEX, to=(ALEX,), attachments=(file,)), {"f": data})
    assert attachment_bytes(raw, "2") == data
    assert b"\nX: y" not in raw


FIELDS = {
    "From:", "To:", "Cc:", "Bcc:", "Subject:", "Date:", "Message-ID:", "In-Reply-To:",
    "References:", "MIME-Version:", "Content-Type:", "Content-Transfer-Encoding:",
    "X-Draftdesk-Draft:",
}  # fmt: skip


@given(HOSTILE, HOSTILE, HOSTILE, HOSTILE)
@example("a\r\nBcc: x@y.example", "b\nBcc: x", "c\r\n\r\nbody", "d\0\x0bBcc: x")
@example("=?utf-8?q?=0D=0ABcc:_x?=", "<a>, x@evil.example", '"', "a>\r\nBcc: <x")
def test_no_field_can_inject_another(one: str, two: str, three: str, four: str) -> None:
    content = DraftContent(
        Address(one, "alex@fernhill.example"),
        to=(Address(two, f"a{three}@b.example"),),
        subject=three,
        in_reply_to=four,
        references=(one, two),
        attachments=(DraftAttachment("f", four, two, 1, ""),),
    )
    raw = compose(
        content, message_id=two, date=0, read_attachment=lambda _: b"x", draft_header=three
    )
    head = raw.partition(b"\r\n\r\n")[0].decode()
    email = content.to[0].email
    raw_letters = [line for line in head.split("\r\n") if not line.isascii()]
    assert not raw_letters or (valid_address(email) and email in raw_letters[0])
    assert len(raw_letters) <= 1
    names = [line.split(" ")[0] for line in head.split("\r\n") if line[:1] not in " \t"]
    assert set(names) <= FIELDS
    assert len(names) == len(set(names))
    assert len(parse(raw).to) <= 1
    assert "\n" not in head.replace("\r\n", "")
    assert parse(raw).subject == clean(three) or "=?" in three


def test_the_same_draft_is_the_same_bytes() -> None:
    file = DraftAttachment("f", "a.bin", "application/x", 3, "")
    content = DraftContent(
        ALEX,
        to=(ALEX,),
        subject="Grüße",
        body="<p>Hi</p>",
        content_type="text/html",
        attachments=(file,),
    )
    assert written(content, {"f": b"abc"}) == written(content, {"f": b"abc"})


def test_every_line_ends_with_crlf() -> None:
    raw = written(
        DraftContent(ALEX, to=(ALEX,), body="a\nb\r\nc\rd", signature="s\nt", quoted="> q")
    )
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert b"\r" not in raw.replace(b"\r\n", b"")


def test_signature_and_history_follow_the_words() -> None:
    content = DraftContent(
        ALEX, to=(ALEX,), body="Yes.\n", signature="Alex", quoted="On … wrote:\n> hm"
    )
    assert whole_text(content) == "Yes.\n\n-- \nAlex\n\nOn … wrote:\n> hm"
    assert read_body(written(content)).text == whole_text(content)


def test_html_goes_beside_its_text_and_as_the_reader_shows_it() -> None:
    body = '<p>Hello <b>you</b><script>x</script></p><p style="display:none">hidden</p>'
    raw = written(
        DraftContent(ALEX, to=(ALEX,), body=body, content_type="text/html", signature="Alex")
    )
    message = library(raw)
    assert message.get_content_type() == "multipart/alternative"
    plain, page = (of_kind(EmailMessage, p).get_content() for p in message.iter_parts())
    assert plain.replace("\r\n", "\n") == "Hello you\n\n-- \nAlex\n"
    assert "<b>you</b>" in page
    assert "script" not in page + plain
    assert "hidden" not in page + plain


def test_bcc_is_written_only_when_asked_for() -> None:
    content = DraftContent(ALEX, to=(ALEX,), bcc=(Address("", "secret@x.example"),))
    with_it = compose(content, message_id="m@x", date=0, read_attachment=lambda _: b"")
    without = compose(
        content, message_id="m@x", date=0, read_attachment=lambda _: b"", include_bcc=False
    )
    assert parse(with_it).bcc == content.bcc
    assert b"secret" not in without


def test_international_domains_are_written_in_ascii() -> None:
    raw = written(DraftContent(ALEX, to=(Address("", "zoe@bücher.example"),)))
    assert parse(raw).to[0].email == "zoe@xn--bcher-kva.example"


def test_a_long_chain_of_references_is_folded_and_kept() -> None:
    chain = tuple(f"message-{n}@host.example" for n in range(60))
    raw = written(DraftContent(ALEX, to=(ALEX,), in_reply_to=chain[-1], references=chain))
    assert parse(raw).references == chain
    assert all(len(line) <= 78 for line in raw.split(b"\r\n"))


def test_message_ids_depend_on_the_entropy_alone_and_are_well_formed() -> None:
    one = new_message_id("fernhill.example", "a")
    assert one == new_message_id("fernhill.example", "a") != new_message_id("fernhill.example", "b")
    assert one.endswith("@fernhill.example")
    assert new_message_id("x\r\n>y", "a").endswith("@xy")
