"""Encrypted and signed mail is named, in the forms that servers make of it too."""

from __future__ import annotations

import pytest

from desktop_app.mail.message.body import read_body
from desktop_app.model.message import WarningKind

ARMOUR = "-----BEGIN PGP MESSAGE-----\n\nhQEMA" + "x" * 60 + "\n=abcd\n-----END PGP MESSAGE-----\n"


def message(kind: str, body: str) -> bytes:
    return f"From: a@lee.example\nContent-Type: {kind}\n\n{body}".encode()


def parts(subtype: str, *each: str) -> bytes:
    body = "".join(f"--b\n{part}\n" for part in each)
    return message(f"multipart/{subtype}; boundary=b", f"{body}--b--\n")


TEXT = "Content-Type: text/plain\n\nHello"
ENCRYPTED = {
    "RFC 3156": parts(
        "encrypted",
        "Content-Type: application/pgp-encrypted\n\nVersion: 1",
        f"Content-Type: application/octet-stream\n\n{ARMOUR}",
    ),
    "repacked by Exchange": parts(
        "mixed",
        "Content-Type: text/plain\n\n",
        "Content-Type: application/pgp-encrypted; name=x\n\nVersion: 1",
        f"Content-Type: application/octet-stream; name=encrypted.asc\n\n{ARMOUR}",
    ),
    "a lone file": parts(
        "mixed",
        TEXT,
        f"Content-Type: application/octet-stream; name=encrypted.asc\n\n{ARMOUR}",
    ),
    "inline": message("text/plain", ARMOUR),
    "in HTML": message("text/html", f"<html><body><pre>{ARMOUR}</pre></body></html>"),
    "in HTML, line by line": message(
        "text/html", "<div>" + ARMOUR.replace("\n", "</div>\n<div>") + "</div>"
    ),
    "in HTML, with entities": message("text/html", "<p>" + ARMOUR.replace("-----", "&#45;" * 5)),
    "S/MIME": message("application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m", "x"),
    "S/MIME, unnamed": parts(
        "mixed", TEXT, "Content-Type: application/octet-stream; name=smime.p7m\n\nx"
    ),
    "S/MIME by Outlook": parts(
        "mixed", TEXT, "Content-Type: application/ms-tnef; name=smime.p7m\n\nx"
    ),
    "rights": parts(
        "mixed",
        TEXT,
        "Content-Type: application/x-microsoft-rpmsg-message; name=message.rpmsg\n\nx",
    ),
    "rights, unnamed": parts(
        "mixed", TEXT, "Content-Type: application/octet-stream; name=message.rpmsg\n\nx"
    ),
}
SIGNED = {
    "OpenPGP": parts(
        "signed; protocol=application/pgp-signature",
        TEXT,
        "Content-Type: application/pgp-signature\n\nx",
    ),
    "S/MIME": parts(
        "signed; protocol=application/pkcs7-signature",
        TEXT,
        "Content-Type: application/pkcs7-signature; name=smime.p7s\n\nx",
    ),
    "repacked": parts("mixed", TEXT, "Content-Type: application/pgp-signature\n\nx"),
    "in the clear": message("text/plain", "-----BEGIN PGP SIGNED MESSAGE-----\n\nHello\n"),
    "in a way of its own": parts("signed; protocol=application/x-own", TEXT, TEXT),
}
NEITHER = {
    "talk about it": message("text/plain", "It begins with -----BEGIN PGP MESSAGE----- they say."),
    "talk about it in HTML": message("text/html", "<p>-----BEGIN PGP MESSAGE----- is its mark."),
    "a key": parts("mixed", TEXT, "Content-Type: application/octet-stream; name=key.asc\n\nx"),
    "a text": message("text/plain", "Hello"),
}


def kinds(raw: bytes) -> list[WarningKind]:
    wanted = {WarningKind.ENCRYPTED, WarningKind.SIGNED}
    return [w.kind for w in read_body(raw).warnings if w.kind in wanted]


@pytest.mark.parametrize("name", ENCRYPTED)
def test_encrypted_mail_is_named(name: str) -> None:
    assert kinds(ENCRYPTED[name]) == [WarningKind.ENCRYPTED]


@pytest.mark.parametrize("name", SIGNED)
def test_signed_mail_is_said_to_be_signed_and_not_checked(name: str) -> None:
    assert kinds(SIGNED[name]) == [WarningKind.SIGNED]
    (said,) = [w.text for w in read_body(SIGNED[name]).warnings if w.kind is WarningKind.SIGNED]
    assert "signed" in said
    assert "not checked" in said


@pytest.mark.parametrize("name", NEITHER)
def test_other_mail_is_neither(name: str) -> None:
    assert kinds(NEITHER[name]) == []


def test_a_wrapped_signature_is_said_to_be_one() -> None:
    raw = message("application/pkcs7-mime; smime-type=signed-data", "x")
    (said,) = [w.text for w in read_body(raw).warnings if w.kind is WarningKind.ENCRYPTED]
    assert "wrapped in an S/MIME signature" in said
