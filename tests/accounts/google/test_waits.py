"""Google asks to wait: nobody waits for long, the mail is kept and goes out later, once."""

from __future__ import annotations

from threading import Event

import pytest

from desktop_app.accounts.google.mailbox import GmailMailbox
from desktop_app.accounts.google.sender import LONGEST_WAIT
from desktop_app.accounts.google.session import GoogleSession
from desktop_app.model.draft import DraftState
from desktop_app.model.errors import SlowDown
from desktop_app.model.outbox import OutboxState
from tests.accounts.google.test_sending import (
    METHODS,
    SEND,
    office,  # noqa: F401 - a fixture
)
from tests.fakes.google.clocks import WaitingClock
from tests.fakes.google.faults import Fault, Kind
from tests.fakes.google.office import Office, check
from tests.fakes.google.proxy import Google

AFTER = {"Retry-After": "900"}


def busy(method: str, times: int = 1) -> Fault:
    return Fault(method, status=429, reason="rateLimitExceeded", headers=AFTER, times=times)


@pytest.mark.parametrize("method", METHODS[:4])
def test_a_mail_waits_in_the_outbox_and_is_sent_once_afterwards(
    office: Office,  # noqa: F811
    waiting: WaitingClock,
    method: str,
) -> None:
    office.served.proxy.fail(busy(method))
    entry = office.press(office.draft())
    postman = office.postman()
    postman.work()
    waits = office.store.outbox.get(entry.id)
    assert waits.state is OutboxState.QUEUED
    assert waits.last_error.startswith("Google asks to wait")
    assert 890 < waits.send_after - office.now() <= 900
    assert all(seconds <= LONGEST_WAIT for seconds in waiting.waits)
    assert office.store.drafts.get(entry.draft_id).state is DraftState.APPROVED
    asked = len(office.served.proxy.calls())
    office.store.outbox.hasten(entry.id, office.now())
    postman.work()
    assert len(office.served.proxy.calls()) == asked, "Google was asked before its time"
    waiting.at += 901
    postman.work()
    assert check(office, entry) is OutboxState.SENT
    assert len(office.served.proxy.calls(SEND)) == (2 if method == SEND else 1)
    assert office.drafts_there() == 0


def test_what_waits_can_be_taken_back_and_is_one_draft_at_gmail(
    office: Office,  # noqa: F811
    waiting: WaitingClock,
) -> None:
    office.served.proxy.fail(busy(SEND))
    entry = office.press(office.draft())
    office.postman().work()
    office.store.outbox.undo(entry.id)
    waiting.at += 901
    office.postman().work()
    assert office.store.drafts.get(entry.draft_id).state is DraftState.EDITED
    assert office.sent() == []
    assert office.drafts_there() == 1
    again = office.press(office.store.drafts.get(entry.draft_id))
    office.postman().work()
    assert check(office, again) is OutboxState.SENT
    assert office.drafts_there() == 0


def test_a_look_that_is_postponed_leaves_the_doubt_and_ends_at_once(
    office: Office,  # noqa: F811
    waiting: WaitingClock,
) -> None:
    office.served.proxy.fail(Fault(SEND, Kind.REPLY_LOST), busy("gmail.users.history.list"))
    entry = office.press(office.draft())
    postman = office.postman()
    postman.work()
    assert check(office, entry) is OutboxState.UNCERTAIN
    assert all(seconds <= LONGEST_WAIT for seconds in waiting.waits)
    waiting.at += 901
    postman.settle(entry.id)
    postman.work()
    assert check(office, entry) is OutboxState.SENT


def test_a_background_read_is_not_kept_waiting_for_minutes(
    served: Google, session: GoogleSession, waiting: WaitingClock
) -> None:
    """Else the account's thread says that it works, for a quarter of an hour."""
    served.proxy.fail(busy("gmail.users.labels.list"))
    mailbox = GmailMailbox(session, Event())
    for _ in range(2):
        with pytest.raises(SlowDown) as told:
            mailbox.labels()
        assert 890 < told.value.resumes_at - session._clock() <= 900
    assert len(served.proxy.calls()) == 1
    assert max(waiting.waits, default=0) < 64
    waiting.at += 901
    assert mailbox.labels()


@pytest.mark.parametrize(
    "given", ["9" * 400, "²", "-5", "nan", "1e999", "Fri, 31 Dec 9999 23:59:59 GMT", "tomorrow"]
)
def test_a_time_that_is_none_is_a_pause_that_ends(
    served: Google, session: GoogleSession, given: str
) -> None:
    from desktop_app.accounts.google.errors import known_error

    error = known_error(429, "", {}, {"Retry-After": given}, clock=lambda: 1000.0)
    assert isinstance(error, SlowDown)
    assert error.resumes_at <= 1000.0 + 7 * 86_400
