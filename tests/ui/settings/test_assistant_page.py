"""Settings → Assistant: a key that is never shown, a test, a model that is used once chosen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget

from desktop_app.model.errors import NeedsSignIn, NoKeyring
from desktop_app.settings_table import SETTINGS
from desktop_app.ui.settings.assistant_page import CHOSEN_HERE, GROUPS, AssistantPage
from desktop_app.ui.settings.dialog import SettingsDialog, pages
from desktop_app.ui.widgets.strips import Strip
from tests.ui.conftest import WindowDriver

KEY = "sk-this-is-a-secret"


@pytest.fixture
def page(driver: WindowDriver) -> Iterator[AssistantPage]:
    dialog = SettingsDialog(driver.bench, driver.window, "Assistant")
    dialog.show()
    driver.until(lambda: dialog.findChild(AssistantPage) is not None)
    page = dialog.findChild(AssistantPage)
    assert page is not None
    driver.until(lambda: bool(page.buttons) and bool(page.accounts.boxes))
    yield page
    dialog.close()
    dialog.deleteLater()


def choose(driver: WindowDriver, page: AssistantPage, name: str) -> None:
    page.buttons[name].click()
    driver.until(lambda: not page.form.isHidden() or name == "starter")


def test_nothing_is_looked_for_before_somebody_wants_to_see_it(driver: WindowDriver) -> None:
    dialog = SettingsDialog(driver.bench, driver.window, "Look")
    dialog.show()
    driver.until(lambda: True)
    page = dialog.findChild(AssistantPage)
    assert page is None or page.buttons == {}
    dialog.close()
    dialog.deleteLater()


def test_what_runs_on_this_computer_is_offered_first(
    driver: WindowDriver, page: AssistantPage
) -> None:
    assert next(iter(page.buttons)) == "ollama"
    assert page.buttons["ollama"].accessibleName() == "Ollama: not found on this computer"
    driver.house.models.found = ("llama3.2:3b", "qwen3:8b")
    again = AssistantPage(driver.bench, lambda *_: None)
    again.show()
    driver.until(lambda: bool(again.buttons))
    said = again.buttons["ollama"].accessibleName()
    assert said == "Ollama: found on this computer, 2 models. Nothing leaves it"
    again.buttons["ollama"].click()
    models = again.form.model
    assert [models.itemText(n) for n in range(models.count())] == ["llama3.2:3b", "qwen3:8b"]
    again.deleteLater()


def test_a_key_is_kept_and_never_shown_again(driver: WindowDriver, page: AssistantPage) -> None:
    choose(driver, page, "openai")
    form = page.form
    assert form.key.entry.echoMode() is QLineEdit.EchoMode.Password
    assert not form.test.isEnabled()
    form.key.entry.setText(KEY)
    form.key.keep_button.click()
    driver.until(lambda: "openai" in driver.house.models.keys)
    driver.until(form.key.entry.isHidden)
    assert driver.house.models.keys == {"openai": KEY}
    assert form.key.entry.text() == ""
    assert "kept in your keyring" in form.key.note.text()
    form.key.remove.click()
    driver.until(lambda: not form.key.entry.isHidden())
    assert driver.house.models.keys == {}


def test_without_a_keyring_the_person_may_keep_it_for_the_session(
    driver: WindowDriver, page: AssistantPage
) -> None:
    driver.house.models.keyring = NoKeyring("There is no system keyring.")
    choose(driver, page, "openai")
    page.form.key.entry.setText(KEY)
    page.form.key.keep_button.click()
    driver.until(lambda: bool(page.form.key.findChildren(Strip)))
    [strip] = page.form.key.findChildren(Strip)
    assert "not kept" in strip.accessibleName()
    assert KEY not in strip.accessibleName()
    strip.findChildren(QPushButton)[0].click()
    driver.until(lambda: driver.house.models.for_this_session == {"openai"})
    driver.until(lambda: "until Draftdesk is closed" in page.form.key.note.text())


def test_the_test_lists_the_models_and_using_one_changes_all_three_settings(
    driver: WindowDriver, page: AssistantPage
) -> None:
    choose(driver, page, "openai_compatible")
    form = page.form
    assert not form.use.isEnabled()
    form.address.setText("http://127.0.0.1:1234/v1")
    form.test.click()
    driver.until(lambda: form.said.text() == "It works: 2 models.")
    assert driver.house.models.asked == [("openai_compatible", "http://127.0.0.1:1234/v1", "")]
    assert [form.model.itemText(n) for n in range(form.model.count())] == ["a-model", "b-model"]
    form.model.setCurrentText("b-model")
    assert driver.house.settings.text("assistant.provider") == "starter"
    form.use.click()
    text = driver.house.settings.text
    driver.until(lambda: text("assistant.provider") == "openai_compatible")
    assert text("assistant.base_url") == "http://127.0.0.1:1234/v1"
    assert text("assistant.model") == "b-model"


def test_what_is_wrong_is_said(driver: WindowDriver, page: AssistantPage) -> None:
    driver.house.models.error = NeedsSignIn("The key was not accepted.", next_step="Enter it anew.")
    choose(driver, page, "openai")
    page.form.key.entry.setText("wrong")
    page.form.test.click()
    driver.until(lambda: page.form.said.text() == "The key was not accepted. Enter it anew.")
    assert page.form.said.property("role") == "error"
    assert page.form.test.isEnabled()


def test_another_providers_address_is_not_taken_along(driver: WindowDriver) -> None:
    """A key must not reach a server that was set up for another provider."""
    driver.house.settings.change("assistant.base_url", "http://127.0.0.1:1234/v1")
    driver.house.settings.change("assistant.provider", "openai_compatible")
    driver.house.models.keys["openai"] = KEY
    again = AssistantPage(driver.bench, lambda *_: None)
    again.show()
    driver.until(lambda: bool(again.buttons))
    assert again.form.address.text() == "http://127.0.0.1:1234/v1"
    again.buttons["openai"].click()
    assert again.form.address.text() == ""
    again.form.model.setEditText("gpt")
    again.form.use.click()
    driver.until(lambda: driver.house.settings.text("assistant.provider") == "openai")
    assert driver.house.settings.text("assistant.base_url") == ""
    again.deleteLater()


def test_back_to_the_starter_assistant(driver: WindowDriver, page: AssistantPage) -> None:
    driver.house.settings.change("assistant.provider", "openai")
    page.buttons["openai"].click()
    page.buttons["starter"].click()
    assert not page.use_starter.isHidden()
    page.use_starter.click()
    driver.until(lambda: driver.house.settings.text("assistant.provider") == "starter")


def test_each_account_a_cloud_model_may_read_is_a_box(
    driver: WindowDriver, page: AssistantPage
) -> None:
    [box] = page.accounts.boxes.values()
    assert not box.isChecked()
    box.click()
    driver.until(lambda: driver.house.settings.items("assistant.cloud_accounts") == ("work",))
    box.click()
    driver.until(lambda: driver.house.settings.items("assistant.cloud_accounts") == ())


def test_every_setting_stands_under_a_heading_or_is_for_experts(page: AssistantPage) -> None:
    rows = [row for row in SETTINGS if row.page == "Assistant" and row.key not in CHOSEN_HERE]
    assert {row.group for row in rows} == set(GROUPS)
    assert all(page.rest.findChild(QWidget, row.key) is not None for row in rows)
    headings = [w.text() for w in page.rest.findChildren(QLabel) if w.text() in GROUPS]
    assert headings == list(GROUPS)
    limits = [row for row in SETTINGS if row.page == "Advanced"]
    assert "assistant.day_tokens" in {row.key for row in limits}
    assert not any(page.findChild(QWidget, row.key) for row in limits)


def test_what_only_an_expert_needs_is_the_last_page() -> None:
    assert list(pages())[-1] == "Advanced"
    assert all(row.group for row in pages()["Advanced"])
