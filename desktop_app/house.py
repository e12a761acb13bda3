"""The house: the services of one profile, without a face. Each is made once.

It connects them, and ends them in the opposite order. What costs time to load is made when it is
first used.
"""

from __future__ import annotations

import logging
import os
from threading import Event
from typing import TYPE_CHECKING, Protocol

from desktop_app import __version__
from desktop_app.callers import Callers, in_one_account
from desktop_app.locations import resources
from desktop_app.model.changes import Changes
from desktop_app.model.clock import Clock
from desktop_app.model.later import later, made_once
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.tools.calls.caller import PERSON, Caller, Limit
from desktop_app.tools.runner import Runner, ToolServices
from desktop_app.workers.account_services import AccountServices
from desktop_app.workers.backup_keeper import BackupKeeper
from desktop_app.workers.importer import Importer
from desktop_app.workers.postman import Postman
from desktop_app.workers.removals import Removals
from desktop_app.workers.sample import FirstStart, SampleMailbox
from desktop_app.workers.triage import TriageWorker
from desktop_app.workers.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.assistant.model.gate import Gate
    from desktop_app.assistant.prepared_queue import PreparedQueue, Writer
    from desktop_app.assistant.transcript import Agent
    from desktop_app.desktop.tray_messages import TrayMessages
    from desktop_app.house_notices import HouseNotices
    from desktop_app.mcp_bridge.bridge import Bridge
    from desktop_app.model.cloud_services import CloudServices
    from desktop_app.model.message import ThreadId
    from desktop_app.model.prepared import WantsAnswer
    from desktop_app.model.wish import Wish
    from desktop_app.tools.calls.ports import MailSync, Models, SignInControl
    from desktop_app.workers.coming_back import ComingBack
    from desktop_app.workers.file_reading import FileReader
    from desktop_app.workers.moving_in import MovingIn
    from desktop_app.workers.picture_fetcher import PictureFetcher

HANDED_PORT = "DRAFTDESK_HANDED_PORT"
"""Variable by which a process tells the one that takes its place where its bridge listened."""

_log = logging.getLogger(__name__)


class Worker(Protocol):
    """What works beside the window. `start` starts a thread and `shutdown` ends it; neither waits
    for more than some seconds."""

    def start(self) -> None: ...

    def shutdown(self) -> None: ...


