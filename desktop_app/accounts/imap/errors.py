"""Errors of an IMAP server in plain words: the border where the library's exceptions end.

Response codes: RFC 3501 section 7.1, RFC 5530, RFC 9051 section 7.1.
"""

from __future__ import annotations

import re
import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from imapclient.exceptions import IMAPClientAbortError, IMAPClientError, LoginError

from desktop_app.model.errors import (
    BadInput,
    Conflict,
    Declined,
    KnownError,
    NeedsSignIn,
    NotFound,
    Refused,
    SlowDown,
    Unavailable,
)
from desktop_app.model.mail_server import Proof

_CODE = re.compile(r"\[([A-Z][A-Z0-9-]*+)[^\[\]]*+\]")
_APP_PASSWORD = re.compile(
    r"application-specific password|app(?:lication)? password|185833|weblogin", re.I
)
_SWITCHED_OFF = re.compile(
    r"imap (?:access |use )?(?:is )?(?:disabled|not enabled|off)|(?:not enabled|disabled) for imap"
    r"|enable imap|basic ?auth(?:entication)? is disabled",
    re.I,
)
_NO_SUBMISSION = re.compile(r"SmtpClientAuthentication is disabled", re.I)
_PASSES = re.compile(
    r"try (?:it )?again|temporar|internal (?:server )?error|server (?:is )?busy|not connected"
    r"|command error: BAD|\b(?:4\.[37]\.0|454)\b",
    re.I,
)
"""What a server says that can't sign anybody in for a moment, Exchange's BAD among it: the password
may be right."""
_TOO_MUCH = re.compile(r"exceeded (?:command|.{0,20}bandwidth)|bandwidth limit|rate limit", re.I)
"""Gmail says so with the code of a full mailbox.
https://support.google.com/a/answer/1071518"""
_BACKOFF = re.compile(r"backoff time: (\d{1,9}) milliseconds", re.I)
_LONGEST_WAIT = 3600.0
_STATUS = re.compile(r"\b[45]\.\d{1,3}\.\d{1,3}\b")
"""Enhanced status code of SMTP (RFC 3463)."""

_MOST_TEXT = 200
_SAID = re.compile(r"^\w+ (?:failed|command error): (?:BAD )?|\bb?\[?['\"]|['\"]\]?", re.I)
_PASSING = frozenset({"UNAVAILABLE", "INUSE", "LIMIT"})
"""Response codes of a refusal that is about the moment (RFC 5530 section 3)."""


NO_ANSWER = (ValueError, TypeError, IndexError, KeyError, UnicodeError, RecursionError)
"""What the library raises for an answer that it can't read."""

_CHECK_NAME = "Check the name of the server."
_OWN_AUTHORITY = (
    "If the server is your own, compare the fingerprint and choose its certificate authority."
)
_CERTIFICATE: Mapping[int, tuple[str, str]] = MappingProxyType(
    {
        9: ("it is not valid yet", "Check this computer's clock."),
        10: ("it has expired", "Check this computer's clock, or ask the provider."),
        18: ("it is signed by itself alone", _OWN_AUTHORITY),
        19: ("nobody this computer trusts has issued it", _OWN_AUTHORITY),
        20: ("nobody this computer trusts has issued it", _OWN_AUTHORITY),
        21: ("nobody this computer trusts has issued it", _OWN_AUTHORITY),
        23: ("it was revoked", "Do not sign in. Ask the provider."),
        62: ("it is another server's", _CHECK_NAME),
        64: ("it is another server's", _CHECK_NAME),
    }
)
"""Reason and next step by OpenSSL's X509_V_ERR codes (x509_verify_cert_error_string(3))."""


@contextmanager
def imap_errors(host: str, proof: Proof = Proof.PASSWORD) -> Iterator[None]:
    """Raises `KnownError` for whatever the connection to `host` did."""
    try:
        yield
    except KnownError:
        raise
    except ssl.SSLError as error:
        raise _no_tls(host, error) from error
    except LoginError as error:
        if isinstance(error.__context__, IMAPClientAbortError | OSError):
            raise _lost(host, str(error)) from error
        raise login_refused(host, str(error), proof) from error
    except IMAPClientAbortError as error:
        raise _lost(host, str(error)) from error
    except IMAPClientError as error:
        raise said_no(host, str(error), proof) from error
    except (OSError, EOFError) as error:
        raise _lost(host, str(error)) from error
    except NO_ANSWER as error:
        raise _lost(host, f"an answer that is none: {type(error).__name__}") from error


def _no_tls(host: str, error: ssl.SSLError) -> KnownError:
    if isinstance(error, ssl.SSLCertVerificationError):
        return certificate_refused(host, error)
    if isinstance(error, ssl.SSLEOFError | ssl.SSLZeroReturnError):
        return _lost(host, str(error))
    return Unavailable(
        f"{host} does not speak TLS on this port.",
        next_step="Check the port: 993 is usual for TLS, 143 for STARTTLS.",
        details={"server": _short(str(error))},
    )


