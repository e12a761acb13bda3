"""Push of the drafts here to the account's server. A copy is claimed before it is changed."""

from __future__ import annotations

from desktop_app.accounts.draft_box import DraftBox
from desktop_app.mail.drafts.compose import compose, new_message_id
from desktop_app.mail.drafts.reopen import copy_digest, draft_header, reopen
from desktop_app.model.account import Account
from desktop_app.model.clock import Clock
from desktop_app.model.draft import Draft, DraftState
from desktop_app.model.draft_link import DraftLink
from desktop_app.model.errors import NotFound
from desktop_app.store.drafts.draft_claims import Claim, Holder
from desktop_app.store.drafts.draft_records import OPEN_STATES
from desktop_app.store.store import Store
from desktop_app.workers.draft_report import DraftReport

QUIET_SECONDS = 3
"""A draft goes up when nobody has typed for that long: each time costs units."""


def own_draft(store: Store, account_id: str, draft_id: str) -> Draft | None:
    """A draft by its id; None where there is none, or it is another account's."""
    try:
        draft = store.drafts.get(draft_id) if draft_id else None
    except NotFound:
        return None
    return draft if draft is not None and draft.account_id == account_id else None


class DraftPush:
    """Of one account. Each step commits and can be repeated."""

    def __init__(self, store: Store, account: Account, box: DraftBox, *, clock: Clock) -> None:
        self._store, self._account, self._box, self._clock = store, account, box, clock
        self._links, self._claims = store.draft_links(account.id), store.draft_claims

    def run(self) -> DraftReport:
        """Push what has changed here and is quiet; delete there what was deleted here."""
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
        draft = own_draft(self._store, self._account.id, link.draft_id)
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
        other = own_draft(self._store, self._account.id, link.draft_id)
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


def _worth_keeping(draft: Draft) -> bool:
    """Whether a draft has any content; an empty one is not pushed."""
    content = draft.content
    return bool(
        content.recipients or content.subject or content.body.strip() or content.attachments
    )
