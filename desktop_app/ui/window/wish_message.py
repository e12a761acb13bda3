"""Message of one start of the program to another: wishes as JSON, with a version and a bound.

    4 bytes       length of what follows, big-endian, at most `MOST_BYTES`
    JSON, UTF-8   {"draftdesk": 1, "wishes": [{"want": "compose", …}]}

What can't be read is no wish. Processes of this user alone can speak to the socket; a message is
bounded and checked all the same.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from desktop_app.model.errors import BadInput
from desktop_app.model.wish import Wish

VERSION = 1
MOST_BYTES = 1_000_000
MOST_WISHES = 20
_HEAD = 4


class _Message(msgspec.Struct, frozen=True):
    draftdesk: int
    wishes: tuple[Wish, ...]


def written(wishes: Sequence[Wish]) -> bytes:
    """The message, with its length in front. Raises `BadInput` for one that is too large."""
    if len(wishes) > MOST_WISHES:
        raise BadInput(f"At most {MOST_WISHES} things can be opened at once.")
    try:
        body = msgspec.json.encode(_Message(VERSION, tuple(wishes)))
    except UnicodeEncodeError:
        raise BadInput("The name of a file has bytes in it that are not UTF-8.") from None
    if len(body) > MOST_BYTES:
        raise BadInput("That is more than 1 MB of text.", next_step="Attach it as a file.")
    return len(body).to_bytes(_HEAD, "big") + body


def whole(data: bytes) -> bytes | None:
    """The JSON of a message that has come as a whole, None while some is missing. Raises
    `ValueError` for one that would be too large."""
    if len(data) < _HEAD:
        return None
    length = int.from_bytes(data[:_HEAD], "big")
    if length > MOST_BYTES:
        raise ValueError("the message is too large")
    return data[_HEAD : _HEAD + length] if len(data) >= _HEAD + length else None


def read(body: bytes) -> tuple[Wish, ...]:
    """The wishes of a message. Raises `ValueError` for what is none, or of another version."""
    try:
        message = msgspec.json.decode(body, type=_Message)
    except RecursionError:
        raise ValueError("the message is nested too deep") from None
    if message.draftdesk != VERSION or len(message.wishes) > MOST_WISHES:
        raise ValueError("the message is of another version")
    return message.wishes
