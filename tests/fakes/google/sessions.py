"""Sessions that a test decides, and a connector over them."""

from __future__ import annotations

from collections.abc import Callable

from desktop_app.accounts.google.connector import GoogleConnector
from desktop_app.accounts.google.session import GoogleSession
from desktop_app.accounts.google.sessions import Sessions


class GivenSessions(Sessions):
    """Asks `session` each time; whoever made a session closes it."""

    def __init__(self, session: Callable[[], GoogleSession]) -> None:
        self._session = session

    def open(self, account_id: str) -> GoogleSession:
        del account_id
        return self._session()

    def quota(self, account_id: str) -> str:
        del account_id
        return ""

    def forget(self, account_id: str) -> None:
        """The test's session stays."""

    def close(self) -> None:
        """The test's session stays."""


def connector_over(session: Callable[[], GoogleSession]) -> GoogleConnector:
    return GoogleConnector(GivenSessions(session))
