"""Whatever happens to a request to send, in whatever state the mail is: one copy at most.

python -m tests.reliability.send_matrix [--planted]

Each case is a sender (Gmail behind the fault proxy, SMTP with a real IMAP server for Sent), a state
of the mail, and what happens when the real postman sends it. Then the program starts anew, twice.
The server's own count of the mail must be at most one, of requests at most one for each press; what
is called sent is there, what is called not sent is not, and every doubt is shown. `--planted` sends
with a sender that tries again after a lost reply, which must be found.
"""

from __future__ import annotations

import argparse
import logging
import socket
import tempfile
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import patch

from desktop_app.accounts.base import Sender
from desktop_app.accounts.google.quota import Bucket
from desktop_app.accounts.google.session import GoogleSession
from desktop_app.accounts.senders import sender_for
from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.changes import Changes
from desktop_app.model.draft import DraftState
from desktop_app.model.outbox import NOT_SENT, Delivery, OutboxEntry, OutboxState, Receipt
from desktop_app.settings import Settings
from desktop_app.store.drafts.draft_claims import Holder
from desktop_app.store.drafts.outbox import Outbox
from desktop_app.store.store import Store
from desktop_app.workers.postman import Postman
from desktop_app.workers.sync_drafts import DraftSync
from tests.fakes.google.clocks import WaitingClock
from tests.fakes.google.faults import Fault, Kind
from tests.fakes.google.office import ACCOUNT, Office
from tests.fakes.google.proxy import Google, google
from tests.fakes.google.sessions import connector_over
from tests.fakes.google.tokens import FixedTokens
from tests.fakes.house import DANA, NOW
from tests.fakes.mail_servers.cutting_proxy import cutting_proxy
from tests.fakes.mail_servers.dovecot import USER, Dovecot, dovecot
from tests.fakes.mail_servers.office import Office as SmtpOffice
from tests.fakes.mail_servers.smtp import Post, post_office
from tests.reliability.figures import Figures

HAPPENINGS = (
    *("before connect", "written", "reply lost", "reset", "hang"),
    *("4xx", "5xx", "rate limit", "partial", "kill"),
)
STATES = (
    *("new", "at the server", "pressed again", "in doubt", "waiting", "taken back"),
    *("two postmen", "later"),
)
SENDERS = ("gmail", "smtp")
REFUSED_FOR_NOW = frozenset({"4xx", "5xx", "rate limit"})
"""Happenings after which a server has taken nothing, and says that it may later: mail that is to
leave at a time is tried again."""
SILENCE = 0.3
"""Seconds after which a sender gives up a silent server here."""
SEND = "gmail.users.drafts.send"
SAM = Address("Sam", "sam@example.com")
ENDED = frozenset({OutboxState.SENT, *NOT_SENT, OutboxState.UNDONE, OutboxState.UNCERTAIN})


class Killed(BaseException):
    """Stands for the end of the process: nothing after it runs."""


class Bench(ABC):
    """One account with its server, for one mail after the other."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.wrap: Callable[[Sender], Sender] = lambda sender: sender
        self.ahead = 0.0
        self.presses = 0

    def now(self) -> float:
        return NOW + self.ahead

    def postman(self, store: Store | None = None) -> Postman:
        mine = store or self.store
        return Postman(
            mine, clock=self.now, senders=lambda account: self.wrap(self.sender(mine, account))
        )

    def press(self, entry: OutboxEntry | None = None) -> OutboxEntry:
        """Press Send on a new draft, or again on that of `entry`."""
        self.presses += 1
        return self.approve(entry)

    def start_again(self) -> None:
        """A new process finds the outbox as the old one left it, some minutes later."""
        self.ahead += 1000
        self.store.outbox.recover()
        self.store.draft_claims.release_all(Holder.POSTMAN)
        postman = self.postman()
        for entry in self.store.outbox.in_state([OutboxState.UNCERTAIN]):
            postman.settle(entry.id)
        postman.work()

    @abstractmethod
    def sender(self, store: Store, account: Account) -> Sender: ...

    @abstractmethod
    def approve(self, entry: OutboxEntry | None) -> OutboxEntry: ...

    @abstractmethod
    def upload(self, entry: OutboxEntry) -> None:
        """The draft is at the server too."""

    @abstractmethod
    def arm(self, happening: str) -> None:
        """It happens to the next request to send; nothing does for the empty text."""

    @abstractmethod
    def copies(self, entry: OutboxEntry) -> int:
        """The server's own count."""

    @abstractmethod
    def requests(self) -> int:
        """Requests to send that reached the server since the last `begin`."""

    @abstractmethod
    def begin(self) -> None: ...


