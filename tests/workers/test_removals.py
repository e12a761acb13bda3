"""P10 under faults: a removal that is interrupted goes on until no word is left, and says so."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from threading import Event

import apsw
import pytest

from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.backup import SUFFIX, Backup, Occasion
from desktop_app.model.draft import Author, DraftContent, DraftState, Origin, Source, SourceKind
from desktop_app.model.errors import Conflict, NoKeyring, NotFound
from desktop_app.model.label_difference import LabelDifference
from desktop_app.model.sign_in import SignIn
from desktop_app.store.backups import package
from desktop_app.store.backups.making import made_beside
from desktop_app.store.base import swap
from desktop_app.store.rows.bulk import BulkLoad, nobody
from desktop_app.store.rows.message_record import Preparer
from desktop_app.tools.calls.results import Done
from desktop_app.tools.person import mail_accounts
from desktop_app.workers import removals
from desktop_app.workers.removals import Removals
from tests.fakes.house import ME, NOW, TestHouse, mail, nothing_to_forget
from tests.store.mails import mail as parsed_mail
from tests.tools.test_removing import WORDS, fill, found

FULL = apsw.FullError("database or disk is full")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(removals, "_SWEEP_SECONDS", 0.0)
    monkeypatch.setattr(removals, "_SWEEPS", 2)


def remove(house: TestHouse) -> Done:
    params = mail_accounts.RemoveAccount(account="work")
    return house.runner().call(mail_accounts.REMOVE_ACCOUNT, params).unwrap()


def said(house: TestHouse) -> tuple[str, ...]:
    listed = house.runner().call(mail_accounts.LIST_ACCOUNTS, mail_accounts.ListAccounts()).unwrap()
    assert listed.accounts == ()
    return listed.removals


def resumed(house: TestHouse) -> None:
    """The next start: its thread's first look."""
    Removals(house.store, forget=nothing_to_forget, alone=lambda _: nullcontext())._go_on()


STEPS: tuple[tuple[str, Callable[[TestHouse], tuple[object, str]]], ...] = (
    ("rows", lambda house: (house.store.removals, "delete_some")),
    ("trail", lambda house: (house.store.audit, "forget_words")),
    ("files", lambda house: (house.removals, "_delete_files")),
    ("copies", lambda house: (house.store.backups, "forget")),
    ("index", lambda house: (house.store.removals, "rewrite")),
    ("log", lambda house: (house.store.removals, "sweep")),
)


