"""`draftdesk accounts add microsoft` as a process of its own, with a real keyring and servers that
take its access tokens: the refresh token is in the keyring and nowhere else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from desktop_app.accounts.secrets import Secrets, profile_id
from tests.fakes.browser import asked_for, sign_in
from tests.fakes.house import mail
from tests.fakes.keyring_service import (
    KeyringService,
    applied,
    files_holding,
    keyring_service,
    missing,
)
from tests.fakes.mail_servers import dovecot as imap_server
from tests.fakes.mail_servers.dovecot import Dovecot, dovecot
from tests.fakes.mail_servers.smtp import TokenPost, token_post_office
from tests.fakes.microsoft import (
    CLIENT,
    USER,
    Microsoft,
    error,
    installed,
    mail_environment,
    microsoft,
)
from tests.fakes.warm_program import WarmProgram

pytestmark = [
    pytest.mark.skipif(
        not (installed() and imap_server.installed()) or bool(missing()),
        reason="bootstrap.sh test not run",
    ),
    # keyring leaves its connection to the bus open when the collection is locked.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
CHECKOUT = Path(__file__).resolve().parents[1]
ADD = ("accounts", "add", "microsoft", "--no-browser")


@pytest.fixture(scope="module")
def running() -> Iterator[Microsoft]:
    with microsoft() as served:
        yield served


@pytest.fixture
def entra(running: Microsoft) -> Iterator[Microsoft]:
    yield running
    running.clear()


@pytest.fixture(scope="module")
def running_box(running: Microsoft) -> Iterator[Dovecot]:
    with dovecot(introspection=running.introspection) as made:
        yield made


@pytest.fixture
def box(running_box: Dovecot) -> Dovecot:
    running_box.empty()
    return running_box


@pytest.fixture(scope="module")
def post(running: Microsoft) -> Iterator[TokenPost]:
    with token_post_office(running.whose) as made:
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


class Program:
    """Runs the program on a profile; everything it ever said is in `said`."""

    def __init__(self, profile: Path, environment: dict[str, str], warm: WarmProgram) -> None:
        self.profile, self.said, self.command_line = profile, "", ""
        self.warm = warm
        kept = {k: v for k, v in os.environ.items() if k.startswith(("PATH", "LANG", "VIRTUAL"))}
        self.environment = kept | environment

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "desktop_app", "--profile", str(self.profile), *arguments],
            env=self.environment, cwd=CHECKOUT, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def run(self, *arguments: str) -> tuple[int, str, str]:
        given = ("--profile", str(self.profile), *arguments)
        done = self.warm.run(given, self.environment, CHECKOUT)
        self.said += done.stdout + done.stderr
        return done.returncode, done.stdout, done.stderr

    def end(self, process: subprocess.Popen[str]) -> tuple[int, str, str]:
        out, err = process.communicate(timeout=60)
        self.said += out + err
        return process.returncode, out, err

    def begin(self, *more: str) -> tuple[subprocess.Popen[str], str]:
        """A sign-in that waits, and the address to open."""
        process = self.start(*ADD, *more)
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:"), process.communicate()
        self.said += address
        self.command_line += Path(f"/proc/{process.pid}/cmdline").read_text()
        return process, address

    def add(self, *more: str) -> str:
        """Sign in with a browser beside it; the account's id."""
        process, address = self.begin(*more)
        sign_in(address, USER)
        status, out, err = self.end(process)
        assert (status, len(out.split())) == (0, 1), err
        return out.strip()


@pytest.fixture
def program(
    service: KeyringService,
    entra: Microsoft,
    box: Dovecot,
    post: TokenPost,
    profile: Path,
    warm: WarmProgram,
) -> Program:
    servers = mail_environment(box.tls_port, post.port, box.ca_file)
    return Program(profile, service.environment | entra.environment | servers, warm)


def refresh_token(profile: Path, account: str) -> str:
    token = Secrets(profile_id(profile)).get(f"microsoft/{account}/refresh_token")
    assert token
    return token