class House:
    """Services of the profile of `store`, which it closes."""

    def __init__(self, store: Store, settings: Settings, *, clock: Clock) -> None:
        self.profile, self.store, self.settings, self.clock = store.profile, store, settings, clock
        self.accounts = AccountServices(store, settings, clock=clock, style=_browser_style)
        self.keys = later(lambda: self.accounts.secrets)
        self.postman = Postman(
            store,
            clock=clock,
            connector=self.accounts.connector,
            sent=self.accounts.wake,
            sends_at_end=lambda: settings.flag("mail.send_at_end"),
        )
        self.removals = Removals(store, forget=self.accounts.forget, alone=self.accounts.alone)
        self.sample = SampleMailbox(store, resources=resources(), clock=clock)
        self.first_start = FirstStart(store, self.sample, self._propose_example)
        self.importer = Importer(store)
        self.watch = Watch(store, clock=clock)
        self.keeper = BackupKeeper(
            store,
            self.importer,
            clock=clock,
            record_days=lambda: settings.number("record.keep_days"),
        )
        self.triage = TriageWorker(store)
        self.callers = Callers(store, settings, clock)
        self.ports = _Ports(self)
        self._tools = ToolServices(store, settings, self.ports, clock, self.profile)

    def runner(self, caller: Caller = PERSON) -> Runner:
        """Runner for the tools, stamped with who calls. Made here only."""
        return Runner(self._tools, caller, lambda asker: self.runner(self.callers.of(asker)))

    def agent(self, gate: Gate | None = None, limit: Limit | None = None) -> Agent:
        """Agent that the settings choose; each has its own runner."""
        from desktop_app.assistant.providers import agent_name, chosen_agent
        from desktop_app.assistant.stoppable import stoppable

        agent = chosen_agent(
            self.settings,
            self.runner(self.callers.assistant(agent_name(self.settings), limit)),
            keys=self.keys,
            notebook=later(lambda: self.store.conversations),
            clock=self.clock,
            gate=gate,
        )
        return stoppable(agent, self.callers.stopped, self.store.subscribe)

    @made_once
    def bridge(self) -> Bridge:
        from desktop_app.house_door import HouseDoor
        from desktop_app.mcp_bridge.bridge import Bridge, new_run_token

        door = HouseDoor(self.store, self.callers, self.runner, self._wish, self.clock)
        return Bridge(
            door,
            self.settings,
            self.profile,
            version=__version__,
            clock=self.clock,
            told=lambda: self.store.announce(Changes(bridge=True)),
            subscribe=self.store.subscribe,
            run_token=new_run_token(),
            first_port=handed_port(),
        )

    @made_once
    def files(self) -> FileReader:
        from desktop_app.workers.file_reading import FileReader

        return FileReader(self.store, self.settings, clock=self.clock)

    @made_once
    def coming_back(self) -> ComingBack:
        from desktop_app.workers.coming_back import ComingBack

        return ComingBack(self.store, clock=self.clock, nudge=self._nudge, look=self.accounts.wake)

    @made_once
    def preparing(self) -> PreparedQueue:
        from desktop_app.assistant.prepared_queue import PreparedQueue

        ledger, told = self.store.prepared, self.store.subscribe
        return PreparedQueue(
            ledger,
            self.settings,
            self._writer,
            told,
            clock=self.clock,
            stopped=self.callers.stopped,
        )

    @made_once
    def told(self) -> HouseNotices:
        """What the desktop is told of this house."""
        from desktop_app.house_notices import HouseNotices

        return HouseNotices(self.store, self.settings, self.accounts, self.runner, self.clock)

    def looks_at(self, place: str | None) -> None:
        """As `HouseNotices.looks_at`."""
        self.told.looks_at(place)

    def hand_wishes(self, ask: Callable[[Wish], None]) -> None:
        """As `HouseNotices.hand_wishes`."""
        self.told.hand_wishes(ask)

    def _wish(self, wish: Wish) -> None:
        self.told.wish(wish)

    def tray_messages(self) -> TrayMessages | None:
        """As `HouseNotices.tray_messages`."""
        return self.told.tray_messages()

    def count_scheduled(self) -> int:
        """The number of mails that are to leave later."""
        return self.store.outbox.scheduled.count()

    def _writer(self) -> Writer:
        """Who writes prepared answers, as the settings say at the moment."""
        from desktop_app.assistant.prepared_queue import Writer
        from desktop_app.assistant.providers import cannot_prepare
        from desktop_app.tools.reply_limit import only_a_reply_to

        return Writer(
            self.callers.stopped() or cannot_prepare(self.settings),
            self.runner(self.callers.assistant("")).visible_accounts(),
            lambda message: self.agent(limit=only_a_reply_to(message)),
            self._remind,
        )

    def _remind(self, mail: WantsAnswer) -> str:
        """A reminder that the queue proposes, by fixed sentences; the id of its draft."""
        return self._nudge(mail.thread)

    def _nudge(self, thread: ThreadId) -> str:
        """A draft that asks for the answer in a conversation. Raises `KnownError`."""
        from desktop_app.assistant.starter.starter import StarterAssistant
        from desktop_app.tools.person import triage

        runner = self.runner(self.callers.assistant(StarterAssistant.NAME))
        wanted = triage.DraftNudge(thread_id=thread)
        return runner.call(triage.DRAFT_NUDGE, wanted).unwrap().draft_id

    def _propose_example(self, account: str) -> None:
        from desktop_app.assistant.starter.example import propose_example
        from desktop_app.assistant.starter.starter import StarterAssistant

        caller = in_one_account(StarterAssistant.NAME, account)
        propose_example(self.runner(caller), account)

    # Life

    @property
    def _workers(self) -> tuple[Worker, ...]:
        """In the order of starting; they end in the opposite one."""
        keeping = (self.watch, self.keeper, self.triage, self.files, self.accounts, self.removals)
        later = (self.coming_back, self.first_start, self.bridge, self.preparing, self.told.watch)
        return (self.postman, *keeping, *later)

    def make_workers(self) -> None:
        """Make the workers, which loads what they need; on any thread."""
        assert self._workers

    def start_workers(self) -> None:
        """Start the workers, in the process that has the window: the outbox, the watch on other
        processes' commits, the sync, the sample mailbox of an empty profile, and the bridge if
        it is wanted. Each only starts threads."""
        for worker in self._workers:
            try:
                worker.start()
            except Exception:  # noqa: BLE001 - one that is broken keeps no other from starting
                _log.exception("A worker can't be started")

    def attended(self, attended: bool) -> None:
        """Whether there is a window to look at: the watch on other processes rests longer else,
        and grants that hold until it closes have ended."""
        self.watch.attended(attended)
        if not attended:
            self.callers.window_closed()

    def at_work(self) -> str:
        """What must not be broken off for a start without the window, in words; empty for nothing.
        What else is under way goes on from where it was."""
        if self.postman.busy or self.store.outbox.waiting():
            return "Mail is about to be sent."
        if self.preparing.busy:
            return "An answer is being prepared."
        if self.bridge.busy:
            return "A program is connected to the bridge."
        return ""

    @property
    def bridge_port(self) -> int:
        """The port on which the bridge listens, 0 while it does not."""
        return self.bridge.port

    def ending(self) -> None:
        """The program will end: nobody waits for the keyring any more. Does not wait."""
        self.accounts.ending()

    def shutdown(self) -> None:
        """Stop faces and workers first, the database last. Each is waited for a few seconds."""
        self.ending()
        for worker in reversed(self._workers):
            worker.shutdown()
        self.store.close()


