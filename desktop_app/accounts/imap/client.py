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
from imapclient.response_parser import parse_fetch_response, parse_response

MOST_BYTES = 256 * 1024 * 1024
"""The longest literal that is taken: no server allows mails of that size."""
MOST_LINES, LONGEST_LINE = 500_000, 16 * 1024 * 1024
"""The most lines of an answer, and the bytes of one, that are taken. A SEARCH is one line: the
library's own limit of a million bytes ends at a folder of some 150,000 mails."""

_AT_ONCE = 50
"""Commands that are sent before an answer is read."""
_COUNT_ALONE = re.compile(rb"\s*\(MODSEQ \d+\)\s*", re.I)


class _Bounds:
    """Counts what a server sends in answer to one command. `imap` is the library's connection."""

    def __init__(self, imap: Any) -> None:
        self._imap, self._read, self._send = imap, imap.read, imap.send
        self._keep = imap._append_untagged
        self._bytes = self._lines = 0
        imap.read, imap.readline, imap.send = self.read, self.readline, self.send
        imap._append_untagged = self.keep

    def send(self, data: bytes) -> None:
        self._bytes = self._lines = 0
        self._send(data)

    def read(self, size: int) -> bytes:
        if size > MOST_BYTES:
            raise imaplib.IMAP4.abort(f"a literal of {size} bytes")
        return self._counted(self._read(size))

    def readline(self) -> bytes:
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


class BoundedClient(IMAPClient):  # type: ignore[misc]
    """Client that refuses literals above `MOST_BYTES` before it reads them, and answers without an
    end. `namespaces` is what `namespaces.py` knows of the server."""

    namespaces: Any = None

    def _create_IMAP4(self) -> Any:  # noqa: N802 - the library's name
        imap = super()._create_IMAP4()
        _Bounds(imap)
        return imap

    def _raw_command_untagged(self, command: bytes, args: Any, *more: Any, **named: Any) -> Any:
        """A SEARCH may come in several lines, and with the count of changes alone where nothing is
        found (RFC 7162 section 3.1.5), which the library does not read."""
        data = super()._raw_command_untagged(command, args, *more, **named)
        if command == b"SEARCH" and isinstance(data, list):
            lines = [line for line in data if line and not _COUNT_ALONE.fullmatch(line)]
            return [b" ".join(lines)]
        return data

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
            fetched = self._done("FETCH", fetch)
            lines = self._imap.untagged_responses.pop("FETCH", [])
            if opened and fetched and validity.isdigit():
                data = parse_fetch_response(lines, self.normalise_times) if lines else {}
                told = {uid: data[uid] for uid in wanted[name] if uid in data}
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
        the server gave it."""
        try:
            return super()._proc_folder_list(folder_data)
        except (ValueError, binascii.Error):
            self.folder_encode = False
            try:
                rows = super()._proc_folder_list(folder_data)
            finally:
                self.folder_encode = True
        return [(flags, separator, _decoded(name)) for flags, separator, name in rows]


def _decoded(name: Any) -> str:
    if not isinstance(name, bytes):
        return str(name)
    try:
        return str(imap_utf7.decode(name))
    except (ValueError, binascii.Error):
        return name.decode("ascii", "replace")
