"""The drafts of a Gmail account: listed, read, put in place, deleted. Nothing is sent here.

Source: https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.drafts
A draft's id stays; the id of its message changes with every update.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from threading import Event
from typing import TYPE_CHECKING, Any

from desktop_app.accounts.draft_box import RemoteDraft
from desktop_app.accounts.google.session import LONGEST_WAIT, TRIES
from desktop_app.model.errors import NotFound

if TYPE_CHECKING:
    from desktop_app.accounts.google.session import GoogleSession

_PAGE = 500
_UPLOAD_FROM = 4_000_000
"""Bytes from which a draft goes up by the resumable protocol instead of inside JSON."""


class GmailDrafts:
    """Drafts of one account. Every call raises `KnownError`; `cancelled` ends its waits. The rest
    is as `GoogleSession.call` has it."""

    def __init__(
        self,
        session: GoogleSession,
        cancelled: Event | None = None,
        *,
        longest_wait: float = LONGEST_WAIT,
        tries: int = TRIES,
    ) -> None:
        self._session, self._cancelled = session, cancelled or Event()
        self._longest_wait, self._tries = longest_wait, tries

    def available(self) -> bool:
        return True

    def list(self) -> tuple[RemoteDraft, ...]:
        """All drafts, without their bytes."""
        found: list[RemoteDraft] = []
        token = ""
        while True:
            request = self._drafts().list(userId="me", maxResults=_PAGE, pageToken=token or None)
            page = self._call(request, "drafts.list")
            found += [_remote(item) for item in page.get("drafts", ())]
            token = str(page.get("nextPageToken") or "")
            if not token:
                return tuple(found)

    def get(self, remote_id: str) -> RemoteDraft:
        """Draft with its bytes. Raises `NotFound` when it was sent or deleted."""
        request = self._drafts().get(userId="me", id=remote_id, format="raw")
        return _remote(self._call(request, "drafts.get"))

    def exists(self, remote_id: str) -> bool:
        """Whether the draft is neither sent nor deleted."""
        try:
            self.version(remote_id)
        except NotFound:
            return False
        return True

    def version(self, remote_id: str) -> str:
        """The id of its message, which changes with every update. Raises `NotFound` when it was
        sent or deleted."""
        request = self._drafts().get(userId="me", id=remote_id, format="minimal")
        return _remote(self._call(request, "drafts.get")).message_id

    def put(self, mime: bytes, *, remote_id: str = "", thread_id: str = "") -> RemoteDraft:
        """Create a draft, or replace the whole of `remote_id`'s. `thread_id` files a reply."""
        body, media = _body(mime, thread_id)
        if remote_id:
            request = self._drafts().update(userId="me", id=remote_id, body=body, **media)
        else:
            request = self._drafts().create(userId="me", body=body, **media)
        return _remote(self._call(request, "drafts.update" if remote_id else "drafts.create"))

    def thread_of(self, message_id: str) -> str:
        """Thread of a message, for filing a reply; empty when the message is gone."""
        messages = self._session.service("gmail", "v1").users().messages()
        request = messages.get(userId="me", id=message_id, format="minimal")
        try:
            return str(self._call(request, "messages.get").get("threadId", ""))
        except NotFound:
            return ""

    def delete(self, remote_id: str) -> None:
        """Delete for good; a missing draft is no error."""
        try:
            self._call(self._drafts().delete(userId="me", id=remote_id), "drafts.delete")
        except NotFound:
            return

    def _call(self, request: Any, method: str) -> Mapping[str, Any]:
        got = self._session.call(
            request,
            self._session.units(method),
            cancelled=self._cancelled,
            longest_wait=self._longest_wait,
            tries=self._tries,
        )
        return got if isinstance(got, Mapping) else {}

    def _drafts(self) -> Any:
        return self._session.service("gmail", "v1").users().drafts()


def _remote(item: Mapping[str, Any]) -> RemoteDraft:
    message = item.get("message", {})
    raw = str(message.get("raw") or "")
    return RemoteDraft(
        remote_id=str(item.get("id", "")),
        message_id=str(message.get("id", "")),
        thread_id=str(message.get("threadId", "")),
        raw=base64.urlsafe_b64decode(raw + "==") if raw else b"",
    )


def _body(mime: bytes, thread: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Draft resource, and the upload for a large one."""
    message: dict[str, Any] = {"threadId": thread} if thread else {}
    if len(mime) < _UPLOAD_FROM:
        return {"message": {**message, "raw": base64.urlsafe_b64encode(mime).decode()}}, {}
    import io

    from googleapiclient.http import MediaIoBaseUpload

    media = MediaIoBaseUpload(io.BytesIO(mime), "message/rfc822", resumable=True)
    return {"message": message}, {"media_body": media}
