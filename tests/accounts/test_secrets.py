"""Secrets go to the real keyring or nowhere: each fault ends with a choice and no byte on disk."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.accounts.secrets import ALLOWED, MOST_CHARACTERS, Secrets, SecretsState, profile_id
from desktop_app.model.errors import NoKeyring
from tests.fakes.keyring_service import (
    KeyringService,
    applied,
    files_holding,
    keyring_service,
    missing,
)
from tests.fakes.keyrings import MEMORY, Memory

TOKEN = "1//0g-planted-refresh-token-that-nobody-may-find"
NAME = "google/ab12cd34/refresh_token"

pytestmark = [
    pytest.mark.skipif(bool(missing()), reason="packaging/bootstrap.sh test not run"),
    # keyring leaves its connection to the bus open when the collection is locked.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[KeyringService]:
    monkeypatch.delenv("PYTHON_KEYRING_BACKEND", raising=False)
    with keyring_service(tmp_path) as running:
        applied(monkeypatch, running.environment)
        yield running
    gc.collect()


def assert_refused(
    secrets: Secrets, folder: Path, state: SecretsState = SecretsState.UNAVAILABLE
) -> NoKeyring:
    """Keeping the token fails with a choice, leaves nothing, and in memory it can be kept."""
    with pytest.raises(NoKeyring) as refused:
        secrets.set(NAME, TOKEN)
    error = refused.value
    assert "this session only" in error.next_step
    assert TOKEN not in f"{error.sentence}{error.next_step}{error.details}{error!r}"
    assert error.__cause__ is None
    assert secrets.state is state
    secrets.set(NAME, TOKEN, session_only=True)
    assert secrets.get(NAME) == TOKEN
    assert secrets.state is SecretsState.SESSION_ONLY
    assert files_holding(TOKEN, folder) == []
    secrets.delete(NAME)
    return error


def test_a_secret_is_kept_found_again_and_forgotten(
    service: KeyringService, tmp_path: Path
) -> None:
    service.unlock()
    Secrets("one").set(NAME, TOKEN)
    again = Secrets("one")
    assert again.get(NAME) == TOKEN
    assert again.state is SecretsState.KEYRING
    assert files_holding(TOKEN, tmp_path) == []
    again.delete(NAME)
    again.delete(NAME)
    assert Secrets("one").get(NAME) is None


def test_two_profiles_keep_their_secrets_apart(service: KeyringService) -> None:
    service.unlock()
    Secrets("one").set(NAME, TOKEN)
    assert Secrets("two").get(NAME) is None
    assert profile_id(Path("/a")) != profile_id(Path("/b"))


def test_a_check_leaves_nothing_behind(service: KeyringService) -> None:
    service.unlock()
    secrets = Secrets("one")
    secrets.check()
    assert secrets.get(f"check/{os.getpid()}") is None


def test_no_bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path}/nothing-here")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert_refused(Secrets("one"), tmp_path)


def test_no_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with keyring_service(tmp_path, activation=False) as bus:
        applied(monkeypatch, bus.environment)
        error = assert_refused(Secrets("one"), tmp_path)
        assert error.details["fault"] == "missing"
    gc.collect()


def test_locked(service: KeyringService, tmp_path: Path) -> None:
    service.unlock()
    secrets = Secrets("one")
    secrets.set("google/other/refresh_token", "x")
    service.lock()
    assert_refused(secrets, tmp_path, SecretsState.LOCKED)
    with pytest.raises(NoKeyring, match="locked"):
        secrets.get("google/other/refresh_token")


def test_wrong_password(service: KeyringService, tmp_path: Path) -> None:
    service.unlock("right")
    secrets = Secrets("one")
    secrets.set("google/other/refresh_token", "x")
    service.kill_daemon()
    service.unlock("wrong")
    assert_refused(secrets, tmp_path, SecretsState.LOCKED)


def test_killed(service: KeyringService, tmp_path: Path) -> None:
    service.unlock()
    secrets = Secrets("one")
    secrets.set("google/other/refresh_token", "x")
    service.kill_daemon()
    assert_refused(secrets, tmp_path, SecretsState.LOCKED)
    service.kill_daemon()
    service.unlock()
    secrets.set(NAME, TOKEN)
    assert secrets.get(NAME) == TOKEN


def test_too_long(service: KeyringService, tmp_path: Path) -> None:
    service.unlock()
    secrets = Secrets("one")
    long = TOKEN + "x" * MOST_CHARACTERS
    with pytest.raises(NoKeyring, match="too long"):
        secrets.set(NAME, long)
    assert secrets.get(NAME) is None
    secrets.set(NAME, long, session_only=True)
    assert secrets.get(NAME) == long
    assert files_holding(TOKEN, tmp_path) == []


def test_a_keyring_that_waits_for_its_password_is_not_waited_for_without_end(
    tmp_path: Path,
) -> None:
    Memory.reset()
    Memory.prompt.clear()
    try:
        secrets = Secrets("one", allow=[MEMORY], environment={}, patience=0.2)
        error = assert_refused(secrets, tmp_path, SecretsState.LOCKED)
        assert error.details["fault"] == "waiting"
    finally:
        Memory.prompt.set()
        Memory.reset()


PLAINTEXT = """
from pathlib import Path
from keyring.backend import KeyringBackend
class Plaintext(KeyringBackend):
    priority = 100
    path = Path(%r)
    def get_password(self, service, username):
        return None
    def set_password(self, service, username, password):
        self.path.write_text(password)
    def delete_password(self, service, username):
        self.path.unlink()
"""


@pytest.fixture
def plaintext(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A backend that writes into a file, installed beside the program; its class path."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "plain_backend.py").write_text(PLAINTEXT % str(tmp_path / "secrets.txt"))
    monkeypatch.syspath_prepend(str(folder))
    yield "plain_backend.Plaintext"
    sys.modules.pop("plain_backend", None)


def test_a_plaintext_backend_that_is_installed_is_not_used(
    plaintext: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import keyring.core

    __import__(plaintext.partition(".")[0])
    with keyring_service(tmp_path, activation=False) as bus:
        applied(monkeypatch, bus.environment)
        chosen = keyring.core._detect_backend()
        assert type(chosen).__name__ == "Plaintext", "the library itself would take it"
        assert_refused(Secrets("one"), tmp_path)
    gc.collect()


def test_an_override_by_environment_is_refused(
    plaintext: str, service: KeyringService, tmp_path: Path
) -> None:
    service.unlock()
    secrets = Secrets("one", environment={"PYTHON_KEYRING_BACKEND": plaintext})
    error = assert_refused(secrets, tmp_path)
    assert error.details == {"fault": "refused", "backend": plaintext}


def test_an_override_that_names_a_trusted_backend_is_no_fault(service: KeyringService) -> None:
    service.unlock()
    secrets = Secrets("one", environment={"PYTHON_KEYRING_BACKEND": ALLOWED[0]})
    secrets.set(NAME, TOKEN)
    assert secrets.get(NAME) == TOKEN


def test_the_search_for_a_secret_on_disk_finds_a_planted_one(
    plaintext: str, tmp_path: Path
) -> None:
    """The control: the same steps with the plaintext backend allowed leave what is found."""
    Secrets("one", allow=[plaintext], environment={}).set(NAME, TOKEN)
    assert files_holding(TOKEN, tmp_path) == [tmp_path / "secrets.txt"]
