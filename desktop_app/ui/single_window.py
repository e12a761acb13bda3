"""One window a profile: a second start raises the first and ends."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_WAIT_MS = 500


class SingleWindow(QObject):
    """Holds the profile's name as a local socket of this user (no network).

    `first` tells whether this process has it; if not, the other has been asked to show itself.
    """

    def __init__(self, profile: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        digest = hashlib.sha256(str(profile.resolve()).encode()).hexdigest()[:24]
        self._name = f"draftdesk-{digest}"
        self._server = QLocalServer(self)
        self._raise: Callable[[], None] | None = None
        self.first = not self._asked_other() and self._listen()

    def on_second(self, show: Callable[[], None]) -> None:
        """Call `show` whenever another start asks for the window."""
        self._raise = show

    def _asked_other(self) -> bool:
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(_WAIT_MS):
            return False
        socket.write(b"show")
        socket.waitForBytesWritten(_WAIT_MS)
        socket.disconnectFromServer()
        return True

    def _listen(self) -> bool:
        # A crash leaves the socket's file behind; nobody answered on it, so it may go.
        QLocalServer.removeServer(self._name)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        return self._server.listen(self._name)

    def _on_connection(self) -> None:
        socket = self._server.nextPendingConnection()
        if socket is not None:
            socket.disconnected.connect(socket.deleteLater)
        if self._raise is not None:
            self._raise()
