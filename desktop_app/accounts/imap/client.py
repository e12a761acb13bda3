"""Client of an IMAP server: the library's, with bounds on what is read, and the answers of servers
that it does not read.
"""

from __future__ import annotations

import binascii
import imaplib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from imapclient import IMAPClient, imap_utf7
from imapclient.imap4 import IMAP4WithTimeout
from imapclient.imapclient import join_message_ids, seq_to_parenstr_upper
from imapclient.response_parser import parse_response
from imapclient.tls import IMAP4_TLS

from desktop_app.accounts.imap.answers import fetched, plain_numbers, uids_of
from desktop_app.accounts.imap.lines import after_literal, whole_line

MOST_BYTES = 256 * 1024 * 1024
"""The longest literal that is taken: no server allows mails of that size."""
MOST_LINES, LONGEST_LINE = 500_000, 16 * 1024 * 1024
"""The most lines of an answer, and the bytes of one, that are taken. A SEARCH is one line: the
library's own limit of a million bytes ends at a folder of some 150,000 mails."""

_AT_ONCE = 50
"""Commands that are sent before an answer is read."""


class _Bounds:
    """Counts what a server sends in answer to one command. `imap` is the library's connection."""

    def __init__(self, imap: Any) -> None:
        self._imap, self._read, self._send = imap, imap.read, imap.send
        self._keep = imap._append_untagged
        self._bytes = self._lines = 0
        self._in_answer = False
        """Whether a literal came last: the next line goes on with its answer."""
        imap.read, imap.readline, imap.send = self.read, self.readline, self.send
        imap._append_untagged = self.keep

    def send(self, data: bytes) -> None:
        self._bytes = self._lines = 0
        self._send(data)

    def read(self, size: int) -> bytes:
        if size > MOST_BYTES:
            raise imaplib.IMAP4.abort(f"a literal of {size} bytes")
        self._in_answer = True
        return self._counted(self._read(size))

    def readline(self) -> bytes:
        """The next line that says something, as the library reads it."""
        while line := self._line():
            goes_on, self._in_answer = self._in_answer, False
            if not line.endswith(b"\n"):
                return line  # the connection ended within it
            if told := after_literal(line) if goes_on else whole_line(line):
                return told
        return line

    def _line(self) -> bytes:
        self._lines += 1
        if self._lines > MOST_LINES:
            raise imaplib.IMAP4.abort("an answer without an end")
        line: bytes = self._imap.file.readline(LONGEST_LINE + 1)
        if len(line) > LONGEST_LINE:
            raise imaplib.IMAP4.abort("a line without an end")
        return self._counted(line)

    def keep(self, kind: str, data: Any) -> None:
        """A folder that is read-only is the business of who changes something there: the library
        would break off the connection at the next command, whatever it is."""
        if kind != "READ-ONLY":
            self._keep(kind, data)

    def _counted(self, data: bytes) -> bytes:
        self._bytes += len(data)
        if self._bytes > 2 * MOST_BYTES:
            raise imaplib.IMAP4.abort("an answer without an end")
        return data


class _InTheClear(IMAP4WithTimeout):  # type: ignore[misc]
    """Connection whose greeting, too, is read within bounds."""

    def open(self, *given: Any, **named: Any) -> None:
        super().open(*given, **named)
        _Bounds(self)


class _OverTls(IMAP4_TLS):  # type: ignore[misc]
    """The same from the first byte under TLS."""

    def open(self, *given: Any, **named: Any) -> None:
        super().open(*given, **named)
        _Bounds(self)


