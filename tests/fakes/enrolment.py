"""An enrolment that does as it is told; what it was asked is noted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event

from desktop_app.accounts.base import Health
from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.errors import Cancelled, KnownError
from desktop_app.model.mail_provider import FoundServers
from desktop_app.model.mailbox_check import (
    CheckedStep,
    CheckOutcome,
    CheckStep,
    Credentials,
    MailboxCheck,
)
from desktop_app.model.sign_in import Permission, SignedIn, SignInSource, StartedSignIn
from desktop_app.store.store import Store

ADDRESS = "http://127.0.0.1:9/auth?state=s"
EMAIL = "alex@gmail.example"


def all_good() -> tuple[CheckedStep, ...]:
    return tuple(CheckedStep(s, CheckOutcome.GOOD, f"{s} works.") for s in CheckStep)


def all_good_until(step: CheckStep, words: str, next_step: str) -> tuple[CheckedStep, ...]:
    """A check that fails at `step`."""
    before = list(CheckStep).index(step)
    bad = CheckedStep(step, CheckOutcome.BAD, words, next_step)
    rest = [
        CheckedStep(s, CheckOutcome.SKIPPED, "Not tried.") for s in list(CheckStep)[before + 1 :]
    ]
    return (*all_good()[:before], bad, *rest)


class ScriptedEnrolment:
    """`errors` are raised one after the other by `start` and `finish`; the browser comes back
    once `browser` is set."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.found: tuple[SignInSource, ...] = ()
        self.start_errors: list[KnownError] = []
        self.finish_errors: list[KnownError] = []
        self.browser = Event()
        self.started: list[dict[str, object]] = []
        self.finished: list[dict[str, object]] = []
        self.adopted: list[dict[str, object]] = []
        self.cancelled: list[str] = []
        self.signed_out: list[str] = []
        self.missing: tuple[Permission, ...] = ()
        self.servers: FoundServers | None = None
        self.lookup = Event()
        self.looked_up: list[str] = []
        self.checks: list[tuple[CheckedStep, ...] | KnownError] = []
        self.entered: list[tuple[Credentials, dict[str, object]]] = []

    def sources(self, kind: str) -> tuple[SignInSource, ...]:
        return self.found

    def start(self, kind: str, permissions: Sequence[Permission], **more: object) -> StartedSignIn:
        self.started.append({"kind": kind, "permissions": tuple(permissions), **more})
        if self.start_errors:
            raise self.start_errors.pop(0)
        return StartedSignIn(f"flow-{len(self.started)}", ADDRESS, 300)

    def finish(self, flow: str, *, days: int, session_only: bool, cancelled: Event) -> SignedIn:
        self.finished.append({"flow": flow, "days": days, "session_only": session_only})
        while not self.browser.wait(0.01):
            if cancelled.is_set():
                raise Cancelled("Cancelled.")
        if self.finish_errors:
            raise self.finish_errors.pop(0)
        return self._account()

    def cancel(self, flow: str) -> None:
        self.cancelled.append(flow)

    def adopt(
        self, kind: str, *, source: str, file: Path | None, days: int, session_only: bool
    ) -> SignedIn:
        self.adopted.append({"source": source, "file": file, "days": days})
        return self._account()

    def find_servers(
        self, kind: str, email: str, *, cancelled: Event, told: Callable[[str], None]
    ) -> FoundServers | None:
        """Once `lookup` is set."""
        self.looked_up.append(email)
        told("Looking in DNS")
        while not self.lookup.wait(0.01):
            if cancelled.is_set():
                return None
        return self.servers

    def enter(
        self,
        kind: str,
        entered: Credentials,
        *,
        told: Callable[[CheckStep], None],
        cancelled: Event,
        **more: object,
    ) -> MailboxCheck:
        """The next of `checks`; where there is none, all is well."""
        self.entered.append((entered, more))
        told(CheckStep.CONNECT)
        outcome = self.checks.pop(0) if self.checks else all_good()
        if isinstance(outcome, KnownError):
            raise outcome
        checked = MailboxCheck(outcome)
        if checked.problem is not None:
            return checked
        identity = Identity(Address(entered.name, entered.email), default=True)
        again = any(a.id == "box" for a in self._store.accounts.list())
        if not again:
            self._store.accounts.add(Account("box", kind, entered.email, (identity,)))
        self._store.mail_servers.keep("box", entered.servers)
        return replace(checked, signed_in=SignedIn("box", entered.email, (), (), again))

    def sign_out(self, account_id: str) -> str:
        self.signed_out.append(account_id)
        return "Signed out."

    def forget(self, account_id: str) -> None:
        return

    def _account(self) -> SignedIn:
        again = any(a.id == "gmail" for a in self._store.accounts.list())
        if not again:
            identity = Identity(Address("", EMAIL), default=True)
            self._store.accounts.add(Account("gmail", "google", EMAIL, (identity,)))
        granted = tuple(p for p in (Permission.READ,) if p not in self.missing)
        return SignedIn("gmail", EMAIL, granted, self.missing, again)


def health(**more: object) -> Health:
    return Health(**{"signed_in": True, "last_sync": "never", **more})  # type: ignore[arg-type]
