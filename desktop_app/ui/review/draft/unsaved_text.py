"""Text that is not stored yet when the window is to close.

The window waits for the store. Where that fails, the person is asked: nothing typed goes unsaid.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QWidget

from desktop_app.model.draft import DraftContent
from desktop_app.model.errors import KnownError
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.draft.new_mail import NewMail
from desktop_app.ui.review.draft.pending_draft import TypedMail
from desktop_app.ui.review.draft.saver import Saver
from desktop_app.ui.widgets.leaving_question import LeavingQuestion
from desktop_app.ui.widgets.parts import column
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import set_role

Work = Callable[[], object]
Unsaved = Saver | NewMail


class UnsavedText(QFrame):
    """Question that floats over the window. `watch` is told every text that is written."""

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        super().__init__(parent)
        self._bench = bench
        self._savers: list[Unsaved] = []
        self._go_on: Work | None = None
        self._given_up: list[tuple[Unsaved, DraftContent | TypedMail]] = []
        """What the person lets go, as it was then: what is typed on after that is not."""
        set_role(self, "toast")
        self.question = LeavingQuestion(
            bench.theme,
            (
                ("Try again", self._try_again),
                ("Copy text", self._copy),
                ("Close and lose it", self._give_up),
                ("Stay", self._stay),
            ),
        )
        px = bench.theme.px
        column(self.question, owner=self, margins=(px(16), px(8), px(12), px(8)))
        self.hide()

    def watch(self, saver: Unsaved) -> None:
        """A draft is open for editing, or begun; it counts until everything of it is stored."""
        self._savers = [s for s in self._savers if not s.left or s.unsaved]
        self._savers.append(saver)

    def before_close(self, go_on: Work) -> bool:
        """Whether the window has to wait. `go_on` is called once all is stored, or the person
        says so. Asked again while it waits, the question comes at once; while the question is
        there, it is tried again."""
        unsaved = self._unsaved()
        if not unsaved:
            return False
        if self._go_on is not None and self.isVisible():
            self._store(unsaved)
            return True
        if self._go_on is not None:
            still = "is" if len(unsaved) == 1 else "are"
            self._ask(f"{_names_of(unsaved)} {still} still being saved.", late=False)
            return True
        self._go_on = go_on
        self._store(unsaved)
        return True

    def closing(self) -> None:
        """The window goes away without having waited, as where the system tells the program to end:
        what the store does not take is kept in a file. What was given up is not."""
        for saver in self._unsaved():
            saver.keep_at_end()

    def tell(self, saver: Saver, reason: str) -> None:
        """A draft that was left could not be saved: say so in passing."""
        body = saver.content.body
        copy = Undo(lambda: QGuiApplication.clipboard().setText(body), "Copy text")
        self._bench.navigation.toast(f"“{name_of(saver.content)}”: {reason}", copy)

    def _unsaved(self) -> list[Unsaved]:
        return [s for s in self._savers if s.unsaved and not self._let_go(s)]

    def _let_go(self, saver: Unsaved) -> bool:
        return any(one is saver and then == saver.content for one, then in self._given_up)

    def forget(self, saver: Unsaved) -> None:
        """Its draft was sent or deleted: nothing of it has to be stored."""
        self._savers.remove(saver)

    def _store(self, unsaved: list[Unsaved]) -> None:
        for saver in unsaved:
            saver.flush(self._on_stored, self._on_failed)

    def _on_stored(self) -> None:
        if self._go_on is not None and not self._unsaved():
            self.hide()
            go_on, self._go_on = self._go_on, None
            go_on()

    def _on_failed(self, error: KnownError) -> None:
        if self._go_on is not None:
            why = f"{error.sentence} {error.next_step}".strip()
            self._ask(f"{_names_of(self._unsaved())} could not be saved. {why}", late=True)

    def _ask(self, words: str, *, late: bool) -> None:
        self._bench.navigation.float_widget(self)
        self.show()
        self.question.ask(words, late=late)

    def _try_again(self) -> None:
        self.hide()
        self._store(self._unsaved())

    def _copy(self) -> None:
        texts = [saver.content.body for saver in self._unsaved()]
        QGuiApplication.clipboard().setText("\n\n".join(texts))
        self._bench.navigation.toast("Copied.")

    def _give_up(self) -> None:
        self._given_up = [(saver, saver.content) for saver in self._unsaved()]
        self.hide()
        go_on, self._go_on = self._go_on, None
        if go_on is not None:
            go_on()

    def _stay(self) -> None:
        self._go_on = None
        self.hide()


def _names_of(unsaved: list[Unsaved]) -> str:
    return " and ".join(f"“{name_of(saver.content)}”" for saver in unsaved)


def name_of(content: DraftContent | TypedMail) -> str:
    """What a draft is called in a sentence."""
    return clean(content.subject) or "The mail without a subject"