def certificate_refused(host: str, error: ssl.SSLCertVerificationError) -> KnownError:
    known = _CERTIFICATE.get(error.verify_code)
    why, then = known or (error.verify_message or "it is not trusted", _CHECK_NAME)
    return BadInput(
        f"The certificate of {host} was refused: {why}.",
        next_step=then,
        details={"server": host, "reason": why},
    )


def login_refused(host: str, text: str, proof: Proof = Proof.PASSWORD) -> KnownError:
    """Why a sign-in was refused, as far as the server says. Where that was with an access token,
    none of its words are kept."""
    code, details = code_of(text), {"server": _short(text)}
    if proof is Proof.XOAUTH2:
        details = {"server": code or next(iter(_STATUS.findall(text)), "")}
    if wait := _wait(text):
        return SlowDown(
            f"{host} lets nobody in for a while.",
            resumes_at=time.time() + wait,
            next_step="Draftdesk tries again.",
            details=details,
        )
    if code in {"UNAVAILABLE", "LIMIT", "INUSE"} or "too many" in text.lower():
        return SlowDown(
            f"{host} has too many connections of this account.",
            resumes_at=0.0,
            next_step="Draftdesk tries again; another mail program may have to be closed.",
            details=details,
        )
    if _NO_SUBMISSION.search(text):
        return Refused(
            "Your organisation has switched off sending by SMTP (AUTH); its administrator can "
            "switch on Authenticated SMTP for the mailbox in the Microsoft 365 admin center.",
            next_step="See https://aka.ms/smtp_auth_disabled.",
            details=details,
        )
    if code == "SERVERBUG" or _PASSES.search(text):
        return Unavailable(
            f"{host} could not sign this account in just now.",
            next_step="Draftdesk tries again.",
            details=details,
        )
    if _APP_PASSWORD.search(text):
        return NeedsSignIn(
            f"{host} wants an app password instead of the usual one.",
            next_step="Make an app password at your provider and enter it here.",
            details=details,
        )
    if _SWITCHED_OFF.search(text) or code in {"CONTACTADMIN", "NOPERM"}:
        return NeedsSignIn(
            f"{host} does not let mail programs in for this account.",
            next_step="Switch IMAP on in your provider's settings, or ask its administrator.",
            details=details,
        )
    if proof is Proof.XOAUTH2:
        return NeedsSignIn(
            f"{host} does not accept this account's sign-in.",
            next_step="Sign in again. At work, ask whether mail programs may use the mailbox.",
            details=details,
        )
    return NeedsSignIn(
        f"{host} does not accept this user name and password.",
        next_step="Check both. Many providers want an app password.",
        details=details,
    )


def said_no(host: str, text: str, proof: Proof = Proof.PASSWORD) -> KnownError:
    """A command the server refused."""
    code, details = code_of(text), {"server": _short(text)}
    if (wait := _wait(text)) or _TOO_MUCH.search(text):
        return SlowDown(
            f"{host} has had enough of this account for now.",
            resumes_at=time.time() + wait if wait else 0.0,
            next_step="Draftdesk tries again.",
            details=details,
        )
    if code in {"NONEXISTENT", "TRYCREATE"}:
        return NotFound("The folder is not there any more.", details=details)
    if code == "ALREADYEXISTS":
        return Conflict("A folder with this name is there already.", details=details)
    if code == "OVERQUOTA":
        return BadInput(
            f"The mailbox on {host} is full.", next_step="Delete mail there.", details=details
        )
    if code in {"CANNOT", "NOPERM", "HASCHILDREN"}:
        return BadInput(f"{host} does not allow that.", details=details)
    if code in {"AUTHENTICATIONFAILED", "EXPIRED", "PRIVACYREQUIRED"}:
        return login_refused(host, text, proof)
    if code in _PASSING:
        return SlowDown(
            f"{host} is busy.", resumes_at=0.0, next_step="Draftdesk tries again.", details=details
        )
    reason = _reason(text)
    sentence = f"{host} did not do that: {reason}." if reason else f"{host} did not do that."
    return Declined(sentence, details=details)


def _reason(text: str) -> str:
    """What a server says of a refusal, without the library's words and the response code."""
    found = _SAID.sub("", text[: 4 * _MOST_TEXT])
    plain = "".join(sign for sign in _CODE.sub("", found) if sign.isprintable())
    return " ".join(plain.split()).strip(" .")[:_MOST_TEXT]


def _wait(text: str) -> float:
    """Seconds that Exchange asks for (Suggested Backoff Time), an hour at most; 0 for none."""
    found = _BACKOFF.search(text)
    return min(_LONGEST_WAIT, int(found.group(1)) / 1000) if found else 0.0


def code_of(text: str) -> str:
    """The response code in a server's answer; empty where it has none."""
    found = _CODE.search(text)
    return found.group(1) if found else ""


def _lost(host: str, text: str) -> KnownError:
    return Unavailable(
        f"The connection to {host} failed.",
        next_step="Draftdesk tries again.",
        details={"server": _short(text)},
    )


def _short(text: str) -> str:
    return text[:_MOST_TEXT]
