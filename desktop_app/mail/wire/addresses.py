"""Parser of address lists in header fields (RFC 5322 section 3.4, read generously).

Names are decoded and on one line. A local part in quotation marks stays whole, and words with an @
outside of angle brackets are mailboxes each. Nothing here raises. The work is linear in the value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from desktop_app.mail.wire.headers import clean, decode_words
from desktop_app.model.address import Address

LONGEST = 400_000
"""Characters of one address field that are read; the rest of a longer one is ignored."""

# One mailbox without escapes, comments or groups, up to its comma.
_SIMPLE = re.compile(
    r'\s*+(?:(?:"([^"\\<>]*+)"\s*+|([^"\\<>(),:;@]*+))<([^\s<>@"(),:;]++@[^\s<>@"(),:;]++)>'
    r'|([^\s<>@"(),:;]++@[^\s<>@"(),:;]++))\s*+(?:,|$)'
)
_QUOTED = r'"(?:[^"\\]|\\.){0,64}+"'
_WORD = r'[^\s"<>(),:;@]{0,64}+'
# A local part with quotation marks: bounded, so that no value is read again and again.
_SPEC = rf'{_WORD}(?:{_QUOTED}{_WORD}){{1,3}}+@[^\s"<>(),:;]++'
_ANGLE = rf'<(?P<angle>(?:{_QUOTED}@|[^<>"]++)*+|[^<>]*+)>'
_OTHERS = r'(?P<special>[(),:;"<>])|(?P<space>\s++)|(?P<atom>[^\s"<>(),:;]++)'
_TOKEN = re.compile(
    rf'(?P<spec>{_SPEC})|"(?P<quoted>(?:[^"\\]|\\.)*+)"|{_ANGLE}|{_OTHERS}', re.DOTALL
)
_UNQUOTED = re.compile(rf"(?P<spec>(?!))|(?P<quoted>(?!))|{_ANGLE}|{_OTHERS}", re.DOTALL)
"""Behind a quote that nothing closes: none after it is closed either, and each would be looked
after to the end of the value."""
_IN_QUOTES = re.compile(rf"({_QUOTED})", re.DOTALL)
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
            return AddressList(value).read()
        quoted, plain, email, bare = match.group(1, 2, 3, 4)
        found.append(_address(decode_words(quoted or plain or ""), email or bare))
        position = match.end()
    return tuple(found)


def plainly_named(address: Address) -> Address:
    """The address without a name that has an @: a recipient's name names no other mailbox."""
    return Address("", address.email) if "@" in address.name else address


def _address(name: str, email: str) -> Address:
    return Address(name, email if email.isascii() else clean(decode_words(email)))


class _Spec(str):
    """A word of an entry that is a mailbox by its form: its local part has quotation marks."""

    __slots__ = ()


class Quoted(str):
    """A word of an entry that stood in quotation marks."""

    __slots__ = ()


class AddressList:
    """One pass over the tokens of a value; collects a mailbox until a comma ends it."""

    def __init__(self, value: str) -> None:
        self._value = value
        self._found: list[Address] = []
        self._words: list[str] = []
        self._comments: list[str] = []
        self._angle: str | None = None
        self._ahead = 0
        self._waiting: list[str] = []

    def read(self) -> tuple[Address, ...]:
        position, value, token = 0, self._value, _TOKEN
        while position < len(value):
            match = token.match(value, position)
            if match is None:
                position += 1
                continue
            if match["special"] == '"':  # nothing closes it, nor any that comes after it
                token = _UNQUOTED
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
                behind = self._words[self._ahead :]
                del self._words[self._ahead :]
                self._flush()
                self._words = behind
            self._ahead = len(self._words)
            self._angle = _outside_quotes(_COMMENT, match["angle"]).strip()
        elif match["quoted"] is not None:
            self._words.append(Quoted(_ESCAPE.sub(r"\1", match["quoted"])))
        elif match["spec"] is not None:
            self._words.append(_Spec(match["spec"]))
        elif match["atom"] is not None or match["space"] is not None:
            self._words.append(match["atom"] or " ")
        elif match["special"] == ":" and not any("@" in word for word in self._words):
            self._words.clear()  # a group's name, no mailbox
        elif match["special"] in ",;:":
            self._flush()
        else:  # one without its other: an address with it is none
            self._words.append(match["special"])

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
        """Ends an entry."""
        words, comments, angle = self._words, self._comments, self._angle
        self._words, self._comments, self._angle = [], [], None
        if angle is None:
            self._without_angle(words, comments)
        else:
            self._with_angle("".join(words), comments, angle)

    def _with_angle(self, words: str, comments: list[str], angle: str) -> None:
        """An entry with angle brackets. Entries before it without an address are its name too: a
        comma in a name may lack its quotation marks."""
        waiting, self._waiting = self._waiting, []
        self._add(", ".join([*waiting, words] if words.strip() else waiting), comments, angle)

    def _without_angle(self, words: list[str], comments: list[str]) -> None:
        """An entry without them: `Name a@b`, and mailboxes that only spaces part."""
        name: list[str] = []
        found: list[tuple[str, str]] = []
        for word in _apart(words):
            if _is_mailbox(word):
                found.append(("".join(name), str(word)))
                name = []
            else:
                name.append(word)
        rest = "".join(name).strip()
        if not found:
            if rest:
                self._waiting.append(rest)
            return
        if rest and not found[-1][0].strip():
            found[-1] = (rest, found[-1][1])
        for before, email in found:
            last = email == found[-1][1]
            self._with_angle(before, comments if last else [], email)

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
            self._found.append(_address(_unquoted(name), _outside_quotes(_SPACES, email)))


_SPACES = re.compile(r"\s++")


def _apart(words: list[str]) -> Iterator[str]:
    """The words of an entry, those that no space parts as one. What stood in quotation marks stays
    one word, unless an address without them touches it."""
    run = ""
    for word in words:
        if isinstance(word, _Spec | Quoted) or not word.strip():
            if run:
                yield run
            run = ""
            yield word
        else:
            run += word
    if run:
        yield run


def _is_mailbox(word: str) -> bool:
    if isinstance(word, _Spec):
        return True
    local, _, domain = word.rpartition("@")
    return bool(local and domain) and not isinstance(word, Quoted)


def _outside_quotes(pattern: re.Pattern[str], text: str) -> str:
    """`text` without what the pattern matches outside of quotation marks."""
    if '"' not in text:
        return pattern.sub("", text)
    pieces = _IN_QUOTES.split(text)
    return "".join(each if n % 2 else pattern.sub("", each) for n, each in enumerate(pieces))


def _unquoted(name: str) -> str:
    """`name` without the second pair of quotes that some programs add."""
    name = name.strip()
    name = name.strip('"') if name.count('"') == 1 else name
    inner = name[1:-1]
    quoted = len(name) > 2 and name[0] == name[-1] and name[0] in "'\"" and name[0] not in inner
    return inner.strip() if quoted else name
