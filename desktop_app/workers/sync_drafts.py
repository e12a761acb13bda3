"""Draft sync between the store and the account's server, in both directions.

One draft on the server for one here, whatever its revision. An edit on one side moves to the other;
two edits at once are kept as two drafts. A draft that is being sent belongs to the postman; what is
left of it at the server once it was sent is cleared away here. Whoever changes a copy claims it
first (store/drafts/draft_claims.py).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from desktop_app.accounts.draft_box import DraftBox, RemoteDraft
from desktop_app.mail.drafts.reopen import Reopened, copy_digest, reopen
from desktop_app.model.account import Account
from desktop_app.model.clock import Clock
from desktop_app.model.draft import Author, Draft, DraftContent, DraftState, Origin
from desktop_app.model.draft_link import DraftLink
from desktop_app.model.errors import Conflict, NotFound, Refused
from desktop_app.model.outbox import OutboxState
from desktop_app.store.drafts.draft_claims import Holder
from desktop_app.store.drafts.draft_links import BESIDE
from desktop_app.store.drafts.draft_records import OPEN_STATES
from desktop_app.store.store import Store
from desktop_app.workers.draft_push import DraftPush, own_draft
from desktop_app.workers.draft_report import DraftReport
from desktop_app.workers.draft_successors import replaced_draft

_ELSEWHERE = Author(Origin.USER, "the web")
_WRITTEN_ON = "Another mail program has changed the draft since you had it sent later."
_GONE = "Its draft was deleted or sent in another mail program. Look in Sent first."


class DraftSync:
    """Draft sync of one account. Each step commits and can be repeated."""

    def __init__(self, store: Store, account: Account, box: DraftBox, *, clock: Clock) -> None:
        self._store = store
        self._account = account
        self._box = box
        self._clock = clock
        self._links, self._claims = store.draft_links(account.id), store.draft_claims
        self._push = DraftPush(store, account, box, clock=clock)

    def run(self, *, look: bool = True) -> DraftReport:
        """Pull, then push; push alone unless `look`, for where nothing has changed on the server.
        Raises `KnownError`; what is done until then stays done."""
        if not look:
            return self._push.run()
        # Read before the listing: what is not in it is gone only if it was known before.
        known = self._links.list()
        there = {remote.remote_id: remote for remote in self._box.list()}
        return self._pull(known, there) + self._push.run()

    def _pull(self, known: Sequence[DraftLink], there: Mapping[str, RemoteDraft]) -> DraftReport:
        report = DraftReport()
        gone = [link for link in known if link.remote_id not in there]
        for remote in there.values():
            link = self._links.at_server(remote.remote_id)
            if link is None:
                report += self._take_over(remote, gone)
            else:
                report += self._linked(link, remote)
        for link in gone:
            if self._links.get(link.draft_id) == link:
                report += self._gone_there(link)
        return report

    def _linked(self, link: DraftLink, remote: RemoteDraft) -> DraftReport:
        """A draft of the server's that is one of ours."""
        draft = self._find(link.draft_id)
        if draft is not None and draft.state is DraftState.SENT:
            return self._left_over(link, remote)
        if link.message_id == remote.message_id:
            return DraftReport()
        if draft is not None and draft.state is DraftState.APPROVED:
            return self._changed_on_its_way(draft, link, remote)
        return self._changed_there(link, remote)

    def _take_over(self, remote: RemoteDraft, gone: Sequence[DraftLink] = ()) -> DraftReport:
        """Take over a draft of the server's: a new one, one in the place of one that is `gone`, or
        one whose link was lost in a crash."""
        try:
            whole = self._box.get(remote.remote_id)
        except NotFound:
            return DraftReport()
        opened = reopen(whole.raw, from_=self._account.default_identity.address)
        ours = self._find(opened.draft_id)
        if (old := self._replaced(gone, opened, whole)) is not None:
            return self._in_its_place(old, whole)
        if ours is not None and ours.state is DraftState.APPROVED:
            return DraftReport()  # on its way: the postman's
        linked = ours is not None and self._links.get(ours.id) is not None
        if ours is None or ours.state is DraftState.SENT or linked:
            return self._not_wanted(opened, whole, ours)
        # What it says there may have been changed since: that is looked at as an edit.
        self._keep(ours.id, replace(whole, message_id=""), opened.revision)
        link = self._links.get(ours.id)
        return self._changed_there(link, whole) if link is not None else DraftReport()

    def _replaced(
        self, gone: Sequence[DraftLink], opened: Reopened, whole: RemoteDraft
    ) -> DraftLink | None:
        """The link of the draft in whose place this one came."""
        links = {link.draft_id: link for link in gone if self._links.get(link.draft_id) == link}
        found = [draft for id_ in links if (draft := self._find(id_)) is not None]
        there = [d for d in found if d.state in {*OPEN_STATES, DraftState.APPROVED}]
        draft = replaced_draft(there, opened, whole.raw)
        return None if draft is None else links[draft.id]

    def _in_its_place(self, old: DraftLink, whole: RemoteDraft) -> DraftReport:
        """A draft of ours under another id, as another mail program has it now."""
        link = DraftLink(old.draft_id, whole.remote_id, "", whole.thread_id, old.revision)
        self._links.keep(link)  # what was killed from here on is an edit for the next pass
        return self._linked(link, whole)

    def _changed_on_its_way(
        self, draft: Draft, link: DraftLink, remote: RemoteDraft
    ) -> DraftReport:
        """Somebody goes on writing there in a draft that waits to be sent. What was approved is
        sent; the other text is a draft of its own. From the attempt on it is the postman's. One
        that is to leave later is held instead: it is written on."""
        entry = self._store.outbox.for_draft(draft.id)
        if entry is None or entry.state not in {OutboxState.QUEUED, OutboxState.SCHEDULED}:
            return DraftReport()
        approved = (DraftState.APPROVED,)
        claim = self._claims.claim(self._account.id, draft.id, Holder.SYNC, states=approved)
        if claim is None:
            return DraftReport()
        try:
            whole = self._box.get(remote.remote_id)
            opened = reopen(
                whole.raw, from_=self._account.default_identity.address, like=draft.content
            )
            plain = reopen(whole.raw, from_=self._account.default_identity.address)
            if _same(opened, draft) or self._claims.knows(draft.id, copy_digest(plain)):
                return DraftReport()
            if entry.state is OutboxState.QUEUED:
                return self._keep_both(draft, opened, whole)
            self._store.outbox.scheduled.hold(entry.id, _WRITTEN_ON)
        except (NotFound, Refused):
            return DraftReport()
        finally:
            self._claims.release(claim)
        return self._changed_there(link, whole)

    def _not_wanted(self, opened: Reopened, remote: RemoteDraft, ours: Draft | None) -> DraftReport:
        """A copy that no open draft is linked with. One that was put there from here, its answer
        lost, is deleted; one that was written on there is a new draft."""
        if opened.draft_id and self._claims.knows(opened.draft_id, copy_digest(opened)):
            self._box.delete(remote.remote_id)
            return DraftReport(deleted=1)
        self._make(opened, remote, "" if ours is None else ours.id)
        return DraftReport(pulled=1)

    def _left_over(self, link: DraftLink, remote: RemoteDraft) -> DraftReport:
        """What is left at the server of a draft that was sent."""
        if link.message_id != remote.message_id:
            self._links.forget(link.draft_id)
            return self._take_over(remote)
        self._box.delete(remote.remote_id)
        self._links.forget(link.draft_id)
        return DraftReport(deleted=1)

    def _make(self, opened: Reopened, remote: RemoteDraft, beside: str = "") -> None:
        """Make a draft of the server's one of ours; `beside` is the id of the one that it was."""
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
            request_key=f"remote/{self._account.id}/{remote.remote_id}/{remote.message_id}"
            f"{BESIDE + beside if beside else ''}",
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
        self._make(opened, remote, draft.id)
        return DraftReport(kept_both=1)

    def _gone_there(self, link: DraftLink) -> DraftReport:
        """Handle a draft deleted or sent on the server: the local one is put aside, or pushed
        again if it was edited since."""
        draft = self._find(link.draft_id)
        if draft is not None and draft.state is DraftState.APPROVED:
            self._hold(draft)
            return DraftReport()  # on its way: the postman's
        self._links.forget(link.draft_id)
        if draft is None or draft.state not in OPEN_STATES or draft.revision != link.revision:
            return DraftReport()
        with suppress(Refused):  # sent in this very moment
            self._store.drafts.ignore(draft.id, now=self._clock())
            return DraftReport(deleted=1)
        return DraftReport()

    def _hold(self, draft: Draft) -> None:
        """Keep a mail here that is to leave later: it may have been sent there."""
        entry = self._store.outbox.for_draft(draft.id)
        if entry is not None and entry.state is OutboxState.SCHEDULED:
            with suppress(Refused):  # it leaves in this very moment
                self._store.outbox.scheduled.hold(entry.id, _GONE)
                self._links.forget(draft.id)  # not put aside: the person is asked

    def _find(self, draft_id: str) -> Draft | None:
        return own_draft(self._store, self._account.id, draft_id)

    def _keep(self, draft_id: str, remote: RemoteDraft, revision: int) -> None:
        link = DraftLink(draft_id, remote.remote_id, remote.message_id, remote.thread_id, revision)
        self._links.keep(link)


def _same(opened: Reopened, draft: Draft) -> bool:
    """Whether the server's copy equals the local draft, files included."""
    there = sorted((f.filename, hashlib.sha256(f.data).hexdigest()) for f in opened.files)
    here = sorted((a.filename, a.digest) for a in draft.content.attachments)
    return opened.content == replace(draft.content, attachments=()) and there == here
