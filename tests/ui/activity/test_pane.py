"""The activity record: sentences a person understands, narrowed to who acted."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QFileDialog

from desktop_app.model.draft import DraftState
from desktop_app.store.programs.audit import AuditEntry
from desktop_app.tools.person.activity import PROPOSAL, AuditRow
from desktop_app.tools.person.record import RecordHead, verified_file
from desktop_app.ui.activity.audit_list import sentence
from desktop_app.ui.activity.pane import PAGE, AuditPane
from desktop_app.ui.activity.record_line import SHOWN, head_words
from desktop_app.ui.bench.activity_words import readable
from tests.fakes.house import NOW
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import propose


def open_record(driver: WindowDriver) -> Any:
    driver.bench.actions.trigger("audit")
    driver.until(lambda: bool(driver.window.findChildren(AuditPane)))
    (pane,) = driver.window.findChildren(AuditPane)
    driver.until(lambda: pane.list.count() > 0)
    return pane


def test_it_says_who_did_what_without_ids_or_names_of_tools(driver: WindowDriver) -> None:
    propose(driver.house)
    pane = open_record(driver)
    said = [pane.list.item(i).text() for i in range(pane.list.count())]
    assert any("Starter assistant: Draft a reply" in line for line in said)
    assert not [line for line in said if re.search(r"[0-9a-f]{12}|_|message.?id", line)]


def test_it_can_be_narrowed_to_one_kind_of_actor(driver: WindowDriver) -> None:
    propose(driver.house)
    pane = open_record(driver)
    pane.origin.setCurrentIndex(pane.origin.findData("mcp"))
    driver.until(lambda: pane.list.count() == 0 and not pane.list.isVisible())
    pane.origin.setCurrentIndex(pane.origin.findData("assistant"))
    driver.until(lambda: pane.list.count() > 0)
    for dialog in driver.window.findChildren(QDialog):
        dialog.close()


def test_older_entries_follow_when_asked_for_each_once(driver: WindowDriver) -> None:
    """All of them of one moment: what comes next is told by the order of writing."""
    entry = AuditEntry(NOW, "assistant", "", "search_messages", "read", "allow", "done", "")
    for number in range(PAGE + 3):
        driver.house.store.audit.add(replace(entry, summary=f"query word{number}"))
    pane = open_record(driver)
    driver.until(pane.more.isVisible)
    assert pane.list.count() == PAGE
    pane.more.click()
    driver.until(lambda: not pane.more.isVisible())
    said = [pane.list.item(i).text() for i in range(pane.list.count())]
    words = [int(found[1]) for line in said if (found := re.search(r"word(\d+)", line))]
    assert words == list(reversed(range(PAGE + 3)))
    for dialog in driver.window.findChildren(QDialog):
        dialog.close()


def test_what_was_asked_or_refused_says_so() -> None:
    row = AuditRow(
        NOW, "mcp", "Claude Desktop", "modify_messages", "organise", "ask", "asked", "3 ids"
    )
    assert sentence(row, NOW).endswith("Claude Desktop: Organise mail (3 mails) — asked you")


@pytest.mark.parametrize(
    ("summary", "words"), [("seconds 3600", "Pause the bridge"), ("", "Resume the bridge")]
)
def test_the_end_of_a_pause_says_so(summary: str, words: str) -> None:
    row = AuditRow(NOW, "user", "", "pause_bridge", "organise", "allow", "done", summary)
    assert sentence(row, NOW).endswith(f"You: {words}")


@pytest.mark.parametrize("state", [*DraftState, "deleted"])
def test_what_became_of_a_draft_is_said_of_who_proposed_it(state: str) -> None:
    row = AuditRow(NOW, "mcp", "Claude Desktop", PROPOSAL, "", "", state, "")
    words = sentence(row, NOW)
    assert "Claude Desktop: its draft " in words
    assert " — " not in words


def test_arguments_are_told_in_words_and_ids_are_left_out() -> None:
    assert readable("3 ids, action archive") == "3 mails, archive"
    assert readable("message_id 12, reply_all True") == "to everyone"
    assert readable("query from:dana") == "from:dana"
    assert readable("action archive, query in:inbox, only_count True") == (
        "archive, in:inbox, only counted"
    )
    assert readable("draft_id 8f2a, revision 3") == ""


def test_the_head_of_the_last_day_is_shown_and_copied(driver: WindowDriver) -> None:
    long_ago = AuditEntry(NOW - 86_400, "assistant", "", "search_messages", "read", "allow", "", "")
    driver.house.store.audit.add(long_ago)
    head = driver.house.store.audit.head_before(NOW)
    assert head is not None
    pane = open_record(driver)
    driver.until(lambda: bool(pane.record.words.text()))
    assert pane.record.words.text() == f"Record until yesterday: {head.hash[: SHOWN - 1]}…"
    pane.record.copy.click()
    assert QGuiApplication.clipboard().text() == head.hash
    for dialog in driver.window.findChildren(QDialog):
        dialog.close()


def test_without_a_day_that_has_ended_no_head_is_shown(driver: WindowDriver) -> None:
    propose(driver.house)
    pane = open_record(driver)
    assert pane.record.words.text() == ""
    assert not pane.record.copy.isVisible()
    for dialog in driver.window.findChildren(QDialog):
        dialog.close()


def test_the_record_is_exported_where_the_person_says(driver: WindowDriver, tmp_path: Path) -> None:
    propose(driver.house)
    pane = open_record(driver)
    pane.record.export.click()
    (chooser,) = pane.record.findChildren(QFileDialog)
    chooser.filesSelected.emit([str(tmp_path / "record")])
    driver.until(lambda: "record.jsonl" in pane.record.words.text())
    assert verified_file(tmp_path / "record.jsonl").whole
    chooser.close()
    for dialog in driver.window.findChildren(QDialog):
        dialog.close()


def test_an_export_that_fails_says_why(driver: WindowDriver, tmp_path: Path) -> None:
    propose(driver.house)
    pane = open_record(driver)
    pane.record.save(tmp_path / "missing" / "record.jsonl")
    driver.until(lambda: "can't be written" in pane.record.words.text())
    for dialog in driver.window.findChildren(QDialog):
        dialog.close()


def test_an_older_day_is_named_by_its_date() -> None:
    words = head_words(RecordHead("9f" * 32, 86_400.0 * 20_000), 86_400.0 * 20_003)
    assert words == "Record until 3 Oct 2024: 9f9f9f9f9f9f9f9f…"
