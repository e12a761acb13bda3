"""Gmail mailbox: labels, listings, messages, history, changes. It keeps no state.

Source: https://developers.google.com/workspace/gmail/api/reference/rest
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from threading import Event
from typing import Any

from desktop_app.accounts.google.convert import (
    history_of,
    label_of,
    message_of,
    refs_of,
    summary_of,
)
from desktop_app.accounts.google.scopes import deletes
from desktop_app.accounts.google.session import MOST_IN_A_BATCH, TRIES, GoogleSession
from desktop_app.model.errors import BadInput, KnownError, NotFound, Unavailable
from desktop_app.model.remote import (
    RemoteHistory,
    RemoteLabel,
    RemoteMessage,
    RemotePage,
    RemoteProfile,
    RemoteRef,
    RemoteSummary,
)

PAGE = 500
"""The most that one page of a listing holds."""
_NO_DRAFTS = "-in:drafts"
MOST_IDS = 1000
"""The most messages that one batchModify or batchDelete names."""


class GmailMailbox:
    """Mailbox of one account. `cancelled` ends whatever is under way. Every call raises
    `KnownError`."""

    def __init__(self, session: GoogleSession, cancelled: Event, *, urgent: bool = False) -> None:
        self._session = session
        self._cancelled = cancelled
        self._urgent = urgent

    @property
    def at_once(self) -> int:
        """Size of one batch of messages.get that the quota allows at a time."""
        return self._batch_size("messages.get")

    @property
    def ahead(self) -> bool:
        """A connection of Google's library is of one thread."""
        return False

    @property
    def metered(self) -> bool:
        return True

    @property
    def many_labels(self) -> bool:
        return True

    def profile(self) -> RemoteProfile:
        got = self._call(self._users().getProfile(userId="me"), "getProfile")
        total = int(got.get("messagesTotal") or 0)
        return RemoteProfile(str(got["emailAddress"]), str(got["historyId"]), total)

    def labels(self) -> tuple[RemoteLabel, ...]:
        got = self._call(self._users().labels().list(userId="me"), "labels.list")
        return tuple(label_of(resource) for resource in got.get("labels", ()))

    def create_label(self, name: str) -> RemoteLabel:
        body = {"name": name}
        request = self._users().labels().create(userId="me", body=body)
        return label_of(self._call(request, "labels.create"))

    def rename_label(self, label_id: str, name: str) -> None:
        request = self._users().labels().patch(userId="me", id=label_id, body={"name": name})
        self._call(request, "labels.patch")

    def delete_label(self, label_id: str) -> None:
        """Delete the label; its mail stays."""
        self._call(self._users().labels().delete(userId="me", id=label_id), "labels.delete")

    def list(
        self,
        query: str = "",
        *,
        token: str = "",
        label: str = "",
        labels: Sequence[str] = (),
        everywhere: bool = True,
        drafts: bool = True,
    ) -> RemotePage:
        """One page of ids, newest first: matches of `query` (Gmail's language), of one label or
        of several together, or everything. `everywhere` includes spam and trash."""
        query = query if drafts else f"{query} {_NO_DRAFTS}".strip()
        request = (
            self._users()
            .messages()
            .list(
                userId="me",
                q=query or None,
                labelIds=[label] if label else [*labels] or None,
                pageToken=token or None,
                maxResults=PAGE,
                includeSpamTrash=everywhere,
            )
        )
        got = self._call(request, "messages.list")
        total = int(got.get("resultSizeEstimate") or 0)
        token = got.get("nextPageToken") or ""
        return RemotePage(refs_of(got.get("messages", ())), token, total, by_gmail=True)

    def thread(self, message: RemoteRef, known: Sequence[str]) -> tuple[RemoteRef, ...]:
        """Every message of Gmail's thread, without their words. An id of a thread that is not
        known is asked for."""
        del known
        thread_id = message.thread_id or self._thread_of(message.id)
        request = self._users().threads().get(userId="me", id=thread_id, format="minimal")
        return refs_of(self._call(request, "threads.get").get("messages", ()))

    def _thread_of(self, id_: str) -> str:
        request = self._users().messages().get(userId="me", id=id_, format="minimal")
        return str(self._call(request, "messages.get")["threadId"])

    def history(self, start: str) -> RemoteHistory:
        """Changes since `start`. Raises `NotFound` when that is too long ago."""
        return history_of(self._history_pages(start), start)

    def changes(self, start: str) -> Iterator[RemoteHistory]:
        """In one part."""
        yield self.history(start)

    def _history_pages(self, start: str) -> Iterator[Mapping[str, Any]]:
        token = ""
        while True:
            request = (
                self._users()
                .history()
                .list(userId="me", startHistoryId=start, pageToken=token or None, maxResults=PAGE)
            )
            page = self._call(request, "history.list")
            yield page
            token = page.get("nextPageToken") or ""
            if not token:
                return

    def fetch(self, ids: Sequence[str]) -> Iterator[tuple[str, RemoteMessage | KnownError]]:
        """Whole messages byte for byte as they come, or the error of each (`NotFound`: deleted
        meanwhile).

        Threads are never fetched, though that costs fewer units: see docs/adr/0010.
        """
        get = self._users().messages().get
        requests = {i: get(userId="me", id=i, format="raw") for i in ids}
        yield from self._batches(requests, "messages.get", _message)

    def minimal(self, ids: Sequence[str]) -> dict[str, frozenset[str] | KnownError]:
        """Label ids of messages, or the error of each."""
        get = self._users().messages().get
        requests = {i: get(userId="me", id=i, format="minimal") for i in ids}
        return {
            id_: a if isinstance(a, KnownError) else frozenset(a.get("labelIds", ()))
            for id_, a in self._batches(requests, "messages.get")
        }

    def peek(self, refs: Sequence[RemoteRef]) -> tuple[RemoteSummary, ...]:
        """Summaries of messages; deleted ones are left out."""
        get = self._users().messages().get
        fields = ["From", "Subject"]
        requests = {
            r.id: get(userId="me", id=r.id, format="metadata", metadataHeaders=fields) for r in refs
        }
        answers = dict(self._batches(requests, "messages.get"))
        return tuple(
            summary_of(answers[r.id], self._session.account_id)
            for r in refs
            if not isinstance(answers[r.id], KnownError)
        )

    def _batches(
        self,
        requests: Mapping[str, Any],
        method: str,
        read: Callable[[Any], Any] = lambda answer: answer,
    ) -> Iterator[tuple[str, Any]]:
        """What `read` makes of each answer, or its error. Parts that Google postpones are asked
        for again."""
        waiting = list(requests)
        for tried in range(1, TRIES + 1):
            late: list[str] = []
            size = self._batch_size(method)
            for start in range(0, len(waiting), size):
                part = {key: requests[key] for key in waiting[start : start + size]}
                for key, answer in self._batch(part, method, read):
                    if isinstance(answer, Unavailable) and tried < TRIES:
                        late.append(key)
                    else:
                        yield key, answer
            waiting = late

    def _batch(
        self, part: Mapping[str, Any], method: str, read: Callable[[Any], Any]
    ) -> Iterator[tuple[str, Any]]:
        return self._session.batch(
            part,
            self._session.units(method),
            cancelled=self._cancelled,
            urgent=self._urgent,
            read=read,
        )

    def _batch_size(self, method: str) -> int:
        return max(
            1, min(MOST_IN_A_BATCH, self._session.bucket.largest // self._session.units(method))
        )

    def modify(self, ids: Sequence[str], *, add: frozenset[str], remove: frozenset[str]) -> None:
        """Change labels of at most 1000 messages; missing ones are ignored. A few cost less one by
        one."""
        change = {"addLabelIds": sorted(add), "removeLabelIds": sorted(remove)}
        messages = self._users().messages()
        if self._together("messages.batchModify", "messages.modify", len(ids)):
            request = messages.batchModify(userId="me", body={"ids": list(ids), **change})
            self._call(request, "messages.batchModify")
            return
        for id_ in ids:
            with suppress(NotFound):
                request = messages.modify(userId="me", id=id_, body=change)
                self._call(request, "messages.modify")

    def delete(self, ids: Sequence[str]) -> None:
        """Delete at most 1000 messages for good. The scope gmail.modify does not allow that:
        then they go to the trash, which Gmail empties after 30 days."""
        if not deletes(self._session.scopes):
            self.modify(ids, add=frozenset({"TRASH"}), remove=frozenset({"INBOX", "SPAM"}))
            return
        messages = self._users().messages()
        if self._together("messages.batchDelete", "messages.delete", len(ids)):
            request = messages.batchDelete(userId="me", body={"ids": list(ids)})
            self._call(request, "messages.batchDelete")
            return
        for id_ in ids:
            with suppress(NotFound):
                self._call(messages.delete(userId="me", id=id_), "messages.delete")

    def _together(self, all_at_once: str, single: str, count: int) -> bool:
        """Whether one call for all costs less than one for each."""
        return self._session.units(all_at_once) < count * self._session.units(single)

    def _call(self, request: Any, method: str) -> Any:
        return self._session.call(
            request, self._session.units(method), cancelled=self._cancelled, urgent=self._urgent
        )

    def _users(self) -> Any:
        return self._session.service("gmail", "v1").users()


def _message(answer: Mapping[str, Any]) -> RemoteMessage | KnownError:
    """The message, `BadInput` where the answer has none that can be read."""
    try:
        return message_of(answer)
    except (KeyError, ValueError, TypeError, AttributeError):
        return BadInput("Google's answer does not have the mail in it.")
