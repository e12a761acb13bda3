"""Check of a mailbox, step by step, with the servers as entered. No mail is read or sent."""

from __future__ import annotations

import hashlib
import smtplib
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from threading import Event

from imapclient.exceptions import IMAPClientError

from desktop_app.accounts.imap.authenticating import Secret, sign_in
from desktop_app.accounts.imap.catching_up import read_folders
from desktop_app.accounts.imap.client import BoundedClient
from desktop_app.accounts.imap.errors import imap_errors
from desktop_app.accounts.imap.folders import Folder, Role
from desktop_app.accounts.imap.in_thread import awaited, in_thread
from desktop_app.accounts.imap.session import CONNECT_SECONDS, connected, drop
from desktop_app.accounts.imap.submission import try_submission
from desktop_app.model.errors import BadInput, Cancelled, KnownError, Unavailable
from desktop_app.model.mail_server import MailServers, Security, ServerAddress
from desktop_app.model.mailbox_check import CheckedStep, CheckOutcome, CheckStep

Told = Callable[[CheckStep], None]


class _StoppedError(Exception):
    """A step failed that the next ones need."""


def check_mailbox(
    servers: MailServers, secret: Secret, cancelled: Event, told: Told
) -> tuple[CheckedStep, ...]:
    """Every step with its outcome; `told` is called as each begins, in another thread. Raises
    `Cancelled`, also while a server is silent."""
    checking = _Checking(servers, secret, cancelled, told)
    awaited(in_thread(checking.run, "mailbox check"), cancelled)
    return checking.steps


class _Checking:
    def __init__(self, servers: MailServers, secret: Secret, cancelled: Event, told: Told) -> None:
        self._servers, self._secret = servers, secret
        self._cancelled, self._told = cancelled, told
        self._done: dict[CheckStep, CheckedStep] = {}

    @property
    def steps(self) -> tuple[CheckedStep, ...]:
        skipped = CheckOutcome.SKIPPED
        return tuple(self._done.get(s, CheckedStep(s, skipped, "Not tried.")) for s in CheckStep)

    def run(self) -> None:
        with suppress(_StoppedError):
            self._run()

    def _run(self) -> None:
        at = self._servers.incoming
        with self._step(CheckStep.CONNECT):
            _reach(at)
            self._good(CheckStep.CONNECT, f"{at.host} answers on port {at.port}.")
        with self._step(CheckStep.CERTIFICATE):
            client = self._protected()
        try:
            self._inside(client)
        finally:
            drop(client)
        self._sending()

    def _protected(self) -> BoundedClient:
        at = self._servers.incoming
        try:
            with imap_errors(at.host):
                client = connected(self._servers)
        except BadInput as error:
            raise _with_fingerprint(error, at, _imap_certificate) from error
        if at.security is Security.NONE:
            words = "Not encrypted: the server is on this computer."
            self._note(CheckStep.CERTIFICATE, CheckOutcome.SKIPPED, words)
        else:
            self._good(CheckStep.CERTIFICATE, _issued(client, at.host))
        return client

    def _inside(self, client: BoundedClient) -> None:
        host = self._servers.incoming.host
        with self._step(CheckStep.SIGN_IN):
            with imap_errors(host):
                sign_in(client, self._servers, self._secret)
            self._good(CheckStep.SIGN_IN, f"You are signed in as {self._servers.user}.")
        with self._step(CheckStep.FOLDERS):
            with imap_errors(host):
                folders = read_folders(client)
            if not any(f.role is Role.INBOX for f in folders):
                raise Unavailable(f"{host} lists no inbox.")
            many = f"{len(folders)} folders" if len(folders) != 1 else "One folder"
            self._good(CheckStep.FOLDERS, f"{many} found.")
        self._special(CheckStep.DRAFTS, Role.DRAFTS, folders, _NO_DRAFTS)
        self._special(CheckStep.SENT, Role.SENT, folders, _NO_SENT)

    def _special(
        self, step: CheckStep, role: Role, folders: tuple[Folder, ...], missing: str
    ) -> None:
        self._begin(step)
        found = next((f for f in folders if f.role is role and f.selectable), None)
        if found is not None:
            self._good(step, f"“{found.title}” is used.")
        else:
            self._note(step, CheckOutcome.WARNING, missing)

    def _sending(self) -> None:
        at = self._servers.outgoing
        with self._step(CheckStep.SEND):
            if at is None:
                words = "No server for sending: this account can't send."
                self._note(CheckStep.SEND, CheckOutcome.SKIPPED, words)
                return
            _reach(at)
            try:
                said = try_submission(self._servers, at, self._secret)
            except BadInput as error:
                raise _with_fingerprint(error, at, _smtp_certificate) from error
            self._good(CheckStep.SEND, f"{at.host} takes mail from {self._servers.user}.")
            self._done[CheckStep.SEND] = replace(self._done[CheckStep.SEND], said=said)

    # What came of it

    @contextmanager
    def _step(self, step: CheckStep) -> Iterator[None]:
        self._begin(step)
        try:
            yield
        except Cancelled:
            raise
        except KnownError as error:
            self._note(step, CheckOutcome.BAD, error.sentence, error.next_step)
            raise _StoppedError from error

    def _begin(self, step: CheckStep) -> None:
        if self._cancelled.is_set():
            raise Cancelled("Stopped.")
        self._told(step)

    def _good(self, step: CheckStep, words: str) -> None:
        self._note(step, CheckOutcome.GOOD, words)

    def _note(self, step: CheckStep, outcome: CheckOutcome, words: str, then: str = "") -> None:
        self._done[step] = CheckedStep(step, outcome, words, then)


