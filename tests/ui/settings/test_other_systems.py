"""What the window says or shows otherwise on other systems, with the system faked."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLabel, QLineEdit

from desktop_app.ui.reading import reader_style
from desktop_app.ui.settings import local_models
from tests.ui.conftest import WindowDriver

WINDOWS = "win32"


@pytest.mark.parametrize("system", ["linux", "darwin", WINDOWS, "freebsd14"])
def test_where_ollama_is_to_be_had_is_told_for_the_system(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    monkeypatch.setattr(local_models, "sys", SimpleNamespace(platform=system))
    shown = local_models.LocalModels(driver.bench)
    driver.qtbot.addWidget(shown)
    shown.show_models(None, ())
    said = {w.text() for w in shown.findChildren(QLabel)}
    said |= {w.text() for w in shown.findChildren(QLineEdit)}
    key = system if system in local_models.WORDS else "linux"
    assert local_models.WORDS[key] in said
    assert local_models.HOW_TO_GET[key] in said


@pytest.mark.parametrize("there", ["Menlo", "Consolas", "Courier New"])
def test_code_has_a_fixed_width_where_no_font_is_called_monospace(there: str) -> None:
    """Qt asks fontconfig for `monospace`; other systems have fonts of their own."""
    document = QTextDocument()
    document.setDefaultStyleSheet(f"code {{ font-family: {reader_style.FIXED}; }}")
    document.setHtml("<code>x</code>")
    found = document.begin().begin().fragment().charFormat().fontFamilies()
    assert next(iter(found)) == "monospace"
    assert there in found
