"""Gmail sender: puts the draft in place, then sends it by exactly one request.

A successful send consumes the draft, so its id settles every doubt: while the draft exists the mail
has not been sent; afterwards the history tells whether it was.

Source: https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.drafts/send
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING, Any

from desktop_app.accounts.draft_box import DraftLinks, RemoteDraft
from desktop_app.accounts.google.drafts import GmailDrafts
from desktop_app.accounts.google.message_equality import same_mail
from desktop_app.accounts.google.single_post import AnswerLost, NotReached, PostAnswer
from desktop_app.mail.drafts.reopen import named
from desktop_app.mail.message.parse import parse
from desktop_app.model.draft_link import DraftLink
from desktop_app.model.errors import (
    BadInput,
    Cancelled,
    Conflict,
    KnownError,
    NotFound,
    SlowDown,
)
from desktop_app.model.outbox import Delivery, OutboxEntry, Receipt

if TYPE_CHECKING:
    from desktop_app.accounts.google.session import GoogleSession

MOST_BYTES = 25_000_000
"""Gmail's limit for a whole message as it is sent, attachments encoded
(https://support.google.com/mail/answer/6584)."""
_MOST_PAGES = 20
LONGEST_WAIT, TRIES = 5.0, 3
"""Seconds that one wait may take, and how often a read is tried: other accounts' mail waits too."""
_REJECTED = frozenset({400, 401, 403, 413, 429})
"""Statuses with which Google says that it has done nothing."""
_DOUBT = "Gmail did not answer: the mail may or may not have been sent."


@dataclass(frozen=True, slots=True)
class _SettleData:
    """Data that settles a doubt, kept before the request: the ids of the draft and its thread,
    and the mailbox's history id at that time."""

    draft: str
    thread: str
    history: str


class GmailSender:
    """Sender of one account. `links` maps local drafts to those of Gmail; `cancelled` ends every
    wait. No wait is longer than `LONGEST_WAIT`: `SlowDown` says until when instead."""

    def __init__(
        self, session: GoogleSession, links: DraftLinks, cancelled: Event | None = None
    ) -> None:
        self._session, self._links = session, links
        self._cancelled = cancelled or Event()
        self._drafts = GmailDrafts(session, self._cancelled, longest_wait=LONGEST_WAIT, tries=TRIES)

    def prepare(self, entry: OutboxEntry) -> str:
        """Write the approved bytes into the Gmail draft. Raises `KnownError`, with nothing sent.
        `BadInput` names the sizes of a mail that is too large."""
        if len(entry.mime) > MOST_BYTES:
            raise BadInput(
                f"The mail is {len(entry.mime) / 1e6:.1f} MB with its attachments; Gmail takes "
                f"{MOST_BYTES / 1e6:.0f} MB.",
                next_step="Take an attachment out, or send a link to it.",
            )
        link = self._put(entry)
        self._read_back(entry, link)
        profile = self._call(self._users().getProfile(userId="me"), "getProfile")
        needed = {"draft": link.remote_id, "thread": link.thread_id}
        return json.dumps({**needed, "history": str(profile.get("historyId", ""))})

    def send(self, entry: OutboxEntry) -> Receipt:
        """Send one POST of drafts.send. Network failures are not raised."""
        needed = _needed(entry)
        try:
            answer = self._session.post_once(
                "gmail/v1/users/me/drafts/send",
                {"id": needed.draft},
                self._session.units("drafts.send"),
                cancelled=self._cancelled,
                longest_wait=LONGEST_WAIT,
            )
        except NotReached:
            return Receipt(Delivery.NOT_SENT, "Gmail can't be reached.", retryable=True)
        except AnswerLost:
            return Receipt(Delivery.UNKNOWN, _DOUBT)
        except KnownError as error:  # no token to be had: nothing was asked of Gmail
            return _not_sent(error)
        return self._read(answer, entry)

    def _read(self, answer: PostAnswer, entry: OutboxEntry) -> Receipt:
        if answer.status == 200 and answer.body.get("id"):
            self._links.forget(entry.draft_id)
            return Receipt(Delivery.SENT, source_id=str(answer.body["id"]))
        if answer.status in _REJECTED:
            return _not_sent(self._session.error(answer.status, answer.body, answer.head))
        return Receipt(Delivery.UNKNOWN, _DOUBT)

    def look(self, entry: OutboxEntry) -> Receipt:
        """Receipt by looking. Not sent while the draft exists. Sent where the history has a sent
        message of that thread with the same recipients and text. Unknown otherwise."""
        needed = _needed(entry)
        try:
            if not self._drafts.exists(needed.draft):
                return self._look_in_history(entry, needed)
        except Cancelled:
            raise
        except KnownError as error:
            return Receipt(Delivery.UNKNOWN, error.sentence)
        return Receipt(Delivery.NOT_SENT, "Gmail still has the draft: it was not sent.")

    def file(self, entry: OutboxEntry) -> bool:
        """Gmail puts what it sends into Sent."""
        del entry
        return True

    def _look_in_history(self, entry: OutboxEntry, needed: _SettleData) -> Receipt:
        try:
            for message_id in self._sent_since(needed):
                if same_mail(entry.mime, self._raw(message_id)):
                    self._links.forget(entry.draft_id)
                    return Receipt(Delivery.SENT, source_id=message_id)
        except Cancelled:
            raise
        except KnownError as error:
            return Receipt(Delivery.UNKNOWN, error.sentence)
        return Receipt(
            Delivery.UNKNOWN,
            "The draft is gone from Gmail, and no such mail was found in Sent.",
        )

    def _sent_since(self, needed: _SettleData) -> Iterator[str]:
        """Ids of messages added to Sent in that thread since then."""
        token = ""
        for _ in range(_MOST_PAGES):
            request = (
                self._users()
                .history()
                .list(
                    userId="me",
                    startHistoryId=needed.history,
                    pageToken=token or None,
                )
            )
            page = self._call(request, "history.list")
            for message in _added(page):
                thread = str(message.get("threadId", ""))
                if "SENT" in message.get("labelIds", ()) and thread == needed.thread:
                    yield str(message["id"])
            token = str(page.get("nextPageToken") or "")
            if not token:
                return

    def _raw(self, message_id: str) -> bytes:
        request = self._users().messages().get(userId="me", id=message_id, format="raw")
        got = self._call(request, "messages.get")
        return base64.urlsafe_b64decode(str(got.get("raw", "")) + "==")

    def _put(self, entry: OutboxEntry) -> DraftLink:
        """Make the Gmail draft hold the frozen bytes. A new one is created with our header first:
        if its answer is lost, the sync knows it again."""
        known = self._links.get(entry.draft_id)
        if known is not None:
            try:
                if self._drafts.version(known.remote_id) == known.message_id:
                    return self._update(entry, known)
                # Somebody writes on in it there: that text stays, and this mail gets a draft.
                self._links.forget(entry.draft_id)
            except NotFound:
                # Deleted in Gmail meanwhile: what the person approved is put there again.
                self._links.forget(entry.draft_id)
        return self._update(entry, self._create(entry))

    def _update(self, entry: OutboxEntry, known: DraftLink) -> DraftLink:
        put = self._drafts.put(entry.mime, remote_id=known.remote_id, thread_id=known.thread_id)
        return self._keep(entry, put)

    def _create(self, entry: OutboxEntry) -> DraftLink:
        mime = named(entry.mime, entry.draft_id, entry.revision)
        return self._keep(entry, self._drafts.put(mime, thread_id=self._thread(entry.draft_id)))

    def _keep(self, entry: OutboxEntry, put: RemoteDraft) -> DraftLink:
        link = DraftLink(
            entry.draft_id, put.remote_id, put.message_id, put.thread_id, entry.revision
        )
        self._links.keep(link)
        return link

    def _thread(self, draft_id: str) -> str:
        answered = self._links.answers(draft_id)
        return self._drafts.thread_of(answered) if answered else ""

    def _read_back(self, entry: OutboxEntry, link: DraftLink) -> None:
        """Compare the draft at Gmail with the approved mail, threading fields included. Raises
        `Conflict`."""
        raw = self._drafts.get(link.remote_id).raw
        if not same_mail(entry.mime, raw) or parse(raw).references != parse(entry.mime).references:
            raise Conflict("Gmail holds another text than the one you approved; nothing was sent.")

    def _call(self, request: Any, method: str) -> Mapping[str, Any]:
        got: Mapping[str, Any] = self._session.call(
            request,
            self._session.units(method),
            cancelled=self._cancelled,
            longest_wait=LONGEST_WAIT,
            tries=TRIES,
        )
        return got

    def _users(self) -> Any:
        return self._session.service("gmail", "v1").users()


def _not_sent(error: KnownError) -> Receipt:
    """Gmail has done nothing, or was not asked."""
    resumes_at = error.resumes_at if isinstance(error, SlowDown) else 0.0
    return Receipt(
        Delivery.NOT_SENT, error.sentence, retryable=error.retryable, resumes_at=resumes_at
    )


def _needed(entry: OutboxEntry) -> _SettleData:
    kept = json.loads(entry.settle or "{}")
    return _SettleData(kept.get("draft", ""), kept.get("thread", ""), kept.get("history", ""))


def _added(page: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Messages added or labelled in this page of history."""
    for record in page.get("history", ()):
        for kind in ("messagesAdded", "labelsAdded"):
            for change in record.get(kind, ()):
                message = dict(change.get("message", {}))
                message["labelIds"] = [*message.get("labelIds", ()), *change.get("labelIds", ())]
                yield message
