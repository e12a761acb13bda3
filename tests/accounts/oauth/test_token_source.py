"""Access tokens: one refresh however many threads, quiet when offline, final when refused."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from desktop_app.accounts.oauth.token_endpoint import TokenResponse
from desktop_app.accounts.oauth.token_source import TokenSource
from desktop_app.model.errors import Cancelled, NeedsSignIn, Unavailable


class Endpoint:
    """Hands out numbered tokens; `error` is raised instead while it is set."""

    def __init__(self) -> None:
        self.asked = 0
        self.error: Exception | None = None
        self.scopes = frozenset({"a"})
        self.go_on = threading.Event()
        self.go_on.set()

    def __call__(self) -> TokenResponse:
        self.asked += 1
        self.go_on.wait(10)
        if self.error is not None:
            raise self.error
        return TokenResponse(f"token-{self.asked}", 3600, self.scopes)


class TokenObserver:
    def __init__(self) -> None:
        self.scopes: list[frozenset[str]] = []
        self.refusals = 0

    def granted(self, scopes: frozenset[str]) -> None:
        self.scopes.append(scopes)

    def refused(self) -> None:
        self.refusals += 1


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def endpoint() -> Endpoint:
    return Endpoint()


def crowd(source: TokenSource, endpoint: Endpoint, threads: int = 20) -> list[object]:
    """That many threads want a token while the endpoint is slow."""
    endpoint.go_on.clear()
    ready = threading.Barrier(threads + 1)

    def ask() -> object:
        ready.wait(10)
        try:
            return source.token()
        except (NeedsSignIn, Unavailable) as error:
            return type(error)

    with ThreadPoolExecutor(threads) as pool:
        asked = [pool.submit(ask) for _ in range(threads)]
        ready.wait(10)
        threading.Timer(0.2, endpoint.go_on.set).start()
        return [one.result(10) for one in asked]


def test_twenty_threads_take_one_refresh(endpoint: Endpoint) -> None:
    source = TokenSource(endpoint)
    assert set(crowd(source, endpoint)) == {"token-1"}
    assert endpoint.asked == 1


def test_a_token_is_kept_until_shortly_before_its_end(endpoint: Endpoint) -> None:
    clock = Clock()
    source = TokenSource(endpoint, clock=clock)
    assert source.token() == source.token() == "token-1"
    clock.now += 3600 - 61
    assert source.token() == "token-1"
    clock.now += 2
    assert source.token() == "token-2"


def test_a_rejected_token_is_renewed_once(endpoint: Endpoint) -> None:
    source = TokenSource(endpoint)
    first = source.token()
    for _ in range(5):
        source.reject(first)
    assert source.token() == "token-2"
    source.reject(first)
    assert source.token() == "token-2"
    assert endpoint.asked == 2


def test_the_token_of_the_sign_in_is_used_first(endpoint: Endpoint) -> None:
    source = TokenSource(
        endpoint, first=TokenResponse("of the sign-in", 3600, frozenset({"a", "b"}))
    )
    assert source.token() == "of the sign-in"
    assert source.scopes == {"a", "b"}
    assert endpoint.asked == 0


def test_offline_is_told_to_all_who_wait_and_tried_again_later(endpoint: Endpoint) -> None:
    source = TokenSource(endpoint)
    endpoint.error = Unavailable("Google can't be reached.")
    assert set(crowd(source, endpoint)) == {Unavailable}
    endpoint.error = None
    assert source.token().startswith("token-")


def test_a_refusal_is_final_and_told_once(endpoint: Endpoint) -> None:
    observer = TokenObserver()
    source = TokenSource(endpoint, observer=observer)
    endpoint.error = NeedsSignIn("No longer accepted.", next_step="Sign in again.")
    assert set(crowd(source, endpoint)) == {NeedsSignIn}
    asked = endpoint.asked
    for _ in range(3):
        with pytest.raises(NeedsSignIn, match="No longer"):
            source.token()
    assert endpoint.asked == asked
    assert observer.refusals == 1


def test_changed_scopes_are_told(endpoint: Endpoint) -> None:
    observer = TokenObserver()
    source = TokenSource(endpoint, scopes={"a"}, observer=observer)
    source.reject(source.token())
    assert observer.scopes == []
    endpoint.scopes = frozenset({"a", "b"})
    source.token()
    assert observer.scopes == [{"a", "b"}]
    assert source.scopes == {"a", "b"}


def test_a_bug_in_the_middle_reaches_everybody_and_blocks_nobody(endpoint: Endpoint) -> None:
    source = TokenSource(endpoint)
    endpoint.error = RuntimeError("a bug")
    with pytest.raises(RuntimeError):
        source.token()
    endpoint.error = None
    assert source.token() == "token-2"


def test_its_repr_shows_no_token(endpoint: Endpoint) -> None:
    source = TokenSource(endpoint)
    assert source.token() not in repr(source)


def test_a_wait_for_the_token_endpoint_can_be_called_off() -> None:
    """What the endpoint brings late is not lost: the next call has it."""
    asked, answer = Event(), Event()

    def renew() -> TokenResponse:
        asked.set()
        answer.wait(10)
        return TokenResponse("late", 3600.0, frozenset())

    source = TokenSource(renew)
    cancelled = Event()
    cancelled.set()
    with pytest.raises(Cancelled):
        source.token(cancelled)
    assert asked.wait(10)
    answer.set()
    assert source.token() == "late"
