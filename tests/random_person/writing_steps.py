"""Steps of who writes formatted mail: marks, lists and Markdown as it is typed, the kind of the
mail, what is pasted, templates, pictures.

All of it is done by keys in the text, and by the buttons below it, as people do.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton

from desktop_app.model.template import Template
from desktop_app.ui.review.rich_text.format_bar import WAYS
from tests.crafted.mails import png
from tests.random_person import review_seam
from tests.random_person.hand import Hand
from tests.random_person.rules import NUMBERS, SPEEDS, wanted
from tests.random_person.world import World

FORMATS = tuple(dict.fromkeys(way.keys[0] for way in WAYS if way.keys))
MARKDOWN = ("- ", "1. ", "> ", "# ", "**{}** ", "*{}* ", "~~{}~~ ", "`{}` ", "---\n", "```\n")
MOVES = (
    "Tab", "Shift+Tab", "Return", "Shift+Return", "Backspace", "Delete", "Up", "Down", "Left",
    "Home", "End", "Ctrl+End", "Shift+Left", "Shift+Up", "Ctrl+Shift+Left", "Shift+Home", "Ctrl+A",
)  # fmt: skip
UNDONE = ("Ctrl+Z", "Ctrl+Shift+Z")
SIZED = ("Alt+Shift+Left", "Alt+Shift+Right", "Alt+Shift+Up", "Alt+Shift+Down")
PASTED = ("page", "page", "table", "words", "picture", "file")
PAGE = (
    "<meta charset='utf-8'><h2 style='color:red'>Title</h2><p>Read <b>{0}</b>, <span "
    "style='font-weight:700'>soon</span>:</p><ul><li>one</li><li>two<ul><li><a "
    "href='https://page.example/'>three</a></li></ul></li></ul><blockquote>said</blockquote>"
    "<img src='https://page.example/a.gif'><span style='display:none'>unseen</span>"
)
TABLE = "<table border=1><tr><th>{0}</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"


class WritingSteps(RuleBasedStateMachine):
    """Mixed into the random person, which has `step`."""

    step: Callable[..., None]
    _tokens: int

    @property
    def hand(self) -> Hand:
        raise NotImplementedError

    @property
    def world(self) -> World:
        raise NotImplementedError

    def _word(self) -> str:
        self._tokens += 1
        return f"zq{self._tokens}"

    @wanted("format")
    @rule(key=st.sampled_from(FORMATS), writes=st.booleans(), speed=SPEEDS)
    def format_by_a_key(self, key: str, writes: bool, speed: str) -> None:
        """A word is written behind it, or what stands there is formatted."""
        word = f"{self._word()} " if writes else ""
        self.step("format", lambda: self._in_text(key, word), speed)

    @wanted("markdown")
    @rule(signs=st.sampled_from(MARKDOWN), fresh=st.booleans(), speed=SPEEDS)
    def type_markdown(self, signs: str, fresh: bool, speed: str) -> None:
        """On a line of its own, or where the caret is."""
        text = signs.format(self._word())
        self.step("markdown", lambda: self._in_text("Return" if fresh else "", text), speed)

    @wanted("move")
    @rule(key=st.sampled_from(MOVES), times=st.integers(1, 3), speed=SPEEDS)
    def move_in_the_text(self, key: str, times: int, speed: str) -> None:
        self.step("move", lambda: self._in_text(", ".join([key] * times), ""), speed)

    @wanted("history")
    @rule(key=st.sampled_from(UNDONE), times=st.integers(1, 4), speed=SPEEDS)
    def undo_in_the_text(self, key: str, times: int, speed: str) -> None:
        self.step("history", lambda: self._in_text(", ".join([key] * times), ""), speed)

    @wanted("sized")
    @rule(key=st.sampled_from(SIZED), speed=SPEEDS)
    def size_a_picture(self, key: str, speed: str) -> None:
        self.step("sized", lambda: self._in_text(key, ""), speed)

    @wanted("kind")
    @rule(formatted=st.booleans(), sure=st.booleans(), speed=SPEEDS)
    def change_the_kind(self, formatted: bool, sure: bool, speed: str) -> None:
        """To formatted text, or to plain text with its question."""
        self.step("kind", lambda: self._change_the_kind(formatted, sure), speed)

    def _change_the_kind(self, formatted: bool, sure: bool) -> str:
        name = "Format the text" if formatted else "Plain text"
        if not self.hand.click_on(name):
            return f"no {name}"
        self.world.settle()
        asked = QApplication.activeModalWidget()
        if asked is None:
            return name
        answers = {b.text(): b for b in asked.findChildren(QPushButton)}
        wanted_ = "Make plain text" if sure else "Cancel"
        if wanted_ in answers:
            button = answers[wanted_]
            self.hand.click_at(button, button.rect().center(), wanted_)
        return f"{name}: {wanted_}"

    @wanted("paste")
    @rule(what=st.sampled_from(PASTED), plain=st.booleans(), number=NUMBERS, speed=SPEEDS)
    def paste(self, what: str, plain: bool, number: int, speed: str) -> None:
        key = "Ctrl+Shift+V" if plain else "Ctrl+V"
        self.step("paste", lambda: self._paste(what, key, number), speed)

    def _paste(self, what: str, key: str, number: int) -> str:
        QGuiApplication.clipboard().setMimeData(self._copied(what, number))
        return f"{what}: {self._in_text(key, '')}"

    def _copied(self, what: str, number: int) -> QMimeData:
        data, word = QMimeData(), self._word()
        if what in {"page", "table"}:
            data.setHtml((PAGE if what == "page" else TABLE).format(word))
            data.setText(f"Read {word}")
        elif what == "picture":
            data.setData("image/png", png(40 + number, 30))
        elif what == "file":
            path = Path(self.world.house.profile) / "notes.txt"
            path.write_text("notes", "utf-8")
            data.setUrls([QUrl.fromLocalFile(str(path))])
            data.setText(str(path))
        else:
            data.setText(f"two\nlines {word}")
        return data

    @wanted("template")
    @rule(speed=SPEEDS)
    def insert_a_template(self, speed: str) -> None:
        """By its name, as it is offered while one types."""
        self.step("template", self._insert_a_template, speed)

    def _insert_a_template(self) -> str:
        store = self.world.house.store.templates
        if not store.read().templates:
            store.save(Template("Thanks", "Thank **you** for it.\n\n- Alex\n", "text/markdown"))
        done = self._in_text("", " ;tha")
        self.world.settle()
        if done and self._text() is not None:
            self.hand.key("Return")
        return done

    # --- where it is done ----------------------------------------------------------------------

    def _text(self) -> Any:
        """The text of the draft, if the person is in it."""
        focused = QApplication.focusWidget()
        return focused if review_seam.is_body(focused) else None

    def _in_text(self, keys: str, words: str) -> str:
        """Press keys and type words in the text of the draft in front; a press brings the person
        there."""
        if self._text() is None:
            self._come_to_text()
        text = self._text()
        if text is None or text.isReadOnly():
            return ""
        for key in keys.split(", ") if keys else ():
            self.hand.key(key)
        for line, part in enumerate(words.split("\n")):
            if line:
                self.hand.key("Return")
            self.hand.type(part)
        return f"{keys} {words!r}"

    def _come_to_text(self) -> None:
        for widget, box, name in self.hand.places():
            if review_seam.is_body(widget.parentWidget()):
                self.hand.click_at(widget, box.center(), name)
                return
