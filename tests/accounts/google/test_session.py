"""A session paces, repeats what is harmless to repeat, and maps every failure."""

from __future__ import annotations

from threading import Event, Thread

import pytest

from desktop_app.accounts.google.session import GoogleSession
from desktop_app.model.errors import (
    BadInput,
    Cancelled,
    KnownError,
    NeedsSignIn,
    NotFound,
    SlowDown,
    Unavailable,
)
from desktop_app.model.patience import no_longer_than
from tests.accounts.google.conftest import SessionMaker
from tests.fakes.google.clocks import WaitingClock
from tests.fakes.google.emulator import Mail
from tests.fakes.google.faults import Fault, Kind
from tests.fakes.google.proxy import Google
from tests.fakes.google.tokens import FixedTokens
from tests.fakes.house import mail

LABELS = "gmail.users.labels.list"
MAKE = "gmail.users.labels.create"


def labels(session: GoogleSession, cancelled: Event | None = None) -> dict[str, object]:
    request = session.service("gmail", "v1").users().labels().list(userId="me")
    found: dict[str, object] = session.call(request, 1, cancelled=cancelled or Event())
    return found


def make_label(session: GoogleSession, name: str) -> dict[str, object]:
    made = session.service("gmail", "v1").users().labels().create(userId="me", body={"name": name})
    found: dict[str, object] = session.call(made, 5, cancelled=Event())
    return found


@pytest.mark.parametrize(
    "fault",
    [
        Fault(LABELS, status=503, times=4),
        Fault(LABELS, status=500, times=4),
        Fault(LABELS, status=429, reason="rateLimitExceeded", times=4),
        Fault(LABELS, status=403, reason="userRateLimitExceeded", times=4),
        Fault(LABELS, kind=Kind.RESET, times=4),
        Fault(LABELS, kind=Kind.REPLY_LOST, times=4),
        Fault(LABELS, kind=Kind.REPLY_CUT, times=4),
        Fault(LABELS, kind=Kind.GARBAGE, times=4),
        Fault(LABELS, kind=Kind.HANG, seconds=0.05, times=4),
    ],
    ids=lambda f: f"{f.kind.value} {f.status}",
)
def test_a_read_is_tried_five_times(served: Google, session: GoogleSession, fault: Fault) -> None:
    served.proxy.fail(fault)
    assert labels(session)["labels"]
    assert len(served.proxy.calls(LABELS)) == 5


def test_a_sixth_failure_is_told(
    served: Google, session: GoogleSession, waiting: WaitingClock
) -> None:
    served.proxy.fail(Fault(LABELS, status=503, times=9))
    with pytest.raises(Unavailable):
        labels(session)
    assert len(served.proxy.calls(LABELS)) == 5
    assert waiting.waits == sorted(waiting.waits)
    assert all(n / 2 <= wait <= n for n, wait in zip((2, 4, 8, 16), waiting.waits, strict=True))


@pytest.mark.parametrize("kind", [Kind.RESET, Kind.REPLY_LOST, Kind.REPLY_CUT, Kind.STATUS])
def test_a_write_is_tried_once(served: Google, session: GoogleSession, kind: Kind) -> None:
    served.proxy.fail(Fault(MAKE, kind=kind, times=9))
    with pytest.raises(Unavailable):
        make_label(session, f"once {kind.value}")
    assert len(served.proxy.calls(MAKE)) == 1


def test_an_expired_token_is_replaced_once(served: Google, open_session: SessionMaker) -> None:
    tokens = FixedTokens("stale", "test-token")
    assert labels(open_session(tokens))["labels"]
    assert tokens.rejected == ["stale"]


def test_a_write_with_an_expired_token_is_carried_out(
    served: Google, open_session: SessionMaker
) -> None:
    tokens = FixedTokens("stale", "test-token")
    assert make_label(open_session(tokens), "after a refresh")["id"]


def test_a_token_that_stays_refused_needs_a_sign_in(open_session: SessionMaker) -> None:
    tokens = FixedTokens("stale", "stale too", "test-token")
    with pytest.raises(NeedsSignIn):
        labels(open_session(tokens))


def test_the_time_google_names_is_waited_for(
    served: Google, session: GoogleSession, waiting: WaitingClock
) -> None:
    served.proxy.fail(
        Fault(LABELS, status=429, reason="rateLimitExceeded", headers={"Retry-After": "40"})
    )
    labels(session)
    assert waiting.at >= 39


def test_a_refusal_is_not_repeated(served: Google, session: GoogleSession) -> None:
    served.proxy.fail(Fault(LABELS, status=400, reason="badRequest"))
    with pytest.raises(BadInput):
        labels(session)
    assert len(served.proxy.calls(LABELS)) == 1


