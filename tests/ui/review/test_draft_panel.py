"""The panel about a draft: one press opens it where it is seen, the next closes it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLabel

from desktop_app.model.draft import Origin
from desktop_app.tools.verbs import create_draft
from desktop_app.ui.bench.navigation import Prefill
from desktop_app.ui.review.tabs.draft_panel import CHANGES, CLOSED, SOURCES, VERSIONS
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import ASSISTANT, open_review, own_mail, propose


def there(pane: Any) -> list[str]:
    panel = pane.form.panel
    return [b.text() for b in (panel.conversation, *panel.buttons) if not b.isHidden()]


def test_the_changes_are_in_view_when_they_are_asked_for_however_long_the_sources(
    driver: WindowDriver,
) -> None:
    driver.window.resize(900, 600)
    pane = open_review(driver, propose(driver.house, "See you on Monday"))
    panel = pane.form.panel
    panel.buttons[SOURCES].click()
    panel.sources.setMinimumHeight(900)
    driver.until(panel.sources.isVisible)
    pane.page.body.replace_text("See you on Friday")
    driver.until(lambda: len(pane.form.view.changes.hunks) == 1)
    driver.bench.actions.trigger("draft_compare")

    def in_view() -> bool:
        viewport = panel.viewport()
        marked = [x for x in panel.changes.findChildren(QLabel) if "Friday" in x.text()]
        tops = [label.mapTo(viewport, QPoint(0, 0)).y() for label in marked]
        return bool(tops) and all(0 <= top < viewport.height() for top in tops)

    driver.until(in_view)
    assert not panel.sources.isVisible()


def test_one_press_opens_it_and_the_next_closes_it(driver: WindowDriver) -> None:
    pane = open_review(driver, propose(driver.house))
    panel = pane.form.panel
    assert panel.opened == CLOSED
    assert not panel.isVisible()
    panel.buttons[SOURCES].click()
    assert panel.sources.isVisible()
    panel.buttons[CHANGES].click()
    assert panel.changes.isVisible()
    assert not panel.buttons[SOURCES].isChecked()
    panel.buttons[CHANGES].click()
    assert not panel.isVisible()


def test_a_mail_of_ones_own_has_nothing_to_open(driver: WindowDriver) -> None:
    pane = open_review(driver, own_mail(driver.house))
    assert there(pane) == []
    assert not pane.form.panel.openers.place.isVisible()
    driver.bench.navigation.compose(Prefill())
    assert there(driver.window.frame.review) == []


def test_what_opens_it_is_whole_in_a_narrow_review(driver: WindowDriver) -> None:
    pane = open_review(driver, propose(driver.house))
    panel, bar = pane.form.panel, pane.form.action_bar
    bar.setFixedWidth(360)
    pane.page.body.replace_text("Another text")
    driver.until(lambda: "Versions 2" in there(pane))
    shown = [b for b in (panel.conversation, *panel.buttons) if b.isVisible()]
    assert len(shown) == 4

    def whole() -> bool:
        buttons = all(b.width() >= b.sizeHint().width() for b in shown)
        return buttons and bar.height() >= bar.heightForWidth(360)

    driver.until(whole)


def test_versions_are_there_once_there_are_two(driver: WindowDriver) -> None:
    draft = propose(driver.house)
    pane = open_review(driver, draft)
    driver.until(lambda: there(pane)[0] == "Conversation")
    assert not [name for name in there(pane) if name.startswith("Versions")]
    pane.page.body.replace_text("Another text")
    driver.until(lambda: "Versions 2" in there(pane))
    driver.bench.actions.trigger("draft_older")
    assert pane.form.panel.opened == VERSIONS


def test_it_stands_beside_the_page_where_there_is_room(driver: WindowDriver) -> None:
    runner = driver.house.runner(Origin.ASSISTANT, ASSISTANT)
    params = create_draft.CreateDraft(to=("dana@lee.example",), subject="New", body="Words")
    saved: Any = runner.call(create_draft.TOOL, params).unwrap()
    pane = open_review(driver, driver.house.store.drafts.get(saved.draft_id))
    panel = pane.form.panel
    panel.buttons[SOURCES].click()
    driver.window.resize(1900, 900)
    driver.until(lambda: panel.x() > 0)
    driver.window.resize(900, 600)
    driver.until(lambda: panel.x() == 0 and panel.y() > 0)
