"""Messages: `ParsedMessage` comes from a parser, `Message` is the stored envelope,
`MessageSummary` a row of a list, `Body` what the reader shows. Threads are in thread.py."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from desktop_app.model.address import Address

MessageId = int
ThreadId = int


class SystemLabel(StrEnum):
    """Gmail's system labels; every account kind maps its folders and flags to them. The last three
    are Draftdesk's own (model/coming_back.py).

    Source: https://developers.google.com/workspace/gmail/api/guides/labels
    """

    INBOX = "INBOX"
    UNREAD = "UNREAD"
    STARRED = "STARRED"
    IMPORTANT = "IMPORTANT"
    SENT = "SENT"
    DRAFT = "DRAFT"
    SPAM = "SPAM"
    TRASH = "TRASH"
    CATEGORY_PERSONAL = "CATEGORY_PERSONAL"
    CATEGORY_SOCIAL = "CATEGORY_SOCIAL"
    CATEGORY_PROMOTIONS = "CATEGORY_PROMOTIONS"
    CATEGORY_UPDATES = "CATEGORY_UPDATES"
    CATEGORY_FORUMS = "CATEGORY_FORUMS"
    LATER_SNOOZED = "LATER_SNOOZED"
    LATER_MUTED = "LATER_MUTED"
    LATER_REMINDED = "LATER_REMINDED"


OWN_LABELS = frozenset(
    map(str, (SystemLabel.LATER_SNOOZED, SystemLabel.LATER_MUTED, SystemLabel.LATER_REMINDED))
)
"""Labels that Draftdesk alone gives; no server has them by these names."""

TIMED = ("LATER_AT/", "LATER_ASK/")
"""How labels with a moment begin (model/coming_back.py): when a snoozed mail comes back, and when
the person is reminded of a sent one."""


def shown_labels(labels: Iterable[str]) -> frozenset[str]:
    """The labels without those of moments, which nobody needs to read."""
    return frozenset(label for label in labels if not label.startswith(TIMED))


@dataclass(frozen=True, slots=True)
class Label:
    """A label of one account. A user label's id is its name; system ids are above. `colour` is
    the one its server gave it (`#rrggbb`, or empty); `hidden` says that the person has taken it
    out of the list there."""

    id: str
    name: str
    account_id: str
    system: bool = False
    total: int = 0
    unread: int = 0
    colour: str = ""
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Attachment:
    """One leaf part that is not the body.

    `id` is the part's path in the MIME tree, counted from 1 (`2`, `1.3`): RFC 3501 section
    6.4.5 part numbers. `size` is the decoded length in bytes. `content_id` has no angle
    brackets and is empty where the part has none.
    """

    id: str
    filename: str
    content_type: str
    size: int
    content_id: str = ""
    inline: bool = False


@dataclass(frozen=True, slots=True)
class ParsedMessage:
    """Message as read from its bytes: all that the store keeps.

    `date` is seconds since the epoch, UTC: Date, else the newest Received, else the envelope date
    of the source, else 0. Message ids have no angle brackets and may be empty. `references` is the
    References chain, or In-Reply-To where there is none, oldest first. `text` is the searchable
    text of the body, quoted history included. `snippet` is at most 200 characters of it, without
    quotes and signature. `server_thread` is what a server or its export says of the
    thread. `problem` is a sentence where the message could not be parsed, else empty.
    """

    raw: bytes
    date: int
    rfc822_message_id: str
    references: tuple[str, ...]
    from_: tuple[Address, ...]
    to: tuple[Address, ...]
    cc: tuple[Address, ...]
    bcc: tuple[Address, ...]
    reply_to: tuple[Address, ...]
    subject: str
    snippet: str
    text: str
    attachments: tuple[Attachment, ...] = ()
    list_id: str = ""
    delivered_to: tuple[str, ...] = ()
    server_thread: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """Envelope of a stored message.

    `size` is the raw size in bytes, `labels` are label ids, `source_id` is the server's id (a Gmail
    id, an IMAP folder and UID) or empty.
    """

    id: MessageId
    thread_id: ThreadId
    account_id: str
    date: int
    rfc822_message_id: str
    references: tuple[str, ...]
    from_: tuple[Address, ...]
    to: tuple[Address, ...]
    cc: tuple[Address, ...]
    bcc: tuple[Address, ...]
    reply_to: tuple[Address, ...]
    subject: str
    snippet: str
    size: int
    labels: frozenset[str]
    attachments: tuple[Attachment, ...] = ()
    list_id: str = ""
    source_id: str = ""
    problem: str = ""

    @property
    def unread(self) -> bool:
        return SystemLabel.UNREAD in self.labels

    @property
    def starred(self) -> bool:
        return SystemLabel.STARRED in self.labels

    @property
    def sender(self) -> Address:
        """The first From address, or an empty one."""
        return self.from_[0] if self.from_ else Address("", "")

    @property
    def visible_attachments(self) -> tuple[Attachment, ...]:
        """Attachments without inline pictures."""
        return tuple(a for a in self.attachments if not a.inline)

    @property
    def summary(self) -> MessageSummary:
        return MessageSummary(
            id=self.id,
            thread_id=self.thread_id,
            account_id=self.account_id,
            date=self.date,
            rfc822_message_id=self.rfc822_message_id,
            sender=str(self.sender),
            to=tuple(str(a) for a in self.to),
            subject=self.subject,
            snippet=self.snippet,
            labels=self.labels,
            has_attachments=bool(self.visible_attachments),
            source_id=self.source_id,
        )


_UNREAD = SystemLabel.UNREAD.value


class MessageSummary(NamedTuple):
    """Row of a list: people as they read, `sender` the first of From or empty. Made in less than
    half the time of a `Message`, because a search makes dozens."""

    id: MessageId
    thread_id: ThreadId
    account_id: str
    date: int
    rfc822_message_id: str
    sender: str
    to: tuple[str, ...]
    subject: str
    snippet: str
    labels: frozenset[str]
    has_attachments: bool
    source_id: str = ""

    @property
    def unread(self) -> bool:
        return _UNREAD in self.labels


class WarningKind(StrEnum):
    """Kinds of warnings about a message."""

    HIDDEN_TEXT = "hidden_text"
    HARD_TO_SEE = "hard_to_see"
    LINK_MISMATCH = "link_mismatch"
    LINK_TRICK = "link_trick"
    LOOKALIKE_SENDER = "lookalike_sender"
    SENDER_DOUBT = "sender_doubt"
    SENDER_FAILED = "sender_failed"
    SENDER_UNPROVEN = "sender_unproven"
    REMOTE_CONTENT = "remote_content"
    TRACKER = "tracker"
    SIMPLIFIED = "simplified"
    ENCRYPTED = "encrypted"
    SIGNED = "signed"
    UNPARSED = "unparsed"


@dataclass(frozen=True, slots=True)
class BodyWarning:
    """One warning; `text` is a sentence; `evidence` what it is about (the hidden words, the
    link's text and target), at most 500 characters, untrusted."""

    kind: WarningKind
    text: str
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """Link of a body: its text and its target. `mismatch` is the host in the text where the
    target's host is another."""

    text: str
    target: str
    mismatch: str = ""


@dataclass(frozen=True, slots=True)
class Body:
    """Message body as the reader shows it.

    `html` is sanitised, linearised, self-contained HTML (only `cid:` images) for the Reader; `text`
    is the same as plain text, which is also what a model is given. `quoted_from` is the offset into
    `text` where the quoted history starts, or -1; `html_quoted` is the quoted history as HTML,
    apart from `html`. `doubtful` are passages that may not be seen in the mail's own design; they
    stand in `text` and `html`, between marks. `alarming` is that of `hidden_text` and of `doubtful`
    which a person is warned of. `designed`: it has an HTML version. `remote_images` counts blocked
    remote images.
    """

    text: str
    html: str
    html_quoted: str = ""
    quoted_from: int = -1
    hidden_text: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    alarming: tuple[str, ...] = ()
    designed: bool = False
    links: tuple[Link, ...] = ()
    warnings: tuple[BodyWarning, ...] = ()
    remote_images: int = 0
    trackers: int = 0
    simplified: bool = False

    @property
    def fresh_text(self) -> str:
        """The text without the quoted history."""
        return self.text if self.quoted_from < 0 else self.text[: self.quoted_from].rstrip()

    @property
    def quoted_text(self) -> str:
        return "" if self.quoted_from < 0 else self.text[self.quoted_from :]
