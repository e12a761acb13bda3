"""An enrolment that does as it is told; what it was asked is noted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Event

from desktop_app.accounts.base import Health
from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.errors import Cancelled, KnownError
from desktop_app.model.sign_in import Permission, SignedIn, SignInSource, StartedSignIn
from desktop_app.store.store import Store

ADDRESS = "http://127.0.0.1:9/auth?state=s"
EMAIL = "alex@gmail.example"


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
