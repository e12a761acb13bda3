"""SQLite's errors as sentences."""

from __future__ import annotations

import apsw
import pytest

from desktop_app.model.errors import Cancelled, StorageError
from desktop_app.store.sqlite_errors import storage_errors


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
