"""The checks of the contracts. Each raises AssertionError where a promise is not kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any, Protocol

import pytest

from desktop_app.accounts.base import Kind, Sender
from desktop_app.accounts.draft_box import DraftBox
from desktop_app.accounts.senders import SENDERS
from desktop_app.model.account import Account
from desktop_app.model.errors import KnownError, NotFound
from desktop_app.model.outbox import Delivery, OutboxEntry, OutboxState
from desktop_app.model.remote import (
    LabelChange,
    RemoteHistory,
    RemoteMessage,
    RemotePage,
    RemoteProfile,
    RemoteRef,
)
from tests.contracts.world import World
from tests.fakes.house import mail
from tests.fakes.keyrings import Memory

ODD_BYTES = (
    b"From: Dana Lee <dana@lee.example>\r\nTo: alex@gmail.example\r\nSubject: Odd \r\n  folds\r\n"
    b"X-Empty:\r\nMessage-ID: <odd@lee.example>\r\nContent-Type: text/plain; charset=latin-1\r\n"
    b"Content-Transfer-Encoding: 8bit\r\n\r\nGr\xfc\xdfe \t\r\n.\r\nFrom here  \r\n\r\n"
)
"""Folds, an empty field, 8-bit text, trailing blanks: all that a rewriting would change."""


def same_facts_are_told_everywhere(kind: Kind[Any]) -> None:
    """A kind's capabilities agree with each other and with what the kind has."""
    able = kind.capabilities
    assert able.title
    assert able.syncs == (kind.connector is not None)
    assert able.signs_in == (kind.sign_in is not None)
    assert able.sends == (kind.name in SENDERS)
    assert able.sends or not able.delivers
    assert able.delivers or not able.sends or able.delivery_note
    of_a_server = (able.server_search, able.server_drafts, able.cloud_files, able.calendars)
    assert able.syncs or not any(of_a_server)
    assert able.signs_in or not able.permissions


# Sending


def entry_of(account: Account, number: int = 1) -> OutboxEntry:
    """A mail that was approved."""
    own = account.default_identity.address
    message_id = f"contract-{number}@fernhill.example"
    raw = mail(f"Contract {number}", from_=str(own), to="dana@lee.example", message_id=message_id)
    return OutboxEntry(
        number, f"d{number}", account.id, 1, "", message_id, raw, ("dana@lee.example",),
        OutboxState.SENDING, 0.0,
    )  # fmt: skip


def preparing_sends_nothing(world: World, sender: Sender, account: Account) -> None:
    before = world.delivered(), world.attempts()
    sender.prepare(entry_of(account))
    assert (world.delivered(), world.attempts()) == before


def an_attempt_is_one_attempt(world: World, sender: Sender, account: Account) -> None:
    """However the answer gets lost: one request, no exception, and no false word about it."""
    entry = _prepared(sender, account)
    world.lose_the_next_reply()
    receipt = sender.send(entry)
    delivers = world.kind.capabilities.delivers
    assert world.attempts() == int(delivers)
    assert world.delivered() == int(delivers)
    assert receipt.delivery is (Delivery.UNKNOWN if delivers else Delivery.SENT)


def looking_never_sends(world: World, sender: Sender, account: Account) -> None:
    """A mail that was prepared and not sent stays so; a kind that delivers does not say `sent`."""
    entry = _prepared(sender, account)
    receipt = sender.look(entry)
    assert (world.delivered(), world.attempts()) == (0, 0)
    assert receipt.delivery is not Delivery.SENT or not world.kind.capabilities.delivers


def looking_never_denies_what_left(world: World, sender: Sender, account: Account) -> None:
    entry = _prepared(sender, account)
    world.lose_the_next_reply()
    sender.send(entry)
    before = world.delivered()
    assert sender.look(entry).delivery is not Delivery.NOT_SENT
    assert world.delivered() == before


def no_network_is_told_and_not_raised(world: World, sender: Sender, account: Account) -> None:
    """`send` and `look` say what they know; `prepare` alone may raise."""
    entry = _prepared(sender, account)
    world.go_offline()
    if world.kind.capabilities.delivers:
        assert sender.send(entry).delivery is not Delivery.SENT
        assert sender.look(entry).delivery is Delivery.UNKNOWN
        with pytest.raises(KnownError) if world.prepares_on_the_server else nullcontext():
            sender.prepare(entry_of(account, 2))
    assert world.delivered() == 0


def _prepared(sender: Sender, account: Account) -> OutboxEntry:
    entry = entry_of(account)
    return replace(entry, settle=sender.prepare(entry))


# Mail on a server

Receive = Callable[..., list[str]]


class ServerMail(Protocol):
    """As much of a `Mailbox` as is promised here."""

    def profile(self) -> RemoteProfile: ...

    def list(self) -> RemotePage: ...

    def history(self, start: str) -> RemoteHistory: ...

    def fetch(self, ids: Sequence[str]) -> Iterator[tuple[str, RemoteMessage | KnownError]]: ...

    def minimal(self, ids: Sequence[str]) -> dict[str, frozenset[str] | KnownError]: ...

    def modify(
        self, ids: Sequence[str], *, add: frozenset[str], remove: frozenset[str]
    ) -> None: ...

    def delete(self, ids: Sequence[str]) -> None: ...


