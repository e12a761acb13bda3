"""Single window of a profile: a second start raises the first and ends.

A lock the system gives back when its process ends says who is first, at once and without the
network library. The socket that later starts speak to is opened when the window stands, and closed
when the window goes: what nobody answers is a process that starts, ends or hangs.
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
    from PySide6.QtNetwork import QLocalServer, QLocalSocket

LOCK = "window.lock"
_WAIT_MS = 500
_ASKING_SECONDS = 1.5
_AGAIN_SECONDS = 0.05
_TAKEN = frozenset({errno.EAGAIN, errno.EACCES, errno.EDEADLK})
_SHOWN = b"shown"


class SingleWindow(QObject):
    """Holds the profile for this process, and a local socket of this user (no network).

    `first`: this process has the profile. `shown`: another has it, and has shown its window.
    Neither: another has it and does not answer; `try_again` until one of them holds. The profile
    folder is there.
    """

    def __init__(
        self, profile: Path, parent: QObject | None = None, *, patience: float = _ASKING_SECONDS
    ) -> None:
        super().__init__(parent)
        self._profile = profile
        self._server: QLocalServer | None = None
        self._socket: QLocalSocket | None = None
        self._file: IO[bytes] | None = None
        self._raise: Callable[[], None] | None = None
        self.first = self.shown = False
        self._begin(time.monotonic() + patience)

    def on_second(self, show: Callable[[], None]) -> None:
        """From now on call `show` whenever another start asks for the window."""
        self._raise = show
        if self._server is None:
            self._listen()

    def leave(self) -> None:
        """The window goes: another start is not answered any more, and waits for the profile."""
        self._raise = None
        if self._server is not None:
            self._server.close()

    def release(self) -> None:
        """The profile is free for another start."""
        self.leave()
        if self._file is not None:
            self._file.close()

    def try_again(self) -> None:
        """Look whether the profile is free, and ask its owner once more. Does not wait: the answer
        comes by the event loop."""
        if self.first or self.shown or self._take():
            return
        from PySide6.QtNetwork import QLocalSocket

        if self._socket is not None:
            self._socket.abort()
            self._socket.deleteLater()
        socket = self._socket = QLocalSocket(self)
        socket.readyRead.connect(self._on_answer)
        socket.connectToServer(self._name())

    def _on_answer(self) -> None:
        self.shown = True

    def _begin(self, until: float) -> None:
        """Take the lock, or ask its owner to show itself: that may be starting, or ending."""
        while not (self.first or self.shown):
            if self._take():
                return
            self.shown = self._asked_other()
            if not self.shown:
                if time.monotonic() > until:
                    return
                time.sleep(_AGAIN_SECONDS)

    def _take(self) -> bool:
        try:
            self._file = _held(self._profile / LOCK)
        except OSError:
            # A file system without locks: the socket alone has to tell.
            self.shown = self._asked_other()
            self.first = not self.shown and self._listen()
            return self.first
        self.first = self._file is not None
        return self.first

    def _name(self) -> str:
        import hashlib

        digest = hashlib.sha256(bytes(self._profile.resolve())).hexdigest()[:24]
        return f"draftdesk-{digest}"

    def _asked_other(self) -> bool:
        """Whether the other process answers that it shows its window. To connect is to ask: what
        one wrote could meet a process that has answered and gone."""
        from PySide6.QtNetwork import QLocalSocket

        socket = QLocalSocket()
        socket.connectToServer(self._name())
        if not socket.waitForConnected(_WAIT_MS):
            return False
        answered = bool(socket.bytesAvailable()) or socket.waitForReadyRead(_WAIT_MS)
        socket.disconnectFromServer()
        return answered

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
        show = self._raise
        if socket is None:
            return
        socket.disconnected.connect(socket.deleteLater)
        if show is not None:
            socket.write(_SHOWN)
            socket.flush()
            show()


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
