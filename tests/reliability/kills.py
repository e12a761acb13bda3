"""Kills the real application (signal 9) while a hasty person writes and sends in it.

`python -m tests.reliability.kills [--kills N] [--seed S] [--plant]`

Each kill comes a moment after a word that chance has chosen: a start, and a word, take as long as
they take. Every second kill waits besides until a word has had its second. Some kills hit one
profile after the other start, so that what one left is what the next begins with.
After each: the profile opens, every word is stored after which the window has had a second, no mail
is in Sent twice, and what is called sent is there. `--plant` has a saver that says *saved* and
saves nothing, which is to be found.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TextIO

from desktop_app.model.draft import DraftState
from desktop_app.model.outbox import OutboxState
from desktop_app.search.parser import parse
from desktop_app.store.store import Store
from tests.fakes.own_home import own_home
from tests.reliability.figures import Figures

LIVES = 15
"""Starts of one profile, each ended by a kill."""

PATIENCE = 60.0
"""With a window in which no word is typed."""

MOST_WORDS, MOST_AFTER = 12, 2.0
"""Words after which a kill comes at the latest, and the seconds after the last of them."""
_PLANTED = """
import sys
import desktop_app.ui.review.draft.saver as saver
saver.Saver._save = lambda self: self._settle()
from tests.reliability.hasty_person import main
main()
"""


@dataclass(frozen=True)
class Kill:
    """What a kill left, `seconds` after the word of this `number`. `expected` are the words after
    which the window has had a second, `left` the mails that have left the profile so far."""

    number: int
    seconds: float
    expected: int
    left: int
    faults: tuple[str, ...]

    @property
    def sound(self) -> bool:
        return not self.faults


def kills(number: int, seed: int, *, plant: bool = False) -> Iterator[Kill]:
    dice = random.Random(seed)
    for first in range(0, number, LIVES):
        with tempfile.TemporaryDirectory() as folder:
            profile = Path(folder) / "profile"
            for life in range(first, min(number, first + LIVES)):
                yield _life(profile, dice, seed * 10_000 + life, plant=plant)


def _life(profile: Path, dice: random.Random, number: int, *, plant: bool) -> Kill:
    program = ["-c", _PLANTED] if plant else ["-m", "tests.reliability.hasty_person"]
    environment = {
        **own_home(profile.parent),
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONFAULTHANDLER": "1",
        "DRAFTDESK_MAIL_UNDO_SECONDS": dice.choice(("0", "0", "5")),
        "DRAFTDESK_LOOK_HINTS_DISMISSED": "sample",
    }
    lines: list[str] = []
    with subprocess.Popen(
        [sys.executable, *program, str(profile), str(number)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        words: SimpleQueue[bool] = SimpleQueue()
        has_had_a_second = Event()
        reading = Thread(
            target=_read, args=(child.stdout, lines, words, has_had_a_second), daemon=True
        )
        reading.start()
        last, seconds = dice.randint(1, MOST_WORDS), dice.uniform(0.0, MOST_AFTER)
        with suppress(Empty):
            _ = all(words.get(timeout=PATIENCE) for _ in range(last))
        if number % 2 == 1:
            has_had_a_second.wait(PATIENCE)
        with suppress(subprocess.TimeoutExpired):
            child.wait(seconds)
        ended = child.poll()
        child.kill()
        reading.join(5)
        said = child.stderr.read() if child.stderr is not None else ""
    # The last line may be cut.
    expected = {
        line.split()[1] for line in lines if line.startswith("second ") and line[-1] == "\n"
    }
    left, faults = _look(profile, expected)
    if ended is not None:
        faults.append(f"it ended by itself with {ended}: {said[-2000:]}")
    if "Traceback" in said:
        faults.append(said[-600:])
    return Kill(last, seconds, len(expected), left, tuple(faults))


def _read(
    said: TextIO, lines: list[str], words: SimpleQueue[bool], has_had_a_second: Event
) -> None:
    """True for each word, False when nothing more will come."""
    for line in said:
        lines.append(line)
        if line.startswith("typed"):
            words.put(True)
        elif line.startswith("second "):
            has_had_a_second.set()
    words.put(False)
    has_had_a_second.set()


def _look(profile: Path, expected: set[str]) -> tuple[int, list[str]]:
    """The number of mails that have left, and what is not as it must be."""
    if not (profile / "mail.db").exists():
        return 0, []
    store = Store(profile)
    try:
        return len(store.outbox.in_state([OutboxState.SENT])), list(_faults(store, expected))
    finally:
        store.close()


def _faults(store: Store, expected: set[str]) -> Iterator[str]:
    drafts = store.drafts.in_state(tuple(DraftState))
    texts = [d.content.body for d in drafts]
    texts += [v.content.body for d in drafts for v in store.drafts.versions(d.id)]
    stored = "\n".join(texts)
    lost = sorted(word for word in expected if word not in stored)
    if lost:
        yield f"typed more than a second before, and lost: {lost}"
    sent = store.finder.messages(parse("in:sent"), limit=5000, include_spam_trash=True)
    counts = Counter(m.rfc822_message_id for m in sent)
    yield from (f"{one} is in Sent {many} times" for one, many in counts.items() if many > 1)
    unfiled = {entry.id for entry in store.outbox.unfiled()}
    for entry in store.outbox.in_state([OutboxState.SENT]):
        if entry.id not in unfiled and counts[entry.rfc822_message_id] != 1:
            yield f"mail {entry.id} is called sent and filed, and is not in Sent"
    approved = {draft.id for draft in drafts if draft.state is DraftState.APPROVED}
    on_the_way = [OutboxState.QUEUED, OutboxState.SENDING, OutboxState.UNCERTAIN]
    moving = {entry.draft_id for entry in store.outbox.in_state(on_the_way)}
    if approved != moving:
        yield f"approved {approved}, on the way {moving}"


def figures() -> Figures:
    found = list(kills(300, 1))
    words = sum(kill.expected for kill in found)
    tried = f"{len(found)} kills, {words} words, {_left(found)} mails that left"
    return Figures(tried, len(_told(found, sys.stderr)))


def _told(found: list[Kill], where: TextIO) -> list[Kill]:
    """The kills after which something was not as it must be; what, is printed for the first."""
    unsound = [kill for kill in found if not kill.sound]
    for kill in unsound[:10]:
        when = f"{kill.seconds:.1f} s after word {kill.number}"
        print(f"  {when}: {'; '.join(kill.faults)}", file=where)
    return unsound


def _left(found: list[Kill]) -> int:
    """The mails that have left all profiles."""
    return sum(max(kill.left for kill in found[n : n + LIVES]) for n in range(0, len(found), LIVES))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plant", action="store_true")
    given = parser.parse_args()
    found = list(kills(given.kills, given.seed, plant=given.plant))
    print(
        f"{len(found)} kills, {sum(kill.expected for kill in found)} words expected,"
        f" {_left(found)} mails left"
    )
    sys.exit(bool(_told(found, sys.stdout)))


if __name__ == "__main__":
    main()
