"""The order of what is asked, and how it is stopped. Nothing here touches a network."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from threading import Event

import pytest

from desktop_app.accounts.imap.discovery import Lookups, find_servers
from desktop_app.model.errors import BadInput
from desktop_app.model.mail_provider import FoundServers, ProviderKind
from desktop_app.model.mail_server import ServerAddress
from tests.sure import there

EMAIL = "alex@fernhill.example"
ORDER = ["subdomain", "well_known", "mx", "srv", "guess"]
WORDS = ["Asking fernhill.example for its settings", "Looking in DNS", "Trying the usual names"]
Lookup = Callable[[str], FoundServers | None]


def servers(source: str, host: str = "imap.fernhill.example") -> FoundServers:
    return FoundServers(EMAIL, EMAIL, ServerAddress(host, 993), None, source)


def nothing(email: str) -> None:
    assert email == EMAIL


def knows(name: str) -> Lookup:
    return lambda email: servers(name)


def lookups(**given: Lookup) -> Lookups:
    return Lookups(**{name: given.get(name, nothing) for name in ["listed", *ORDER]})


def find(given: Lookups, cancelled: Event | None = None, **how: float) -> FoundServers | None:
    return find_servers(EMAIL, cancelled or Event(), lambda words: None, given, **how)


@pytest.fixture
def release() -> Iterator[Event]:
    """Ends what blocks at the end of a test."""
    event = Event()
    yield event
    event.set()


def blocks(release: Event) -> Lookup:
    def block(email: str) -> None:
        release.wait(5)

    return block


@pytest.mark.parametrize("first", range(len(ORDER)))
def test_the_best_source_that_knows_wins(first: int) -> None:
    given = {name: knows(name) for name in ORDER[first:]}
    assert there(find(lookups(**given))).source == ORDER[first]


@pytest.mark.parametrize("best", ORDER[:-1])
def test_the_best_source_wins_though_it_is_the_last_to_answer(best: str) -> None:
    guessed = Event()

    def guess(email: str) -> FoundServers:
        guessed.set()
        return servers("guess")

    def slow(email: str) -> FoundServers:
        assert guessed.wait(5)
        return servers(best)

    assert there(find(lookups(guess=guess, **{best: slow}))).source == best


@pytest.mark.parametrize("best", ORDER[:-1])
def test_nobody_waits_for_what_can_only_be_worse(best: str, release: Event) -> None:
    worse = {name: blocks(release) for name in ORDER[ORDER.index(best) + 1 :]}
    begun = time.monotonic()
    assert there(find(lookups(**{best: knows(best)}, **worse))).source == best
    assert time.monotonic() - begun < 1


def test_the_list_answers_without_asking_anybody() -> None:
    asked: list[object] = []
    given = dict.fromkeys(ORDER, asked.append)
    said: list[object] = []
    everyone = lookups(listed=knows("list"), **given)
    found = there(find_servers(EMAIL, Event(), said.append, everyone))
    assert (found.source, asked, said) == ("list", [], [])


def test_the_shipped_list_is_the_one_that_is_asked() -> None:
    found = there(find_servers(" alex@gmail.com\n", Event(), lambda words: None))
    assert (found.email, found.kind) == ("alex@gmail.com", ProviderKind.GOOGLE)


def test_nothing_is_found_where_nobody_knows() -> None:
    said: list[object] = []
    assert find_servers(EMAIL, Event(), said.append, lookups()) is None
    assert said == WORDS


@pytest.mark.parametrize(("knowing", "words"), [("subdomain", 1), ("srv", 2), ("guess", 3)])
def test_progress_says_what_is_being_waited_for(knowing: str, words: int) -> None:
    said: list[object] = []
    find_servers(EMAIL, Event(), said.append, lookups(**{knowing: knows(knowing)}))
    assert said == WORDS[:words]


@pytest.mark.parametrize("email", ["", "alex", "alex@localhost", "a@b@c.example", "a b@c.example"])
def test_what_is_no_address_is_refused_before_anybody_is_asked(email: str) -> None:
    asked: list[object] = []
    given = Lookups(**dict.fromkeys(["listed", *ORDER], asked.append))
    with pytest.raises(BadInput, match="no mail address"):
        find_servers(email, Event(), asked.append, given)
    assert asked == []


def test_cancelling_ends_the_wait_at_once(release: Event) -> None:
    cancelled, waited_for = Event(), Event()

    def cancels(email: str) -> None:
        assert waited_for.wait(5)
        cancelled.set()
        release.wait(5)

    begun = time.monotonic()
    given = lookups(**dict.fromkeys(ORDER, blocks(release)) | {"subdomain": cancels})
    assert find_servers(EMAIL, cancelled, lambda words: waited_for.set(), given) is None
    assert time.monotonic() - begun < 1


def test_after_cancelling_nothing_is_said_and_nothing_is_found() -> None:
    cancelled, said = Event(), []

    def progress(words: str) -> None:
        said.append(words)
        cancelled.set()

    given = lookups(**{name: knows(name) for name in ORDER})
    assert find_servers(EMAIL, cancelled, progress, given) is None
    assert said == WORDS[:1]


def test_all_together_takes_a_bounded_time(release: Event) -> None:
    begun = time.monotonic()
    given = lookups(**dict.fromkeys(ORDER, blocks(release)))
    assert find(given, seconds=0.1) is None
    assert time.monotonic() - begun < 1


def test_at_the_end_of_the_time_an_answer_that_is_there_counts(release: Event) -> None:
    answered = Event()

    def guess(email: str) -> FoundServers:
        answered.set()
        return servers("guess")

    def late(email: str) -> None:
        assert answered.wait(5)
        release.wait(5)

    assert there(find(lookups(subdomain=late, guess=guess), seconds=0.2)).source == "guess"


def test_a_look_up_never_holds_up_the_end_of_the_program(release: Event) -> None:
    begun, threads = threading.Barrier(len(ORDER) + 1, timeout=5), []

    def block(email: str) -> None:
        threads.append(threading.current_thread())
        begun.wait()
        release.wait(5)

    find(lookups(**dict.fromkeys(ORDER, block)), seconds=0.05)
    begun.wait()
    assert len(threads) == len(ORDER)
    assert all(thread.daemon for thread in threads)


@pytest.mark.logs_errors
def test_a_broken_look_up_does_not_end_the_search() -> None:
    def broken(email: str) -> None:
        raise ZeroDivisionError

    assert there(find(lookups(subdomain=broken, mx=broken, guess=knows("guess")))).source == "guess"


def test_servers_of_a_listed_provider_come_with_its_advice() -> None:
    found = replace(servers("DNS", "imap.fastmail.com"), user="alex-login", outside=True)
    advised = there(find(lookups(srv=lambda email: found)))
    assert (advised.user, advised.source, advised.incoming) == ("alex-login", "DNS", found.incoming)
    assert (advised.provider, advised.app_password, advised.outside) == ("Fastmail", True, False)
    assert advised.steps


def test_other_servers_come_as_they_are() -> None:
    found = replace(servers("DNS", "imap.host.example"), outside=True)
    assert find(lookups(srv=lambda email: found)) == found
