"""SMTP: sent once, and what is known afterwards is true."""

from __future__ import annotations

import smtplib
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trustme
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.accounts.imap.submission import Letter, _written, wire_bytes
from desktop_app.accounts.imap.submission import submit as submit_at
from desktop_app.mail.drafts.compose import compose, new_message_id
from desktop_app.mail.message.parse import parse
from desktop_app.mail.wire.mailboxes import wire_address
from desktop_app.model.address import Address
from desktop_app.model.draft import DraftContent
from desktop_app.model.mail_server import MailServers, Security, ServerAddress
from desktop_app.model.outbox import Delivery, Receipt
from tests.fakes.house import mail
from tests.fakes.mail_servers.cutting_proxy import cutting_proxy
from tests.fakes.mail_servers.dovecot import PASSWORD, USER
from tests.fakes.mail_servers.smtp import Post, post_office

RAW = mail("Plan", "Hello\n.\n..two\nend", message_id="p@x.example")
LETTER = Letter(USER, ("dana@lee.example", "sam@lee.example"), RAW)


def submit(servers: MailServers, secret: Callable[[], str], letter: Letter) -> Receipt:
    assert servers.outgoing is not None
    return submit_at(servers, servers.outgoing, secret, letter)


def send(post: Post, letter: Letter = LETTER, password: str = PASSWORD) -> Receipt:
    return submit(post.servers(), lambda: password, letter)


def test_a_mail_arrives_as_it_was_approved(post: Post) -> None:
    assert send(post) == Receipt(Delivery.SENT)
    (taken,) = post.taken
    assert (taken.sender, taken.recipients) == (LETTER.sender, LETTER.recipients)
    assert taken.data.replace(b"\r\n", b"\n") == RAW.replace(b"\r\n", b"\n")


