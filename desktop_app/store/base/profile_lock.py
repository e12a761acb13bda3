"""Lock of a profile's files: many processes use them at once, one alone replaces them.

The system gives it back when the process ends. Windows does not replace files that are open, so
nothing more is needed there.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from desktop_app.model.errors import Refused

NAME = "mail.lock"


class ProfileLock:
    """Held from its making to `release`: shared, or `alone` for a process that replaces files."""

    def __init__(self, profile: Path, *, alone: bool = False) -> None:
        """Raises Refused when another process replaces the files, or uses them while `alone`."""
        self._descriptor: int | None = None
        if sys.platform == "win32":
            return
        import fcntl

        with suppress(OSError):
            # A file system without locks, or one that can't be written: used by one at a time.
            self._descriptor = os.open(profile / NAME, os.O_CREAT | os.O_RDWR, 0o600)
        if self._descriptor is None:
            return
        kind = fcntl.LOCK_EX if alone else fcntl.LOCK_SH
        try:
            fcntl.flock(self._descriptor, kind | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self.release()
            raise Refused(
                "Another Draftdesk process is using this profile."
                if alone
                else "Another Draftdesk process is restoring this profile.",
                next_step="End it, or wait until it has ended.",
            ) from error
        except OSError:
            self.release()

    def release(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
