"""Close matches stand below what a search finds, and move nothing."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from desktop_app.model.draft import Origin
from desktop_app.tools.person import close_search
from desktop_app.ui.mailbox.close_hits import CloseHitsList
from tests.fakes.house import mail
from tests.ui.conftest import WindowDriver
from tests.ui.mailbox.test_draft_hits import search, shown


@pytest.fixture(autouse=True)
def some_mail(driver: WindowDriver) -> None:
    for number, subject in enumerate(("Lease renewal", "Quarterly report", "Leases that ended")):
        driver.house.add(mail(subject, "Hello.", message_id=f"close{number}@x.example"))


def hits(driver: WindowDriver) -> CloseHitsList:
    found: CloseHitsList = driver.conversations.further.close_hits
    return found


def found(driver: WindowDriver) -> list[str]:
    return [row.subject for row in hits(driver).model.rows]


def test_where_nothing_has_the_words_what_is_close_takes_the_room(driver: WindowDriver) -> None:
    search(driver, "quaterly reports")
    driver.until(lambda: found(driver) == ["Quarterly report"])
    assert "No mail has just these words" in shown(driver)
    assert hits(driver).divider.text() == "Close matches: meant “quarterly”? · report"
    row = hits(driver).model.rows[0]
    assert [row.subject[a:b] for a, b in row.subject_spans] == ["Quarterly", "report"]


def test_below_exact_matches_it_moves_neither_ring_nor_focus(driver: WindowDriver) -> None:
    search(driver, "lease")
    driver.until(lambda: found(driver) == ["Leases that ended"])
    pane = driver.conversations
    assert [row.subject for row in pane.model.rows] == ["Lease renewal"]
    assert not hits(driver).view.hasFocus()
    assert pane.view.model().rowCount() == 1
    assert hits(driver).view.maximumHeight() == hits(driver).view.delegate.row_height


def test_one_press_makes_what_was_understood_the_query(driver: WindowDriver) -> None:
    search(driver, "leases renewals")
    driver.until(lambda: found(driver) == ["Lease renewal"])
    hits(driver).take.click()
    driver.until(lambda: driver.bench.selection.place == "{leases lease} renewal")
    driver.until(lambda: [row.subject for row in driver.conversations.model.rows] != [])
    assert driver.conversations.model.rows[0].subject == "Lease renewal"


def test_enter_opens_the_conversation(driver: WindowDriver) -> None:
    search(driver, "renewals")
    driver.until(lambda: found(driver) == ["Lease renewal"])
    wanted = hits(driver).model.rows[0].id
    hits(driver).view.setFocus()
    driver.qtbot.keyClick(hits(driver).view, Qt.Key.Key_Return)
    driver.until(lambda: driver.bench.selection.conversation == wanted)


def test_the_keys_of_the_list_reach_what_stands_in_its_place(driver: WindowDriver) -> None:
    search(driver, "renewals")
    driver.until(lambda: found(driver) == ["Lease renewal"])
    wanted = hits(driver).model.rows[0].id
    driver.bench.navigation.focus("list")
    assert driver.window.focusWidget() is hits(driver).view
    driver.qtbot.keyClick(hits(driver).view, Qt.Key.Key_Return)
    driver.until(lambda: driver.bench.selection.conversation == wanted)
    search(driver, "renewal")
    driver.until(lambda: driver.conversations.model.rowCount() == 1)
    driver.bench.navigation.focus("list")
    assert driver.window.focusWidget() is driver.conversations.view


def test_who_types_is_asked_after_a_pause_alone(driver: WindowDriver) -> None:
    pane = driver.conversations
    pane.type("renewal", finished=False)
    driver.until(lambda: pane.model.rowCount() == 1)
    pane.type("renewals", finished=False)
    driver.until(hits(driver)._pause.isActive)
    assert found(driver) == []
    driver.until(lambda: found(driver) == ["Lease renewal"])


def test_what_means_what_it_says_and_a_folder_have_none(driver: WindowDriver) -> None:
    for query in ("subject:renewals", '"renewals"', "in:inbox"):
        search(driver, "renewals")
        driver.until(lambda: bool(found(driver)))
        search(driver, query)
        driver.until(lambda: not found(driver))
        assert hits(driver).isHidden()


def test_a_hit_in_the_text_alone_is_shown_with_its_words(driver: WindowDriver) -> None:
    long = "Nothing here is of any use to anybody. " * 20
    driver.house.add(mail("Post", f"{long}The chimneys are swept.", message_id="deep@x.example"))
    search(driver, "chimney")
    driver.until(lambda: found(driver) == ["Post"])
    row = hits(driver).model.rows[0]
    assert [row.snippet[a:b] for a, b in row.snippet_spans] == ["chimneys"]


def test_it_is_the_persons_alone() -> None:
    for origin in (Origin.ASSISTANT, Origin.MCP):
        assert origin not in close_search.SEARCH_CLOSE.origins
