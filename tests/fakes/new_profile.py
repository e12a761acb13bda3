"""A profile that is new, without the migrations of every version before: a copy of one that was
made by them, once in each process of the suite."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

import apsw

from desktop_app.store.base import migrations
from desktop_app.store.base.profile_folder import private_file, profile_folder
from desktop_app.store.store import Store

DATABASE = "mail.db"

_scripts = cache(migrations.scripts)


def _scripts_read_once(schema: str = "") -> list[str]:
    """Forty files, which no test changes, for each of some thousand profiles."""
    return list(_scripts(schema))


migrations.scripts = _scripts_read_once


def new_profile(profile: Path) -> Path:
    """The folder, with an empty database where it has none, nor had one. What the database drew at
    random when it was made is drawn again."""
    if not profile.exists() or not any(profile.iterdir()):
        path = profile_folder(profile) / DATABASE
        private_file(path)
        path.write_bytes(_made())
        connection = apsw.Connection(str(path))
        connection.pragma("synchronous", "off")
        connection.execute(
            "UPDATE meta SET value = random() WHERE name LIKE 'ids_key_%'"
        ).fetchall()
        connection.close()
    return profile


@cache
def _made() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        Store(Path(folder)).close()
        return (Path(folder) / DATABASE).read_bytes()