class GmailBench(Bench):
    FAULTS: Mapping[str, Fault] = {
        "written": Fault(SEND, Kind.RESET),
        "reply lost": Fault(SEND, Kind.REPLY_LOST),
        "reset": Fault(SEND, Kind.REPLY_CUT),
        "hang": Fault(SEND, Kind.REPLY_HANGS, seconds=2 * SILENCE),
        "4xx": Fault(SEND, status=400, reason="badRequest"),
        "5xx": Fault(SEND, status=503),
        "rate limit": Fault(SEND, status=429, headers={"Retry-After": "900"}),
        "partial": Fault(SEND, Kind.GARBAGE),
    }

    def __init__(self, store: Store, served: Google) -> None:
        super().__init__(store)
        self._clock = WaitingClock()
        bucket = Bucket(10**9, clock=self.now, sleep=self._clock.wait)
        settings = Settings(store.profile, served.environment)
        session = GoogleSession(
            "g", FixedTokens(), settings, bucket, clock=self.now, wait=self._clock.wait
        )
        self.office = Office(store, served, session, lambda: self.ahead)
        self.served, self.session = served, session
        self._reachable = session._root

    def sender(self, store: Store, account: Account) -> Sender:
        connector = connector_over(lambda: self.session)
        return sender_for(account, connector=connector, links=store.draft_links(account.id))

    def approve(self, entry: OutboxEntry | None) -> OutboxEntry:
        drafts = self.store.drafts
        return self.office.press(drafts.get(entry.draft_id) if entry else self.office.draft())

    def upload(self, entry: OutboxEntry) -> None:
        self.store.outbox.undo(entry.id)
        box = connector_over(lambda: self.session).draft_box("g")
        assert box is not None
        DraftSync(self.store, ACCOUNT, box, clock=lambda: self.now() + 60).run()

    def arm(self, happening: str) -> None:
        self.served.proxy.faults.clear()
        vars(self.session).pop("post_once", None)
        if happening == "before connect":
            self._unreachable()
        elif happening in self.FAULTS:
            self.served.proxy.fail(self.FAULTS[happening])

    def _unreachable(self) -> None:
        """The request to send finds nobody; what comes before it does."""
        real = self.session.post_once

        def nobody(*given: Any, **more: Any) -> Any:
            self.session._root = _nobody("http://127.0.0.1:{}/")
            try:
                return real(*given, **more)
            finally:
                self.session._root = self._reachable

        self.session.post_once = nobody  # type: ignore[method-assign]

    def copies(self, entry: OutboxEntry) -> int:
        del entry
        return len(self.office.sent())

    def requests(self) -> int:
        return len(self.served.proxy.calls(SEND))

    def begin(self) -> None:
        self.arm("")
        self.presses = 0
        self.served.proxy.forget_calls()
        self.office.begin_anew()


class SmtpBench(Bench):
    MODES: Mapping[str, str] = {
        "written": "die before",
        "reply lost": "die after",
        "hang": "hang",
        "4xx": "451 4.3.0 try later",
        "5xx": "554 5.7.1 not here",
        "rate limit": "450 4.7.28 too many mails",
    }

    def __init__(self, store: Store, office: SmtpOffice) -> None:
        super().__init__(store)
        self.office = office

    def sender(self, store: Store, account: Account) -> Sender:
        links = store.draft_links(account.id)
        return sender_for(account, connector=self.office.connector, links=links)

    def approve(self, entry: OutboxEntry | None) -> OutboxEntry:
        if entry is None:
            return self.office.press(DANA, SAM)
        return self.office.approve(self.store.drafts.get(entry.draft_id))

    def upload(self, entry: OutboxEntry) -> None:
        self.store.outbox.undo(entry.id)
        account = self.store.accounts.get("i1")
        box = self.office.connector.draft_box("i1")
        DraftSync(self.store, account, box, clock=lambda: self.now() + 60).run()

    def arm(self, happening: str) -> None:
        office = self.office
        office.post.mode, office.post.refuses = self.MODES.get(happening, "ok"), frozenset()
        office.smtp.arm(4 if happening == "reset" else 0, after=False)
        servers = office.servers
        if happening == "before connect":
            assert servers.outgoing is not None
            closed = replace(servers.outgoing, port=int(_nobody("{}")))
            servers = replace(servers, outgoing=closed)
        if happening == "partial":
            office.post.refuses = frozenset({SAM.email})
        self.store.mail_servers.keep("i1", servers)

    def copies(self, entry: OutboxEntry) -> int:
        return self.office.left(entry)

    def requests(self) -> int:
        return self.office.post.attempts

    def begin(self) -> None:
        self.arm("")
        self.presses = 0
        self.office.post.attempts = 0
        self.office.post.taken.clear()


