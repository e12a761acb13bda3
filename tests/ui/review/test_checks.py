"""Findings as they are shown: many of one kind are one."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from desktop_app.model.draft import Check, CheckLevel
from desktop_app.ui.review.sheet.checks import MOST_ALIKE, CheckRow, Checks, grouped
from desktop_app.ui.widgets.theme import Theme


def found(count: int, code: str = "new_recipient") -> list[Check]:
    level = CheckLevel.CONFIRM
    return [
        Check(code, level, f"You have never written to {n}@x.", "Remove it") for n in range(count)
    ]


def test_a_few_findings_stand_for_themselves() -> None:
    assert grouped(found(MOST_ALIKE)) == tuple(found(MOST_ALIKE))


def test_many_findings_of_one_kind_are_one_that_says_how_many() -> None:
    other = Check("no_subject", CheckLevel.CONFIRM, "The subject is empty.")
    shown = grouped([*found(200), other])
    assert [check.code for check in shown] == ["new_recipient", "no_subject"]
    assert shown[0].text == "You have never written to 0@x. The same goes for 199 more."


def test_on_a_low_window_what_only_tells_stands_behind_its_number(
    qtbot: QtBot, theme: Theme
) -> None:
    checks = Checks(theme)
    qtbot.addWidget(checks)
    checks.set_short(True)
    checks.show_checks((Check("no_source", CheckLevel.NOTE, "In no source: “12”.", "", ""),))
    checks.show()
    [row] = checks.findChildren(CheckRow)
    assert not row.isVisible()
    assert checks.more.text() == "1 check"
    checks.more.click()
    assert row.isVisible()
