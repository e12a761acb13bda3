"""One message that Google can't hand out is set aside; the rest of the account goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_app.accounts.base import Health
from desktop_app.model.errors import KnownError, SlowDown
from desktop_app.model.sync import SyncStatus
from desktop_app.settings import Settings
from desktop_app.store.server.set_aside import FIRST_SECONDS, LONGEST_SECONDS
from desktop_app.ui.window.sync_watch import sync_words
from desktop_app.workers.sync import Sync
from tests.depths import one_in
from tests.fakes.google.desk import SyncDesk, server_contents
from tests.fakes.google.emulator import Mail
from tests.fakes.google.faults import Fault
from tests.fakes.google.fixtures import put
from tests.fakes.google.proxy import Google
from tests.fakes.google.sessions import connector_over
from tests.fakes.house import mail

GET = "gmail.users.messages.get"
EVER = 10_000


def bad(id_: str, status: int = 400, reason: str = "badRequest", body: str = "") -> Fault:
    return Fault(GET, status=status, reason=reason, body=body, times=EVER, target=f"/{id_}")


def fresh(served: Google, name: str) -> str:
    return served.emulator.fill([Mail(mail(name, message_id=f"{name}@x.example"))])[0]


FAULTS = [(400, "badRequest", ""), (403, "domainPolicy", ""), (500, "backendError", "")]


@one_in(3)
@pytest.mark.parametrize(("status", "reason", "body"), [*FAULTS, (200, "", "{}"), (200, "", "[")])
def test_the_rest_comes_and_the_message_too_once_it_can(
    served: Google, synced: SyncDesk, status: int, reason: str, body: str
) -> None:
    ids = put(served, 6)
    served.proxy.fail(bad(ids[2], status, reason, body))
    assert synced.sync().fetched == 5
    state = synced.store.sync_state.get("gmail")
    assert state.synced > 0
    assert synced.store.sync_state.count_todo("gmail") == 0
    assert synced.store.set_aside.told("gmail")[0] == 1
    served.proxy.forget_calls()
    synced.sync()
    assert served.proxy.calls(GET) == [], "it was tried again at once"
    served.proxy.faults.clear()
    synced.later(FIRST_SECONDS + 1)
    assert synced.sync().fetched == 1
    assert synced.store.set_aside.told("gmail") == (0, "")
    assert {m.source_id: m.labels for m in synced.messages()} == server_contents(served)


def test_new_mail_goes_on_past_it_and_the_history_moves(served: Google, synced: SyncDesk) -> None:
    put(served, 2)
    synced.sync()
    before = synced.store.sync_state.get("gmail").history_id
    served.proxy.fail(bad(fresh(served, "bad")))
    fresh(served, "good")
    synced.sync()
    assert synced.by_subject("good")
    assert synced.store.sync_state.get("gmail").history_id != before
    assert synced.store.set_aside.told("gmail")[0] == 1


@pytest.mark.parametrize("count", [1, 3])
def test_bad_messages_that_come_alone_are_told_from_a_server_in_trouble(
    served: Google, synced: SyncDesk, count: int
) -> None:
    """Nothing else comes with them: a message that is here already is asked for."""
    put(served, 2)
    synced.sync()
    for n in range(count):
        served.proxy.fail(bad(fresh(served, f"bad{n}"), 500, "backendError"))
    synced.sync()
    assert synced.store.set_aside.told("gmail")[0] == count


def test_a_server_in_trouble_sets_nothing_aside(served: Google, synced: SyncDesk) -> None:
    put(served, 2)
    synced.sync()
    fresh(served, "late")
    served.proxy.fail(Fault(GET, status=500, times=EVER))
    with pytest.raises(KnownError):
        synced.sync()
    served.proxy.faults.clear()
    assert synced.store.set_aside.told("gmail")[0] == 0
    synced.sync()
    assert synced.by_subject("late")


def test_a_limit_sets_nothing_aside(served: Google, synced: SyncDesk) -> None:
    ids = put(served, 3)
    served.proxy.fail(bad(ids[0], 429, "rateLimitExceeded"))
    with pytest.raises(SlowDown):
        synced.sync()
    assert synced.store.set_aside.told("gmail")[0] == 0


def test_it_is_tried_later_and_later_and_at_least_once_a_week(
    served: Google, synced: SyncDesk
) -> None:
    ids = put(served, 2)
    served.proxy.fail(bad(ids[0]))
    synced.sync()
    waits = []
    for _ in range(7):
        [(at,)] = synced.store.db.rows("SELECT next_try FROM set_aside")
        waits.append(at - synced.store.db.clock())
        synced.later(waits[-1] + 1)
        synced.sync()
    assert [round(w / FIRST_SECONDS) for w in waits] == [1, 4, 16, 64, 256, 1024, 2016]
    assert max(waits) <= LONGEST_SECONDS


def test_a_new_listing_does_not_ask_for_it_again(served: Google, synced: SyncDesk) -> None:
    ids = put(served, 3)
    served.proxy.fail(bad(ids[0]))
    synced.sync()
    served.proxy.expire_history()
    served.proxy.forget_calls()
    synced.sync()
    assert not [c for c in served.proxy.calls(GET) if ids[0] in c.target]


def test_it_goes_with_its_deletion_on_the_web(served: Google, synced: SyncDesk) -> None:
    put(served, 2)
    synced.sync()
    id_ = fresh(served, "bad")
    served.proxy.fail(bad(id_))
    synced.sync()
    served.emulator.call("DELETE", f"messages/{id_}")
    synced.sync()
    assert synced.store.set_aside.told("gmail")[0] == 0


def test_it_is_counted_where_the_account_is_told_of(
    served: Google, synced: SyncDesk, tmp_path: Path
) -> None:
    ids = put(served, 2)
    served.proxy.fail(bad(ids[0]))
    synced.sync()
    connector = connector_over(lambda: synced.session)
    clock: Callable[[], float] = synced.store.db.clock
    sync = Sync(synced.store, Settings(tmp_path), clock=clock, connector=lambda _: connector)
    [status] = sync.status()
    assert (status.set_aside, bool(status.reason)) == (1, True)
    told = sync.health(synced.store.accounts.get("gmail"), Health(True, "now"))
    assert told.next_step.startswith("1 mail is set aside and tried again later: Google")
    assert sync_words(SyncStatus("g", set_aside=2), 0.0).endswith("2 mails set aside")
