"""argv to the window, or to one of the small commands."""

from __future__ import annotations

import gc
import io
import multiprocessing
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.command_line import completed, parser
from desktop_app.interrupts import STOPPED, ending_at_once, raised, say_stopped
from desktop_app.model.errors import Cancelled, KnownError, StorageError

if TYPE_CHECKING:
    from desktop_app.model.wish import Wish


def main(argv: Sequence[str] | None = None) -> int:
    """Exit status: 0 done, 1 a KnownError (its sentence on stderr), 2 wrong usage, 130 stopped by
    Ctrl+C, 141 when nobody reads what is printed any more (as a shell has it)."""
    multiprocessing.freeze_support()
    _stand_in_for_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal need not know every character
    arguments = parser().parse_args(completed(sys.argv[1:] if argv is None else argv))
    try:
        if arguments.version:
            return _flushed(_tell_version(verbose=arguments.verbose))
        if arguments.command in _OF_THE_WINDOW and not arguments.self_test:
            return _window(arguments)
        with ending_at_once():
            return _flushed(_command(arguments))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for Python's own flush
        return 128 + 13
    except KnownError as error:
        from desktop_app import commands

        commands.complain(error)
        return STOPPED if isinstance(error, Cancelled) else 1
    except KeyboardInterrupt:
        say_stopped()
        return STOPPED


def _stand_in_for_closed_streams() -> None:
    """Python has None for an output that is not there: a program of Windows without a console has
    neither, and a shell can close either. What is said then goes nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115


def _tell_version(*, verbose: bool) -> int:
    from desktop_app.installation import details

    (name, number), *more = details()
    told = [f"{each}: {value}" for each, value in more] if verbose else []
    sys.stdout.write("\n".join([f"{name} {number}", *told]) + "\n")
    return 0


_OF_THE_WINDOW = frozenset({None, "open", "compose"})
"""Commands that the window carries out."""


def _window(arguments: Namespace) -> int:
    # Loading the program makes little that could be collected, and a lot to look through: the
    # collector rests until the window is there; then `ui.collector` calls it, on Qt's thread.
    gc.disable()
    wishes: tuple[Wish, ...] = ()
    if arguments.command is not None:
        from desktop_app.wishes import wishes_of

        wishes = wishes_of(arguments)
    from desktop_app.opening import open_window

    return open_window(arguments.profile, wishes, background=arguments.background)


def _flushed(status: int) -> int:
    sys.stdout.flush()
    return status


def _command(arguments: Namespace) -> int:
    from desktop_app.app import opened, restored
    from desktop_app.locations import chosen_profile

    if arguments.command == "mcp":
        from desktop_app.mcp_bridge.stdio.pipe import serve

        with raised():
            return serve(chosen_profile(arguments.profile))
    from desktop_app import commands
    from desktop_app.store.base.profile_folder import others_may_read

    if arguments.self_test:
        from desktop_app.self_test import left_out, self_test

        with raised():
            return commands.tell_self_test(self_test(), left_out())
    if arguments.command == "restore":
        with raised():
            report = restored(_profile(arguments), arguments.path)
        commands.tell_restored(report, as_json=arguments.json)
        return 0
    if arguments.command == "record" and arguments.what == "verify" and arguments.path:
        from desktop_app.record_commands import verify_file

        with raised():
            return verify_file(arguments)
    with opened(_profile(arguments)) as house:
        if (trouble := others_may_read(house.profile)) is not None:
            commands.complain(trouble)
        with raised():
            return commands.run(arguments, house.runner())


def _profile(arguments: Namespace) -> Path:
    """The profile of a command. One that was given and can't be one is wrong usage."""
    from desktop_app.locations import chosen_profile
    from desktop_app.store.base.profile_folder import FULL, profile_folder

    try:
        return profile_folder(chosen_profile(arguments.profile))
    except StorageError as error:
        if arguments.profile is None or error.sentence == FULL:
            raise
        parser().error(f"argument --profile: {error.sentence}")


if __name__ == "__main__":
    sys.exit(main())
