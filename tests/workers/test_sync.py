"""The sync threads: mail comes by itself, changes go out by themselves, trouble is told."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest

from desktop_app.accounts.base import Health
from desktop_app.accounts.google.session import GoogleSession
from desktop_app.model.draft import Author, DraftContent, DraftState, Origin
from desktop_app.model.errors import NeedsSignIn, NotFound
from desktop_app.model.sync import SyncPhase, SyncStatus
from desktop_app.settings import Settings
from desktop_app.workers.sync import Sync
from tests.fakes.google.desk import SyncDesk, server_contents
from tests.fakes.google.emulator import Emulator, Mail
from tests.fakes.google.faults import Fault
from tests.fakes.google.fixtures import an_emulator
from tests.fakes.google.proxy import Google
from tests.fakes.google.sessions import connector_over
from tests.fakes.house import DANA, ME, mail
from tests.store.mails import removed

PATIENCE = 20.0


@pytest.fixture(scope="module")
def gmail() -> Iterator[Emulator]:
    """One for the whole file: no test here minds the others' mail."""
    yield from an_emulator()


class Running:
    """A sync over one account, its clock `ahead` of the real one by as much as a test says."""

    def __init__(self, mine: SyncDesk, served: Google, profile: Path) -> None:
        self.desk = mine
        self.served = served
        self.refuse: Exception | None = None
        settings = Settings(profile, {**served.environment, "DRAFTDESK_MAIL_CHECK_SECONDS": "3600"})
        connector = connector_over(self._session)
        self.sync = Sync(mine.store, settings, clock=time.time, connector=lambda _: connector)

    def _session(self) -> GoogleSession:
        if self.refuse is not None:
            raise self.refuse
        return self.desk.session

    @property
    def status(self) -> SyncStatus:
        return self.sync.status()[0]

    def until(self, condition: Callable[[], bool]) -> None:
        """Returns once `condition` holds; looks again at every announcement."""
        news = Event()
        stop = self.desk.store.subscribe(lambda _: news.set())
        end = time.monotonic() + PATIENCE
        try:
            while not condition():
                assert time.monotonic() < end, self.sync.status()
                news.wait(0.2)
                news.clear()
        finally:
            stop()

    def settled(self) -> None:
        self.until(lambda: self.status.phase is SyncPhase.IDLE and self.status.synced > 0)


@pytest.fixture
def running(tmp_path: Path, served: Google, synced: SyncDesk) -> Iterator[Running]:
    made = Running(synced, served, tmp_path / "profile")
    yield made
    made.sync.shutdown()


def put_one(served: Google, subject: str) -> str:
    return served.emulator.fill([Mail(mail(subject, message_id=f"{subject}@x.example"))])[0]


def test_mail_comes_by_itself_and_again_when_asked(served: Google, running: Running) -> None:
    put_one(served, "first")
    running.sync.start()
    running.settled()
    assert running.desk.by_subject("first")
    put_one(served, "second")
    running.sync.wake()
    running.until(lambda: running.desk.store.messages.count() == len(server_contents(served)))


def test_a_change_goes_out_without_waiting_for_the_next_check(
    served: Google, running: Running
) -> None:
    remote = put_one(served, "to star")
    running.sync.start()
    running.settled()
    running.desk.store.messages.modify(
        [running.desk.by_subject("to star").id], add=frozenset({"STARRED"})
    )
    running.until(lambda: running.status.pending == 0)
    assert "STARRED" in server_contents(served)[remote]


def test_no_network_is_told_and_mended(served: Google, running: Running) -> None:
    served.proxy.offline = True
    running.sync.start()
    running.until(lambda: running.status.phase is SyncPhase.WAITING)
    assert running.status.sentence == "Google can't be reached."
    assert running.status.next_try > time.time() - 1
    served.proxy.offline = False
    running.sync.wake()
    running.settled()
    assert running.status.sentence == ""


def test_a_missing_sign_in_waits_for_the_person(served: Google, running: Running) -> None:
    running.refuse = NeedsSignIn("Signed out.", next_step="Sign in again.")
    running.sync.start()
    running.until(lambda: running.status.phase is SyncPhase.STOPPED)
    assert running.status.next_step == "Sign in again."
    running.refuse = None
    running.sync.wake("gmail")
    running.settled()


def test_a_pause_holds_the_download_back_and_is_shown(served: Google, running: Running) -> None:
    put_one(served, "held back")
    running.sync.pause(True)
    running.sync.start()
    running.until(lambda: running.desk.store.sync_state.get("gmail").listing == "listed")
    assert running.status.phase is SyncPhase.PAUSED
    assert running.desk.store.messages.count() == 0
    running.sync.pause(False)
    running.settled()
    assert running.desk.by_subject("held back")


def test_one_pass_also_moves_drafts(served: Google, running: Running) -> None:
    content = DraftContent(from_=ME, to=(DANA,), subject="Up it goes", body="Hello")
    running.desk.store.drafts.create(
        "gmail", Author(Origin.USER, ""), content, state=DraftState.EDITED, now=time.time() - 60
    )
    outcome = running.sync.run_once("gmail", cancelled=Event())
    assert outcome.drafts == 1
    assert served.emulator.call("GET", "drafts")["drafts"]


def test_a_draft_goes_up_by_itself_though_a_change_waits_for_a_permission(
    served: Google, running: Running
) -> None:
    put_one(served, "to answer")
    running.sync.start()
    running.settled()
    refused = Fault("gmail.users.messages.*odify", status=403, times=99,
                    reason="insufficientPermissions")  # fmt: skip
    served.proxy.fail(refused)
    message = running.desk.by_subject("to answer")
    running.desk.store.messages.modify([message.id], remove=frozenset({"UNREAD"}))
    before = len(served.emulator.call("GET", "drafts").get("drafts", []))  # type: ignore[arg-type]
    content = DraftContent(from_=ME, to=(DANA,), subject="Re: to answer", body="Hello")
    running.desk.store.drafts.create(
        "gmail", Author(Origin.USER, ""), content, state=DraftState.EDITED, now=time.time()
    )
    links = running.desk.store.draft_links("gmail")
    running.until(lambda: not links.waiting())
    after = len(served.emulator.call("GET", "drafts").get("drafts", []))  # type: ignore[arg-type]
    assert after == before + 1
    assert running.status.pending == 1
    served.proxy.faults.clear()


def test_what_stands_in_the_way_is_part_of_the_accounts_health(
    served: Google, running: Running
) -> None:
    [account] = running.desk.store.accounts.list()
    fine = Health(signed_in=True, last_sync="never")
    assert running.sync.health(account, fine) == fine
    served.proxy.offline = True
    running.sync.start()
    running.until(lambda: running.status.phase is SyncPhase.WAITING)
    told = running.sync.health(account, fine)
    assert told.next_step.startswith("Google can't be reached. Check the connection")
    asked = Health(signed_in=False, last_sync="never", next_step="Sign in.")
    assert running.sync.health(account, asked).next_step == "Sign in."


def test_an_unknown_account_is_not_found(running: Running) -> None:
    with pytest.raises(NotFound):
        running.sync.run_once("nobody", cancelled=Event())


def test_a_removed_account_ends_its_thread(served: Google, running: Running) -> None:
    running.sync.start()
    running.settled()
    thread = running.sync._lines["gmail"].thread
    assert thread is not None
    removed(running.desk.store, "gmail")
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert running.sync.status() == ()
