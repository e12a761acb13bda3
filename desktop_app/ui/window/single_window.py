"""Single window of a profile: a second start hands its wishes to the first and ends.

A lock the system gives back when its process ends says who is first, at once and without the
network library. The socket that later starts speak to is opened when the window stands, and closed
when the window goes: what nobody answers is a process that starts, ends or hangs.

A start writes what it wishes (`wish_message.py`) and reads one word: `taken` once the first has
it, `refused` where it can't be read. A version that knew no wishes says `shown`.
"""

from __future__ import annotations

import errno
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalServer, QLocalSocket

    from desktop_app.model.wish import Wish

LOCK = "window.lock"
_WAIT_MS = 500
_ASKING_SECONDS = 1.5
_AGAIN_SECONDS = 0.05
_TAKEN = frozenset({errno.EAGAIN, errno.EACCES, errno.EDEADLK})
_TAKEN_WORD, _REFUSED_WORD = b"taken", b"refused"
_SILENT_MS = 250
"""How long a start is waited for that writes nothing: one of a version that knew no wishes."""
_MOST_HELD = 16
"""Connections that are read at once; more are turned away."""
_MOST_BUFFERED = 65_536


class SingleWindow(QObject):
    """Holds the profile for this process, and a local socket of this user (no network).

    `first`: this process has the profile. `shown`: another has it, and has shown its window;
    `heard`: it has taken the `wishes` too, without which the window alone is wished. None of them:
    another has it and does not answer; `try_again` until one of them holds. `quiet`: this start
    asks another for nothing. The profile folder is there.
    """

    def __init__(
        self,
        profile: Path,
        parent: QObject | None = None,
        *,
        wishes: Sequence[Wish] = (),
        patience: float = _ASKING_SECONDS,
        quiet: bool = False,
    ) -> None:
        """Raises `BadInput` for more wishes than a message can have."""
        super().__init__(parent)
        self._profile, self._quiet = profile, quiet
        self._wishes = tuple(wishes)
        self._server: QLocalServer | None = None
        self._socket: QLocalSocket | None = None
        self._file: IO[bytes] | None = None
        self._carry: Callable[[tuple[Wish, ...]], object] | None = None
        self._reading: dict[QLocalSocket, bytes] = {}
        self.first = self.shown = self.heard = False
        self._begin(time.monotonic() + patience)

    def on_second(self, carry: Callable[[tuple[Wish, ...]], object]) -> None:
        """From now on call `carry` with whatever another start wishes."""
        self._carry = carry
        if self._server is None:
            self._listen()

    def leave(self) -> None:
        """The window goes: another start is not answered any more, and waits for the profile."""
        self._carry = None
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
        socket.connected.connect(lambda: socket.write(self._message()))
        socket.readyRead.connect(lambda: self._on_answer(socket))
        socket.connectToServer(self._name())

    def _on_answer(self, socket: QLocalSocket) -> None:
        self.shown = True
        self.heard = self.heard or bytes(socket.readAll().data()) == _TAKEN_WORD

    def _message(self) -> bytes:
        from desktop_app.ui.window.wish_message import written

        return written(self._wishes)

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
        """Whether the other process answers. It answers once it has the wishes: what a process
        that goes has not answered is asked of whoever has the profile next."""
        if self._quiet:
            return False
        message = self._message()
        from PySide6.QtNetwork import QLocalSocket

        socket = QLocalSocket()
        socket.connectToServer(self._name())
        if not socket.waitForConnected(_WAIT_MS):
            return False
        socket.write(message)
        socket.flush()
        answered = bool(socket.bytesAvailable()) or socket.waitForReadyRead(_WAIT_MS)
        self.heard = answered and bytes(socket.readAll().data()) == _TAKEN_WORD
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
        if socket is None:
            return
        socket.disconnected.connect(lambda: self._reading.pop(socket, None))
        socket.disconnected.connect(socket.deleteLater)
        if self._carry is None or len(self._reading) >= _MOST_HELD:
            socket.abort()
            return
        self._reading[socket] = b""
        socket.setReadBufferSize(_MOST_BUFFERED)
        socket.readyRead.connect(lambda: self._on_words(socket))
        silent = QTimer(socket, singleShot=True, interval=_SILENT_MS)
        silent.timeout.connect(lambda: self._on_silence(socket))
        silent.start()
        self._on_words(socket)

    def _on_silence(self, socket: QLocalSocket) -> None:
        """Whoever writes nothing wants the window."""
        if self._reading.get(socket) == b"":
            self._answer(socket, ())

    def _on_words(self, socket: QLocalSocket) -> None:
        from desktop_app.ui.window.wish_message import read, whole

        if socket not in self._reading:
            return  # it has been answered
        self._reading[socket] += bytes(socket.readAll().data())
        try:
            body = whole(self._reading[socket])
            wishes = None if body is None else read(body)
        except ValueError:
            self._answer(socket, None)
            return
        if wishes is not None:
            self._answer(socket, wishes)

    def _answer(self, socket: QLocalSocket, wishes: tuple[Wish, ...] | None) -> None:
        """Carry out what was wished, or say that it can't be read."""
        del self._reading[socket]
        carry = self._carry
        if carry is None:
            return
        socket.write(_REFUSED_WORD if wishes is None else _TAKEN_WORD)
        socket.flush()
        if wishes is not None:
            carry(wishes)


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