class _Ports:
    """Implements `Ports`."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.importer, self.postman = house.importer, house.postman
        self.accounts, self.removals = house.accounts, house.removals

    def cloud(self, account_id: str) -> CloudServices:
        return self.accounts.cloud(account_id)

    @property
    def enrolment(self) -> SignInControl:
        return self.accounts.enrolment

    @property
    def sync(self) -> MailSync:
        return self.accounts.sync

    @property
    def bridge(self) -> Bridge:
        return self._house.bridge

    @property
    def preparing(self) -> PreparedQueue:
        return self._house.preparing

    @property
    def files(self) -> FileReader:
        return self._house.files

    @made_once
    def moving(self) -> MovingIn:
        from desktop_app.workers.moving_in import MovingIn

        return MovingIn(self._house.store)

    @made_once
    def models(self) -> Models:
        from desktop_app.assistant.providers import ModelDirectory

        return ModelDirectory(self._house.settings, self._house.keys)

    @made_once
    def pictures(self) -> PictureFetcher:
        from desktop_app.workers.picture_fetcher import PictureFetcher

        return PictureFetcher()

    def wish(self, wish: Wish) -> None:
        self._house.told.wish(wish)

    def published_changes(self, address: str, cancelled: Event) -> str:
        from desktop_app.accounts.public_web import PublicWeb
        from desktop_app.accounts.published_changes import published_changes

        return published_changes(PublicWeb(), address, cancelled)

    def unsubscribe(self, url: str) -> None:
        from desktop_app.accounts.one_click import OneClick
        from desktop_app.accounts.public_web import PublicWeb

        OneClick(PublicWeb()).post(url)


def handed_port() -> int:
    """The port of the bridge of the process that started this one; 0 for none."""
    given = os.environ.pop(HANDED_PORT, "")
    wanted = given.isascii() and given.isdigit() and len(given) <= 5
    return int(given) if wanted and int(given) <= 65_535 else 0


def _browser_style() -> str:
    from desktop_app.ui.window.browser_page import style

    return style()
