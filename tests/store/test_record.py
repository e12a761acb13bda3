"""The chain of the activity record: it stays a line, and an edit of it is found and named."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import apsw
import pytest

from desktop_app.model.errors import BadInput
from desktop_app.store.base.connection import Connection
from desktop_app.store.base.migrations import scripts
from desktop_app.store.programs import record_check
from desktop_app.store.programs.chain import BEGINNING, PORTION, chain_portion
from desktop_app.store.programs.record_check import Checked, Fault, KeptHead, check
from desktop_app.store.store import Store
from tests.depths import CAMPAIGN
from tests.store import records
from tests.store.records import edited, entry, fill, lines_of, rehashed, with_field

PAGE = Path(__file__).parents[2] / "docs" / "record.md"
DAY = 86_400.0


def checked(lines: list[bytes]) -> Checked | None:
    """What was found; None for what is taken for no record."""
    try:
        return check(lines)
    except BadInput:
        return None


def fault(lines: list[bytes]) -> Fault:
    found = check(lines).fault
    assert found is not None
    return found


@cache
def verifier() -> Any:
    [source] = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    return compile(source, "the verifier of the page", "exec")


def by_the_page(path: Path, lines: list[bytes]) -> bool:
    """Whether the verifier of docs/record.md calls it whole."""
    path.write_bytes(b"".join(lines))
    before, sys.argv = sys.argv, ["verify", str(path)]
    try:
        exec(verifier(), {"print": lambda _: None})
    except SystemExit as ended:
        return not ended.code
    except Exception:  # an error is its answer
        return False
    finally:
        sys.argv = before
    raise AssertionError("it gave no answer")


@pytest.fixture(scope="module")
def varied(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The lines of a record with rows of every kind."""
    with closing(Store(tmp_path_factory.mktemp("varied"), clock=lambda: 2_000.0)) as store:
        fill(store, 20)
        store.audit.cut(1_050.0)
        store.audit.forget_words()
        fill(store, 10, start=3_000.0)
        return lines_of(store)


def test_a_record_of_every_kind_is_whole(varied: list[bytes], tmp_path: Path) -> None:
    found = check(varied)
    assert (found.rows, found.removed, found.forgotten, found.fault) == (27, 5, True, None)
    assert by_the_page(tmp_path / "record", varied)
    assert {json.loads(line)["kind"] for line in varied[1:-1]} == {"call", "cut", "forgotten"}


def test_an_empty_record_is_whole(store: Store, tmp_path: Path) -> None:
    found = check(lines_of(store))
    assert (found.rows, found.head, found.fault) == (0, BEGINNING, None)
    assert by_the_page(tmp_path / "record", lines_of(store))


@pytest.mark.parametrize("count", [1_000, pytest.param(20_000, marks=CAMPAIGN)])
def test_every_random_edit_is_found_and_a_second_verifier_agrees(
    count: int, varied: list[bytes], tmp_path: Path
) -> None:
    missed = []
    for seed in range(count):
        lines = edited(varied, Random(seed))
        found = checked(lines)
        if (found is not None and found.fault is None) or by_the_page(tmp_path / "r", lines):
            missed.append(seed)
    assert missed == []


