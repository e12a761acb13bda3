"""The check of a mailbox: each step in plain words, wherever it fails."""

from __future__ import annotations

import hashlib
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
import trustme

from desktop_app.accounts.imap.check import check_mailbox
from desktop_app.model.errors import Cancelled
from desktop_app.model.mail_server import MailServers, Security, ServerAddress, SubmissionSaid
from desktop_app.model.mailbox_check import (
    CheckedStep,
    CheckOutcome,
    CheckStep,
    Credentials,
    MailboxCheck,
)
from tests.fakes.mail_servers.desk import imap_desk
from tests.fakes.mail_servers.dovecot import PASSWORD, Dovecot
from tests.fakes.mail_servers.smtp import DEFAULT_SIZE, Post, post_office

GOOD, BAD, SKIPPED = CheckOutcome.GOOD, CheckOutcome.BAD, CheckOutcome.SKIPPED


def check(servers: MailServers, password: str = PASSWORD) -> dict[CheckStep, CheckedStep]:
    told: list[CheckStep] = []
    steps = check_mailbox(servers, lambda: password, Event(), told.append)
    assert [step.step for step in steps] == list(CheckStep)
    assert told == [s for s in CheckStep if s in told], "in their order, each once"
    return {step.step: step for step in steps}


@pytest.fixture
def both(server: Dovecot, post: Post) -> MailServers:
    return replace(server.servers(), outgoing=post.servers().outgoing)


def test_all_is_well(both: MailServers) -> None:
    steps = check(both)
    assert {step.outcome for step in steps.values()} == {GOOD}
    assert "issued by trustme" in steps[CheckStep.CERTIFICATE].words
    assert steps[CheckStep.DRAFTS].words == "“Drafts” is used."
    assert "found" in steps[CheckStep.FOLDERS].words


def test_what_the_server_for_sending_takes_is_heard(both: MailServers) -> None:
    assert MailboxCheck(tuple(check(both).values())).said == SubmissionSaid(True, DEFAULT_SIZE)
    with post_office(utf8=False, data_size_limit=9_000_000) as plain:
        servers = replace(both, outgoing=plain.servers().outgoing)
        assert MailboxCheck(tuple(check(servers).values())).said == SubmissionSaid(False, 9_000_000)
    steps = check(replace(both, outgoing=None))
    assert MailboxCheck(tuple(steps.values())).said is None


def test_what_was_heard_is_kept_with_the_account(tmp_path: Path, both: MailServers) -> None:
    with imap_desk(tmp_path, both) as desk:
        kept, services = desk.store.mail_servers, desk.services
        services.check(desk.store.accounts.get("i1"), Event(), lambda _: None)
        assert kept.said("i1") == SubmissionSaid(True, DEFAULT_SIZE)
        entered = Credentials("new@x.example", both, PASSWORD, "Alex")
        with post_office(utf8=False, data_size_limit=9_000_000) as plain:
            entered = replace(entered, servers=replace(both, outgoing=plain.servers().outgoing))
            checked = services.enrolment.enter(
                "imap", entered, days=0, session_only=True, cancelled=Event(), told=lambda _: None
            )
        assert checked.signed_in is not None
        assert kept.said(checked.signed_in.account_id) == SubmissionSaid(False, 9_000_000)
        assert kept.said("i1") == SubmissionSaid(True, DEFAULT_SIZE)


def test_without_a_server_for_sending(server: Dovecot) -> None:
    steps = check(server.servers(Security.STARTTLS))
    assert steps[CheckStep.SEND].outcome is SKIPPED
    assert "can't send" in steps[CheckStep.SEND].words
    assert steps[CheckStep.SIGN_IN].outcome is GOOD


def test_a_wrong_password_is_tried_once(both: MailServers, post: Post) -> None:
    """And not at the other server too: some failures in a row lock an account."""
    steps = check(both, "wrong")
    assert steps[CheckStep.SIGN_IN].outcome is BAD
    assert "does not accept" in steps[CheckStep.SIGN_IN].words
    assert steps[CheckStep.SEND] == CheckedStep(CheckStep.SEND, SKIPPED, "Not tried.")


@pytest.mark.parametrize("security", [Security.TLS, Security.STARTTLS])
def test_a_certificate_that_is_refused_shows_its_fingerprint(
    server: Dovecot, security: Security
) -> None:
    pem = ssl.get_server_certificate(("127.0.0.1", server.tls_port))
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest().upper()
    step = check(replace(server.servers(security), ca_file=""))[CheckStep.CERTIFICATE]
    assert step.outcome is BAD
    assert step.words.replace(":", "").rstrip(".").endswith(digest)
    assert "certificate authority" in step.next_step


