"""Accounts, and P10: a removed account leaves no byte behind."""

from __future__ import annotations

import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import Author, DraftContent, DraftState, Origin
from desktop_app.model.errors import Conflict, NotFound
from desktop_app.search.parser import parse as query
from desktop_app.store.store import Store
from tests.store.mails import ALEX, NOW, account, add, mail, removed

PLANTED = ("zanzibar", "quetzalcoatl", "xylophonist", "wolframite", "vexillology", "umbrageous")


def test_an_account_comes_back_as_it_was_given(store: Store) -> None:
    given = Account(
        "g1",
        "google",
        "Work",
        (
            Identity(ALEX, "*Alex*", formatted_signature="<div><b>Alex</b></div>"),
            Identity(Address("", "a@b.example"), default=True, signature_below=True),
        ),
        colour=3,
        sample=True,
        mail_format="formatted",
    )
    store.accounts.add(given)
    assert store.accounts.get("g1") == given
    assert [a.id for a in store.accounts.list()] == ["local", "g1"]
    assert store.accounts.own_keys() == {"alex@fernhill.example", "a@b.example"}
    changed = replace(given, name="Office", identities=given.identities[:1])
    store.accounts.update(changed)
    assert store.accounts.get("g1") == changed


def test_an_id_is_given_once(store: Store) -> None:
    with pytest.raises(Conflict):
        store.accounts.add(account())


def test_what_is_not_there_is_not_found(store: Store) -> None:
    for call in (store.accounts.get, store.removals.begin, store.labels.list):
        with pytest.raises(NotFound):
            call("nobody")
    with pytest.raises(NotFound):
        store.accounts.update(account("nobody"))
    with pytest.raises(NotFound):
        store.finder.messages(query(""), limit=1, account_id="nobody")


def found_in_files(profile: Path, words: tuple[str, ...]) -> set[str]:
    """The words that stand in any file of the profile as they are."""
    data = b"".join(path.read_bytes() for path in profile.rglob("*") if path.is_file()).lower()
    return {word for word in words if word.encode() in data}


def plant(store: Store, account_id: str) -> None:
    """Puts one word each into subject, text, address, label, file name and a draft."""
    parsed = mail(
        "vexillology and more",
        id="secret@umbrageous.example",
        subject="about zanzibar",
        sender="Q <quetzalcoatl@example.com>",
        attachment="xylophonist.pdf",
    )
    store.messages.add(account_id, [parsed], labels=[frozenset({"INBOX", "wolframite"})])
    store.drafts.create(
        account_id,
        Author(Origin.USER),
        DraftContent(from_=ALEX, subject="zanzibar", body="quetzalcoatl"),
        state=DraftState.EDITED,
        now=NOW,
    )


@pytest.mark.parametrize("others", [0, 40])
def test_a_removed_account_leaves_no_byte_behind(store: Store, others: int) -> None:
    store.accounts.add(account("other", Address("", "b@example.com")))
    plant(store, "other")
    add(store, *(mail(f"kept {n}") for n in range(others)))
    store.labels.create("other", "empty vexillology")
    assert found_in_files(store.profile, PLANTED) == set(PLANTED)

    removed(store, "other")

    assert found_in_files(store.profile, PLANTED) == set()
    assert [a.id for a in store.accounts.list()] == ["local"]
    assert store.finder.count(query("kept")) == others
    assert store.people.complete("quetz") == []
    assert store.messages.count() == others


def test_a_removed_account_leaves_nothing_of_a_large_load(store: Store) -> None:
    from desktop_app.store.rows.message_record import Preparer

    store.accounts.add(account("other", Address("", "b@example.com")))
    preparer = Preparer("other", counting=False)
    with store.bulk_load("other") as load:
        for start in range(0, 300, 100):
            mails = [mail(f"zanzibar {n} wolframite") for n in range(start, start + 100)]
            load.add([preparer.prepare(m, {"INBOX"}) for m in mails])
    add(store, mail("kept"))
    assert found_in_files(store.profile, ("zanzibar", "wolframite"))
    removed(store, "other")
    assert not found_in_files(store.profile, ("zanzibar", "wolframite"))
    assert store.finder.count(query("kept")) == 1


def test_the_raw_bytes_are_gone_too(store: Store) -> None:
    store.accounts.add(account("other", Address("", "b@example.com")))
    noise = zlib.compress(bytes(range(256)) * 4).hex()
    store.messages.add("other", [mail(noise)])
    with store.db.reading() as connection:
        packed = connection.execute("SELECT data FROM raw").get
    piece = packed[-60:-20]
    before = b"".join(p.read_bytes() for p in store.profile.rglob("*") if p.is_file())
    removed(store, "other")
    after = b"".join(p.read_bytes() for p in store.profile.rglob("*") if p.is_file())
    assert piece in before
    assert piece not in after
