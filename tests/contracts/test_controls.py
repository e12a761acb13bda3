"""Every promise of the contracts can be broken: planted faults that its check must find."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from desktop_app.accounts.base import Dependencies, Health
from desktop_app.accounts.draft_box import RemoteDraft
from desktop_app.accounts.google.kind import GOOGLE
from desktop_app.accounts.local.kind import LOCAL
from desktop_app.model.account import Account
from desktop_app.model.errors import KnownError, NotFound, Unavailable
from desktop_app.model.outbox import Delivery, OutboxEntry, Receipt
from desktop_app.model.remote import (
    LabelChange,
    RemoteHistory,
    RemoteMessage,
    RemotePage,
    RemoteProfile,
    RemoteRef,
)
from desktop_app.model.sign_in import NO_ORIGIN, GrantOrigin
from tests.contracts import promises
from tests.contracts.world import World
from tests.fakes.draft_box import MemoryBox
from tests.fakes.keyrings import Memory


@pytest.mark.parametrize(
    "wrong",
    [
        {"title": ""},
        {"syncs": False},
        {"signs_in": False},
        {"sends": False},
        {"sends": False, "delivers": False},
        {"delivers": False},
    ],
)
def test_capabilities(wrong: dict[str, Any]) -> None:
    promises.same_facts_are_told_everywhere(GOOGLE)
    planted = replace(GOOGLE, capabilities=replace(GOOGLE.capabilities, **wrong))
    with pytest.raises(AssertionError):
        promises.same_facts_are_told_everywhere(planted)


# A sender with a post office of its own


class Office(World):
    """The world of `PlantedSender`: it counts, and can lose a reply or its network."""

    def __init__(self, profile: Path) -> None:
        kind = replace(
            LOCAL, capabilities=replace(LOCAL.capabilities, delivers=True, delivery_note="")
        )
        super().__init__(kind, profile, {})
        self.asked = 0
        self.left = 0
        self.loses = False
        self.offline = False

    def account(self) -> Account:
        return self.stranger()

    def attempts(self) -> int:
        return self.asked

    def delivered(self) -> int:
        return self.left

    def lose_the_next_reply(self) -> None:
        self.loses = True

    def go_offline(self) -> None:
        self.offline = True

    def post(self) -> None:
        if self.offline:
            raise Unavailable("No network.")
        self.asked += 1
        self.left += 1
        if self.loses:
            self.loses = False
            raise ConnectionResetError


@dataclass
class PlantedSender:
    """Keeps every promise unless `fault` names one to break."""

    office: Office
    fault: str = ""

    def file(self, entry: OutboxEntry) -> bool:
        del entry
        return True

    def prepare(self, entry: OutboxEntry) -> str:
        if self.fault == "sends while preparing":
            self.office.post()
        if self.office.offline:
            raise Unavailable("No network.")
        return entry.rfc822_message_id

    def send(self, entry: OutboxEntry) -> Receipt:
        del entry
        try:
            self.office.post()
        except ConnectionResetError:
            if self.fault == "tries again":
                self.office.post()
                return Receipt(Delivery.SENT)
            if self.fault == "raises":
                raise
            return Receipt(Delivery.UNKNOWN)
        except Unavailable:
            if self.fault == "raises":
                raise
            return Receipt(Delivery.NOT_SENT)
        return Receipt(Delivery.SENT)

    def look(self, entry: OutboxEntry) -> Receipt:
        del entry
        if self.fault == "looks by sending":
            self.office.post()
        if self.fault == "denies":
            return Receipt(Delivery.NOT_SENT)
        if self.fault == "claims":
            return Receipt(Delivery.SENT)
        return Receipt(Delivery.UNKNOWN)


FAULTS = [
    (promises.preparing_sends_nothing, "sends while preparing"),
    (promises.an_attempt_is_one_attempt, "tries again"),
    (promises.looking_never_sends, "looks by sending"),
    (promises.looking_never_sends, "claims"),
    (promises.looking_never_denies_what_left, "denies"),
    (promises.no_network_is_told_and_not_raised, "raises"),
    (promises.no_network_is_told_and_not_raised, "claims"),
]


@pytest.mark.parametrize(("promise", "fault"), FAULTS)
def test_the_sender(
    tmp_path: Path, promise: Callable[[World, Any, Account], None], fault: str
) -> None:
    for given in ("", fault):
        office = Office(tmp_path / (given or "good"))
        account = office.account()
        if given:
            with pytest.raises((AssertionError, Unavailable)):
                promise(office, PlantedSender(office, given), account)
        else:
            promise(office, PlantedSender(office), account)
        office.close()


# A mailbox in memory


@dataclass
class PlantedMailbox:
    """A server's mailbox in memory; `fault` names what it does wrong."""

    fault: str = ""
    mails: dict[str, RemoteMessage] = field(default_factory=dict)
    events: list[RemoteRef | LabelChange | str] = field(default_factory=list)
    known_from: int = 0

    def receive(self, *mails: bytes) -> list[str]:
        return [self._put(raw) for raw in mails]

    def _put(self, raw: bytes) -> str:
        from desktop_app.mail.message.parse import parse

        id_ = f"m{len(self.mails)}"
        labels = frozenset({"INBOX", "UNREAD"})
        self.mails[id_] = RemoteMessage(id_, "t", labels, parse(raw).date or 0, raw)
        self.events.append(RemoteRef(id_, "t"))
        return id_

    def forget(self) -> None:
        self.known_from = len(self.events)

    def list(self) -> RemotePage:
        newest = sorted(self.mails.values(), key=lambda m: -m.date)
        if self.fault == "in order of arrival":
            newest = list(self.mails.values())
        return RemotePage(tuple(RemoteRef(m.id, "t") for m in newest))

    def fetch(self, ids: Sequence[str]) -> Iterator[tuple[str, RemoteMessage | KnownError]]:
        yield from self._found(ids).items()

    def _found(self, ids: Sequence[str]) -> dict[str, RemoteMessage | KnownError]:
        found: dict[str, RemoteMessage | KnownError] = {}
        for i in ids:
            found[i] = self.mails.get(i) or NotFound("Gone.")
        if self.fault == "drops what is not there":
            return {i: m for i, m in found.items() if i in self.mails}
        if self.fault == "rewrites line ends":
            return {
                i: m if isinstance(m, KnownError) else replace(m, raw=m.raw.replace(b"\r\n", b"\n"))
                for i, m in found.items()
            }
        return found

    def minimal(self, ids: Sequence[str]) -> dict[str, frozenset[str] | KnownError]:
        return {i: self.mails[i].labels for i in ids}

    def modify(self, ids: Sequence[str], *, add: frozenset[str], remove: frozenset[str]) -> None:
        if self.fault == "never removes":
            remove = frozenset()
        for id_ in list(self.mails) if self.fault == "changes all" else ids:
            mail = self.mails[id_]
            self.mails[id_] = replace(mail, labels=(mail.labels | add) - remove)
            self.events.append(LabelChange(id_, "t", add, remove))

    def delete(self, ids: Sequence[str]) -> None:
        if self.fault != "keeps what is deleted":
            for id_ in ids:
                self.mails.pop(id_)
                self.events.append(id_)

    def profile(self) -> RemoteProfile:
        return RemoteProfile("alex@gmail.example", str(len(self.events)), len(self.mails))

    def history(self, start: str) -> RemoteHistory:
        begin = int(start)
        if begin < self.known_from and self.fault != "says nothing of old history":
            raise NotFound("Too old.")
        since = self.events[begin:]
        if self.fault == "misses changes":
            since = [event for event in since if not isinstance(event, LabelChange)]
        end = start if self.fault == "stands still" else str(len(self.events))
        return RemoteHistory(end, tuple(since))


