"""An answer while it grows: laid out in pieces, its links looked at before they open."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QTextDocument
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.ui.assistant.answer import Answer
from desktop_app.ui.assistant.markdown import LONGEST_PIECE
from desktop_app.ui.background.jobs import Jobs
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.widgets.theme import Theme
from tests.ui.turning import settle


@pytest.fixture
def answer(qtbot: QtBot, theme: Theme) -> Iterator[Answer]:
    jobs = Jobs()
    made = Answer(theme, jobs)
    qtbot.addWidget(made)
    made.resize(320, 400)
    made.show()
    yield made
    jobs.shutdown()


def all_there(qtbot: QtBot, answer: Answer) -> None:
    """Wait until everything that was said is laid out."""
    answer.finish()
    qtbot.waitUntil(lambda: not answer._working and not answer._soon.isActive(), timeout=10_000)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: found.append(url.toString()))
    return found


def test_words_that_come_piece_by_piece_are_all_there(qtbot: QtBot, answer: Answer) -> None:
    for word in "It is **on** Thursday.".split(" "):
        answer.append(f"{word} ")
    all_there(qtbot, answer)
    assert answer.shown == "It is on Thursday."
    assert answer.accessibleName() == "Assistant: It is **on** Thursday."


def test_a_long_answer_is_laid_out_piece_by_piece(
    qtbot: QtBot, answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked_out: list[int] = []
    render = answer._render

    def watched(source: str):  # type: ignore[no-untyped-def]
        worked_out.append(len(source))
        return render(source)

    monkeypatch.setattr(answer, "_render", watched)
    source = "\n\n".join(f"Paragraph {n} with **some** words in it, and more." for n in range(400))
    for start in range(0, len(source), 500):
        answer.append(source[start : start + 500])
        settle()
    all_there(qtbot, answer)
    assert max(worked_out) <= LONGEST_PIECE
    for n in (0, 100, 200, 300, 399):
        assert f"Paragraph {n} with some words" in answer.shown


def test_an_answer_has_an_end(answer: Answer) -> None:
    answer.append("x" * 100_000)
    assert len(answer.said) == 40_000


def test_an_honest_link_is_passed_on_and_another_asks(
    qtbot: QtBot, answer: Answer, opened: list[str]
) -> None:
    answer.append("[an offer](https://shop.example/a) [bank.example](https://evil.example/b)")
    all_there(qtbot, answer)
    with qtbot.waitSignal(answer.linked) as caught:
        answer._follow("https://shop.example/a")
    assert caught.args == ["https://shop.example/a"]
    with qtbot.assertNotEmitted(answer.linked):
        answer._follow("https://evil.example/b")
    [strip] = answer.findChildren(Strip)
    assert "goes to evil.example" in strip.accessibleName()
    assert opened == []
    with qtbot.waitSignal(answer.linked) as caught:
        strip.findChildren(QPushButton)[0].click()
    assert caught.args == ["https://evil.example/b"]


def test_a_link_that_may_carry_words_along_is_shown_whole_first(
    qtbot: QtBot, answer: Answer, opened: list[str]
) -> None:
    url = "https://shop.example/?q=" + "secret+" * 30
    answer.append(f"[an offer]({url})")
    all_there(qtbot, answer)
    with qtbot.assertNotEmitted(answer.linked):
        answer._follow(url)
    [strip] = answer.findChildren(Strip)
    assert url in strip.accessibleName()
    assert opened == []


def test_no_picture_is_asked_for(
    qtbot: QtBot, answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    load = QTextDocument.loadResource

    def loading(self: QTextDocument, kind: int, name: QUrl) -> object:
        asked.append(str(name))
        return load(self, kind, name)

    monkeypatch.setattr(QTextDocument, "loadResource", loading)
    answer.append("![x](https://tracker.example/p.png) <img src='https://tracker.example/q.png'>")
    all_there(qtbot, answer)
    answer.grab()
    assert asked == []
    assert "<img" not in answer._readers[0].toHtml()
