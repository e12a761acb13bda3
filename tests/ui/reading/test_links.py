"""Links: what opens, what asks first, what goes nowhere."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from desktop_app.model.message import Body, Link
from desktop_app.model.wish import Letter
from desktop_app.ui.bench.navigation import Navigation, Prefill
from desktop_app.ui.reading import links
from desktop_app.ui.reading.links import Doubt, follow

PHISH = Body("", "", links=(Link("bank.example", "https://evil.example/login", "bank.example"),))
PLAIN = Body("", "")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> list[str]:
    found: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: found.append(url.toString()))
    return found


def never(doubt: Doubt) -> None:
    raise AssertionError(doubt)


def test_an_honest_link_opens_in_the_browser(opened: list[str]) -> None:
    follow("https://example.org/a", PLAIN, Navigation(), never)
    assert opened == ["https://example.org/a"]


def test_without_a_browser_the_person_is_told(
    monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _: False)
    navigation, told = Navigation(), []
    navigation.toast_wanted.connect(lambda text, _: told.append(text))
    follow("https://example.org/a", PLAIN, navigation, never)
    assert told == ["No program on this computer opens web pages."]


def test_a_link_whose_text_names_another_host_asks_first(opened: list[str]) -> None:
    asked: list[Doubt] = []
    follow("https://evil.example/login", PHISH, Navigation(), asked.append)
    assert opened == []
    assert asked[0].sentence == "The text says bank.example, the link goes to evil.example."


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "javascript:alert(1)",
        "smb://host/share",
        "vscode://x",
        "data:text/html,x",
        "ftp://x.example/y",
        "tel:123",
        "//evil.example",
        "relative",
        "",
    ],
)
def test_every_other_kind_of_link_goes_nowhere(opened: list[str], url: str) -> None:
    follow(url, PLAIN, Navigation(), never)
    links.open_web(url)
    assert opened == []


def test_a_mail_link_starts_a_mail_here(opened: list[str]) -> None:
    navigation = Navigation()
    wanted: list[Any] = []
    navigation.compose_wanted.connect(wanted.append)
    link = "mailto:dana@lee.example?subject=Hello%20there&body=Hi"
    follow(link, PLAIN, navigation, never)
    assert wanted == [Prefill(letter=Letter(link=link))]
    assert opened == []
