"""What is counted of Google's services: attempts, parts of a batch, errors, as Google counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from desktop_app.accounts.google.calendar import Calendar
from desktop_app.accounts.google.drive import Drive
from desktop_app.accounts.google.mailbox import GmailMailbox
from desktop_app.accounts.google.quota import Bucket
from desktop_app.accounts.google.session import GoogleSession
from desktop_app.model.api_use import Call
from desktop_app.model.errors import KnownError
from desktop_app.settings import Settings
from tests.fakes.google.clocks import WaitingClock
from tests.fakes.google.emulator import Mail
from tests.fakes.google.faults import Fault, Kind
from tests.fakes.google.proxy import Google
from tests.fakes.google.tokens import FixedTokens
from tests.fakes.house import mail

LABELS = "gmail.users.labels.list"
Counts = Counter[tuple[str, str]]


@pytest.fixture
def counts() -> Counts:
    """Calls by service and code of error; units under `units`."""
    return Counter()


@pytest.fixture
def session(served: Google, waiting: WaitingClock, tmp_path: Path, counts: Counts) -> Any:
    def count(call: Call, *, calls: int = 1, units: int = 0) -> None:
        assert call.account_id == "work"
        counts[call.service, call.error] += calls
        counts["units", ""] += units

    bucket = Bucket(1_000_000, clock=waiting.now, sleep=waiting.wait)
    settings = Settings(tmp_path, served.environment)
    made = GoogleSession("work", FixedTokens(), settings, bucket, count=count, wait=waiting.wait)
    yield made
    made.close()


def calls(counts: Counts) -> dict[tuple[str, str], int]:
    return {key: number for key, number in counts.items() if key[0] != "units" and number}


def test_every_attempt_counts_with_what_it_came_to(
    served: Google, session: GoogleSession, counts: Counts
) -> None:
    served.proxy.fail(
        Fault(LABELS, status=503, times=2), Fault(LABELS, status=429, reason="rateLimitExceeded")
    )
    GmailMailbox(session, Event()).labels()
    assert calls(counts) == {
        ("gmail", "unavailable"): 2, ("gmail", "slow_down"): 1, ("gmail", ""): 1,
    }  # fmt: skip
    assert len(served.proxy.calls(LABELS)) == 4


def test_the_parts_of_a_batch_are_calls_of_their_own(
    served: Google, session: GoogleSession, counts: Counts
) -> None:
    ids = served.emulator.fill([Mail(mail(message_id=f"{n}@x")) for n in range(3)])
    dict(GmailMailbox(session, Event()).fetch([*ids, "gone"]))
    assert calls(counts) == {("gmail", ""): 3, ("gmail", "not_found"): 1}
    assert counts["units", ""] == 4 * 20


def test_drive_and_the_calendar_count_for_themselves(
    session: GoogleSession, counts: Counts
) -> None:
    Drive(session).search("lease", size=5, token="", cancelled=Event())
    Calendar(session).events("", start=0, end=1, limit=5, cancelled=Event())
    services = {service for service, _ in calls(counts)}
    assert services == {"drive", "calendar"}


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Fault("gmail.users.drafts.send", status=429, reason="rateLimitExceeded"), "slow_down"),
        (Fault("gmail.users.drafts.send", kind=Kind.REPLY_LOST), "unavailable"),
    ],
)
def test_a_send_counts_once_whatever_becomes_of_it(
    served: Google, session: GoogleSession, counts: Counts, fault: Fault, error: str
) -> None:
    served.proxy.fail(fault)
    _tried(
        lambda: session.post_once(
            "gmail/v1/users/me/drafts/send", {"id": "r1"}, 100, cancelled=Event()
        )
    )
    assert calls(counts) == {("gmail", error): 1}


def _tried(work: Callable[[], object]) -> None:
    from desktop_app.accounts.google.single_post import AnswerLost

    try:
        work()
    except (AnswerLost, KnownError):
        return
