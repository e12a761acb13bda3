"""Single window of a profile: a second start raises the first and ends.

A lock the system gives back when its process ends says who is first, at once and without the
network library. The socket that later starts speak to is opened when the window stands.
"""

from __future__ import annotations

import errno
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalServer

LOCK = "window.lock"
_WAIT_MS = 500
_ASKING_SECONDS = 5.0
_AGAIN_SECONDS = 0.05
_TAKEN = frozenset({errno.EAGAIN, errno.EACCES, errno.EDEADLK})


class SingleWindow(QObject):
    """Holds the profile for this process, and a local socket of this user (no network).

    `first` tells whether this process has it; if not, the other has been asked to show itself.
    """

    def __init__(self, profile: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._profile = profile
        self._server: QLocalServer | None = None
        self._file: IO[bytes] | None = None
        self._raise: Callable[[], None] | None = None
        self.first = self._begin()

    def on_second(self, show: Callable[[], None]) -> None:
        """From now on call `show` whenever another start asks for the window."""
        self._raise = show
        if self._server is None:
            self._listen()

    def release(self) -> None:
        """The profile is free for another start."""
        if self._server is not None:
            self._server.close()
        if self._file is not None:
            self._file.close()

    def _begin(self) -> bool:
        """Take the lock, or ask its owner to show itself: that may be starting, or ending."""
        until = time.monotonic() + _ASKING_SECONDS
        while True:
            try:
                self._file = _held(self._profile / LOCK)
            except OSError:
                # A file system without locks: the socket alone has to tell.
                return not self._asked_other() and self._listen()
            if self._file is not None:
                return True
            if self._asked_other() or time.monotonic() > until:
                return False
            time.sleep(_AGAIN_SECONDS)

    def _name(self) -> str:
        import hashlib

        digest = hashlib.sha256(str(self._profile.resolve()).encode()).hexdigest()[:24]
        return f"draftdesk-{digest}"

    def _asked_other(self) -> bool:
        from PySide6.QtNetwork import QLocalSocket

        socket = QLocalSocket()
        socket.connectToServer(self._name())
        if not socket.waitForConnected(_WAIT_MS):
            return False
        socket.write(b"show")
        socket.waitForBytesWritten(_WAIT_MS)
        socket.disconnectFromServer()
        return True

    def _listen(self) -> bool:
        from PySide6.QtNetwork import QLocalServer

        # A crash leaves the socket's file behind; nobody else has the profile, so it may go.
        QLocalServer.removeServer(self._name())
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        return self._server.listen(self._name())

    def _on_connection(self) -> None:
        socket = self._server.nextPendingConnection() if self._server is not None else None
        if socket is not None:
            socket.disconnected.connect(socket.deleteLater)
        if self._raise is not None:
            self._raise()


def _held(path: Path) -> IO[bytes] | None:
    """The file, locked for as long as it is open; None when another process has it.

    Raises `OSError` where nothing can be locked.
    """
    file = path.open("ab")
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        if error.errno in _TAKEN:
            return None
        raise
    return file