def _nobody(text: str) -> str:
    """`text` with a port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return text.format(probe.getsockname()[1])


# One case


@dataclass(frozen=True)
class Outcome:
    """How a case ended. `state` is the mail's, `shown` whether a doubt says why."""

    sender: str
    state: str
    happening: str
    ended: OutboxState
    copies: int
    requests: int
    presses: int
    shown: bool

    @property
    def fault(self) -> str:
        """What is wrong; empty where all is as it should be."""
        if self.copies > 1:
            return f"{self.copies} copies"
        again = self.state == "later" and self.happening in REFUSED_FOR_NOW
        if self.requests > self.presses + again:
            return f"{self.requests} requests for {self.presses} presses"
        if self.ended is OutboxState.SENT and not self.copies:
            return "called sent, and is not"
        if self.ended in {*NOT_SENT, OutboxState.UNDONE} and self.copies:
            return "called not sent, and is"
        if self.ended not in ENDED:
            return f"left {self.ended}"
        if self.ended is OutboxState.UNCERTAIN and not self.shown:
            return "a doubt that is not shown"
        return ""


def case(bench: Bench, sender: str, state: str, happening: str) -> Outcome:
    """One mail in `state` meets `happening`, and the program starts anew twice."""
    bench.begin()
    entry = _prepared(bench, state)
    bench.arm(happening)
    with _kill() if happening == "kill" else nullcontext():
        if state == "two postmen":
            _two(bench)
        else:
            bench.postman().work()
    requests = bench.requests()
    bench.arm("")
    for _ in range(2):
        bench.start_again()
    ended = bench.store.outbox.get(entry.id)
    return Outcome(
        sender,
        state,
        happening,
        ended.state,
        bench.copies(entry),
        max(requests, bench.requests()),
        bench.presses,
        bool(ended.last_error),
    )


def _prepared(bench: Bench, state: str) -> OutboxEntry:
    """A mail in that state, due now."""
    entry = bench.press()
    outbox = bench.store.outbox
    if state == "at the server":
        bench.upload(entry)
        bench.presses = 0
        return bench.press(entry)
    if state == "pressed again":
        bench.arm("4xx")
        bench.postman().work()
        assert bench.store.drafts.get(entry.draft_id).state is DraftState.EDITED
        return bench.press(entry)
    if state == "in doubt":
        outbox.claim(entry.id, _settle(bench, entry))
        outbox.finish(entry.id, OutboxState.UNCERTAIN, "The connection ended before the answer.")
    elif state == "waiting":
        outbox.wait(entry.id, bench.now() + 900, "The server asks to wait.", claimed=False)
        bench.ahead += 901
    elif state == "later":
        _let_wait(bench, entry)
    elif state == "taken back":
        outbox.undo(entry.id)
    return entry


def _let_wait(bench: Bench, entry: OutboxEntry) -> None:
    """The mail was to leave at a time, which has come."""
    at = bench.now() + 900
    with bench.store.db.write(Changes()) as connection:
        connection.execute(
            "UPDATE outbox SET state = 'scheduled', scheduled = ?1, send_after = ?1 WHERE id = ?2",
            (at, entry.id),
        )
    bench.ahead += 901


def _settle(bench: Bench, entry: OutboxEntry) -> str:
    return bench.sender(bench.store, bench.store.accounts.get(entry.account_id)).prepare(entry)


@contextmanager
def _kill() -> Iterator[None]:
    """The process ends when the server has taken the mail and nothing is noted of it."""

    def ends(*_: object, **__: object) -> None:
        raise Killed

    with patch.object(Outbox, "finish", ends), suppress(Killed):
        yield


