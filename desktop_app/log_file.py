"""Log of warnings and errors in the profile; never message text, never a secret."""

from __future__ import annotations

import errno
import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

from desktop_app.model.errors import StorageError

LOG_BYTES = 2_000_000


class LogFile(RotatingFileHandler):
    """Log file that says nothing where it can't be written any more, such as on a full disk."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's own name
        """Leave the record out."""


def log_into(profile: Path) -> None:
    """Log warnings and errors into `<profile>/logs` from now on. Raises `StorageError`."""
    folder = profile / "logs"
    path = folder / "draftdesk.log"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            raise IsADirectoryError(errno.EISDIR, "draftdesk.log is not a file")
        file = LogFile(path, maxBytes=LOG_BYTES, backupCount=3, encoding="utf-8")
    except OSError as error:
        reason = error.strerror or "the disk reported an error"
        if isinstance(error, FileExistsError):
            reason = "logs in the profile folder is a file"
        raise StorageError(
            f"No log can be written: {reason[0].lower()}{reason[1:]}.",
            next_step="Draftdesk works without it.",
        ) from error
    file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(file)
    root.setLevel(logging.WARNING)
