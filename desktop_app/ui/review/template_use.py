"""Templates in the mail that is written: offered as one types, put in, and made from it.

The words go where they were asked for, as one change that Undo takes back; who and what comes along
becomes chips and attachments, which the person takes off like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QObject
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QMenu

from desktop_app.mail.drafts.template_file import name_key
from desktop_app.mail.rich.markup import markup
from desktop_app.mail.rich.reading import read_markup
from desktop_app.model.errors import BadInput, Conflict, KnownError
from desktop_app.model.template import StoredTemplate, Template
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import templates
from desktop_app.tools.person.templates import Templates, TemplateWords
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.draft.saver import Saver
from desktop_app.ui.review.draft_actions import DraftActions
from desktop_app.ui.review.open_draft import OpenDraft
from desktop_app.ui.review.typed.offer_list import Offer
from desktop_app.ui.review.typed.typed_offers import Found, OfferSource, put_in
from desktop_app.ui.widgets.dialogs import ask_text
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.safe_text import clean

if TYPE_CHECKING:
    from desktop_app.ui.review.review_form import ReviewForm
from desktop_app.ui.review.rich_text.qt_document import read_selection
from desktop_app.ui.review.rich_text.rich_editor import RichEditor
from desktop_app.ui.review.sheet.body_editor import BodyEditor

MOST_OFFERED = 50
FRESH_MS = 3_000
"""Time between two letters of a name after which the folder is read again."""

OFFERED = "writing.template_offers"
NONE_YET = "There are no templates yet. Save this mail as one, or make one in Templates."
_PARAGRAPH = "\u2029"


class TemplateUse(QObject):
    """Templates of the draft that is open in `form`. Its `source` is for `TypedOffers`."""

    def __init__(
        self, bench: Workbench, form: ReviewForm, opened: OpenDraft, changing: DraftActions
    ) -> None:
        super().__init__(form)
        self._bench, self._form, self._opened, self._changing = bench, form, opened, changing
        self._every: Sequence[Template] = ()
        self._read = QElapsedTimer()
        flag = bench.services.settings.flag
        self.source = OfferSource("Templates", self._find, lambda: flag(OFFERED))
        """What `;` offers."""
        on = bench.actions.on
        on("draft_template", self.choose)
        on("draft_save_template", self.ask_name)
        bench.navigation.template_wanted.connect(self.put_in)

    def put_in(self, name: str) -> None:
        """Put a template in at the caret of the mail that is shown."""
        if self._form.isVisible():
            press(self._editor)
            self.use(name, self._editor.textCursor())

    def choose(self) -> None:
        """Let the person pick a template from a menu at the caret."""
        if self._writable:
            self._ask(self._open_menu)

    def _open_menu(self, found: Sequence[Template]) -> None:
        if not self._writable:
            return
        if not found:
            self._bench.navigation.toast(NONE_YET)
            return
        menu = QMenu(self._form)
        menu.setAccessibleName("Insert template")
        for template in found:
            words = clean(template.name).replace("&", "&&")
            menu.addAction(words, partial(self.put_in, template.name))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._editor.viewport().mapToGlobal(self._editor.cursorRect().bottomLeft()))

    @property
    def _editor(self) -> BodyEditor | RichEditor:
        return self._form.page.body

    @property
    def _writable(self) -> bool:
        form = self._form
        return not (form.page.formatted or form.sending or self._editor.isReadOnly())

    def _find(self, word: str, found: Found) -> None:
        """At once from what was read a moment ago; else the newest word's answer alone comes."""

        def show() -> None:
            fit = matching(word, self._every)
            found([Offer(each.name, each.name) for each in fit[:MOST_OFFERED]])

        def come(every: Sequence[Template]) -> None:
            self._every = every
            self._read.start()
            show()

        if word and self._read.isValid() and not self._read.hasExpired(FRESH_MS):
            show()
        else:
            self._ask(come, lambda _: None, key="template offers")

    def _ask(
        self,
        done: Callable[[Sequence[Template]], object],
        failed: Callable[[KnownError], object] | None = None,
        key: str = "templates of a draft",
    ) -> None:
        """The templates for mail from the address that is shown."""

        def show(read: Templates) -> None:
            own = self._sender()
            every = [stored.template for stored in read.shelf.templates]
            done([t for t in every if not t.account or not own or t.account.lower() == own])

        self._bench.calls.ask(
            templates.LIST_TEMPLATES, NoParams(), done=show, failed=failed, key=key, owner=self
        )

    def _sender(self) -> str:
        """Key of the address that the mail goes from; empty until it has a draft."""
        form = self._form
        return form.page.content().from_.key if form.review is not None else ""

    def use(self, name: str, at: QTextCursor) -> None:
        """Fill the template for the mail as it is shown, and put it in at the cursor."""
        if not self._writable:
            return
        words = at.selectedText()
        self._with_draft(lambda saver: self._fill(saver, name, at, words))

    def _with_draft(self, work: Callable[[Saver], None]) -> None:
        """Once the mail has a draft: at once, or when it has been made."""
        if (saver := self._opened.to_change()) is not None:
            work(saver)
        elif (mail := self._opened.mail) is not None:
            mail.flush(lambda: self._with_draft(work), lambda _: None)

    def _fill(self, saver: Saver, name: str, at: QTextCursor, words: str) -> None:
        content = self._form.page.content()
        params = templates.FillTemplate(
            name=name,
            from_=content.from_,
            to=content.to,
            subject=content.subject,
            draft_id=saver.draft_id,
        )
        self._bench.calls.ask(
            templates.FILL_TEMPLATE,
            params,
            done=lambda filled: self._put(saver, filled, at, words),
            owner=self,
        )

    def _put(self, saver: Saver, filled: TemplateWords, at: QTextCursor, words: str) -> None:
        """Into the draft that it was asked for, where the mark stands now."""
        if self._opened.to_change() is not saver or not self._writable:
            return
        if at.selectedText() != words:
            self._bench.navigation.toast("The text has changed there: nothing was put in.")
            return
        page = self._form.page
        if filled.formatted and isinstance(self._editor, RichEditor):
            at.setKeepPositionOnInsert(False)
            self._editor.setTextCursor(at)
            self._editor.insert_document(read_markup(filled.formatted))
        else:
            put_in(at, filled.body)
        people = page.envelope.add_people(filled.to, filled.cc, filled.bcc)
        subject = bool(filled.subject) and not page.envelope.subject.text().strip()
        if subject:
            page.envelope.subject.setText(filled.subject)
        if filled.files:
            self._changing.attach_template(filled.name)
        if said := came_along(subject, people, len(filled.files)):
            self._bench.navigation.toast(said)

    def ask_name(self) -> None:
        """Save the words that are selected as a template, or else the whole mail."""
        cursor, editor = self._editor.textCursor(), self._editor
        chosen = cursor.selectedText().replace(_PARAGRAPH, "\n")
        formatted = isinstance(editor, RichEditor) and bool(chosen.strip())
        if formatted:
            chosen = markup(read_selection(cursor))
        self._ask_name("Name", "" if self._form.page.formatted else chosen, "", formatted)

    def _ask_name(self, label: str, words: str, name: str, formatted: bool) -> None:
        title = "Save the selected words as a template" if words.strip() else "Save as a template"

        def save(given: str) -> None:
            self._save(given, words, formatted)

        ask_text(self._form, title, label, name, "Save", save)

    def _save(self, name: str, words: str, formatted: bool) -> None:
        def work(saver: Saver) -> None:
            saver.flush(lambda: make(saver.draft_id), self._bench.calls.jobs.failed.emit)

        def make(draft_id: str) -> None:
            params = templates.MakeTemplate(
                name=name, words=words, formatted=formatted, draft_id=draft_id
            )
            self._bench.calls.ask(
                templates.MAKE_TEMPLATE, params, done=self._saved, failed=failed, owner=self
            )

        def failed(error: KnownError) -> None:
            if isinstance(error, Conflict | BadInput):
                self._ask_name(error.sentence, words, name, formatted)
            else:
                self._bench.calls.jobs.failed.emit(error)

        self._with_draft(work)

    def _saved(self, made: StoredTemplate) -> None:
        name = clean(made.template.name)
        self._bench.navigation.toast(f"Saved as the template “{name}”. ;{name} puts it in.")


def matching(word: str, every: Sequence[Template]) -> list[Template]:
    """Templates whose name begins so, then those in which a word does."""
    wanted = name_key(word)
    begin, inside = [], []
    for template in every:
        key = name_key(template.name)
        if key.startswith(wanted):
            begin.append(template)
        elif f" {wanted}" in key:
            inside.append(template)
    return [*begin, *inside]


def came_along(subject: bool, people: int, files: int) -> str:
    """What a template has brought besides its words, as a sentence; empty for nothing."""
    parts = ["the subject"] if subject else []
    parts += [f"{people} {'recipient' if people == 1 else 'recipients'}"] if people else []
    parts += [f"{files} {'file' if files == 1 else 'files'}"] if files else []
    if not parts:
        return ""
    named = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    named = named[:1].upper() + named[1:]
    one = len(parts) == 1 and parts[0].split()[0] in {"the", "1"}
    return f"{named} came along, and {'stays' if one else 'stay'} when you undo the text."