def _two(bench: Bench) -> None:
    stores = [Store(bench.store.profile, clock=bench.now) for _ in range(2)]

    def work(store: Store) -> None:
        with suppress(Killed):
            bench.postman(store).work()

    threads = [Thread(target=work, args=(store,)) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for store in stores:
        store.close()


# The benches


@contextmanager
def gmail_bench(folder: Path, served: Google) -> Iterator[Bench]:
    with ExitStack() as stack:
        stack.enter_context(
            patch("desktop_app.accounts.google.single_post.TIMEOUT_SECONDS", SILENCE)
        )
        made: list[Bench] = []
        store = Store(folder / "gmail", clock=lambda: made[0].now() if made else NOW)
        stack.callback(store.close)
        bench = GmailBench(store, served)
        made.append(bench)
        stack.callback(bench.session.close)
        yield bench


@contextmanager
def smtp_bench(folder: Path, server: Dovecot, post: Post) -> Iterator[Bench]:
    with ExitStack() as stack:
        stack.enter_context(patch("desktop_app.accounts.imap.submission.ANSWER_SECONDS", SILENCE))
        made: list[Bench] = []
        store = Store(folder / "smtp", clock=lambda: made[0].now() if made else NOW)
        stack.callback(store.close)
        me = Identity(Address("Alex", USER), default=True)
        store.accounts.add(Account("i1", "imap", "Fernhill", (me,)))
        imap = stack.enter_context(cutting_proxy(server.tls_port))
        smtp = stack.enter_context(cutting_proxy(post.port))
        office = SmtpOffice(store, server, post, imap, smtp)
        stack.callback(office.connector.close)
        bench = SmtpBench(store, office)
        made.append(bench)
        yield bench


@contextmanager
def benches(folder: Path) -> Iterator[dict[str, Bench]]:
    """Both, with servers of their own."""
    with ExitStack() as stack:
        served = stack.enter_context(google())
        server = stack.enter_context(dovecot())
        post = stack.enter_context(post_office())
        yield {
            "gmail": stack.enter_context(gmail_bench(folder, served)),
            "smtp": stack.enter_context(smtp_bench(folder, server, post)),
        }


class TriesAgain:
    """The planted fault: sends once more where the reply was lost."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sender, name)

    def send(self, entry: OutboxEntry) -> Receipt:
        receipt = self._sender.send(entry)
        return self._sender.send(entry) if receipt.delivery is Delivery.UNKNOWN else receipt


def run(made: Mapping[str, Bench], cases: Iterator[tuple[str, str, str]]) -> list[Outcome]:
    return [case(made[sender], sender, state, happening) for sender, state, happening in cases]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.reliability.send_matrix")
    parser.add_argument("--planted", action="store_true", help="a sender that tries again")
    asked = parser.parse_args()
    logging.getLogger("mail.log").setLevel(logging.ERROR)  # what aiosmtpd says of itself
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, benches(Path(folder)) as made:
        if asked.planted:
            for bench in made.values():
                bench.wrap = TriesAgain
        outcomes = run(made, product(SENDERS, STATES, HAPPENINGS))
    _report(outcomes, time.monotonic() - began)


def figures() -> Figures:
    logging.getLogger("mail.log").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory() as folder, benches(Path(folder)) as made:
        found = run(made, product(SENDERS, STATES, HAPPENINGS))
    return Figures(f"{len(found)} cases of sending", sum(bool(one.fault) for one in found))


def _report(outcomes: list[Outcome], seconds: float) -> None:
    faults = [outcome for outcome in outcomes if outcome.fault]
    states = Counter(outcome.ended for outcome in outcomes)
    doubts = [o for o in outcomes if o.ended is OutboxState.UNCERTAIN]
    rows = {
        "cases": len(outcomes),
        "most copies of a mail that a server had": max(o.copies for o in outcomes),
        "cases with more requests than presses": sum(o.requests > o.presses for o in outcomes),
        "ended as": ", ".join(f"{state} {count}" for state, count in sorted(states.items())),
        "doubts, and those that are shown": f"{len(doubts)}, {sum(o.shown for o in doubts)}",
        "cases with a fault": len(faults),
        "seconds": round(seconds),
    }
    for name, value in rows.items():
        print(f"{name:<42} {value}")
    for outcome in faults:
        print(f"  {outcome.sender}, {outcome.state}, {outcome.happening}: {outcome.fault}")


if __name__ == "__main__":
    main()
