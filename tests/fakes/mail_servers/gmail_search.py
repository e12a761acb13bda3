"""SEARCH of the fake Gmail: the keys our client asks for, and X-GM-RAW with a few operators."""

from __future__ import annotations

import email
import shlex
from email.header import decode_header, make_header

from tests.fakes.mail_servers.gmail_store import Mail, View
from tests.fakes.mail_servers.imap_lines import Words, numbers


def search(view: View, mails: dict[int, Mail], said: Words) -> list[int]:
    """UIDs of the mails that all keys say. Raises `KeyError` for a key it does not know."""
    keys: Words = [each.decode() if isinstance(each, bytes) else each for each in said]
    if keys[:1] == ["CHARSET"]:
        keys = keys[2:]
    found = set(view.uids)
    while keys:
        found &= _one(view, mails, keys)
    return sorted(found)


def _one(view: View, mails: dict[int, Mail], keys: Words) -> set[int]:
    key = str(keys.pop(0)).upper()
    mail_of = {uid: mails[id_] for uid, id_ in view.uids.items()}
    simple = {"ALL": set(view.uids), "DELETED": view.deleted,
              "UNDELETED": set(view.uids) - view.deleted}  # fmt: skip
    if key in simple:
        return set(simple[key])
    if key == "UID":
        return set(numbers(str(keys.pop(0)), view.uids))
    value = str(keys.pop(0))
    if key == "HEADER":
        wanted = str(keys.pop(0))
        return {uid for uid, mail in mail_of.items() if wanted in field(mail, value)}
    tests = {
        "MODSEQ": lambda mail: mail.modseq >= int(value),
        "X-GM-MSGID": lambda mail: mail.msgid == int(value),
        "X-GM-THRID": lambda mail: mail.thrid == int(value),
        "X-GM-RAW": lambda mail: all(_raw(mail, word) for word in shlex.split(value)),
    }
    return {uid for uid, mail in mail_of.items() if tests[key](mail)}


def field(mail: Mail, name: str) -> str:
    value = email.message_from_string(mail.raw.decode("utf-8", "replace"))[name]
    return "" if value is None else str(make_header(decode_header(value)))


def _raw(mail: Mail, word: str) -> bool:
    name, colon, value = word.partition(":")
    if not colon:
        return word.lower() in (field(mail, "Subject") + mail.raw.decode("latin-1")).lower()
    states = {"unread": "\\Seen" not in mail.flags, "starred": "\\Starred" in mail.labels}
    tests = {
        "subject": lambda: value.lower() in field(mail, "Subject").lower(),
        "from": lambda: value.lower() in field(mail, "From").lower(),
        "rfc822msgid": lambda: value in field(mail, "Message-ID"),
        "label": lambda: value.lower() in {label.lower() for label in mail.labels},
        "is": lambda: states[value],
        "has": lambda: value == "drive" and b"drive.google.com" in mail.raw,
    }
    return tests[name]()
