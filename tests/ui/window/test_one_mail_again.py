"""One mail used again: kept as a template, edited as a new one."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from tests.fakes.house import ME, TestHouse, mail
from tests.sure import there
from tests.ui.conftest import WindowDriver


def sent(house: TestHouse) -> Any:
    return house.add(
        mail("Prices", "Dear all,\n\nthe prices.", from_=str(ME), to="d@x.example, s@x.example",
             message_id="prices@fernhill.example", date="Fri, 18 Sep 2026 10:00:00 +0000"),
        frozenset({"SENT", "INBOX"}),
    )  # fmt: skip


def opened(driver: WindowDriver) -> None:
    message = sent(driver.house)
    driver.bench.navigation.open_thread(message.thread_id, message.id)
    driver.until(lambda: driver.bench.selection.answered == message.id)


def name_entries(driver: WindowDriver) -> list[QLineEdit]:
    found = driver.window.findChildren(QLineEdit)
    return [each for each in found if each.accessibleName() == "Name" and each.isVisible()]


def test_a_sent_mail_is_kept_as_a_template(driver: WindowDriver) -> None:
    opened(driver)
    driver.until(lambda: driver.bench.actions.enabled("message_template"))
    driver.bench.actions.trigger("message_template")
    driver.until(lambda: len(name_entries(driver)) == 1)
    entry = name_entries(driver)[0]
    assert there(entry.window()) is not driver.window
    entry.setText("Prices")
    driver.qtbot.keyClick(entry, Qt.Key.Key_Return)
    kept = driver.house.store.templates
    driver.until(lambda: kept.free_name("Prices") != "Prices")
    assert kept.get("Prices").template.body == "Dear all,\n\nthe prices."


def test_somebody_elses_mail_is_not_offered_as_one(driver: WindowDriver) -> None:
    driver.open_first()
    driver.until(lambda: bool(driver.bench.selection.answered))
    assert not driver.bench.actions.enabled("message_template")


def test_a_mail_is_edited_as_a_new_one(driver: WindowDriver) -> None:
    opened(driver)
    driver.bench.actions.trigger("edit_as_new")
    pane = driver.window.frame.review
    driver.until(lambda: pane.form.review is not None)
    content = pane.page.content()
    assert [a.email for a in content.to] == ["d@x.example", "s@x.example"]
    assert (content.subject, content.body) == ("Prices", "Dear all,\n\nthe prices.")
    assert (content.in_reply_to, there(pane.form.review).draft.thread_id) == ("", 0)
