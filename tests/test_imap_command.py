"""`draftdesk accounts add imap` as a process of its own, with a real keyring and a real server:
the password is in the keyring and nowhere else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.accounts.secrets import Secrets, profile_id
from tests.fakes.house import mail
from tests.fakes.keyring_service import (
    KeyringService,
    applied,
    files_holding,
    keyring_service,
    missing,
)
from tests.fakes.mail_servers import dovecot as servers
from tests.fakes.mail_servers.dovecot import PASSWORD, USER, Dovecot, dovecot
from tests.fakes.mail_servers.smtp import Post, post_office

pytestmark = [
    pytest.mark.skipif(
        not servers.installed() or bool(missing()), reason="bootstrap.sh test not run"
    ),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
CHECKOUT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def running() -> Iterator[Dovecot]:
    with dovecot() as made:
        yield made


@pytest.fixture
def server(running: Dovecot) -> Dovecot:
    running.empty()
    return running


@pytest.fixture(scope="module")
def post() -> Iterator[Post]:
    with post_office() as made:
        yield made


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[KeyringService]:
    with keyring_service(tmp_path) as running:
        applied(monkeypatch, running.environment)
        running.unlock()
        yield running


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    return tmp_path / "profile"


def draftdesk(profile: Path, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "desktop_app", "--profile", str(profile), *arguments],
        input=given, capture_output=True, text=True, cwd=CHECKOUT, env=dict(os.environ),
        check=False,
    )  # fmt: skip


def options(server: Dovecot) -> tuple[str, ...]:
    return (
        "accounts", "add", "imap", "--email", USER, "--password-stdin",
        "--imap-host", "127.0.0.1", "--imap-port", str(server.tls_port),
        "--ca-file", str(server.ca_file),
    )  # fmt: skip


def sending(post: Post) -> tuple[str, ...]:
    return "--smtp-host", "127.0.0.1", "--smtp-port", str(post.port), "--smtp-security", "none"


def test_an_account_is_added_synced_and_searched(
    server: Dovecot, post: Post, service: KeyringService, profile: Path
) -> None:
    client = server.client()
    client.append("INBOX", mail("Invoice 2207", message_id="i@x.example"))
    client.create_folder("Travel")
    client.append("Travel", mail("Ferry", message_id="f@x.example"))
    client.logout()
    added = draftdesk(profile, *options(server), *sending(post), given=PASSWORD + "\n")
    assert added.returncode == 0, added.stderr
    (account,) = added.stdout.split()
    assert "Sign in: You are signed in" in added.stderr
    assert Secrets(profile_id(profile)).get(f"imap/{account}/password") == PASSWORD
    assert files_holding(PASSWORD, profile) == []
    listed = json.loads(draftdesk(profile, "accounts", "list", "--json").stdout)
    assert [(a["id"], a["kind"], a["name"]) for a in listed] == [(account, "imap", USER)]
    synced = draftdesk(profile, "sync", "--json")
    assert synced.returncode == 0, synced.stderr
    assert json.loads(synced.stdout)["accounts"][0]["fetched"] == 2
    found = json.loads(draftdesk(profile, "search", "label:Travel", "--json").stdout)
    assert [(r["subject"], r["labels"]) for r in found["results"]] == [
        ("Ferry", ["Travel", "UNREAD"])
    ]
    status = json.loads(draftdesk(profile, "status", "--json").stdout)
    assert [a["signed_in"] for a in status["accounts"]] == [True]


def test_a_wrong_password_adds_nothing(
    server: Dovecot, service: KeyringService, profile: Path
) -> None:
    done = draftdesk(profile, *options(server), "--no-smtp", given="wrong\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert "does not accept this user name and password" in done.stderr
    assert json.loads(draftdesk(profile, "accounts", "list", "--json").stdout) == []


def test_a_certificate_nobody_vouches_for_is_refused_with_its_fingerprint(
    server: Dovecot, service: KeyringService, profile: Path
) -> None:
    without_ca = options(server)[:-2]
    done = draftdesk(profile, *without_ca, "--no-smtp", given=PASSWORD + "\n")
    assert done.returncode == 1
    assert "certificate of 127.0.0.1 was refused" in done.stderr
    assert "SHA-256 fingerprint is " in done.stderr


def test_an_account_without_smtp_says_that_it_cannot_send(
    server: Dovecot, service: KeyringService, profile: Path
) -> None:
    done = draftdesk(profile, *options(server), "--no-smtp", given=PASSWORD + "\n")
    assert done.returncode == 0, done.stderr
    assert "this account can't send" in done.stderr


@pytest.mark.parametrize(
    "wrong",
    [
        ("--imap-port", "0"),
        ("--imap-security", "maybe"),
        ("--no-smtp", "--smtp-host", "smtp.x.example"),
        ("--days", "-1"),
    ],
)
def test_wrong_usage_is_told_as_such(profile: Path, wrong: tuple[str, ...]) -> None:
    done = draftdesk(profile, "accounts", "add", "imap", "--email", USER, *wrong)
    assert done.returncode == 2
