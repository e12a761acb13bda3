"""Drafts on a real server: one for one, replaced without a loss, wherever the connection ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from threading import Event
from typing import Any

import pytest

from desktop_app.accounts.imap.client import BoundedClient
from desktop_app.accounts.imap.drafts import NO_FOLDER, ImapDrafts
from desktop_app.accounts.imap.folders import folders_of
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.mail.drafts.compose import compose, new_message_id
from desktop_app.mail.drafts.reopen import draft_header, reopen
from desktop_app.model.account import Account
from desktop_app.model.address import Address
from desktop_app.model.draft import Author, DraftContent, DraftState, Origin
from desktop_app.model.errors import BadInput, NotFound, Unavailable
from desktop_app.model.mail_server import Security
from desktop_app.store.drafts.draft_records import OPEN_STATES
from desktop_app.store.store import Store
from desktop_app.workers.draft_report import DraftReport
from desktop_app.workers.sync_drafts import DraftSync
from tests.depths import in_depth
from tests.fakes.house import mail
from tests.fakes.mail_servers.cutting_proxy import CuttingProxy, cutting_proxy
from tests.fakes.mail_servers.dovecot import PASSWORD, USER, Dovecot

ME, DANA = Address("Alex", USER), Address("Dana", "dana@lee.example")
Other = Callable[[], Any]


def draft(key: str, revision: int, body: str = "") -> bytes:
    content = DraftContent(from_=ME, to=(DANA,), subject="Plan", body=body or f"rev {revision}")
    return compose(
        content,
        message_id=new_message_id("fernhill.example", key),
        date=1_700_000_000,
        read_attachment=lambda _: b"",
        draft_header=draft_header(key, revision),
    )


@pytest.fixture
def box(server: Dovecot) -> Iterator[ImapDrafts]:
    session = ImapSession(server.servers(), lambda: PASSWORD)
    yield ImapDrafts(session)
    session.close()


def bodies(client: Any, folder: str = "Drafts") -> list[str]:
    """The words of each mail in a folder, as another program shows them."""
    client.select_folder(folder, readonly=True)
    found = client.fetch(client.search(["UNDELETED"]), ["BODY.PEEK[]"])
    raws = (data[b"BODY[]"] for data in found.values())
    return sorted(reopen(raw, from_=ME).content.body.strip() for raw in raws)


def test_a_draft_goes_up_and_is_replaced(box: ImapDrafts, other: Other) -> None:
    first = box.put(draft("d1", 1))
    assert first.remote_id == "d1"
    second = box.put(draft("d1", 2), remote_id="d1")
    assert second.message_id != first.message_id
    assert bodies(other()) == ["rev 2"]
    assert [d.message_id for d in box.list()] == [second.message_id]
    assert b"rev 2" in box.get("d1").raw
    assert {b"\\Draft", b"\\Seen"} <= set(flags(other()))
    box.delete("d1")
    assert bodies(other()) == []
    with pytest.raises(NotFound):
        box.get("d1")
    with pytest.raises(NotFound):
        box.put(draft("d1", 3), remote_id="d1")


def flags(client: Any) -> tuple[bytes, ...]:
    client.select_folder("Drafts", readonly=True)
    (data,) = client.fetch(client.search(["UNDELETED"]), ["FLAGS"]).values()
    return tuple(data[b"FLAGS"])


def test_an_append_whose_answer_was_lost_is_not_repeated(box: ImapDrafts, other: Other) -> None:
    other().append("Drafts", draft("d1", 1), ["\\Draft"])
    box.put(draft("d1", 1))
    assert bodies(other()) == ["rev 1"]


def test_of_two_copies_the_highest_revision_is_the_draft(box: ImapDrafts, other: Other) -> None:
    client = other()
    for revision in (3, 1, 2):
        client.append("Drafts", draft("d1", revision), ["\\Draft"])
    (found,) = box.list()
    assert b"rev 3" in box.get(found.remote_id).raw
    box.put(draft("d1", 4), remote_id="d1")
    assert bodies(other()) == ["rev 4"]


def test_other_programs_drafts_are_listed_and_left(box: ImapDrafts, server: Dovecot) -> None:
    with server.client() as client:
        theirs = mail("Theirs", "their words", message_id="t@x.example")
        client.append("Drafts", theirs, ["\\Draft"])
    (found,) = box.list()
    assert b"their words" in box.get(found.remote_id).raw
    box.put(draft("d1", 1))
    box.put(draft("d1", 2), remote_id="d1")
    with server.client() as client:
        assert bodies(client) == ["rev 2", "their words"]
    box._session.close()
    server.renumber("Drafts")
    assert found.remote_id in {draft.remote_id for draft in box.list()}


def test_what_is_no_draft_of_ours_is_not_put(box: ImapDrafts) -> None:
    with pytest.raises(BadInput):
        box.put(mail("Plain"))


def test_marked_by_others_is_neither_listed_nor_expunged(box: ImapDrafts, other: Other) -> None:
    client = other()
    client.append("Drafts", mail("Theirs", "their words"), ["\\Draft"])
    client.select_folder("Drafts")
    marked = client.search()
    client.add_flags(marked, ["\\Deleted"])
    box.put(draft("d1", 1))
    box.put(draft("d1", 2), remote_id="d1")
    box.delete("d1")
    client.noop()
    assert set(marked) <= set(client.search(["DELETED"]))
    assert box.list() == ()


def test_without_a_drafts_folder_it_says_so(
    server: Dovecot, box: ImapDrafts, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert box.available()

    class NoDrafts(BoundedClient):
        def __init__(self) -> None:
            """Nobody is asked."""

        def has_capability(self, _: str) -> bool:
            return False

        def list_folders(self) -> list[tuple[tuple[bytes, ...], bytes, str]]:
            return [((), b"/", "INBOX"), ((), b"/", "Clients")]

    from desktop_app.accounts.imap.drafts import drafts_folder

    with pytest.raises(BadInput, match="Could not find Drafts folder"):
        drafts_folder(NoDrafts())
    assert "list_labels" in NO_FOLDER
    folders = "desktop_app.accounts.imap.drafts.read_folders"
    monkeypatch.setattr(folders, lambda _: folders_of(NoDrafts().list_folders()))
    assert not box.available()


# Cut connections


@pytest.fixture
def proxy(server: Dovecot) -> Iterator[CuttingProxy]:
    with cutting_proxy(server.port) as made:
        yield made


def through(server: Dovecot, proxy: CuttingProxy) -> ImapDrafts:
    servers = server.servers(Security.NONE)
    at = replace(servers.incoming, port=proxy.port)
    return ImapDrafts(ImapSession(replace(servers, incoming=at), lambda: PASSWORD))


@pytest.mark.parametrize(
    ("after", "renumbered"),
    in_depth([(True, True), (True, False), (False, False)]),
    ids=["after and renumbered", "after", "before"],
)
def test_a_replacement_cut_anywhere_leaves_one_newest_copy(
    server: Dovecot, proxy: CuttingProxy, box: ImapDrafts, after: bool, renumbered: bool
) -> None:
    """Cut at every piece in turn, until there is none to cut; then put again, as the next pass
    does. Two pieces that are sent one right after the other may come as one."""
    with server.client() as client:
        theirs = mail("Theirs", "their words", message_id="t@x.example")
        client.append("Drafts", theirs, ["\\Draft"])
    reached = told = 0
    for piece in range(1, 100):
        box.put(draft("d1", 1))
        proxy.arm(piece, after=after)
        try:
            _replaced(server, proxy, "d1")
        except Unavailable:
            told += 1
        reached += proxy.seen >= piece
        if renumbered:
            box._session.close()
            server.renumber("Drafts")
        (ours,) = [found for found in box.list() if found.remote_id == "d1"]
        box.put(draft("d1", 2), remote_id=ours.remote_id)
        words = {
            reopen(box.get(d.remote_id).raw, from_=ME).content.body.strip() for d in box.list()
        }
        assert words == {"rev 2", "their words"}
        assert len(box._session.run(box._copies, Event())) == 2
        box.delete("d1")
        if proxy.seen < piece:
            break
    assert reached >= 12
    assert told >= reached - 2, "the last ones end the session, when all is done"


def _replaced(server: Dovecot, proxy: CuttingProxy, key: str) -> None:
    drafts = through(server, proxy)
    try:
        drafts.put(draft(key, 2), remote_id=key)
    finally:
        drafts._session.close()


# With our side of it


def test_drafts_go_both_ways(box: ImapDrafts, store: Store, other: Other) -> None:
    account: Account = store.accounts.get("i1")
    now = 1_700_000_000.0

    def sync() -> DraftReport:
        nonlocal now
        now += 10
        return DraftSync(store, account, box, clock=lambda: now).run()

    content = DraftContent(from_=ME, to=(DANA,), subject="Plan", body="one")
    made = store.drafts.create(
        "i1", Author(Origin.USER, ""), content, state=DraftState.EDITED, now=now
    )
    assert sync().pushed == 1
    assert bodies(other()) == ["one"]
    edited = replace(content, body="two")
    store.drafts.save(made.id, made.revision, edited, Author(Origin.USER, ""), now=now)
    assert sync().pushed == 1
    assert bodies(other()) == ["two"]
    other().append("Drafts", mail("Theirs", "their words", message_id="t@x.example"), ["\\Draft"])
    assert sync().pulled == 1
    assert sync() == DraftReport()
    here = {d.content.body.strip() for d in store.drafts.in_state(OPEN_STATES, account_id="i1")}
    assert here == {"two", "their words"}
    client = other()
    client.select_folder("Drafts")
    client.delete_messages(client.search(["SUBJECT", "Theirs"]))
    client.expunge()
    assert sync().deleted == 1
