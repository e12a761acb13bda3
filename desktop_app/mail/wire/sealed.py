"""What of a message is encrypted or signed, told by its parts and their names.

Servers repack encrypted mail: the parts of RFC 3156 arrive as attachments of a multipart/mixed, as
application/octet-stream, or as text inside HTML. Nothing is opened and no signature is checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import islice

from desktop_app.mail.wire.parts import Part
from desktop_app.model.message import BodyWarning, WarningKind

_OPENPGP, _SMIME = "OpenPGP", "S/MIME"
_WRAPPED = "This message is wrapped in an S/MIME signature. Draftdesk can't open it."
_RIGHTS = "This message is protected by Microsoft's rights management. Draftdesk can't open it."
_LOOKED_AT = 200_000
_PLAIN = re.compile(r"^-----BEGIN PGP MESSAGE-----", re.MULTILINE)
_IN_HTML = re.compile(r"(?:^|[>\n])[ \t]*-----BEGIN PGP MESSAGE-----")
_SECRET = re.compile(r"[A-Za-z0-9+/=]{40}")
_NEAR, _MOST_BEGUN = 1_500, 5
_CLEAR_SIGNED = re.compile(r"^-----BEGIN PGP SIGNED MESSAGE-----", re.MULTILINE)
_PKCS7 = frozenset(("application/pkcs7-mime", "application/x-pkcs7-mime"))
_UNNAMED = frozenset(
    ("application/octet-stream", "application/x-unknown", "application/ms-tnef",
     "application/vnd.ms-tnef", "application/binary", "text/plain", "application/pgp")
)  # fmt: skip
_SIGNERS = {
    "application/pgp-signature": _OPENPGP,
    "application/pkcs7-signature": _SMIME,
    "application/x-pkcs7-signature": _SMIME,
}


def seal_warnings(tree: Part) -> Iterator[BodyWarning]:
    """At most one warning that something is encrypted, and one that something is signed."""
    sealed = next(filter(None, map(_sealed, _parts(tree))), "")
    if sealed:
        yield BodyWarning(WarningKind.ENCRYPTED, sealed)
        return
    how = next(filter(None, map(_signed, _parts(tree))), "")
    if how:
        sentence = f"This message is signed ({how}), not checked: Draftdesk verifies no signatures."
        yield BodyWarning(WarningKind.SIGNED, sentence)


def _parts(part: Part) -> Iterator[Part]:
    yield part
    for child in part.children:
        yield from _parts(child)


def _encrypted(how: str) -> str:
    return f"This message is encrypted ({how}). Draftdesk can't open it."


def _sealed(part: Part) -> str:
    if part.kind in {"multipart/encrypted", "application/pgp-encrypted"}:
        return _encrypted(_OPENPGP)
    if part.kind in _PKCS7:
        kind = part.params.get("smime-type", "enveloped-data").lower()
        return _WRAPPED if kind == "signed-data" else _encrypted(_SMIME)
    if part.kind == "application/x-microsoft-rpmsg-message":
        return _RIGHTS
    if part.children:
        return ""
    return _by_name(part) or _by_text(part)


def _by_name(part: Part) -> str:
    if part.kind not in _UNNAMED:
        return ""
    name = part.filename.lower()
    if name.endswith(".p7m") and part.kind != "text/plain":
        return _encrypted(_SMIME)
    if name.endswith(".rpmsg"):
        return _RIGHTS
    if name.endswith((".asc", ".pgp", ".gpg")) and b"-----BEGIN PGP MESSAGE" in part.data[:2_000]:
        return _encrypted(_OPENPGP)
    return ""


def _by_text(part: Part) -> str:
    if part.kind not in {"text/plain", "text/html"} or part.size > _LOOKED_AT:
        return ""
    if part.encoding != "base64" and b"PGP MESSAGE" not in part.payload:
        return ""
    text = part.text
    if "BEGIN PGP MESSAGE" not in text:
        return ""
    if part.kind == "text/plain":
        return _encrypted(_OPENPGP) if _PLAIN.search(text) else ""
    text = unescape(text)
    for begun in islice(_IN_HTML.finditer(text), _MOST_BEGUN):
        if _SECRET.search(text[begun.end() : begun.end() + _NEAR]):
            return _encrypted(_OPENPGP)
    return ""


def _signed(part: Part) -> str:
    if part.kind == "multipart/signed":
        protocol = part.params.get("protocol", "").lower()
        return _SIGNERS.get(protocol, "in its own way")
    if part.kind in _SIGNERS:
        return _SIGNERS[part.kind]
    if part.kind == "text/plain" and not part.children and b"BEGIN PGP SIGNED" in part.payload:
        return _OPENPGP if _CLEAR_SIGNED.search(part.text[:_LOOKED_AT]) else ""
    return ""
