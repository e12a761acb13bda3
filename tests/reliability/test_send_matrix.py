"""A slice of the matrix of sending, and the fault that it must find."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from desktop_app.model.outbox import OutboxState
from tests.fakes.google.emulator import installed as google_installed
from tests.fakes.mail_servers.dovecot import installed as dovecot_installed
from tests.reliability.send_matrix import (
    HAPPENINGS,
    SENDERS,
    STATES,
    Bench,
    TriesAgain,
    benches,
    case,
)

pytestmark = pytest.mark.skipif(
    not (google_installed() and dovecot_installed()),
    reason="packaging/bootstrap.sh test has not put the servers in place",
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Bench]]:
    with benches(tmp_path_factory.mktemp("matrix")) as both:
        yield both


def test_the_matrix_has_at_least_120_cases() -> None:
    assert len(SENDERS) * len(STATES) * len(HAPPENINGS) >= 120


@pytest.mark.parametrize("happening", HAPPENINGS)
@pytest.mark.parametrize("sender", SENDERS)
def test_a_new_mail_leaves_once_at_most(
    made: dict[str, Bench], sender: str, happening: str
) -> None:
    outcome = case(made[sender], sender, "new", happening)
    assert outcome.fault == ""
    if happening in {"before connect", "4xx", "written"} and sender == "gmail":
        assert outcome.ended is OutboxState.FAILED
    if happening == "reply lost":
        assert outcome.copies == 1


@pytest.mark.parametrize(
    ("sender", "state"), [(s, state) for s, state in product(SENDERS, STATES) if state != "new"]
)
def test_a_lost_reply_in_each_other_state(made: dict[str, Bench], sender: str, state: str) -> None:
    assert case(made[sender], sender, state, "reply lost").fault == ""


@pytest.mark.parametrize("sender", SENDERS)
def test_a_sender_that_tries_again_is_found(made: dict[str, Bench], sender: str) -> None:
    bench = made[sender]
    bench.wrap = TriesAgain
    try:
        outcome = case(bench, sender, "new", "reply lost")
    finally:
        bench.wrap = lambda made_: made_
    assert outcome.requests == 2
    assert outcome.fault in {"2 copies", "2 requests for 1 presses"}
