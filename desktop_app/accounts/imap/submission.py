"""Submission of one mail by SMTP, with the one moment kept apart that matters.

Until the final dot goes out nothing was sent, whatever happens. From the dot to the server's answer
nobody knows. Source: RFC 5321 section 4.1.1.4 and 4.5.3.2.6; RFC 6409.
"""

from __future__ import annotations

import re
import smtplib
import ssl
from contextlib import suppress
from dataclasses import dataclass, replace

import idna

from desktop_app.accounts.imap.authenticating import Secret, xoauth2
from desktop_app.accounts.imap.bounded_smtp import BoundedReplies, BoundedTls
from desktop_app.accounts.imap.errors import certificate_refused, login_refused
from desktop_app.accounts.imap.session import Refusal, check_protection, context
from desktop_app.accounts.imap.submission_size import refused_for_size, said_of, told_size
from desktop_app.model.errors import BadInput, KnownError, NeedsSignIn, Unavailable
from desktop_app.model.mail_server import (
    MailServers,
    Proof,
    Security,
    ServerAddress,
    SubmissionSaid,
)
from desktop_app.model.outbox import Delivery, Receipt

CONNECT_SECONDS, ANSWER_SECONDS = 20.0, 120.0
_CHUNK = 64 * 1024
_LINE_END = re.compile(rb"\r\n|\r|\n")
_BCC = re.compile(rb"^bcc:.*\r\n(?:[ \t].*\r\n)*", re.I | re.M)
_MOST_TEXT = 300
GREETING = "[127.0.0.1]"
"""What is said of this computer (RFC 5321 section 4.1.3): the library would tell its name, and the
server writes that into the mail."""
_DOUBT = "The server did not answer: the mail may or may not have been sent."


@dataclass(frozen=True, slots=True)
class Letter:
    """What is handed over. `mime` are the bytes as approved; Bcc is taken out of them."""

    sender: str
    recipients: tuple[str, ...]
    mime: bytes


class _RefusedError(Exception):
    """The server said no before the mail was its own."""

    def __init__(self, receipt: Receipt, known: KnownError | None = None) -> None:
        super().__init__(receipt.detail)
        self.receipt = receipt
        self.known = known or BadInput(receipt.detail)


def submit(
    servers: MailServers,
    at: ServerAddress,
    secret: Secret,
    letter: Letter,
    refused: Refusal = bool,
) -> Receipt:
    """Hand the letter to the server at `at`, once. Nothing is raised for what the network did.
    An access token that the server does not take is replaced once if `refused` has another one."""
    heard: list[SubmissionSaid] = []
    receipt = _submit(servers, at, secret, letter, refused, heard)
    return replace(receipt, said=heard[-1] if heard else None)


def _submit(
    servers: MailServers,
    at: ServerAddress,
    secret: Secret,
    letter: Letter,
    refused: Refusal,
    heard: list[SubmissionSaid],
) -> Receipt:
    """`heard` gets what the server says of the mail it takes, once it has greeted."""
    smtp: smtplib.SMTP | None = None
    try:
        smtp = _signed_in(servers, at, secret, refused)
        heard.append(said_of(smtp.esmtp_features))
        not_taken = _envelope(smtp, letter)
        _words(smtp, letter.mime)
    except _RefusedError as refusal:
        return _end(smtp, refusal.receipt)
    except KnownError as error:
        return _end(smtp, Receipt(Delivery.NOT_SENT, error.sentence, retryable=error.retryable))
    except ssl.SSLCertVerificationError as error:
        return _end(smtp, Receipt(Delivery.NOT_SENT, certificate_refused(at.host, error).sentence))
    except (smtplib.SMTPException, OSError, ValueError, UnicodeError) as error:
        detail = f"{at.host} can't be reached: {_short(str(error))}"
        return _end(smtp, Receipt(Delivery.NOT_SENT, detail, retryable=True))
    return _end(smtp, _dot(smtp, len(letter.mime), not_taken))


def try_submission(servers: MailServers, at: ServerAddress, secret: Secret) -> SubmissionSaid:
    """Connect and sign in at `at`, and hand over nothing; what it says of the mail it takes. Raises
    `KnownError`."""
    smtp: smtplib.SMTP | None = None
    try:
        smtp = _signed_in(servers, at, secret, bool)
        return said_of(smtp.esmtp_features)
    except _RefusedError as refusal:
        raise refusal.known from refusal
    except ssl.SSLCertVerificationError as error:
        raise certificate_refused(at.host, error) from error
    except (smtplib.SMTPException, OSError, ValueError, UnicodeError) as error:
        raise Unavailable(
            f"{at.host} does not take mail on port {at.port}.",
            next_step="Check the port: 465 is usual for TLS, 587 for STARTTLS.",
            details={"server": _short(str(error))},
        ) from error
    finally:
        _end(smtp, Receipt(Delivery.NOT_SENT))


