"""A copied profile is as one that the migrations have made."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.store.store import Store
from tests.fakes.new_profile import new_profile

DRAWN = {"ids_key_high", "ids_key_low"}


def contents(profile: Path) -> tuple[dict[str, object], dict[str, int]]:
    """Everything in the database but what is drawn; and that."""
    with closing(Store(profile)) as store:
        db = store.db
        schema = db.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name")
        tables = [name for kind, name, *_ in schema if kind == "table"]
        found: dict[str, object] = {"schema": schema}
        for name in ("user_version", "page_size", "journal_mode", "application_id", "encoding"):
            found[name] = db.rows(f"PRAGMA {name}")
        for name in tables:
            rows = [list(row) for row in db.rows(f"SELECT * FROM {name}")]
            found[name] = [row for row in rows if not DRAWN.intersection(row)]
        return found, dict(db.rows("SELECT name, value FROM meta WHERE name LIKE 'ids_key_%'"))


def test_a_copy_is_as_one_that_the_migrations_made(tmp_path: Path) -> None:
    copied, made = contents(new_profile(tmp_path / "copy")), contents(tmp_path / "made")
    assert copied[0] == made[0]
    assert copied[1].keys() == made[1].keys() == DRAWN
    files = [{p.name for p in (tmp_path / name).iterdir()} for name in ("copy", "made")]
    assert files[0] == files[1]
    modes = [(tmp_path / name / "mail.db").stat().st_mode for name in ("copy", "made")]
    assert modes[0] == modes[1]


def test_what_is_drawn_is_drawn_for_each(tmp_path: Path) -> None:
    drawn = [contents(new_profile(tmp_path / name))[1] for name in ("one", "two")]
    assert drawn[0] != drawn[1]


@pytest.mark.parametrize("there", ["mail.db", "mail.json"])
def test_nothing_is_put_where_something_is(tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_bytes(b"words")
    new_profile(tmp_path)
    assert [(p.name, p.read_bytes()) for p in tmp_path.iterdir()] == [(there, b"words")]
