"""Row of what one does to formatted words, and its keys. The buttons say what the words at the
caret are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QToolButton, QWidget

from desktop_app.mail.rich.document import Kind, ListKind, Mark
from desktop_app.ui.review.rich_text.edits import Look
from desktop_app.ui.review.rich_text.rich_editor import RichEditor
from desktop_app.ui.widgets.flow import FlowLayout
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import Theme, set_role


@dataclass(frozen=True, slots=True)
class Way:
    """One way to format: its name, icon and keys (Gmail's), what it does, and whether the words at
    the caret are so, where that can be."""

    name: str
    icon: str
    keys: tuple[str, ...]
    work: Callable[[RichEditor], object]
    is_so: Callable[[Look], bool] | None = None


def _mark(name: str, icon: str, mark: Mark, *keys: str) -> Way:
    return Way(name, icon, keys, lambda e: e.toggle_mark(mark), lambda look: mark in look.marks)


def _kind(name: str, icon: str, kind: Kind, *keys: str) -> Way:
    return Way(
        name, icon, keys, lambda e: e.toggle_kind(kind), lambda look: look.place.kind is kind
    )


def _list(name: str, icon: str, kind: ListKind, *keys: str) -> Way:
    return Way(
        name,
        icon,
        keys,
        lambda e: e.toggle_list(kind),
        lambda look: look.place.lists[-1:] == (kind,),
    )


WAYS: tuple[Way, ...] = (
    _mark("Bold", "bold", Mark.BOLD, "Ctrl+B"),
    _mark("Italic", "italic", Mark.ITALIC, "Ctrl+I"),
    _mark("Underline", "underline", Mark.UNDERLINE, "Ctrl+U"),
    _mark("Strike through", "strike", Mark.STRIKE, "Alt+Shift+5"),
    _list("Numbered list", "numbers", ListKind.NUMBERS, "Ctrl+Shift+7", "Ctrl+&"),
    _list("Bulleted list", "bullets", ListKind.BULLETS, "Ctrl+Shift+8", "Ctrl+*"),
    Way(
        "Quote",
        "quote",
        ("Ctrl+Shift+9", "Ctrl+("),
        lambda e: e.toggle_quote(),
        lambda look: look.place.quote > 0,
    ),
    Way("Indent less", "outdent", ("Ctrl+[",), lambda e: e.move_in(-1)),
    Way("Indent more", "indent", ("Ctrl+]",), lambda e: e.move_in(1)),
    _kind("Heading", "heading", Kind.HEADING, "Ctrl+Alt+2"),
    _mark("Code", "code", Mark.CODE, "Ctrl+Shift+M"),
    _kind("Code block", "code_block", Kind.CODE, "Ctrl+Alt+8"),
    Way("Rule", "rule", (), lambda e: e.insert_rule()),
    Way("Remove formatting", "clear_format", ("Ctrl+\\",), lambda e: e.clear_formatting()),
)


def ways(*names: str) -> tuple[Way, ...]:
    """The ways of these names."""
    return tuple(way for way in WAYS if way.name in names)


class FormatBar(QWidget):
    """Row with the signals `link_wanted`, `picture_wanted` and `plain_wanted`; `ways` are what it
    offers beside them. Pictures and plain text are a draft's alone."""

    link_wanted = Signal()
    picture_wanted = Signal()
    plain_wanted = Signal()

    def __init__(
        self, theme: Theme, editor: RichEditor, ways: Sequence[Way] = WAYS, *, of_draft: bool = True
    ) -> None:
        super().__init__()
        self._ways = ways
        self._theme = theme
        self._editor = editor
        self._flow = FlowLayout(self, theme.px(2))
        self.setAccessibleName("Formatting")
        self.buttons: dict[str, QToolButton] = {}
        for way in ways:
            button = self._button(way.name, way.icon, way.keys)
            button.setCheckable(way.is_so is not None)
            pressed = button.clicked if way.is_so is None else button.toggled
            pressed.connect(partial(self._press, way))
            for key in way.keys:
                self._bind(key, partial(self._press, way))
        link = self._button("Link", "link", ("Ctrl+Shift+K",))
        link.clicked.connect(self.link_wanted.emit)
        self._bind("Ctrl+Shift+K", self.link_wanted.emit)
        if of_draft:
            picture = self._button("Insert picture", "image", ())
            picture.clicked.connect(self.picture_wanted.emit)
            plain = self._button("Plain text", "plain_text", ())
            plain.clicked.connect(self.plain_wanted.emit)
        editor.look_changed.connect(self.show_look)
        self.show_look()

    def show_look(self) -> None:
        """Show what the words at the caret are."""
        look = self._editor.look()
        for way in self._ways:
            if way.is_so is not None:
                button = self.buttons[way.name]
                with QSignalBlocker(button):
                    button.setChecked(way.is_so(look))

    def _press(self, way: Way, *_: bool) -> None:
        if not self._editor.isReadOnly():
            way.work(self._editor)
            press(self._editor)
        self.show_look()

    def _button(self, name: str, icon: str, keys: tuple[str, ...]) -> QToolButton:
        button = QToolButton(self)
        set_role(button, "flat-narrow")
        self._theme.put_icon(button, icon, "second")
        shown = (
            QKeySequence(keys[0]).toString(QKeySequence.SequenceFormat.NativeText) if keys else ""
        )
        button.setAccessibleName(name)
        button.setToolTip(as_tooltip(f"{name} ({shown})" if shown else name))
        self._flow.addWidget(button)
        self.buttons[name] = button
        return button

    def _bind(self, key: str, work: Callable[[], object]) -> None:
        """A key of the editor's alone."""
        shortcut = QShortcut(QKeySequence(key), self._editor)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        shortcut.activated.connect(work)
