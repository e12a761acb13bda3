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
from dataclasses import dataclass, replace

from desktop_app.accounts.draft_box import DraftBox, RemoteDraft
from desktop_app.mail.drafts.compose import compose, new_message_id
from desktop_app.mail.drafts.reopen import Reopened, copy_digest, draft_header, reopen
from desktop_app.model.account import Account
from desktop_app.model.clock import Clock
from desktop_app.model.draft import Author, Draft, DraftContent, DraftState, Origin
from desktop_app.model.draft_link import DraftLink
from desktop_app.model.errors import Conflict, NotFound, Refused
from desktop_app.model.outbox import OutboxState
from desktop_app.store.drafts.draft_claims import Claim, Holder
from desktop_app.store.drafts.draft_links import BESIDE
from desktop_app.store.drafts.draft_records import OPEN_STATES
from desktop_app.store.store import Store
from desktop_app.workers.draft_successors import replaced_draft

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
        self._links, self._claims = store.draft_links(account.id), store.draft_claims

    def run(self, *, look: bool = True) -> DraftReport:
        """Pull, then push; push alone unless `look`, for where nothing has changed on the server.
        Raises `KnownError`; what is done until then stays done."""
        if not look:
            return self._push()
        # Read before the listing: what is not in it is gone only if it was known before.
        known = self._links.list()
        there = {remote.remote_id: remote for remote in self._box.list()}
        return self._pull(known, there) + self._push()

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
            return self._changed_on_its_way(draft, remote)
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

    def _changed_on_its_way(self, draft: Draft, remote: RemoteDraft) -> DraftReport:
        """Somebody goes on writing there in a draft that waits to be sent. What was approved is
        sent; the other text is a draft of its own. From the attempt on it is the postman's."""
        entry = self._store.outbox.for_draft(draft.id)
        if entry is None or entry.state is not OutboxState.QUEUED:
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
            return self._keep_both(draft, opened, whole)
        except NotFound:
            return DraftReport()
        finally:
            self._claims.release(claim)

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
            return DraftReport()  # on its way: the postman's
        self._links.forget(link.draft_id)
        if draft is None or draft.state not in OPEN_STATES or draft.revision != link.revision:
            return DraftReport()
        with suppress(Refused):  # sent in this very moment
            self._store.drafts.ignore(draft.id, now=self._clock())
            return DraftReport(deleted=1)
        return DraftReport()

    def _push(self) -> DraftReport:
        report = DraftReport()
        quiet = self._clock() - QUIET_SECONDS
        for draft in self._store.drafts.in_state(OPEN_STATES, account_id=self._account.id):
            link = self._links.get(draft.id)
            if draft.updated <= quiet and (link is None or link.revision != draft.revision):
                report += self._put(draft)
        for link in self._links.list():
            report += self._delete_there(link)
        return report

    def _delete_there(self, link: DraftLink) -> DraftReport:
        """Delete the copy of a draft that was deleted or put aside here."""
        draft = self._find(link.draft_id)
        claim = None
        if draft is not None:
            ignored = (DraftState.IGNORED,)
            claim = self._claims.claim(self._account.id, draft.id, Holder.SYNC, states=ignored)
            if claim is None:
                return DraftReport()
        try:
            self._box.delete(link.remote_id)
            self._links.forget(link.draft_id)
        finally:
            if claim is not None:
                self._claims.release(claim)
        return DraftReport(deleted=1)

    def _put(self, draft: Draft, over: str = "") -> DraftReport:
        """Put what the draft says now at the server, unless it is being sent; in the place of the
        draft `over` there, where it is known by another name."""
        if not _worth_keeping(draft) or not self._name_is_free(draft):
            return DraftReport()
        mime = self._bytes(draft)
        opened = reopen(mime, from_=self._account.default_identity.address)
        claim = self._claims.claim(
            self._account.id,
            draft.id,
            Holder.SYNC,
            states=OPEN_STATES,
            revision=draft.revision,
            digest=copy_digest(opened),
        )
        if claim is None:
            return DraftReport()
        try:
            return self._put_claimed(draft, mime, claim, over)
        finally:
            self._claims.release(claim)

    def _name_is_free(self, draft: Draft) -> bool:
        """Whether no other draft has this one's name at the server. What was written on there and
        is a draft of its own now may have kept our header: it is put there as itself first, else
        putting this one would replace it."""
        link = self._links.at_server(draft.id)
        if link is None or link.draft_id == draft.id:
            return True
        other = self._find(link.draft_id)
        if other is None or other.state not in OPEN_STATES:
            return False  # until it is deleted there, or sent
        self._links.forget(other.id)
        return self._put(other, over=link.remote_id).pushed == 1

    def _put_claimed(self, draft: Draft, mime: bytes, claim: Claim, over: str) -> DraftReport:
        link = self._links.get(draft.id)
        thread = link.thread_id if link is not None else self._thread(draft)
        remote_id = link.remote_id if link is not None else over
        try:
            put = self._box.put(mime, remote_id=remote_id, thread_id=thread)
        except NotFound:
            self._links.forget(draft.id)  # gone there just now: the next pass sees
            return DraftReport()
        link = DraftLink(draft.id, put.remote_id, put.message_id, put.thread_id, draft.revision)
        return DraftReport(pushed=int(self._claims.settle(self._account.id, link, claim)))

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
