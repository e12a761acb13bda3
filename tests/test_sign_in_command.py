"""`draftdesk accounts add google` as a process of its own, with a real keyring; and promise P7:
the refresh token is in the keyring and nowhere else."""

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
from tests.fakes.browser import deny, sign_in
from tests.fakes.google.emulator import ME, installed
from tests.fakes.google.faults import Fault
from tests.fakes.google.proxy import Google, google
from tests.fakes.keyring_service import (
    KeyringService,
    applied,
    files_holding,
    keyring_service,
    missing,
)
from tests.fakes.warm_program import WarmProgram

pytestmark = [
    pytest.mark.skipif(not installed() or bool(missing()), reason="bootstrap.sh test not run"),
    # keyring leaves its connection to the bus open when the collection is locked.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
CHECKOUT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def running() -> Iterator[Google]:
    with google() as served:
        yield served


@pytest.fixture
def served(running: Google) -> Iterator[Google]:
    yield running
    running.proxy.faults.clear()


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[KeyringService]:
    with keyring_service(tmp_path) as running:
        applied(monkeypatch, running.environment)
        yield running


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    return tmp_path / "profile"


class Program:
    """Runs the program on a profile; everything it ever said is in `said`."""

    def __init__(
        self, service: KeyringService, served: Google, profile: Path, warm: WarmProgram
    ) -> None:
        self.said = ""
        self.warm = warm
        self.profile = profile
        self.environment = {
            **{k: v for k, v in os.environ.items() if k.startswith(("PATH", "LANG", "VIRTUAL"))},
            **service.environment,
            **served.environment,
            "GMAIL_CLIENT_ID": "client-1",
            "GMAIL_CLIENT_SECRET": "s3cret",
        }

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

    def add_google(self, *more: str) -> tuple[int, str, str]:
        """Sign in with a browser beside it; the last line of its output is the account."""
        process = self.start("accounts", "add", "google", "--no-browser", *more)
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:"), process.communicate()
        self.said += address
        self.command_line = Path(f"/proc/{process.pid}/cmdline").read_text()
        sign_in(address)
        return self.end(process)


@pytest.fixture
def program(service: KeyringService, served: Google, profile: Path, warm: WarmProgram) -> Program:
    return Program(service, served, profile, warm)


def refresh_token(profile: Path, account: str) -> str:
    token = Secrets(profile_id(profile)).get(f"google/{account}/refresh_token")
    assert token
    return token


def test_it_prints_the_address_waits_and_prints_the_account(
    service: KeyringService, program: Program, profile: Path
) -> None:
    service.unlock()
    status, out, err = program.add_google("--allow", "write")
    assert (status, len(out.split())) == (0, 1)
    account = out.strip()
    _, listed, _ = program.run("accounts", "list", "--json")
    [row] = json.loads(listed)
    assert (row["id"], row["kind"], row["name"]) == (account, "google", ME)
    _, text, _ = program.run("status", "--json")
    [row] = json.loads(text)["accounts"]
    assert (row["signed_in"], row["scopes_granted"]) == (True, ["read", "write"])
    assert "Waiting for the browser" in err


def test_a_denial_ends_with_1_and_a_sentence(service: KeyringService, program: Program) -> None:
    service.unlock()
    process = program.start("accounts", "add", "google", "--no-browser")
    assert process.stdout is not None
    deny(process.stdout.readline().strip())
    status, _, err = program.end(process)
    assert status == 1
    assert "did not allow" in err


def test_without_a_keyring_it_says_so_before_the_browser_is_needed(
    service: KeyringService, program: Program
) -> None:
    service.unlock("right")
    service.kill_daemon()
    status, out, err = program.run("accounts", "add", "google", "--no-browser")
    assert (status, out) == (1, "")
    assert "keyring" in err
    assert "Traceback" not in err


def test_without_a_client_it_says_what_to_do(service: KeyringService, program: Program) -> None:
    service.unlock()
    del program.environment["GMAIL_CLIENT_ID"]
    status, _, err = program.run("accounts", "add", "google", "--no-browser")
    assert status == 1
    assert "no Google client" in err


def test_an_existing_sign_in_is_adopted_where_there_is_no_client(
    service: KeyringService, program: Program, profile: Path, tmp_path: Path
) -> None:
    service.unlock()
    _, out, _ = program.add_google()
    token = refresh_token(profile, out.strip())
    file = tmp_path / "authorized_user.json"
    file.write_text(json.dumps({"type": "authorized_user", "client_id": "c", "client_secret": "s",
                                "refresh_token": token}))  # fmt: skip
    program.profile = tmp_path / "another"
    del program.environment["GMAIL_CLIENT_ID"]
    program.environment["GOOGLE_CREDENTIALS_PATH"] = str(file)
    status, out, _ = program.run("accounts", "add", "google", "--no-browser")
    assert status == 0
    assert refresh_token(program.profile, out.strip()) == token


def test_the_refresh_token_is_in_the_keyring_and_nowhere_else(
    service: KeyringService, served: Google, program: Program, profile: Path, tmp_path: Path
) -> None:
    service.unlock()
    _, out, _ = program.add_google()
    account = out.strip()
    token = refresh_token(profile, account)
    program.run("status", "--json")
    served.proxy.fail(Fault("oauth.token", status=400, reason="invalid_grant", message=token))
    program.run("sync", "--json")
    program.run("accounts", "remove", "nothing")
    places = (profile, tmp_path)
    assert files_holding(token, *places) == []
    assert token not in program.said + program.command_line
    (profile / "logs").mkdir(exist_ok=True)
    (profile / "logs" / "draftdesk.log").write_text(f"renewing with {token}\n")
    assert files_holding(token, *places), "the control: a planted leak is found"


def test_a_removed_account_is_gone_from_the_keyring_and_revoked(
    service: KeyringService, served: Google, program: Program, profile: Path, tmp_path: Path
) -> None:
    service.unlock()
    _, out, _ = program.add_google()
    account = out.strip()
    token = refresh_token(profile, account)
    assert program.run("accounts", "remove", account)[0] == 0
    assert Secrets(profile_id(profile)).get(f"google/{account}/refresh_token") is None
    assert Secrets(profile_id(profile)).get(f"google/{account}/client_secret") is None
    form = {"grant_type": "refresh_token", "refresh_token": token}
    assert requests.post(served.proxy.token_uri, data=form, timeout=10).status_code == 400
    assert files_holding(token, tmp_path) == []
    assert files_holding(ME, profile) == []
