"""The one judge of the review: the table of its cases, and rules that hold for all of them."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

import desktop_app.ui
from desktop_app.model.draft import Check, CheckLevel
from desktop_app.ui.review.draft.sentences import OPEN_FIRST, READ_FIRST
from desktop_app.ui.review.readiness import Facts, Step, judge

BLOCK = (Check("no_recipient", CheckLevel.BLOCK, "No one gets it."),)
TICK = (Check("lookalike", CheckLevel.CONFIRM, "Looks like another."),)
OPEN = Facts(editable=True)
WAITS, TICKS = "Send waits: No one gets it.", "1 check waits for your tick."


@pytest.mark.parametrize(
    ("facts", "step", "allowed", "reason"),
    [
        (OPEN, Step.SEND, True, ""),
        (Facts(), Step.NOTHING, False, ""),
        (replace(OPEN, sending=True), Step.NOTHING, False, ""),
        (replace(OPEN, closed=True), Step.NOTHING, False, ""),
        (replace(OPEN, can_send=False), Step.EXPLAIN, False, ""),
        (replace(OPEN, words_seen=False), Step.WORDS, False, READ_FIRST),
        (replace(OPEN, everyone_seen=False), Step.PEOPLE, False, OPEN_FIRST),
        (replace(OPEN, words_seen=False, everyone_seen=False), Step.WORDS, False, READ_FIRST),
        (replace(OPEN, words_seen=False, blocking=BLOCK), Step.WORDS, False, READ_FIRST),
        (replace(OPEN, everyone_seen=False, unconfirmed=TICK), Step.PEOPLE, False, OPEN_FIRST),
        (replace(OPEN, blocking=BLOCK), Step.CHECK, False, WAITS),
        (replace(OPEN, unconfirmed=TICK), Step.CHECK, True, TICKS),
        (replace(OPEN, blocking=BLOCK, unconfirmed=TICK), Step.CHECK, False, WAITS),
        (replace(OPEN, blocking=BLOCK, stored=False), Step.SEND, False, WAITS),
        (replace(OPEN, unconfirmed=TICK, stored=False), Step.SEND, True, TICKS),
        (replace(OPEN, unconfirmed=TICK, closed=True), Step.NOTHING, False, TICKS),
        (Facts(words_seen=False, everyone_seen=False), Step.NOTHING, False, ""),
    ],
)
def test_the_table(facts: Facts, step: Step, allowed: bool, reason: str) -> None:
    found = judge(facts)
    assert (found.step, found.allowed, found.reason) == (step, allowed, reason)
    assert found.unread == (reason == READ_FIRST)
    assert found.aside != facts.closed


def every_case() -> list[Facts]:
    yes_no = (False, True)
    sides = product(yes_no, yes_no, yes_no, yes_no, ((), BLOCK), ((), TICK), yes_no, yes_no, yes_no)
    return [Facts(*each) for each in sides]


def test_what_leaves_has_been_seen_and_confirmed() -> None:
    """What is stored leaves in one case of the 512 alone."""
    leaving = [f for f in every_case() if f.stored and judge(f).step is Step.SEND]
    assert leaving == [OPEN]
    answered = [f for f in every_case() if judge(f.answered()).step is Step.SEND]
    assert {replace(f, closed=False, sending=False, stored=True) for f in answered} == {OPEN}


def test_a_press_on_what_is_not_stored_is_judged_again() -> None:
    """The checks are about what is stored, so that they wait for that; nothing else does."""
    going = [f for f in every_case() if judge(f).step is Step.SEND and not f.stored]
    assert {replace(f, blocking=(), unconfirmed=(), stored=True) for f in going} == {OPEN}
    assert all(judge(f.answered()).step is Step.CHECK for f in going if f.blocking or f.unconfirmed)


def test_no_fact_that_keeps_a_mail_lets_it_go() -> None:
    """Each fact by itself: where it is worse, no more is allowed and no step is further on."""
    order = list(Step)
    for facts in every_case():
        worse = (
            replace(facts, editable=False),
            replace(facts, can_send=False),
            replace(facts, words_seen=False),
            replace(facts, everyone_seen=False),
            replace(facts, blocking=BLOCK),
            replace(facts, unconfirmed=TICK),
            replace(facts, closed=True),
            replace(facts, sending=True),
        )
        now = judge(facts)
        for each in map(judge, worse):
            assert now.allowed or not each.allowed
            assert order.index(each.step) <= order.index(now.step)


def test_where_the_button_is_off_nothing_leaves_but_what_is_not_stored() -> None:
    for facts in every_case():
        found = judge(facts)
        if not found.allowed and found.step is Step.SEND:
            assert facts.blocking
            assert not facts.stored
        if found.allowed:
            assert found.step in {Step.SEND, Step.CHECK}


def test_nobody_else_judges() -> None:
    """The facts are put together in one place of the review, and one of Read through, which has no
    review; what they come to is judged in one place for both."""
    facts = re.compile(
        r"guard\.closed|words_seen\.pending|envelope\.whole|checks\.(?:blocking|unconfirmed)"
        r"|\.can_send\b|setEnabled\(.*ready"
    )
    ui = Path(desktop_app.ui.__file__).parent
    found = {
        str(path.relative_to(ui))
        for path in ui.rglob("*.py")
        if facts.search(path.read_text("utf-8"))
    }
    review = {f"review/{name}.py" for name in ("review_form", "readiness", "action_bar")}
    found -= {"settings/let_in_dialog.py"}  # a press of its own, which sends nothing
    assert found == review | {
        f"review/read_through/{name}.py" for name in ("mail_sheet", "pane", "readable")
    }
    judges = [p for p in ui.rglob("*.py") if "def judge(" in p.read_text("utf-8")]
    assert [path.name for path in judges] == ["readiness.py"]