def test_an_account_is_added_synced_and_searched(program: Program, box: Dovecot) -> None:
    client = box.client()
    client.append("INBOX", mail("Invoice 2207", message_id="i@x.example"))
    client.logout()
    account = program.add("--days", "0")
    listed = json.loads(program.run("accounts", "list", "--json")[1])
    assert [(a["id"], a["kind"], a["name"]) for a in listed] == [(account, "microsoft", USER)]
    status, synced, err = program.run("sync", "--json")
    assert status == 0, err
    assert json.loads(synced)["accounts"][0]["fetched"] == 1
    found = json.loads(program.run("search", "invoice", "--json")[1])
    assert [row["subject"] for row in found["results"]] == ["Invoice 2207"]
    state = json.loads(program.run("status", "--json")[1])
    assert [row["signed_in"] for row in state["accounts"]] == [True]


def test_the_refresh_token_is_in_the_keyring_and_nowhere_else(
    program: Program, entra: Microsoft, profile: Path, tmp_path: Path
) -> None:
    """The first one, and the one that took its place."""
    account = program.add()
    first = refresh_token(profile, account)
    program.run("sync", "--json")
    second = refresh_token(profile, account)
    assert second != first, "a new run has no access token"
    entra.answers.append((400, error(70008, "invalid_grant", error_description=second)))
    _, out, _ = program.run("sync", "--json")
    assert "no longer accepts" in out + program.run("status", "--json")[1]
    program.run("accounts", "remove", "nothing")
    for token in (first, second, entra.asked[0]["code"]):
        assert files_holding(token, profile, tmp_path) == []
        assert token not in program.said + program.command_line
    (profile / "logs").mkdir(exist_ok=True)
    (profile / "logs" / "draftdesk.log").write_text(f"renewing with {second}\n")
    assert files_holding(second, profile), "the control: a planted leak is found"


def test_a_removed_account_is_gone_from_the_keyring_and_the_disk(
    program: Program, profile: Path, tmp_path: Path
) -> None:
    account = program.add()
    token = refresh_token(profile, account)
    assert program.run("accounts", "remove", account)[0] == 0
    assert Secrets(profile_id(profile)).get(f"microsoft/{account}/refresh_token") is None
    assert files_holding(token, tmp_path) == []
    assert files_holding(USER, profile) == []


def test_a_refusal_ends_with_1_and_the_page_for_the_administrator(program: Program) -> None:
    process, address = program.begin()
    asked = asked_for(address)
    given = {"error": "access_denied", "error_description": "AADSTS90094: It needs more."}
    requests.get(asked["redirect_uri"], params=given | {"state": asked["state"]}, timeout=20)
    status, out, err = program.end(process)
    assert (status, out) == (1, "")
    assert "asks its administrator" in err
    assert f"adminconsent?client_id={CLIENT}" in err
    assert "Traceback" not in err


def test_a_client_can_be_named_for_one_sign_in_and_without_one_it_says_what_to_do(
    program: Program,
) -> None:
    del program.environment["DRAFTDESK_MICROSOFT_CLIENT_ID"]
    status, out, err = program.run(*ADD)
    assert (status, out) == (1, "")
    assert "no Microsoft client" in err
    account = program.add("--client-id", CLIENT)
    assert program.run("sync", "--json")[0] == 0, "the account keeps its client"
    assert account in program.run("accounts", "list")[1]


def test_without_a_keyring_it_says_so_before_the_browser_is_needed(
    service: KeyringService, program: Program
) -> None:
    service.kill_daemon()
    status, out, err = program.run(*ADD)
    assert (status, out) == (1, "")
    assert "keyring" in err
    assert "Traceback" not in err


def test_wrong_usage_is_told_as_such(program: Program) -> None:
    assert program.run("accounts", "add", "microsoft", "--days", "-1")[0] == 2
