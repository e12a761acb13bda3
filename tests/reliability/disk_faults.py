"""Faults of disks, clocks and backups that the program once had, planted again."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from desktop_app.model.backup import Occasion
from desktop_app.store.backups import making, rebuilding, shelf, writing
from desktop_app.store.backups.shelf import BackupShelf
from desktop_app.store.backups.tables import EXPECTED, columns
from desktop_app.store.base import log_note, swap
from desktop_app.store.drafts import typed_text
from desktop_app.store.drafts.drafts import Drafts
from desktop_app.store.store import Store
from desktop_app.workers.backup_keeper import BackupKeeper
from desktop_app.workers.removals import Removals
from tests.reliability.desk import scratch
from tests.reliability.faults import Fault, Proof, by_interrupts, by_test
from tests.reliability.files import as_sqlite_reads, outcomes
from tests.store.backups import test_repair, test_writing
from tests.store.mails import account
from tests.store.test_log_note import test_a_log_that_is_missing_is_said_until_the_window_has_told
from tests.workers import test_backup_keeper, test_removals
from tests.workers.test_backup_keeper import Kept


def by_files() -> str:
    """Finds a fault by damaged files."""
    broken = [outcome for outcome in outcomes(14, 7) if outcome.problems]
    return f"files, {broken[0].kind}: {broken[0].problems[0]}" if broken else ""


def by_keeper(test: Callable[[Kept], None]) -> Proof:
    """Finds a fault by a test of the keeper of the backups."""

    def proof() -> str:
        with TemporaryDirectory(dir=scratch()) as folder:
            kept = Kept(Path(folder) / "profile")
            kept.store.accounts.add(account())
            try:
                test(kept)
            except AssertionError:
                return test.__name__
            finally:
                kept.store.close()
        return ""

    return proof


def in_folder(test: Callable[..., None], *arguments: object) -> Proof:
    """Finds a fault by a test that takes a folder first."""

    def proof() -> str:
        with TemporaryDirectory(dir=scratch()) as folder:
            try:
                test(Path(folder) / "p", *arguments)
            except (AssertionError, pytest.fail.Exception):
                return test.__name__
        return ""

    return proof


def _every_backup_goes(patch: pytest.MonkeyPatch) -> None:
    def forget(backups: BackupShelf, _: object) -> None:
        for path in backups._paths():
            path.unlink()
        swap.clear(backups._profile)

    patch.setattr(BackupShelf, "forget", forget)


def _backups_keep_the_account(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(shelf, "write_without", lambda *_: False)


def _searches_stay(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Removals, "_searches", lambda *_: ())


def _by_their_times(patch: pytest.MonkeyPatch) -> None:
    def order(backups: Iterable[Any], *, now: float) -> list[Any]:
        del now
        return sorted(backups, key=lambda backup: backup.made, reverse=True)

    patch.setattr(shelf, "last_made_first", order)


def _damage_ends_backups(patch: pytest.MonkeyPatch) -> None:
    due = BackupKeeper._due
    patch.setattr(BackupKeeper, "_due", lambda keeper: due(keeper) and not keeper._store.damaged)


def _a_failure_is_not_told(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        BackupKeeper,
        "_back_up",
        lambda keeper: keeper._try(
            lambda: keeper._store.backups.add(Occasion.DAILY, now=keeper._clock())
        ),
    )


def _approved_without_a_mail(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(rebuilding, "_DRAFTS_AS_THE_OUTBOX_SAYS", {})


def _a_marker_alone(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(swap, "_has_copies", lambda _: False)


def _answer_apart(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Store, "one_commit", lambda _: nullcontext())


def _log_not_noted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(log_note.ExpectedLog, "lost", lambda *_: None)


def _left_as_it_is(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(making, "clean", lambda _: False)


def _older_versions_without_mail(patch: pytest.MonkeyPatch) -> None:
    expect = writing._expect_mail

    def only_with_a_table(connection: Any, *, all_mail: bool) -> None:
        if columns(connection, EXPECTED):
            expect(connection, all_mail=all_mail)

    patch.setattr(writing, "_expect_mail", only_with_a_table)


def _former_keys_forgotten(patch: pytest.MonkeyPatch) -> None:
    create = Drafts.create

    def without(drafts: Drafts, *given: Any, former_key: str = "", **more: Any) -> Any:
        del former_key
        return create(drafts, *given, **more)

    patch.setattr(Drafts, "create", without)


def _no_room_kept(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(typed_text, "_in_reserve", lambda *_: False)


def _keys_outlive_an_update() -> Proof:
    from tests.tools.test_drafts_once import test_a_key_of_before_an_update_still_names_its_draft

    return by_test(test_a_key_of_before_an_update_still_names_its_draft)


def _room_is_written_over() -> str:
    from tests.store.test_typed_text import (
        test_a_full_disk_takes_them_into_the_room_that_was_kept as test,
    )

    with TemporaryDirectory(dir=scratch()) as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", folder)
        profile = Path(folder) / "p"
        profile.mkdir()
        typed_text.make_room(profile)
        try:
            test(profile, patch)
        except AssertionError:
            return test.__name__
    return ""


def _failures_are_told(kept: Kept) -> None:
    with pytest.MonkeyPatch.context() as patch:
        test_backup_keeper.test_backups_that_fail_are_told_since_when_and_tried_again(kept, patch)


DISK_FAULTS = (
    Fault(
        "a removal that takes every copy",
        _every_backup_goes,
        by_test(test_removals.test_backups_are_made_anew_without_it_and_what_was_set_aside_stays),
    ),
    Fault(
        "backups that keep a removed account",
        _backups_keep_the_account,
        by_test(test_removals.test_backups_are_made_anew_without_it_and_what_was_set_aside_stays),
    ),
    Fault(
        "searches of a removed account stay",
        _searches_stay,
        by_test(test_removals.test_files_handed_in_and_searches_of_the_account_go_and_others_stay),
    ),
    Fault("a short or damaged file is read no further", as_sqlite_reads, by_files),
    Fault(
        "an approved draft without a mail",
        _approved_without_a_mail,
        in_folder(
            test_repair.test_a_repaired_draft_is_in_the_state_that_the_outbox_gives_it,
            None,
            "approved",
        ),
    ),
    Fault(
        "backups in the order of their times",
        _by_their_times,
        by_keeper(test_backup_keeper.test_one_start_with_the_clock_ahead_costs_no_backup),
    ),
    Fault("backups fail in silence", _a_failure_is_not_told, by_keeper(_failures_are_told)),
    Fault(
        "damage ends the backups",
        _damage_ends_backups,
        by_keeper(
            test_backup_keeper.test_a_damaged_profile_is_found_in_idle_time_and_backed_up_as_far_as_it_goes
        ),
    ),
    Fault(
        "no marker is a new profile",
        _a_marker_alone,
        in_folder(
            test_repair.test_beside_backups_a_profile_without_database_and_marker_is_no_new_one,
            None,
        ),
    ),
    Fault(
        "an old version's backup without its mail",
        _older_versions_without_mail,
        in_folder(
            test_writing.test_a_backup_of_an_older_version_has_the_mail_that_is_nowhere_else, 14
        ),
    ),
    Fault("an answer in a commit of its own", _answer_apart, by_interrupts("allow a request")),
    Fault(
        "a log that is missing is not noticed",
        _log_not_noted,
        in_folder(test_a_log_that_is_missing_is_said_until_the_window_has_told),
    ),
    Fault(
        "what was killed is left as it is",
        _left_as_it_is,
        in_folder(
            test_writing.test_what_a_killed_backup_was_making_goes_and_what_is_being_made_stays
        ),
    ),
    Fault("a key that an update forgets", _former_keys_forgotten, _keys_outlive_an_update()),
    Fault("no room for words on a full disk", _no_room_kept, _room_is_written_over),
)
