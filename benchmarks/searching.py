"""The first fifty threads of every query, and of every keystroke of typed ones."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.importing import Place
from benchmarks.queries import Pair
from desktop_app.search.parser import parse
from desktop_app.store.store import Store

PAGE = 50
ROUNDS = 7
_SYSTEM_PYTHON = "/usr/bin/python3"


@dataclass(frozen=True, slots=True)
class Timed:
    """One query's rounds in milliseconds and the threads it found on the first page."""

    kind: str
    query: str
    found: int
    milliseconds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Searches:
    """What was searched: the same queries by both, and ours key by key."""

    ours: list[Timed]
    notmuch: list[Timed]
    keystrokes: list[Timed]


def all_of_them(place: Place, queries: Sequence[Pair], typed: Sequence[str]) -> Searches:
    return Searches(draftdesk(place, queries), notmuch(place, queries), keystrokes(place, typed))


def draftdesk(place: Place, queries: Sequence[Pair]) -> list[Timed]:
    """Every query, from its text to rows ready to show, several rounds each."""
    store = Store(place.profile)
    try:
        return [_timed(store, pair.kind, pair.ours) for pair in queries]
    finally:
        store.close()


def _timed(store: Store, kind: str, text: str) -> Timed:
    times = []
    found = 0
    for _ in range(ROUNDS):
        started = time.perf_counter()
        found = len(store.finder.threads(parse(text), limit=PAGE))
        times.append((time.perf_counter() - started) * 1000)
    return Timed(kind, text, found, tuple(times))


def keystrokes(place: Place, typed: Sequence[str]) -> list[Timed]:
    """Every beginning of every query, once each, as it is searched while typing."""
    store = Store(place.profile)
    results = []
    try:
        for text in typed:
            for length in range(1, len(text) + 1):
                started = time.perf_counter()
                query = parse(text[:length], typing=True)
                found = len(store.finder.threads(query, limit=PAGE))
                elapsed = (time.perf_counter() - started) * 1000
                results.append(Timed("keystroke", text[:length], found, (elapsed,)))
    finally:
        store.close()
    return results


def notmuch(place: Place, queries: Sequence[Pair]) -> list[Timed]:
    """The same through notmuch's library; nothing where it is not installed."""
    script = Path(__file__).with_name("notmuch_library.py")
    queries = [pair for pair in queries if pair.notmuch]
    command = [_SYSTEM_PYTHON, str(script), str(place.notmuch), str(place.notmuch_config)]
    try:
        answer = subprocess.run(
            [*command, str(ROUNDS)],
            input=json.dumps([pair.notmuch for pair in queries]),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return []
    return [
        Timed(pair.kind, pair.notmuch, found, tuple(times))
        for pair, (found, times) in zip(queries, json.loads(answer), strict=True)
    ]
