"""A kill at any step of presses on several mails: each mail that was pressed waits to be sent, or
is told of at the next start."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from desktop_app.model.draft import Draft
from desktop_app.model.outbox import OutboxState
from desktop_app.store.store import Store
from tests.fakes.house import TestHouse
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import propose
from tests.ui.review.test_press_written_down import KilledRunner
from tests.ui.review.test_read_through import opened, send_ticked, tick

NUMBER = 3


def found_again(house: TestHouse, path: Path, drafts: list[Draft]) -> list[str]:
    """What the next start finds of each mail: `waits`, `told`, or nothing."""
    store = Store(path, clock=house.clock)
    try:
        entries = [store.outbox.for_draft(draft.id) for draft in drafts]
        waits = [each is not None and each.state is OutboxState.QUEUED for each in entries]
        store.outbox.recover()
        told = store.outbox.not_sent()
        return [
            "waits" if there else "told" if draft.id in told else ""
            for draft, there in zip(drafts, waits, strict=True)
        ]
    finally:
        store.close()


def test_no_mail_that_was_pressed_is_forgotten(
    driver: WindowDriver,
    open_window: Callable[..., WindowDriver],
    house: TestHouse,
    tmp_path: Path,
) -> None:
    drafts = [propose(house, f"Hello Dana,\n\nyes, on day {n}.") for n in range(NUMBER)]
    runner = KilledRunner(house, tmp_path)
    other = open_window(runner)
    pane = opened(other, NUMBER)
    for draft in drafts:
        tick(other, pane, draft)
    runner.watching = True
    send_ticked(other, pane, NUMBER)
    runner.watching = False
    steps = [kill.step for kill in runner.kills]
    noted = [place for place, step in enumerate(steps) if step == "note_press done"]
    sent = [place for place, step in enumerate(steps) if step == "send_draft done"]
    assert len(noted) == len(sent) == NUMBER
    for number, place in enumerate(noted, start=1):
        assert steps[:place].count("send_draft done") == number - 1, "one press sends one mail"
        for kill in runner.kills[place:]:
            found = found_again(house, kill.path, drafts)
            assert len(drafts) - found.count("") >= number, kill.step
    assert "" not in found_again(house, runner.kills[-1].path, drafts)
