"""Damaged, shortened and swapped mail.db files: what is promised before the press is what comes.

`python -m tests.reliability.files [--files N] [--seed S] [--plant]`

A profile with mail, drafts and an outbox is backed up, and something is written after that. Then
its mail.db is made another file: pages overwritten, the end cut off, the list of its tables
damaged, another database, an older copy, something that is no database, nothing. What the window
would say is held against what a restore then brings, and that against what was there: no mail and
no draft that the backup has may be missing. `--plant` reads the file as SQLite does by itself,
which is to be found.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import Any

import apsw
import pytest

from desktop_app.model.backup import RestoreReport
from desktop_app.model.draft import DraftContent, DraftState
from desktop_app.model.errors import Damaged, KnownError
from desktop_app.store.backups.repair import examine, forecast, restore
from desktop_app.store.backups.salvage import DamagedDatabase
from desktop_app.store.store import Store
from tests.reliability.damage import ALEX, ME, NOW, PAGE, make_profile
from tests.reliability.figures import Figures
from tests.store.mails import mail

OPEN = (DraftState.PROPOSED, DraftState.EDITED, DraftState.APPROVED)
SINCE = 4
"""Drafts and mails that the backup does not have."""


@dataclass(frozen=True)
class Outcome:
    """What came of one file: every difference, in words."""

    kind: str
    problems: tuple[str, ...]
    mails_of_file: int


@dataclass(frozen=True)
class Truth:
    """Ids and bodies of the drafts that are open, ids of the mails."""

    drafts: dict[str, str]
    mails: frozenset[int]


def _write_since(profile: Path) -> Truth:
    """After the backup: drafts, and mails of the local account."""
    with closing(Store(profile, clock=lambda: NOW + 5000)) as store:
        for n in range(SINCE):
            content = DraftContent(ALEX, body=f"since {n}")
            store.drafts.create("here", ME, content, state=DraftState.EDITED, now=NOW + 5000)
        texts = [mail(f"since {n}", id=f"since{n}@x.example") for n in range(SINCE)]
        store.messages.add("here", texts, labels=[frozenset({"INBOX"})] * SINCE)
        return _found(store)


def _found(store: Store) -> Truth:
    drafts = {d.id: d.content.body for d in store.drafts.in_state(OPEN)}
    return Truth(drafts, frozenset(id_ for (id_,) in store.db.rows("SELECT id FROM state")))


def _schema_pages(database: Path) -> list[int]:
    with closing(apsw.Connection(str(database))) as connection:
        rows = connection.execute("SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'")
        return [number for (number,) in rows]


def _over(database: Path, place: int, data: bytes) -> None:
    with database.open("r+b") as file:
        file.seek(place)
        file.write(data)


def _one_page(database: Path, rng: random.Random) -> None:
    place = rng.randrange(database.stat().st_size // PAGE) * PAGE
    _over(database, place, rng.choice([rng.randbytes(PAGE), bytes(PAGE), rng.randbytes(90)]))


def _some_pages(database: Path, rng: random.Random) -> None:
    for _ in range(rng.randrange(2, 12)):
        _one_page(database, rng)


def _two_pages_swapped(database: Path, rng: random.Random) -> None:
    data = database.read_bytes()
    first, second = (PAGE * rng.randrange(1, len(data) // PAGE) for _ in range(2))
    _over(database, first, data[second : second + PAGE])
    _over(database, second, data[first : first + PAGE])


def _cut(pages: Callable[[random.Random, int], float]) -> Callable[[Path, random.Random], None]:
    def cut(database: Path, rng: random.Random) -> None:
        size = database.stat().st_size
        with database.open("r+b") as file:
            file.truncate(max(1, int(size - PAGE * pages(rng, size // PAGE))))

    return cut


def _schema_page(database: Path, rng: random.Random) -> None:
    place = (rng.choice(_schema_pages(database)) - 1) * PAGE
    _over(database, place, rng.choice([rng.randbytes(PAGE), bytes(PAGE), rng.randbytes(90)]))


def _schema_page_and_others(database: Path, rng: random.Random) -> None:
    _schema_page(database, rng)
    _some_pages(database, rng)


def _other_database(database: Path, _: random.Random) -> None:
    shutil.copy(database.with_name("audit.db"), database)


def _older_copy(database: Path, _: random.Random) -> None:
    """As a copy of the disk brings it back; half of it is of today."""
    data, old = database.read_bytes(), database.with_name("older").read_bytes()
    half = len(old) // PAGE // 2 * PAGE
    database.write_bytes(old[:half] + data[half:])


def _letter(database: Path, rng: random.Random) -> None:
    database.write_bytes(b"Dear Alex, " * rng.randrange(1, 4000))


def _gone(database: Path, _: random.Random) -> None:
    database.unlink()


def _gone_with_marker(database: Path, _: random.Random) -> None:
    database.unlink()
    for name in ("mail.json", "mail.schema"):
        database.with_name(name).unlink(missing_ok=True)


KINDS: dict[str, Callable[[Path, random.Random], None]] = {
    "one page": _one_page,
    "some pages": _some_pages,
    "two pages swapped": _two_pages_swapped,
    "one page short": _cut(lambda _, __: 1),
    "some pages short": _cut(lambda rng, pages: rng.randrange(2, pages // 2)),
    "short within a page": _cut(lambda rng, pages: rng.random() * pages),
    "one byte": _cut(lambda _, pages: pages),
    "a page of the list of tables": _schema_page,
    "a page of that list and others": _schema_page_and_others,
    "another database": _other_database,
    "half an older copy": _older_copy,
    "a letter": _letter,
    "no file": _gone,
    "no file and no marker": _gone_with_marker,
}
_MAILS_AT_MOST_LOST = {"one page short": 1, "a page of the list of tables": 0}
"""Of kinds by which little lies in what was damaged: the last page has the newest mail."""


def outcomes(files: int, seed: int) -> Iterator[Outcome]:
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole"
        make_profile(whole)
        shutil.copy(whole / "mail.db", whole / "older")
        with closing(Store(whole, clock=lambda: NOW)) as store:
            store.audit.ready()
            in_backup = _found(store)
        truth = _write_since(whole)
        for number in range(files):
            profile = Path(folder) / str(number)
            shutil.copytree(whole, profile)
            kind = list(KINDS)[number % len(KINDS)]
            KINDS[kind](profile / "mail.db", random.Random(f"{seed} {number}"))
            without = number % 5 == 4
            yield _outcome(kind, profile, truth, in_backup, without=without)
            shutil.rmtree(profile)


def _outcome(kind: str, profile: Path, truth: Truth, in_backup: Truth, *, without: bool) -> Outcome:
    """`without` a backup being used."""
    opened = _opens(profile)
    found = [opened] if isinstance(opened, str) else []
    examined = examine(profile)
    if opened is False and not examined.problem:
        found.append("it does not open, and nothing is said to be wrong")
    newest = None if without else examined.backups[0].path
    before = {p: p.read_bytes() for p in profile.glob("mail.db*") if p.is_file()}
    would = forecast(profile, newest, clock=_later, cancelled=Event())
    if {p: p.read_bytes() for p in before} != before or list(profile.glob(".draftdesk*")):
        found.append("counting changed a file")
    report = restore(profile, newest, clock=_later, progress=lambda _: None, cancelled=Event())
    if replace(report, set_aside=None) != would:
        found.append(f"promised {would}, restored {report}")
    with closing(Store(profile, clock=_later)) as store:
        found += _differences(store, report, None if without else in_backup)
    least = len(truth.mails) - _MAILS_AT_MOST_LOST.get(kind, len(truth.mails))
    if report.mails_of_former < least:
        found.append(f"{report.mails_of_former} of {len(truth.mails)} mails were read")
    return Outcome(kind, tuple(found), report.mails_of_former)


def _later() -> float:
    return NOW + 9000


def _differences(store: Store, said: RestoreReport, in_backup: Truth | None) -> Iterator[str]:
    """Between what is there and what was said, and what the backup had."""
    now = _found(store)
    awaited = {id_ for (id_,) in store.db.rows("SELECT id FROM expected_message")}
    if (len(now.drafts), len(now.mails)) != (said.drafts, said.mails):
        yield f"{len(now.drafts)} drafts and {len(now.mails)} mails, said: {said}"
    if len(awaited) != said.awaited + said.gone:
        yield f"{len(awaited)} are awaited, said: {said}"
    if store.db.rows(
        "SELECT id FROM draft d WHERE state = 'approved' AND NOT EXISTS (SELECT 1 FROM outbox"
        " WHERE draft_id = d.id AND state IN ('queued', 'sending', 'uncertain'))"
    ):
        yield "a draft is approved, and nothing is in the outbox"
    if in_backup is not None:
        drafts, mails = in_backup.drafts.keys(), in_backup.mails
        yield from (f"draft {id_} of the backup is missing" for id_ in drafts - now.drafts.keys())
        yield from (f"mail {id_} of the backup is missing" for id_ in mails - now.mails - awaited)


def _opens(profile: Path) -> bool | str:
    """Whether the profile opens; what is wrong where that is not as it should be."""
    try:
        with closing(Store(profile, clock=lambda: NOW)) as store:
            accounts = store.accounts.list()
            return True if accounts else "an empty mailbox was shown"
    except Damaged:
        return False
    except KnownError as error:
        return f"not called damaged: {error}"
    except Exception as error:
        return f"no sentence: {type(error).__name__}: {error}"


def as_sqlite_reads(patch: pytest.MonkeyPatch) -> None:
    """The fault: a file that SQLite refuses is read no further."""
    patch.setattr(DamagedDatabase, "_read_what_is_there", lambda *_: None)


def figures() -> Figures:
    found = list(outcomes(200, 1))
    broken = sum(bool(outcome.problems) for outcome in found)
    return Figures(f"{len(found)} files; promised is what came in {len(found) - broken}", broken)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plant", action="store_true")
    given = parser.parse_args()
    with pytest.MonkeyPatch.context() as patch:
        if given.plant:
            as_sqlite_reads(patch)
        found = list(outcomes(given.files, given.seed))
    kinds: Counter[str] = Counter(outcome.kind for outcome in found)
    read: dict[str, Any] = {
        kind: [o.mails_of_file for o in found if o.kind == kind] for kind in kinds
    }
    print(f"{len(found)} files, {sum(not o.problems for o in found)} as promised")
    for kind, number in kinds.items():
        print(f"  {kind}: {number}, mails read: {min(read[kind])} to {max(read[kind])}")
    for outcome in [outcome for outcome in found if outcome.problems][:20]:
        print(f"  {outcome.kind}: {'; '.join(outcome.problems)[:600]}")
    sys.exit(any(outcome.problems for outcome in found))


if __name__ == "__main__":
    main()
