"""Spelling of the draft that is shown: its words and its subject, their marks and menus, and the
actions that go from one misspelt word to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop_app.model.address import Address
from desktop_app.model.errors import KnownError
from desktop_app.spelling.known import Known, known_in
from desktop_app.tools.person import words_around
from desktop_app.tools.person.words_around import WordsAround, names_of
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.spelling.checking import Checking
from desktop_app.ui.review.spelling.marks import Marks
from desktop_app.ui.review.spelling.menus import Menus
from desktop_app.ui.review.spelling.subject_marks import SubjectMarks, WrittenLine
from desktop_app.ui.review.spelling.walking import Walking
from desktop_app.ui.review.spelling.written import LeavesOut, Written, is_code
from desktop_app.ui.widgets.announcement import announce

if TYPE_CHECKING:
    from desktop_app.spelling.service import Language, Spelling

ENABLED, LANGUAGES = "spelling.enabled", "spelling.languages"
MOST_COUNTED = 1_000
"""Lines of a mail whose misspelt words are counted."""

MOST_IGNORED = 200
"""Drafts whose ignored words are remembered."""


class DraftSpelling(QObject):
    """Of the `editor` (its words) and the `subject` of one draft after the other. `people` gives
    whom the mail goes to; `leaves_out` says which formatted text is not checked. A draft has an
    editor for each kind of text: the spelling of the second stands `beside` that of the first,
    which looks after the subject. `in_charge`: whether this editor is the one that is shown."""

    def __init__(
        self,
        bench: Workbench,
        editor: Written,
        subject: WrittenLine,
        people: Callable[[], Iterable[Address]],
        parent: QWidget,
        *,
        leaves_out: LeavesOut = is_code,
        beside: DraftSpelling | None = None,
        in_charge: Callable[[], bool] = lambda: True,
    ) -> None:
        super().__init__(parent)
        self._bench, self._editor, self._entry, self._people = bench, editor, subject, people
        self._pane = parent
        self._draft = ""
        self._around: Known = frozenset()
        self._ignored: dict[str, set[str]] = {} if beside is None else beside._ignored
        self._in_charge, self._is_second = in_charge, beside is not None
        self._languages: tuple[Language, ...] = ()
        colour = partial(bench.theme.colour, "danger")
        self.marks = Marks(editor.document(), colour, leaves_out)
        if beside is None:
            self.subject = SubjectMarks(subject, self)
        else:
            self.subject = beside.subject
        self.subject.follow(self.marks)
        self._spelling: Spelling | None = bench.services.spelling
        self.checking: Checking | None = None
        if self._spelling is not None:
            jobs = bench.calls.jobs
            self.checking = Checking(
                self._spelling, jobs, self.marks, self.subject, self._known, self
            )
            self._connect(self._spelling, self.checking)

    def _connect(self, spelling: Spelling, checking: Checking) -> None:
        bench, editor, entry = self._bench, self._editor, self._entry
        self.menus = Menus(
            editor,
            None if self._is_second else entry,
            self.marks,
            self.subject,
            suggest=checking.suggest,
            add=self._add,
            ignore=self._ignore,
            languages=lambda: [(one.code, one.name) for one in self._languages],
            switch=bench.actions.action("spelling"),
            parent=self,
        )
        self.walking = Walking(
            editor,
            entry,
            self.marks,
            self.subject,
            idle=lambda: checking.idle,
            look_up=checking.look_up,
            tell=self._tell,
            parent=self,
        )
        changed = bench.calls.jobs.hop(lambda _: checking.begin_anew())
        self.destroyed.connect(spelling.watch(lambda: changed(None)))
        checking.found.connect(self._describe)
        bench.announcements.setting.connect(self._on_setting)
        bench.theme.changed.connect(self.marks.draw_again)
        bench.actions.on("spelling_next", lambda: self._go(onward=True))
        bench.actions.on("spelling_previous", lambda: self._go(onward=False))
        bench.actions.on("spelling", self._on_switched)
        self._apply()

    # Which draft, and what counts as right in it

    def follow(self, draft_id: str) -> None:
        """Another draft is shown; empty for a mail of which there is no draft yet."""
        if self._draft == "" and draft_id and "" in self._ignored:
            self._ignored.setdefault(draft_id, set()).update(self._ignored.pop(""))
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
                key=f"words around {self._is_second}",
                owner=self,
            )

    def ignored(self) -> frozenset[str]:
        """The words that count as right in the draft that is shown, by the person's word."""
        return frozenset(self._ignored.get(self._draft, ()))

    def take_over(self, draft_id: str, ignored: frozenset[str]) -> None:
        """What was ignored in a draft while another window had it. Told before it is followed."""
        self._ignored[draft_id] = set(ignored)

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
        self._describe()

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

    # What the person does with a word

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

    def _go(self, *, onward: bool) -> None:
        if self._pane.isVisible() and self._in_charge():
            self.walking.go(onward=onward)

    def _tell(self, words: str) -> None:
        self._bench.navigation.status(words)
        announce(self._pane, words)

    def _describe(self) -> None:
        """A screen reader says how many there are when one comes to the words."""
        short = self._editor.document().blockCount() <= MOST_COUNTED
        count = len(self.marks.all()) if short else 0
        said = "" if not count else "1 misspelt word" if count == 1 else f"{count} misspelt words"
        cast("QWidget", self._editor).setAccessibleDescription(said)
