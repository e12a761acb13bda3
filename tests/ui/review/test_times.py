"""A time that is taken waits for a tick, and is shown where it stands."""

from __future__ import annotations

from datetime import timedelta

from desktop_app.model.draft import Origin, Source, SourceKind
from desktop_app.model.free_times import FreeTimes, Taken, in_words
from desktop_app.tools.drafting.calendar_looks import local
from desktop_app.tools.verbs import create_draft
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review


def test_a_taken_time_waits_for_a_tick_and_can_be_shown(driver: WindowDriver) -> None:
    house = driver.house
    start = local(house.now).replace(hour=14, minute=0, second=0) + timedelta(days=3)
    taken = (Taken(start, start + timedelta(hours=1), "Dentist"),)
    look = in_words(FreeTimes(local(house.now).date(), start.date() + timedelta(days=7), taken))
    runner = house.runner(Origin.ASSISTANT, "Model")
    runner.conversation.read(Source(SourceKind.CALENDAR, "work", "Free times", look))
    body = f"Hello Dana,\n\n{start:%A} at 14:00 would suit me."
    given = create_draft.CreateDraft(to=("dana@lee.example",), subject="Plan", body=body)
    saved = runner.call(create_draft.TOOL, given).unwrap()
    pane = open_review(driver, house.store.drafts.get(saved.draft_id))
    rows = {row.check.code: row for row in pane.page.checks._rows}
    row = rows["time_not_free"]
    assert row.check.text.endswith("14:00 is taken: Dentist.")
    assert row.check in pane.page.checks.unconfirmed
    row.fix.click()
    assert pane.page.body.textCursor().selectedText() == f"{start:%A} at 14:00"
    row.tick.setChecked(True)
    assert row.check not in pane.page.checks.unconfirmed
