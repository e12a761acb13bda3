"""Composition root: makes every service of a profile and connects them.

It decides only what is connected to what, and the order of shutdown.
"""

from __future__ import annotations

import hmac
import logging
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from desktop_app import __version__
from desktop_app.locations import resources
from desktop_app.model.backup import RestoreReport
from desktop_app.model.bridge import LOCAL_PROGRAM, BridgeClient, instance_of, name_of
from desktop_app.model.changes import Changes
from desktop_app.model.clock import Clock
from desktop_app.model.draft import Author, Origin
from desktop_app.model.errors import KnownError
from desktop_app.model.later import later
from desktop_app.model.request import Asker
from desktop_app.model.visible_state import Seen
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.store.visible_state import visible_state
from desktop_app.tools.calls.context import Ports
from desktop_app.tools.runner import Limit, Runner, Scope
from desktop_app.workers.account_services import AccountServices
from desktop_app.workers.backup_keeper import BackupKeeper
from desktop_app.workers.importer import Importer
from desktop_app.workers.postman import Postman
from desktop_app.workers.removals import Removals
from desktop_app.workers.sample import FirstStart, SampleMailbox
from desktop_app.workers.triage import TriageWorker
from desktop_app.workers.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from desktop_app.assistant.model.gate import Gate
    from desktop_app.assistant.prepared_queue import PreparedQueue, Writer
    from desktop_app.assistant.transcript import Agent
    from desktop_app.mcp_bridge.bridge import Bridge
    from desktop_app.model.prepared import WantsAnswer
    from desktop_app.tools.calls.ports import Models
    from desktop_app.ui.background.services import Services
    from desktop_app.workers.picture_fetcher import PictureFetcher

_log = logging.getLogger(__name__)


class Worker(Protocol):
    """What works beside the window. `start` starts a thread and `shutdown` ends it; neither waits
    for more than some seconds."""

    def start(self) -> None: ...

    def shutdown(self) -> None: ...


@dataclass(frozen=True)
class House:
    """Services of one profile, without a face."""

    profile: Path
    settings: Settings
    store: Store
    ports: Ports
    postman: Postman
    watch: Watch
    keeper: BackupKeeper
    sample: SampleMailbox
    first_start: FirstStart
    triage: TriageWorker
    preparing: PreparedQueue
    accounts: AccountServices
    removals: Removals
    bridge: Bridge
    clock: Clock

    def runner(
        self,
        origin: Origin,
        name: str = "",
        scope: Scope = lambda: None,
        without: Callable[[], frozenset[str]] = frozenset,
        caller: str = "",
        family: Callable[[], str] = str,
        limit: Limit | None = None,
        instance: str = "",
    ) -> Runner:
        """Runner for the tools, stamped with the actor and the accounts it may see. Made in this
        file only."""
        return Runner(
            Author(origin, name, instance=instance),
            store=self.store,
            settings=self.settings,
            ports=self.ports,
            clock=self.clock,
            profile=self.profile,
            scope=scope,
            without=without,
            caller=caller,
            askers=self._asker,
            family=family,
            limit=limit,
        )

    def _asker(self, asker: Asker) -> Runner:
        """Runner of whoever asked for something, with what it may see now."""
        author = asker.author
        if author.origin is Origin.MCP:
            return _program(self, author.name, asker.caller, author.instance)
        return _assistant(self, author.name)

    def start_workers(self) -> None:
        """Start the workers, in the process that has the window: the outbox, the watch on other
        processes' commits, the sync, the sample mailbox of an empty profile, and the bridge if
        it is wanted. Each only starts threads."""
        for worker in self._workers:
            try:
                worker.start()
            except Exception:  # noqa: BLE001 - one that is broken keeps no other from starting
                _log.exception("A worker can't be started")

    @property
    def _workers(self) -> tuple[Worker, ...]:
        """In the order of starting; they end in the opposite one."""
        keeping = (self.watch, self.keeper, self.triage, self.accounts, self.removals)
        return (self.postman, *keeping, self.first_start, self.bridge, self.preparing)

    def ending(self) -> None:
        """The program will end: nobody waits for the keyring any more. Does not wait."""
        self.accounts.ending()

    def shutdown(self) -> None:
        """Stop faces and workers first, the database last. Each is waited for a few seconds."""
        self.ending()
        for worker in reversed(self._workers):
            worker.shutdown()
        self.store.close()


