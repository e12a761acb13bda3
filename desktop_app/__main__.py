"""argv to the window, or to one of the small commands."""

from __future__ import annotations

import gc
import multiprocessing
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from desktop_app.command_line import parser
from desktop_app.model.errors import KnownError


def main(argv: Sequence[str] | None = None) -> int:
    """Exit status: 0 done, 1 a KnownError (its sentence on stderr), 2 wrong usage, 141 when
    nobody reads what is printed any more (as a shell has it)."""
    multiprocessing.freeze_support()
    arguments = parser().parse_args(argv)
    try:
        if arguments.command is None and not arguments.self_test:
            return _window(arguments.profile)
        return _flushed(_command(arguments))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for Python's own flush
        return 128 + 13
    except KnownError as error:
        from desktop_app import commands

        commands.complain(error)
        return 1
    except KeyboardInterrupt:
        return 130


def _window(profile: Path | None) -> int:
    # Loading the program makes little that could be collected, and a lot to look through: the
    # collector rests until the window is there; then `ui.collector` calls it, on Qt's thread.
    gc.disable()
    from desktop_app.opening import open_window

    return open_window(profile)


def _flushed(status: int) -> int:
    sys.stdout.flush()
    return status


def _command(arguments: Namespace) -> int:
    from desktop_app.app import default_profile, opened, restored

    if arguments.command == "mcp":
        from desktop_app.mcp_bridge.stdio import serve

        return serve(arguments.profile or default_profile())
    from desktop_app import commands
    from desktop_app.model.draft import Origin

    if arguments.self_test:
        from desktop_app.self_test import self_test

        return commands.tell_self_test(self_test())
    if arguments.command == "restore":
        report = restored(arguments.profile or default_profile(), arguments.path)
        commands.tell_restored(report, as_json=arguments.json)
        return 0
    with opened(arguments.profile or default_profile()) as house:
        return commands.run(arguments, house.runner(Origin.USER))


if __name__ == "__main__":
    sys.exit(main())
