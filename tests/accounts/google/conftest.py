"""One emulator a test file, one clean proxy a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from desktop_app.accounts.google.quota import Bucket
from desktop_app.accounts.google.session import GoogleSession
from desktop_app.settings import Settings
from tests.fakes.google.clocks import WaitingClock
from tests.fakes.google.emulator import Emulator
from tests.fakes.google.fixtures import a_clean_proxy, an_emulator
from tests.fakes.google.proxy import Google
from tests.fakes.google.tokens import FixedTokens
from tests.fakes.house import NOW


@pytest.fixture(scope="module")
def gmail() -> Iterator[Emulator]:
    yield from an_emulator()


@pytest.fixture
def served(gmail: Emulator) -> Iterator[Google]:
    yield from a_clean_proxy(gmail)


@pytest.fixture
def waiting() -> WaitingClock:
    """What the session waits by: it never takes real time."""
    return WaitingClock()


SessionMaker = Callable[..., GoogleSession]


@pytest.fixture
def open_session(served: Google, waiting: WaitingClock, tmp_path: Path) -> Iterator[SessionMaker]:
    """Makes sessions that talk to the proxy; closed at the end."""
    opened: list[GoogleSession] = []

    def make(tokens: FixedTokens | None = None, *, units: int = 1_000_000) -> GoogleSession:
        settings = Settings(tmp_path, served.environment)
        bucket = Bucket(units, clock=waiting.now, sleep=waiting.wait)
        made = GoogleSession(
            "work",
            tokens or FixedTokens(),
            settings,
            bucket,
            clock=lambda: NOW + waiting.now(),
            wait=waiting.wait,
        )
        opened.append(made)
        return made

    yield make
    for session in opened:
        session.close()


@pytest.fixture
def session(open_session: SessionMaker) -> GoogleSession:
    return open_session()
