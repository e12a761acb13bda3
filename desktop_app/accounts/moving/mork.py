"""Index of a Mozilla mail folder (.msf, in the Mork format): which mails are there, what is read,
starred and tagged. A folder's own file says none of that until it is compacted.

Read by hand in one pass over the text. Source: https://wiki.mozilla.org/Mork, and what Thunderbird
153 writes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

LARGEST = 64 << 20
"""Bytes of an index beyond which it is not read."""

_MAILS = "ns:msg:db:row:scope:msgs:all"
_INFO = "ns:msg:db:row:scope:dbfolderinfo:all"
_WANTED = frozenset(
    ("storeToken", "msgOffset", "flags", "keywords", "size", "numLines", "folderSize")
)
_BEGIN = re.compile(r"@\$\$\{([0-9A-Fa-f]{1,16})\{@")
_ID = re.compile(r"(-?)([0-9A-Fa-f]{1,16})(?::(?:\^([0-9A-Fa-f]{1,16})|(\w{1,100})))?")
_ATOM = re.compile(r"([0-9A-Fa-f]{1,16})\s*=")
_CELL = re.compile(r"(?:\^([0-9A-Fa-f]{1,16})|(\w{1,100}))\s*([=^])")
_REFERENCE = re.compile(r"([0-9A-Fa-f]{1,16})\)")
_PLAIN = re.compile(r"[^\\$)]+")
_SPACE = re.compile(r"(?:\s|//[^\n]*+)++")
_LONGEST = 4_000


class IndexedMail(NamedTuple):
    """A mail that is there: its flags (nsMsgMessageFlags), its keywords, and how many bytes are
    its own at least, whatever ends of lines they were counted with; 0 where that is not said."""

    flags: int
    keywords: tuple[str, ...]
    least_size: int = 0


@dataclass(frozen=True, slots=True)
class FolderIndex:
    """The mails of a folder by where they lie: an offset in decimal, or the name of a file.
    `folder_size` is how long the folder's file was when the index was written, -1 where it does
    not say."""

    mails: dict[str, IndexedMail]
    folder_size: int


def read_index(data: bytes) -> FolderIndex | None:
    """The index, or None for what is none. What was being written when the program ended counts
    for nothing, as in Thunderbird itself."""
    if not data.lstrip().startswith(b"// <!-- <mdb:mork"):
        return None
    reader = _Reader(data.decode("latin-1"))
    reader.run()
    return reader.index()


@dataclass(slots=True)
class _Reader:
    text: str
    at: int = 0
    columns: dict[str, str] = field(default_factory=dict)
    atoms: dict[str, str] = field(default_factory=dict)
    rows: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    there: dict[str, None] = field(default_factory=dict)
    scopes: dict[str, str] = field(default_factory=lambda: {_MAILS: _MAILS, _INFO: _INFO})

    def run(self) -> None:
        end = len(self.text)
        while self._skip_space() < end:
            here = self.text[self.at]
            if here == "<":
                self._dictionary()
            elif here == "[":
                self._row("")
            elif here == "{":
                self._table()
            elif here == "@" and (begin := _BEGIN.match(self.text, self.at)):
                closing = f"@$$}}{begin[1]}}}@"
                self.at = begin.end()
                if self.text.find(closing, self.at) < 0:
                    return  # it was never finished
            else:
                self.at += 1

    def index(self) -> FolderIndex:
        mails = {}
        rows = self.rows.get(self._scope(_MAILS), {})
        for id_ in self.there:
            row = rows.get(id_, {})
            place = row.get("storeToken") or _decimal(row.get("msgOffset", "")) or "0"
            keywords = tuple(row.get("keywords", "").lower().split())
            flags, size, lines = (_number(row.get(n, "0")) for n in ("flags", "size", "numLines"))
            mails[place] = IndexedMail(flags, keywords, max(0, size - lines))
        info = self.rows.get(self._scope(_INFO), {})
        sizes = [_number(row["folderSize"]) for row in info.values() if row.get("folderSize")]
        return FolderIndex(mails, sizes[0] if sizes else -1)

    def _scope(self, name: str) -> str:
        return self.scopes[name]

    def _skip_space(self) -> int:
        space = _SPACE.match(self.text, self.at)
        if space is not None:
            self.at = space.end()
        return self.at

    def _dictionary(self) -> None:
        """`<(81=subject)…>`; one of columns begins with `<(a=c)>`."""
        self.at += 1
        into = self.atoms
        while self._skip_space() < len(self.text):
            here = self.text[self.at]
            if here == ">":
                self.at += 1
                return
            if here == "<":
                end = self.text.find(">", self.at)
                inner = self.text[self.at : end] if 0 <= end < self.at + 100 else ""
                into = self.columns if "a=c" in inner else into
                self.at = end + 1 if end >= 0 else len(self.text)
            elif here == "(":
                self.at += 1
                name = _ATOM.match(self.text, self.at)
                if name is not None:
                    self.at = name.end()
                value = self._literal()
                if name is not None:
                    into[name[1].upper()] = value
                    if into is self.columns and value in self.scopes:
                        self.scopes[value] = name[1].upper()
            else:
                self.at += 1

    def _literal(self) -> str:
        """What stands up to the closing parenthesis, which is passed."""
        text, parts, length = self.text, list[str](), 0
        while self.at < len(text):
            here = text[self.at]
            piece, step = "", 1
            if here == ")":
                self.at += 1
                break
            if here == "\\":
                follows = text[self.at + 1 : self.at + 2]
                step = 3 if text.startswith("\r\n", self.at + 1) else 2
                piece = "" if follows in "\r\n" else follows
            elif here == "$":
                piece, step = _byte(text[self.at + 1 : self.at + 3]), 3
            else:
                run = _PLAIN.match(text, self.at)
                piece = run[0] if run is not None else here
                step = len(piece)
            self.at += step
            if length < _LONGEST:
                parts.append(piece)
                length += len(piece)
        return "".join(parts).replace("\n", "").replace("\r", "")

    def _table(self) -> None:
        """`{1:^80 {(k^96:c)(s=9)} [1(…)] 2 - [3] }`: rows that are there, and after a minus rows
        that are not any more. A minus before its number empties the table first."""
        self.at += 1
        named = _ID.match(self.text, self.at)
        if named is None:
            return
        self.at = named.end()
        scope = (named[3] or named[4] or "").upper()
        ours = scope == self._scope(_MAILS) and named[2].lstrip("0") == "1"
        if ours and named[1]:
            self.there.clear()
        gone = False
        while self._skip_space() < len(self.text):
            here = self.text[self.at]
            if here == "}":
                self.at += 1
                return
            if here in "@<":
                return  # no table goes on like this: it was broken off
            if here == "-" and not self.text[self.at + 1 : self.at + 2].isalnum():
                gone, self.at = True, self.at + 1
                continue
            id_, cut = self._member(here, scope)
            if id_ and ours:
                self.there.pop(id_, None) if gone or cut else self.there.setdefault(id_)
            gone = False

    def _member(self, here: str, scope: str) -> tuple[str, bool]:
        """The id of a row in a table, empty for anything else, and whether a minus stands before
        its number."""
        if here == "{":
            self._meta()
        elif here == "[":
            return self._row(scope), False
        elif (bare := _ID.match(self.text, self.at)) is not None:
            self.at = bare.end()
            return bare[2].upper(), bool(bare[1])
        else:
            self.at += 1
        return "", False

    def _meta(self) -> None:
        """`{(k^96:c)(s=9)1:m }`, which is of no use here."""
        end = self.text.find("}", self.at)
        self.at = end + 1 if end >= 0 else len(self.text)

    def _row(self, scope: str) -> str:
        """`[5:^80(^88=4)(^B2^96)]`; a minus takes all its cells out first. Returns its id."""
        self.at += 1
        named = _ID.match(self.text, self.at)
        if named is None:
            return ""
        self.at = named.end()
        scope, id_ = (named[3] or named[4] or scope).upper(), named[2].upper()
        row = self.rows.setdefault(scope, {}).setdefault(id_, {})
        if named[1] and self.text[self.at : self.at + 1] != "]":
            row.clear()
        while self._skip_space() < len(self.text):
            here = self.text[self.at]
            self.at += 1
            if here == "]":
                break
            if here == "(":
                self._cell(row)
        return id_

    def _cell(self, row: dict[str, str]) -> None:
        cell = _CELL.match(self.text, self.at)
        if cell is None:
            self._literal()
            return
        self.at = cell.end()
        column = self.columns.get(cell[1].upper(), "") if cell[1] else cell[2]
        reference = _REFERENCE.match(self.text, self.at) if cell[3] == "^" else None
        if reference is not None:
            self.at = reference.end()
            value = self.atoms.get(reference[1].upper(), "")
        else:
            value = self._literal()
        if column in _WANTED:
            row[column] = value


def _byte(digits: str) -> str:
    try:
        return chr(int(digits, 16))
    except ValueError:
        return ""


def _number(digits: str) -> int:
    try:
        return int(digits, 16)
    except ValueError:
        return 0


def _decimal(digits: str) -> str:
    return str(_number(digits)) if digits else ""