def test_a_check_that_compares_no_hashes_is_noticed(
    varied: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Alike:
        __hash__ = None  # type: ignore[assignment]

        def __ne__(self, other: object) -> bool:
            return False

    monkeypatch.setattr(record_check, "hash_of", lambda _: Alike())
    found = [checked(edited(varied, Random(seed))) for seed in range(60)]
    assert any(each is not None and each.fault is None for each in found)


@pytest.mark.parametrize("edit", records.EDITS, ids=lambda edit: edit.__name__)
def test_each_kind_of_edit_is_found(edit: records.Edit, varied: list[bytes]) -> None:
    for seed in range(5):
        lines = list(varied)
        edit(lines, Random(seed))
        again = b"".join(lines).splitlines(keepends=True)
        found = checked(again)
        assert again == varied or found is None or found.fault is not None


@pytest.fixture
def plain(store: Store) -> list[bytes]:
    """Rows 1 to 9, of the moments 1,000 to 1,080."""
    fill(store, 9)
    return lines_of(store)


def test_the_first_row_that_was_changed_is_named_with_its_time(plain: list[bytes]) -> None:
    plain[4] = with_field(plain[4], "client", "Somebody")
    plain[7] = with_field(plain[7], "client", "Somebody")
    assert fault(plain) == Fault(4, 1_030.0, "Row 4 was changed.")


def test_a_row_that_was_removed_is_named(plain: list[bytes]) -> None:
    del plain[4]
    assert fault(plain) == Fault(4, 1_020.0, "Row 4 was removed.")


def test_the_first_row_that_was_removed_is_named(plain: list[bytes]) -> None:
    del plain[1]
    assert fault(plain).words == "Row 1 was removed; the record begins with row 2."


def test_a_row_that_was_put_in_is_named(plain: list[bytes]) -> None:
    plain.insert(6, plain[3])
    assert fault(plain) == Fault(3, 1_020.0, "A row 3 was put in behind row 5.")


def test_a_row_that_was_moved_is_named(plain: list[bytes]) -> None:
    plain.insert(7, plain.pop(4))
    assert fault(plain) == Fault(4, 1_020.0, "Row 4 was moved.")


def test_words_that_were_taken_out_are_named(plain: list[bytes]) -> None:
    plain[4] = with_field(plain[4], "words", None)
    assert fault(plain) == Fault(4, 1_030.0, "The words of row 4 were taken out.")


def test_a_row_with_a_hash_of_its_own_is_named(plain: list[bytes]) -> None:
    plain[4] = rehashed(with_field(plain[4], "outcome", "refused"))
    assert fault(plain).number == 4


def test_a_cut_end_is_found_by_a_head_that_was_kept_elsewhere_alone(store: Store) -> None:
    fill(store, 5)
    shorter = lines_of(store)
    fill(store, 4, start=2_000.0)
    kept = KeptHead(check(lines_of(store)).head, "the hash you gave")
    assert check(lines_of(store), [kept]).fault is None
    assert check(shorter).fault is None
    found = check(shorter, [kept]).fault
    assert found is not None
    assert found.words.startswith("The row that the hash you gave names by its hash is not there")


def test_older_hash_of_what_was_removed_by_the_settings_is_no_fault(store: Store) -> None:
    fill(store, 9)
    rows = [json.loads(line) for line in lines_of(store)[1:-1]]
    store.audit.cut(1_040.0)
    numbered = KeptHead(rows[1]["hash"], "the backup", 2)
    last_removed = KeptHead(rows[3]["hash"], "the hash you gave")
    assert check(lines_of(store), [numbered, last_removed]).fault is None
    assert check(lines_of(store), [replace(numbered, number=0)]).fault is not None


def test_the_start_is_exactly_what_the_cut_names(store: Store) -> None:
    fill(store, 9)
    before = lines_of(store)
    assert store.audit.cut(1_040.0) == 4
    after = lines_of(store)
    assert check(after).fault is None
    assert fault([after[0], *after[2:]]).words.startswith("Row 5 was removed")
    assert fault([after[0], before[4], *after[1:]]).words.startswith("Row 4 was put in")
    assert store.audit.cut(1_040.0) == 0


def test_a_cut_leaves_the_last_row_and_is_no_reason_for_another(store: Store) -> None:
    fill(store, 3)
    assert store.audit.cut(9e9) == 2
    assert check(lines_of(store)).fault is None
    assert store.audit.cut(9e9) == 1
    assert store.audit.cut(9e9) == 0
    assert check(lines_of(store)).fault is None


def test_a_clock_that_was_wrong_removes_no_later_row(store: Store) -> None:
    for at in (1_000.0, 9e9, 1_010.0, 1_020.0):
        store.audit.add(entry(at))
    assert store.audit.cut(5_000.0) == 1


def test_the_record_is_kept_for_days_of_use(store: Store) -> None:
    """Ten days of use, of which the computer was off between: what is older than the last three."""
    for day in (*range(5), *range(100, 105)):
        store.days.note(day * DAY + 60)
        store.audit.add(entry(day * DAY + 60))
    assert store.shorten_record(30) == 0
    assert store.shorten_record(3) == 6
    assert check(lines_of(store)).removed == 6
    assert [e.at // DAY for e in store.audit.newest(limit=9)] == [104, 103, 102, 101]


@pytest.mark.parametrize("count", [0, 1, 3, PORTION, PORTION + 1, 2 * PORTION])
def test_rows_of_an_older_version_are_chained(tmp_path: Path, count: int) -> None:
    old_record(tmp_path, count)
    with closing(Store(tmp_path)) as store:
        store.audit.add(entry(5_000.0))
        found = check(lines_of(store))
    assert (found.rows, found.older, found.fault) == (count + 1, count, None)


def old_record(profile: Path, count: int) -> None:
    connection = apsw.Connection(str(profile / "audit.db"))
    for script in scripts("audit")[:2]:
        connection.execute(script).fetchall()
    connection.pragma("user_version", 2)
    write_old(connection, count)
    connection.close()


def write_old(connection: Any, count: int) -> None:
    with connection:
        connection.executemany(
            "INSERT INTO audit (at, origin, client, tool, effect, decision, outcome, summary, undo)"
            " VALUES (?, 'mcp', 'Claude', 'search_messages', 'read', 'allow', 'done', ?, '')",
            [(float(number), f"query {number}") for number in range(count)],
        )


def test_chaining_that_was_interrupted_goes_on(tmp_path: Path) -> None:
    old_record(tmp_path, PORTION + 5)
    with closing(Store(tmp_path)) as store:
        assert len(store.audit.newest(limit=1)) == 1
    connection = apsw.Connection(str(tmp_path / "audit.db"))
    connection.execute("UPDATE audit SET hash = '', previous = '' WHERE id > ?", (PORTION,))
    connection.close()
    with closing(Store(tmp_path)) as store:
        assert check(lines_of(store)).fault is None


def test_rows_that_another_process_has_chained_meanwhile_are_left_alone(store: Store) -> None:
    fill(store, 3)
    before = lines_of(store)
    with closing(Connection(store.profile / "audit.db")) as connection:
        connection.execute("BEGIN IMMEDIATE")
        assert chain_portion(connection, 0) == 0
        connection.execute("COMMIT")
    assert lines_of(store) == before


def test_what_a_running_older_version_writes_is_chained_with_the_next_row(store: Store) -> None:
    fill(store, 2)
    connection = apsw.Connection(str(store.profile / "audit.db"))
    write_old(connection, 3)
    connection.close()
    fill(store, 1)
    found = check(lines_of(store))
    assert (found.rows, found.older, found.fault) == (6, 3, None)


def test_two_processes_write_one_line(tmp_path: Path) -> None:
    """Each with a store of its own, as two processes have, and one that removes between them."""
    stores = [Store(tmp_path) for _ in range(2)]
    threads = [
        threading.Thread(target=fill, args=(store, 100), kwargs={"start": start})
        for store, start in zip(stores, (1_000.0, 900_000.0), strict=True)
    ]
    for thread in threads:
        thread.start()
    for _ in range(5):
        stores[0].audit.cut(1_200.0)
    for thread in threads:
        thread.join()
    found = check(lines_of(stores[1]))
    assert found.fault is None
    for store in stores:
        store.close()


def test_two_stores_in_any_order_write_one_line(tmp_path: Path) -> None:
    random = Random(7)
    with closing(Store(tmp_path)) as one, closing(Store(tmp_path)) as other:
        for number in range(60):
            store = random.choice([one, other])
            match random.randrange(10):
                case 0:
                    store.audit.forget_words()
                case 1:
                    store.audit.cut(random.uniform(0, 60))
                case _:
                    store.audit.add(entry(float(number)), flushed=False)
            assert check(lines_of(random.choice([one, other]))).fault is None


def test_an_export_is_of_one_moment(store: Store) -> None:
    fill(store, 5)
    lines = store.audit.lines()
    begun = next(lines)
    with closing(Store(store.profile)) as other:
        other.audit.add(entry(9.0))
        other.audit.forget_words()
    found = [line.encode() + b"\n" for line in [begun, *lines]]
    assert check(found).rows == 5
    assert check(found).fault is None
    assert check(lines_of(store)).rows == 7


def test_the_head_is_that_of_the_last_day_that_has_ended(store: Store) -> None:
    assert store.audit.head_before(0.0) is None
    fill(store, 3, start=10 * DAY + 100)
    assert store.audit.head_before(10 * DAY + 200) is None
    hashes = [json.loads(line)["hash"] for line in lines_of(store)[1:-1]]
    head = store.audit.head_before(11 * DAY + 1)
    assert head is not None
    assert (head.day, head.number, head.hash) == (10, 3, hashes[-1])
    fill(store, 1, start=11 * DAY + 5)
    assert store.audit.head_before(11 * DAY + 6) == head
    assert store.audit.heads() == [head]


def hostile() -> Iterator[bytes]:
    yield b""
    yield b"\n"
    yield b"\xff\xfe\x00"
    yield b"[" * 100_000 + b"\n"
    yield b'{"format":"draftdesk-record"}\n'
    yield b'{"format":"draftdesk-record","version":1}\n' + b"[" * 100_000 + b"\n"
    yield b'{"format":"draftdesk-record","version":1}\n{"number":' + b"9" * 9_999 + b"}\n"
    yield b'{"format":"draftdesk-record","version":1}\n{"head":NaN,"rows":[]}\n'
    yield b"x" * 3_000_000
    yield b'{"format":"draftdesk-record","version":1}\n' + b" " * 3_000_000 + b"\n"


@pytest.mark.parametrize(
    "data", list(hostile()), ids=lambda data: f"{bytes(data[:24])!r}{len(data)}"
)
def test_no_file_is_taken_for_a_whole_record(data: bytes) -> None:
    found = checked(data.splitlines(keepends=True))
    assert found is None or found.fault is not None


def test_the_verifier_of_the_page_runs_by_itself(plain: list[bytes], tmp_path: Path) -> None:
    [source] = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    (tmp_path / "verify.py").write_text(source, encoding="utf-8")
    (tmp_path / "record").write_bytes(b"".join(plain))
    ran = subprocess.run(
        [sys.executable, "-I", "verify.py", "record"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (0, "whole\n")


def test_every_field_of_a_row_is_explained_on_the_page(plain: list[bytes]) -> None:
    page = PAGE.read_text("utf-8")
    fields = {*json.loads(plain[0]), *json.loads(plain[1]), *json.loads(plain[1])["words"]}
    assert [field for field in sorted(fields) if f"`{field}`" not in page] == []
