"""Greetings of servers on loopback, and the order of the usual names."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future

import pytest

from desktop_app.accounts.imap import guesses
from desktop_app.accounts.imap.guesses import IMAP, SMTP, Protocol, answers_tls, guess
from desktop_app.accounts.imap.in_thread import in_thread
from desktop_app.model.errors import BadInput
from desktop_app.model.mail_server import Security, ServerAddress
from tests.accounts.imap.discovery.conftest import READ, TLS, Authority, MailServer
from tests.sure import there

EMAIL = "alex@fernhill.example"
Start = Callable[..., MailServer]


@pytest.fixture
def answers(authority: Authority) -> Callable[..., bool]:
    def ask(
        server: MailServer,
        protocol: Protocol,
        security: Security = Security.TLS,
        host: str = "localhost",
    ) -> bool:
        at = ServerAddress(host, server.port, security)
        return answers_tls(at, protocol, ca_file=authority.ca_file)

    return ask


@pytest.mark.parametrize(
    ("protocol", "greeting"),
    [
        (IMAP, b"* OK ready\r\n"),
        (IMAP, b"* OK [CAPABILITY IMAP4rev1]\r\n* more\r\n"),
        (SMTP, b"220 ready\r\n"),
        (SMTP, b"220-first\r\n220 second\r\n"),
        (SMTP, b"220\r\n"),
    ],
)
def test_a_server_that_greets_behind_tls_is_found(
    mail_server: Start, answers: Callable[..., bool], protocol: Protocol, greeting: bytes
) -> None:
    server = mail_server(TLS, greeting)
    assert answers(server, protocol)
    assert server.heard == []


@pytest.mark.parametrize(
    ("protocol", "greeting"),
    [
        (IMAP, b"* BYE busy\r\n"),
        (IMAP, b"* PREAUTH in\r\n"),
        (IMAP, b"220 ready\r\n"),
        (SMTP, b"554 go away\r\n"),
        (SMTP, b"* OK ready\r\n"),
        (SMTP, b"HTTP/1.1 400 Bad Request\r\n\r\n"),
    ],
)
def test_another_greeting_is_no_server(
    mail_server: Start,
    answers: Callable[..., bool],
    protocol: Protocol,
    greeting: bytes,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guesses, "SECONDS", 0.2)
    assert not answers(mail_server(TLS, greeting), protocol)


@pytest.mark.parametrize("greeting", [b"x" * 100_000, b"220-\r\n" * 10_000])
def test_a_greeting_without_an_end_is_cut_by_its_length(
    mail_server: Start, answers: Callable[..., bool], greeting: bytes
) -> None:
    begun = time.monotonic()
    assert not answers(mail_server(TLS, greeting), SMTP)
    assert time.monotonic() - begun < 1


def test_imap_goes_to_tls_by_starttls(mail_server: Start, answers: Callable[..., bool]) -> None:
    server = mail_server(b"* OK ready\r\n", READ, b"* OK wait\r\na OK go\r\n", TLS)
    assert answers(server, IMAP, Security.STARTTLS)
    assert server.heard == [b"a STARTTLS\r\n"]


def test_smtp_goes_to_tls_by_starttls(mail_server: Start, answers: Callable[..., bool]) -> None:
    steps = (b"220 ready\r\n", READ, b"250-me\r\n250 STARTTLS\r\n", READ, b"220 go\r\n", TLS)
    server = mail_server(*steps)
    assert answers(server, SMTP, Security.STARTTLS)
    assert server.heard == [b"EHLO [127.0.0.1]\r\n", b"STARTTLS\r\n"]


@pytest.mark.parametrize(
    ("protocol", "steps"),
    [
        (IMAP, (b"* OK ready\r\n", READ, b"a NO not here\r\n")),
        (IMAP, (b"* OK ready\r\n", READ, b"* BYE\r\n")),
        (SMTP, (b"220 ready\r\n", READ, b"500 what\r\n")),
        (SMTP, (b"220 ready\r\n", READ, b"250 me\r\n", READ, b"502 not here\r\n")),
    ],
)
def test_a_server_without_starttls_is_none(
    mail_server: Start,
    answers: Callable[..., bool],
    protocol: Protocol,
    steps: tuple[bytes | str, ...],
) -> None:
    assert not answers(mail_server(*steps), protocol, Security.STARTTLS)


def test_a_certificate_of_another_host_is_refused(
    mail_server: Start, answers: Callable[..., bool]
) -> None:
    assert not answers(mail_server(TLS, b"* OK ready\r\n"), IMAP, host="127.0.0.1")
    server = mail_server(b"* OK ready\r\n", READ, b"a OK go\r\n", TLS)
    assert not answers(server, IMAP, Security.STARTTLS, "127.0.0.1")


def test_a_certificate_of_an_unknown_authority_is_refused(mail_server: Start) -> None:
    server = mail_server(TLS, b"* OK ready\r\n")
    assert not answers_tls(ServerAddress("localhost", server.port), IMAP)


@pytest.mark.parametrize("steps", [(TLS,), ()], ids=["after TLS", "before TLS"])
def test_a_silent_server_is_given_up(
    mail_server: Start,
    answers: Callable[..., bool],
    steps: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guesses, "SECONDS", 0.1)
    server, begun = mail_server(*steps), time.monotonic()
    assert not answers(server, IMAP)
    assert time.monotonic() - begun < 1


def test_nobody_there_is_no_server() -> None:
    assert not answers_tls(ServerAddress("localhost", 1), IMAP)
    assert not answers_tls(ServerAddress(f"{'a' * 70}.example", 1), IMAP)


def found_at(*there: str) -> tuple[ServerAddress | None, ServerAddress | None]:
    """What is guessed where servers are at the given places, host:port."""

    def ask(at: ServerAddress, protocol: Protocol) -> bool:
        return f"{at.host}:{at.port}" in there

    found = guess(EMAIL, ask)
    return (found.incoming, found.outgoing) if found else (None, None)


FHE = "fernhill.example"
IMAP_ORDER = [f"imap.{FHE}:993", f"mail.{FHE}:993", f"{FHE}:993",
              f"imap.{FHE}:143", f"mail.{FHE}:143", f"{FHE}:143"]  # fmt: skip
SMTP_ORDER = [f"smtp.{FHE}:465", f"mail.{FHE}:465", f"smtp.{FHE}:587", f"mail.{FHE}:587"]


def place(at: ServerAddress) -> str:
    early = Security.TLS if at.port in {993, 465} else Security.STARTTLS
    assert at.security is early
    return f"{at.host}:{at.port}"


@pytest.mark.parametrize("first", range(6))
def test_the_first_imap_server_in_the_order_wins(first: int) -> None:
    incoming, outgoing = found_at(*IMAP_ORDER[first:])
    assert place(there(incoming)) == IMAP_ORDER[first]
    assert outgoing is None


@pytest.mark.parametrize("first", range(4))
def test_the_first_smtp_server_in_the_order_wins(first: int) -> None:
    _, outgoing = found_at(IMAP_ORDER[0], *SMTP_ORDER[first:])
    assert place(there(outgoing)) == SMTP_ORDER[first]


def test_without_imap_nothing_is_guessed() -> None:
    assert found_at(*SMTP_ORDER) == (None, None)


def test_a_guess_says_that_it_is_one() -> None:
    found = there(guess(EMAIL, lambda at, protocol: True))
    assert (found.source, found.user, found.email) == ("guess", EMAIL, EMAIL)


def test_each_protocol_is_spoken_to_its_own_server() -> None:
    asked = set()

    def answers(at: ServerAddress, protocol: Protocol) -> bool:
        asked.add((at.port, protocol is IMAP))
        return False

    guess(EMAIL, answers)
    assert asked >= {(993, True), (143, True)}
    assert asked <= {(993, True), (143, True), (465, False), (587, False)}


def test_a_search_for_a_name_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guesses, "_ALL_SECONDS", 0.1)
    release: Future[bool] = Future()
    begun = time.monotonic()
    assert guess(EMAIL, lambda at, protocol: release.result(5)) is None
    assert time.monotonic() - begun < 1
    release.set_result(False)


def test_what_is_no_address_is_refused() -> None:
    with pytest.raises(BadInput):
        guess("fernhill.example", lambda at, protocol: True)


def test_an_error_of_a_thread_is_raised_where_its_result_is_asked_for() -> None:
    def broken() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        in_thread(broken).result(5)
