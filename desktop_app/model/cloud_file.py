"""Files in an account's cloud storage."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CloudFile:
    """File in cloud storage. `id` is the service's own, `modified` is in seconds since the epoch
    (0: unknown), `size` is in bytes (0 for the service's own documents), `link` opens it in a
    browser."""

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
    """Content of a downloaded file. `content_type` describes `data`: for the service's own
    documents, the exported form."""

    file: CloudFile
    content_type: str
    data: bytes
