"""Composition root: opens a profile's house, and hands the window what it shows."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app import __version__
from desktop_app.house import House
from desktop_app.locations import resources
from desktop_app.model.backup import RestoreReport
from desktop_app.model.clock import Clock
from desktop_app.model.errors import KnownError
from desktop_app.model.later import later
from desktop_app.settings import Settings
from desktop_app.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.assistant.transcript import Agent
    from desktop_app.spelling.service import Spelling
    from desktop_app.ui.background.services import Services


def build(profile: Path, *, clock: Clock = time.time, settings: Settings | None = None) -> House:
    """Open a profile, with its settings unless they are given. Raises `StorageError` when it can't
    be used."""
    store = Store(profile, clock=clock)
    try:
        return House(store, settings or Settings(profile), clock=clock)
    except BaseException:
        store.close()
        raise


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
    """Agent of the assistant panel, as the settings choose it at the moment."""
    from desktop_app.assistant.chosen import ChosenAgent
    from desktop_app.assistant.providers import gate_of

    gate = gate_of(house.settings)
    return ChosenAgent(house.settings, lambda: house.agent(gate), gate)


def _spelling(house: House) -> Spelling:
    """Dictionaries, in the system's language where the person has chosen none."""
    from PySide6.QtCore import QLocale

    from desktop_app.spelling.service import Spelling

    return Spelling(house.profile, house.settings, system=lambda: QLocale.system().name())


def services(house: House, start_troubles: tuple[KnownError, ...] = ()) -> Services:
    """What the window is given."""
    from desktop_app.ui.background.services import Services

    return Services(
        runner=house.runner(),
        agent=later(lambda: _agent(house)),
        settings=house.settings,
        subscribe=house.store.subscribe,
        clock=house.clock,
        profile=house.profile,
        resources=resources(),
        version=__version__,
        start_troubles=start_troubles,
        spelling=later(lambda: _spelling(house)),
        looking=house.looks_at,
    )
