"""Secrets of any length, in pieces of the keyring's size."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from desktop_app.accounts.oauth.long_secret import LongSecret
from desktop_app.accounts.secrets import MOST_CHARACTERS, Secrets
from desktop_app.model.errors import NoKeyring
from tests.fakes.keyrings import MEMORY, Memory

MOST = MOST_CHARACTERS


@pytest.fixture
def secrets() -> Iterator[Secrets]:
    Memory.reset()
    yield Secrets("long", allow=[MEMORY], environment={})
    Memory.reset()


@pytest.mark.parametrize("length", [1, MOST - 1, MOST, MOST + 1, 2 * MOST, 3 * MOST + 7])
def test_what_was_kept_comes_back_and_goes_as_a_whole(secrets: Secrets, length: int) -> None:
    secret = LongSecret(secrets, "t")
    value = "".join(chr(97 + n % 26) for n in range(length))
    secret.set(value)
    assert LongSecret(secrets, "t").get() == value
    assert max(map(len, Memory.entries.values())) <= MOST
    assert not secret.in_memory()
    secret.delete()
    assert (secret.get(), Memory.entries) == ("", {})


@pytest.mark.parametrize("after", [5, MOST, MOST + 5, 2 * MOST])
def test_a_shorter_one_leaves_nothing_of_the_longer(secrets: Secrets, after: int) -> None:
    secret = LongSecret(secrets, "t")
    secret.set("a" * (3 * MOST + 1))
    secret.set("b" * after)
    assert secret.get() == "b" * after
    assert "a" not in "".join(Memory.entries.values())


def test_one_that_fits_is_under_its_own_name(secrets: Secrets) -> None:
    LongSecret(secrets, "t").set("short")
    assert secrets.get("t") == "short"


def test_for_the_session_it_is_in_memory(secrets: Secrets) -> None:
    secret = LongSecret(secrets, "t")
    secret.set("x" * 3000, session_only=True)
    assert (secret.get(), secret.in_memory(), Memory.entries) == ("x" * 3000, True, {})


def test_without_a_keyring_nothing_is_kept(secrets: Secrets) -> None:
    Memory.broken = RuntimeError("gone")
    with pytest.raises(NoKeyring):
        LongSecret(secrets, "t").set("x" * 3000)
    Memory.broken = None
    assert Memory.entries == {}
