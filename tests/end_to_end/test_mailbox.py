"""The main job with a mailbox on a mail server, in the real application: from the address to the
server's Sent."""

from __future__ import annotations

from collections.abc import Iterator
from email.utils import formatdate

import pytest

from tests.end_to_end.desk import Desk, until
from tests.end_to_end.test_sign_in import act
from tests.fakes.house import mail
from tests.fakes.keyring_service import files_holding, missing
from tests.fakes.mail_servers.dovecot import PASSWORD, USER, Dovecot, dovecot, installed
from tests.fakes.mail_servers.smtp import Post, post_office

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(not installed() or bool(missing()), reason="bootstrap.sh test not run"),
]

SUBJECT = "Lease renewal"
QUESTION = "Hi Alex,\n\nIs 1 February all right as the start date?\n\nBest\nDana"


@pytest.fixture
def server() -> Iterator[Dovecot]:
    with dovecot() as running:
        client = running.client()
        raw = mail(SUBJECT, QUESTION, message_id="l@lee.example", to=USER, date=formatdate())
        client.append("INBOX", raw)
        client.logout()
        yield running


@pytest.fixture
def post() -> Iterator[Post]:
    with post_office() as running:
        yield running


def fill(desk: Desk, entry: str, *keys: str) -> None:
    """Replace what is in a field, by the keyboard."""
    desk.at("focus", entry)
    desk.keys("ctrl+a", *keys)


def add_mailbox(desk: Desk, server: Dovecot, post: Post) -> None:
    """The wizard, with servers that nothing could find."""
    act(desk, "Add account…")
    desk.at("wait", "A mail address", role="radio button")
    desk.at("press", "Next", prefix=True)
    desk.at("type", "Mail address", role="text", text=USER)
    desk.at("type", "Your name", role="text", text="Alex Morgan")
    desk.at("press", "Next", prefix=True)
    desk.at("wait", "IMAP server", role="text", seconds=30)
    desk.at("type", "Password", role="password text", text="wrong")
    desk.at("type", "IMAP server", role="text", text="127.0.0.1")
    fill(desk, "IMAP port", *str(server.tls_port))
    desk.at("type", "SMTP server", role="text", text="127.0.0.1")
    fill(desk, "SMTP port", *str(post.port))
    desk.keys("Tab", "Down", "Down")  # no encryption, on this computer
    desk.at("press", "Next", prefix=True)
    desk.at("wait", "127.0.0.1 does not accept this user name and password.")
    desk.at("press", "Change what I entered")
    desk.at("type", "Password", role="password text", text=PASSWORD)
    desk.at("press", "Next", prefix=True)
    desk.at("wait", "Sent folder: “Sent” is used.")
    desk.at("press", "Finish", prefix=True)
    desk.at("gone", "Finish", prefix=True)


@pytest.mark.usefixtures("keyring")
def test_from_the_address_to_a_reply_in_sent(desk: Desk, server: Dovecot, post: Post) -> None:
    desk.open(SSL_CERT_FILE=str(server.ca_file), DRAFTDESK_MAIL_UNDO_SECONDS="0")
    desk.at("wait", "Conversations")
    add_mailbox(desk, server, post)
    assert files_holding(PASSWORD, desk.profile) == []
    until(lambda: any(SUBJECT in r and "Dana" in r for r in desk.at("children", "Conversations")))

    # Mail that comes meanwhile is told by the server: the next check is minutes away.
    client = server.client()
    client.append("INBOX", mail("Lunch", "Soup?", message_id="s@lee.example", date=formatdate()))
    until(lambda: any("Lunch" in row for row in desk.at("children", "Conversations")))

    # Search, read, ask, send.
    desk.at("type", "Search mail", text="february from:dana")
    desk.at("select", "Conversations", row=SUBJECT)
    desk.at("wait", "Messages")
    desk.at("press", "Starter assistant", prefix=True)
    desk.at("type", "Assistant prompt", text="reply saying that 1 February is all right")
    desk.at("press", "Ask")
    desk.at("press", "Review")
    desk.reads("Draft body", "1 February is all right")
    desk.at("press", "Send to", prefix=True)
    until(lambda: post.taken)
    assert [taken.recipients for taken in post.taken] == [("dana@lee.example",)]

    def in_sent() -> int:
        client.select_folder("Sent", readonly=True)
        return len(client.search())

    until(in_sent)
    assert in_sent() == 1
    client.logout()
