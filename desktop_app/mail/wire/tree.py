"""A message's bytes as a tree of parts: the fast parser, else the tolerant one.

Never raises, whatever the bytes; the work is bounded.
"""

from __future__ import annotations

import re

from desktop_app.mail.wire import fast, tolerant
from desktop_app.mail.wire.eight_bit import settle
from desktop_app.mail.wire.opened import opened, without_spare
from desktop_app.mail.wire.parts import Part

_BEFORE_FIELDS = frozenset((b"\r", b"\n", b"\t", b" ", b"\xef"))
_MOST_BEFORE = 4_096
_TWO_RETURNS = re.compile(rb"[^\r\n]{1,998}\r\r\n")
_FIRST_FIELD = re.compile(
    rb"(?:from|to|subject|date|received|delivered-to|return-path|message-id|mime-version"
    rb"|x-[\w-]{1,60}|arc-[\w-]{1,60}|dkim-signature|authentication-results|reply-to|sender)"
    rb"[ \t]*:",
    re.IGNORECASE,
)


def read_tree(raw: bytes) -> tuple[Part, str]:
    """The parts of `raw`, and a sentence on why it could not be read in full, or an empty one.
    Empty lines before the first header field, as browsers save them, are no part of it."""
    tree, problem = _as_written(raw)
    tree = without_spare(opened(tree, lambda held: _as_written(held)[0]))
    only = tree
    while len(only.children) == 1:
        only = only.children[0]
    only.alone = not only.children
    return tree, problem


def _as_written(raw: bytes) -> tuple[Part, str]:
    """The parts as they stand there, with nothing opened that they hold."""
    raw = _from_first_field(raw)
    if _TWO_RETURNS.match(raw):
        raw = raw.replace(b"\r\r\n", b"\r\n")  # as text written twice in the ways of Windows
    tree, problem = fast.read_tree(raw), ""
    if tree is None or not tree.headers:
        tree, problem = tolerant.read_tree(raw)
        settle(tree)
    return tree, problem


def _from_first_field(raw: bytes) -> bytes:
    if raw[:1] not in _BEFORE_FIELDS:
        return raw
    rest = raw[:_MOST_BEFORE].lstrip(b"\r\n\t \xef\xbb\xbf")
    if not _FIRST_FIELD.match(rest):
        return raw
    return raw[min(len(raw), _MOST_BEFORE) - len(rest) :]
