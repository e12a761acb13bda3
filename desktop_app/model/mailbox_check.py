"""Check of a mailbox before it is added: which steps there are, and what came of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from desktop_app.model.mail_server import MailServers, SubmissionSaid
from desktop_app.model.sign_in import SignedIn


class CheckStep(StrEnum):
    """Steps in their order."""

    CONNECT = "connect"
    CERTIFICATE = "certificate"
    SIGN_IN = "sign_in"
    FOLDERS = "folders"
    DRAFTS = "drafts"
    SENT = "sent"
    SEND = "send"


CHECK_TITLES: Mapping[CheckStep, str] = MappingProxyType(
    {
        CheckStep.CONNECT: "Connect",
        CheckStep.CERTIFICATE: "Encryption and certificate",
        CheckStep.SIGN_IN: "Sign in",
        CheckStep.FOLDERS: "Folders",
        CheckStep.DRAFTS: "Drafts folder",
        CheckStep.SENT: "Sent folder",
        CheckStep.SEND: "Sending",
    }
)


class CheckOutcome(StrEnum):
    """`BAD` keeps the account from being added; `SKIPPED` was not tried, or is not there."""

    GOOD = "good"
    WARNING = "warning"
    BAD = "bad"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class CheckedStep:
    """`words` is a sentence, `next_step` what the person can do about it. `said` is what
    the server for sending said while it was tried, None for any other step."""

    step: CheckStep
    outcome: CheckOutcome
    words: str
    next_step: str = ""
    said: SubmissionSaid | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class MailboxCheck:
    """`signed_in` is there once the account is."""

    steps: tuple[CheckedStep, ...]
    signed_in: SignedIn | None = None

    @property
    def said(self) -> SubmissionSaid | None:
        """What the server for sending said; None where it was not reached."""
        return next((step.said for step in self.steps if step.said is not None), None)

    @property
    def problem(self) -> CheckedStep | None:
        """The first step that keeps the account from being added."""
        return next((s for s in self.steps if s.outcome is CheckOutcome.BAD), None)


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a person enters. `name` is their own, as recipients see it; may be empty."""

    email: str
    servers: MailServers
    password: str = field(repr=False)
    name: str = ""
