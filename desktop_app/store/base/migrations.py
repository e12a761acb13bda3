"""Forward migrations: schema/…/NNNN.sql, each in one transaction, counted in `user_version`.

A released file never changes; each change is a new file.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources

import apsw

from desktop_app.model.errors import StorageError

_TABLES = {"": "account", "audit": "audit"}
"""A table of each schema, in every version."""


def scripts(schema: str = "") -> list[str]:
    """The scripts of a schema in order; the n-th (from 1) migrates version n-1 to n. A schema is
    a folder in schema/; that of the mail is schema/ itself."""
    folder = resources.files("desktop_app.store") / "schema" / schema
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name)
    return [f.read_text(encoding="utf-8") for f in files]


def migrate(
    connection: apsw.Connection, schema: str = "", before: Callable[[], object] = bool
) -> None:
    """Migrates the database to the newest version; does nothing when it has it. `before` is called
    before the first step of a database that has tables already.

    Raises StorageError when a newer program has written it, apsw.NotADBError when another has.
    """
    known = scripts(schema)
    _refuse_foreign(connection, schema)
    if 0 < version_of(connection) < len(known):
        before()
    while (version := version_of(connection)) < len(known):
        _step(connection, version, known[version])
    if version > len(known):
        raise StorageError(
            "This profile was last used by a newer Draftdesk and can't be opened by this one.",
            next_step="Install the newest version of Draftdesk.",
            details={"profile_version": str(version), "known_version": str(len(known))},
        )


def _refuse_foreign(connection: apsw.Connection, schema: str) -> None:
    """Raises apsw.NotADBError for a database of other tables: a file that was put in the place of
    this one."""
    # One statement, and so one moment: another process may be making the tables.
    [(version, own, some)] = connection.execute(
        "SELECT user_version, EXISTS (SELECT 1 FROM sqlite_schema WHERE name = ?),"
        " EXISTS (SELECT 1 FROM sqlite_schema) FROM pragma_user_version",
        (_TABLES[schema],),
    ).fetchall()
    if bool(version) != bool(own) or (some and not own):
        raise apsw.NotADBError("it is another database")


def make_version(connection: apsw.Connection, version: int) -> None:
    """Makes the tables of a version of the mail's schema in an empty database."""
    for number, script in enumerate(scripts()[:version]):
        _step(connection, number, script)


def _step(connection: apsw.Connection, version: int, script: str) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have made this step while this one waited for the lock.
        if version_of(connection) == version:
            connection.execute(script).fetchall()
            connection.execute(f"PRAGMA user_version = {version + 1}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def version_of(connection: apsw.Connection, database: str = "main") -> int:
    """The version of the schema, 0 for an empty database."""
    return int(connection.execute(f"PRAGMA {database}.user_version").get)
