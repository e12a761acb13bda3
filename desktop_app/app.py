"""Composition root: makes every service of a profile and connects them.

It decides only what is connected to what, and the order of shutdown.
"""

from __future__ import annotations

import hmac
import logging
import os
import sys
import time
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING

from desktop_app import __version__
from desktop_app.log_file import log_into
from desktop_app.model.bridge import LOCAL_PROGRAM, BridgeClient, name_of
from desktop_app.model.changes import Changes
from desktop_app.model.clock import Clock
from desktop_app.model.draft import Author, Origin
from desktop_app.model.errors import KnownError, StorageError
from desktop_app.model.later import later
from desktop_app.model.request import Asker
from desktop_app.settings import Settings, settings_or_aside
from desktop_app.store.profile_folder import others_may_read, profile_folder
from desktop_app.store.store import Store
from desktop_app.tools.context import Ports
from desktop_app.tools.runner import Runner, Scope
from desktop_app.workers.account_services import AccountServices
from desktop_app.workers.importer import Importer
from desktop_app.workers.postman import Postman
from desktop_app.workers.sample import FirstStart, SampleMailbox
from desktop_app.workers.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtWidgets import QApplication

    from desktop_app.assistant.transcript import Agent
    from desktop_app.mcp_bridge.bridge import Bridge
    from desktop_app.tools.ports import Models
    from desktop_app.ui.background.services import Services
    from desktop_app.ui.window.single_window import SingleWindow

LAST_SECONDS = 25.0
"""How long the process may take to end once the window has closed."""

_log = logging.getLogger(__name__)


def resources() -> Path:
    """Resource folder beside the program (inside the bundle when packaged)."""
    bundle = getattr(sys, "_MEIPASS", None)
    root = Path(bundle) if bundle else Path(__file__).resolve().parent.parent
    return root / "resources"


def default_profile(environment: Mapping[str, str] = os.environ) -> Path:
    """DRAFTDESK_PROFILE, else the platform's folder for application data. Raises `StorageError`
    where there is no home folder to find it in."""
    given = environment.get("DRAFTDESK_PROFILE")
    try:
        if given:
            return Path(given).expanduser()
        from platformdirs import user_data_path

        found = user_data_path("draftdesk", appauthor=False)
        Path.home()
    except RuntimeError:
        found = Path()
    if not found.is_absolute() or environment.get("HOME") == "":
        raise StorageError(
            "Your home folder can't be found.",
            next_step="Set HOME, or start Draftdesk with --profile and a folder for your mail.",
        )
    return found


def chosen_profile(given: Path | None) -> Path:
    """The folder that was given, with a ~ in it resolved, else the default one. Raises
    `StorageError`."""
    if given is None:
        return default_profile()
    try:
        return given.expanduser()
    except RuntimeError:
        raise StorageError(
            "The profile folder is in the home of a user that there is not.",
            next_step="Check the path.",
            details={"profile": str(given)},
        ) from None


