"""Operations of a first start with a newer version: a profile of each older one is migrated."""

from __future__ import annotations

from collections.abc import Callable

import apsw

from desktop_app.store.base.migrations import scripts
from tests.reliability.desk import Desk, Operation, Problems, Tell

NEWEST = len(scripts())
_ADDRESS = '{"name":"","email":"a@x.example"}'
_IDENTITIES = f'[{{"address":{_ADDRESS},"signature":"s"}}]'
_CONTENT = f'{{"from_":{_ADDRESS},"body":"kept words"}}'
_PERSON = '{"origin":"user"}'
ROWS: dict[int, tuple[str, ...]] = {
    1: (
        f"""INSERT INTO account (id, kind, name, identities, colour, sample)
            VALUES ('work', 'local', 'Work', CAST('{_IDENTITIES}' AS BLOB), 0, 0)""",
        "INSERT INTO saved_search (name, query) VALUES ('Bills', 'subject:bill')",
    ),
    2: (
        f"""INSERT INTO draft
            (id, account_id, author, state, revision, content, created, updated)
            VALUES ('d', 'work', '{_PERSON}', 'edited', 2, '{_CONTENT}', 1, 2)""",
        f"""INSERT INTO draft_version (draft_id, revision, author, content, saved)
            VALUES ('d', 2, '{_PERSON}', '{_CONTENT}', 2)""",
    ),
}
"""What is in a profile, by the version from which on it can be."""

_AUDIT = """INSERT INTO {} (at, origin, client, tool, effect, decision, outcome, summary)
    VALUES (1.0, 'user', '', 'search', 'read', 'allow', 'done', 'kept summary')"""
_REQUEST = (
    "INSERT INTO request (origin, client, tool, arguments, summary, asked)"
    " VALUES ('mcp', 'Claude', 'delete_messages', '{}', 'Delete', 1.0)"
)


def _of_version(version: int) -> Callable[[Desk], None]:
    """The profile as that version left it."""

    def prepare(desk: Desk) -> None:
        path = desk.profile / "mail.db"
        desk.store.close()
        for name in ("mail.db", "mail.db-wal", "mail.db-shm", "audit.db"):
            (desk.profile / name).unlink(missing_ok=True)
        connection = apsw.Connection(str(path))
        connection.pragma("page_size", 8192)
        connection.pragma("journal_mode", "wal")
        for number, script in enumerate(scripts()[:version], 1):
            connection.execute(script).fetchall()
            connection.execute(f"PRAGMA user_version = {number}")
        for since, statements in ROWS.items():
            for statement in statements if since <= version else ():
                connection.execute(statement)
        if version >= 2:
            connection.execute(_AUDIT.format("audit" if version < 9 else "audit_before"))
        if 2 <= version < 11:
            connection.execute(_REQUEST)
        connection.close()

    return prepare


def _migrate(desk: Desk, tell: Tell) -> None:
    """It is open by now; then the first look at the activity record."""
    tell("opened")
    desk.store.audit.newest(limit=9)
    tell("read")


def _check(version: int) -> Callable[..., Problems]:
    def check(desk: Desk, told: tuple[str, ...], refused: str) -> Problems:
        del told, refused
        [(now,)] = desk.store.db.rows("PRAGMA user_version")
        if now != NEWEST:
            yield f"it is at version {now}"
        if [a.name for a in desk.store.accounts.list()] != ["Work"]:
            yield "the account is gone"
        if len(desk.store.saved_searches.list()) != 1:
            yield "the saved search is gone, or there twice"
        if version >= 2:
            if desk.store.drafts.get("d").content.body != "kept words":
                yield "the draft is not what it was"
            if [v.content.body for v in desk.store.drafts.versions("d")] != ["kept words"]:
                yield "its versions are not what they were"
            if [e.summary for e in desk.store.audit.newest(limit=9)] != ["kept summary"]:
                yield "the activity record is not what it was"
        if 2 <= version < 11 and desk.store.db.rows("SELECT count(*) FROM request") != [(1,)]:
            yield "a request is gone, or there twice"

    return check


MIGRATIONS = tuple(
    Operation(f"migrate from {version}", _of_version(version), _migrate, _check(version))
    for version in range(1, NEWEST)
)
