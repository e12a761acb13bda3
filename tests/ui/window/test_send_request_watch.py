"""Who asks to send something is told, once, and several as one."""

from __future__ import annotations

from desktop_app.model.draft import Origin
from desktop_app.tools.verbs import create_draft, send_draft
from tests.ui.conftest import WindowDriver


def ask(driver: WindowDriver, subject: str) -> None:
    runner = driver.house.runner(Origin.MCP, "Program")
    params = create_draft.CreateDraft(to=("a@lee.example",), subject=subject)
    saved = runner.call(create_draft.TOOL, params).unwrap()
    runner.call(
        send_draft.TOOL,
        send_draft.SendDraft(draft_id=saved.draft_id, revision=saved.revision),
    )


def test_a_draft_that_asks_is_told_and_leads_to_its_review(driver: WindowDriver) -> None:
    ask(driver, "Lunch on Friday")
    toast = driver.window.toasts.toast
    driver.until(
        lambda: (
            "Program over MCP asks to send “Lunch on Friday”. To a@lee.example."
            in toast.text.text()
        )
    )
    assert toast.button.text() == "Review"
    assert not toast.undoes, "Z takes nothing back here"
    toast.button.click()
    driver.until(lambda: driver.window.frame.reviewing)


def test_what_a_program_asks_for_is_told_and_leads_to_its_card(driver: WindowDriver) -> None:
    runner = driver.house.runner(Origin.MCP, "Program", caller="p")
    runner.call_by_name("create_label", {"name": "Clients"})
    toast = driver.window.toasts.toast
    driver.until(lambda: toast.text.text() == "Program asked you for something.")
    toast.button.click()
    driver.until(lambda: bool(driver.window.frame.drafts.requests.cards))
    driver.until(driver.window.frame.drafts.isVisible)


def test_what_was_told_is_not_told_again(driver: WindowDriver) -> None:
    ask(driver, "First")
    toast = driver.window.toasts.toast
    driver.until(lambda: "First" in toast.text.text())
    ask(driver, "Second")
    driver.until(lambda: "Second" in toast.text.text())
    assert "2 drafts" not in toast.text.text()
