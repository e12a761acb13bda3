"""P3 and P4: the real application, killed with -9 at random moments while somebody types and
sends. At most the last second of typing is gone; nothing is sent twice; nothing is lost."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from desktop_app.model.draft import DraftState
from desktop_app.search.parser import parse
from desktop_app.store.store import Store
from tests.end_to_end.desk import PROGRAM, Desk, until

pytestmark = pytest.mark.system

ROUNDS = 25
"""In each of two runs: fifty moments in all. A third is short."""
SECOND = 1.0
WORDS = "oak ash larch beech walnut maple cherry birch pine elm lime alder rowan yew".split()


@dataclass
class Typist:
    """Types words and remembers when each was surely on the keyboard."""

    desk: Desk
    dice: random.Random
    typed: list[tuple[float, str]] = field(default_factory=list)

    def write(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            word = self.dice.choice(WORDS) + " "
            self.desk.type(word, delay_ms=self.dice.choice((4, 12, 25)))
            self.typed.append((time.monotonic(), word))

    def by(self, moment: float) -> str:
        """What had been typed at that moment."""
        return "".join(word for when, word in self.typed if when <= moment)


def stored(profile: Path) -> dict[str, tuple[DraftState, str]]:
    """Each draft's state and text, by subject, read from the profile as it was left."""
    store = Store(profile)
    found = {d.content.subject: (d.state, d.content.body) for d in
             store.drafts.in_state(list(DraftState))}  # fmt: skip
    store.close()
    return found


def sent(profile: Path) -> Counter[str]:
    """How often each of our subjects lies in Sent."""
    store = Store(profile)
    found = store.finder.messages(parse("in:sent subject:round"), limit=1000)
    store.close()
    return Counter(m.subject for m in found)


LATE = """
import sys
import desktop_app.ui.review.draft.saver as saver
saver.QUIET_MS = saver.MOST_MS = 60_000
from desktop_app.__main__ import main
sys.exit(main())
"""
"""The planted fault: an application that saves a minute late."""


def start_mail(desk: Desk, subject: str, program: tuple[str, ...] = PROGRAM) -> None:
    """Nobody waits for the mail to be there before they type."""
    desk.open(program, DRAFTDESK_MAIL_UNDO_SECONDS="0")
    desk.at("wait", "Compose", enabled=True)
    desk.focus()
    desk.keys("c")
    desk.type("dana.lee@northgate-offices.example,", delay_ms=4)
    desk.keys("Tab")
    desk.type(subject, delay_ms=4)
    desk.keys("Tab")
    desk.at("wait", "Send to", prefix=True)


def press_send(desk: Desk, subject: str) -> None:
    """And wait until the mail is said to be sent."""
    desk.at("wait", "Send to", prefix=True, enabled=True)
    desk.keys("ctrl+Return")
    try:
        until(lambda: stored(desk.profile)[subject][0] is DraftState.SENT)
    except AssertionError as error:
        told = (stored(desk.profile), desk.state(), desk.log()[-2000:])
        raise AssertionError("\n".join(map(str, told))) from error


@pytest.mark.parametrize(
    ("seed", "rounds"),
    [
        (20261123, 2),
        pytest.param(20261121, ROUNDS, marks=[pytest.mark.campaign, pytest.mark.slow]),
        pytest.param(20261122, ROUNDS, marks=[pytest.mark.campaign, pytest.mark.slow]),
    ],
)
def test_killed_at_random_moments_nothing_typed_is_lost_and_nothing_sent_twice(
    desk: Desk, seed: int, rounds: int
) -> None:
    dice = random.Random(seed)
    sending: set[str] = set()
    for number in range(rounds + 1):
        subject = f"round {number}"
        start_mail(desk, subject)
        typist = Typist(desk, dice)
        typist.write(dice.uniform(0.2, 2.6))
        if number == rounds:
            press_send(desk, subject)
            sending.add(subject)
        elif dice.random() < 0.4:
            time.sleep(dice.uniform(0.0, 0.8))
            desk.keys("ctrl+Return")
            sending.add(subject)
            time.sleep(dice.uniform(0.0, 0.4))
        killed = time.monotonic()
        desk.kill()
        expected = typist.by(killed - SECOND).rstrip()
        drafts = stored(desk.profile)
        if expected:
            _, body = drafts.get(subject, (None, ""))
            assert body.startswith(expected), f"{subject}: {expected!r} is not in {body!r}"
    desk.open()
    desk.at("wait", "Conversations")
    desk.kill()
    counts, drafts = sent(desk.profile), stored(desk.profile)
    assert max(counts.values(), default=0) <= 1, "a mail was sent twice"
    for each, (state, _) in drafts.items():
        if state is DraftState.SENT:
            assert counts[each] == 1, f"{each} is called sent and is not in Sent"
    assert subject in counts, "the last round's mail had been sent"
    left_by_itself = set(counts) - sending
    assert left_by_itself == set(), "a mail left without a press"


def test_an_application_that_saves_late_is_found_out(desk: Desk) -> None:
    """The control: the same typist and the same comparison, on the planted fault."""
    start_mail(desk, "late", ("-c", LATE))
    typist = Typist(desk, random.Random(1))
    typist.write(3.0)
    while not typist.by(time.monotonic() - SECOND):
        typist.write(SECOND)
    killed = time.monotonic()
    desk.kill()
    expected = typist.by(killed - SECOND).rstrip()
    _, body = stored(desk.profile).get("late", (None, ""))
    assert expected
    assert not body.startswith(expected)
