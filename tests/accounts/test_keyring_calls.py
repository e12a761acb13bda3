"""A keyring that hangs costs one thread and a bounded wait, whoever asks and however often."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from threading import Event, Thread

import pytest

from desktop_app.accounts import keyring_calls
from desktop_app.accounts.keyring_calls import KeyringCalls
from desktop_app.accounts.secrets import Secrets, SecretsState
from desktop_app.model.errors import NoKeyring
from tests.fakes.keyrings import MEMORY, Memory

LONG = 60.0


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyring_calls, "LATE_SECONDS", 0.05)
    monkeypatch.setattr(keyring_calls, "ENDING_SECONDS", 0.05)


@pytest.fixture
def hung() -> Iterator[Event]:
    """While it is not set, what waits for it hangs."""
    release = Event()
    yield release
    release.set()
    for thread in in_the_keyring():
        thread.join(10)


def in_the_keyring() -> list[Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "keyring"]


def waits(release: Event) -> str:
    release.wait(LONG)
    return "late"


def test_an_answer_and_an_error_come_back_to_whoever_asked() -> None:
    calls = KeyringCalls(LONG)
    assert calls.run(lambda: "secret") == "secret"
    with pytest.raises(ZeroDivisionError):
        calls.run(lambda: str(1 / 0))
    assert calls.run(lambda: None) is None


def test_a_call_that_hangs_is_given_up_and_those_behind_it_start_no_other_thread(
    hung: Event,
) -> None:
    calls = KeyringCalls(0.05)
    for _ in range(5):
        with pytest.raises(NoKeyring, match="does not answer"):
            calls.run(lambda: waits(hung))
    assert len(in_the_keyring()) == 1


def test_those_behind_a_call_that_is_late_are_refused_soon(hung: Event) -> None:
    calls = KeyringCalls(0.05)
    with pytest.raises(NoKeyring):
        calls.run(lambda: waits(hung))
    calls._patience = LONG
    refused = Event()

    def ask() -> None:
        with pytest.raises(NoKeyring):
            calls.run(lambda: "never")
        refused.set()

    Thread(target=ask, daemon=True).start()
    assert refused.wait(LONG / 4)


def test_once_the_keyring_answers_again_it_is_used_again(hung: Event) -> None:
    calls = KeyringCalls(0.05)
    with pytest.raises(NoKeyring):
        calls.run(lambda: waits(hung))
    hung.set()
    for thread in in_the_keyring():
        thread.join(10)
    assert calls.run(lambda: "secret") == "secret"


def test_the_end_of_the_program_waits_for_no_keyring(hung: Event) -> None:
    calls = KeyringCalls(LONG)
    refused: list[NoKeyring] = []

    def ask() -> None:
        try:
            calls.run(lambda: waits(hung))
        except NoKeyring as error:
            refused.append(error)

    asking = [Thread(target=ask) for _ in range(3)]
    for thread in asking:
        thread.start()
    calls.end()
    for thread in asking:
        thread.join(10)
    assert len(refused) == 3


def test_a_keyring_that_answers_is_still_used_while_the_program_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(keyring_calls, "ENDING_SECONDS", LONG)
    calls = KeyringCalls(LONG)
    calls.end()
    assert calls.run(lambda: "a rotated token") == "a rotated token"


@pytest.fixture
def memory() -> Iterator[type[Memory]]:
    Memory.reset()
    Memory.prompt.clear()
    yield Memory
    Memory.prompt.set()
    for thread in in_the_keyring():
        thread.join(10)
    Memory.reset()


def secrets(patience: float = 0.05) -> Secrets:
    return Secrets("one", allow=[MEMORY], environment={}, patience=patience)


def test_what_is_kept_for_this_session_is_read_while_the_keyring_hangs(
    memory: type[Memory],
) -> None:
    kept = secrets()
    with pytest.raises(NoKeyring):
        kept.set("token", "secret")
    kept.set("token", "secret", session_only=True)
    assert kept.get("token") == "secret"
    assert kept.in_memory("token")
    assert kept.state is SecretsState.SESSION_ONLY


def test_a_secret_that_was_said_not_to_be_kept_is_not_kept_later(memory: type[Memory]) -> None:
    with pytest.raises(NoKeyring):
        secrets().set("token", "secret")
    memory.prompt.set()
    for thread in in_the_keyring():
        thread.join(10)
    assert memory.entries == {}


def test_a_newer_token_that_came_late_replaces_the_older_one_for_good(
    memory: type[Memory],
) -> None:
    memory.entries["Draftdesk one", "token"] = "older"
    with pytest.raises(NoKeyring):
        secrets().set("token", "newer")
    memory.prompt.set()
    for thread in in_the_keyring():
        thread.join(10)
    assert list(memory.entries.values()) == ["newer"]
