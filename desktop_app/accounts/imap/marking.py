"""Marks on the server's mail that another mail came of it: answered (`\\Answered`, RFC 3501 section
2.3.2) and passed on (`$Forwarded`, of the IANA registry of IMAP keywords, RFC 5788).

All mail programs show them. A server that refuses, or keeps no keywords, is left alone: the mail
has been sent, and nothing of that fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from imapclient.exceptions import IMAPClientAbortError, IMAPClientError

from desktop_app.accounts.imap.catching_up import read_folders
from desktop_app.accounts.imap.client import BoundedClient
from desktop_app.accounts.imap.errors import NO_ANSWER
from desktop_app.accounts.imap.folders import Role
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.mail.message.access import attachment_bytes, header_fields
from desktop_app.mail.message.body import read_body
from desktop_app.mail.message.parse import parse
from desktop_app.mail.reader.quote import is_forward

ANSWERED, FORWARDED = "\\Answered", "$Forwarded"
MOST_FOLDERS = 20
"""Folders in which a mail is looked for, the inbox first."""
MOST_MAILS = 50
"""Mails that one mail passes on, beyond which none is marked."""
_ANSWERED_IN = frozenset({Role.INBOX, Role.ARCHIVE, Role.NONE})
_FORWARDED_IN = _ANSWERED_IN | {Role.SENT, Role.SPAM, Role.TRASH}
_MESSAGE_ID = re.compile(r"<[^<>\s]{1,900}>")
_MAIL = "message/rfc822"


def mark_origins(session: ImapSession, client: BoundedClient, mime: bytes) -> None:
    """Mark the mail that `mime`, which was sent, answers, and those that it passes on. Can be
    called again; what is not there is no error."""
    answered = _ids_in(mime, "in-reply-to")[:1]
    _mark(session, client, answered, ANSWERED, _ANSWERED_IN)
    _mark(session, client, forwarded_ids(mime), FORWARDED, _FORWARDED_IN)


def forwarded_ids(mime: bytes) -> list[str]:
    """Message-IDs, in their brackets, of the mails that a mail passes on: attached ones, and the
    one in its text. A forward refers to that one last and answers none."""
    found = []
    chain = _ids_in(mime, "references")
    if chain and not _ids_in(mime, "in-reply-to"):
        lines = read_body(mime).text.split("\n")
        found = chain[-1:] if any(map(is_forward, lines)) else []
    for file in parse(mime).attachments:
        if file.content_type == _MAIL or file.filename.lower().endswith(".eml"):
            found += _ids_in(attachment_bytes(mime, file.id), "message-id")[:1]
    return list(dict.fromkeys(found))[:MOST_MAILS]


def _mark(
    session: ImapSession,
    client: BoundedClient,
    ids: Iterable[str],
    flag: str,
    roles: frozenset[Role],
) -> None:
    """Give a flag to each mail, in the first folder that has it."""
    left = list(ids)
    own = [f for f in read_folders(client) if f.selectable and f.role in roles] if left else []
    for folder in own[:MOST_FOLDERS]:
        if not left:
            return
        try:
            session.opened(client, folder.name, write=True)
            if flag.startswith("\\") or session.keeps_keyword(flag):
                left = [id_ for id_ in left if not _marked(client, id_, flag)]
        except IMAPClientAbortError:
            raise
        except (IMAPClientError, *NO_ANSWER):
            continue


def _marked(client: BoundedClient, message_id: str, flag: str) -> bool:
    """Whether the open folder has the mail; then it has the flag."""
    found = client.search(["HEADER", "Message-ID", message_id])
    if found:
        client.add_flags(found, [flag], silent=True)
    return bool(found)


def _ids_in(mime: bytes, field: str) -> list[str]:
    """The message ids of a header field, with their brackets."""
    values = [value for name, value in header_fields(mime) if name.lower() == field]
    return [found for value in values for found in _MESSAGE_ID.findall(value)]
