"""The truth of the review: of two thousand drafts composed by rule, everything that has to be said
before the press stands on the screen."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from desktop_app.mail.drafts import strangers
from desktop_app.model.address import people
from desktop_app.store.mail import people as stored_people
from desktop_app.tools.drafting import recipients
from desktop_app.tools.person import draft_review
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.review.draft import draft_status
from desktop_app.ui.review.draft.draft_status import status_of
from desktop_app.ui.review.recipients.chip import Chip
from tests.depths import in_depth, one_in
from tests.fakes.house import TestHouse
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review
from tests.ui.review.truth import DANA, FALSE_DANA, NEAR_DANA, Case, World, compose, make_world

CASES, SLICES = 2_000, 40
IN_THE_WINDOW = 12


def said(world: World, case: Case) -> str:
    """What the review says: the strip, the findings, what is known of each recipient."""
    params = draft_review.ReviewDraft(draft_id=case.draft.id)
    review: Review = world.house.runner().call(draft_review.REVIEW_DRAFT, params).unwrap()
    lines = [status_of(review, world.house.now).text, *(c.text for c in review.checks)]
    lines += [f"{r.address} {' '.join(r.badges)} {r.whence}" for r in review.recipients]
    named = {r.address.key for r in review.recipients if r.named}
    return "\n".join([*lines, f"Send to {people(case.draft.content.recipients, named=named)}"])


def missing(world: World, case: Case) -> list[str]:
    shown = said(world, case)
    return [sentence for sentence in case.must if sentence not in shown]


@pytest.mark.parametrize("part", in_depth(range(SLICES)))
def test_all_that_has_to_be_said_is_said(house: TestHouse, part: int) -> None:
    world = make_world(house)
    for seed in range(part, CASES, SLICES):
        case = compose(world, seed)
        assert missing(world, case) == [], f"draft {seed}: {case.steps}\n{said(world, case)}"
        send = said(world, case).rpartition("Send to ")[2]
        first = case.draft.content.recipients[0]
        if first in {FALSE_DANA, NEAR_DANA}:
            assert send.startswith(first.email)
        elif first is DANA:
            assert send.startswith("Dana")


def nobody(*_: Any, **__: Any) -> Any:
    return iter(())


FAULTS: dict[str, tuple[ModuleType, str, Callable[..., object]]] = {
    "everybody on a mail is known": (
        stored_people, "went_out_to", lambda *_: True,
    ),
    "strangers are not told": (strangers, "stranger_checks", nobody),
    "nobody passes for another": (recipients, "_mistaken", nobody),
    "hidden copies are not told": (recipients, "_hidden_copies", nobody),
    "other hands are not named": (draft_status, "other_hands", lambda *_: ()),
    "where an address comes from is not looked up": (recipients, "_field_of", lambda *_: ""),
    "texts of sources are not looked at": (recipients, "_source_text", lambda *_: ""),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_each_planted_fault_is_found(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    world = make_world(house)
    module, name, instead = FAULTS[fault]
    if module is strangers:
        from desktop_app.mail.drafts import checks

        module = checks
    monkeypatch.setattr(module, name, instead)
    assert any(missing(world, compose(world, seed)) for seed in range(60))


def on_screen(pane: QWidget) -> str:
    """All words that the review's widgets show or tell."""
    shown = [w for w in pane.findChildren(QWidget) if w.isVisibleTo(pane)]
    labels = [w.text() for w in shown if isinstance(w, QLabel | QPushButton)]
    chips = [w.accessibleName() for w in shown if isinstance(w, Chip)]
    return "\n".join([*labels, *chips, *(w.accessibleName() for w in shown)])


@one_in(4)
@pytest.mark.parametrize("seed", range(IN_THE_WINDOW))
def test_what_the_review_knows_is_what_the_window_shows(driver: WindowDriver, seed: int) -> None:
    world = make_world(driver.house)
    case = compose(world, seed)
    pane = open_review(driver, case.draft)
    shown = on_screen(pane)
    assert [sentence for sentence in case.must if sentence not in shown] == []