def build(profile: Path, *, clock: Clock = time.time, settings: Settings | None = None) -> House:
    """Open a profile, with its settings unless they are given. Raises `StorageError` when it can't
    be used."""
    store = Store(profile, clock=clock)
    try:
        settings = settings or Settings(profile)
    except BaseException:
        store.close()
        raise
    accounts = AccountServices(store, settings, clock=clock, style=_browser_style)
    postman = Postman(
        store,
        clock=clock,
        connector=accounts.connector,
        sent=accounts.wake,
        sends_at_end=lambda: settings.flag("mail.send_at_end"),
    )
    removals = Removals(store, forget=accounts.forget, alone=accounts.alone)
    sample = SampleMailbox(store, resources=resources(), clock=clock)
    importer = Importer(store)
    ports = Ports(
        importer=importer,
        postman=postman,
        accounts=accounts,
        cloud=accounts.cloud,
        enrolment=later(lambda: accounts.enrolment),
        removals=removals,
        sync=later(lambda: accounts.sync),
        bridge=later(lambda: house.bridge),
        models=later(lambda: _models(settings, accounts)),
        pictures=later(_picture_fetcher),
        preparing=later(lambda: house.preparing),
        unsubscribe=_unsubscribe,
    )
    house = House(
        profile=profile,
        settings=settings,
        store=store,
        ports=ports,
        postman=postman,
        watch=Watch(store, clock=clock),
        keeper=BackupKeeper(store, importer, clock=clock),
        sample=sample,
        first_start=FirstStart(store, sample, lambda account: _propose_example(house, account)),
        triage=TriageWorker(store),
        preparing=later(lambda: _prepared_queue(house)),
        accounts=accounts,
        removals=removals,
        bridge=later(lambda: _bridge(house)),
        clock=clock,
    )
    return house


@dataclass(frozen=True)
class _BridgeAccess:
    """Access over the bridge: clients with their own token, and holders of this run's token,
    which `draftdesk mcp` reads from the profile."""

    house: House
    run_token: str

    def client(self, token: str) -> BridgeClient | None:
        clients = self.house.store.bridge_clients
        if token and hmac.compare_digest(token.encode(), self.run_token.encode()):
            return clients.get(LOCAL_PROGRAM)
        return clients.with_token(token)

    def runner(self, client_id: str, says_it_is: str, instance: str) -> Runner:
        client = self.house.store.bridge_clients.get(client_id)
        return _program(
            self.house, name_of(client, says_it_is), client_id, instance_of(client, instance)
        )

    def sees(self, client_id: str) -> Seen | None:
        store = self.house.store
        return visible_state(store, frozenset(store.bridge_clients.get(client_id).accounts))

    def called(self, client_id: str) -> None:
        self.house.store.bridge_clients.called(client_id, now=self.house.clock())


def _program(house: House, name: str, client_id: str, instance: str) -> Runner:
    """Runner of a program at the bridge, with its accounts and groups as they are at each call."""
    clients = house.store.bridge_clients
    return house.runner(
        Origin.MCP,
        name,
        scope=lambda: frozenset(clients.get(client_id).accounts),
        without=lambda: frozenset(clients.get(client_id).groups_off),
        family=lambda: clients.get(client_id).family,
        caller=client_id,
        instance=instance,
    )


def _assistant(house: House, name: str, limit: Limit | None = None) -> Runner:
    """Runner of the assistant, with the accounts that the chosen model may read at each call."""
    from desktop_app.assistant.providers import readable_accounts

    return house.runner(
        Origin.ASSISTANT,
        name,
        scope=lambda: readable_accounts(house.settings),
        limit=limit,
    )


def _picture_fetcher() -> PictureFetcher:
    from desktop_app.workers.picture_fetcher import PictureFetcher

    return PictureFetcher()


def _unsubscribe(url: str) -> None:
    from desktop_app.accounts.one_click import OneClick
    from desktop_app.accounts.public_web import PublicWeb

    OneClick(PublicWeb()).post(url)


