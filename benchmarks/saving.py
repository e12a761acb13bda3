"""How long a draft's save waits while mail is imported.

`python -m benchmarks.saving --messages 20000 [--elsewhere]`: a person types (a save every 300 ms,
as the review does after a pause) while an import at load runs in the same process, or in another
(`--elsewhere`, as `draftdesk import` beside the window).
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

from benchmarks.corpus import Corpus, write_maildir
from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import Author, DraftContent, DraftState, Origin
from desktop_app.store.store import Store
from desktop_app.workers.importer import Importer

PAUSE_SECONDS = 0.3
ME = Address("Alex Morgan", "alex@fernhill.example")


def saves(profile: Path, mail: Path, *, elsewhere: bool) -> list[float]:
    """Seconds that each save took, from the beginning of the import to its end."""
    store = Store(profile)
    store.accounts.add(Account("a", LOCAL, "Archive", (Identity(ME),)))
    author, content = Author(Origin.USER), DraftContent(ME, body="begun")
    draft = store.drafts.create("a", author, content, state=DraftState.EDITED, now=time.time())
    done = Event()
    work = _import_elsewhere if elsewhere else _import_here
    thread = Thread(target=work, args=(store, mail, done))
    thread.start()
    took: list[float] = []
    while not done.is_set():
        changed = replace(content, body=f"words {len(took)}")
        begun = time.perf_counter()
        draft = store.drafts.save(draft.id, draft.revision, changed, author, now=time.time())
        took.append(time.perf_counter() - begun)
        done.wait(PAUSE_SECONDS)
    thread.join()
    count = store.messages.count()
    store.close()
    assert count, "nothing was imported"
    return took


def _import_here(store: Store, mail: Path, done: Event) -> None:
    try:
        Importer(store).run([mail], "a", progress=lambda _: None, cancelled=Event(), paused=Event())
    finally:
        done.set()


def _import_elsewhere(store: Store, mail: Path, done: Event) -> None:
    command = [sys.executable, "-m", "desktop_app", "--profile", str(store.profile)]
    try:
        subprocess.run(
            [*command, "import", "--account", "a", str(mail)], check=True, capture_output=True
        )
    finally:
        done.set()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.saving", description=__doc__)
    parser.add_argument("--messages", type=int, default=20_000)
    parser.add_argument("--elsewhere", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        mail = Path(folder) / "mail"
        write_maildir(Corpus(given.messages), mail)
        took = saves(Path(folder) / "profile", mail, elsewhere=given.elsewhere)
    late = sum(seconds > 1 for seconds in took)
    print(
        f"{len(took)} saves while {given.messages:,} mails were imported: median"
        f" {statistics.median(took) * 1000:.0f} ms, worst {max(took) * 1000:.0f} ms,"
        f" {late} of them over 1 s"
    )


if __name__ == "__main__":
    main()
