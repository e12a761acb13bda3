"""What a pass costs of Gmail's quota: little more than the least possible."""

from __future__ import annotations

import base64
import time
from collections import Counter
from pathlib import Path
from threading import Event

import pytest

from benchmarks.google_mailbox import fill
from desktop_app.accounts.google.quota import BEFORE_MAY_2026, Bucket, Prices
from desktop_app.accounts.google.session import GoogleSession
from desktop_app.model.draft import Author, Draft, DraftContent, DraftState, Origin
from desktop_app.settings import Settings
from desktop_app.store.drafts.draft_records import OPEN_STATES
from desktop_app.workers.sync import Sync
from tests.fakes.google.desk import SyncDesk, server_contents
from tests.fakes.google.faults import Quota
from tests.fakes.google.fixtures import put
from tests.fakes.google.proxy import Google
from tests.fakes.google.sessions import connector_over
from tests.fakes.google.tokens import FixedTokens
from tests.fakes.house import DANA, ME, mail


class Passes:
    """Passes of one process over an account, and what each costs."""

    def __init__(self, mine: SyncDesk, served: Google, profile: Path) -> None:
        self.desk, self.served = mine, served
        self.ahead = 0.0
        connector = connector_over(lambda: mine.session)
        settings = Settings(profile, served.environment)
        self.sync = Sync(mine.store, settings, clock=self.now, connector=lambda _: connector)

    def now(self) -> float:
        return time.time() + self.ahead

    def run(self) -> Counter[str]:
        """Units by method."""
        self.served.proxy.forget_calls()
        self.sync.run_once("gmail", cancelled=Event())
        units: Counter[str] = Counter()
        for call in self.served.proxy.calls():
            units[call.method.removeprefix("gmail.users.")] += call.units
        return units

    def write(self, body: str = "Hello") -> Draft:
        content = DraftContent(from_=ME, to=(DANA,), subject="Plan", body=body)
        return self.desk.store.drafts.create(
            "gmail", Author(Origin.USER, ""), content, state=DraftState.EDITED, now=self.now() - 60
        )

    def open_drafts(self) -> list[str]:
        return sorted(d.content.body.strip() for d in self.desk.store.drafts.in_state(OPEN_STATES))


@pytest.fixture
def passes(served: Google, synced: SyncDesk, tmp_path: Path) -> Passes:
    put(served, 3)
    made = Passes(synced, served, tmp_path)
    made.run()
    return made


def write_there(served: Google, body: str) -> str:
    raw = base64.urlsafe_b64encode(mail("Plan", body=body, to=str(DANA))).decode()
    return str(served.emulator.call("POST", "drafts", {"message": {"raw": raw}})["id"])


def test_a_look_for_nothing_costs_two_units(passes: Passes) -> None:
    for _ in range(3):
        assert passes.run() == {"history.list": 2}


def test_new_mail_costs_its_own_fetch(passes: Passes) -> None:
    put(passes.served, 2)
    assert passes.run() == {"history.list": 2, "messages.get": 40}


def test_a_draft_goes_up_without_a_listing_and_is_not_fetched_afterwards(passes: Passes) -> None:
    draft = passes.write()
    assert passes.run() == {"history.list": 2, "drafts.create": 10}
    assert passes.run() == {"history.list": 2}
    store = passes.desk.store.drafts
    store.save(
        draft.id,
        draft.revision,
        DraftContent(from_=ME, to=(DANA,), subject="Plan", body="More"),
        Author(Origin.USER, ""),
        now=passes.now() - 60,
    )
    assert passes.run() == {"history.list": 2, "drafts.update": 15}
    assert passes.run() == {"history.list": 2}


def test_a_draft_of_the_web_is_listed_and_read_once_and_never_fetched_as_mail(
    passes: Passes,
) -> None:
    id_ = write_there(passes.served, "of the web")
    assert passes.run() == {"history.list": 2, "drafts.list": 5, "drafts.get": 20}
    assert passes.open_drafts() == ["of the web"]
    assert passes.run() == {"history.list": 2}
    passes.served.emulator.call("DELETE", f"drafts/{id_}")
    assert passes.run() == {"history.list": 2, "drafts.list": 5}
    assert passes.open_drafts() == []


def test_an_edit_on_the_web_comes_here(passes: Passes) -> None:
    passes.write()
    passes.run()
    [link] = passes.desk.store.draft_links("gmail").list()
    # Past the proxy, which gives each update a new message id, as Gmail does.
    headers = {"Authorization": "Bearer test-token", "Content-Type": "application/json"}
    raw = base64.urlsafe_b64encode(mail("Plan", body="there", to=str(DANA))).decode()
    target = f"/gmail/v1/users/me/drafts/{link.remote_id}"
    body = f'{{"message": {{"raw": "{raw}"}}}}'.encode()
    passes.served.proxy.gmail.answer("gmail.users.drafts.update", "PUT", target, headers, body)
    passes.served.proxy.upstream.hang_up()
    passes.run()
    passes.ahead += 3700  # its history has the ids of the emulator, not those that are shown
    passes.run()
    assert passes.open_drafts() == ["there"]


def test_a_drafts_listing_that_failed_is_made_good_by_the_next_pass(passes: Passes) -> None:
    from desktop_app.model.errors import KnownError
    from tests.fakes.google.faults import Fault

    write_there(passes.served, "of the web")
    passes.served.proxy.fail(Fault("gmail.users.drafts.list", status=400, reason="badRequest"))
    with pytest.raises(KnownError):
        passes.run()
    assert passes.run()["drafts.list"] == 5
    assert passes.open_drafts() == ["of the web"]


def test_drafts_in_the_mailbox_are_not_fetched_with_the_first_listing(
    served: Google, synced: SyncDesk, tmp_path: Path
) -> None:
    put(served, 2)
    write_there(served, "one")
    write_there(served, "two")
    units = Passes(synced, served, tmp_path).run()
    assert units["messages.get"] == 40
    assert units["drafts.get"] == 40
    assert {m.source_id: m.labels for m in synced.messages()} == server_contents(served)


def test_a_label_that_was_renamed_on_the_web_is_noticed_within_ten_minutes(
    passes: Passes,
) -> None:
    label = passes.served.emulator.label("Work")
    passes.ahead += 700
    passes.run()
    passes.served.emulator.call("PATCH", f"labels/{label}", {"name": "Clients"})
    assert passes.run() == {"history.list": 2}
    passes.ahead += 700
    assert passes.run() == {"history.list": 2, "labels.list": 1}
    names = {label.name for label in passes.desk.store.labels.list("gmail")}
    assert "Clients" in names
    assert "Work" not in names


def test_a_project_of_the_newer_list_is_found_out_and_costs_few_refusals(
    served: Google, synced: SyncDesk, tmp_path: Path
) -> None:
    """Google counts by the newer list; the account begins with the older."""
    fill(served.emulator, 400)
    clock = synced.waiting
    served.proxy.quota = Quota(6000, clock=clock.now)
    bucket = Bucket(BEFORE_MAY_2026.units_per_minute, clock=clock.now, sleep=clock.wait)
    prices = Prices(bucket)
    settings = Settings(tmp_path, served.environment)
    session = GoogleSession(
        "gmail", FixedTokens(), settings, bucket, prices=prices, wait=clock.wait
    )
    synced.mailbox._session = session
    try:
        assert synced.sync().fetched == 400
    finally:
        session.close()
    assert session.units("messages.get") == 20
    assert bucket.units_per_minute == 6000
    assert served.proxy.quota.refused <= 50, "one batch, at most"
