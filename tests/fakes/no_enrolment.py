"""The sign-in of a house where nobody signs in."""

from __future__ import annotations

from desktop_app.model.mail_provider import FoundServers
from desktop_app.model.mailbox_check import MailboxCheck
from desktop_app.model.sign_in import SignedIn, SignInSource, StartedSignIn
from desktop_app.tools.calls.ports import SignInControl


class NoEnrolment(SignInControl):
    """Nobody signs in here; every account is local."""

    def sources(self, kind: str) -> tuple[SignInSource, ...]:
        return ()

    def start(self, *_: object, **__: object) -> StartedSignIn:
        raise AssertionError("nobody signs in in this house")

    def finish(self, *_: object, **__: object) -> SignedIn:
        raise AssertionError("nobody signs in in this house")

    def cancel(self, flow: str) -> None:
        raise AssertionError("nobody signs in in this house")

    def adopt(self, *_: object, **__: object) -> SignedIn:
        raise AssertionError("nobody signs in in this house")

    def find_servers(self, *_: object, **__: object) -> FoundServers | None:
        raise AssertionError("nobody signs in in this house")

    def enter(self, *_: object, **__: object) -> MailboxCheck:
        raise AssertionError("nobody signs in in this house")

    def sign_out(self, account_id: str) -> str:
        raise AssertionError("nobody signs in in this house")