class BoundedClient(IMAPClient):  # type: ignore[misc]
    """Client that refuses literals above `MOST_BYTES` before it reads them, and answers without an
    end. `namespaces` is what `namespaces.py` knows of the server."""

    namespaces: Any = None

    def __init__(self, *given: Any, **named: Any) -> None:
        self._as_told: dict[str, bytes] = {}
        """Names of folders as the server writes them, where it does so in its own way."""
        super().__init__(*given, **named)

    def _create_IMAP4(self) -> Any:  # noqa: N802 - the library's name
        patience = getattr(self._timeout, "connect", None)
        if self.ssl:
            return _OverTls(self.host, self.port, self.ssl_context, patience)
        return _InTheClear(self.host, self.port, patience)

    def _raw_command_untagged(self, command: bytes, args: Any, *more: Any, **named: Any) -> Any:
        data = super()._raw_command_untagged(command, args, *more, **named)
        return uids_of(data) if command == b"SEARCH" and isinstance(data, list) else data

    def fetch(self, messages: Any, data: Any, modifiers: Any = None) -> dict[int, dict[bytes, Any]]:
        """As the library's; what comes unasked, about another message, is none of it."""
        if not messages:
            return {}
        more = [seq_to_parenstr_upper(modifiers)] if modifiers else []
        asked = (join_message_ids(messages), seq_to_parenstr_upper(data), *more)
        tag = self._imap._command("UID", "FETCH", *asked)
        self._checkok("fetch", *self._imap._command_complete("FETCH", tag))
        lines = self._imap.untagged_responses.pop("FETCH", [])
        return fetched(lines, map(int, messages), self.normalise_times)

    def noop(self) -> bool:
        """Ask for a sign of life; a refusal is one. Whether it was carried out."""
        try:
            super().noop()
        except imaplib.IMAP4.abort:
            raise
        except imaplib.IMAP4.error:
            return False
        return True

    def select_folder(self, folder: str, readonly: bool = False) -> dict[bytes, Any]:
        """As the library's; where the server does not say how many mails there are, it is asked:
        without that nobody knows whether the folder is empty."""
        try:
            told: dict[bytes, Any] = super().select_folder(folder, readonly)
        except imaplib.IMAP4.abort:
            raise
        except imaplib.IMAP4.error as error:
            if not readonly or "error: BAD" not in str(error):
                raise
            told = super().select_folder(folder)  # it has no EXAMINE; nothing is changed by SELECT
        if b"EXISTS" not in told:
            told[b"EXISTS"] = len(self.search(["ALL"]))
        return told

    def _process_select_response(self, resp: Any) -> Any:
        return super()._process_select_response(plain_numbers(resp))

    def statuses(self, folders: Sequence[str], what: Sequence[str]) -> dict[str, dict[bytes, Any]]:
        """The STATUS of many folders, by name; those whose server says no are left out. In one turn
        where the server has LIST-STATUS (RFC 5819), else asked all at once before the answers are
        read (RFC 3501 section 5.5)."""
        items = f"({' '.join(what)})"
        if self.has_capability("LIST-STATUS"):
            try:
                told = self._imap._simple_command("LIST", '""', '"*"', f"RETURN (STATUS {items})")
                self._checkok("list", *told)
            except imaplib.IMAP4.abort:
                raise
            except imaplib.IMAP4.error:
                self._imap.untagged_responses.clear()  # it does not do what it offers
            else:
                self._imap.untagged_responses.pop("LIST", None)
                return self._statuses()
        found: dict[str, dict[bytes, Any]] = {}
        for start in range(0, len(folders), _AT_ONCE):
            asked = [
                self._imap._command("STATUS", self._normalise_folder(name), items)
                for name in folders[start : start + _AT_ONCE]
            ]
            for tag in asked:
                try:
                    self._imap._command_complete("STATUS", tag)
                except imaplib.IMAP4.abort:
                    raise
                except imaplib.IMAP4.error:
                    continue  # of this one it tells nothing
            found |= self._statuses()
        return found

    def bodies(
        self, wanted: Mapping[str, Sequence[int]], item: str
    ) -> dict[str, tuple[int, dict[int, dict[bytes, Any]]]]:
        """One item of messages of several folders, all of them asked for before the first answer is
        read (RFC 3501 section 5.5): by folder its UIDVALIDITY, and the data by UID. Folders that
        the server refuses are left out. Another folder is open afterwards."""
        asked: list[tuple[str, bytes, bytes]] = []
        for name, uids in wanted.items():
            examine = self._imap._command("EXAMINE", self._normalise_folder(name))
            self._imap.state = "SELECTED"  # as it will be when the next command is read
            numbers = ",".join(map(str, uids))
            asked.append((name, examine, self._imap._command("UID", "FETCH", numbers, f"({item})")))
        found: dict[str, tuple[int, dict[int, dict[bytes, Any]]]] = {}
        for name, examine, fetch in asked:
            opened = self._done("EXAMINE", examine)
            validity = self._imap.untagged_responses.get("UIDVALIDITY", [b""])[-1]
            self._imap.untagged_responses.clear()
            done = self._done("FETCH", fetch)
            lines = self._imap.untagged_responses.pop("FETCH", [])
            if opened and done and validity.isdigit():
                told = fetched(lines, wanted[name], self.normalise_times)
                found[name] = (int(validity), told)
        return found

    def _done(self, command: str, tag: bytes) -> bool:
        """Read the answer to a command; whether the server carried it out."""
        try:
            told, _ = self._imap._command_complete(command, tag)
        except imaplib.IMAP4.abort:
            raise
        except imaplib.IMAP4.error:
            return False
        return bool(told == "OK")

    def _statuses(self) -> dict[str, dict[bytes, Any]]:
        """The STATUS answers that have come."""
        lines = self._imap.untagged_responses.pop("STATUS", [])
        parsed = parse_response([line for line in lines if line])
        pairs = zip(parsed[::2], parsed[1::2], strict=False)
        return {_decoded(name): dict(zip(t[::2], t[1::2], strict=False)) for name, t in pairs}

    def _proc_folder_list(self, folder_data: Any) -> Any:
        """One folder whose name can't be decoded does not hide the others: it keeps the name that
        the server gave it, and is asked for by that."""
        self.folder_encode = False
        try:
            rows = super()._proc_folder_list(folder_data)
        finally:
            self.folder_encode = True
        found = []
        for flags, separator, raw in rows:
            name = _decoded(raw)
            if isinstance(raw, bytes) and not raw.isascii():
                self._as_told[name] = raw
            found.append((flags, separator, name))
        return found

    def _normalise_folder(self, folder_name: Any) -> Any:
        if told := self._as_told.get(folder_name):
            return b'"' + re.sub(rb'(["\\])', rb"\\\1", told) + b'"'
        return super()._normalise_folder(folder_name)


def _decoded(name: Any) -> str:
    """A folder's name; the parser takes one that is a number, or NIL, for that. Some servers write
    UTF-8 (RFC 6855) without having been asked for it."""
    if not isinstance(name, bytes):
        return "NIL" if name is None else str(name)
    try:
        return name.decode("utf-8") if not name.isascii() else str(imap_utf7.decode(name))
    except (ValueError, binascii.Error):
        return name.decode("ascii", "replace")
