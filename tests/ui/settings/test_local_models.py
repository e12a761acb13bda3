"""Settings → Assistant: a model for this computer with one press, and one in the next room."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QLabel, QPushButton

from desktop_app.model.errors import Unavailable
from desktop_app.ui.settings.assistant_page import AssistantPage
from tests.ui.conftest import WindowDriver


@pytest.fixture
def page(driver: WindowDriver) -> Iterator[AssistantPage]:
    driver.house.models.found = ("llama3.2:3b",)
    yield from opened(driver)


def opened(driver: WindowDriver) -> Iterator[AssistantPage]:
    page = AssistantPage(driver.bench, lambda *_: None)
    page.resize(600, 800)
    page.show()
    driver.until(lambda: bool(page.buttons))
    page.buttons["ollama"].click()
    yield page
    driver.house.models.pulled.set()
    driver.until(lambda: page.local._job is None)
    page.deleteLater()


def got(page: AssistantPage, name: str) -> QPushButton:
    return next(b for b in page.findChildren(QPushButton) if b.accessibleName() == name)


def test_one_press_gets_tries_and_uses_a_model(driver: WindowDriver, page: AssistantPage) -> None:
    models, local = driver.house.models, page.local
    got(page, "Get Qwen3 4B, 2.6 GB").click()
    driver.qtbot.waitUntil(models.pulling.is_set)
    driver.qtbot.waitUntil(lambda: "1.3 of 2.6 GB, 4 min left" in local.said.text())
    assert not got(page, "Get Qwen3 8B, 5.2 GB").isEnabled()
    models.pulled.set()
    words = "qwen3:4b says: “I am ready.” It writes 14 words a second."
    driver.until(lambda: local.said.text() == words)
    driver.until(lambda: driver.house.settings.text("assistant.model") == "qwen3:4b")
    assert driver.house.settings.text("assistant.provider") == "ollama"
    driver.until(lambda: page.form.model.findText("qwen3:4b") >= 0)


def test_a_download_can_be_stopped(driver: WindowDriver, page: AssistantPage) -> None:
    got(page, "Get Qwen3 4B, 2.6 GB").click()
    driver.qtbot.waitUntil(driver.house.models.pulling.is_set)
    page.local.cancel.click()
    assert page.local.said.text().startswith("Stopped.")
    assert got(page, "Get Qwen3 4B, 2.6 GB").isEnabled()
    driver.house.models.pulled.set()
    driver.until(lambda: True)
    assert driver.house.settings.text("assistant.provider") == "starter"


def test_a_download_that_fails_says_so(driver: WindowDriver, page: AssistantPage) -> None:
    driver.house.models.error = Unavailable("The disk is full.")
    driver.house.models.pulled.set()
    got(page, "Get Qwen3 1.7B, 1.4 GB").click()
    driver.until(lambda: page.local.said.text() == "The disk is full.")
    assert page.local.said.property("role") == "error"


def test_without_ollama_the_page_says_how_to_get_it_and_looks_again(driver: WindowDriver) -> None:
    [page] = list(_first(driver))
    assert any("ollama.com" in label.text() for label in page.local.findChildren(QLabel))
    driver.house.models.found = ()
    next(b for b in page.findChildren(QPushButton) if b.text() == "Look again").click()
    driver.until(lambda: "0 models" in page.buttons["ollama"].accessibleName())
    driver.until(lambda: any("Qwen3" in b.accessibleName() for b in page.local._gets))
    page.deleteLater()


def _first(driver: WindowDriver) -> Iterator[AssistantPage]:
    yield next(opened(driver))


def test_the_test_of_an_ollama_says_how_fast_it_writes(
    driver: WindowDriver, page: AssistantPage
) -> None:
    driver.house.models.offered = ("llama3.2:3b",)
    page.form.test.click()
    driver.until(lambda: "14 words a second" in page.form.said.text())
    assert driver.house.models.tried == [("llama3.2:3b", "")]


def test_a_computer_of_the_own_network_takes_a_tick(
    driver: WindowDriver, page: AssistantPage
) -> None:
    form = page.form
    form.model.setEditText("big")
    form.address.setText("http://192.168.1.5:11434")
    assert form.warning.isVisibleTo(page)
    assert form.unencrypted.text() == "Reach 192.168.1.5 without encryption"
    assert not form.use.isEnabled()
    form.unencrypted.setChecked(True)
    assert form.use.isEnabled()
    form.address.setText("http://192.168.1.6:11434")
    assert not form.use.isEnabled()
    form.unencrypted.setChecked(True)
    form.use.click()
    driver.until(lambda: driver.house.settings.text("assistant.plain_http") == "192.168.1.6")
    form.address.setText("https://models.example")
    assert not form.warning.isVisibleTo(page)
    form.use.click()
    driver.until(lambda: driver.house.settings.text("assistant.plain_http") == "")