MAIL_FAULTS = [
    (promises.lists_are_newest_first, "in order of arrival"),
    (promises.mail_comes_byte_for_byte, "rewrites line ends"),
    (promises.mail_comes_byte_for_byte, "drops what is not there"),
    (promises.mail_comes_byte_for_byte, "keeps what is deleted"),
    (promises.labels_are_added_and_removed, "never removes"),
    (promises.labels_are_added_and_removed, "changes all"),
    (promises.history_tells_what_happened_since, "misses changes"),
    (promises.history_tells_what_happened_since, "stands still"),
]


@pytest.mark.parametrize(("promise", "fault"), MAIL_FAULTS)
def test_the_mailbox(
    promise: Callable[[promises.ServerMail, promises.Receive], None], fault: str
) -> None:
    good = PlantedMailbox()
    promise(good, good.receive)
    bad = PlantedMailbox(fault)
    with pytest.raises((AssertionError, KeyError)):
        promise(bad, bad.receive)


def test_the_history() -> None:
    good = PlantedMailbox()
    promises.history_that_is_too_old_is_not_found(good, good.receive, good.forget)
    bad = PlantedMailbox("says nothing of old history")
    with pytest.raises(pytest.fail.Exception):
        promises.history_that_is_too_old_is_not_found(bad, bad.receive, bad.forget)