@pytest.mark.parametrize("security", [Security.TLS, Security.STARTTLS])
def test_so_does_one_of_the_server_for_sending(
    server: Dovecot, security: Security, tmp_path: Path
) -> None:
    authority, made = trustme.CA(), ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("127.0.0.1").configure_cert(made)
    name = "ssl_context" if security is Security.TLS else "tls_context"
    options: dict[str, Any] = {name: made}
    with post_office(**options) as behind:
        servers = replace(server.servers(), outgoing=behind.servers(security).outgoing)
        step = check(servers)[CheckStep.SEND]
    assert step.outcome is BAD
    assert "fingerprint is " in step.words


def test_a_port_that_speaks_something_else(both: MailServers, server: Dovecot) -> None:
    plain = replace(both, incoming=replace(both.incoming, port=server.port))
    step = check(plain)[CheckStep.CERTIFICATE]
    assert step.outcome is BAD
    assert "does not speak TLS" in step.words
    assert "993" in step.next_step


def test_nothing_answers(both: MailServers, post: Post) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    away = replace(both, incoming=replace(both.incoming, port=port))
    step = check(away)[CheckStep.CONNECT]
    assert step.words == f"Nothing answers at 127.0.0.1 on port {port}."
    assert both.outgoing is not None
    deaf = replace(both, outgoing=replace(both.outgoing, port=port))
    assert check(deaf)[CheckStep.SEND].words == f"Nothing answers at 127.0.0.1 on port {port}."


def test_a_name_that_is_none() -> None:
    nowhere = MailServers(ServerAddress("imap.nowhere.invalid", 993), None, "a@b.example")
    step = check(nowhere)[CheckStep.CONNECT]
    assert step.words == "There is no server named imap.nowhere.invalid."


def test_without_encryption_only_this_computer(both: MailServers) -> None:
    assert both.outgoing is not None
    far = replace(both, outgoing=replace(both.outgoing, host="0.0.0.0"))
    step = check(far)[CheckStep.SEND]
    assert "Without TLS only a server on this computer" in step.words


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (b"NO [ALERT] Application-specific password required", "wants an app password"),
        (b"NO [ALERT] Too many simultaneous connections", "too many connections"),
        (b"NO [ALERT] Your account is not enabled for IMAP use", "does not let mail programs in"),
        (b"NO [AUTHENTICATIONFAILED] Invalid credentials", "does not accept"),
    ],
)
def test_why_a_sign_in_is_refused(answer: bytes, words: str) -> None:
    with saying_no(answer) as port:
        at = ServerAddress("127.0.0.1", port, Security.NONE)
        step = check(MailServers(at, None, "a@b.example"))[CheckStep.SIGN_IN]
    assert step.outcome is BAD
    assert words in step.words
    assert step.next_step


def test_a_check_that_is_called_off_raises(both: MailServers) -> None:
    stop = Event()
    with pytest.raises(Cancelled):
        check_mailbox(both, lambda: PASSWORD, stop, lambda _: stop.set())


def test_a_silent_server_is_left_when_it_is_called_off() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        at = ServerAddress("127.0.0.1", listening.getsockname()[1], Security.NONE)
        stop, began = Event(), time.monotonic()

        def told(step: CheckStep) -> None:
            if step is CheckStep.CERTIFICATE:
                stop.set()

        with pytest.raises(Cancelled):
            check_mailbox(MailServers(at, None, "a@b.example"), lambda: "p", stop, told)
        assert time.monotonic() - began < 1, "blocked for over a second"


@contextmanager
def saying_no(answer: bytes) -> Iterator[int]:
    """A server that refuses every sign-in with `answer`."""
    listening = socket.create_server(("127.0.0.1", 0))

    def talk(client: socket.socket) -> None:
        with suppress(OSError), client, client.makefile("rb") as lines:
            client.sendall(b"* OK ready\r\n")
            for line in lines:
                tag, command = line.split()[:2]
                known = command == b"CAPABILITY"
                said = b"OK done" if known else answer
                more = b"* CAPABILITY IMAP4rev1\r\n" if known else b""
                client.sendall(more + tag + b" " + said + b"\r\n")

    def serve() -> None:
        with suppress(OSError):
            while True:
                talk(listening.accept()[0])

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield listening.getsockname()[1]
    finally:
        listening.close()