def _signed_in(
    servers: MailServers, at: ServerAddress, secret: Secret, refused: Refusal
) -> smtplib.SMTP:
    """Connection that may send. After a refusal a new one is made: servers end the old one."""
    try:
        return _attempt(servers, at, secret)
    except _RefusedError as refusal:
        of_the_token = servers.proof is Proof.XOAUTH2 and isinstance(refusal.known, NeedsSignIn)
        if not (of_the_token and refused()):
            raise
    return _attempt(servers, at, secret)


def _attempt(servers: MailServers, at: ServerAddress, secret: Secret) -> smtplib.SMTP:
    smtp = _connected(at, servers.ca_file)
    try:
        _sign_in(smtp, servers, at, secret)
    except BaseException:
        _end(smtp, Receipt(Delivery.NOT_SENT))
        raise
    return smtp


def _connected(at: ServerAddress, ca_file: str) -> smtplib.SMTP:
    check_protection(at)
    if at.security is Security.TLS:
        tls = context(ca_file)
        smtp: smtplib.SMTP = BoundedTls(
            at.host, at.port, GREETING, timeout=CONNECT_SECONDS, context=tls
        )
    else:
        smtp = BoundedReplies(at.host, at.port, GREETING, timeout=CONNECT_SECONDS)
    try:
        _greet(smtp, at, ca_file)
    except BaseException:
        smtp.close()
        raise
    if smtp.sock is not None:
        smtp.sock.settimeout(ANSWER_SECONDS)
    return smtp


def _greet(smtp: smtplib.SMTP, at: ServerAddress, ca_file: str) -> None:
    _must(smtp.ehlo())
    if at.security is Security.STARTTLS:
        if not smtp.has_extn("starttls"):
            detail = f"{at.host} does not offer STARTTLS on port {at.port}."
            raise _RefusedError(Receipt(Delivery.NOT_SENT, detail))
        _must(smtp.starttls(context=context(ca_file)))
        _must(smtp.ehlo())


def _sign_in(smtp: smtplib.SMTP, servers: MailServers, at: ServerAddress, secret: Secret) -> None:
    if not smtp.has_extn("auth"):
        return  # a server of one's own house that knows who may send
    try:
        if servers.proof is Proof.XOAUTH2:
            words = xoauth2(servers.user, secret())
            smtp.auth("XOAUTH2", lambda said=None: words if said is None else "")
        else:
            smtp.login(servers.user, secret())
    except smtplib.SMTPAuthenticationError as error:
        if 400 <= error.smtp_code < 500:  # 454: it can't say whether the password is right
            detail = f"{at.host} could not sign this account in just now."
            passing = Unavailable(detail, details={"server": _short(_text(error.smtp_error))})
            receipt = Receipt(Delivery.NOT_SENT, detail, retryable=True)
            raise _RefusedError(receipt, passing) from error
        known = login_refused(at.host, _text(error.smtp_error), servers.proof)
        raise _RefusedError(Receipt(Delivery.NOT_SENT, known.sentence), known) from error


def _envelope(smtp: smtplib.SMTP, letter: Letter) -> tuple[str, ...]:
    """MAIL, RCPT and DATA; returns the recipients that were refused while others were taken."""
    # The library's own commands read an address anew, and may read another one.
    sender, size = _path(_written(smtp, letter.sender)), len(letter.mime)
    _must(smtp.docmd("MAIL", " ".join((f"FROM:{sender}", *_options(smtp, letter)))), size=size)
    refused, answer = [], (250, b"")
    for recipient in letter.recipients:
        told = smtp.docmd("RCPT", f"TO:{_path(_written(smtp, recipient))}")
        if 400 <= told[0] < 500:  # nothing has been sent yet: later all get it
            detail = f"{recipient} is not taken just now: {_short(_text(told[1]))}"
            raise _RefusedError(Receipt(Delivery.NOT_SENT, detail, retryable=True))
        if not 200 <= told[0] < 300:
            refused.append(recipient)
            answer = told
    if len(refused) == len(letter.recipients):
        _must(answer, size=size, recipient=True)
    _must(smtp.docmd("DATA"), 354, size=size)
    return tuple(refused)


def _path(address: str) -> str:
    """The address as a path (RFC 5321 section 4.1.2), as it is: what could end the path or the
    command is refused."""
    if not address.isprintable() or "<" in address or ">" in address:
        detail = f"“{_short(address)}” is no address that mail can be sent to."
        raise _RefusedError(Receipt(Delivery.NOT_SENT, detail))
    return f"<{address}>"


