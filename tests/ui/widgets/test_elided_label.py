"""A label that gives way."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from desktop_app.ui.widgets.elided_label import ElidedLabel


def test_it_is_cut_to_its_room_says_all_of_it_and_grows_back(qtbot: QtBot) -> None:
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.show()
    words = "alex@gmail.example · Google asks to wait: its limit of requests is used up"
    label.set_words(words)
    whole = label.sizeHint().width()
    label.resize(whole, 20)
    assert label.text() == words
    label.resize(100, 20)
    assert label.text().endswith("…")
    assert label.accessibleName() == words
    assert label.sizeHint().width() == whole
    label.resize(whole, 20)
    assert label.text() == words
