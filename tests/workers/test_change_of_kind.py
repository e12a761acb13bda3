"""A Gmail account by app password goes on with a Google client, and no mail is fetched again."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from desktop_app.accounts.kinds import KINDS
from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.errors import Refused
from desktop_app.model.mail_server import MailServers, ServerAddress
from desktop_app.model.message import Message
from desktop_app.model.remote import RemoteLabel
from desktop_app.model.sign_in import Permission, SignIn
from desktop_app.search.parser import parse
from desktop_app.store.store import Store
from tests.contracts.worlds.google import ALLOWED, GoogleWorld, google_world
from tests.fakes.browser import sign_in
from tests.fakes.google.emulator import ME
from tests.fakes.house import mail
from tests.fakes.keyrings import Memory

GMAIL = MailServers(ServerAddress("imap.gmail.com", 993), ServerAddress("smtp.gmail.com", 465), ME)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[GoogleWorld]:
    Memory.reset()
    for made in google_world(tmp_path / "profile"):
        assert isinstance(made, GoogleWorld)
        made.services = made.services_of(KINDS)
        yield made
        made.close()
    Memory.reset()


def contents(store: Store) -> list[Message]:
    found = store.finder.messages(parse(""), limit=1000, include_spam_trash=True)
    return sorted(found, key=lambda m: m.id)


def sync(world: GoogleWorld, account: Account) -> int:
    done = world.services.sync.run_once(account.id, progress=lambda _: None, cancelled=Event())
    return done.fetched


def by_app_password(world: GoogleWorld, account: Account) -> Account:
    """The account as it was before: the same messages, reached over IMAP."""
    store = world.store
    store.accounts.change_kind(replace(account, kind="imap"))
    labels = [
        RemoteLabel(label.id, label.id, system=True) for label in store.labels.list(account.id)
    ]
    store.remote_labels.replace(account.id, labels)
    store.mail_servers.keep(account.id, GMAIL)
    world.secrets.set(f"imap/{account.id}/password", "app password", session_only=False)
    store.sign_ins.keep(SignIn(account.id, ""))
    store.sync_state.begin(account.id, "4711")
    return store.accounts.get(account.id)


def change(world: GoogleWorld, account: Account) -> None:
    enrolment = world.services.enrolment
    started = enrolment.start("google", ALLOWED, account_id=account.id)
    with ThreadPoolExecutor(1) as pool:
        pool.submit(sign_in, started.address)
        done = enrolment.finish(started.flow, days=0, session_only=False, cancelled=Event())
    assert (done.account_id, done.again) == (account.id, True)


def test_mail_stays_and_is_not_fetched_again(world: GoogleWorld) -> None:
    account = world.account()
    world.receive(*(mail(f"Mail {n}", message_id=f"m{n}@x.example") for n in range(5)))
    assert sync(world, account) == 5
    before = contents(world.store)
    old = by_app_password(world, account)
    assert world.services.capabilities(old).changes_to == "google"
    change(world, old)
    now = world.store.accounts.get(account.id)
    assert now.kind == "google"
    assert world.store.mail_servers.get(account.id) is None
    assert world.secrets.get(f"imap/{account.id}/password") is None
    assert sync(world, now) == 0
    assert contents(world.store) == before
    world.receive(mail("Afterwards", message_id="after@x.example"))
    assert sync(world, now) == 1


def test_another_account_than_the_one_that_was_meant_changes_nothing(world: GoogleWorld) -> None:
    other = Identity(Address("", "other@gmail.example"), default=True)
    world.store.accounts.add(Account("o", "imap", "Other", (other,)))
    world.store.mail_servers.keep("o", GMAIL)
    enrolment = world.services.enrolment
    started = enrolment.start("google", (Permission.READ,), account_id="o")
    with ThreadPoolExecutor(1) as pool:
        pool.submit(sign_in, started.address)
        with pytest.raises(Refused):
            enrolment.finish(started.flow, days=0, session_only=False, cancelled=Event())
    assert world.store.accounts.get("o").kind == "imap"


def test_the_same_address_is_not_added_twice(world: GoogleWorld) -> None:
    account = world.account()
    old = by_app_password(world, account)
    enrolment = world.services.enrolment
    started = enrolment.start("google", (Permission.READ,))
    with ThreadPoolExecutor(1) as pool:
        pool.submit(sign_in, started.address)
        with pytest.raises(Refused, match="already"):
            enrolment.finish(started.flow, days=0, session_only=False, cancelled=Event())
    assert [a.id for a in world.store.accounts.list()] == [old.id]
