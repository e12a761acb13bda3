"""The real Gmail sender over drafts in memory: what drafts.send consumes is in `sent`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from desktop_app.accounts.draft_box import DraftLinks
from desktop_app.accounts.google.sender import GmailSender
from desktop_app.accounts.google.single_post import PostAnswer
from desktop_app.model.errors import KnownError, NotFound
from desktop_app.model.outbox import Delivery, OutboxEntry, Receipt
from tests.fakes.draft_box import MemoryBox


class _Anything:
    """Stands for a request and for all that builds one."""

    def __getattr__(self, name: str) -> _Anything:
        return self

    def __call__(self, *_: object, **__: object) -> _Anything:
        return self


@dataclass
class FilingSender:
    """A sender that leaves the draft there and takes it away when it files, as SMTP's does, unless
    somebody wrote on in it."""

    post: DraftPost
    links: DraftLinks

    def prepare(self, entry: OutboxEntry) -> str:
        return entry.rfc822_message_id

    def send(self, entry: OutboxEntry) -> Receipt:
        self.post.step("send")
        self.post.sent.append(entry.mime)
        self.post.step("sent")
        return Receipt(Delivery.SENT)

    def look(self, entry: OutboxEntry) -> Receipt:
        return Receipt(Delivery.UNKNOWN, f"Nobody knows of {entry.draft_id}.")

    def file(self, entry: OutboxEntry) -> bool:
        link = self.links.get(entry.draft_id)
        if link is not None:
            there = {draft.remote_id: draft.message_id for draft in self.post.box.list()}
            if there.get(link.remote_id, link.message_id) != link.message_id:
                return True
            self.post.box.delete(link.remote_id)
            self.links.forget(entry.draft_id)
        return True


@dataclass
class DraftPost:
    """As much of a `GoogleSession` as the sender asks beside its drafts. `step` is called before
    and after each request with its name; `sent` holds the bytes of each mail that went out."""

    box: MemoryBox
    step: Callable[[str], object] = str
    sent: list[bytes] = field(default_factory=list)

    def sender(self, links: DraftLinks) -> GmailSender:
        made = GmailSender(self, links)  # type: ignore[arg-type]
        made._drafts = self  # type: ignore[assignment]
        return made

    # Drafts

    def put(self, mime: bytes, *, remote_id: str = "", thread_id: str = "") -> object:
        return self.box.put(mime, remote_id=remote_id, thread_id=thread_id)

    def get(self, remote_id: str) -> object:
        return self.box.get(remote_id)

    def version(self, remote_id: str) -> str:
        return self.box.get(remote_id).message_id

    def thread_of(self, message_id: str) -> str:
        return self.box.thread_of(message_id)

    def exists(self, remote_id: str) -> bool:
        try:
            self.box.get(remote_id)
        except NotFound:
            return False
        return True

    # The session

    def units(self, method: str) -> int:
        del method
        return 0

    def service(self, *_: object) -> _Anything:
        return _Anything()

    def call(self, *_: object, **__: object) -> Mapping[str, Any]:
        self.step("call")
        return {"historyId": "1"}

    def post_once(self, path: str, body: Mapping[str, Any], *_: object, **__: object) -> PostAnswer:
        assert path.endswith("drafts/send")
        self.step("send")
        draft = self.box.drafts.pop(str(body["id"]), None)
        if draft is None:
            return PostAnswer(404, {}, {})
        self.sent.append(draft.raw)
        self.step("sent")
        return PostAnswer(200, {"id": f"sent {draft.message_id}"}, {})

    def error(self, *_: object) -> KnownError:
        return NotFound("It is not there.")
