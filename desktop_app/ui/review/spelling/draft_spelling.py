"""Spelling of the draft that is shown: its words and its subject, their marks and menus, and the
actions that go from one misspelt word to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QMenu, QWidget

from desktop_app.model.address import Address
from desktop_app.model.errors import KnownError
from desktop_app.spelling.known import Known, known_in
from desktop_app.spelling.passages import Mark
from desktop_app.tools.person import words_around
from desktop_app.tools.person.words_around import WordsAround, names_of
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.spelling.checking import Checking
from desktop_app.ui.review.spelling.marks import Marks, Place
from desktop_app.ui.review.spelling.subject_marks import SubjectMarks, WrittenLine
from desktop_app.ui.review.spelling.word_menu import Answers, put_languages, put_word
from desktop_app.ui.review.spelling.written import LeavesOut, Written, is_code
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.focus import press

if TYPE_CHECKING:
    from desktop_app.spelling.service import Language, Spelling

ENABLED, LANGUAGES = "spelling.enabled", "spelling.languages"
MOST_IGNORED = 200
"""Drafts whose ignored words are remembered."""

NONE, CHECKING = "No misspelt word.", "Still being checked."
OFF = "Spelling is not checked. Menu Draft, Check spelling."


class DraftSpelling(QObject):
    """Of the `editor` (its words) and the `subject` of one draft after the other. `people` gives
    whom the mail goes to; `leaves_out` says which formatted text is not checked."""

    def __init__(
        self,
        bench: Workbench,
        editor: Written,
        subject: WrittenLine,
        people: Callable[[], Iterable[Address]],
        parent: QWidget,
        *,
        leaves_out: LeavesOut = is_code,
    ) -> None:
        super().__init__(parent)
        self._bench, self._editor, self._entry, self._people = bench, editor, subject, people
        self._pane = parent
        self._draft = ""
        self._around: Known = frozenset()
        self._ignored: dict[str, set[str]] = {}
        self._languages: tuple[Language, ...] = ()
        self._told: tuple[Place, Mark] | None = None
        self._revision = -1
        colour = partial(bench.theme.colour, "danger")
        self.marks = Marks(editor.document(), colour, leaves_out)
        self.subject = SubjectMarks(subject, self._languages_of_words, self)
        self._spelling: Spelling | None = bench.services.spelling
        self.checking: Checking | None = None
        if self._spelling is not None:
            jobs = bench.calls.jobs
            self.checking = Checking(
                self._spelling, jobs, self.marks, self.subject, self._known, self
            )
            self._connect(self._spelling)

    def _connect(self, spelling: Spelling) -> None:
        bench, editor, entry = self._bench, self._editor, self._entry
        for written, open_menu in ((editor, self._open_menu), (entry, self._open_line_menu)):
            cast("QWidget", written).setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            written.customContextMenuRequested.connect(open_menu)
        editor.cursorPositionChanged.connect(self._on_caret)
        changed = bench.calls.jobs.hop(self._on_own_words)
        self.destroyed.connect(spelling.watch(lambda: changed(None)))
        bench.announcements.setting.connect(self._on_setting)
        bench.theme.changed.connect(self.marks.draw_again)
        bench.actions.on("spelling_next", lambda: self._go(onward=True))
        bench.actions.on("spelling_previous", lambda: self._go(onward=False))
        bench.actions.on("spelling", self._on_switched)
        self._apply()

    # Which draft, and what counts as right in it

    def follow(self, draft_id: str) -> None:
        """Another draft is shown; empty for a mail of which there is no draft yet."""
        if self._draft == "" and draft_id:
            self._ignored[draft_id] = self._ignored.pop("", set())
        elif not draft_id:
            self._ignored.pop("", None)
        while len(self._ignored) > MOST_IGNORED:
            del self._ignored[next(iter(self._ignored))]
        self._draft, self._around = draft_id, frozenset()
        if self.checking is None:
            return
        self.checking.leaning = ""
        self.checking.held = bool(draft_id)
        if draft_id:
            self._bench.calls.ask(
                words_around.WORDS_AROUND,
                words_around.LookAround(draft_id=draft_id),
                done=partial(self._on_around, draft_id),
                failed=lambda _: self._on_around(draft_id, WordsAround(frozenset())),
                key="words around",
                owner=self,
            )

    def _on_around(self, draft_id: str, found: WordsAround) -> None:
        if self.checking is None or draft_id != self._draft:
            return
        self._around, self.checking.leaning = found.words, found.language
        self._forgive(found.words)
        self.checking.release()

    def _known(self) -> Known:
        names = known_in(name for each in self._people() for name in names_of(each))
        return self._around | names | self._ignored.get(self._draft, set())

    def _forgive(self, known: Known) -> None:
        self.marks.forgive(known)
        self.subject.forgive(known)

    def _on_own_words(self, _: object) -> None:
        if self.checking is not None:
            self.checking.begin_anew()

    # The switch

    def _on_setting(self, key: str) -> None:
        if key == ENABLED:
            self._apply()
        elif key == LANGUAGES and self.checking is not None:
            self.checking.begin_anew()
            self._read_languages()

    def _apply(self) -> None:
        """Check, or not, as the setting says."""
        on = self._bench.services.settings.flag(ENABLED)
        self._bench.actions.action("spelling").setChecked(on)
        if on != self.marks.on:
            self.marks.switch(on=on)
            self.subject.switch(on=on)
        if on and not self._languages:
            self._read_languages()

    def _on_switched(self) -> None:
        settings, jobs = self._bench.services.settings, self._bench.calls.jobs
        on = self._bench.actions.action("spelling").isChecked()
        if on != settings.flag(ENABLED):
            jobs.run(lambda: settings.change(ENABLED, on), failed=self._not_switched, lasting=True)

    def _not_switched(self, error: KnownError) -> None:
        self._apply()
        self._bench.calls.jobs.failed.emit(error)

    def _read_languages(self) -> None:
        spelling = self._spelling
        if spelling is not None:
            self._bench.calls.jobs.run(spelling.languages, done=self._on_languages, owner=self)

    def _on_languages(self, found: tuple[Language, ...]) -> None:
        self._languages = found

    def _languages_of_words(self) -> tuple[str, ...]:
        """For the subject: what the words below it are in."""
        return self.marks.languages()

    # The menu

    def _open_menu(self, place: QPoint) -> None:
        editor = self._editor
        position = editor.cursorForPosition(place).position()
        menu, found = editor.createStandardContextMenu(), self.marks.at(position)
        if self.marks.on and not editor.isReadOnly():
            if found is not None:
                put_word(menu, found[1], self._answers(partial(self._correct, *found), position))
            names = [(one.code, one.name) for one in self._languages]
            answers = self._answers(lambda _: None, position)
            put_languages(menu, names, self.marks.paragraph_at(position).forced, answers)
        self._pop_up(menu, editor.viewport().mapToGlobal(place))

    def _open_line_menu(self, place: QPoint) -> None:
        entry = self._entry
        position = entry.cursorPositionAt(place)
        menu, found = entry.createStandardContextMenu(), self.subject.at(position)
        if found is not None and not entry.isReadOnly():
            correct = partial(self._correct_line, *found)
            put_word(menu, found[1], self._answers(correct, position))
        self._pop_up(menu, cast("QWidget", entry).mapToGlobal(place))

    def _pop_up(self, menu: QMenu, place: QPoint) -> None:
        menu.addAction(self._bench.actions.action("spelling"))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place)

    def _answers(self, correct: Callable[[str], object], position: int) -> Answers:
        checking = self.checking
        suggest = checking.suggest if checking is not None else lambda *_: None
        force = partial(self.marks.force, position)
        return Answers(suggest, correct, self._add, self._ignore, force)

    def _correct(self, place: Place, mark: Mark, word: str) -> None:
        """Put another word in, as one step that can be undone, in the format of the old one."""
        cursor = _selected(self._editor.document(), place)
        if not word or cursor.selectedText() != mark.word:
            return
        own = self._editor.textCursor()
        here = place[0] <= own.position() <= place[1]
        cursor.insertText(word, cursor.charFormat())
        if here:
            self._editor.setTextCursor(cursor)

    def _correct_line(self, place: Place, mark: Mark, word: str) -> None:
        if word and (place, mark) in self.subject.all():
            self._entry.setSelection(place[0], place[1] - place[0])
            self._entry.insert(word)

    def _add(self, word: str) -> None:
        spelling = self._spelling
        if spelling is not None:
            self._bench.calls.jobs.run(
                lambda: spelling.add(word),
                done=lambda _: self._forgive(known_in((word,))),
                lasting=True,
            )

    def _ignore(self, word: str) -> None:
        known = known_in((word,))
        self._ignored.setdefault(self._draft, set()).update(known)
        self._forgive(known)

    # From one to the next

    def _go(self, *, onward: bool) -> None:
        """Select the next misspelt word, in the subject and then in the words, or the one before."""
        if not self._pane.isVisible():
            return
        if not self.marks.on:
            self._tell(OFF)
            return
        found = self._places()
        if not found:
            done = self.checking is None or self.checking.idle
            self._tell(NONE if done else CHECKING)
            return
        begin, end = self._here()
        if onward:
            ahead = [one for one in found if (one[0], one[1][0]) >= end]
            self._show(*(ahead or found)[0])
        else:
            ahead = [one for one in found if (one[0], one[1][1]) <= begin]
            self._show(*(ahead or found)[-1])

    def _places(self) -> list[tuple[int, Place, Mark]]:
        """Where the marks stand: 0 in the subject, 1 in the words."""
        words = self.marks.all() if cast("QWidget", self._editor).isVisible() else []
        return [
            *((0, place, mark) for place, mark in self.subject.all()),
            *((1, place, mark) for place, mark in words),
        ]

    def _here(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Where the person is: begin and end of what is selected."""
        if self._entry.hasFocus():
            begin = end = self._entry.cursorPosition()
            if self._entry.hasSelectedText():
                begin, end = self._entry.selectionStart(), self._entry.selectionEnd()
            return (0, begin), (0, end)
        cursor = self._editor.textCursor()
        return (1, cursor.selectionStart()), (1, cursor.selectionEnd())

    def _show(self, where: int, place: Place, mark: Mark) -> None:
        widget = cast("QWidget", self._editor if where else self._entry)
        press(widget)
        if where:
            self._editor.setTextCursor(_selected(self._editor.document(), place))
        else:
            self._entry.setSelection(place[0], place[1] - place[0])
        announce(widget, told(mark))

    def _tell(self, words: str) -> None:
        self._bench.navigation.status(words)
        announce(self._pane, words)

    def _on_caret(self) -> None:
        """Who walks through the text is told of a misspelt word."""
        editor = self._editor
        position, revision = editor.textCursor().position(), editor.document().revision()
        walked, self._revision = revision == self._revision, revision
        self.marks.finish_word(position)
        found = self.marks.at(position) if walked else None
        before, self._told = self._told, found
        if found is not None and found != before and cast("QWidget", editor).hasFocus():
            announce(cast("QWidget", editor), told(found[1]))


def told(mark: Mark) -> str:
    """What a screen reader says of a mark."""
    return f"Misspelt: {mark.word}"


def _selected(document: QTextDocument, place: Place) -> QTextCursor:
    cursor = QTextCursor(document)
    cursor.setPosition(place[0])
    cursor.setPosition(place[1], QTextCursor.MoveMode.KeepAnchor)
    return cursor
