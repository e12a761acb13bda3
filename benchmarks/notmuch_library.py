"""Queries through notmuch's own library, in one process, for the system's Python.

Run as `python3 notmuch_library.py DATABASE CONFIG ROUNDS` with a JSON list of queries on stdin;
prints a JSON list with [threads found, [milliseconds, …]] for each. It needs nothing of ours.
"""

from __future__ import annotations

import json
import sys
import time

import notmuch2  # type: ignore[import-not-found]

PAGE = 50


def first_page(database: notmuch2.Database, query: str) -> int:
    """What a list of conversations shows of the newest fifty."""
    count = 0
    for thread in database.threads(query, sort=database.SORT.NEWEST_FIRST):
        shown = (thread.subject, thread.authors, thread.last, len(thread), set(thread.tags))
        count += bool(shown)
        if count == PAGE:
            break
    return count


def main() -> None:
    path, config, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
    mode = notmuch2.Database.MODE.READ_ONLY
    database = notmuch2.Database(path, mode=mode, config=config)
    results = []
    for query in json.load(sys.stdin):
        times = []
        for _ in range(rounds):
            started = time.perf_counter()
            count = first_page(database, query)
            times.append((time.perf_counter() - started) * 1000)
        results.append([count, times])
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main()
