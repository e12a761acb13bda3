"""Parsing of strangers' mail, in a process with limits: one mail, whatever it is, is set aside with
its name, and the rest goes on.

The process exchanges bytes; it knows no database, and no file but the Maildir's that it reads.
"""

from __future__ import annotations

import gc
import logging
import re
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import msgspec

from desktop_app.accounts.local.readers import MaildirEntry, read_file
from desktop_app.bounded_process import Answering, KeptProcess, Limits, Passed, Why
from desktop_app.mail.message.parse import parse
from desktop_app.mail.wire.headers import clean
from desktop_app.model.errors import BadInput
from desktop_app.store.rows.message_record import MessageRecord, Preparer

LIMITS = Limits(memory=900_000_000, per_byte=24, cpu=10.0, per_megabyte=4.0)
"""Of one block. A mail of usual size takes a millisecond; the costliest within the budgets of the
passes a second or two; a mail of 50 MB some hundreds of megabytes."""

_SENTENCES = {
    Why.MEMORY: "The message takes too much memory to be read; it was left out.",
    Why.TIME: "The message takes too long to be read; it was left out.",
    Why.ENDED: "The message made its reader fail; it was left out.",
}
_SUBJECT = re.compile(rb"^subject:[ \t]{0,8}([^\r\n]{1,80})", re.IGNORECASE | re.MULTILINE)
_HEAD = 65_536
_log = logging.getLogger(__name__)

Work = Callable[[str, bool, bytes], bytes]


class Raw(msgspec.Struct, frozen=True, array_like=True):
    """A message to be read. `date` is used when it has none (seconds since the epoch); `thread` is
    the server's key of its thread, None for what the message itself says."""

    raw: bytes
    date: int = 0
    labels: tuple[str, ...] = ()
    source_id: str = ""
    thread: str | None = None
    location: str = ""


class RawBlock(msgspec.Struct, frozen=True, array_like=True):
    """Input of the process: messages, and entries to read messages from."""

    items: list[Raw]
    entries: list[MaildirEntry]

    @property
    def size(self) -> int:
        return sum(len(i.raw) for i in self.items) + sum(e.size for e in self.entries)

    def singles(self) -> Iterator[tuple[str, RawBlock]]:
        """Each of it with where it was found."""
        yield from ((item.location, RawBlock([item], [])) for item in self.items)
        yield from ((entry.location, RawBlock([], [entry])) for entry in self.entries)


class ParsedBlock(msgspec.Struct, array_like=True):
    """Output of the process: messages to store, (location, reason) of those that could not be
    read, what the log is told of faults of the program's own, and how many entries were `deleted`
    and `partial` (as in RawItem)."""

    messages: list[MessageRecord]
    unreadable: list[tuple[str, str]]
    faults: list[str] = []
    deleted: int = 0
    partial: int = 0


_questions: msgspec.msgpack.Decoder[tuple[str, bool, bytes]] = msgspec.msgpack.Decoder(
    tuple[str, bool, bytes]
)
_blocks = msgspec.msgpack.Decoder(RawBlock)
_results = msgspec.msgpack.Decoder(ParsedBlock)


def begin_parsing(work: Work) -> Answering:
    """Set up a parsing process."""
    # What parsing makes is freed by itself; looking for cycles so often costs a tenth.
    gc.set_threshold(100_000, 50, 100)
    return lambda question: work(*_questions.decode(question))


def parse_block(account_id: str, counting: bool, data: bytes) -> bytes:
    """Work of a parsing process: a packed RawBlock in, a packed ParsedBlock out."""
    preparer = Preparer(account_id, counting=counting)
    return msgspec.msgpack.encode(_read(preparer, _blocks.decode(data)))


def parsing_process(work: Work = parse_block) -> KeptProcess:
    """`work` runs in the process; a test may hand in a failing one."""
    return KeptProcess(partial(begin_parsing, work), LIMITS)


_shared = parsing_process()
"""Of syncs and of small imports."""