def _written(smtp: smtplib.SMTP, address: str) -> str:
    """An address as the server takes it: without SMTPUTF8 a domain is in ASCII (RFC 5891)."""
    local, at, domain = address.rpartition("@")
    if smtp.has_extn("smtputf8") or domain.isascii() or not local.isascii():
        return address
    try:
        return f"{local}{at}{idna.encode(domain).decode('ascii')}"
    except idna.IDNAError:
        return address


def _options(smtp: smtplib.SMTP, letter: Letter) -> list[str]:
    size, most = len(letter.mime), said_of(smtp.esmtp_features).largest_mail
    if 0 < most < size:
        detail = (
            f"The mail is {told_size(size)} with its attachments; the server takes "
            f"{told_size(most)}."
        )
        raise _RefusedError(Receipt(Delivery.NOT_SENT, detail))
    options = [f"SIZE={size}"] if smtp.has_extn("size") else []
    if not letter.mime.isascii() and smtp.has_extn("8bitmime"):
        options.append("BODY=8BITMIME")
    addresses = (_written(smtp, each) for each in (letter.sender, *letter.recipients))
    if not "".join(addresses).isascii() or not _head(letter.mime).isascii():
        if not smtp.has_extn("smtputf8"):
            detail = "The server takes no addresses with letters beyond ASCII before their @."
            raise _RefusedError(Receipt(Delivery.NOT_SENT, detail))
        options.append("SMTPUTF8")
        smtp.command_encoding = "utf-8"
    return options


def _head(mime: bytes) -> bytes:
    """The header of the mail, as it goes out."""
    return wire_bytes(re.split(rb"\r\n\r\n|\n\n|\r\r", mime, maxsplit=1)[0])


def _words(smtp: smtplib.SMTP, mime: bytes) -> None:
    """All of the mail but its final dot: a break in here has sent nothing."""
    data = wire_bytes(mime)
    for start in range(0, len(data), _CHUNK):
        smtp.send(data[start : start + _CHUNK])


def wire_bytes(mime: bytes) -> bytes:
    """The mail without Bcc, each line ended by CRLF, dots at a line's start doubled (RFC 5321
    section 4.5.2)."""
    data = _LINE_END.sub(b"\r\n", mime)
    head, gap, body = data.partition(b"\r\n\r\n")
    data = _BCC.sub(b"", head + b"\r\n") + gap[2:] + body
    data = data if data.endswith(b"\r\n") else data + b"\r\n"
    return re.sub(rb"(?m)^\.", b"..", data)


def _dot(smtp: smtplib.SMTP, size: int, refused: tuple[str, ...]) -> Receipt:
    """`size` is that of the mail, in bytes."""
    try:
        smtp.send(b".\r\n")
        code, text = smtp.getreply()
    except (smtplib.SMTPException, OSError, ValueError):
        return Receipt(Delivery.UNKNOWN, _DOUBT, refused=refused)
    if 200 <= code < 300:
        return Receipt(Delivery.SENT, refused=refused)
    if not 400 <= code < 600:  # no answer to a final dot (RFC 5321 section 4.2)
        return Receipt(Delivery.UNKNOWN, _DOUBT, refused=refused)
    return Receipt(Delivery.NOT_SENT, _said(code, text, size), retryable=code < 500)


def _must(
    told: tuple[int, bytes], wanted: int = 250, *, size: int = 0, recipient: bool = False
) -> None:
    """Raises `_RefusedError` where the server has not taken a command. `size` is that of the mail
    in bytes, 0 before there is one; `recipient`: it was asked for one."""
    code, text = told
    if code != wanted and not (wanted == 250 and 200 <= code < 300):
        detail = _said(code, text, size, recipient=recipient)
        raise _RefusedError(Receipt(Delivery.NOT_SENT, detail, retryable=400 <= code < 500))


def _end(smtp: smtplib.SMTP | None, receipt: Receipt) -> Receipt:
    """Say goodbye; what comes of that changes nothing."""
    if smtp is not None:
        with suppress(smtplib.SMTPException, OSError, ValueError):
            if smtp.sock is not None:
                smtp.sock.settimeout(2.0)
            smtp.quit()
        smtp.close()
    return receipt


def _said(code: int, text: bytes, size: int, *, recipient: bool = False) -> str:
    """The server's refusal in a sentence."""
    words = _short(_text(text))
    if size and refused_for_size(code, words, recipient=recipient):
        return f"The server refused the mail for its size, {told_size(size)}: {words}"
    return f"The server refused the mail: {words}"


def _text(text: bytes | str) -> str:
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else text


def _short(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)[:_MOST_TEXT]
