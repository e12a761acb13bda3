"""Mail that was passed on is marked as such on a real server (`$Forwarded`)."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from threading import Event
from typing import Any

import pytest

from desktop_app.accounts.imap.mailbox import ImapMailbox
from desktop_app.accounts.imap.marking import forwarded_ids
from desktop_app.accounts.imap.sender import SmtpSender
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.mail.drafts.compose import compose
from desktop_app.model.draft import DraftContent, NewFile, Origin
from desktop_app.model.mail_server import Security
from desktop_app.model.message import Message
from desktop_app.model.outbox import OutboxEntry, OutboxState
from desktop_app.store.drafts.draft_writing import new_parts
from desktop_app.store.store import Store
from desktop_app.tools.verbs import draft_forward
from tests.accounts.imap.test_sync import synced
from tests.fakes.house import DANA, ME, TestHouse, mail
from tests.fakes.mail_servers.dovecot import PASSWORD, Dovecot
from tests.fakes.mail_servers.gmail import Gmail
from tests.fakes.mail_servers.peculiar import Peculiar

FORWARDED = b"$Forwarded"
CHAIN = ("root@x.example", "asked@x.example")
FORWARD = DraftContent(
    from_=ME,
    to=(DANA,),
    subject="Fwd: Plan",
    body="See below.",
    quoted="---------- Forwarded message ---------\nFrom: Dana\n\nThe plan.",
    references=CHAIN,
)


def sent(content: DraftContent = FORWARD, files: dict[str, bytes] | None = None) -> bytes:
    return compose(
        content,
        message_id="fwd@x.example",
        date=1_700_000_000,
        read_attachment=lambda id_: (files or {})[id_],
    )


def with_mails(*raws: bytes) -> bytes:
    """A mail without a quote that has others attached."""
    files = [NewFile(f"{n}.eml", "message/rfc822", raw) for n, raw in enumerate(raws)]
    parts = new_parts(files)
    content = replace(FORWARD, quoted="", references=(), attachments=tuple(parts))
    return sent(content, {part.id: file.data for part, file in zip(parts, files, strict=True)})


@pytest.fixture(scope="module")
def running(all_running: Callable[[str], Dovecot]) -> Dovecot:
    """The strong server alone: what it keeps of flags is made up where it matters."""
    return all_running("strong")


@pytest.fixture
def session(server: Dovecot, proxy: Peculiar) -> Iterator[ImapSession]:
    plain = server.servers(Security.NONE)
    at = replace(plain.incoming, port=proxy.port)
    made = ImapSession(replace(plain, incoming=at), lambda: PASSWORD)
    yield made
    made.close()


def filed(session: ImapSession, server: Dovecot, mime: bytes) -> None:
    servers = server.servers()
    entry = OutboxEntry(1, "d1", "i1", 1, "", "<f@x.example>", mime, (), OutboxState.SENT, 0.0)
    sender = SmtpSender(servers, servers.incoming, lambda: PASSWORD, session)
    assert sender.file(entry)


def marked(client: Any, *folders: str) -> dict[str, bool]:
    """Whether each mail in the folders is marked, by its subject."""
    found: dict[str, bool] = {}
    for folder in folders:
        client.select_folder(folder, readonly=True)
        told = client.fetch(client.search(), ["FLAGS", "ENVELOPE"])
        for data in told.values():
            assert b"\\Answered" not in data[b"FLAGS"]
            found[data[b"ENVELOPE"].subject.decode()] = FORWARDED in data[b"FLAGS"]
    return found


@pytest.mark.parametrize("folder", ["INBOX", "Archive", "Clients", "Sent", "Trash"])
def test_the_mail_that_was_passed_on_is_marked(
    session: ImapSession,
    server: Dovecot,
    put: Callable[..., None],
    other: Callable[[], Any],
    folder: str,
) -> None:
    put(mail("Plan", message_id="asked@x.example"), folder)
    put(mail("Root", message_id="root@x.example"), folder)
    for _ in range(2):
        filed(session, server, sent())
    told = marked(other(), folder)
    assert (told["Plan"], told["Root"]) == (True, False)


def test_many_mails_in_many_folders_one_of_them_gone(
    session: ImapSession, server: Dovecot, put: Callable[..., None], other: Callable[[], Any]
) -> None:
    mails = {f: mail(f, message_id=f"{f}@x.example") for f in ("INBOX", "Clients", "Archive")}
    for folder, raw in mails.items():
        put(raw, folder)
    put(mail("Other", message_id="other@x.example"))
    filed(session, server, with_mails(*mails.values(), mail("Gone", message_id="gone@x.example")))
    assert marked(other(), *mails) == {**dict.fromkeys(mails, True), "Other": False}


@pytest.mark.parametrize(
    ("flags", "tried"),
    [
        (rb"\\Answered \\Seen", False),
        (rb"", False),
        (rb"\\Seen $forwarded", True),
        (rb"\\Seen \\*", True),
        (None, True),
    ],
)
def test_a_server_without_keywords_is_not_asked_for_one(
    flags: bytes | None,
    tried: bool,
    session: ImapSession,
    server: Dovecot,
    proxy: Peculiar,
    put: Callable[..., None],
    other: Callable[[], Any],
) -> None:
    pattern = rb"^\* OK \[PERMANENTFLAGS \([^)]*\)\].*\r\n"
    line = b"" if flags is None else b"* OK [PERMANENTFLAGS (" + flags + b")] Kept.\r\n"
    proxy.answer = lambda told: re.sub(pattern, line, told)
    put(mail("Plan", message_id="asked@x.example"))
    filed(session, server, sent())
    assert any(b"$Forwarded" in command for command in proxy.commands) is tried
    assert marked(other(), "INBOX") == {"Plan": tried}
    assert in_sent(other()) == 1


@pytest.mark.parametrize(
    "said", [b"NO [NOPERM] no", b"BAD keyword", b"NO [LIMIT] no more keywords", b"NO"]
)
def test_a_refusal_stops_nothing(
    said: bytes,
    session: ImapSession,
    server: Dovecot,
    proxy: Peculiar,
    put: Callable[..., None],
    other: Callable[[], Any],
) -> None:
    put(mail("Plan", message_id="asked@x.example"))
    refused = re.compile(rb"UID STORE .*\$Forwarded")
    proxy.refuse = lambda command, _: said if refused.match(command) else b""
    filed(session, server, sent())
    assert marked(other(), "INBOX") == {"Plan": False}
    assert in_sent(other()) == 1


def in_sent(client: Any) -> int:
    client.select_folder("Sent", readonly=True)
    return len(client.search())


def test_a_mark_is_no_change_that_the_sync_pushes_or_shows(
    session: ImapSession, server: Dovecot, store: Store, put: Callable[..., None]
) -> None:
    put(mail("Plan", message_id="asked@x.example"))
    mailbox = ImapMailbox(session, store.folder_mirror("i1"), "i1", Event(), clock=time.time)
    synced(store, mailbox)
    filed(session, server, sent())
    report = synced(store, mailbox)
    assert (report.pushed, report.refused, store.pending.count("i1")) == (0, 0, 0)


def test_at_gmail_there_is_no_such_thing(google: Gmail) -> None:
    session = ImapSession(google.servers(), lambda: PASSWORD)
    entry = OutboxEntry(1, "d1", "i1", 1, "", "<f@x.example>", sent(), (), OutboxState.SENT, 0.0)
    servers = google.servers()
    SmtpSender(servers, servers.incoming, lambda: PASSWORD, session).file(entry)
    session.close()
    assert not any("Forwarded" in command for command in google.log)


# What a mail passes on


def test_a_forward_that_the_tool_makes_names_its_mail(house: TestHouse) -> None:
    message = house.add(mail("Plan", message_id="asked@x.example"))
    assert forwarded_ids(forward_of(house, message)) == ["<asked@x.example>"]


def forward_of(house: TestHouse, message: Message) -> bytes:
    params = draft_forward.DraftForward(message_id=str(message.id), to=("dana@lee.example",))
    saved: Any = house.runner(Origin.USER).call(draft_forward.TOOL, params).unwrap()
    return sent(house.store.drafts.get(saved.draft_id).content)


@pytest.mark.parametrize("wanted", ["text/plain", "text/html"])
def test_a_forward_is_one_in_text_and_in_html(wanted: str) -> None:
    assert forwarded_ids(sent(replace(FORWARD, content_type=wanted))) == ["<asked@x.example>"]


@pytest.mark.parametrize(
    "content",
    [
        replace(FORWARD, in_reply_to="asked@x.example"),
        replace(FORWARD, quoted=""),
        replace(FORWARD, quoted="> ---------- Forwarded message ---------\n> From: Dana"),
        replace(FORWARD, references=()),
    ],
    ids=["an answer", "nothing passed on", "an answer about a forward", "a mail without a name"],
)
def test_what_passes_nothing_on_marks_nothing(content: DraftContent) -> None:
    assert forwarded_ids(sent(content)) == []


def test_a_mail_without_a_name_does_not_stand_for_the_one_it_answers(house: TestHouse) -> None:
    """Its References end with another mail."""
    raw = mail("Plan", more="References: <root@x.example>\r\n").replace(
        b"Message-ID: <one@lee.example>\r\n", b""
    )
    message = house.add(raw)
    assert forwarded_ids(forward_of(house, message)) == []
