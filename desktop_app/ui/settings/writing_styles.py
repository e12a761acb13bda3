"""Dialog on how the person writes: what was learned for each identity and person, to read, edit,
learn anew and forget."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from desktop_app.model.errors import KnownError
from desktop_app.model.writing_style import StyleKey
from desktop_app.tools.calls.base import AnyTool, NoParams
from desktop_app.tools.person import writing_styles
from desktop_app.tools.person.writing_styles import (
    LONGEST_STYLE,
    OneStyle,
    SaveStyle,
    StyleList,
    StyleRow,
)
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dates import number
from desktop_app.ui.widgets.dialogs import ask_to_save
from desktop_app.ui.widgets.focus import hand_on
from desktop_app.ui.widgets.parts import STRETCH, STYLE, column, plain, row
from desktop_app.ui.widgets.safe_text import as_tooltip, clean
from desktop_app.ui.widgets.states import PendingRead, States
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size
from desktop_app.ui.widgets.undo_line import UndoLine

LIST_KEY = "how you write"
NOTE = (
    "Learned on this computer, from mail you have sent and from what you changed in proposals; "
    "never from mail you received. What you write here counts instead."
)
OFF = " While “Learn how I write” is off, nothing is learned and no model is told any of this."
NOTHING = (
    "Nothing learned yet: it takes two mails that you have sent. You can write here yourself how "
    "your mails are to sound."
)
FORGOTTEN = "Forgotten. Nothing is learned here before you press Learn again."
TOO_LONG = f"A text may have {number(LONGEST_STYLE)} characters at most."


class WritingStylesDialog(QDialog):
    """A text that was typed and not saved stays with its row, and is asked for at the end."""

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        super().__init__(parent)
        self._bench = bench
        self._rows: dict[StyleKey, StyleRow] = {}
        self._typed: dict[StyleKey, str] = {}
        self._keys: list[StyleKey] = []
        self.setWindowTitle("How you write")
        px = bench.theme.px
        self.resize(px(Size.TEXT_WIDTH), px(Size.DIALOG))
        self.list = QListWidget()
        self.list.setAccessibleName("Whose style, and to whom")
        self.list.setMaximumHeight(px(160))
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        set_role(self.list, "framed")
        self.list.currentRowChanged.connect(lambda _: self._show_current())
        self.text = QPlainTextEdit()
        self.text.setAccessibleName("How you write")
        self.text.setTabChangesFocus(True)
        self.text.textChanged.connect(self._on_typed)
        self.save = _button("Save", self._save)
        set_role(self.save, "primary")
        self.again = _button("Learn again", self._learn_again)
        self.forget = _button("Forget", self._forget)
        self.problem = plain(role="error", wrap=True)
        self.problem.hide()
        self.line = UndoLine(bench.theme)
        buttons = row(self.save, self.again, self.forget, STRETCH, gap=px(8))
        page = QWidget()
        parts = (self.list, self.text, self.problem, buttons, self.line)
        column(*parts, owner=page, gap=px(8), fill=self.text)
        self.states = States(bench.theme, page)
        self.note = plain(NOTE, "caption", wrap=True)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        column(
            self.note, self.states, close, owner=self, gap=STYLE, margins=STYLE, fill=self.states
        )
        self.read()

    def read(self) -> None:
        jobs = self._bench.calls.jobs
        reading = PendingRead("how you write", lambda: jobs.cancel(LIST_KEY), self.read)
        self.states.loading(reading)
        self._bench.calls.ask(
            writing_styles.LIST_STYLES,
            NoParams(),
            done=self._show,
            failed=lambda error: self.states.failed(error, self.read),
            key=LIST_KEY,
            owner=self,
        )

    def reject(self) -> None:
        """What was typed and not saved is asked for first."""
        if not self._typed:
            super().reject()
            return

        def discard() -> None:
            self._typed.clear()
            self.reject()

        ask_to_save(self, "Save what you wrote?", self._save_all, discard)

    @property
    def current(self) -> StyleRow | None:
        place = self.list.currentRow()
        return self._rows[self._keys[place]] if 0 <= place < len(self._keys) else None

    def _show(self, found: StyleList) -> None:
        self.note.setText(NOTE if found.learns else NOTE + OFF)
        if not found.rows:
            self.states.empty("Nothing learned yet", "There is no account that you write from.")
            return
        self.states.ready()
        self._rows = {each.key: each for each in found.rows}
        self._keys = list(self._rows)
        with QSignalBlocker(self.list):
            self.list.clear()
            for each in found.rows:
                item = QListWidgetItem(_title(each))
                item.setToolTip(as_tooltip(_title(each)))
                self.list.addItem(item)
            self.list.setCurrentRow(0)
        self._show_current()
        hand_on(self, self.list)

    def _show_current(self) -> None:
        shown = self.current
        if shown is None:
            return
        self.problem.hide()
        with QSignalBlocker(self.text):
            self.text.setPlainText(self._typed.get(shown.key, shown.text))
        self.text.setPlaceholderText(FORGOTTEN if shown.forgotten else NOTHING)
        self.text.setAccessibleDescription("" if shown.text else self.text.placeholderText())
        self._allow()

    def _on_typed(self) -> None:
        shown, text = self.current, self.text.toPlainText()
        if shown is None:
            return
        if text.strip() == shown.text.strip():
            self._typed.pop(shown.key, None)
        else:
            self._typed[shown.key] = text
        self._allow()

    def _allow(self) -> None:
        shown = self.current
        self.save.setEnabled(shown is not None and shown.key in self._typed)
        self.forget.setEnabled(shown is not None and bool(shown.text))

    def _save(self) -> None:
        if (shown := self.current) is not None:
            self._keep(shown, self.text.toPlainText().strip(), "Saved. This text counts now.")

    def _save_all(self) -> None:
        """Closes once nothing is left to save; a text that is refused stays."""
        for key, text in list(self._typed.items()):
            self._keep(self._rows[key], text.strip(), "", done=self._close_if_saved)

    def _close_if_saved(self) -> None:
        if not self._typed:
            self.reject()

    def _keep(
        self, shown: StyleRow, text: str, words: str, *, done: Callable[[], object] | None = None
    ) -> None:
        if len(text) > LONGEST_STYLE:
            self._tell(TOO_LONG)
            return
        key = shown.key
        params = SaveStyle(
            account=key.account_id, identity=key.identity, recipient=key.recipient, text=text
        )
        self._change(writing_styles.SAVE_STYLE, params, words, done=done)

    def _learn_again(self) -> None:
        if (shown := self.current) is not None:
            undo = (lambda: self._keep(shown, shown.text, "")) if shown.edited else None
            self._change(writing_styles.LEARN_STYLE_AGAIN, _one(shown), "Learned again.", undo)

    def _forget(self) -> None:
        if (shown := self.current) is None:
            return

        def undo() -> None:
            if shown.edited:
                self._keep(shown, shown.text, "")
            else:
                self._change(writing_styles.LEARN_STYLE_AGAIN, _one(shown), "")

        self._change(writing_styles.FORGET_STYLE, _one(shown), "Forgotten.", undo)

    def _change(
        self,
        tool: AnyTool,
        params: OneStyle,
        words: str,
        undo: Callable[[], object] | None = None,
        *,
        done: Callable[[], object] | None = None,
    ) -> None:
        def changed(now: StyleRow) -> None:
            before = self._rows[now.key]
            self._rows[now.key] = replace(now, person=before.person)
            self._typed.pop(now.key, None)
            if self.current is not None and self.current.key == now.key:
                self._show_current()
            self.line.say(words, undo)
            if done is not None:
                done()

        self._bench.calls.ask(
            tool,
            params,
            done=changed,
            failed=self._on_failed,
            owner=self,
            lasting=True,
        )

    def _on_failed(self, error: KnownError) -> None:
        self._tell(f"{error.sentence} {error.next_step}".strip())

    def _tell(self, text: str) -> None:
        self.problem.setText(text)
        self.problem.show()


def _button(text: str, work: Callable[[], object]) -> QPushButton:
    button = QPushButton(text)
    button.setAutoDefault(False)
    button.clicked.connect(lambda *_: work())
    return button


def _one(shown: StyleRow) -> OneStyle:
    key = shown.key
    return OneStyle(account=key.account_id, identity=key.identity, recipient=key.recipient)


def _title(shown: StyleRow) -> str:
    identity = clean(shown.identity)
    return f"{identity}: to {clean(shown.person)}" if shown.person else f"{identity}: in general"