def test_waiting_can_be_called_off(served: Google, session: GoogleSession) -> None:
    served.proxy.fail(Fault(LABELS, status=503, times=9))
    called_off = Event()
    called_off.set()
    with pytest.raises(Cancelled):
        labels(session, called_off)


def test_nobody_listening_is_unavailable(served: Google, session: GoogleSession) -> None:
    served.proxy.offline = True
    with pytest.raises(Unavailable, match="can't be reached"):
        labels(session)


def test_a_batch_gives_each_part_its_own_answer(served: Google, session: GoogleSession) -> None:
    ids = served.emulator.fill(
        [Mail(mail(f"Part {n}", message_id=f"part{n}@x.example")) for n in range(3)]
    )
    served.proxy.fail(
        Fault("gmail.users.messages.get", status=429, reason="rateLimitExceeded", skip=1)
    )
    messages = session.service("gmail", "v1").users().messages()
    requests = {i: messages.get(userId="me", id=i, format="minimal") for i in (*ids, "msg_none")}
    got = dict(session.batch(requests, 20, cancelled=Event()))
    assert got[ids[0]]["id"] == ids[0]
    assert isinstance(got[ids[1]], SlowDown)
    assert got[ids[2]]["id"] == ids[2]
    assert isinstance(got["msg_none"], NotFound)
    assert session.bucket.resumes_in > 0


@pytest.mark.parametrize(
    "kind", [Kind.RESET, Kind.REPLY_LOST, Kind.REPLY_CUT, Kind.GARBAGE, Kind.STATUS]
)
def test_a_batch_that_fails_as_a_whole_is_tried_again(
    served: Google, session: GoogleSession, kind: Kind
) -> None:
    ids = served.emulator.fill([Mail(mail(f"W {kind}", message_id=f"w{kind.name}@x.example"))])
    served.proxy.fail(Fault("batch", kind=kind, times=2))
    messages = session.service("gmail", "v1").users().messages()
    requests = {i: messages.get(userId="me", id=i, format="minimal") for i in ids}
    assert dict(session.batch(requests, 20, cancelled=Event()))[ids[0]]["id"] == ids[0]


def test_an_expired_token_in_a_batch_is_replaced(
    served: Google, open_session: SessionMaker
) -> None:
    tokens = FixedTokens("stale", "test-token")
    session = open_session(tokens)
    messages = session.service("gmail", "v1").users().messages()
    requests = {i: messages.get(userId="me", id=i) for i in ("msg_none", "msg_none2")}
    got = dict(session.batch(requests, 20, cancelled=Event()))
    assert all(isinstance(error, NotFound) for error in got.values())
    assert tokens.rejected == ["stale"]


def test_a_bug_of_ours_stays_one(session: GoogleSession) -> None:
    class Broken:
        method, uri = "GET", "https://x.example/"

        def execute(self, **_: object) -> object:
            raise TypeError("ours")

    with pytest.raises(TypeError):
        session.call(Broken(), 1, cancelled=Event())


def test_threads_share_one_bucket_and_no_connection(served: Google, session: GoogleSession) -> None:
    failed: list[KnownError] = []

    def work() -> None:
        try:
            for _ in range(5):
                labels(session)
        except KnownError as error:
            failed.append(error)

    threads = [Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert session.bucket.used_last_minute == 30


def test_a_large_draft_goes_up_in_chunks(session: GoogleSession) -> None:
    from googleapiclient.http import MediaInMemoryUpload

    raw = mail("Large", body="x" * 700_000, message_id="large@x.example")
    media = MediaInMemoryUpload(raw, "message/rfc822", chunksize=262_144, resumable=True)
    drafts = session.service("gmail", "v1").users().drafts()
    made = session.call(
        drafts.create(userId="me", body={}, media_body=media), 10, cancelled=Event()
    )
    assert made["message"]["id"]


def test_no_netrc_takes_the_place_of_the_token(
    served: Google, session: GoogleSession, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = f"{tmp_path}/netrc"
    with open(netrc, "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write("machine 127.0.0.1 login a password b\n")
    monkeypatch.setenv("NETRC", netrc)
    assert labels(session)["labels"]


def test_a_call_that_may_wait_no_longer_is_told_when_it_goes_on(
    served: Google, session: GoogleSession, waiting: WaitingClock
) -> None:
    """Where nobody has said how long, it waits; a program's call does not."""
    for _ in range(2):
        session.bucket.pause_for(40)
        with no_longer_than(20), pytest.raises(SlowDown):
            labels(session)
    assert waiting.waits == []
    assert not served.proxy.calls(LABELS)
    assert labels(session)["labels"]
    served.proxy.fail(Fault(LABELS, status=503, times=2))
    with no_longer_than(0), pytest.raises(Unavailable):
        labels(session)
