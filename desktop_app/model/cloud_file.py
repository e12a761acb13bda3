"""Files that lie in an account's cloud storage, as far as they are read here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CloudFile:
    """`id` is the service's own, `modified` seconds since the epoch (0: not told), `size` bytes
    (0 where the service counts none, as for its own documents), `link` opens it in a browser."""

    id: str
    name: str
    content_type: str
    modified: int = 0
    size: int = 0
    link: str = ""
    owner: str = ""


@dataclass(frozen=True, slots=True)
class CloudFilePage:
    """`next_token` is the service's cursor for the next page, empty on the last one."""

    files: tuple[CloudFile, ...]
    next_token: str = ""


@dataclass(frozen=True, slots=True)
class CloudFileBytes:
    """What was downloaded: `content_type` is that of `data`, which for the service's own
    documents is the form they were exported in."""

    file: CloudFile
    content_type: str
    data: bytes
