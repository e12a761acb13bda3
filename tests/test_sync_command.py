# ruff: noqa: F401, F811 - fixtures come from the other file
"""`draftdesk sync` as a process of its own, with a real keyring: all the way from the refresh token
to mail that the next command finds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
import requests

from tests.fakes.google.emulator import ME, Mail
from tests.fakes.google.proxy import Google
from tests.fakes.house import mail
from tests.fakes.keyring_service import KeyringService
from tests.test_sign_in_command import (
    Program,
    profile,
    program,
    pytestmark,
    running,
    served,
    service,
)

NOTHING = {"matched": 0, "changed": 0, "deleted": 0, "pushed": 0, "refused": 0, "drafts": 0}


@pytest.fixture
def account(service: KeyringService, program: Program) -> str:
    """A signed-in account, all of whose mail is wanted."""
    service.unlock()
    status, out, err = program.add_google("--days", "0")
    assert status == 0, err
    return out.strip()


def put(served: Google, *subjects: str) -> list[str]:
    return served.emulator.fill(
        [Mail(mail(s, message_id=f"{s.replace(' ', '-')}@x.example")) for s in subjects]
    )


def synced(program: Program, *arguments: str) -> Sequence[dict[str, Any]]:
    status, out, err = program.run("sync", *arguments, "--json")
    assert status == 0, err
    accounts: list[dict[str, Any]] = json.loads(out)["accounts"]
    return accounts


def found(program: Program, query: str) -> dict[str, list[str]]:
    """Subjects and labels of what a search finds."""
    _, out, _ = program.run("search", query, "--json")
    return {r["subject"]: r["labels"] for r in json.loads(out)["results"]}


def test_one_pass_brings_the_mail_and_the_next_only_what_changed(
    program: Program,
    account: str,
    served: Google,
) -> None:
    first, second = put(served, "Harbour lease", "Harbour plan")
    [told] = synced(program)
    assert told["account_id"] == account
    assert told["fetched"] >= 2
    assert {n: told[n] for n in NOTHING} == NOTHING
    assert set(found(program, "harbour")) == {"Harbour lease", "Harbour plan"}

    served.emulator.call("POST", f"messages/{first}/modify", {"addLabelIds": ["STARRED"]})
    served.emulator.call("DELETE", f"messages/{second}")
    put(served, "Harbour dues")
    [told] = synced(program, "--account", ME)
    assert told == {"account_id": account, "fetched": 1, **NOTHING, "changed": 1, "deleted": 1}
    now = found(program, "harbour")
    assert set(now) == {"Harbour lease", "Harbour dues"}
    assert "STARRED" in now["Harbour lease"]

    status, out, _ = program.run("sync", "--account", account)
    assert (status, out) == (0, f"{ME}: 0 new.\n")
    _, out, _ = program.run("status", "--json")
    [row] = json.loads(out)["accounts"]
    assert row["last_sync"] != "never"


def test_an_account_that_is_not_there_ends_with_1(program: Program, account: str) -> None:
    status, out, err = program.run("sync", "--account", "nobody", "--json")
    assert (status, out) == (1, "")
    assert "There is no account nobody." in err


def test_without_its_keyring_it_ends_with_1_and_the_mail_stays(
    service: KeyringService,
    program: Program,
    account: str,
    served: Google,
) -> None:
    put(served, "Kept here")
    synced(program)
    service.kill_daemon()
    status, out, err = program.run("sync", "--json")
    assert (status, out) == (1, "")
    assert "keyring" in err
    assert "Traceback" not in err
    assert "Kept here" in found(program, "subject:kept")


def test_a_sign_in_that_has_ended_ends_with_1_and_the_next_step(
    program: Program,
    account: str,
    served: Google,
) -> None:
    synced(program)
    refresh, _ = served.proxy._pairs[-1]
    requests.post(served.proxy.revoke_uri, data={"token": refresh}, timeout=10)
    status, out, err = program.run("sync", "--json")
    assert (status, out) == (1, "")
    assert "Sign in to this account again." in err
    assert "Traceback" not in err