@dataclass(frozen=True)
class House:
    """Services of one profile, without a face."""

    profile: Path
    settings: Settings
    store: Store
    ports: Ports
    postman: Postman
    watch: Watch
    sample: SampleMailbox
    first_start: FirstStart
    accounts: AccountServices
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
    ) -> Runner:
        """Runner for the tools, stamped with the actor and the accounts it may see. Made in this
        file only."""
        return Runner(
            Author(origin, name),
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
        )

    def _asker(self, asker: Asker) -> Runner:
        """Runner of whoever asked for something, with what it may see now."""
        stamped = _program if asker.author.origin is Origin.MCP else _assistant
        return stamped(self, asker.author.name, asker.caller)

    def start_workers(self) -> None:
        """Start the workers, in the process that has the window: the outbox, the watch on other
        processes' commits, the sync, the sample mailbox of an empty profile, and the bridge if
        it is wanted. Each only starts threads."""
        for worker in (self.postman, self.watch, self.accounts, self.first_start, self.bridge):
            try:
                worker.start()
            except Exception:  # noqa: BLE001 - one that is broken keeps no other from starting
                _log.exception("A worker can't be started")

    def ending(self) -> None:
        """The program will end: nobody waits for the keyring any more. Does not wait."""
        self.accounts.ending()

    def shutdown(self) -> None:
        """Stop faces and workers first, the database last. Each is waited for a few seconds."""
        self.ending()
        for worker in (self.bridge, self.first_start, self.accounts, self.watch, self.postman):
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
    postman = Postman(store, clock=clock, connector=accounts.connector, sent=accounts.wake)
    sample = SampleMailbox(store, resources=resources(), clock=clock)
    ports = Ports(
        importer=Importer(store),
        postman=postman,
        accounts=accounts,
        cloud=accounts.cloud,
        enrolment=later(lambda: accounts.enrolment),
        sync=later(lambda: accounts.sync),
        bridge=later(lambda: house.bridge),
        models=later(lambda: _models(settings, accounts)),
    )
    house = House(
        profile=profile,
        settings=settings,
        store=store,
        ports=ports,
        postman=postman,
        watch=Watch(store, clock=clock),
        sample=sample,
        first_start=FirstStart(store, sample, lambda account: _propose_example(house, account)),
        accounts=accounts,
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

    def runner(self, client_id: str, says_it_is: str) -> Runner:
        client = self.house.store.bridge_clients.get(client_id)
        return _program(self.house, name_of(client, says_it_is), client_id)

    def called(self, client_id: str) -> None:
        self.house.store.bridge_clients.called(client_id, now=self.house.clock())


def _program(house: House, name: str, client_id: str) -> Runner:
    """Runner of a program at the bridge, with its accounts and groups as they are at each call."""
    clients = house.store.bridge_clients
    return house.runner(
        Origin.MCP,
        name,
        scope=lambda: frozenset(clients.get(client_id).accounts),
        without=lambda: frozenset(clients.get(client_id).groups_off),
        family=lambda: clients.get(client_id).family,
        caller=client_id,
    )


def _assistant(house: House, name: str, _: str = "") -> Runner:
    """Runner of the assistant, with the accounts that the chosen model may read at each call."""
    from desktop_app.assistant.providers import readable_accounts

    return house.runner(Origin.ASSISTANT, name, scope=lambda: readable_accounts(house.settings))


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


def _agent(house: House) -> Agent:
    """Agent of the assistant panel, as the settings choose it; each agent has its own runner."""
    from desktop_app.assistant.chosen import ChosenAgent
    from desktop_app.assistant.providers import (
        agent_name,
        chosen_agent,
        gate_of,
    )

    gate = gate_of(house.settings)

    def make() -> Agent:
        return chosen_agent(
            house.settings,
            _assistant(house, agent_name(house.settings)),
            keys=later(lambda: house.accounts.secrets),
            notebook=later(lambda: house.store.conversations),
            clock=house.clock,
            gate=gate,
        )

    return ChosenAgent(house.settings, make, gate)


def _propose_example(house: House, account: str) -> None:
    from desktop_app.assistant.example import propose_example
    from desktop_app.assistant.starter import StarterAssistant

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


def open_window(given: Path | None) -> int:
    """The window on a profile, the default one for None, until it is closed; a second start raises
    the first. What keeps it from opening is said in a window of its own."""
    from desktop_app.ui.window.display import need_display

    need_display(os.environ, sys.argv)
    from desktop_app.ui.window.application import make_application, run_window
    from desktop_app.ui.window.single_window import SingleWindow

    app = make_application(resources())
    profile: Path | None = None
    try:
        profile = profile_folder(chosen_profile(given))
        guard = SingleWindow(profile, app)
        if not guard.first and not _waited(app, guard, profile):
            return 0 if guard.shown else 1
        troubles = _begun(profile)
        settings, trouble = settings_or_aside(profile)
        house = build(profile, settings=settings)
    except KnownError as error:
        from desktop_app.ui.window.start_window import show_failure

        return show_failure(app, error, profile)
    told = services(house, (*troubles, trouble) if trouble is not None else troubles)
    try:
        return run_window(app, told, start=house.start_workers, leaving=house.ending, guard=guard)
    finally:
        _end_by_then()
        house.shutdown()
        guard.release()


def _begun(profile: Path) -> tuple[KnownError, ...]:
    """Begin the log; what is to be said of the profile in the window."""
    troubles: list[KnownError] = []
    try:
        log_into(profile)
    except StorageError as error:
        troubles.append(error)
    if (open_to_others := others_may_read(profile)) is not None:
        troubles.append(open_to_others)
    return tuple(troubles)


def _waited(app: QApplication, guard: SingleWindow, profile: Path) -> bool:
    from desktop_app.ui.window.start_window import wait_for_profile

    return wait_for_profile(app, guard, profile)


def _end_by_then(seconds: float = LAST_SECONDS) -> None:
    """End the process after `seconds`, whatever hangs in it. By then all that was acknowledged is
    on the disk: an end like that of kill -9 loses nothing."""
    timer = Timer(seconds, os._exit, (0,))
    timer.daemon = True
    timer.start()
