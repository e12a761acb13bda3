"""SQLite's errors as sentences."""

from __future__ import annotations

from dataclasses import replace

import apsw
import pytest

from desktop_app.model.errors import Cancelled, Damaged, StorageError
from desktop_app.store.base.sqlite_errors import MAIL, decoded, storage_errors


def raise_inside(error: Exception) -> None:
    with storage_errors():
        raise error


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (apsw.FullError("full"), "disk is full"),
        (apsw.ReadOnlyError("ro"), "read-only"),
        (apsw.BusyError("busy"), "Another Draftdesk process"),
        (apsw.CorruptError("bad"), "damaged"),
        (apsw.NotADBError("no"), "not a database"),
        (apsw.CantOpenError("no"), "can't be opened"),
        (apsw.PermissionsError("no"), "permission denied"),
        (apsw.IOError("eio"), "disk reported an error"),
    ],
)
def test_what_the_machine_caused_is_a_sentence_with_its_cause_kept(
    error: apsw.Error, words: str
) -> None:
    with pytest.raises(StorageError, match=words) as raised:
        raise_inside(error)
    assert raised.value.__cause__ is error
    assert raised.value.details == {"sqlite": str(error)}


def test_an_interrupted_statement_is_a_cancelled_one() -> None:
    with pytest.raises(Cancelled):
        raise_inside(apsw.InterruptError("interrupted"))


@pytest.mark.parametrize("error", [apsw.SQLError("bad sql"), apsw.ConstraintError("c"), KeyError()])
def test_a_mistake_of_ours_stays_what_it_is(error: Exception) -> None:
    with pytest.raises(type(error)) as raised:
        raise_inside(error)
    assert raised.value is error


@pytest.mark.parametrize("row", [("3",), (None,), ([],)])
def test_a_row_that_was_never_stored_so_is_damage(row: tuple[object, ...]) -> None:
    with pytest.raises(Damaged), storage_errors():
        decoded(lambda stored: 1 + stored[0], row)


def test_damage_is_told_with_sqlite_s_words() -> None:
    told: list[str] = []
    with pytest.raises(Damaged), storage_errors(replace(MAIL, told=told.append)):
        raise apsw.CorruptError("malformed")
    assert told == ["malformed"]
