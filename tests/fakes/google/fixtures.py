"""The set-up that tests against the emulator share; a conftest says how long each part lives."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fakes.google.emulator import Emulator, Mail, emulator, installed
from tests.fakes.google.proxy import Google, Proxy
from tests.fakes.house import mail


def an_emulator() -> Iterator[Emulator]:
    """For a fixture to `yield from`; the test is skipped where the emulator is not installed."""
    if not installed():
        pytest.skip("packaging/bootstrap.sh test has not put the emulator in place")
    with emulator() as running:
        yield running


def a_clean_proxy(gmail: Emulator) -> Iterator[Google]:
    """For a fixture to `yield from`: no faults, no calls so far."""
    proxy = Proxy(gmail)
    yield Google(gmail, proxy)
    proxy.stop()


def put(served: Google, count: int) -> list[str]:
    """Puts `Mail 0`, `Mail 1` … into the mailbox; returns their ids."""
    return served.emulator.fill(
        [
            Mail(mail(f"Mail {n}", message_id=f"m{n}@x.example", body=f"Body {n}"))
            for n in range(count)
        ]
    )
