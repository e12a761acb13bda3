"""What a search has found is marked in the list and in the opened mail."""

from __future__ import annotations

from PySide6.QtTest import QTest

from tests.ui.conftest import WindowDriver


def marks(driver: WindowDriver) -> list[str]:
    """The marked words of the first reader."""
    reader = driver.thread.column.cards()[0].readers[0]
    hit = driver.bench.theme.colour("hit")
    found: list[str] = []
    block = reader.document().begin()
    while block.isValid():
        parts = _fragments(block)
        found += [p.text() for p in parts if p.charFormat().background().color() == hit]
        block = block.next()
    return found


def _fragments(block):  # type: ignore[no-untyped-def]
    at = block.begin()
    while not at.atEnd():
        yield at.fragment()
        at += 1


def test_hits_are_marked_and_unmarked_with_the_search(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("search")
    entry = driver.window.search.entry
    QTest.keyClicks(entry, "report")
    driver.until(lambda: driver.rows() == ["Report"])
    (row,) = driver.conversations.model.rows
    assert row.subject_spans == ((0, 6),)
    assert row.snippet[slice(*row.snippet_spans[0])] == "report"
    driver.open_first()
    driver.until(lambda: marks(driver) == ["report"])
    entry.setText("report about")
    driver.until(lambda: marks(driver) == ["About", "report"])
    entry.clear()
    driver.until(lambda: len(driver.rows()) == 3 and driver.conversations.query == "in:inbox")
    assert all(not row.subject_spans for row in driver.conversations.model.rows)
