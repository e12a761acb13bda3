"""Settings of Mozilla programs (prefs.js), read as data. Nothing of the file is executed.

Source: https://searchfox.org/mozilla-central/source/modules/libpref/parser/src/lib.rs
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

LARGEST = 64 << 20
"""Bytes of a file beyond which the rest is not read."""

LONGEST_LINE = 1 << 20
MOST = 50_000
"""Settings that are kept of one file."""

Value = str | int | bool
_WANTED = ("mail.", "mailnews.tags.", "ldap_2.servers.")
_QUOTED = r'"(?:[^"\\]|\\.)*"|' + r"'(?:[^'\\]|\\.)*'"
_LINE = re.compile(
    rf"(?:user_|sticky_)?pref\s*\(\s*({_QUOTED})\s*,\s*({_QUOTED}|true|false|[-+]?[0-9]{{1,12}})\s*"
    r"\)"
)
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|(.))", re.DOTALL)
_PLAIN = {"n": "\n", "r": "\r", "t": "\t"}


def read_prefs(data: bytes) -> dict[str, Value]:
    """The settings of mail, tags and address books, the last value of each. A line that is none is
    passed over, and so is what is wrong in one."""
    found: dict[str, Value] = {}
    for line in _lines(data):
        match = _LINE.match(line.decode("utf-8", "replace").strip())
        if match is None:
            continue
        name = _text(match[1])
        if name.startswith(_WANTED) and (name in found or len(found) < MOST):
            found[name] = _value(match[2])
    return found


def _lines(data: bytes) -> Iterator[bytes]:
    start = 0
    while start < len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        if end - start <= LONGEST_LINE:
            yield data[start:end]
        start = end + 1


def _value(text: str) -> Value:
    if text in {"true", "false"}:
        return text == "true"
    return _text(text) if text[0] in "\"'" else int(text)


def _text(quoted: str) -> str:
    text = _ESCAPE.sub(_escaped, quoted[1:-1])
    # Two escapes of one character beyond the first 65,536 are put together.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _escaped(match: re.Match[str]) -> str:
    short, long, plain = match.groups()
    if short or long:
        return chr(int(short or long, 16))
    return _PLAIN.get(plain, plain)


def text_of(prefs: Mapping[str, Value], name: str) -> str:
    """A setting that is a text; empty where it is not there or none."""
    value = prefs.get(name, "")
    return value if isinstance(value, str) else ""


def number_of(prefs: Mapping[str, Value], name: str, default: int) -> int:
    """A setting that is a whole number; `default` where it is not there or none."""
    value = prefs.get(name, default)
    return value if isinstance(value, int) and not isinstance(value, bool) else default
