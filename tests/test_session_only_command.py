"""`draftdesk accounts add google --session-only`, as processes on a machine without a keyring."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import requests

from tests.fakes.browser import sign_in
from tests.fakes.google.emulator import ME, Mail, installed
from tests.fakes.google.proxy import Google, google
from tests.fakes.house import mail
from tests.fakes.keyring_service import files_holding
from tests.fakes.warm_program import WarmProgram

pytestmark = pytest.mark.skipif(not installed(), reason="bootstrap.sh test not run")
CHECKOUT = Path(__file__).resolve().parents[1]
PROJECT = "my-mail-123456"


@pytest.fixture(scope="module")
def running() -> Iterator[Google]:
    with google() as served:
        served.emulator.fill([Mail(mail("Budget"))])
        yield served


@pytest.fixture
def served(running: Google) -> Iterator[Google]:
    running.proxy.projects.clear()
    yield running
    running.proxy.faults.clear()


@dataclass
class Program:
    """Runs the program where no keyring is; everything it said is in `said`."""

    served: Google
    profile: Path
    warm: WarmProgram
    more: dict[str, str] = field(default_factory=dict)
    said: str = ""

    @property
    def environment(self) -> dict[str, str]:
        kept = {k: v for k, v in os.environ.items() if k.startswith(("PATH", "LANG", "VIRTUAL"))}
        nowhere = {"HOME": str(self.profile.parent), "DBUS_SESSION_BUS_ADDRESS": "disabled:"}
        return {**kept, **nowhere, **self.served.environment, **self.more}

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
        out, err = process.communicate(timeout=90)
        self.said += out + err
        return process.returncode, out, err

    def account(self) -> dict[str, object]:
        [row] = json.loads(self.run("status", "--json")[1])["accounts"]
        assert isinstance(row, dict)
        return row


@pytest.fixture
def program(served: Google, tmp_path: Path, warm: WarmProgram) -> Program:
    return Program(served, tmp_path / "profile", warm)


@pytest.fixture
def credentials(served: Google, tmp_path: Path, warm: WarmProgram) -> Path:
    """What `gcloud auth application-default login` leaves behind."""
    made = Program(served, tmp_path / "other", warm, {"GMAIL_CLIENT_ID": "client-1"})
    token = _refresh_token(made)
    folder = tmp_path / ".config" / "gcloud"
    folder.mkdir(parents=True)
    file = folder / "application_default_credentials.json"
    kept = {"type": "authorized_user", "client_id": "gcloud", "client_secret": "x"}
    file.write_text(json.dumps({**kept, "refresh_token": token, "quota_project_id": PROJECT}))
    served.proxy.projects.clear()
    return file


def _refresh_token(made: Program) -> str:
    """A token of the test server, by the flow of an installed program."""
    from threading import Event, Thread

    from desktop_app.accounts.google.oauth import ConsentFlow
    from desktop_app.accounts.google.scopes import asked
    from desktop_app.accounts.google.token_endpoint import Endpoints
    from desktop_app.accounts.oauth.token_endpoint import OAuthClient
    from desktop_app.model.sign_in import Permission

    proxy = made.served.proxy
    endpoints = Endpoints(proxy.auth_uri, proxy.token_uri, proxy.revoke_uri, proxy.url)
    flow = ConsentFlow(OAuthClient("gcloud", "x"), asked([Permission.READ]), endpoints)
    try:
        visit = Thread(target=sign_in, args=(flow.address,))
        visit.start()
        grant = flow.wait(Event())
        flow.tell("Done", "Done", good=True)
        visit.join()
    finally:
        flow.close()
    return grant.tokens.refresh_token


def sign_in_with_browser(program: Program, *more: str) -> tuple[int, str, str]:
    program.more["GMAIL_CLIENT_ID"] = "client-1"
    process = program.start("accounts", "add", "google", "--no-browser", "--session-only", *more)
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    assert address.startswith("http://127.0.0.1:"), process.communicate()
    sign_in(address)
    return program.end(process)


def test_without_the_switch_a_machine_without_a_keyring_keeps_nothing(
    program: Program, credentials: Path
) -> None:
    adopting = program.start("accounts", "add", "google", "--adopt", str(credentials))
    status, out, err = program.end(adopting)
    assert (status, out) == (1, "")
    assert "keyring" in err
    assert json.loads(program.run("accounts", "list", "--json")[1]) == []


def test_a_sign_in_that_gcloud_keeps_lasts_from_start_to_start(
    program: Program, credentials: Path, tmp_path: Path
) -> None:
    status, out, err = program.run("accounts", "add", "google", "--adopt", "--session-only")
    assert (status, len(out.split())) == (0, 1), err
    assert program.account()["signed_in"] is True
    assert program.run("sync", "--json")[0] == 0
    found = json.loads(program.run("search", "subject:budget", "--json")[1])
    assert found["count"] == 1
    token = json.loads(credentials.read_text())["refresh_token"]
    assert files_holding(token, program.profile) == []
    assert token not in program.said


def test_every_call_is_counted_against_the_project_that_gcloud_names(
    program: Program, credentials: Path
) -> None:
    program.run("accounts", "add", "google", "--adopt", "--session-only")
    program.run("sync")
    asked = program.served.proxy.projects
    assert any(path.startswith("/batch") for path, _ in asked)
    assert {project for _, project in asked} == {PROJECT}


def test_the_environment_goes_before_the_file_and_the_settings_come_last(
    program: Program, credentials: Path
) -> None:
    program.run("accounts", "add", "google", "--adopt", "--session-only")
    for more, expected in (
        ({"DRAFTDESK_GOOGLE_QUOTA_PROJECT": "from-settings"}, PROJECT),
        ({"GOOGLE_CLOUD_QUOTA_PROJECT": "from-environment"}, "from-environment"),
    ):
        program.served.proxy.projects.clear()
        program.more = more
        program.run("sync")
        assert {project for _, project in program.served.proxy.projects} == {expected}


def test_the_setting_counts_where_a_sign_in_names_no_project(program: Program) -> None:
    program.more["DRAFTDESK_GOOGLE_QUOTA_PROJECT"] = "from-settings"
    sign_in_with_browser(program)
    gmail = {
        p for path, p in program.served.proxy.projects if path.startswith(("/gmail", "/batch"))
    }
    assert gmail == {"from-settings"}


def test_what_can_be_no_project_is_refused_with_its_place(
    program: Program, credentials: Path
) -> None:
    program.more["GOOGLE_CLOUD_QUOTA_PROJECT"] = "a b\r\nX-Evil: 1"
    status, _, err = program.run("accounts", "add", "google", "--adopt", "--session-only")
    assert status == 1
    assert "GOOGLE_CLOUD_QUOTA_PROJECT names a quota project that can't be one" in err
    assert "Traceback" not in err


def test_when_gcloud_s_sign_in_is_gone_or_broken_the_account_asks(
    program: Program, credentials: Path
) -> None:
    program.run("accounts", "add", "google", "--adopt", "--session-only")
    kept = credentials.read_text()
    for broken in ("{", "{}", json.dumps({"installed": {"client_id": "x"}})):
        credentials.write_text(broken)
        status, _, err = program.run("sync")
        assert (status, "Traceback" in err) == (1, False), err
    credentials.unlink()
    assert program.account()["signed_in"] is False
    credentials.write_text(kept)
    assert program.run("sync")[0] == 0


def test_another_person_s_sign_in_in_the_file_brings_no_mail(
    program: Program, credentials: Path
) -> None:
    import sqlite3

    program.run("accounts", "add", "google", "--adopt", "--session-only")
    with sqlite3.connect(program.profile / "mail.db") as database:
        database.execute("UPDATE sign_in SET address = 'sam@gmail.example'")
    program.served.proxy.projects.clear()
    status, _, err = program.run("sync")
    assert status == 1
    assert f"holds the sign-in of {ME}" in err
    asked = {path for path, _ in program.served.proxy.projects}
    assert not any("messages" in path or path.startswith("/batch") for path in asked)


def test_removing_the_account_leaves_gcloud_signed_in(program: Program, credentials: Path) -> None:
    _, out, _ = program.run("accounts", "add", "google", "--adopt", "--session-only")
    status, _, err = program.run("accounts", "remove", out.strip())
    assert status == 0, err
    kept = json.loads(credentials.read_text())
    form = {"grant_type": "refresh_token", "refresh_token": kept["refresh_token"]}
    form |= {"client_id": "gcloud", "client_secret": "x"}
    answer = requests.post(program.served.proxy.token_uri, data=form, timeout=10)
    assert answer.status_code == 200


def test_a_sign_in_in_the_browser_ends_with_the_command_which_brings_the_mail(
    program: Program,
) -> None:
    status, out, err = sign_in_with_browser(program)
    assert (status, len(out.split())) == (0, 1), err
    assert "The sign-in ends with this command" in err
    found = json.loads(program.run("search", "subject:budget", "--json")[1])
    assert found["count"] == 1
    row = program.account()
    assert row["signed_in"] is False
    assert "one session only" in str(row["asks"])
    status, _, err = program.run("sync")
    assert (status, "Traceback" in err) == (1, False)
    assert sign_in_with_browser(program)[0] == 0, "signing in again is the same command"
