"""Oddities of mail servers that their users and other mail programs have reported, each by its
kind: what such a server says instead of what a real one says."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from tests.fakes.mail_servers.peculiar import Answer, Refusal

Found = re.Match[bytes]


def nothing_refused(command: bytes, exists: int) -> bytes:
    del command, exists
    return b""


@dataclass(frozen=True)
class Oddity:
    """`answer` and `ask` rewrite lines of the server and of the client, `refuse` speaks instead."""

    answer: Answer = bytes
    refuse: Refusal = nothing_refused
    ask: Answer = bytes


def says(*pairs: tuple[bytes, bytes | Callable[[Found], bytes]]) -> Oddity:
    """Each pattern is replaced in a line, one after the other."""

    def answer(line: bytes) -> bytes:
        for pattern, new in pairs:
            line = re.sub(pattern, new, line)
        return line

    return Oddity(answer)


def refuses(pattern: bytes, said: bytes, *pairs: tuple[bytes, bytes]) -> Oddity:
    def refuse(command: bytes, exists: int) -> bytes:
        del exists
        return said if re.match(pattern, command, re.I) else b""

    return Oddity(says(*pairs).answer, refuse)


def lower(found: Found) -> bytes:
    return found.group(0).lower()


def in_a_literal(found: Found) -> bytes:
    start, name = found.group(1), found.group(2).strip(b'"')
    return start + b"{%d}\r\n" % len(name) + name + b"\r\n"


def spelled(found: Found) -> bytes:
    """A folder's name as UTF-8 instead of as modified UTF-7."""
    del found
    return "Verträge".encode()


FETCH = rb"^(\* \d+ FETCH )"
UTF7, UTF8 = b"Vertr&AOQ-ge", "Verträge".encode()

