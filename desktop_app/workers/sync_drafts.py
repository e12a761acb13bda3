"""Draft sync between the store and the account's server, in both directions.

One draft on the server for one here, whatever its revision. An edit on one side moves to the other;
two edits at once are kept as two drafts. A draft that is being sent belongs to the postman.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from desktop_app.accounts.base import DraftBox, RemoteDraft
from desktop_app.mime.compose import compose, new_message_id
from desktop_app.mime.reopen import Reopened, draft_header, reopen
from desktop_app.model.account import Account
from desktop_app.model.clock import Clock
from desktop_app.model.draft import Author, Draft, DraftContent, DraftState, Origin
from desktop_app.model.draft_link import DraftLink
from desktop_app.model.errors import Conflict, NotFound, Refused
from desktop_app.store.drafts import OPEN_STATES
from desktop_app.store.store import Store

QUIET_SECONDS = 3
"""A draft goes up when nobody has typed for that long: each time costs units."""
_ELSEWHERE = Author(Origin.USER, "the web")


@dataclass(frozen=True, slots=True)
class DraftReport:
    """Counts of a pass: drafts pushed, pulled, kept twice, deleted on either side."""

    pushed: int = 0
    pulled: int = 0
    kept_both: int = 0
    deleted: int = 0

    def __add__(self, other: DraftReport) -> DraftReport:
        return DraftReport(
            self.pushed + other.pushed,
            self.pulled + other.pulled,
            self.kept_both + other.kept_both,
            self.deleted + other.deleted,
        )


class DraftSync:
    """Draft sync of one account. Each step commits and can be repeated."""

    def __init__(self, store: Store, account: Account, box: DraftBox, *, clock: Clock) -> None:
        self._store = store
        self._account = account
        self._box = box
        self._clock = clock
        self._links = store.draft_links(account.id)

    def run(self) -> DraftReport:
        """Pull, then push. Raises `KnownError`; what is done until then stays done."""
        there = {remote.remote_id: remote for remote in self._box.list()}
        report = self._pull(there)
        return report + self._push()

    def _pull(self, there: Mapping[str, RemoteDraft]) -> DraftReport:
        report = DraftReport()
        links = {link.remote_id: link for link in self._links.list()}
        for remote in there.values():
            link = links.get(remote.remote_id)
            if link is None:
                report += self._take_over(remote)
            elif link.message_id != remote.message_id:
                report += self._changed_there(link, remote)
        for link in links.values():
            if link.remote_id not in there:
                report += self._gone_there(link)
        return report

    def _take_over(self, remote: RemoteDraft) -> DraftReport:
        """Take over a draft of the server's: a new one, or one whose link was lost in a crash."""
        try:
            whole = self._box.get(remote.remote_id)
        except NotFound:
            return DraftReport()
        opened = reopen(whole.raw, from_=self._account.default_identity.address)
        ours = self._find(opened.draft_id)
        if ours is not None and self._links.get(ours.id) is None:
            # What it says there may have been changed since: that is looked at as an edit.
            self._keep(ours.id, replace(whole, message_id=""), opened.revision)
            link = self._links.get(ours.id)
            return self._changed_there(link, whole) if link is not None else DraftReport()
        self._make(opened, whole)
        return DraftReport(pulled=1)

    def _make(self, opened: Reopened, remote: RemoteDraft) -> None:
        content = opened.content
        answered = self._store.messages.by_rfc822_id(self._account.id, content.in_reply_to)
        # The key makes a pass that was killed before it noted the link find this draft again.
        made = self._store.drafts.create(
            self._account.id,
            _ELSEWHERE,
            content,
            state=DraftState.EDITED,
            now=self._clock(),
            reply_to_id=answered[0].id if content.in_reply_to and answered else 0,
            request_key=f"remote/{self._account.id}/{remote.remote_id}/{remote.message_id}",
        )
        saved = self._save(made, self._with_files(made, opened))
        self._keep(saved.id, remote, saved.revision)

    def _save(self, draft: Draft, content: DraftContent) -> Draft:
        return self._store.drafts.save(
            draft.id, draft.revision, content, _ELSEWHERE, now=self._clock()
        )

    def _with_files(self, draft: Draft, opened: Reopened) -> DraftContent:
        """Content with its files; existing files are not stored twice."""
        there = {(a.filename, a.digest): a for a in draft.content.attachments}
        parts = []
        for file in opened.files:
            known = there.get((file.filename, hashlib.sha256(file.data).hexdigest()))
            parts.append(
                known
                or self._store.drafts.add_file(
                    draft.id, file.filename, file.content_type, file.data
                )
            )
        return replace(opened.content, attachments=tuple(parts))

    def _changed_there(self, link: DraftLink, remote: RemoteDraft) -> DraftReport:
        try:
            whole = self._box.get(remote.remote_id)
        except NotFound:
            return DraftReport()
        draft = self._find(link.draft_id)
        like = None if draft is None else draft.content
        opened = reopen(whole.raw, from_=self._account.default_identity.address, like=like)
        if draft is not None and _same(opened, draft):
            self._keep(draft.id, whole, link.revision)
            return DraftReport()
        if draft is None or draft.state is DraftState.IGNORED:
            # Put aside or deleted here, but somebody goes on writing there: that is kept.
            self._links.forget(link.draft_id)
            self._make(opened, whole)
            return DraftReport(pulled=1)
        if draft.state not in OPEN_STATES:
            return DraftReport()  # on its way: the postman's
        if draft.revision != link.revision:
            return self._keep_both(draft, opened, whole)
        try:
            saved = self._save(draft, self._with_files(draft, opened))
        except (Conflict, Refused):
            return DraftReport()  # typed on or sent in this very moment: the next pass sees it
        self._keep(saved.id, whole, saved.revision)
        return DraftReport(pulled=1)

    def _keep_both(self, draft: Draft, opened: Reopened, remote: RemoteDraft) -> DraftReport:
        """Store the server's draft as a new one; the local draft is pushed as another."""
        self._links.forget(draft.id)
        self._make(opened, remote)
        return DraftReport(kept_both=1)

    def _gone_there(self, link: DraftLink) -> DraftReport:
        """Handle a draft deleted or sent on the server: the local one is put aside, or pushed
        again if it was edited since."""
        self._links.forget(link.draft_id)
        draft = self._find(link.draft_id)
        if draft is None or draft.state not in OPEN_STATES or draft.revision != link.revision:
            return DraftReport()
        self._store.drafts.ignore(draft.id, now=self._clock())
        return DraftReport(deleted=1)

    def _push(self) -> DraftReport:
        report = DraftReport()
        quiet = self._clock() - QUIET_SECONDS
        for draft in self._store.drafts.in_state(OPEN_STATES, account_id=self._account.id):
            link = self._links.get(draft.id)
            if draft.updated <= quiet and (link is None or link.revision != draft.revision):
                report += self._put(draft, link)
        for link in self._links.list():
            gone = self._find(link.draft_id)
            if gone is None or gone.state is DraftState.IGNORED:
                self._box.delete(link.remote_id)
                self._links.forget(link.draft_id)
                report += DraftReport(deleted=1)
        return report

    def _put(self, draft: Draft, link: DraftLink | None) -> DraftReport:
        if not _worth_keeping(draft):
            return DraftReport()
        thread = link.thread_id if link is not None else self._thread(draft)
        remote_id = link.remote_id if link is not None else ""
        try:
            put = self._box.put(self._bytes(draft), remote_id=remote_id, thread_id=thread)
        except NotFound:
            self._links.forget(draft.id)  # gone there just now: the next pass sees
            return DraftReport()
        self._keep(draft.id, put, draft.revision)
        return DraftReport(pushed=1)

    def _thread(self, draft: Draft) -> str:
        answered = self._links.answers(draft.id)
        return self._box.thread_of(answered) if answered else ""

    def _bytes(self, draft: Draft) -> bytes:
        return compose(
            draft.content,
            message_id=new_message_id(draft.content.from_.domain, draft.id),
            date=draft.updated,
            read_attachment=self._store.drafts.read_file,
            draft_header=draft_header(draft.id, draft.revision),
        )

    def _find(self, draft_id: str) -> Draft | None:
        try:
            draft = self._store.drafts.get(draft_id) if draft_id else None
        except NotFound:
            return None
        return draft if draft is not None and draft.account_id == self._account.id else None

    def _keep(self, draft_id: str, remote: RemoteDraft, revision: int) -> None:
        link = DraftLink(draft_id, remote.remote_id, remote.message_id, remote.thread_id, revision)
        self._links.keep(link)


def _worth_keeping(draft: Draft) -> bool:
    """Whether a draft has any content; an empty one is not pushed."""
    content = draft.content
    return bool(
        content.recipients or content.subject or content.body.strip() or content.attachments
    )


def _same(opened: Reopened, draft: Draft) -> bool:
    """Whether the server's copy equals the local draft, files included."""
    there = sorted((f.filename, hashlib.sha256(f.data).hexdigest()) for f in opened.files)
    here = sorted((a.filename, a.digest) for a in draft.content.attachments)
    return opened.content == replace(draft.content, attachments=()) and there == here
