"""Drafts at Gmail over IMAP: one copy in Drafts and in All Mail, whatever the settings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from desktop_app.accounts.imap.drafts import ImapDrafts
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.mail.drafts.reopen import reopen
from desktop_app.model.draft import Author, DraftContent, DraftState, Origin
from desktop_app.model.errors import BadInput, Unavailable
from desktop_app.store.drafts.draft_records import OPEN_STATES
from desktop_app.store.store import Store
from desktop_app.workers.draft_report import DraftReport
from desktop_app.workers.sync_drafts import DraftSync
from tests.accounts.imap.test_drafts import DANA, ME, draft
from tests.contracts import promises
from tests.fakes.house import mail
from tests.fakes.mail_servers.cutting_proxy import CuttingProxy, cutting_proxy
from tests.fakes.mail_servers.dovecot import PASSWORD
from tests.fakes.mail_servers.gmail import Gmail
from tests.fakes.mail_servers.gmail_store import ALL, DRAFTS, TRASH

SETTINGS = tuple(product((True, False), ("archive", "trash", "delete"), (True, False)))


@pytest.fixture
def box(google: Gmail) -> Iterator[ImapDrafts]:
    session = ImapSession(google.servers(), lambda: PASSWORD)
    yield ImapDrafts(session)
    session.close()


def words(google: Gmail, folder: str) -> list[str]:
    raws = (found.raw for found in google.store.in_folder(folder))
    return sorted(reopen(raw, from_=ME).content.body.strip() for raw in raws)


def everywhere(google: Gmail) -> tuple[list[str], ...]:
    return tuple(words(google, folder) for folder in (DRAFTS, ALL, TRASH))


@pytest.mark.parametrize(("at_once", "then", "similar"), SETTINGS)
def test_a_draft_that_is_replaced_has_one_copy(
    google: Gmail, box: ImapDrafts, at_once: bool, then: str, similar: bool
) -> None:
    store = google.store
    store.auto_expunge, store.expunged, store.replaces_similar = at_once, then, similar
    store.add(mail("Theirs", "their words", message_id="t@x.example"), DRAFTS)
    old = store.add(mail("Old", "old words", message_id="o@x.example"), TRASH)
    for revision in range(1, 5):
        box.put(draft("d1", revision), remote_id="d1" if revision > 1 else "")
    assert everywhere(google) == (["rev 4", "their words"], ["rev 4", "their words"], ["old words"])
    (ours,) = (found for found in box.list() if found.remote_id == "d1")
    assert b"rev 4" in box.get(ours.remote_id).raw
    box.delete("d1")
    assert everywhere(google) == (["their words"], ["their words"], ["old words"])
    assert old.msgid in store.mails


def test_the_promise_of_every_draft_box(google: Gmail, box: ImapDrafts) -> None:
    promises.a_draft_has_one_place(box)
    assert everywhere(google) == ([], [], [])


def test_a_hidden_trash_is_said_and_no_draft_becomes_mail(google: Gmail, box: ImapDrafts) -> None:
    box.put(draft("d1", 1))
    google.store.hidden = {TRASH}
    with pytest.raises(BadInput, match="hides Trash"):
        box.put(draft("d1", 2), remote_id="d1")
    assert all("\\Draft" in found.labels for found in google.store.mails.values())
    google.store.hidden = set()
    box.put(draft("d1", 3), remote_id="d1")
    assert everywhere(google) == (["rev 3"], ["rev 3"], [])


@pytest.fixture
def proxy(google: Gmail) -> Iterator[CuttingProxy]:
    with cutting_proxy(google.port) as made:
        yield made


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_replacement_cut_anywhere_leaves_one_newest_copy(
    google: Gmail, proxy: CuttingProxy, box: ImapDrafts, after: bool
) -> None:
    """Cut at every piece in turn; then put again, as the next pass does. A cut between the two
    steps of a deletion leaves an old revision in the trash, and nowhere else."""
    reached = told = 0
    for piece in range(1, 100):
        box.put(draft("d1", 1))
        proxy.arm(piece, after=after)
        try:
            _replaced(google, proxy, "d1")
        except Unavailable:
            told += 1
        reached += proxy.seen >= piece
        box.put(draft("d1", 2), remote_id="d1")
        drafts, all_mail, trash = everywhere(google)
        assert (drafts, all_mail) == (["rev 2"], ["rev 2"])
        assert set(trash) <= {"rev 1"}
        box.delete("d1")
        if proxy.seen < piece:
            break
    assert reached >= 15
    assert told >= reached - 2, "the last ones end the session, when all is done"


def _replaced(google: Gmail, proxy: CuttingProxy, key: str) -> None:
    session = ImapSession(google.servers(proxy.port), lambda: PASSWORD)
    try:
        ImapDrafts(session).put(draft(key, 2), remote_id=key)
    finally:
        session.close()


def test_drafts_go_both_ways(google: Gmail, box: ImapDrafts, store: Store) -> None:
    now = 1_700_000_000.0

    def sync() -> DraftReport:
        nonlocal now
        now += 10
        return DraftSync(store, store.accounts.get("i1"), box, clock=lambda: now).run()

    content = DraftContent(from_=ME, to=(DANA,), subject="Plan", body="one")
    author = Author(Origin.USER, "")
    made = store.drafts.create("i1", author, content, state=DraftState.EDITED, now=now)
    assert sync().pushed == 1
    edited = replace(content, body="two")
    store.drafts.save(made.id, made.revision, edited, author, now=now)
    assert sync().pushed == 1
    assert everywhere(google) == (["two"], ["two"], [])
    theirs = google.store.add(mail("Theirs", "their words", message_id="t@x.example"), DRAFTS)
    assert sync().pulled == 1
    assert sync() == DraftReport()
    here = {d.content.body.strip() for d in store.drafts.in_state(OPEN_STATES, account_id="i1")}
    assert here == {"two", "their words"}
    google.store.change_labels(theirs, ["\\Draft"], "-")
    assert sync().deleted == 1
