"""A profile restored: what comes back, what stays, and what a cut in the middle leaves."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event

import apsw
import pytest

from desktop_app.model.account import Account, Identity
from desktop_app.model.backup import Occasion, RestoreReport
from desktop_app.model.changes import Changes
from desktop_app.model.draft import Author, DraftContent, DraftState, Origin
from desktop_app.model.errors import Cancelled, Damaged, Refused, StorageError
from desktop_app.store.backups.repair import examine, restore
from desktop_app.store.base import marker, swap
from desktop_app.store.base.profile_lock import ProfileLock
from desktop_app.store.store import Store
from tests.store.mails import ALEX, NOW, account, add, mail, opened

ME = Author(Origin.USER)
IT = Author(Origin.ASSISTANT, "a model")


def write(store: Store, body: str, author: Author = ME, reply_to_id: int = 0) -> str:
    state = DraftState.EDITED if author == ME else DraftState.PROPOSED
    content = DraftContent(ALEX, body=body)
    draft = store.drafts.create(
        "local", author, content, state=state, now=NOW, reply_to_id=reply_to_id
    )
    return draft.id


def edit(store: Store, draft_id: str, body: str) -> None:
    draft = store.drafts.get(draft_id)
    content = replace(draft.content, body=body)
    store.drafts.save(draft_id, draft.revision, content, ME, now=NOW + 500)


def restored(profile: Path, backup: Path | None) -> RestoreReport:
    return restore(profile, backup, clock=lambda: NOW, progress=lambda _: None, cancelled=Event())


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    return tmp_path / "profile"


@pytest.fixture
def backup(profile: Path, tmp_path: Path) -> Path:
    """Of a profile with a draft that was edited, a proposal that answers a mail, a search."""
    with opened(profile) as store:
        ids = add(store, mail("question", id="q@x"), mail("other", id="o@x"), labels="INBOX mine")
        edit(store, write(store, "first"), "second")
        write(store, "proposed", IT, reply_to_id=ids[0])
        store.saved_searches.save("budget", "subject:budget")
        return store.back_up(tmp_path / "b").path


def lose(profile: Path) -> None:
    (profile / "mail.db").unlink()


def empty(profile: Path) -> None:
    os.truncate(profile / "mail.db", 0)


def overwrite(profile: Path) -> None:
    (profile / "mail.db").write_bytes(b"not a database " * 9000)


@pytest.mark.parametrize("harm", [lose, empty, overwrite])
def test_a_lost_database_is_named_and_comes_back_from_the_backup(
    profile: Path, backup: Path, harm: Callable[[Path], None]
) -> None:
    harm(profile)
    with pytest.raises(Damaged):
        Store(profile)
    with pytest.raises(Damaged):
        Store(profile)  # and it is not made anew by looking
    report = restored(profile, backup)
    assert (report.drafts, report.awaited + report.gone) == (2, 2)
    with opened(profile) as store:
        bodies = sorted(d.content.body for d in store.drafts.in_state(tuple(DraftState)))
        assert bodies == ["proposed", "second"]
        assert [s.name for s in store.saved_searches.list()] == ["budget"]
        edited = next(d for d in store.drafts.in_state([DraftState.EDITED]))
        assert [v.content.body for v in store.drafts.versions(edited.id)] == ["first", "second"]


def test_mail_that_comes_again_has_its_id_and_its_labels(profile: Path, backup: Path) -> None:
    with opened(profile) as store:
        before = store.messages.by_rfc822_id("local", "q@x")[0]
    lose(profile)
    restored(profile, backup)
    with opened(profile) as store:
        proposal = store.drafts.in_state([DraftState.PROPOSED])[0]
        assert (proposal.reply_to_id, proposal.thread_id) == (before.id, 0)
        # Others of the same second come first, and without labels.
        add(store, mail("new", id="n@x"), mail("question", id="q@x"), labels="")
        after = store.messages.by_rfc822_id("local", "q@x")[0]
        assert (after.id, after.labels) == (before.id, frozenset({"INBOX", "mine"}))
        proposal = store.drafts.in_state([DraftState.PROPOSED])[0]
        assert proposal.thread_id == after.thread_id


def test_labels_of_a_server_go_before_those_of_the_backup(profile: Path, tmp_path: Path) -> None:
    with opened(profile) as store:
        store.accounts.add(Account("g", "google", "G", (Identity(ALEX),)))
        add(store, mail("theirs", id="g@x"), account_id="g", labels="INBOX UNREAD")
        backup = store.back_up(tmp_path / "b").path
    lose(profile)
    restored(profile, backup)
    with opened(profile) as store:
        add(store, mail("theirs", id="g@x"), account_id="g", labels="STARRED")
        assert store.messages.by_rfc822_id("g", "g@x")[0].labels == {"STARRED"}


def test_a_new_profile_is_no_lost_one(profile: Path) -> None:
    with opened(profile):
        pass
    shutil.rmtree(profile)
    with opened(profile) as store:
        assert store.accounts.list() == (account(),)


def test_in_a_sound_profile_what_was_deleted_comes_back_and_newer_words_stay(
    profile: Path, backup: Path
) -> None:
    with opened(profile) as store:
        proposal = store.drafts.in_state([DraftState.PROPOSED])[0]
        mine = store.drafts.in_state([DraftState.EDITED])[0]
        store.drafts.delete(proposal.id)
        store.saved_searches.delete("budget")
        edit(store, mine.id, "third")
        write(store, "written since")
    report = restored(profile, backup)
    assert report.whole
    with opened(profile) as store:
        bodies = sorted(d.content.body for d in store.drafts.in_state(tuple(DraftState)))
        assert bodies == ["proposed", "third", "written since"]
        assert [s.name for s in store.saved_searches.list()] == ["budget"]
        assert store.messages.count() == 2
        labels = store.messages.by_rfc822_id("local", "q@x")[0].labels
        assert labels == {"INBOX", "mine"}


def test_a_draft_that_was_sent_since_is_no_draft_again(profile: Path, backup: Path) -> None:
    with opened(profile) as store:
        mine = store.drafts.in_state([DraftState.EDITED])[0]
        with store.db.write(Changes()) as connection:
            connection.execute("UPDATE draft SET state = 'sent' WHERE id = ?", (mine.id,))
    restored(profile, backup)
    with opened(profile) as store:
        assert store.drafts.get(mine.id).state is DraftState.SENT


def test_without_a_backup_what_can_be_read_is_kept(profile: Path, backup: Path) -> None:
    damage_tail(profile)
    assert examine(profile).problem
    report = restored(profile, None)
    assert report.set_aside is not None
    with opened(profile) as store:
        assert store.accounts.list() == (account(),)


def damage_tail(profile: Path) -> None:
    database = profile / "mail.db"
    size = database.stat().st_size
    with database.open("r+b") as file:
        file.seek(size - 3 * 8192)
        file.write(os.urandom(3 * 8192))


def test_the_former_files_are_set_aside_whole(profile: Path, backup: Path) -> None:
    overwrite(profile)
    aside = restored(profile, backup).set_aside
    assert aside is not None
    assert (aside / "mail.db").read_bytes().startswith(b"not a database")


def test_a_process_that_uses_the_profile_keeps_a_restore_away(profile: Path, backup: Path) -> None:
    with opened(profile), pytest.raises(Refused, match="Another Draftdesk process"):
        restored(profile, backup)
    restored(profile, backup)


def test_what_a_killed_restore_was_building_goes_at_the_next_start(profile: Path) -> None:
    profile.mkdir(mode=0o700)
    for end in ("", "-wal", "-shm"):
        (profile / f"{swap.BUILDING}{end}").write_bytes(b"half")
    with opened(profile):
        assert list(profile.glob(f"{swap.BUILDING}*")) == []


def test_while_it_is_restored_nobody_opens_it(profile: Path, backup: Path) -> None:
    lock = ProfileLock(profile, alone=True)
    with pytest.raises(Refused, match="restoring"):
        Store(profile)
    lock.release()
    with opened(profile):
        pass


def test_a_restore_that_is_stopped_changes_nothing(profile: Path, backup: Path) -> None:
    before = (profile / "mail.db").read_bytes()
    stopped = Event()
    stopped.set()
    with pytest.raises(Cancelled):
        restore(profile, backup, clock=lambda: NOW, progress=lambda _: None, cancelled=stopped)
    assert (profile / "mail.db").read_bytes() == before
    assert not list(profile.glob(f"{swap.BUILDING}*"))


def test_a_damaged_backup_changes_nothing(profile: Path, backup: Path) -> None:
    data = bytearray(backup.read_bytes())
    data[-9] ^= 1
    backup.write_bytes(data)
    before = (profile / "mail.db").read_bytes()
    with pytest.raises(StorageError, match="backup is damaged"):
        restored(profile, backup)
    assert (profile / "mail.db").read_bytes() == before


class Cut(Exception):
    pass


def cut_at(monkeypatch: pytest.MonkeyPatch, place: int) -> None:
    """Ends the process, as far as files are concerned, before the place-th rename of a restore."""
    count = 0
    rename = os.replace

    def replaced(*paths: object) -> None:
        nonlocal count
        count += 1
        if count == place:
            raise Cut
        rename(*paths)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "replace", replaced)


def test_cut_at_any_rename_the_next_start_has_all_that_was_written(
    profile: Path, backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(profile) as store:
        write(store, "written since")
    done, place = False, 0
    while not done:
        place += 1
        copy = tmp_path / str(place)
        shutil.copytree(profile, copy)
        # Beside the new database this log would be read into it.
        (copy / "mail.db-wal").write_bytes(b"a log of the former database")
        with monkeypatch.context() as patch:
            cut_at(patch, place)
            try:
                restored(copy, backup)
                done = True
            except Cut:
                pass
        with closing(Store(copy, clock=lambda: NOW)) as store:
            bodies = {d.content.body for d in store.drafts.in_state(tuple(DraftState))}
        assert bodies == {"proposed", "second", "written since"}
        assert not list(copy.glob("*.restored"))
    assert place > 4


def test_damage_that_was_met_is_remembered_until_it_is_repaired(
    profile: Path, backup: Path
) -> None:
    with opened(profile) as store:
        edit(store, write(store, "words " * 9000), "more " * 9000)
    damage_tail(profile)
    with closing(Store(profile)) as store:
        assert not store.check(Event())
    assert marker.noted_damage(profile)
    restored(profile, backup)
    assert not marker.noted_damage(profile)
    assert examine(profile).problem == ""


@pytest.mark.parametrize("left", [b"", b"x", None], ids=["empty", "a byte", "none"])
def test_beside_backups_a_profile_without_database_and_marker_is_no_new_one(
    profile: Path, left: bytes | None
) -> None:
    with opened(profile) as store:
        write(store, "kept")
        made = store.backups.add(Occasion.DAILY, now=NOW)
    marker_file = profile / marker.NAME
    marker_file.unlink()
    (profile / "mail.db").unlink()
    if left is not None:
        (profile / "mail.db").write_bytes(left)
    for _ in range(2):
        with pytest.raises(Damaged):
            Store(profile)
    assert not marker_file.exists()
    assert examine(profile).backups == (made,)
    assert restored(profile, made.path).drafts == 1


def test_a_single_byte_is_no_new_profile_either(profile: Path) -> None:
    profile.mkdir(mode=0o700)
    (profile / "mail.db").write_bytes(b"x")
    with pytest.raises(Damaged, match="cut short"):
        Store(profile)


@pytest.mark.parametrize("tables", ["CREATE TABLE other (a)", "PRAGMA user_version = 3"])
def test_another_database_is_refused_and_left_as_it_is(profile: Path, tables: str) -> None:
    profile.mkdir(mode=0o700)
    with closing(apsw.Connection(str(profile / "mail.db"))) as other:
        other.execute(tables)
        before = other.execute("SELECT count(*) FROM sqlite_schema").get
    with pytest.raises(Damaged):
        Store(profile)
    with closing(apsw.Connection(str(profile / "mail.db"))) as other:
        assert other.execute("SELECT count(*) FROM sqlite_schema").get == before


def test_where_nothing_can_be_set_aside_in_its_folder_it_is_beside_it(
    profile: Path, backup: Path
) -> None:
    (profile / swap.SET_ASIDE).write_bytes(b"in the way")
    aside = restored(profile, backup).set_aside
    assert aside is not None
    assert (aside / "mail.db").exists()
    assert swap.aside(profile) == (aside,)
    with opened(profile) as store:
        assert len(store.drafts.in_state(tuple(DraftState))) == 2


def test_a_last_step_that_fails_is_said_and_the_next_start_opens(
    profile: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename = os.replace

    def refused(source: Path, target: Path) -> None:
        if Path(target).name == "mail.db" and Path(source).name != "mail.db":
            raise PermissionError(13, "Permission denied")
        rename(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", refused)
        for _ in range(2):
            with pytest.raises(StorageError, match="can't be put in its place yet: permission"):
                restored(profile, backup)
            with pytest.raises(StorageError, match="can't be put in its place yet"):
                Store(profile)
    with opened(profile) as store:
        assert len(store.drafts.in_state(tuple(DraftState))) == 2


def test_what_can_t_be_written_at_the_end_changes_nothing(
    profile: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: object) -> None:
        raise OSError(28, "No space left on device")

    before = (profile / "mail.db").read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(StorageError, match="no space left"):
            restored(profile, backup)
    assert (profile / "mail.db").read_bytes() == before
    with opened(profile):
        pass


STATES = {
    None: DraftState.EDITED,
    "undone": DraftState.EDITED,
    "failed": DraftState.EDITED,
    "queued": DraftState.APPROVED,
    "sending": DraftState.APPROVED,
    "uncertain": DraftState.APPROVED,
    "sent": DraftState.SENT,
}


@pytest.mark.parametrize("was", ["approved", "edited"])
@pytest.mark.parametrize("entry", STATES)
def test_a_repaired_draft_is_in_the_state_that_the_outbox_gives_it(
    profile: Path, entry: str | None, was: str
) -> None:
    """Pages of either can be older than those of the other."""
    with opened(profile) as store:
        draft = write(store, "words")
        with store.db.write(Changes()) as connection:
            connection.execute("UPDATE draft SET state = ? WHERE id = ?", (was, draft))
            for state in ("undone", entry) if entry else ():
                connection.execute(
                    "INSERT INTO outbox (draft_id, account_id, revision, digest,"
                    " rfc822_message_id, mime, recipients, state, send_after, permit)"
                    " VALUES (?1, 'local', 1, '', 'm@x', x'', '[]', ?2, 0, ?2 || random())",
                    (draft, state),
                )
    restored(profile, None)
    with opened(profile) as store:
        assert store.drafts.get(draft).state is STATES[entry]
