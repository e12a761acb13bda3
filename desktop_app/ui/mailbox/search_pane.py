"""Search entry of the toolbar: results with every keystroke, suggestions, saved searches."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QToolButton, QWidget

from desktop_app.model.errors import KnownError, QueryError
from desktop_app.search.suggest import Suggestion
from desktop_app.tools.person import mail_list
from desktop_app.tools.person.mail_list import Suggestions
from desktop_app.ui.bench.folders import BY_QUERY
from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.mailbox.suggestion_list import SuggestionList
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import row
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size

CHECK_AFTER_MS = 600


class SearchPane(Pane):
    """`typed(query)` with every keystroke, `finished(query)` with Enter; `cleared()` when the entry
    becomes empty."""

    typed = Signal(str)
    finished = Signal(str)
    cleared = Signal()

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        self.entry = QLineEdit()
        self.entry.setAccessibleName("Search mail")
        self.entry.setPlaceholderText("Search mail")
        self.entry.setClearButtonEnabled(True)
        self.look = self.entry.addAction(QIcon(), QLineEdit.ActionPosition.LeadingPosition)
        self.look.setText("Search")
        self.entry.installEventFilter(self)
        self.save = QToolButton()
        self.save.setAccessibleName("Save this search")
        self.save.setToolTip("Save this search")
        set_role(self.save, "flat")
        self.save.hide()
        self.popup = SuggestionList(bench.theme, self.entry)
        self.setFocusProxy(self.entry)
        row(self.entry, self.save, owner=self, gap=bench.theme.px(4))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._own = False
        self._place = self._suggested = ""
        self._check_timer = QTimer(self, singleShot=True, interval=CHECK_AFTER_MS)
        self._connect()
        self._tint()

    def _tint(self) -> None:
        theme = self.bench.theme
        self.look.setIcon(theme.icon("find", "second"))
        self.save.setIcon(theme.icon("save", "second"))
        self.entry.setMinimumWidth(theme.px(Size.LEAST_SEARCH))

    def _connect(self) -> None:
        # textChanged, not textEdited: an assistive technology sets the text without keys.
        self.entry.textChanged.connect(self._on_changed)
        self.entry.returnPressed.connect(self._on_return)
        self.popup.chosen.connect(self._take)
        self.save.clicked.connect(self._save)
        self._check_timer.timeout.connect(self._on_pause)
        self.bench.selection.changed.connect(self._follow)
        self.bench.theme.changed.connect(self._tint)
        self.bench.actions.on("search", self._focus)
        self.bench.actions.on("save_search", self._save)

    def _put(self, text: str) -> None:
        """Show a text that nobody typed: nothing is searched for it."""
        self._own = True
        self.entry.setText(text)
        self._own = False

    @property
    def query(self) -> str:
        return self.entry.text().strip()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.entry and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.KeyPress and self._on_key(event):
                return True
        elif watched is self.entry and event.type() == QEvent.Type.FocusOut:
            self.popup.hide()
        elif watched is self.entry and event.type() == QEvent.Type.Resize:
            self.popup.stay_below()
        return super().eventFilter(watched, event)

    def _on_key(self, event: QKeyEvent) -> bool:
        key = event.key()
        if key == Qt.Key.Key_Escape:
            if self.popup.isVisible():
                self.popup.hide()
            else:
                self.entry.clear()
                self.bench.navigation.focus("list")
            return True
        if key in {Qt.Key.Key_Down, Qt.Key.Key_Up} and self.popup.isVisible():
            self.popup.step(1 if key == Qt.Key.Key_Down else -1)
            return True
        if key == Qt.Key.Key_Down:
            self.bench.navigation.focus("list")
            return True
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab}:
            return self._suggested == self.entry.text() and self.popup.take_current()
        return False

    def _focus(self) -> None:
        press(self.entry)
        self.entry.selectAll()

    def _on_edited(self, text: str) -> None:
        self._show_problem(None)
        if not text.strip():
            self.popup.hide()
            self.bench.calls.jobs.cancel("suggestions")
            self.cleared.emit()
            return
        self.typed.emit(text)
        self._check_timer.start()
        from desktop_app.tools.person import mail_list

        self.bench.calls.ask(
            mail_list.SUGGEST_SEARCH,
            mail_list.SuggestSearch(query=text, caret=self.entry.cursorPosition()),
            done=lambda found: self._suggest(text, found),
            key="suggestions",
            owner=self,
        )

    def _on_changed(self, text: str) -> None:
        self.save.setVisible(bool(text.strip()))
        if not self._own:
            self._on_edited(text)
        elif not text:
            self._show_problem(None)
            self.popup.hide()

    def _on_return(self) -> None:
        self.bench.calls.jobs.cancel("suggestions")
        self.popup.hide()
        if self.query:
            self._check_timer.stop()
            self._check(self._show_problem)
            self.finished.emit(self.query)

    def _on_pause(self) -> None:
        """What can still become right is no problem yet."""

        def show(error: KnownError) -> None:
            if not (isinstance(error, QueryError) and error.unfinished):
                self._show_problem(error)

        self._check(show)

    def _check(self, failed: Callable[[KnownError], object]) -> None:
        """Ask whether the query can be understood as it stands."""
        text = self.entry.text()

        def on_failed(error: KnownError) -> None:
            if self.entry.text() == text:
                self._suggested = text
                failed(error)

        self.bench.calls.ask(
            mail_list.SEARCH_THREADS,
            mail_list.SearchThreads(query=self.query, limit=1),
            failed=on_failed,
            key="check query",
            owner=self,
        )

    def _suggest(self, text: str, found: Suggestions) -> None:
        if self.entry.hasFocus() and self.entry.text() == text:
            self._suggested = text
            self.popup.show_suggestions(found.suggestions)

    def _take(self, suggestion: Suggestion) -> None:
        """Put it in. It knows its place in the text that it was made for, and in no other."""
        text = self.entry.text()
        if text != self._suggested:
            return
        fresh = text[: suggestion.start] + suggestion.text + text[suggestion.end :]
        self._put(fresh)
        self.entry.setCursorPosition(suggestion.start + len(suggestion.text))
        self._on_edited(fresh)

    def _show_problem(self, error: KnownError | None) -> None:
        """Underline what can't be understood, with the sentence below the entry."""
        from PySide6.QtGui import QColor, QInputMethodEvent, QTextCharFormat, QTextFormat

        attributes = []
        if isinstance(error, QueryError):
            start, length = error.start, max(1, error.end - error.start)
            wave = QTextCharFormat()
            wave.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            wave.setUnderlineColor(QColor(self.bench.theme.colour("danger")))
            attributes.append(
                QInputMethodEvent.Attribute(
                    QInputMethodEvent.AttributeType.TextFormat,
                    start - self.entry.cursorPosition(),
                    length,
                    QTextFormat(wave),
                )
            )
        set_role(self.entry, "error" if attributes else "")
        self.entry.setToolTip(as_tooltip(error.sentence if error else ""))
        event = QInputMethodEvent("", attributes)
        self.entry.inputMethodEvent(event)
        if error is not None and self.entry.hasFocus():
            self.popup.show_problem(error.sentence, _fix(error))

    def _follow(self) -> None:
        """Another place is shown: the entry says what the list shows, or nothing."""
        place = self.bench.selection.place or ""
        if place == self._place:
            return
        self._place = place
        is_folder = place in BY_QUERY or place.startswith("tab:")
        if is_folder and not self.entry.hasFocus():
            self._put("")
        elif not is_folder and place != self.entry.text().strip() and not self.entry.hasFocus():
            self._put(place)

    def _save(self) -> None:
        from desktop_app.tools.person import folders
        from desktop_app.ui.widgets.dialogs import ask_text

        query = self.query
        if not query:
            self.bench.navigation.toast("Type a search first, then save it.")
            return

        def save(name: str) -> None:
            self.bench.calls.ask(
                folders.SAVE_SEARCH,
                folders.SaveSearch(name=name, query=query),
                done=lambda _: self.bench.navigation.toast(f"Saved as “{name}” in the sidebar."),
            )

        ask_text(self, "Save this search", "Name", query, "Save", save)


def _fix(error: KnownError) -> tuple[Suggestion, ...]:
    """What was most likely meant, in place of what can't be understood."""
    if not isinstance(error, QueryError) or not error.meant:
        return ()
    return (Suggestion(error.meant, error.meant, "use this instead", error.start, error.end),)
