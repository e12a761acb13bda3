"""Moving in: equal counts, nothing twice, nothing changed there, whatever lies there."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Event

import apsw
import pytest

from desktop_app.model.message import SystemLabel
from desktop_app.model.moving import MailProgram, SeenProgram
from desktop_app.model.progress import ImportReport, Progress
from desktop_app.search.parser import parse
from desktop_app.store.store import Store
from desktop_app.workers import import_chunks, import_run, parser_pool
from desktop_app.workers.moving_in import MovingIn
from tests.accounts.moving import other_programs
from tests.accounts.moving.other_programs import DELETED, DISTINCT, LIVE, letter, mbox_of, snapshot
from tests.accounts.moving.test_other_readers import of_apple, of_evolution
from tests.store.mails import opened


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with opened(tmp_path / "draftdesk") as made:
        yield made


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    return other_programs.thunderbird(tmp_path / "home")


def moving(store: Store, home: Path, platform: str = "linux") -> MovingIn:
    return MovingIn(store, home=home, environment={}, platform=platform)


def take(
    store: Store,
    home: Path,
    *,
    progress: Callable[[Progress], None] = lambda _: None,
    cancelled: Event | None = None,
) -> tuple[SeenProgram, ImportReport]:
    worker = moving(store, home)
    [seen] = worker.look(Event())
    report = worker.take_mail(
        seen,
        [tree.title for tree in seen.trees],
        "local",
        progress=progress,
        cancelled=cancelled or Event(),
        paused=Event(),
    )
    return seen, report


def counts(store: Store) -> dict[str, tuple[int, int]]:
    return {label.id: (label.total, label.unread) for label in store.labels.list("local")}


def test_a_real_profile_comes_in_with_equal_counts_and_marks(
    store: Store, profile: Path, tmp_path: Path
) -> None:
    _, report = take(store, tmp_path / "home")
    assert report.found == sum(LIVE.values()) + DELETED
    assert (report.imported, report.deleted, report.unreadable) == (DISTINCT, DELETED, ())
    assert report.repeated == sum(LIVE.values()) - DISTINCT
    found = counts(store)
    assert found["Projects"] == (6, 2)
    assert found["Copies"] == (3, 1)
    assert found["Projects/Alpha"] == (5, 5)
    assert found["Projects/Alpha/Räume & Pläne"] == (4, 4)
    assert found["Küche & Co"][0] == 1
    assert found["To Do"][0] == 1
    assert found[SystemLabel.IMPORTANT][0] == 1
    assert found[SystemLabel.STARRED][0] == 2
    starred = store.finder.messages(parse("is:starred label:projects"), limit=9)
    assert {mail.subject for mail in starred} == {"Project 1", "Project 4"}


def test_moved_in_again_a_month_later_only_what_is_new_comes(
    store: Store, profile: Path, tmp_path: Path
) -> None:
    take(store, tmp_path / "home")
    one = store.finder.messages(parse("is:starred label:projects"), limit=1)[0]
    store.messages.modify([one.id], remove=frozenset({str(SystemLabel.STARRED)}))
    _, again = take(store, tmp_path / "home")
    assert (again.imported, again.duplicates) == (0, sum(LIVE.values()))
    with (profile / "Mail" / "Local Folders" / "Archives").open("ab") as file:
        file.write(mbox_of(letter(77)))
    _, later = take(store, tmp_path / "home")
    assert later.imported == 1
    # What the person did here since stays.
    assert SystemLabel.STARRED not in store.messages.get(one.id).labels


def test_nothing_changes_there_while_it_is_looked_at_and_taken(
    store: Store, profile: Path, tmp_path: Path
) -> None:
    (profile / "lock").symlink_to(f"127.0.0.1:+{os.getpid()}")
    before = snapshot(tmp_path / "home")
    seen, _ = take(store, tmp_path / "home")
    people = [b"".join(moving(store, tmp_path / "home").cards(book)) for book in seen.books]
    assert people[0].count(b"BEGIN:VCARD") == 3
    assert people[0].count(b"CATEGORIES:Kitchen team") == 2
    assert people[1].count(b"BEGIN:VCARD") == 1
    assert snapshot(tmp_path / "home") == before


def test_an_index_that_is_older_than_its_folder_is_not_believed(
    store: Store, profile: Path, tmp_path: Path
) -> None:
    copies = profile / "Mail" / "Local Folders" / "Copies"
    with copies.open("ab") as file:
        file.write(mbox_of(letter(1, fields="X-Mozilla-Status: 0004\nX-Mozilla-Keys: $label4 x\n")))
        file.write(mbox_of(letter(2, fields="X-Mozilla-Status: 0009\n")))
        file.write(mbox_of(letter(3, fields="X-Mozilla-Status2: 00200000\n")))
    _, report = take(store, tmp_path / "home")
    assert report.deleted == 2
    [new] = store.finder.messages(parse('subject:"Letter 1"'), limit=2)
    assert new.labels == {"Copies", "To Do", SystemLabel.STARRED, SystemLabel.UNREAD}
    assert counts(store)["Copies"][0] == 5 + 1


def test_cancelled_in_the_middle_what_is_whole_stays_and_it_goes_on(
    store: Store, profile: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_chunks, "CHUNK_ITEMS", 20)
    monkeypatch.setattr(parser_pool, "_AHEAD", 1)
    monkeypatch.setattr(import_run, "_FIRST_BATCH", 20)
    monkeypatch.setattr(import_run, "_BETWEEN_REPORTS", 0)
    local = profile / "Mail" / "Local Folders"
    (local / "Many").write_bytes(mbox_of(*(letter(n, body="word " * 900) for n in range(900))))
    cancelled = Event()

    def stop(progress: Progress) -> None:
        if progress.done:
            cancelled.set()

    _, first = take(store, tmp_path / "home", progress=stop, cancelled=cancelled)
    assert first.cancelled
    some = store.messages.count("local")
    assert 0 < some < 900 + DISTINCT
    _, second = take(store, tmp_path / "home")
    assert not second.cancelled
    assert store.messages.count("local") == 900 + DISTINCT
    assert store.finder.count(parse("label:many")) == 900


def test_a_folder_called_like_a_label_of_the_program_is_a_label_of_ones_own(
    store: Store, profile: Path, tmp_path: Path
) -> None:
    local = profile / "Mail" / "Local Folders"
    for number, name in enumerate(("UNREAD", "starred", "LATER_AT", "work", "Work", "In\u200bbox")):
        (local / name).write_bytes(mbox_of(letter(number)))
    _, report = take(store, tmp_path / "home")
    assert report.imported == DISTINCT + 6
    found = counts(store)
    assert found["UNREAD (folder)"][0] == found["starred (folder)"][0] == 1
    assert len([name for name in found if name.casefold() == "work"]) == 1
    assert found[SystemLabel.INBOX][0] == 1
    assert Counter(name.casefold() for name in found).most_common(1)[0][1] == 1


def test_a_folder_that_was_cut_off_gives_what_is_whole_of_it(
    store: Store, profile: Path, tmp_path: Path
) -> None:
    local = profile / "Mail" / "Local Folders"
    whole = mbox_of(letter(1), letter(2, body="Words.\n\n>From a quoted line.\n"))
    (local / "Cut").write_bytes(whole + b"From - Sat Nov 28 01:22:18 2026\nSubj")
    _, report = take(store, tmp_path / "home")
    assert store.finder.count(parse("label:cut")) in {2, 3}
    assert report.found == sum(LIVE.values()) + DELETED + 3
    [mail] = store.finder.messages(parse('subject:"Letter 2"'), limit=1)
    assert b"\nFrom a quoted line." in store.messages.raw(mail.id)


def test_what_is_no_program_any_more_is_not_seen_again(store: Store, tmp_path: Path) -> None:
    worker = moving(store, tmp_path)
    assert worker.look(Event()) == ()
    assert worker.there() == ()
    for program in MailProgram:
        assert worker.again(program, tmp_path / "gone") is None


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_programs_are_looked_for_where_each_system_has_them(
    store: Store, tmp_path: Path, platform: str
) -> None:
    places = {
        "linux": "snap/thunderbird/common/.thunderbird",
        "darwin": "Library/Thunderbird",
        "win32": "AppData/Roaming/Thunderbird",
    }
    (tmp_path / places[platform]).mkdir(parents=True)
    assert moving(store, tmp_path, platform).there() == (MailProgram.THUNDERBIRD,)


def of_one(store: Store, folder: Path) -> ImportReport:
    worker = moving(store, folder)
    [seen] = worker.look_into(folder, Event())
    return worker.take_mail(
        seen,
        [tree.title for tree in seen.trees],
        "local",
        progress=lambda _: None,
        cancelled=Event(),
        paused=Event(),
    )


def test_apple_mail_comes_in_with_flags_and_says_what_is_only_partly_there(
    store: Store, tmp_path: Path
) -> None:
    report = of_one(store, of_apple(tmp_path / "apple"))
    assert (report.imported, report.deleted, report.partial) == (4, 1, 1)
    [broken] = report.unreadable
    assert broken.reason == "This is no whole .emlx file."
    assert broken.location.endswith("5.emlx")
    assert report.found == 6
    [starred] = store.finder.messages(parse("is:starred"), limit=2)
    assert starred.labels == {"Work/Deep", SystemLabel.STARRED, SystemLabel.UNREAD}
    assert of_one(store, tmp_path / "apple").imported == 0


def test_evolutions_mail_and_people_come_in(store: Store, tmp_path: Path) -> None:
    place = of_evolution(tmp_path / "home")
    book = place / "addressbook" / "system"
    book.mkdir(parents=True)
    with closing(apsw.Connection(str(book / "contacts.db"))) as made:
        made.execute("CREATE TABLE folder_id (uid TEXT, vcard TEXT)")
        card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Anna\r\nEMAIL:anna@a.example\r\nEND:VCARD"
        made.execute("INSERT INTO folder_id VALUES ('1', ?), ('2', NULL)", (card,))
    before = snapshot(tmp_path / "home")
    report = of_one(store, place)
    assert (report.imported, report.found) == (4, 4)
    assert counts(store)["Work/Deep.Down"] == (2, 1)
    worker = moving(store, tmp_path / "home")
    [seen] = worker.look(Event())
    lines = b"".join(worker.cards(seen.books[0]))
    assert (seen.books[0].title, lines.count(b"FN:Anna")) == ("Personal", 1)
    assert snapshot(tmp_path / "home") == before


def test_mails_of_a_maildir_of_thunderbirds_have_the_marks_of_their_fields(
    store: Store, profile: Path, tmp_path: Path
) -> None:
    with (profile / "prefs.js").open("a") as file:
        file.write(
            'user_pref("mail.server.server1.storeContractID",'
            ' "@mozilla.org/msgstore/maildirstore;1");\n'
        )
    cur = profile / "Mail" / "Local Folders" / "Kept" / "cur"
    cur.mkdir(parents=True)
    for number, status in ((1, "0005"), (2, "0000"), (3, "0009")):
        fields = f"X-Mozilla-Status: {status}\nX-Mozilla-Keys: $label2\n"
        (cur / f"{number}.eml").write_bytes(letter(number, fields=fields))
    _, report = take(store, tmp_path / "home")
    assert report.deleted == DELETED + 1
    assert counts(store)["Kept"] == (2, 1)
    [starred] = store.finder.messages(parse("label:kept is:starred"), limit=2)
    assert starred.labels == {"Kept", "Work", SystemLabel.STARRED}


def test_a_real_profile_of_maildirs_comes_in_with_the_marks_of_its_index(
    store: Store, tmp_path: Path
) -> None:
    other_programs.thunderbird(tmp_path / "home", other_programs.MAILDIRS)
    seen, report = take(store, tmp_path / "home")
    assert [folder.names for folder in seen.trees[0].folders] == [("Kept",), ("Kept", "Deeper")]
    assert (report.imported, report.found) == (7, 7)
    found = counts(store)
    assert (found["Kept"], found["Kept/Deeper"], found["Work"]) == ((3, 1), (4, 4), (1, 1))
    assert found[SystemLabel.STARRED][0] == 1
