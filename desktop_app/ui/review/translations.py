"""Menu of the languages that a draft can be translated into, by their own names, and the way to any
other."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QMenu, QWidget

from desktop_app.assistant.transcript import TRANSLATE_INTO

LANGUAGES: tuple[tuple[str, str], ...] = (
    ("English", "English"),
    ("German", "Deutsch"),
    ("French", "Français"),
    ("Spanish", "Español"),
    ("Italian", "Italiano"),
    ("Portuguese", "Português"),
    ("Dutch", "Nederlands"),
    ("Polish", "Polski"),
    ("Ukrainian", "Українська"),
    ("Czech", "Čeština"),
    ("Swedish", "Svenska"),
    ("Danish", "Dansk"),
    ("Norwegian", "Norsk"),
    ("Finnish", "Suomi"),
    ("Greek", "Ελληνικά"),
    ("Turkish", "Türkçe"),
    ("Romanian", "Română"),
    ("Hungarian", "Magyar"),
    ("Russian", "Русский"),
    ("Arabic", "العربية"),
    ("Hebrew", "עברית"),
    ("Hindi", "हिन्दी"),
    ("Chinese", "中文"),
    ("Japanese", "日本語"),
    ("Korean", "한국어"),
)
"""Name in English, which a model is told, and the language's own."""

OTHER = "Another language…"


def translation_menu(
    parent: QWidget, title: str, asked: Callable[[str], object], other: Callable[[], object]
) -> QMenu:
    """Menu whose entries ask for a translation; the last one lets any language be written."""
    menu = QMenu(title, parent)
    for name, own in LANGUAGES:
        menu.addAction(own, partial(asked, TRANSLATE_INTO.format(language=name)))
    menu.addSeparator()
    menu.addAction(OTHER, other)
    return menu