ODDITIES: dict[str, Oddity] = {
    # Lines
    "words in small letters": says(
        (rb"^\* (\d+ )?[A-Z]+\b", lower), (rb"^[A-P]{4}\d+ (OK|NO|BAD)\b", lower)
    ),
    "a completion without a text": says((rb"^([A-P]{4}\d+ OK) (?!\[).*\r\n", rb"\1\r\n")),
    "spaces at the ends of lines": says((rb"(?<!\})\r\n$", b" \t \r\n")),
    "two spaces for one": says(
        (rb"^(\*|[A-P]{4}\d+) (\w+) ", rb"\1  \2  "), (rb" FETCH \(UID ", b" FETCH  ( UID  ")
    ),
    "tabs for spaces": says((rb"^\* (\w+) ", rb"*" + b"\t" + rb"\1" + b"\t")),
    "lines that end with LF alone": says((rb"\r\n$", b"\n")),
    "lines that end with two CR": says((rb"\r\n$", b"\r\r\n")),
    "empty lines between answers": says((rb"^\* ", b"\r\n* ")),
    "no space before a list": says((rb" FETCH \(", b" FETCH("), (rb"FLAGS \(", b"FLAGS(")),
    "literals as binary ones": says((rb"\{(\d+)\}\r\n$", rb"~{\1}" + b"\r\n")),
    "literals as clients announce them": says((rb"\{(\d+)\}\r\n$", rb"{\1+}" + b"\r\n")),
    "a text that ends like a literal": says(
        (rb"^([A-P]{4}\d+ OK|\* OK) (?!\[).*\r\n", rb"\1 Done {12}" + b"\r\n")
    ),
    "tags in small letters": says((rb"^[A-P]{4}\d+ ", lower)),
    "signs of life amid an answer": says((FETCH, b"* OK Still here\r\n" + rb"\1")),
    "warnings amid an answer": says(
        (FETCH, b"* NO [ALERT] Mailbox is at 95%\r\n* BAD odd\r\n* OK [ALERT]\r\n" + rb"\1")
    ),
    "a continuation without a space": says((rb"^\+ .*\r\n", b"+\r\n")),
    "a continuation with words": says((rb"^\+ [^\r]+\r\n", b"+ Ready for literal data (go)\r\n")),
    # Response codes
    "brackets in the text behind a code": says(
        (rb"^(\* OK \[[A-Z]+ \d+\]).*", rb"\1 [see] UIDs [are] valid]")
    ),
    "codes that nobody knows": says(
        (rb"^(\* \d+ EXISTS\r\n)", rb"\1" + b'* OK [X-SOMETHING (a [b] "c)] what\r\n* OK [\r\n')
    ),
    "codes in small letters": says((rb"^\* OK \[[A-Z-]+", lower)),
    "a code without its value": says((rb"\[UIDNEXT \d+\]", b"[UIDNEXT]")),
    "a code whose value is none": says((rb"\[UIDNEXT \d+\]", b"[UIDNEXT none]")),
    "no UIDNEXT": says((rb"^\* OK \[UIDNEXT.*\r\n", b"")),
    "no UIDVALIDITY": says((rb"^\* OK \[UIDVALIDITY.*\r\n", b"")),
    "UIDVALIDITY 0": says((rb"UIDVALIDITY \d+", b"UIDVALIDITY 0")),
    "HIGHESTMODSEQ 0": says((rb"HIGHESTMODSEQ \d+", b"HIGHESTMODSEQ 0")),
    "NOMODSEQ beside CONDSTORE": says((rb"\[HIGHESTMODSEQ \d+\]", b"[NOMODSEQ]")),
    "no PERMANENTFLAGS": says((rb"^\* OK \[PERMANENTFLAGS.*\r\n", b"")),
    "PERMANENTFLAGS that names none": says((rb"PERMANENTFLAGS \(.*\)\]", b"PERMANENTFLAGS ()]")),
    "PERMANENTFLAGS without an end": says((rb"(PERMANENTFLAGS \(.*)\)\]", rb"\1]")),
    "neither COPYUID nor APPENDUID": says((rb"\[(COPYUID|APPENDUID)[^\]]*\] ", b"")),
    "COPYUID and APPENDUID without numbers": says((rb"\[(COPYUID|APPENDUID)[^\]]*\]", rb"[\1]")),
    # What is said of an open folder
    "a folder opens without a count": says((rb"^\* \d+ EXISTS\r\n", b"")),
    "a count that shrinks and grows": says(
        (rb"^\* (\d+) EXISTS", b"* 999 EXISTS\r\n* 0 EXISTS\r\n* " + rb"\1 EXISTS")
    ),
    "no RECENT": says((rb"^\* \d+ RECENT\r\n", b"")),
    "flags with odd signs": says(
        (rb"FLAGS \(", rb"FLAGS ($Junk NonJunk \* [Old] Junk] [x {3} %a a%b ")
    ),
    "a change of flags that names no UID": says(
        (FETCH, rb"* 1 FETCH (FLAGS (\\Deleted))" + b"\r\n" + rb"\1")
    ),
    "EXPUNGE amid FETCH": says((FETCH, b"* 1 EXPUNGE\r\n" + rb"\1")),
    "items in small letters": says((rb"\b(UID|FLAGS|INTERNALDATE|RFC822\.SIZE|BODY)\b", lower)),
    "UID behind the rest": says((rb"\(UID (\d+) (.*)\)\r\n$", rb"(\2 UID \1)" + b"\r\n")),
    "a day of one digit": says((rb'INTERNALDATE "\d(\d)-', rb'INTERNALDATE " \1-')),
    "a zone in words": says((rb' [+-]\d{4}"', b' GMT"')),
    "no zone": says((rb' [+-]\d{4}"', b'"')),
    "every size 0": says((rb"RFC822\.SIZE \d+", b"RFC822.SIZE 0")),
    "no size": says((rb"RFC822\.SIZE \d+ ?", b"")),
    "the words begin at 0": says((rb"BODY\[\] ", b"BODY[]<0> ")),
    "no header fields": says(
        (rb"BODY\[HEADER\.FIELDS[^\]]*\] \{\d+\}\r\n$", b"BODY[HEADER.FIELDS] NIL")
    ),
    "found twice": says((rb"^\* SEARCH (\d.*)\r\n", rb"* SEARCH \1 \1" + b"\r\n")),
    # Folders
    "no separator": says((rb'^(\* LIST \([^)]*\)) "\."', rb"\1 NIL")),
    "names in literals": says((rb'^(\* LIST \([^)]*\) "\." )(.*)\r\n$', in_a_literal)),
    "unknown attributes in capitals": says((rb"^\* LIST \(", rb"* LIST (\\NOINFERIORS \\X-Box ")),
    "the inbox in other letters": says((rb"^(\* (LIST .*|STATUS )) ?INBOX\b", rb"\1 Inbox")),
    "every folder twice": says((rb"^(\* LIST .*\r\n)$", rb"\1\1")),
    "a folder that is not there": says(
        (rb"^(\* LIST .* INBOX\r\n)$", rb"\1" + b'* LIST (\\\\NonExistent) "." Gone\r\n')
    ),
    "a folder that is listed and can't be opened": says(
        (rb"^(\* LIST .* INBOX\r\n)$", rb"\1" + b'* LIST (\\\\NOSELECT) "." Box\r\n')
    ),
    "names of folders in UTF-8": Oddity(
        lambda line: line.replace(UTF7, UTF8), ask=lambda line: line.replace(UTF8, UTF7)
    ),
    "STATUS with the name in quotes": says((rb"^\* STATUS (\w+) ", rb'* STATUS "\1" ')),
    "LIST-STATUS without a STATUS": says((rb"^\* STATUS .*\r\n", b"")),
    # Sign-in, and commands that are offered and refused
    "capabilities in small letters": says((rb"\bCAPABILITY .*", lower)),
    "capabilities told twice": says((rb"^(\* CAPABILITY .*\r\n)$", rb"\1\1")),
    "capabilities in the greeting alone": says(
        (rb"^(\w+ OK) \[CAPABILITY [^\]]*\]", rb"\1"),
    ),
    "ID that is NIL": says((rb"^\* ID .*\r\n", b"* ID NIL\r\n")),
    "ID that is nothing": says((rb"^\* ID .*\r\n", b"* ID\r\n")),
    "LOGIN forbidden, and allowed": says((rb" AUTH=PLAIN", b" LOGINDISABLED")),
    "AUTHENTICATE offered and not there": refuses(
        rb"AUTHENTICATE", b"NO Unsupported authentication mechanism"
    ),
    "MOVE offered and refused": refuses(rb"UID MOVE", b"NO [CANNOT] not here"),
    "MOVE offered and unknown": refuses(rb"UID MOVE", b"BAD Unknown command"),
    "UID EXPUNGE offered and refused": refuses(rb"UID EXPUNGE", b"BAD what", (rb" MOVE\b", b"")),
    "STATUS of the open folder refused": refuses(
        rb'STATUS "?INBOX', b"NO it is open", (rb" LIST-STATUS", b"")
    ),
    "MODSEQ offered and not searched for": refuses(rb"UID SEARCH MODSEQ", b"BAD what"),
    "NOOP refused": refuses(rb"NOOP", b"BAD what"),
    "EXAMINE refused": refuses(rb"EXAMINE", b"BAD what"),
}
