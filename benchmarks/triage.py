"""`python -m benchmarks.triage --messages N`: what sorting a mailbox costs, and its lists.

Mail is loaded into a new profile, judged in the portions of the worker, and searched.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.corpus import NEWEST, Corpus
from desktop_app.mail.message.parse import parse as parse_mail
from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.clock import as_datetime
from desktop_app.model.triage import Kind
from desktop_app.search.parser import parse
from desktop_app.store.rows.message_record import Preparer
from desktop_app.store.store import Store
from desktop_app.workers.triage import PORTION

ME = Address("Alex Morgan", "alex@fernhill.example")
QUERIES = ("", "in:inbox", "is:needs-reply", "is:waiting", "is:news", "is:needs-reply report")
_BATCH = 2_000
_ASKING = 1_000
_QUESTION = (
    "From: Dana Lee <dana@lee.example>\nTo: {0}\nDate: {1:%a, %d %b %Y %H:%M:%S +0000}\n"
    "Message-ID: <{2}@ask.example>\nSubject: Report\n\nHi Alex, when is the report ready?\n"
)
_TIMES = 30


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.triage", description=__doc__)
    parser.add_argument("--messages", type=int, default=40_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "profile", clock=lambda: float(NEWEST))
        load(store, given.messages)
        portions = judge(store)
        print(f"{given.messages} mails, {store.triage.due()} due")
        print(
            f"sorted in {sum(portions):.1f} s of work, {len(portions)} portions of {PORTION}"
            f" conversations: median {statistics.median(portions) * 1000:.1f} ms,"
            f" longest {max(portions) * 1000:.1f} ms"
        )
        for query in QUERIES:
            plan = parse(query)
            found = len(store.finder.threads(plan, limit=50))
            took = median(lambda plan=plan: store.finder.threads(plan, limit=50))  # type: ignore[misc]
            print(f"{query or '(all)':24} {found:3} rows of the first page, {took:.2f} ms")
        for kind in (Kind.NEEDS_REPLY, Kind.WAITING, Kind.NEWS):
            counts = store.triage.counts(kind)
            took = median(lambda kind=kind: store.triage.counts(kind))  # type: ignore[misc]
            print(f"count of {kind.name.lower():16} {sum(counts.values()):6}, {took:.2f} ms")
        store.close()


def load(store: Store, messages: int) -> None:
    """The corpus, a third of it with the header of a newsletter; of the newest mails some ask."""
    store.accounts.add(Account("local", LOCAL, "Here", (Identity(ME),)))
    preparer, labels = Preparer("local", counting=False), frozenset({"INBOX"})
    batch = []
    with store.bulk_load("local") as bulk:
        for number, mail in enumerate(Corpus(messages)):
            raw = mail.raw
            if number % 3 == 0:
                raw = b"List-Unsubscribe: <https://news.example/u>\n" + raw
            elif number > messages - _ASKING and number % 3 == 1:
                raw = _QUESTION.format(ME, as_datetime(mail.date), number).encode()
            batch.append(preparer.prepare(parse_mail(raw), labels))
            if len(batch) == _BATCH:
                bulk.add(batch)
                batch = []
        bulk.add(batch)


def judge(store: Store) -> list[float]:
    """Seconds of each portion until nothing is due."""
    taken: list[float] = []
    while True:
        begun = time.perf_counter()
        if not store.triage.judge(PORTION).number:
            return taken
        taken.append(time.perf_counter() - begun)


def median(work: Callable[[], object]) -> float:
    """Milliseconds."""
    taken = []
    for _ in range(_TIMES):
        begun = time.perf_counter()
        work()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken) * 1000


if __name__ == "__main__":
    main()