def _prepared_queue(house: House) -> PreparedQueue:
    from desktop_app.assistant.prepared_queue import PreparedQueue

    ledger, told, clock = house.store.prepared, house.store.subscribe, house.clock
    return PreparedQueue(ledger, house.settings, lambda: _writer(house), told, clock=clock)


def _writer(house: House) -> Writer:
    """Who writes prepared answers, as the settings say at the moment."""
    from desktop_app.assistant.prepared_queue import Writer
    from desktop_app.assistant.providers import cannot_prepare
    from desktop_app.tools.reply_limit import only_a_reply_to

    return Writer(
        cannot_prepare(house.settings),
        _assistant(house, "").visible_accounts(),
        lambda message: _agent_over(house, limit=only_a_reply_to(message)),
        lambda mail: _remind(house, mail),
    )


def _remind(house: House, mail: WantsAnswer) -> str:
    """A reminder that the queue proposes, by fixed sentences; the id of its draft."""
    from desktop_app.assistant.starter.starter import StarterAssistant
    from desktop_app.tools.person import triage

    runner = _assistant(house, StarterAssistant.NAME)
    wanted = triage.DraftNudge(thread_id=mail.thread)
    return runner.call(triage.DRAFT_NUDGE, wanted).unwrap().draft_id


def _bridge(house: House) -> Bridge:
    from desktop_app.mcp_bridge.bridge import Bridge, new_run_token

    token = new_run_token()
    return Bridge(
        _BridgeAccess(house, token),
        house.settings,
        house.profile,
        version=__version__,
        clock=house.clock,
        told=lambda: house.store.announce(Changes(bridge=True)),
        subscribe=house.store.subscribe,
        run_token=token,
    )


def _browser_style() -> str:
    from desktop_app.ui.window.browser_page import style

    return style()


@contextmanager
def opened(profile: Path) -> Iterator[House]:
    """Services for one command, closed at the end."""
    house = build(profile)
    try:
        yield house
    finally:
        house.shutdown()


def restored(profile: Path, backup: str) -> RestoreReport:
    """Restore a backup, or the newest of a folder, into a profile that no process uses. Raises
    `KnownError`."""
    from desktop_app.store.backups.repair import restore
    from desktop_app.store.backups.shelf import newest_in

    chosen = newest_in(Path(backup).expanduser())
    return restore(
        profile, chosen, clock=time.time, progress=lambda _: None, cancelled=threading.Event()
    )


def _agent(house: House) -> Agent:
    """Agent of the assistant panel, as the settings choose it."""
    from desktop_app.assistant.chosen import ChosenAgent
    from desktop_app.assistant.providers import gate_of

    gate = gate_of(house.settings)
    return ChosenAgent(house.settings, lambda: _agent_over(house, gate), gate)


def _agent_over(house: House, gate: Gate | None = None, limit: Limit | None = None) -> Agent:
    """Agent that the settings choose; each has its own runner."""
    from desktop_app.assistant.providers import agent_name, chosen_agent

    return chosen_agent(
        house.settings,
        _assistant(house, agent_name(house.settings), limit=limit),
        keys=later(lambda: house.accounts.secrets),
        notebook=later(lambda: house.store.conversations),
        clock=house.clock,
        gate=gate,
    )


def _propose_example(house: House, account: str) -> None:
    from desktop_app.assistant.starter.example import propose_example
    from desktop_app.assistant.starter.starter import StarterAssistant

    scope = lambda: frozenset({account})  # noqa: E731  # of the sample and of nothing else
    propose_example(house.runner(Origin.ASSISTANT, StarterAssistant.NAME, scope=scope), account)


def _models(settings: Settings, accounts: AccountServices) -> Models:
    from desktop_app.assistant.providers import ModelDirectory

    return ModelDirectory(settings, later(lambda: accounts.secrets))


def services(house: House, start_troubles: tuple[KnownError, ...] = ()) -> Services:
    """What the window is given."""
    from desktop_app.ui.background.services import Services

    return Services(
        runner=house.runner(Origin.USER),
        agent=later(lambda: _agent(house)),
        settings=house.settings,
        subscribe=house.store.subscribe,
        clock=house.clock,
        profile=house.profile,
        resources=resources(),
        version=__version__,
        start_troubles=start_troubles,
    )
