"""Twelve everyday jobs by a connected program, from beginning to end (`benchmarks.mcp_jobs`)."""

from __future__ import annotations

from pathlib import Path

from benchmarks.mcp_jobs import JOBS, NEWSLETTERS, PRICES, SECOND, lines, run
from desktop_app.model.draft import DraftState
from tests.depths import CAMPAIGN
from tests.fakes.house import TestHouse, open_house
from tests.tools.asking import cards


def test_each_job_is_done_in_few_calls_and_nothing_leaves(house: TestHouse) -> None:
    told: list[str] = []

    def unsubscribe(url: str) -> None:
        told.append(url)

    house.unsubscribe = unsubscribe
    found = run(house)
    assert [figures.job for figures in found] == list(JOBS)
    assert all(figures.done for figures in found)
    assert max(figures.calls for figures in found) == 3
    archive = found[3]
    assert archive.calls == 2
    assert max(archive.text, archive.data) < 1_000
    assert max(max(f.text, f.data) for f in found) < 15_000
    assert (told, house.store.outbox.count_open()) == ([], 0)

    drafts = {d.content.subject: d for d in house.store.drafts.in_state((DraftState.PROPOSED,))}
    assert drafts["Re: Meeting"].content.to[0].email == "dana@lee.example"
    [prices] = drafts["Re: Prices 1"].content.attachments
    assert house.store.drafts.read_whole(prices) == PRICES
    event = drafts["Site visit: Thu 3 Dec 2026, 14:00 to 15:00"]
    assert [part.filename for part in event.content.attachments] == ["invitation.ics"]
    assert len(drafts["Invoices of October"].content.attachments) == 3
    assert drafts["Keys"].content.body == "Come at ten."
    assert (drafts["Lunch"].content.from_, drafts["Lunch"].asks_to_send) == (SECOND, True)
    asked = {card.words: card for card in cards(house)}
    assert len(asked["Archive"].mails) == NEWSLETTERS
    assert len(asked["Archive · Add a label"].mails) == 4
    assert asked["Unsubscribe from a list"].outward


@CAMPAIGN
def test_the_scripts_for_older_verbs_still_run_and_cost_more(tmp_path: Path) -> None:
    [now] = [run(house) for house in open_house(tmp_path / "now")]
    [then] = [run(house, before=True) for house in open_house(tmp_path / "before")]
    assert not any(f.done for f in then if "calendar" in f.job or "unsubscribe" in f.job)
    assert then[3].text > 50 * now[3].text
    table = lines(now, then)
    assert len(table) == len(JOBS) + 2
    assert "not possible" in table[6]
    assert len(lines(now, [])) == len(JOBS) + 2
