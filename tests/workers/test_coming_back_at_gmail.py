"""What comes back later at Gmail: labels of Draftdesk's own, since its API has no snooze."""

from __future__ import annotations

import time
from pathlib import Path

from desktop_app.model.message import SystemLabel
from tests.fakes.google.desk import SyncDesk, desk, server_contents
from tests.fakes.google.fixtures import put
from tests.fakes.google.proxy import Google

MINUTE, DAY = 60, 86_400
NOW = (int(time.time()) // MINUTE + 1) * MINUTE
INBOX = str(SystemLabel.INBOX)


def labels(synced: SyncDesk) -> dict[str, frozenset[str]]:
    return {m.source_id: m.labels for m in synced.messages()}


def test_two_computers_at_gmail_agree_and_its_labels_can_be_read(
    served: Google, synced: SyncDesk, tmp_path: Path
) -> None:
    put(served, 2)
    synced.sync()
    first, second = synced.messages()
    synced.store.later.snooze([first.thread_id], NOW + DAY)
    muting = frozenset({str(SystemLabel.LATER_MUTED)})
    synced.store.messages.modify([second.id], add=muting, remove=frozenset({INBOX}))
    synced.sync()
    moment = time.strftime("%Y-%m-%d %H.%M", time.gmtime(NOW + DAY))
    there = server_contents(served)
    snoozed = {name for name in there[first.source_id] if name.startswith("Draftdesk/")}
    assert snoozed == {"Draftdesk/Snoozed", f"Draftdesk/At {moment} UTC"}
    assert "Draftdesk/Muted" in there[second.source_id]
    assert INBOX not in there[first.source_id] | there[second.source_id]
    with desk(tmp_path / "other", served) as other:
        other.sync()
        assert labels(other) == labels(synced)
        [thread] = [m.thread_id for m in other.messages() if m.source_id == first.source_id]
        assert other.store.later.snoozed_until([thread]) == {thread: NOW + DAY}
        assert not [x for x in other.store.labels.list() if "LATER_AT" in x.id]
        other.store.later.bring_back(NOW + DAY)
        other.sync()
        synced.sync()
        assert labels(other) == labels(synced)
        assert INBOX in labels(synced)[first.source_id]
        other.store.later.forget_moments(NOW + 3 * DAY)
        other.sync()
    names = {name for found in server_contents(served).values() for name in found}
    listed = {str(x["name"]) for x in served.emulator.call("GET", "labels")["labels"]}  # type: ignore[attr-defined]
    assert "Draftdesk/Snoozed" not in names
    assert f"Draftdesk/At {moment} UTC" not in listed