_NO_DRAFTS = "The server has no Drafts folder: drafts stay on this computer."
_NO_SENT = "The server has no Sent folder: one is made with the first mail you send."


def _reach(at: ServerAddress) -> None:
    """Raises `Unavailable` or `BadInput` in plain words where nothing answers."""
    try:
        socket.create_connection((at.host, at.port), CONNECT_SECONDS).close()
    except (socket.gaierror, UnicodeError) as error:
        raise BadInput(
            f"There is no server named {at.host}.",
            next_step="Check its name, and that this computer is online.",
        ) from error
    except ConnectionRefusedError as error:
        raise Unavailable(
            f"Nothing answers at {at.host} on port {at.port}.", next_step="Check the port."
        ) from error
    except TimeoutError as error:
        raise Unavailable(
            f"{at.host} did not answer on port {at.port} within {CONNECT_SECONDS:.0f} seconds.",
            next_step="Check the port. A firewall may be in the way.",
        ) from error
    except OSError as error:
        raise Unavailable(
            f"{at.host} can't be reached.", next_step="Check that this computer is online."
        ) from error


def _issued(client: BoundedClient, host: str) -> str:
    """Who vouches for the server, in a sentence."""
    peer = client.socket().getpeercert() or {}
    issuer = {key: value for pairs in peer.get("issuer", ()) for key, value in pairs}
    by = issuer.get("organizationName") or issuer.get("commonName")
    return f"The certificate of {host} is valid" + (f", issued by {by}." if by else ".")


def _with_fingerprint(
    error: BadInput, at: ServerAddress, show: Callable[[ServerAddress, ssl.SSLContext], bytes]
) -> BadInput:
    """For a refused certificate its fingerprint (SHA-256) too, for who can compare it. Nothing is
    told to the server and nothing of it believed."""
    if not isinstance(error.__cause__, ssl.SSLCertVerificationError):
        return error
    unchecked = ssl.create_default_context()
    unchecked.check_hostname = False
    unchecked.verify_mode = ssl.CERT_NONE
    try:
        digest = hashlib.sha256(show(at, unchecked)).hexdigest().upper()
    except (OSError, IMAPClientError, smtplib.SMTPException, ValueError):
        return error
    shown = ":".join(digest[i : i + 2] for i in range(0, len(digest), 2))
    sentence = f"{error.sentence} Its SHA-256 fingerprint is {shown}."
    return BadInput(sentence, next_step=error.next_step, details=error.details)


def _imap_certificate(at: ServerAddress, unchecked: ssl.SSLContext) -> bytes:
    if at.security is Security.TLS:
        return _tls_certificate(at, unchecked)
    client = BoundedClient(at.host, port=at.port, ssl=False, timeout=CONNECT_SECONDS)
    try:
        client.starttls(ssl_context=unchecked)
        return bytes(client.socket().getpeercert(binary_form=True) or b"")
    finally:
        drop(client)


def _smtp_certificate(at: ServerAddress, unchecked: ssl.SSLContext) -> bytes:
    if at.security is Security.TLS:
        return _tls_certificate(at, unchecked)
    with smtplib.SMTP(at.host, at.port, timeout=CONNECT_SECONDS) as smtp:
        smtp.starttls(context=unchecked)
        sock = smtp.sock
        return (
            (sock.getpeercert(binary_form=True) or b"") if isinstance(sock, ssl.SSLSocket) else b""
        )


def _tls_certificate(at: ServerAddress, unchecked: ssl.SSLContext) -> bytes:
    with (
        socket.create_connection((at.host, at.port), CONNECT_SECONDS) as plain,
        unchecked.wrap_socket(plain, server_hostname=at.host) as wrapped,
    ):
        return wrapped.getpeercert(binary_form=True) or b""
