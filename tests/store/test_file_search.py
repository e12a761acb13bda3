"""Words inside attachments: what `in:attachments` governs, and files that a search finds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import zstandard

from desktop_app.model.changes import Changes
from desktop_app.model.file_state import FileCounts
from desktop_app.search.fold import fold
from desktop_app.search.parser import parse
from desktop_app.store.base.compressed import decompressed
from desktop_app.store.rows.file_rows import FileRecord
from desktop_app.store.scoped_store import scoped
from desktop_app.store.store import Store
from tests.store.mails import account, add, mail, opened, removed
from tests.sure import there

MAILS = {
    "lease": ("Budget for May", "The lease of the café ends in June."),
    "plan": ("Budget plan", "A plan with a budget and Müller."),
    "none": ("The lease", ""),
    "both": ("Plans", "The Lease, and a plan."),
}
"""Subject of a mail, and the text of the file in it."""


def put(store: Store, subject: str, text: str, account_id: str = "local", at: int = 0) -> int:
    """A mail with a file that has been read."""
    raw = mail("Hello.", subject=subject, attachment="a.txt", date=1_700_000_000 + at)
    [message] = add(store, raw, account_id=account_id)
    if text:
        read(store, message, text)
    return message


def read(store: Store, message: int, *texts: str) -> None:
    packed = [zstandard.compress(text.encode()) for text in texts]
    store.file_texts.store(
        [
            (
                there(store.file_texts.mail(message)),
                [
                    FileRecord(str(n), f"{n}.txt", "read", len(text), data, fold(text))
                    for n, (text, data) in enumerate(zip(texts, packed, strict=True))
                ],
            )
        ]
    )


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with opened(tmp_path / "p") as one:
        yield one


@pytest.fixture
def mails(store: Store) -> dict[int, str]:
    return {put(store, *of, at=n): name for n, (name, of) in enumerate(MAILS.items())}


FOUND = {
    "in:attachments lease": "both lease",
    "in:attachments LEASE": "both lease",
    "lease in:attachments": "both lease",
    "in:attachments lea": "",
    "in:attachments lease plan": "both",
    'in:attachments "the lease"': "both lease",
    'in:attachments "lease the"': "",
    "in:attachments (lease OR plan)": "both plan lease",
    "in:attachments {lease plan}": "both plan lease",
    "in:attachments lease -plan": "lease",
    "in:attachments lease subject:budget": "lease",
    "in:attachments subject:plan": "plan",
    "in:attachments budget from:dana": "plan",
    "in:attachments budget from:nobody": "",
    "in:attachments": "both plan lease",
    "-in:attachments": "none",
    "lease -in:attachments": "none",
    "in:attachments cafe": "lease",
    "in:attachments +cafe": "",
    "in:attachments +café": "lease",
    "in:attachments mueller": "",
    "in:attachments muller": "plan",
    "(in:attachments lease) budget": "lease",
    "(in:attachments lease) OR subject:plan": "both plan lease",
    "(in:attachments lease) -subject:budget": "both",
    "in:attachments lease in:inbox": "both lease",
    "in:attachments lease in:trash": "",
    "in:attachments lease has:attachment filename:txt": "both lease",
    "in:attachments lease after:2030/01/01": "",
    "label:attachments lease": "",
    "lease": "none",
}


@pytest.mark.parametrize("query", FOUND)
def test_in_attachments_governs_the_words_beside_it(
    store: Store, mails: dict[int, str], query: str
) -> None:
    found = store.finder.messages(parse(query), limit=9)
    assert sorted(mails[message.id] for message in found) == sorted(FOUND[query].split())
    newest_first = [message.id for message in found]
    assert newest_first == sorted(newest_first, reverse=True)
    assert store.finder.count(parse(query)) == len(found)
    assert len(store.finder.threads(parse(query), limit=9)) == len(found)


def test_the_last_word_may_be_begun_while_somebody_types(
    store: Store, mails: dict[int, str]
) -> None:
    query = parse("in:attachments lea", typing=True)
    found = store.finder.messages(query, limit=9)
    assert sorted(mails[message.id] for message in found) == ["both", "lease"]
    assert [hit.message for hit in store.finder.files(query, limit=9)] == [m.id for m in found]


HITS = {
    "lease": "both lease",
    "lease -plan": "lease",
    "lease subject:budget": "lease",
    "lease -subject:budget": "both",
    "in:attachments lease": "both lease",
    "lease has:attachment": "both lease",
    "lease before:2000/01/01": "",
    "subject:lease": "",
    "from:dana": "",
    "-lease": "",
    "": "",
    "lease OR subject:plan": "",
}


@pytest.mark.parametrize("query", HITS)
def test_files_have_the_words_and_their_mails_what_the_operators_say(
    store: Store, mails: dict[int, str], query: str
) -> None:
    hits = store.finder.files(parse(query), limit=9)
    assert [mails[hit.message] for hit in hits] == HITS[query].split()
    assert all(hit.text == MAILS[mails[hit.message]][1] for hit in hits)


def test_all_words_are_in_one_file(store: Store) -> None:
    [message] = add(store, mail("x", attachment="a.txt"))
    read(store, message, "one word", "another one")
    assert store.finder.count(parse("in:attachments one word")) == 1
    assert store.finder.count(parse("in:attachments word another")) == 0
    assert [hit.part for hit in store.finder.files(parse("one"), limit=9)] == ["1", "0"]
    assert len(store.finder.files(parse("one"), limit=1)) == 1


def test_spam_and_trash_are_left_out_unless_asked_for(store: Store) -> None:
    message = put(store, "x", "a lease")
    store.messages.modify([message], add=frozenset({"TRASH"}))
    assert store.finder.files(parse("lease"), limit=9) == []
    assert store.finder.count(parse("in:attachments lease")) == 0
    assert store.finder.files(parse("lease"), limit=9, include_spam_trash=True)
    assert store.finder.count(parse("in:attachments lease in:trash")) == 1


def test_a_scoped_store_has_only_its_accounts_files(store: Store) -> None:
    store.accounts.add(account("other"))
    own, other = put(store, "x", "a lease"), put(store, "y", "a lease", "other", at=1)
    of_one = scoped(store, frozenset({"local"}))
    for query in ("lease", "in:attachments lease"):
        assert [hit.message for hit in of_one.finder.files(parse(query), limit=9)] == [own]
    assert [m.id for m in of_one.finder.messages(parse("in:attachments lease"), limit=9)] == [own]
    only = store.finder.files(parse("lease"), limit=9, account_id="other")
    assert [hit.message for hit in only] == [other]


def test_what_was_read_goes_with_its_mail(store: Store, mails: dict[int, str]) -> None:
    store.messages.delete(mails)
    assert store.file_texts.counts() == FileCounts(0, 0)
    assert store.db.rows("SELECT count(*) FROM fts_file WHERE fts_file MATCH 'lease'") == [(0,)]


def test_a_mail_that_is_given_the_same_id_has_no_files_of_the_former(store: Store) -> None:
    message = put(store, "x", "a lease")
    store.messages.delete([message])
    assert put(store, "another", "") == message
    assert store.finder.count(parse("in:attachments lease")) == 0


@pytest.mark.parametrize("others", [False, True])
def test_an_account_that_is_removed_leaves_no_word_of_its_files(
    tmp_path: Path, *, others: bool
) -> None:
    with opened(tmp_path / "p") as store:
        store.accounts.add(account("other"))
        put(store, "x", "wordoffiles once", "other")
        if others:
            put(store, "y", "kept text", at=1)
        removed(store, "other")
        assert store.finder.count(parse("in:attachments kept")) == int(others)
        assert b"wordoffiles" not in b"".join(
            path.read_bytes() for path in (tmp_path / "p").rglob("*") if path.is_file()
        )


def test_mail_of_a_former_version_is_to_be_read(store: Store) -> None:
    """The migration marks what has attachments, and nothing else."""
    with_file = put(store, "x", "")
    add(store, mail("no file", date=1_600_000_000))
    sql = (Path(__file__).parents[2] / "desktop_app/store/schema/0034.sql").read_text()
    [statement] = [part for part in sql.split(";") if "INSERT INTO file_due" in part]
    with store.db.write(Changes()) as connection:
        connection.execute("DELETE FROM file_due")
        connection.execute(statement)
    assert store.file_texts.due(9) == [with_file]


def test_what_was_read_is_stored_compressed(store: Store) -> None:
    put(store, "x", "a lease")
    [(data,)] = store.db.rows("SELECT data FROM file_body")
    assert decompressed(data) == b"a lease"
