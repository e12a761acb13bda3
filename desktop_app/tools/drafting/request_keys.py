"""Request keys: a caller that asks again with the key of before is given the draft of before, where
it says the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from desktop_app.model.draft import Author


def key(author: Author, request_key: str) -> str:
    """The key among all of them: no program meets the drafts of another by it."""
    if not request_key:
        return ""
    return json.dumps([author.origin, author.program, author.name, request_key])


def former_key(author: Author, request_key: str) -> str:
    """As versions before that of schema 21 wrote it: a retry finds its draft after an update."""
    return f"{author.origin}:{author.name}:{request_key}" if request_key else ""


def digest(words: Sequence[object], besides: Sequence[object] = ()) -> str:
    """SHA-256 (hex) over all that a caller says of a new draft; what is made of it may be made
    otherwise later. Versions before took the words alone."""
    return of_bytes(json.dumps([*words, *besides]).encode())


def of_bytes(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
