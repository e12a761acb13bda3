"""Google Drive, read only: finding files, and the bytes of one.

Source: https://developers.google.com/workspace/drive/api/reference/rest/v3 (files.list,
files.get, files.export).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from threading import Event
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from desktop_app.model.cloud_file import CloudFile, CloudFileBytes, CloudFilePage
from desktop_app.model.errors import BadInput

if TYPE_CHECKING:
    from desktop_app.accounts.google.session import GoogleSession

MOST_BYTES = 20_000_000
"""A larger file is not downloaded to be read; its link is offered instead."""
_UNITS = 0  # Drive's calls do not count against Gmail's units.
_FILE = "id,name,mimeType,modifiedTime,size,webViewLink,owners(displayName,emailAddress)"
_EXPORTS: Mapping[str, str] = MappingProxyType(
    {
        "application/vnd.google-apps.document": "text/plain",
        "application/vnd.google-apps.presentation": "text/plain",
        "application/vnd.google-apps.spreadsheet": "text/csv",
        "application/vnd.google-apps.script": "application/vnd.google-apps.script+json",
    }
)
"""Google's own formats, and the form they are read in (guides/ref-export-formats)."""
_IN_ITS_LANGUAGE = re.compile(
    r"(?<![\w'])(?:name|fullText|mimeType|modifiedTime|viewedByMeTime|createdTime|trashed|starred"
    r"|sharedWithMe|visibility|properties|appProperties|shortcutDetails\.targetId)"
    r"\s*(?:contains\s*'|has\s*\{|(?:!=|<=|>=|=|<|>)\s*(?:'|true\b|false\b))"
    r"|'[^']*'\s+in\s+(?:parents|owners|writers|readers)\b"
)
"""A term of files.list (guides/ref-search-terms), which no search for words has."""

_FOLDER = "application/vnd.google-apps.folder"


class Drive:
    """Drive of one account."""

    def __init__(self, session: GoogleSession) -> None:
        self._session = session

    def search(
        self, query: str, *, size: int, token: str = "", cancelled: Event | None = None
    ) -> CloudFilePage:
        """At most `size` files whose name or text has the words of `query`; all files, newest
        first, for an empty one. A query in Drive's own language is asked as it is. Raises
        `KnownError`."""
        asked = query.strip() if _IN_ITS_LANGUAGE.search(query) else _condition(query.split())
        # Drive refuses an order together with a search in the text: it ranks by itself then.
        order = {} if "fullText" in asked else {"orderBy": "modifiedTime desc"}
        request = self._files().list(
            q=asked,
            pageSize=size,
            pageToken=token or None,
            fields=f"nextPageToken,files({_FILE})",
            supportsAllDrives=True,
            includeItemsFromAllDrives=True,
            **order,
        )
        found = self._session.call(request, _UNITS, cancelled=cancelled or Event())
        files = tuple(_file(item) for item in found.get("files", ()))
        return CloudFilePage(files, str(found.get("nextPageToken") or ""))

    def read(
        self, file_id: str, *, as_document: bool = False, cancelled: Event | None = None
    ) -> CloudFileBytes:
        """The bytes of one file. Google's own formats are exported: as text, or with
        `as_document` as PDF, to go along with a mail. Raises `BadInput` for a folder, a kind that
        can't be exported, or one that is too large; other `KnownError`s."""
        stop = cancelled or Event()
        request = self._files().get(fileId=file_id, fields=_FILE, supportsAllDrives=True)
        file = _file(self._session.call(request, _UNITS, cancelled=stop))
        if file.content_type == _FOLDER:
            step = "Search for what is in it."
            raise BadInput("That is a folder.", next_step=step, untrusted=file.name)
        exported = _EXPORTS.get(file.content_type)
        if exported is not None and as_document:
            exported = "application/pdf"
        if exported is not None:
            wanted = self._files().export_media(fileId=file_id, mimeType=exported)
            return CloudFileBytes(file, exported, self._bytes(wanted, stop))
        if file.content_type.startswith("application/vnd.google-apps."):
            words = "There is no text to read in this file."
            raise BadInput(words, next_step=_open(file), untrusted=file.name)
        if file.size > MOST_BYTES:
            words = "This file is too large to be read here."
            raise BadInput(words, next_step=_open(file), untrusted=file.name)
        wanted = self._files().get_media(fileId=file_id, supportsAllDrives=True)
        return CloudFileBytes(file, file.content_type, self._bytes(wanted, stop))

    def _bytes(self, request: Any, cancelled: Event) -> bytes:
        data = self._session.call(request, _UNITS, cancelled=cancelled)
        return data if isinstance(data, bytes) else str(data).encode()

    def _files(self) -> Any:
        return self._session.service("drive", "v3").files()


def _condition(words: list[str]) -> str:
    """Query of files.list (guides/search-files), with backslash and quote escaped."""
    kept = ["trashed = false"]
    for word in words:
        literal = word.replace("\\", "\\\\").replace("'", "\\'")
        kept.append(f"(name contains '{literal}' or fullText contains '{literal}')")
    return " and ".join(kept)


def _open(file: CloudFile) -> str:
    return f"Open it in the browser: {file.link}" if file.link else "Open it in Drive."


def _file(item: Mapping[str, Any]) -> CloudFile:
    owners = item.get("owners") or [{}]
    return CloudFile(
        id=str(item.get("id", "")),
        name=str(item.get("name") or "(no name)"),
        content_type=str(item.get("mimeType") or "application/octet-stream"),
        modified=_seconds(str(item.get("modifiedTime") or "")),
        size=int(item.get("size") or 0),
        link=https_link(item.get("webViewLink")),
        owner=str(owners[0].get("displayName") or owners[0].get("emailAddress") or ""),
    )


def https_link(value: object) -> str:
    """Link of the service, empty unless it is an https address."""
    text = str(value or "")
    return text if text.startswith("https://") else ""


def _seconds(text: str) -> int:
    try:
        return int(datetime.fromisoformat(text).timestamp())
    except (ValueError, OverflowError):
        return 0
