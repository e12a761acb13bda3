"""The words of a mail have their room, in a small window and in large type."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtGui import QFontMetricsF

from desktop_app.model.draft import CheckLevel, Draft
from tests.depths import in_depth
from tests.fakes.house import TestHouse
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_mail, own_reply, propose

SMALL = (900, 600)
LINES = 8
TEXT = "\n".join(f"Line {number}" for number in range(1, 40))


def proposal_with_two_checks(house: TestHouse) -> Draft:
    """A greeting that is no recipient's, and a file that is not there."""
    return propose(house, f"Hello Kim,\n\nthe plan is attached.\n{TEXT}")


KINDS: dict[str, Callable[[TestHouse], Draft]] = {
    "own reply": lambda house: own_reply(house, TEXT),
    "own new mail": lambda house: own_mail(
        house, to=("dana@lee.example",), subject="Plan", body=TEXT
    ),
    "empty new mail": own_mail,
    "proposal with two checks": proposal_with_two_checks,
}


def lines_in_sight(pane: Any) -> float:
    """The number of lines of the body that have room on the screen."""
    body = pane.page.body
    port = body.viewport()
    seen = port.visibleRegion().boundingRect().height()
    margin = body.document().documentMargin()
    return float((seen - margin) / QFontMetricsF(body.font()).lineSpacing())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("percent", in_depth([150, 100]))
def test_at_least_eight_lines_of_the_words_are_in_sight_in_a_small_window(
    house: TestHouse, kind: str, percent: int, request: pytest.FixtureRequest
) -> None:
    house.settings.change("look.text_percent", percent)
    driver: WindowDriver = request.getfixturevalue("driver")
    driver.window.resize(*SMALL)
    pane = open_review(driver, KINDS[kind](house))
    if kind.startswith("proposal"):
        asked = [c for c in pane.form.review.checks if c.level is CheckLevel.CONFIRM]
        assert len(asked) == 2, asked
    driver.until(lambda: not pane.form._order.isActive())
    assert lines_in_sight(pane) >= LINES


def test_to_is_one_line_high_until_something_needs_a_second(driver: WindowDriver) -> None:
    pane = open_review(driver, own_mail(driver.house, to=("dana@lee.example",)))
    field = pane.page.envelope.to
    [chip] = field.chips.made
    field.setFixedWidth(chip.sizeHint().width() + driver.bench.theme.px(24))
    driver.until(lambda: field.height() == chip.height())
    driver.qtbot.keyClicks(field.entry, "sam")
    driver.until(lambda: field.height() > 1.5 * chip.height())


@pytest.mark.parametrize("kind", ["text/plain", "text/html"])
@pytest.mark.parametrize("height", in_depth([700, 800, 900]))
def test_a_signature_is_seen_whole_below_the_words_where_both_have_room(
    driver: WindowDriver, height: int, kind: str
) -> None:
    driver.window.resize(1100, height)
    draft = own_reply(driver.house, "Hello")
    pane = open_review(driver, draft)
    appended = pane.page.appended
    words = "Alex Morgan\nFernhill Joinery, Unit 4, Mill Lane, Westmere"
    formatted = "<div><b>Alex Morgan</b></div>\n<div>Unit 4, Mill Lane, Westmere</div>"
    content = replace(draft.content, signature=words, quoted="> Hello\n", content_type=kind)
    appended.show_parts(replace(content, formatted_signature=formatted))
    driver.until(lambda: not pane.form._order.isActive())
    driver.until(lambda: appended.visibleRegion().boundingRect() == appended.rect())
    assert lines_in_sight(pane) >= LINES