class SecondPlace(MemoryBox):
    """Puts every revision into a draft of its own."""

    def put(self, mime: bytes, *, remote_id: str = "", thread_id: str = "") -> RemoteDraft:
        del remote_id
        return super().put(mime, thread_id=thread_id)


class NeverDeletes(MemoryBox):
    def delete(self, remote_id: str) -> None:
        """The draft stays."""


@pytest.mark.parametrize("box", [SecondPlace(), NeverDeletes()])
def test_the_drafts(box: MemoryBox) -> None:
    promises.a_draft_has_one_place(MemoryBox())
    with pytest.raises(AssertionError):
        promises.a_draft_has_one_place(box)


# Signing in and out


class Deposit(World):
    """A kind whose sign-in is one secret in the keyring; `fault` keeps it on a sign-out."""

    def __init__(self, profile: Path, health: Callable[..., Health], *, forgets: bool) -> None:
        self._forgets = forgets
        kind = replace(
            LOCAL,
            capabilities=replace(LOCAL.capabilities, signs_in=True),
            health=health,
            sign_in=self._method,
        )
        super().__init__(kind, profile, {})

    def _method(self, given: Dependencies) -> Any:
        return OneSecret(given, forgets=self._forgets)

    def account(self) -> Account:
        done = self.services.enrolment.keep(
            self.kind.name, Visitor(), (), days=0, session_only=False
        )
        return self.store.accounts.get(done.account_id)


@dataclass(frozen=True)
class Visitor:
    email: str = "alex@fernhill.example"
    name: str = ""
    client_id: str = ""
    scopes: frozenset[str] = frozenset()
    servers: None = None
    origin: GrantOrigin = NO_ORIGIN


class OneSecret:
    def __init__(self, given: Dependencies, *, forgets: bool) -> None:
        self._secrets, self._forgets = given.secrets, forgets

    def keep(self, account_id: str, grant: object, *, session_only: bool) -> None:
        self._secrets.set(f"one/{account_id}", "s3cret", session_only=session_only)

    def give_back(self, grant: object) -> None:
        """There is nobody to tell."""

    def revoke(self, account_id: str) -> str:
        return ""

    def forget(self, account_id: str) -> None:
        if self._forgets:
            self._secrets.delete(f"one/{account_id}")

    def remembers(self, account_id: str) -> bool:
        return self._secrets.in_memory(f"one/{account_id}")


def honest(state: Any) -> Health:
    signed_in = state.sign_in is not None
    return Health(signed_in, state.last_sync, next_step="" if signed_in else "Type the password.")


def silent(state: Any) -> Health:
    return Health(state.sign_in is not None, state.last_sync)


def test_health(tmp_path: Path) -> None:
    good = Deposit(tmp_path / "good", honest, forgets=True)
    promises.health_has_a_next_step_until_signed_in(good)
    good.close()
    bad = Deposit(tmp_path / "bad", silent, forgets=True)
    with pytest.raises(AssertionError):
        promises.health_has_a_next_step_until_signed_in(bad)
    bad.close()


def test_signing_out(tmp_path: Path) -> None:
    """A kind that signs in by a password alone needs no browser."""
    Memory.reset()
    good = Deposit(tmp_path / "good", honest, forgets=True)
    promises.signing_out_forgets_every_secret(good)
    good.close()
    bad = Deposit(tmp_path / "bad", honest, forgets=False)
    with pytest.raises(AssertionError):
        promises.signing_out_forgets_every_secret(bad)
    bad.close()
    Memory.reset()
