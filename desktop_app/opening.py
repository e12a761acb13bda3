"""Opening of the window: the profile taken, repaired where it must be, and given back at the end.

What keeps the window from opening is said in a window of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING

from desktop_app.app import build, services
from desktop_app.house import HANDED_PORT, House
from desktop_app.locations import chosen_profile, resources
from desktop_app.log_file import log_into
from desktop_app.model.errors import Damaged, KnownError, StorageError, Unavailable
from desktop_app.settings import Settings, settings_or_aside
from desktop_app.store.base import marker
from desktop_app.store.base.log_note import Lost
from desktop_app.store.base.profile_folder import others_may_read, profile_folder
from desktop_app.store.drafts import typed_text

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from desktop_app.model.wish import Wish
    from desktop_app.ui.background.services import Ending, Upkeep
    from desktop_app.ui.window.single_window import SingleWindow

LAST_SECONDS = 25.0
"""How long the process may take to end once the window has closed."""


def open_window(
    given: Path | None, wishes: tuple[Wish, ...] = (), *, background: bool = False
) -> int:
    """The window on a profile, the default one for None, until the program ends; or, in the
    `background`, no window until one is wanted. Another start hands its `wishes` to the first. What
    keeps it from opening is said in a window of its own."""
    from desktop_app.ui.window.display import need_display

    need_display(os.environ, sys.argv)
    from desktop_app.ui.window.application import make_application, run_background, run_window
    from desktop_app.ui.window.single_window import SingleWindow

    app = make_application(resources())
    profile: Path | None = None
    try:
        profile = profile_folder(chosen_profile(given))
        quiet = background and not wishes
        guard = SingleWindow(profile, app, wishes=wishes, quiet=quiet)
        if not guard.first and (quiet or not _waited(app, guard, profile)):
            return _handed_over(guard, wishes, quiet=quiet)
        troubles = _begun(profile)
        settings, trouble = settings_or_aside(profile)
        house = _sound_house(app, profile, settings)
    except KnownError as error:
        from desktop_app.ui.window.start_window import show_failure

        return show_failure(app, error, profile)
    if house is None:
        return 1
    if (lost := marker.noted_lost(profile)) is not None:
        troubles += (_lost_words(lost),)
        marker.clear_lost(profile)
    troubles += tuple(map(_kept_words, typed_text.untold(house.profile)))
    typed_text.make_room(house.profile)
    told = services(house, (*troubles, trouble) if trouble is not None else troubles)
    try:
        if background and not wishes:
            ending = run_background(app, told, upkeep=_upkeep(house), guard=guard)
        else:
            ending = run_window(app, told, upkeep=_upkeep(house), guard=guard, wishes=wishes)
    finally:
        _end_by_then()
        port = house.bridge_port
        house.shutdown()
        guard.release()
    if ending:
        _start_again(given, ending, bridge_port=port)
    return 0


def _handed_over(guard: SingleWindow, wishes: tuple[Wish, ...], *, quiet: bool) -> int:
    """Another process has the profile: what this start returns. A start in the background has
    nothing to say."""
    if guard.shown and wishes and not guard.heard:
        raise Unavailable(
            "The Draftdesk that is running is of another version, and can't open that.",
            next_step="Quit it, and try again.",
        )
    return 0 if guard.shown or quiet else 1


def _upkeep(house: House) -> Upkeep:
    """What the window asks of the house."""
    from desktop_app.ui.background.services import Upkeep

    return Upkeep(
        make=house.make_workers,
        start=house.start_workers,
        leaving=house.ending,
        at_work=house.at_work,
        attended=house.attended,
        scheduled=house.count_scheduled,
        wishing=house.hand_wishes,
        messages=house.tray_messages,
    )


def _sound_house(app: QApplication, profile: Path, settings: Settings) -> House | None:
    """The profile, opened; after a repair where its mail database is lost or damaged, or where a
    backup is wanted back. None when the person gave up. Raises `KnownError`."""
    wanted = marker.wanted_restore(profile)
    if (wanted or marker.noted_damage(profile)) and not _repaired(app, profile, settings, wanted):
        return None
    try:
        return build(profile, settings=settings)
    except Damaged:
        if not _repaired(app, profile, settings, None):
            return None
        return build(profile, settings=settings)


def _repaired(app: QApplication, profile: Path, settings: Settings, wanted: Path | None) -> bool:
    from desktop_app.store.backups.repair import examine, forecast, restore
    from desktop_app.store.backups.writing import read_backup
    from desktop_app.ui.backups.repair_window import RepairWork
    from desktop_app.ui.window.application import repair

    marker.clear_wanted(profile)
    work = RepairWork(
        examine=lambda: examine(profile),
        read=read_backup,
        forecast=lambda backup, cancelled: forecast(
            profile, backup, clock=time.time, cancelled=cancelled
        ),
        restore=lambda backup, progress, cancelled: restore(
            profile, backup, clock=time.time, progress=progress, cancelled=cancelled
        ),
        wanted=wanted,
    )
    return repair(app, settings, work)


def _start_again(given: Path | None, ending: Ending, *, bridge_port: int) -> None:
    """The program once more, in a process of its own: this one has nothing open any more. What it
    was asked to open has been opened. The bridge is where it was."""
    from desktop_app.desktop.own_program import own_command

    command = list(own_command())
    if not getattr(sys, "frozen", False):
        command = sys.orig_argv[: len(sys.orig_argv) - len(sys.argv[1:])]
    if given is not None:
        command += ["--profile", str(given)]
    if ending == "background":
        command.append("--background")
    environment = {**os.environ, HANDED_PORT: str(bridge_port)} if bridge_port else None
    subprocess.Popen(command, start_new_session=True, env=environment)  # noqa: S603  # our own


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


def _kept_words(path: Path) -> KnownError:
    return StorageError(
        f"What you typed could not be saved when Draftdesk was told to end. It is in {path}.",
        next_step="Open the file and copy it into the draft.",
        details={"file": str(path)},
    )


def _lost_words(lost: Lost) -> KnownError:
    from desktop_app.model.backup_words import local_time
    from desktop_app.ui.widgets.dates import forms

    since, until = (local_time(at, forms()) for at in (lost.since, lost.until))
    what = "missing" if lost.missing else "cut short"
    return StorageError(
        f"The log of the mail database was {what} at this start. What was saved between"
        f" {since} and {until} may be lost.",
        next_step="Look at what you wrote last. File → Backups shows what was backed up.",
        details={"since": str(lost.since), "until": str(lost.until), "log": what},
    )


def _waited(app: QApplication, guard: SingleWindow, profile: Path) -> bool:
    from desktop_app.ui.window.start_window import wait_for_profile

    return wait_for_profile(app, guard, profile)


def _end_by_then(seconds: float = LAST_SECONDS) -> None:
    """End the process after `seconds`, whatever hangs in it. By then all that was acknowledged is
    on the disk: an end like that of kill -9 loses nothing."""
    timer = Timer(seconds, os._exit, (0,))
    timer.daemon = True
    timer.start()