def read_block(
    block: RawBlock, account_id: str, *, counting: bool, process: KeptProcess | None = None
) -> ParsedBlock:
    """The messages of a block. When one of them ends the process, each is read alone: that costs
    its limit once more, halving would cost it once for each half."""
    process = process or _shared
    try:
        return _asked(process, block, account_id, counting=counting)
    except Passed as passed:
        alone = list(block.singles())
        if len(alone) == 1:
            return ParsedBlock([], [(alone[0][0], _SENTENCES[passed.why])])
    read = ParsedBlock([], [])
    for location, single in alone:
        try:
            found = _asked(process, single, account_id, counting=counting)
        except Passed as passed:
            read.unreadable.append((location, _SENTENCES[passed.why]))
        else:
            read.messages.extend(found.messages)
            read.unreadable.extend(found.unreadable)
            read.deleted += found.deleted
            read.partial += found.partial
    return read


def read_one(mail: Raw, account_id: str) -> MessageRecord:
    """One message of a server. Raises `BadInput` for one that can't be read, with its subject."""
    [(_, found)] = read_each([mail], account_id)
    if isinstance(found, str):
        raise BadInput(found)
    return found


def read_each(mails: Sequence[Raw], account_id: str) -> list[tuple[Raw, MessageRecord | str]]:
    """Messages of a server, which knows them apart by `source_id`, read in one turn; or why one
    can't be read, with its subject."""
    numbered = [msgspec.structs.replace(mail, location=str(n)) for n, mail in enumerate(mails)]
    found = read_block(RawBlock(numbered, []), account_id, counting=True)
    records = {record.source_id: record for record in found.messages}
    reasons = dict(found.unreadable)
    read: list[tuple[Raw, MessageRecord | str]] = []
    for number, mail in enumerate(mails):
        record = records.get(mail.source_id)
        reason = reasons.get(str(number), _SENTENCES[Why.ENDED])
        read.append((mail, record if record is not None else _named(mail, reason)))
    return read


def _named(mail: Raw, reason: str) -> str:
    subject = _SUBJECT.search(mail.raw[:_HEAD])
    named = clean(subject[1].decode("utf-8", "replace")) if subject else ""
    return f"“{named}”: {reason}" if named else reason


def _asked(
    process: KeptProcess, block: RawBlock, account_id: str, *, counting: bool
) -> ParsedBlock:
    question = (account_id, counting, msgspec.msgpack.encode(block))
    answer = process.ask(msgspec.msgpack.encode(question), size=block.size)
    found = _results.decode(answer)
    for fault in found.faults:
        _log.error("A message could not be read\n%s", fault)
    return found


def _read(preparer: Preparer, block: RawBlock) -> ParsedBlock:
    found = ParsedBlock([], [])
    for item in block.items:
        _take(preparer, item, found)
    for entry in block.entries:
        read = read_file(entry)
        if read.deleted:
            found.deleted += 1
        elif read.problem:
            found.unreadable.append((read.location, read.problem))
        else:
            found.partial += read.partial
            labels = tuple(read.labels)
            raw = Raw(read.raw, read.fallback_date, labels, location=read.location)
            _take(preparer, raw, found)
    return found


def _take(preparer: Preparer, mail: Raw, found: ParsedBlock) -> None:
    """One message. What goes wrong in it, a fault of the program too, is about it alone; memory is
    about the process, and told by it."""
    try:
        if mail.thread is None:
            parsed = parse(mail.raw, fallback_date=mail.date, now=int(time.time()))
        else:
            parsed = parse(mail.raw)
            parsed = replace(parsed, server_thread=mail.thread, date=parsed.date or mail.date)
        found.messages.append(preparer.prepare(parsed, mail.labels, mail.source_id))
    except MemoryError:
        raise
    except RecursionError:
        found.unreadable.append((mail.location, _SENTENCES[Why.MEMORY]))
    except Exception as error:  # noqa: BLE001 - carried over to the log of the one that asked
        where = "".join(traceback.format_tb(error.__traceback__)[-4:])
        found.unreadable.append((mail.location, _SENTENCES[Why.ENDED]))
        found.faults.append(f"{type(error).__name__}\n{where}")
