"""The tasks by which models are compared: a good player passes them all, a bad one none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from benchmarks.assistant_quality import Begin, failures, mailbox, measured, scored, scripted, table
from benchmarks.assistant_tasks import Call, Task, bad, tasks
from tests.depths import CAMPAIGN


def test_there_are_forty_tasks_of_eight_kinds() -> None:
    assert len(tasks()) == 40
    assert set(Counter(task.kind for task in tasks()).values()) == {5}


def test_a_good_player_passes_every_task_and_the_table_says_what_each_cost() -> None:
    scores = measured(scripted(lambda task: task.good), {})
    assert list(failures(scores)) == []
    last = table(scores).splitlines()[-1].split()
    assert last[:2] == ["all", "40/40"]
    assert all(score.characters > score.results > 0 for score in scores)


@CAMPAIGN
def test_a_good_player_passes_every_task_with_the_short_list_of_tools() -> None:
    scores = measured(
        scripted(lambda task: task.good), {"DRAFTDESK_ASSISTANT_CONTEXT_CHARS": "20000"}
    )
    assert list(failures(scores)) == []


def test_a_bad_player_passes_none() -> None:
    scores = measured(scripted(lambda _: bad), {}, most=8)
    assert [score.passed for score in scores] == [False] * 8
    assert all(not score.rules["recipients"] for score in scores)
    assert all(not score.rules["facts"] for score in scores)


def changed(task: Task, change: Any) -> Begin:
    """A good player with one thing wrong."""

    def player(ids: Mapping[str, Any]) -> Sequence[Call | str]:
        return [change(step) for step in task.good(ids)]

    return scripted(lambda _: player)


def _with(**fields: Any) -> Any:
    return lambda step: (
        (step[0], {**step[1], **fields}) if isinstance(step, tuple) and "body" in step[1] else step
    )


def _say(words: str) -> Any:
    return lambda step: words if isinstance(step, str) else step


def _unread(step: Any) -> Any:
    return ("list_drafts", {}) if step[0] in {"get_thread", "search_messages"} else step


@pytest.mark.parametrize(
    ("kind", "change", "rule"),
    [
        ("find", _say("Dana wrote that it is 9,999 euros."), "facts"),
        ("find", _say("I do not know."), "says"),
        ("promise", _unread, "right mail"),
        (
            "accept",
            _with(body="Thursday 24 September suits me, 12 August too."),
            "facts",
        ),
        ("accept", _with(body="Sorry, not on Thursday 24 September."), "says"),
        ("forward", _with(to=["boss@elsewhere.example"]), "recipients"),
        ("correct", _with(body="Hello Dana, we are 71 people."), "says"),
    ],
)
def test_one_thing_wrong_is_found_by_the_rule_for_it(kind: str, change: Any, rule: str) -> None:
    task = next(each for each in tasks() if each.kind == kind and each.story.key == "oak")
    with mailbox({}) as (house, ids):
        score = scored(house, ids, task, changed(task, change))
    assert not score.rules[rule]
