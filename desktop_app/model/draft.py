"""Drafts: mail that is written and not sent."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from desktop_app.model.account import Identity
from desktop_app.model.address import Address
from desktop_app.model.message import MessageId, ThreadId


class Origin(StrEnum):
    """Actor behind a call. Set by app.py; no face can claim another."""

    USER = "user"
    ASSISTANT = "assistant"
    MCP = "mcp"


class DraftState(StrEnum):
    """State of a draft. Failures and doubts of delivery are states of the outbox."""

    PROPOSED = "proposed"
    EDITED = "edited"
    APPROVED = "approved"
    SENT = "sent"
    IGNORED = "ignored"


@dataclass(frozen=True, slots=True)
class Author:
    """Author of a version; `name` is shown (`Claude Desktop`), empty for the person. `program` is
    the id of a program at the bridge: two of one name are two authors. Programs that are started
    on this computer share an id; `instance` tells which of them it was, for as long as it runs."""

    origin: Origin
    name: str = ""
    program: str = ""
    instance: str = field(default="", compare=False)

    def runs_on(self, other: Author) -> bool:
        """Whether both are one author that was not started anew in between."""
        return (self, self.instance) == (other, other.instance)


class Part(StrEnum):
    """Part of a draft that one hand sets at a time; the value is its name for the person."""

    FROM = "From"
    TO = "To"
    CC = "Cc"
    BCC = "Bcc"
    SUBJECT = "Subject"
    TEXT = "Text"
    FILES = "Attachments"


@dataclass(frozen=True, slots=True)
class Hand:
    """Author who set a part of a draft last."""

    part: Part
    author: Author


class SourceKind(StrEnum):
    MESSAGE = "message"
    ATTACHMENT = "attachment"
    FILE = "file"
    EVENT = "event"
    CALENDAR = "calendar"
    REQUEST = "request"
    TEMPLATE = "template"
    LINK = "link"


@dataclass(frozen=True, slots=True)
class Source:
    """Source of a draft: a message, a file, an event, a look at the free times of a calendar, a
    template of the person's, a link or a command that the draft began with, or the request itself.
    `ref` opens it (a message id, a link; of a
    calendar the id of its account, of a template its name); `text` is its content where the store
    does not hold it."""

    kind: SourceKind
    ref: str
    title: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class DraftAttachment:
    """Attached file; its bytes are in the store under `id`. `size` is in bytes. `cid` is the
    content id by which formatted text shows it as a picture, empty for any other file."""

    id: str
    filename: str
    content_type: str
    size: int
    digest: str
    cid: str = ""


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file that is to be attached."""

    filename: str
    content_type: str
    data: bytes
    cid: str = ""


@dataclass(frozen=True, slots=True)
class DraftContent:
    """Content of a draft: all that a recipient would receive, and all that the digest covers.

    `body` is plain text without the signature and the quoted history, which stand in `signature`
    and `quoted` and are appended when composed. `content_type` is `text/plain` or `text/html`: then
    `body` is HTML, and `quoted` may be (mail/drafts/quotes.py). A formatted draft is sent with
    `formatted_signature` where there is one, any other with `signature`; `signature_below`: it
    stands under the quote. Message ids have no angle brackets.
    """

    from_: Address
    to: tuple[Address, ...] = ()
    cc: tuple[Address, ...] = ()
    bcc: tuple[Address, ...] = ()
    subject: str = ""
    body: str = ""
    content_type: str = "text/plain"
    signature: str = ""
    quoted: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    attachments: tuple[DraftAttachment, ...] = ()
    formatted_signature: str = ""
    signature_below: bool = False

    @property
    def recipients(self) -> tuple[Address, ...]:
        return self.to + self.cc + self.bcc

    def signed_by(self, identity: Identity | None) -> DraftContent:
        """The content with the signature of an identity, or with none."""
        own = Identity(self.from_)
        if identity is not None and identity.signature.strip():
            own = identity
        return replace(
            self,
            signature=own.signature,
            formatted_signature=own.formatted_signature,
            signature_below=own.signature_below,
        )

    def digest(self, account_id: str) -> str:
        """SHA-256 (hex) over the account and every field, each length-prefixed.

        Two contents have one digest only if every recipient, header and byte of the body and
        attachments is the same.
        """
        hasher = hashlib.sha256()
        for value in self._fields(account_id):
            data = value.encode("utf-8", "surrogatepass")
            hasher.update(len(data).to_bytes(8, "big"))
            hasher.update(data)
        return hasher.hexdigest()

    def _fields(self, account_id: str) -> list[str]:
        fields = [account_id, self.subject, self.body, self.content_type, self.signature]
        fields += [self.quoted, self.in_reply_to, str(len(self.references)), *self.references]
        for group in ((self.from_,), self.to, self.cc, self.bcc):
            fields.append(str(len(group)))
            for address in group:
                fields += [address.name, address.email]
        for part in self.attachments:
            fields += [part.filename, part.content_type, part.digest]
        pictures = [part.cid for part in self.attachments]
        if any(pictures):  # one field more, so that no other content has as many
            fields.append("\0".join(f"{len(cid)}:{cid}" for cid in pictures))
        if self.formatted_signature or self.signature_below:  # no list of ids begins like this
            place = "below" if self.signature_below else "above"
            fields.append(f"signature {place}: {self.formatted_signature}")
        return fields


