"""What a backup has, and when it is none."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event

import apsw
import pytest

from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.backup import Occasion
from desktop_app.model.changes import Changes
from desktop_app.model.contact import CardField, Contact, PersonRef
from desktop_app.model.draft import Author, DraftContent, DraftState, Origin
from desktop_app.model.errors import BadInput, Damaged, DiskFull, StorageError
from desktop_app.search.flags import flags_of
from desktop_app.store.backups import making, package, tables, writing
from desktop_app.store.backups.repair import restore
from desktop_app.store.base import migrations
from desktop_app.store.contacts.people_page import EverybodyListed
from desktop_app.store.rows.message_record import Preparer
from desktop_app.store.store import Store
from tests.depths import one_in
from tests.store.mails import ALEX, NOW, add, mail, opened

ME = Author(Origin.USER)


def with_a_draft(store: Store, body: str = "kept") -> str:
    content = DraftContent(ALEX, body=body)
    draft = store.drafts.create("local", ME, content, state=DraftState.EDITED, now=NOW)
    return draft.id


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    unpacked = path.with_name("unpacked.db")
    package.unpack(path, unpacked)
    connection = apsw.Connection(str(unpacked))
    found = connection.execute(sql).fetchall()
    connection.close()
    unpacked.unlink()
    return found


def test_a_backup_has_drafts_and_labels_and_no_mail_that_a_file_has(tmp_path: Path) -> None:
    with opened(tmp_path / "profile") as store:
        with_a_draft(store)
        add(store, mail("the words of a mail"), labels="INBOX STARRED")
        made = store.back_up(tmp_path / "b")
    assert (made.contents.drafts, made.contents.versions, made.contents.mails) == (1, 1, 0)
    assert rows(made.path, "SELECT labels FROM expected_message") == [('["INBOX", "STARRED"]',)]
    assert rows(made.path, "SELECT count(*) FROM raw") == [(0,)]


def test_every_table_is_backed_up_or_named_as_made_from_mail(tmp_path: Path) -> None:
    """A new table is in the backup without a word; what is left out is a decision."""
    with opened(tmp_path) as store, store.db.reading() as connection:
        kept = set(tables.kept_tables(connection))
        every = {
            str(name)
            for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
            if not str(name).startswith(("fts", "sqlite"))
        }
    assert kept | tables.MADE_FROM_MAIL | tables.OF_THIS_FILE == every
    assert {"draft", "draft_version", "outbox", "account", "pending", "conversation"} <= kept


def test_with_all_mail_the_bytes_of_local_mail_are_there(tmp_path: Path) -> None:
    with opened(tmp_path / "profile") as store:
        add(store, mail("one"), mail("two", id="2@x"))
        made = store.back_up(tmp_path / "b", all_mail=True)
    assert made.contents.mails == 2


def test_files_of_sent_drafts_are_left_out(tmp_path: Path) -> None:
    with opened(tmp_path / "profile") as store:
        ids = [with_a_draft(store), with_a_draft(store)]
        for id_ in ids:
            store.drafts.add_file(id_, "a.txt", "text/plain", b"data")
        with store.db.write(Changes()) as connection:
            connection.execute("UPDATE draft SET state = 'sent' WHERE id = ?", (ids[0],))
        made = store.back_up(tmp_path / "b")
    assert rows(made.path, "SELECT draft_id FROM draft_file") == [(ids[1],)]


def test_a_backup_replaces_a_backup_and_nothing_else(tmp_path: Path) -> None:
    other = tmp_path / "letter.odt"
    other.write_bytes(b"words")
    with opened(tmp_path / "profile") as store:
        with_a_draft(store)
        store.back_up(tmp_path / "b")
        with_a_draft(store)
        assert store.back_up(tmp_path / "b").contents.drafts == 2
        with pytest.raises(BadInput, match="is no backup"):
            store.back_up(other)
    assert other.read_bytes() == b"words"
    assert oct((tmp_path / "b").stat().st_mode & 0o777) == "0o600"


def test_a_changed_byte_anywhere_is_found(tmp_path: Path) -> None:
    with opened(tmp_path / "profile") as store:
        with_a_draft(store)
        path = store.back_up(tmp_path / "b").path
    whole = path.read_bytes()
    for place in [*range(120), *range(120, len(whole), 31), *range(len(whole) - 50, len(whole))]:
        data = bytearray(whole)
        data[place] ^= 0x10
        path.write_bytes(data)
        with pytest.raises((BadInput, StorageError)):
            writing.read_backup(path)


def test_a_backup_that_is_cut_short_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path / "profile") as store:
        with_a_draft(store)
        path = store.back_up(tmp_path / "b").path
    whole = path.read_bytes()
    for length in (0, 10, 200, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises((BadInput, StorageError)):
            writing.read_backup(path)


def test_what_is_no_backup_is_refused_by_name(tmp_path: Path) -> None:
    with opened(tmp_path / "profile"):
        pass
    for path in (tmp_path / "profile" / "mail.db", tmp_path / "nothing", tmp_path):
        with pytest.raises(BadInput, match="is no backup"):
            writing.read_backup(path)


def test_a_full_disk_leaves_the_older_backup_and_no_half_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path / "profile") as store:
        with_a_draft(store)
        path = store.back_up(tmp_path / "b").path
        before = path.read_bytes()

        def full(*_: object) -> None:
            raise apsw.FullError("database or disk is full")

        monkeypatch.setattr(writing, "_copy", full)
        with pytest.raises(StorageError, match="disk is full"):
            store.back_up(path)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir() if p.is_file()] == ["b"]


def test_a_damaged_profile_is_not_backed_up_over_a_good_backup(tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    with opened(profile) as store:
        for _ in range(40):
            with_a_draft(store, "words " * 2000)
        before = store.back_up(tmp_path / "b").path.read_bytes()
    database = profile / "mail.db"
    half = len(database.read_bytes()) // 2
    with database.open("r+b") as file:
        file.seek(half)
        file.write(bytes(half))
    with pytest.raises(Damaged), opened(profile) as store:
        store.back_up(tmp_path / "b")
    assert (tmp_path / "b").read_bytes() == before


@one_in(5)
@pytest.mark.parametrize("version", range(1, len(migrations.scripts())))
def test_every_older_version_can_be_backed_up(tmp_path: Path, version: int) -> None:
    """Also the first, which has no drafts yet."""
    old = apsw.Connection(str(tmp_path / "mail.db"))
    migrations.make_version(old, version)
    old.close()
    made = writing.write_backup(tmp_path / "mail.db", tmp_path / "b", now=NOW)
    assert rows(made.path, "PRAGMA user_version") == [(version,)]


@one_in(5)
@pytest.mark.parametrize("version", range(2, len(migrations.scripts())))
def test_a_profile_of_an_older_version_is_backed_up_before_it_is_migrated(
    tmp_path: Path, version: int
) -> None:
    profile = tmp_path / "profile"
    profile.mkdir()
    old = apsw.Connection(str(profile / "mail.db"))
    migrations.make_version(old, version)
    old.execute(
        "INSERT INTO account (id, kind, name, identities, colour, sample)"
        " VALUES ('local', 'local', 'n', x'5b5d', 0, 0)"
    )
    content = '{"from_": {"name": "", "email": "me@x"}, "body": "from before"}'
    old.execute(
        "INSERT INTO draft (id, account_id, author, state, revision, content, created, updated)"
        " VALUES ('d', 'local', '{\"origin\": \"user\"}', 'edited', 1, ?, 1, 1)",
        (content,),
    )
    old.close()
    store = Store(profile, clock=lambda: NOW)
    try:
        assert store.drafts.get("d").content.body == "from before"
        made = store.backups.whole()
    finally:
        store.close()
    assert [(b.occasion, b.contents.drafts) for b in made] == [(Occasion.MIGRATION, 1)]
    assert rows(made[0].path, "PRAGMA user_version") == [(version,)]


def test_a_new_profile_makes_no_backup_of_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        assert store.backups.whole() == ()


def test_mail_sent_from_a_local_account_is_in_the_backup_whole(tmp_path: Path) -> None:
    with opened(tmp_path / "profile") as store:
        draft_id = with_a_draft(store)
        add(store, mail("sent words", id="sent@x"), labels="SENT")
        add(store, mail("other words", id="other@x"), labels="SENT")
        with store.db.write(Changes()) as connection:
            connection.execute(
                "INSERT INTO outbox (draft_id, account_id, revision, digest, rfc822_message_id,"
                " mime, recipients, state, send_after, permit) VALUES (?, 'local', 1, '', 'sent@x',"
                " x'', '[]', 'sent', 0, 'p')",
                (draft_id,),
            )
        assert store.back_up(tmp_path / "b").contents.mails == 1


def test_accounts_of_servers_give_ids_and_no_bytes(tmp_path: Path) -> None:
    with opened(tmp_path / "profile") as store:
        store.accounts.add(Account("g", "google", "G", (Identity(ALEX),)))
        add(store, mail("theirs", id="g@x"), account_id="g")
        made = store.back_up(tmp_path / "b", all_mail=True)
    assert rows(made.path, "SELECT account_id, raw IS NULL FROM expected_message") == [("g", 1)]


def test_a_full_disk_is_not_called_a_damaged_backup(tmp_path: Path) -> None:
    with opened(tmp_path / "profile") as store:
        with_a_draft(store)
        made = store.back_up(tmp_path / "b")
    with pytest.raises(DiskFull, match="disk is full"):
        package.unpack(made.path, Path("/dev/full"))


def test_a_backup_touches_no_file_but_its_own(tmp_path: Path) -> None:
    """Names that another program may have given."""
    others = [tmp_path / name for name in ("b.part", "b.rows.part", "b.tmp", ".draftdesk-1.part")]
    for other in others:
        other.write_bytes(b"words")
    with opened(tmp_path / "profile") as store:
        with_a_draft(store)
        store.back_up(tmp_path / "b")
        making.clean(store.profile)
    assert {other.read_bytes() for other in others} == {b"words"}
    assert {p.name for p in tmp_path.iterdir()} == {"profile", "b", *(o.name for o in others)}


KILLED = """
import os, signal, sys
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from threading import Event
from desktop_app.store.backups import package
from desktop_app.store.rows.message_record import Preparer
from desktop_app.store.store import Store
package.pack = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
Store(Path(sys.argv[1])).back_up(Path(sys.argv[2]))
"""


def test_what_a_killed_backup_was_making_goes_and_what_is_being_made_stays(tmp_path: Path) -> None:
    profile, place = tmp_path / "profile", tmp_path / "place"
    with opened(profile) as store:
        with_a_draft(store)
    ended = subprocess.run([sys.executable, "-c", KILLED, str(profile), str(place / "b")])
    assert ended.returncode < 0
    assert len(list(place.iterdir())) == 2
    with making.made_beside(profile, place) as under_way:
        assert making.clean(profile)
        assert list(place.iterdir()) == [under_way]
    assert not making.clean(profile)
    assert list(place.iterdir()) == []
    assert list((profile / making.FOLDER).iterdir()) == []


def test_a_profile_that_can_t_be_written_is_backed_up_all_the_same(tmp_path: Path) -> None:
    with opened(tmp_path / "profile") as store:
        with_a_draft(store)
        (store.profile / making.FOLDER).write_bytes(b"in the way")
        assert store.back_up(tmp_path / "b").contents.drafts == 1


@pytest.mark.parametrize("version", [2, 14])
def test_a_backup_of_an_older_version_has_the_mail_that_is_nowhere_else(
    tmp_path: Path, version: int
) -> None:
    """That of a version which had no table for it."""
    profile = tmp_path / "profile"
    profile.mkdir(parents=True)
    old = apsw.Connection(str(profile / "mail.db"))
    migrations.make_version(old, version)
    run = old.execute
    run(
        "INSERT INTO account (key, id, kind, name, identities, colour, sample)"
        " VALUES (1, 'local', 'local', 'n', ?, 0, 0)",
        (b'[{"address": {"name": "", "email": "me@x"}}]',),
    )
    run("INSERT INTO label (key, account, id, flag) VALUES (7, 1, 'mine', 0)")
    record = Preparer("local").prepare(mail("only here", id="sent@x"), {"SENT"})
    other = Preparer("local").prepare(mail("in its file", id="other@x"), {"INBOX"})
    for id_, each in ((11, record), (12, other)):
        run(
            "INSERT INTO message VALUES (?, ?, ?, '', ?)",
            (id_, each.digest, each.rfc822_key, each.envelope),
        )
        run("INSERT INTO state VALUES (?, 1, 1, 1, 9, ?)", (id_, flags_of({"SENT"})))
        run("INSERT INTO raw VALUES (?, ?)", (id_, each.raw))
    run("INSERT INTO message_user_label (message, label) VALUES (11, 7)")
    run(
        "INSERT INTO outbox (draft_id, account_id, revision, digest, rfc822_message_id, mime,"
        " recipients, state, send_after, permit) VALUES ('d', 'local', 1, '', 'sent@x', x'', '[]',"
        " 'sent', 0, 'p')"
    )
    old.close()
    made = writing.write_backup(profile / "mail.db", tmp_path / "b", now=NOW)
    assert made.contents.mails == 1
    (profile / "mail.db").unlink()
    report = restore(
        profile, made.path, clock=lambda: NOW, progress=lambda _: None, cancelled=Event()
    )
    assert (report.mails, report.awaited + report.gone) == (1, 1)
    with closing(Store(profile, clock=lambda: NOW)) as store:
        (back,) = store.messages.by_rfc822_id("local", "sent@x")
        assert (back.id, back.labels) == (11, frozenset({"SENT", "mine"}))


def test_what_is_noted_of_people_is_in_a_backup_and_comes_back(tmp_path: Path) -> None:
    """It exists nowhere else: names, notes, groups, merges, cards, who always gets a copy."""

    def seen(store: Store) -> object:
        page = EverybodyListed(store.db, frozenset()).page(who="everyone").rows
        noted = [(row.name, row.addresses, row.groups) for row in page if row.ref.contact]
        contacts = store.contacts
        return (
            list(contacts.every()),
            noted,
            contacts.groups.counted(),
            contacts.apart(),
            contacts.get(PersonRef(key="dana@x.example")),
            [a.email for a in store.found_people.complete("mu")],
            store.accounts.get("local").bcc,
        )

    with opened(tmp_path / "profile") as store:
        rest = (CardField("TEL", "+41 1", (("TYPE", "home"),)),)
        card = Contact(0, "Sam", (Address("", "sam@x.example"),), groups=("Choir",), rest=rest)
        store.contacts.take_cards([card])
        mum = store.contacts.add("Mum", (Address("", "dana@x.example"),))
        store.contacts.note(mum, note="Plays the cello.", language="de", groups=("Choir",))
        store.contacts.merge((mum, PersonRef(key="sam@x.example")))
        store.contacts.keep_apart("a@x.example", "b@x.example")
        account = store.accounts.get("local")
        store.accounts.update(replace(account, bcc=(Address("", "me@y.example"),)))
        before = seen(store)
        made = store.back_up(tmp_path / "b")
    (tmp_path / "other").mkdir()
    restore(
        tmp_path / "other",
        made.path,
        clock=lambda: NOW,
        progress=lambda _: None,
        cancelled=Event(),
    )
    with opened(tmp_path / "other") as store:
        assert seen(store) == before
