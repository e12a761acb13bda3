"""One backup a day, a check in idle time, and mail that is read from its files again."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import pytest

from desktop_app.model.backup import Occasion
from desktop_app.model.backup_words import local_time, trouble_words
from desktop_app.store.backups import package
from desktop_app.store.backups.repair import restore
from desktop_app.store.backups.shelf import DAYS, WEEKS, newest_in
from desktop_app.store.store import Store
from desktop_app.workers.backup_keeper import DAY, BackupKeeper
from desktop_app.workers.importer import Importer
from tests.store.mails import NOW, account, add, mail, raw_mail
from tests.store.records import entry


@dataclass
class Kept:
    """A profile, its keeper, and two clocks that only move when told."""

    profile: Path
    now: float = NOW
    steady: float = 1_000_000.0

    def __post_init__(self) -> None:
        self.open()

    def open(self) -> None:
        self.store = Store(self.profile, clock=lambda: self.now)
        self.keeper = BackupKeeper(
            self.store,
            Importer(self.store),
            clock=lambda: self.now,
            steady=lambda: self.steady,
        )

    def works(self, *, days: float = 0.0) -> None:
        self.now += days * DAY
        self.steady += max(days, 0.01) * DAY
        self.keeper.work()

    @property
    def made(self) -> list[str]:
        return sorted(p.name for p in self.store.backups.folder.glob("*"))


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    made = Kept(tmp_path / "profile")
    made.store.accounts.add(account())
    yield made
    made.store.close()


def test_a_day_has_one_backup(kept: Kept) -> None:
    kept.works()
    kept.works()
    kept.works(days=0.5)
    assert len(kept.made) == 1
    kept.works(days=0.6)
    assert len(kept.made) == 2


@pytest.mark.parametrize(("days", "left"), [(0, 10), (3, 5)])
def test_the_record_is_shortened_once_a_day_after_the_backup_that_names_its_end(
    kept: Kept, days: int, left: int
) -> None:
    """With three days: today, three days before, and the row that says what was removed."""
    kept.keeper = BackupKeeper(
        kept.store,
        Importer(kept.store),
        clock=lambda: kept.now,
        steady=lambda: kept.steady,
        record_days=lambda: days,
    )
    for _ in range(10):
        kept.store.days.note(kept.now)
        kept.store.audit.add(entry(kept.now))
        kept.now += DAY
    kept.now -= DAY
    kept.works()
    rows = list(kept.store.audit.lines())[1:-1]
    assert len(rows) == left
    [backup] = kept.store.backups.whole()
    assert backup.record is not None
    assert backup.record[1] == 10
    kept.works()
    assert len(list(kept.store.audit.lines())) == left + 2


def test_a_clock_that_is_set_back_puts_no_backup_off(kept: Kept) -> None:
    kept.works()
    kept.works(days=-40)
    assert len(kept.made) == 2


def test_a_month_leaves_seven_days_and_four_weeks(kept: Kept) -> None:
    for _ in range(60):
        kept.works(days=1)
    assert len(kept.made) == DAYS + WEEKS
    assert kept.store.backups.whole()[0].occasion is Occasion.DAILY


def test_what_was_asked_for_is_never_thinned_out(kept: Kept) -> None:
    kept.store.back_up(kept.store.backups.folder / "mine.draftdesk-backup")
    for _ in range(20):
        kept.works(days=1)
    assert "mine.draftdesk-backup" in kept.made


def test_one_start_with_the_clock_ahead_costs_no_backup(kept: Kept) -> None:
    """Ten days of use, one start eleven years ahead, ten days again."""
    for _ in range(10):
        kept.works(days=1)
    before = set(kept.made)
    kept.works(days=4000)
    assert len(set(kept.made) - before) == 1
    kept.now -= 4000 * DAY
    for _ in range(6):
        kept.works()  # each look of the hour
    assert len(set(kept.made) - before) == 2
    for _ in range(3):
        kept.works(days=1)
    store = kept.store
    newest = store.backups.whole()[0]
    assert newest.made == kept.now
    assert store.backups.newest_time(Occasion.DAILY) == int(kept.now)
    assert newest_in(store.backups.folder) == newest.path
    days = [b.made for b in store.backups.whole()]
    assert sum(made <= kept.now for made in days) >= DAYS


def test_the_order_is_that_of_making_whatever_the_clock_says(kept: Kept) -> None:
    made = [
        kept.store.backups.add(Occasion.DAILY, now=now)
        for now in (NOW, NOW - 9e8, NOW + 9e8, 0.0, NOW, NOW)
    ]
    assert len({b.path for b in made}) == 6
    assert kept.store.backups.whole() == tuple(reversed(made))


def test_of_backups_without_a_number_one_of_the_future_is_never_the_newest(kept: Kept) -> None:
    for now in (NOW - 3 * DAY, NOW + 900 * DAY, NOW - DAY):
        made = kept.store.backups.add(Occasion.DAILY, now=now)
        old_name = re.sub(r"-n[0-9]+", "", made.path.name)
        made.path.rename(made.path.with_name(old_name))
    backups = kept.store.backups
    assert [b.made for b in backups.whole()] == [NOW - DAY, NOW - 3 * DAY, NOW + 900 * DAY]
    kept.works()
    assert len(kept.made) == 4
    assert backups.whole()[0].made == kept.now


def test_backups_that_fail_are_told_since_when_and_tried_again(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.works()
    heard: list[bool] = []
    kept.store.subscribe(lambda changes: heard.append(changes.accounts))

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(package, "pack", full)
        for _ in range(3):
            kept.works(days=1)
    assert heard == [True]
    backups = kept.store.backups
    words = trouble_words(backups.newest_time(*Occasion), backups.trouble, damaged=False)
    assert words.startswith(f"No backup since {local_time(NOW)}. The disk is full")
    kept.works()
    assert backups.trouble == ""
    assert heard == [True, True]
    assert len(kept.made) == 2


def test_a_damaged_profile_is_found_in_idle_time_and_backed_up_as_far_as_it_goes(
    kept: Kept,
) -> None:
    add(kept.store, *(mail(os.urandom(6000).hex(), id=f"{n}@x") for n in range(60)))
    for _ in range(9):
        kept.works(days=1)
    kept.store.close()
    with (kept.profile / "mail.db").open("r+b") as file:
        file.seek(-30 * 8192, os.SEEK_END)
        file.write(os.urandom(8192))
    kept.open()
    kept.steady += DAY
    heard: list[bool] = []
    kept.store.subscribe(lambda changes: heard.append(changes.accounts))
    kept.keeper.work()
    assert kept.store.damaged
    assert heard == [True]
    before = kept.made
    for _ in range(9):
        kept.works(days=1)
    assert set(before) < set(kept.made)
    assert len(kept.made) == len(before) + 9
    assert kept.store.backups.trouble == ""


def test_nothing_is_checked_while_the_person_works(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[Event] = []

    def check(_: Store, stop: Event) -> bool:
        checked.append(stop)
        return True

    monkeypatch.setattr(Store, "check", check)
    kept.keeper.start()  # listens for changes; its first look is more than a minute away
    kept.steady += DAY
    add(kept.store, mail("new"))
    kept.keeper.work()
    assert checked == []
    kept.steady += 31
    kept.keeper.work()
    assert len(checked) == 1
    kept.keeper.shutdown()


def test_imported_mail_comes_back_from_its_file_and_what_was_deleted_does_not(
    kept: Kept, tmp_path: Path
) -> None:
    source = tmp_path / "mails"
    source.mkdir()
    for name in ("kept", "deleted"):
        (source / f"{name}.eml").write_bytes(raw_mail(name, id=f"{name}@x"))
    Importer(kept.store).run(
        [source], "local", progress=lambda _: None, cancelled=Event(), paused=Event()
    )
    gone = kept.store.messages.by_rfc822_id("local", "deleted@x")[0]
    kept.store.messages.delete([gone.id])
    one = kept.store.messages.by_rfc822_id("local", "kept@x")[0]
    kept.store.messages.modify([one.id], add=frozenset({"STARRED"}), remove=frozenset())
    backup = kept.store.back_up(tmp_path / "b").path
    kept.store.close()
    (kept.profile / "mail.db").unlink()
    report = restore(
        kept.profile, backup, clock=lambda: NOW, progress=lambda _: None, cancelled=Event()
    )
    assert (report.awaited, report.gone) == (1, 0)
    kept.open()
    store = kept.store
    kept.keeper.read_again()
    (back,) = store.messages.by_rfc822_id("local", "kept@x")
    assert (back.id, "STARRED" in back.labels) == (one.id, True)
    assert store.messages.by_rfc822_id("local", "deleted@x") == []
    assert store.import_progress.to_read_again() == {}
