"""Google: the emulator behind the fault proxy, and a sign-in through the browser's pages."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

from desktop_app.accounts.google.kind import GOOGLE
from desktop_app.model.account import Account
from desktop_app.model.sign_in import Permission
from tests.contracts.world import World
from tests.fakes.browser import sign_in
from tests.fakes.google.emulator import Mail
from tests.fakes.google.faults import Fault
from tests.fakes.google.faults import Kind as FaultKind
from tests.fakes.google.fixtures import a_clean_proxy, an_emulator
from tests.fakes.google.proxy import Google

SEND = "gmail.users.drafts.send"
CLIENT = {"GMAIL_CLIENT_ID": "client-1", "GMAIL_CLIENT_SECRET": "s3cret"}
ALLOWED = (Permission.READ, Permission.WRITE, Permission.ORGANISE)


class GoogleWorld(World):
    def __init__(self, profile: Path, served: Google) -> None:
        super().__init__(GOOGLE, profile, {**CLIENT, **served.environment})
        self._served = served

    def account(self) -> Account:
        enrolment = self.services.enrolment
        started = enrolment.start(self.kind.name, ALLOWED)
        with ThreadPoolExecutor(1) as pool:
            pool.submit(sign_in, started.address)
            done = enrolment.finish(started.flow, days=0, session_only=False, cancelled=Event())
        return self.store.accounts.get(done.account_id)

    def receive(self, *mails: bytes) -> list[str]:
        return self._served.emulator.fill([Mail(raw) for raw in mails])

    def forget_history(self) -> None:
        self._served.proxy.expire_history()

    def attempts(self) -> int:
        return len(self._served.proxy.calls(SEND))

    def delivered(self) -> int:
        return self._served.proxy.gmail.sends

    def lose_the_next_reply(self) -> None:
        self._served.proxy.fail(Fault(SEND, kind=FaultKind.REPLY_LOST))

    def go_offline(self) -> None:
        self._served.proxy.offline = True


def google_world(profile: Path) -> Iterator[World]:
    for emulator in an_emulator():
        for served in a_clean_proxy(emulator):
            yield GoogleWorld(profile, served)
