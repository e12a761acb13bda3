"""A kill at any step of a press on several mails: each of them waits to be sent, or is told of at
the next start."""

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
from tests.ui.review.test_read_through import opened, tick

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


def test_no_mail_of_a_press_is_forgotten(
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
    pane.foot.button.click()
    other.until(lambda: len(pane.foot.sent) == NUMBER and not pane.press.under_way)
    runner.watching = False
    steps = [kill.step for kill in runner.kills]
    noted = [place for place, step in enumerate(steps) if step == "note_press done"]
    assert len(noted) == NUMBER
    assert "send_draft begun" not in steps[: noted[-1]]
    assert steps.count("send_draft done") == NUMBER
    for kill in runner.kills[noted[-1] :]:
        assert "" not in found_again(house, kill.path, drafts), kill.step
    for number, place in enumerate(noted, start=1):
        found = found_again(house, runner.kills[place].path, drafts)
        assert found.count("told") == number
    assert "" not in found_again(house, runner.kills[-1].path, drafts)