def test_the_network_learns_no_name_of_the_computer(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("annas-laptop", "annas-laptop.corp.internal")
    monkeypatch.setattr(socket, "gethostname", lambda: names[0])
    monkeypatch.setattr(socket, "getfqdn", lambda *_: names[1])
    heard: list[bytes] = []
    real = smtplib.SMTP.send

    def overheard(self: smtplib.SMTP, said: bytes | str) -> None:
        heard.append(said if isinstance(said, bytes) else said.encode())
        real(self, said)

    monkeypatch.setattr(smtplib.SMTP, "send", overheard)
    content = DraftContent(Address("", USER), to=(Address("", "dana@lee.example"),), body="Hi")
    content = replace(content, content_type="text/html")
    mime = compose(
        content,
        message_id=new_message_id(content.from_.domain, "n"),
        date=0,
        read_attachment=lambda _: b"",
    )
    assert send(post, replace(LETTER, mime=mime)) == Receipt(Delivery.SENT)
    assert any(said.lower().startswith(b"ehlo [127.0.0.1]") for said in heard)
    assert b"boundary" in b"".join(heard)
    assert b"annas-laptop" not in b"".join(heard)


def test_an_address_that_ends_the_command_sends_nothing(post: Post) -> None:
    for address in ("a@x.example>\r\nRCPT TO:<b@x.example", "a@x.example> SIZE=1 <", "a\tb@x"):
        receipt = send(post, replace(LETTER, recipients=("sam@lee.example", address)))
        assert (receipt.delivery, receipt.retryable) == (Delivery.NOT_SENT, False)
    assert post.taken == []


def test_blind_copies_are_not_in_the_bytes(post: Post) -> None:
    hidden = b"Bcc: secret@x.example,\r\n more@x.example\r\n"
    rest = b"To: a@b.example\r\n\r\nBcc: body\r\n"
    send(post, replace(LETTER, mime=b"Subject: x\r\n" + hidden + rest))
    assert post.taken[0].data == b"Subject: x\r\n" + rest


def test_who_is_refused_while_others_are_taken_is_told(post: Post) -> None:
    post.refuses = frozenset({"sam@lee.example"})
    assert send(post) == Receipt(Delivery.SENT, refused=("sam@lee.example",))
    assert post.taken[0].recipients == ("dana@lee.example",)


def test_nobody_taken_is_not_sent(post: Post) -> None:
    post.refuses = frozenset(LETTER.recipients)
    receipt = send(post)
    assert (receipt.delivery, receipt.retryable) == (Delivery.NOT_SENT, False)
    assert "no such person" in receipt.detail
    assert post.taken == []


@pytest.mark.parametrize(
    ("mode", "delivery", "retryable", "copies"),
    [
        ("later", Delivery.NOT_SENT, True, 0),
        ("never", Delivery.NOT_SENT, False, 0),
        ("die before", Delivery.UNKNOWN, False, 0),
        ("die after", Delivery.UNKNOWN, False, 1),
    ],
)
def test_what_is_known_is_true(
    post: Post, mode: str, delivery: Delivery, retryable: bool, copies: int
) -> None:
    post.mode = mode
    receipt = send(post)
    assert (receipt.delivery, receipt.retryable) == (delivery, retryable)
    assert len(post.taken) == copies


def test_a_wrong_password_is_not_sent(post: Post) -> None:
    receipt = send(post, password="wrong")
    assert receipt.delivery is Delivery.NOT_SENT
    assert "user name and password" in receipt.detail
    assert not receipt.retryable


def test_a_server_that_is_not_there_is_tried_again(post: Post) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    receipt = submit(post.servers(port=port), lambda: PASSWORD, LETTER)
    assert (receipt.delivery, receipt.retryable) == (Delivery.NOT_SENT, True)


def test_protection_is_never_left_out(post: Post) -> None:
    starttls = submit(post.servers(Security.STARTTLS), lambda: PASSWORD, LETTER)
    assert "does not offer STARTTLS" in starttls.detail
    far = replace(post.servers(), outgoing=ServerAddress("mail.example", 25, Security.NONE))
    assert "Without TLS" in submit(far, lambda: PASSWORD, LETTER).detail
    assert post.taken == []


@pytest.mark.parametrize("security", [Security.TLS, Security.STARTTLS])
def test_behind_tls_with_a_certificate_that_is_checked(security: Security, tmp_path: Path) -> None:
    authority, made = trustme.CA(), ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("127.0.0.1").configure_cert(made)
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    name = "ssl_context" if security is Security.TLS else "tls_context"
    options: dict[str, Any] = {name: made}
    with post_office(**options) as behind:
        servers = behind.servers(security)
        trusting = replace(servers, ca_file=str(tmp_path / "ca.pem"))
        assert submit(trusting, lambda: PASSWORD, LETTER) == Receipt(Delivery.SENT)
        refused = submit(servers, lambda: PASSWORD, LETTER)
        assert refused.delivery is Delivery.NOT_SENT
        assert "certificate of 127.0.0.1 was refused" in refused.detail
        assert len(behind.taken) == 1


def test_a_mail_that_is_too_large_is_told_in_sizes() -> None:
    with post_office(data_size_limit=1000) as small:
        receipt = send(small, replace(LETTER, mime=RAW + b"x" * 2_000_000))
        assert receipt.delivery is Delivery.NOT_SENT
        assert "2.0 MB" in receipt.detail
        assert small.taken == []


def test_letters_beyond_ascii() -> None:
    umlaut = replace(LETTER, recipients=("jürgen@müller.example",), mime=RAW + "Grüße\r\n".encode())
    with post_office() as knows:
        assert send(knows, umlaut).delivery is Delivery.SENT
        assert {"SMTPUTF8", "BODY=8BITMIME"} <= set(knows.options)
    with post_office(utf8=False) as plain:
        receipt = send(plain, umlaut)
        assert "beyond ASCII" in receipt.detail
        assert plain.taken == []


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_cut_anywhere_nothing_is_claimed_that_is_not_so(post: Post, after: bool) -> None:
    """At every piece the client sends: at most one copy, and the receipt fits."""
    with cutting_proxy(post.port) as proxy:
        servers = post.servers(port=proxy.port)
        assert submit(servers, lambda: PASSWORD, LETTER).delivery is Delivery.SENT
        pieces = proxy.seen
        assert pieces >= 8
        receipts = {}
        for piece in range(1, pieces + 1):
            proxy.arm(piece, after=after)
            letter = replace(LETTER, mime=mail(f"Piece {piece}", message_id=f"{piece}@x.example"))
            receipts[piece] = submit(servers, lambda: PASSWORD, letter).delivery
            proxy.arm(0, after=False)
        assert submit(servers, lambda: PASSWORD, LETTER).delivery is Delivery.SENT
    for piece, delivery in receipts.items():
        copies = sum(f"Subject: Piece {piece}\r\n".encode() in t.data for t in post.taken)
        assert copies <= 1
        if delivery is not Delivery.UNKNOWN:
            assert copies == (delivery is Delivery.SENT)
    assert set(receipts.values()) == set(Delivery)


def _endless(connection: socket.socket) -> None:
    while True:
        connection.sendall(b"220-and more\r\n" * 1000)


Talk = Callable[[socket.socket], None]


@contextmanager
def liar(talk: Talk) -> Iterator[int]:
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        connection, _ = listening.accept()
        with connection:
            connection.settimeout(20)
            try:
                talk(connection)
            except OSError:
                return

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield listening.getsockname()[1]
    thread.join(20)
    listening.close()


@pytest.mark.parametrize(
    "talk",
    [
        lambda c: c.sendall(b"554 go away\r\n"),
        lambda c: c.sendall(b"\xff\xfe" * 100 + b"\r\n"),
        lambda c: c.sendall(b"220 " + b"x" * 1_000_000 + b"\r\n"),
        _endless,
        lambda c: None,
        lambda c: c.sendall(b"220 ready\r\n250 no\r\n502 x\r\n"),
    ],
    ids=["refuses", "bytes", "long line", "endless", "gone", "odd"],
)  # fmt: skip
def test_a_server_that_lies_is_sent_nothing(post: Post, talk: Talk) -> None:
    with liar(talk) as port:
        assert submit(post.servers(port=port), lambda: PASSWORD, LETTER).delivery is (
            Delivery.NOT_SENT
        )


@given(st.binary(max_size=300))
def test_no_line_of_a_mail_ends_it(body: bytes) -> None:
    data = wire_bytes(b"Subject: x\r\n\r\n" + body)
    assert b"\r\n.\r\n" not in data
    assert data.endswith(b"\r\n")
    assert b"\n" not in data.replace(b"\r\n", b"")
    assert b"\r" not in data.replace(b"\r\n", b"")


@pytest.mark.parametrize(
    ("said", "delivery", "again"),
    [
        ("250 OK", Delivery.SENT, False),
        ("251 will forward", Delivery.SENT, False),
        ("252 I will try", Delivery.SENT, False),
        ("451 later", Delivery.NOT_SENT, True),
        ("454 later", Delivery.NOT_SENT, True),
        ("554 never", Delivery.NOT_SENT, False),
        ("354 go on", Delivery.UNKNOWN, False),
        ("699 what", Delivery.UNKNOWN, False),
    ],
)
def test_what_the_answer_to_the_final_dot_means(
    post: Post, said: str, delivery: Delivery, again: bool
) -> None:
    post.mode = said
    receipt = send(post)
    assert (receipt.delivery, receipt.retryable) == (delivery, again)


def test_a_greylisted_recipient_is_no_wrong_address_and_nobody_gets_it_twice(post: Post) -> None:
    post.refuses = frozenset({"sam@lee.example"})
    post.refusing = "450 4.2.0 Greylisted, try again in 300 seconds"
    receipt = send(post)
    assert (receipt.delivery, receipt.retryable) == (Delivery.NOT_SENT, True)
    assert "sam@lee.example" in receipt.detail
    assert receipt.refused == ()
    assert post.taken == []


@pytest.mark.parametrize(("extension", "wanted"), [(True, "müller"), (False, "xn--mller-kva")])
def test_a_domain_beyond_ascii_goes_as_the_server_can_take_it(extension: bool, wanted: str) -> None:
    class Server:
        def has_extn(self, name: str) -> bool:
            return extension and name == "smtputf8"

    written = _written(Server(), "dana@müller.example")  # type: ignore[arg-type]
    assert written == f"dana@{wanted}.example"
    assert _written(Server(), "dänä@lee.example") == "dänä@lee.example"  # type: ignore[arg-type]


INTERNATIONAL = DraftContent(
    Address("Zoë", USER),
    to=(Address("Jürgen", "jürgen@müller.example"), Address("", "dana@lee.example")),
    bcc=(Address("", "жук@lee.example"),),
    subject="Grüße",
    body="Guten Tag",
)


def international() -> Letter:
    mime = compose(INTERNATIONAL, message_id="i@x.example", date=0, read_attachment=lambda _: b"")
    people = tuple(wire_address(a.email) for a in INTERNATIONAL.recipients)
    return Letter(USER, people, mime)


def letters(receipt: Receipt) -> bool:
    """Whether the server said that it takes letters beyond ASCII before an @."""
    assert receipt.said is not None
    return receipt.said.takes_letters


def test_letters_before_the_at_go_raw_where_the_server_takes_them() -> None:
    with post_office() as knows:
        receipt = send(knows, international())
    assert (receipt.delivery, letters(receipt)) == (Delivery.SENT, True)
    assert "SMTPUTF8" in knows.options
    (taken,) = knows.taken
    assert taken.recipients == (
        "jürgen@xn--mller-kva.example",
        "dana@lee.example",
        "жук@lee.example",
    )
    head = taken.data.partition(b"\r\n\r\n")[0]
    assert "<jürgen@xn--mller-kva.example>".encode() in head
    assert "жук".encode() not in taken.data
    assert b"Subject: =?utf-8?" in head
    found = parse(taken.data)
    assert [a.email for a in found.to] == ["jürgen@xn--mller-kva.example", "dana@lee.example"]
    assert found.subject == "Grüße"


def test_letters_before_the_at_are_never_sent_as_anything_else() -> None:
    with post_office(utf8=False) as plain:
        receipt = send(plain, international())
        assert (receipt.delivery, letters(receipt)) == (Delivery.NOT_SENT, False)
        assert not receipt.retryable
        assert "before their @" in receipt.detail
        hidden = replace(international(), recipients=("dana@lee.example",))
        receipt = send(plain, hidden)  # the header alone would be garbage too
        assert receipt.delivery is Delivery.NOT_SENT
        assert plain.taken == []
        receipt = send(plain)
        assert (receipt.delivery, letters(receipt)) == (Delivery.SENT, False)
        assert "SMTPUTF8" not in plain.options
    with post_office() as knows:
        assert letters(send(knows)) is True
        assert "SMTPUTF8" not in knows.options
    servers = knows.servers()
    assert submit(servers, lambda: PASSWORD, LETTER).said is None
