"""Every account kind keeps the promises of accounts/base.py."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

from desktop_app.accounts.base import Kind, Mailbox, Sender
from desktop_app.accounts.kinds import KINDS
from desktop_app.accounts.senders import SENDERS
from desktop_app.model.account import Account
from desktop_app.model.errors import NeedsSignIn, Unavailable
from desktop_app.model.mailbox_check import CheckOutcome
from tests.contracts import promises
from tests.contracts.world import World
from tests.contracts.worlds import WORLDS

SENDING = (
    promises.preparing_sends_nothing,
    promises.an_attempt_is_one_attempt,
    promises.looking_never_sends,
    promises.looking_never_denies_what_left,
    promises.no_network_is_told_and_not_raised,
)
MAIL = (
    promises.lists_are_newest_first,
    promises.mail_comes_byte_for_byte,
    promises.labels_are_added_and_removed,
    promises.history_tells_what_happened_since,
)


def test_every_kind_runs_through_the_contracts() -> None:
    assert set(WORLDS) == {kind.name for kind in KINDS}
    assert len(KINDS) == len(WORLDS), "two kinds of one name"


def test_only_known_kinds_have_a_sender() -> None:
    assert set(SENDERS) <= {kind.name for kind in KINDS}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_capabilities_are_what_the_kind_has(kind: Kind[Any]) -> None:
    promises.same_facts_are_told_everywhere(kind)


def test_a_kind_imports_nothing_heavy_before_it_is_used() -> None:
    code = (
        "import sys, desktop_app.accounts.kinds\n"
        "heavy = {'googleapiclient', 'google_auth_oauthlib', 'requests', 'keyring', 'smtplib',"
        " 'imapclient'}\n"
        "print(*sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("promise", SENDING, ids=lambda promise: promise.__name__)
def test_the_sender(world: World, promise: Callable[[World, Sender, Account], None]) -> None:
    account = world.account()
    promise(world, world.sender(account), account)


@pytest.mark.parametrize("promise", MAIL, ids=lambda promise: promise.__name__)
def test_the_mailbox(online: World, promise: Callable[[Mailbox, promises.Receive], None]) -> None:
    promise(online.mailbox(online.account()), online.receive)


def test_the_history(online: World) -> None:
    mailbox = online.mailbox(online.account())
    promises.history_that_is_too_old_is_not_found(mailbox, online.receive, online.forget_history)


def test_the_drafts(drafting: World) -> None:
    promises.a_draft_has_one_place(drafting.draft_box(drafting.account()))


def test_the_account_a_sign_in_made_can_write_as_itself(online: World) -> None:
    account = online.account()
    own = account.default_identity.address.key
    found = online.connector(account).aliases(account.id, Event())
    if online.names_own_addresses:
        assert own in {alias.address.key for alias in found}
    else:
        assert found == (), "what the person entered stays"


def test_files_and_calendars_are_there_where_they_are_promised(online: World) -> None:
    able = online.kind.capabilities
    cloud = online.connector(online.stranger()).cloud
    assert (cloud is not None) == (able.cloud_files or able.calendars)


def test_a_good_account_passes_its_check(online: World) -> None:
    account = online.account()
    steps = online.services.check(account, Event(), lambda _: None)
    assert [s for s in steps if s.outcome in {CheckOutcome.BAD, CheckOutcome.WARNING}] == []
    assert bool(steps) == (online.store.mail_servers.get(account.id) is not None)


def test_health(world: World) -> None:
    promises.health_has_a_next_step_until_signed_in(world)


def test_no_server_is_reached_without_a_sign_in(online: World) -> None:
    with pytest.raises(NeedsSignIn):
        online.mailbox(online.stranger())


def test_signing_out(signing: World) -> None:
    promises.signing_out_forgets_every_secret(signing)


def test_a_kind_of_a_newer_version_can_do_nothing_here(world: World) -> None:
    account = world.stranger()
    services = world.services_of([])
    able = services.capabilities(account)
    assert (able.title, able.sends, able.syncs) == (world.kind.name, False, False)
    health = services.health(account)
    assert not health.signed_in
    assert "can't open" in health.next_step
    assert services.connector(account) is None
    with pytest.raises(Unavailable):
        services.enrolment.sources(account.kind)
    services.shutdown()