@dataclass(frozen=True, slots=True)
class Draft:
    """One draft. `revision` counts from 1 and grows with every saved change.

    `thread_id` and `reply_to_id` are 0 for a new conversation. `asks_to_send` is set when an
    assistant asked for it to be sent, `asked_by` is who did. `created` and `updated` are seconds
    since the epoch. `taken_out` are the places, in words, where a proposal had invisible
    characters. `hands` say who set each part last (model/hands.py); empty for a draft that was
    stored before that was noted. `proposed_time` is when whoever asked thinks that it should leave
    (seconds since the epoch, 0 for no wish): the person alone sets a time.
    """

    id: str
    account_id: str
    author: Author
    state: DraftState
    revision: int
    content: DraftContent
    created: int
    updated: int
    thread_id: ThreadId = 0
    reply_to_id: MessageId = 0
    asks_to_send: bool = False
    reply_all: bool = False
    sources: tuple[Source, ...] = ()
    taken_out: tuple[str, ...] = ()
    hands: tuple[Hand, ...] = ()
    asked_by: Author | None = None
    proposed_time: float = 0.0

    @property
    def digest(self) -> str:
        return self.content.digest(self.account_id)

    @property
    def proposed(self) -> bool:
        """Whether something other than the person wrote the first version."""
        return self.author.origin is not Origin.USER


@dataclass(frozen=True, slots=True)
class DraftVersion:
    """One kept version, see store/drafts/draft_versions.py."""

    draft_id: str
    revision: int
    author: Author
    content: DraftContent
    saved: int


def newest_proposal(versions: Sequence[DraftVersion]) -> DraftVersion | None:
    """The newest version that an assistant or a connected program wrote; `versions` are oldest
    first."""
    return next((v for v in reversed(versions) if v.author.origin is not Origin.USER), None)


class CheckLevel(StrEnum):
    BLOCK = "block"
    CONFIRM = "confirm"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Check:
    """One finding about a draft before it is sent.

    `code` names the rule, `text` is a sentence, `fix` the label of the one fix button (empty
    when there is none) and `fix_value` what the fix needs (an address, a field name). `tick` is
    what the person confirms with.
    """

    code: str
    level: CheckLevel
    text: str
    fix: str = ""
    fix_value: str = ""
    tick: str = "It is right"


class Badge(StrEnum):
    """Remark on a recipient chip."""

    NEW = "new"
    EXTERNAL = "external"
    NOT_IN_THREAD = "not in this thread"
    REPLY_TO_DIFFERS = "reply-to differs"
    ONLY_IN_TEXT = "only in mail text"
    TYPED = "named by you"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class SendPermit:
    """Permit for one send: one draft, one revision, one digest, once. Made in one place, where
    the Send button is handled."""

    draft_id: str
    revision: int
    digest: str
    nonce: str = field(repr=False)
