"""argv to the window, or to one of the small commands."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Sequence

from desktop_app import commands
from desktop_app.app import default_profile, log_into, open_window, opened, self_test
from desktop_app.model.draft import Origin
from desktop_app.model.errors import KnownError


def main(argv: Sequence[str] | None = None) -> int:
    """Exit status: 0 done, 1 a KnownError (its sentence on stderr), 2 wrong usage."""
    multiprocessing.freeze_support()
    arguments = commands.parser().parse_args(argv)
    profile = arguments.profile or default_profile()
    try:
        if arguments.self_test:
            return commands.tell_self_test(self_test())
        if arguments.command is None:
            log_into(profile)
            return open_window(profile)
        with opened(profile) as house:
            return commands.run(arguments, house.runner(Origin.USER))
    except KnownError as error:
        commands.complain(error)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