@pytest.mark.parametrize("place", [place for _, place in STEPS], ids=[name for name, _ in STEPS])
def test_a_removal_that_fails_says_so_and_goes_on_at_the_next_start(
    house: TestHouse,
    place: Callable[[TestHouse], tuple[object, str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fill(house)

    def full(*_: object) -> object:
        with house.store.db.alone():
            raise FULL

    with monkeypatch.context() as patched:
        patched.setattr(*place(house), full)
        done = remove(house)
    assert done.count == 0
    assert "has been removed" not in done.display
    assert "saved" not in done.display.replace("saved attachments", "")
    assert "The disk is full." in done.display
    [sentence] = said(house)
    assert sentence.startswith("Being removed: ")
    resumed(house)
    assert found(house.profile) == set()
    assert said(house) == ()


def test_a_reader_of_an_older_state_keeps_the_words_until_it_has_ended(house: TestHouse) -> None:
    fill(house)
    other = apsw.Connection(str(house.store.db.path))
    other.execute("BEGIN")
    assert other.execute("SELECT count(*) FROM message").get
    done = remove(house)
    assert done.count == 0
    assert "is reading" in done.display
    assert found(house.profile)
    assert "is reading" in said(house)[0]
    other.close()
    resumed(house)
    assert found(house.profile) == set()
    assert said(house) == ()


def test_a_locked_keyring_keeps_the_removal_open_and_not_the_mail(house: TestHouse) -> None:
    fill(house)
    house.store.sign_ins.keep(SignIn("work", "client", (), ()))
    locked = [True]
    asked: list[str] = []

    def forget(account: Account) -> None:
        if locked:
            raise NoKeyring("The keyring is locked.")
        asked.append(account.id)

    house.removals = Removals(house.store, forget=forget, alone=lambda _: nullcontext())
    done = remove(house)
    assert done.count == 0
    assert "The keyring is locked." in done.display
    assert found(house.profile) == set()
    assert "sign-in" in said(house)[0]
    locked.clear()
    house.removals._go_on()
    assert asked == ["work"]
    assert said(house) == ()


def test_while_it_is_removed_an_account_is_not_there_for_anyone(house: TestHouse) -> None:
    fill(house)
    target = house.store.accounts.target("work")
    record = Preparer("work", counting=True).prepare(parsed_mail("late"), {"INBOX"})
    house.store.removals.begin("work")
    account = Account("work", LOCAL, "Work", (Identity(ME),))
    for call in (house.store.accounts.get, house.store.accounts.target, house.store.labels.list):
        with pytest.raises(NotFound):
            call("work")
    with pytest.raises(Conflict, match="still being removed"):
        house.store.accounts.add(account)
    with (
        pytest.raises(NotFound),
        BulkLoad(house.store.db, target, counting=True, told=nobody) as late,
    ):
        late.add([record])
    assert house.store.drafts.in_state(list(DraftState)) == []
    assert house.store.labels.list() == []
    assert said(house) == ("Being removed: Work.",)


def gained(label: str) -> LabelDifference:
    return LabelDifference(added=frozenset({label}), removed=frozenset())


def test_what_others_quote_of_it_and_what_could_be_undone_goes_too(house: TestHouse) -> None:
    house.store.accounts.add(Account("b", LOCAL, "B", (Identity(Address("", "b@x.example")),)))
    message = house.add(mail("Xylophonist wanted"))
    kept = house.store.messages.add("b", [parsed_mail("kept", id="k@x")]).ids[0]
    source = Source(SourceKind.MESSAGE, str(message.id), "Xylophonist wanted", "Quokkaland")
    mine = Source(SourceKind.REQUEST, "", "Write to them")
    draft = house.store.drafts.create(
        "b",
        Author(Origin.ASSISTANT, "A"),
        DraftContent(ME, subject="Hello", body="words"),
        state=DraftState.PROPOSED,
        now=NOW,
        sources=(mine, source),
    )
    key = house.store.undos.keep(
        {
            message.id: gained("Zyzzyva"),
            kept: gained("INBOX"),
        },
        now=NOW,
    )
    assert remove(house).count == 1
    assert found(house.profile) == set()
    assert house.store.drafts.get(draft.id).sources == (mine,)
    assert house.store.undos.take(key) == {kept: gained("INBOX")}


def test_the_thread_goes_on_with_what_a_killed_process_left(house: TestHouse) -> None:
    fill(house)
    house.store.removals.begin("work")
    gone = Event()
    house.store.subscribe(lambda _: gone.set() if not house.store.removals.under_way() else None)
    house.removals.start()
    assert gone.wait(20)
    house.removals.shutdown()
    assert found(house.profile) == set()


def two_accounts_backed_up(house: TestHouse) -> None:
    """Two backups, one asked for, of a draft of each account; then a folder of what was set
    aside."""
    store = house.store
    fill(house)
    store.accounts.add(Account("b", LOCAL, "B", (Identity(Address("", "b@x.example")),)))
    draft_of(house, "b", "Keptword")
    draft_of(house, "work", "Xylophonist")
    store.backups.add(Occasion.DAILY, now=NOW)
    store.back_up(store.backups.folder / f"mine{SUFFIX}")
    folder = house.profile / swap.SET_ASIDE / "20260101-000000"
    folder.mkdir(parents=True)
    (folder / "mail.db").write_bytes(b"of B")


def draft_of(house: TestHouse, account: str, body: str) -> str:
    return house.store.drafts.create(
        account, Author(Origin.USER), DraftContent(ME, body=body), state=DraftState.EDITED, now=NOW
    ).id


def words_in(backup: Backup) -> bytes:
    unpacked = backup.path.with_name("unpacked")
    package.unpack(backup.path, unpacked)
    data = unpacked.read_bytes()
    unpacked.unlink()
    return data


def test_backups_are_made_anew_without_it_and_what_was_set_aside_stays(house: TestHouse) -> None:
    two_accounts_backed_up(house)
    store = house.store
    before = store.backups.whole()
    assert all(b"Xylophonist" in words_in(b) and b"Keptword" in words_in(b) for b in before)
    done = remove(house)
    assert "2 backups were made anew without it" in done.display
    assert "set-aside" in done.display
    after = store.backups.whole()
    assert [(b.path, b.made, b.occasion) for b in after] == [
        (b.path, b.made, b.occasion) for b in before
    ]
    for backup in after:
        words = words_in(backup)
        assert not [word for word in WORDS if word in words]
        assert b"Keptword" in words
        assert backup.account_ids == ("b",)
        assert (backup.contents.accounts, backup.contents.drafts) == (1, 1)
    assert (house.profile / swap.SET_ASIDE / "20260101-000000" / "mail.db").read_bytes() == b"of B"
    assert list((house.profile / "making").iterdir()) == []


def test_what_was_set_aside_and_damaged_backups_go_where_that_was_said(house: TestHouse) -> None:
    two_accounts_backed_up(house)
    broken = house.store.backups.folder / f"20260101-000000-daily{SUFFIX}"
    broken.write_bytes(house.store.backups.whole()[0].path.read_bytes()[:-9])
    copies = house.store.backups.copies_of("work")
    assert (len(copies.backups), copies.damaged, len(copies.set_aside)) == (2, (broken,), 1)
    params = mail_accounts.RemoveAccount(account="work", set_aside=True)
    done = house.runner().call(mail_accounts.REMOVE_ACCOUNT, params).unwrap()
    assert done.count == 1
    assert "may have its mail" not in done.display
    assert len(house.store.backups.whole()) == 2
    assert not broken.exists()
    assert not (house.profile / swap.SET_ASIDE).exists()


def test_the_sample_s_removal_touches_no_copy(house: TestHouse) -> None:
    two_accounts_backed_up(house)
    house.store.accounts.update(replace(house.store.accounts.get("work"), sample=True))
    copies = {p: p.read_bytes() for p in house.profile.glob("[bs][ae]*/**/*") if p.is_file()}
    assert len(copies) == 3
    assert remove(house).count == 1
    assert {p: p.read_bytes() for p in copies} == copies


def test_a_backup_that_names_no_account_is_looked_into(house: TestHouse) -> None:
    """As older ones."""
    two_accounts_backed_up(house)
    backup = house.store.backups.whole()[0]
    rows = backup.path.with_name("rows")
    head = package.unpack(backup.path, rows)
    del head["account_ids"]
    package.pack(rows, backup.path, head)
    rows.unlink()
    assert remove(house).count == 1
    assert b"Xylophonist" not in words_in(house.store.backups.whole()[0])


def test_a_backup_that_is_being_made_holds_the_removal_up(house: TestHouse) -> None:
    two_accounts_backed_up(house)
    with made_beside(house.profile, house.store.backups.folder):
        done = remove(house)
        assert done.count == 0
        assert "is being made" in done.display
    resumed(house)
    assert found(house.profile) == set()
    assert not any(b"Xylophonist" in words_in(b) for b in house.store.backups.whole())


def test_a_removal_cut_while_a_backup_is_made_anew_leaves_no_word(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a killed process was making goes with the next attempt."""
    two_accounts_backed_up(house)
    left = house.store.backups.folder / ".draftdesk-killed.part"
    left.write_bytes(b"Xylophonist")
    notes = house.profile / "making"
    notes.mkdir(exist_ok=True)
    (notes / "killed").write_bytes(bytes(left))
    assert remove(house).count == 1
    assert found(house.profile) == set()
    assert not left.exists()


def test_files_handed_in_and_searches_of_the_account_go_and_others_stay(house: TestHouse) -> None:
    two_accounts_backed_up(house)
    store = house.store
    store.messages.add("b", [parsed_mail("kept", id="k@x", subject="Harbour")])
    for name, query in (("its", "xylophonist"), ("both", "in:anywhere"), ("b", "harbour")):
        store.saved_searches.save(name, query)
    store.backups.add(Occasion.DAILY, now=NOW + 1)
    folder = house.profile / "handed-in"
    folder.mkdir()
    (folder / "its.txt").write_bytes(b"Zyzzyva")
    (folder / "of-one").mkdir()
    (folder / "of-one" / "named.txt").write_bytes(b"Zyzzyva")
    (folder / "other.txt").write_bytes(b"of another")
    draft = store.drafts.get(draft_of(house, "work", "with a file"))
    part = store.drafts.add_file(draft.id, "its.txt", "text/plain", b"Zyzzyva")
    content = replace(draft.content, attachments=(part,))
    store.drafts.save(draft.id, 1, content, Author(Origin.USER), now=NOW)
    assert remove(house).count == 1
    assert [s.name for s in store.saved_searches.list()] == ["both", "b"]
    assert [p.name for p in folder.iterdir()] == ["other.txt"]
    assert found(house.profile) == set()
    newest = store.backups.whole()[0]
    assert newest.contents.searches == 2
    params = mail_accounts.RemoveAccount(account="b")
    assert house.runner().call(mail_accounts.REMOVE_ACCOUNT, params).unwrap().count == 1
    assert store.saved_searches.list() == []
    assert list(folder.iterdir()) == []
