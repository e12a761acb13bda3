"""Parser of address lists in header fields (RFC 5322 section 3.4, read generously).

Names are decoded and on one line. Nothing here raises. The work is linear in the value.
"""

from __future__ import annotations

import re

from desktop_app.mime.headers import clean, decode_words
from desktop_app.model.address import Address

LONGEST = 400_000
"""Characters of one address field that are read; the rest of a longer one is ignored."""

# One mailbox without escapes, comments or groups, up to its comma.
_SIMPLE = re.compile(
    r'\s*(?:(?:"([^"\\<>]*)"\s*|([^"\\<>(),:;@]*))<([^\s<>@"(),:;]+@[^\s<>@"(),:;]+)>'
    r'|([^\s<>@"(),:;]+@[^\s<>@"(),:;]+))\s*(?:,|$)'
)
_TOKEN = re.compile(
    r'"(?P<quoted>(?:[^"\\]|\\.)*)"|<(?P<angle>[^<>]*)>|(?P<special>[(),:;"<>])'
    r'|(?P<space>\s+)|(?P<atom>[^\s"<>(),:;]+)',
    re.DOTALL,
)
_COMMENT = re.compile(r"\([^()]*\)")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


def addresses(value: str) -> tuple[Address, ...]:
    """The mailboxes of a From, To, Cc … value in order; groups are flattened."""
    value = value[:LONGEST].strip()
    found: list[Address] = []
    position = 0
    while position < len(value):
        match = _SIMPLE.match(value, position)
        if match is None:
            return _List(value).read()
        quoted, plain, email, bare = match.group(1, 2, 3, 4)
        found.append(_address(decode_words(quoted or plain or ""), email or bare))
        position = match.end()
    return tuple(found)


def _address(name: str, email: str) -> Address:
    return Address(name, email if email.isascii() else clean(decode_words(email)))


class _List:
    """One pass over the tokens of a value; collects a mailbox until a comma ends it."""

    def __init__(self, value: str) -> None:
        self._value = value
        self._found: list[Address] = []
        self._words: list[str] = []
        self._comments: list[str] = []
        self._angle: str | None = None
        self._quoted = False
        self._waiting: list[str] = []

    def read(self) -> tuple[Address, ...]:
        position, value = 0, self._value
        while position < len(value):
            match = _TOKEN.match(value, position)
            if match is None:
                position += 1
                continue
            position = match.end()
            if match["special"] == "(":
                position = self._comment(position)
            else:
                self._take(match)
        self._flush()
        self._keep_waiting()
        return tuple(self._found)

    def _take(self, match: re.Match[str]) -> None:
        if match["angle"] is not None:
            if self._angle is not None:
                self._flush()
            self._angle = _COMMENT.sub("", match["angle"]).strip()
        elif match["quoted"] is not None:
            self._words.append(_ESCAPE.sub(r"\1", match["quoted"]))
            self._quoted = True
        elif match["atom"] is not None or match["space"] is not None:
            self._words.append(match["atom"] or " ")
        elif match["special"] == ":":
            self._words.clear()  # a group's name, no mailbox
        elif match["special"] in ",;":
            self._flush()

    def _comment(self, position: int) -> int:
        """Skips to the end of a comment, which may nest; keeps its text as a possible name."""
        start, depth, value = position, 1, self._value
        while position < len(value) and depth:
            character = value[position]
            depth += {"(": 1, ")": -1}.get(character, 0)
            position += 2 if character == "\\" else 1
        self._comments.append(value[start : position - 1 if not depth else position])
        return position

    def _flush(self) -> None:
        """Ends an entry. One without an address is no mailbox: its words belong to the next one."""
        words, comments, angle = "".join(self._words), self._comments, self._angle
        quoted, self._quoted = self._quoted, False
        self._words, self._comments, self._angle = [], [], None
        if angle is None:
            words = words.strip()
            last = words.split()[-1] if words else ""
            if "@" not in last or (quoted and last == words):
                if words:
                    self._waiting.append(words)
                return
            angle, words = last, words[: -len(last)]  # `Name a@b`: without angle brackets
        waiting, self._waiting = self._waiting, []
        self._add(", ".join([*waiting, words] if words.strip() else waiting), comments, angle)

    def _keep_waiting(self) -> None:
        """Entries that no address came after: bare words are local names, of old."""
        for words in self._waiting:
            name, email = ("", words) if " " not in words else (words, "")
            self._add(name, [], email)

    def _add(self, words: str, comments: list[str], angle: str) -> None:
        name = decode_words(" ".join(words.split()))
        if not name and comments:
            name = decode_words(" ".join(" ".join(comments).split()))
        email = angle.rpartition(":")[2] if angle.startswith("@") else angle
        if name or email:
            self._found.append(_address(_unquoted(name), "".join(email.split())))


def _unquoted(name: str) -> str:
    """`name` without the second pair of quotes that some programs add."""
    name = name.strip()
    inner = name[1:-1]
    quoted = len(name) > 2 and name[0] == name[-1] and name[0] in "'\"" and name[0] not in inner
    return inner.strip() if quoted else name
