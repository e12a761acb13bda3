"""Lists of the outbox do not read the mails: a hundred of them may be gigabytes."""

from __future__ import annotations

import apsw

from desktop_app.model.outbox import OutboxState
from tests.fakes.house import TestHouse
from tests.workers.later_mail import HOUR, schedule


def test_a_list_reads_no_bytes_and_what_it_gives_can_not_be_sent(house: TestHouse) -> None:
    entry = schedule(house, house.now + HOUR)
    outbox = house.store.outbox
    read: list[str] = []

    def authorise(action: int, table: str | None, column: str | None, *_: object) -> int:
        if action == apsw.SQLITE_READ and table == "outbox" and column:
            read.append(column)
        return apsw.SQLITE_OK

    with house.store.db.reading() as connection:
        connection.authorizer = authorise
    try:
        [listed] = outbox.scheduled.entries()
        assert outbox.in_state([OutboxState.SCHEDULED]) == [listed]
        assert outbox.for_draft(entry.draft_id) == listed
        outbox.scheduled.hold(entry.id, "A reason.")
        assert list(outbox.not_sent()) == [entry.draft_id]
    finally:
        with house.store.db.reading() as connection:
            connection.authorizer = None
    assert "last_error" in read
    assert "mime" not in read
    assert listed.mime == b""
    assert entry.intact
    assert not listed.intact
