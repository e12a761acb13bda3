"""The sender of an IMAP account: once out by SMTP, once in Sent, and doubts settled by looking."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.accounts.imap.sender import SmtpSender
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.mail.message.parse import parse
from desktop_app.model.errors import Unavailable
from desktop_app.model.mail_server import MailServers
from desktop_app.model.outbox import Delivery, OutboxEntry, OutboxState
from tests.fakes.house import mail
from tests.fakes.mail_servers.dovecot import PASSWORD, USER, Dovecot
from tests.fakes.mail_servers.smtp import Post

MIME = mail(
    "Plan", from_=f"Alex <{USER}>", message_id="p1@x.example", more="Bcc: eve@x.example\r\n"
)
ENTRY = OutboxEntry(
    1, "d1", "i1", 1, "", "<p1@x.example>", MIME, ("dana@lee.example",), OutboxState.SENDING, 0.0
)


def sender_of(servers: MailServers, session: ImapSession) -> SmtpSender:
    assert servers.outgoing is not None
    return SmtpSender(servers, servers.outgoing, lambda: PASSWORD, session)


@pytest.fixture
def sender(server: Dovecot, post: Post) -> Iterator[SmtpSender]:
    servers = replace(server.servers(), outgoing=post.servers().outgoing)
    session = ImapSession(servers, lambda: PASSWORD)
    yield sender_of(servers, session)
    session.close()


def in_sent(client: Any) -> list[bytes]:
    client.select_folder("Sent", readonly=True)
    data = client.fetch(client.search(), ["BODY.PEEK[]"])
    return [mail[b"BODY[]"] for mail in data.values()]


def test_a_mail_goes_out_once_and_is_in_sent_once(
    sender: SmtpSender, post: Post, other: Callable[[], Any]
) -> None:
    sender.prepare(ENTRY)
    assert sender.send(ENTRY).delivery is Delivery.SENT
    assert [t.sender for t in post.taken] == [USER]
    for _ in range(3):
        assert sender.file(ENTRY)
    (filed,) = in_sent(other())
    assert b"eve@x.example" in filed, "your own copy tells whom you sent it to"
    assert b"eve@x.example" not in post.taken[0].data
    assert len(post.taken) == 1


def test_letters_before_an_at_are_filed_as_they_went_out(
    sender: SmtpSender, post: Post, other: Callable[[], Any]
) -> None:
    raw = MIME.replace(b"Subject:", "Cc: grüße@x.example\r\nSubject:".encode(), 1)
    entry = replace(ENTRY, mime=raw, recipients=("dana@lee.example", "grüße@x.example"))
    said = sender.send(entry).said
    assert said is not None
    assert said.takes_letters
    assert "SMTPUTF8" in post.options
    assert post.taken[0].recipients == entry.recipients
    assert sender.file(entry)
    (filed,) = in_sent(other())
    assert [a.email for a in parse(filed).cc] == ["grüße@x.example"]
    assert sender.look(entry).delivery is Delivery.SENT


def test_a_server_that_files_by_itself_gets_no_second_copy(
    sender: SmtpSender, other: Callable[[], Any]
) -> None:
    client = other()
    client.append("Sent", MIME, ["\\Seen"])
    sender.file(ENTRY)
    assert len(in_sent(client)) == 1


def test_a_doubt_is_settled_by_looking_in_sent(
    sender: SmtpSender, post: Post, other: Callable[[], Any]
) -> None:
    post.mode = "die after"
    assert sender.send(ENTRY).delivery is Delivery.UNKNOWN
    assert sender.look(ENTRY).delivery is Delivery.UNKNOWN
    other().append("Sent", MIME, ["\\Seen"])
    assert sender.look(ENTRY).delivery is Delivery.SENT
    assert len(post.taken) == 1


def test_where_imap_is_away_the_copy_waits(server: Dovecot, post: Post) -> None:
    servers = replace(server.servers(), outgoing=post.servers().outgoing)
    away = replace(servers, incoming=replace(servers.incoming, port=1))
    sender = sender_of(away, ImapSession(away, lambda: PASSWORD))
    assert sender.send(ENTRY).delivery is Delivery.SENT
    assert sender.look(ENTRY).delivery is Delivery.UNKNOWN
    with pytest.raises(Unavailable):
        sender.file(ENTRY)


@pytest.mark.parametrize("folder", ["INBOX", "Archive", "Clients"])
def test_the_mail_that_was_answered_is_marked_as_such(
    sender: SmtpSender, other: Callable[[], Any], folder: str
) -> None:
    client = other()
    if not client.folder_exists(folder):
        client.create_folder(folder)
    client.append(folder, mail("Plan", message_id="asked@x.example"))
    client.append(folder, mail("Other", message_id="other@x.example"))
    answer = mail("Re: Plan", message_id="p1@x.example", more="In-Reply-To: <asked@x.example>\r\n")
    for _ in range(2):
        sender.file(replace(ENTRY, mime=answer))
    client.select_folder(folder)
    flags = {
        data[b"ENVELOPE"].subject: b"\\Answered" in data[b"FLAGS"]
        for data in client.fetch(client.search(), ["FLAGS", "ENVELOPE"]).values()
    }
    assert flags == {b"Plan": True, b"Other": False}