def lists_are_newest_first(mailbox: ServerMail, receive: Receive) -> None:
    """By the dates of the mails, not by when they came."""
    days = (14, 12, 13)
    mails = [
        mail(f"Day {n}", message_id=f"day{n}@x.example", date=f"Mon, {n} Sep 2026 10:00:00 +0000")
        for n in days
    ]
    ids = dict(zip(days, receive(*mails), strict=True))
    listed = [ref.id for ref in mailbox.list().refs if ref.id in ids.values()]
    assert listed == [ids[14], ids[13], ids[12]]


def mail_comes_byte_for_byte(mailbox: ServerMail, receive: Receive) -> None:
    """And what is not there is an answer about that message alone."""
    (id_,) = receive(ODD_BYTES)
    mailbox.delete(gone := receive(mail("Gone", message_id="gone@x.example")))
    found = dict(mailbox.fetch([id_, "ffffffffffffffff", *gone]))
    message = found[id_]
    assert isinstance(message, RemoteMessage)
    assert message.raw == ODD_BYTES
    assert {"INBOX", "UNREAD"} <= message.labels
    assert isinstance(found["ffffffffffffffff"], NotFound)
    deleted = found[gone[0]]
    assert isinstance(deleted, NotFound) or "TRASH" in deleted.labels  # type: ignore[union-attr]


def labels_are_added_and_removed(mailbox: ServerMail, receive: Receive) -> None:
    one, other = receive(*(mail(message_id=f"label{n}@x.example") for n in range(2)))
    mailbox.modify([one], add=frozenset({"STARRED"}), remove=frozenset({"UNREAD", "INBOX"}))
    labels = mailbox.minimal([one, other])
    assert _labels(labels[one]) & {"STARRED", "UNREAD", "INBOX"} == {"STARRED"}
    assert _labels(labels[other]) & {"STARRED", "UNREAD", "INBOX"} == {"UNREAD", "INBOX"}


def _labels(found: frozenset[str] | KnownError) -> frozenset[str]:
    assert isinstance(found, frozenset), found
    return found


def history_tells_what_happened_since(mailbox: ServerMail, receive: Receive) -> None:
    (old,) = receive(mail(message_id="old@x.example"))
    start = mailbox.profile().history_id
    assert mailbox.history(start).events == ()
    mailbox.modify([old], add=frozenset({"STARRED"}), remove=frozenset())
    (new,) = receive(mail(message_id="new@x.example"))
    since = mailbox.history(start)
    came = {event.id for event in since.events if isinstance(event, RemoteRef)}
    starred = {e.id for e in since.events if isinstance(e, LabelChange) and "STARRED" in e.added}
    assert (came, starred) == ({new}, {old})
    assert mailbox.history(since.history_id).events == ()


def history_that_is_too_old_is_not_found(
    mailbox: ServerMail, receive: Receive, forget: Callable[[], None]
) -> None:
    start = mailbox.profile().history_id
    receive(mail(message_id="later@x.example"))
    forget()
    with pytest.raises(NotFound):
        mailbox.history(start)


def a_draft_has_one_place(box: DraftBox) -> None:
    """Put, replaced under the same id, deleted, and then not found."""
    before = {draft.remote_id for draft in box.list()}
    one = b"X-Draftdesk-Draft: d1; 1\r\n" + ODD_BYTES
    first = box.put(one)
    assert box.get(first.remote_id).raw == one
    other = one.replace(b"d1; 1", b"d1; 2").replace(b"From here", b"And there")
    second = box.put(other, remote_id=first.remote_id, thread_id=first.thread_id)
    assert second.remote_id == first.remote_id
    assert box.get(first.remote_id).raw == other
    assert _ids(box) - before == {first.remote_id}
    box.delete(first.remote_id)
    box.delete(first.remote_id)
    assert _ids(box) == before
    with pytest.raises(NotFound):
        box.get(first.remote_id)


def _ids(box: DraftBox) -> set[str]:
    listed: Sequence[Any] = box.list()
    return {draft.remote_id for draft in listed}


# Signing in and out


def health_has_a_next_step_until_signed_in(world: World) -> None:
    health = world.services.health(world.stranger())
    assert health.signed_in != world.kind.capabilities.signs_in
    assert bool(health.next_step) == world.kind.capabilities.signs_in


def signing_out_forgets_every_secret(world: World) -> None:
    account = world.account()
    assert Memory.entries, "a sign-in keeps a secret"
    assert world.services.health(account).signed_in
    world.services.enrolment.sign_out(account.id)
    assert Memory.entries == {}
    assert world.store.sign_ins.get(account.id) is None
    assert not world.services.health(account).signed_in
