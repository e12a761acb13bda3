"""Templates pane: those there are beside the one that is chosen, and what can be done with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QHideEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPushButton, QSplitter, QWidget

from desktop_app.model.errors import KnownError
from desktop_app.model.template import StoredTemplate, Template, TemplateTrouble
from desktop_app.tools.calls.base import NoParams, P, R, Tool
from desktop_app.tools.person import templates
from desktop_app.tools.person.templates import CopiedTemplates, DeletedTemplate, Templates
from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.templates.form import TemplateForm
from desktop_app.ui.widgets.dialogs import ask_text, choose_folder
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import column, flow, plain
from desktop_app.ui.widgets.safe_text import as_tooltip, clean
from desktop_app.ui.widgets.states import PendingRead, States
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.undo_line import UndoLine

WHAT = (
    "Type ; and the start of a name in a mail to put a template in. Each is a text file in the"
    " profile, which you can edit with any program."
)
WORKS = "Your mail still works."
NONE = "There are no templates yet."
_NAME = Qt.ItemDataRole.UserRole


class TemplatesPane(Pane):
    """Pane whose `open` reads the templates there are. It reads them again when its window comes to
    the front."""

    @property
    def written_in(self) -> bool:
        return True

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        self.setAccessibleName("Templates")
        px = bench.theme.px
        self._folder = ""
        self._wanted = ""
        self._begun = False
        """Whether a template has just been made: one goes on with its words."""
        self._every: dict[str, StoredTemplate] = {}
        self.list = QListWidget()
        self.list.setAccessibleName("Templates")
        self.list.setWordWrap(True)
        set_role(self.list, "framed")
        self.list.currentItemChanged.connect(lambda *_: self._show_chosen())
        self.form = TemplateForm(bench.theme, bench.calls)
        self.form.saved.connect(self._on_saved)
        self.form.kept_apart.connect(self._on_kept_apart)
        self.form.failed.connect(self._on_failed)
        self.form.left_out.connect(self._on_left_out)
        self.form.told.connect(self._on_told)
        self.trouble = plain(wrap=True, select=True)
        self.trouble.hide()
        right = QWidget()
        inside = column(self.trouble, self.form, owner=right, gap=px(8), fill=self.form)
        inside.setContentsMargins(px(12), 0, 0, 0)
        inside.setAlignment(self.trouble, Qt.AlignmentFlag.AlignTop)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.list)
        split.addWidget(right)
        split.setStretchFactor(1, 1)
        split.setSizes([px(220), px(480)])
        split.setChildrenCollapsible(False)
        self.states = States(bench.theme, split, works=WORKS)
        self.setFocusProxy(self.states)
        self.line = UndoLine(bench.theme)
        self.rename = self._button("Rename…", self._ask_new_name)
        self.delete = self._button("Delete", self._delete)
        self.export = self._button("Copy to a folder…", self._choose_target)
        buttons = (
            self._button("New template…", self._ask_name),
            self.rename,
            self.delete,
            self._button("Take in a folder…", self._choose_source),
            self.export,
            self._button("Show the files", self._show_files),
        )
        line = flow(*buttons, gap=px(8))
        what = plain(WHAT, "second", wrap=True)
        column(what, self.states, self.line, line, owner=self, gap=px(8), fill=self.states)
        self._enable()

    def _button(self, words: str, work: Callable[[], object]) -> QPushButton:
        button = QPushButton(words)
        button.setAutoDefault(False)
        button.clicked.connect(lambda *_: work())
        return button

    def open(self) -> None:
        """Read what there is now; what is chosen stays so."""
        jobs = self.bench.calls.jobs
        if not self._every:
            self.states.loading(
                PendingRead("the templates", lambda: jobs.cancel("templates"), self.open)
            )
        self.bench.calls.ask(
            templates.LIST_TEMPLATES,
            NoParams(),
            done=self._show,
            failed=lambda error: self.states.failed(error, self.open),
            key="templates",
            owner=self,
        )

    def changeEvent(self, event: QEvent) -> None:
        """The files may have been changed while another window was in front."""
        super().changeEvent(event)
        active = event.type() == QEvent.Type.ActivationChange and self.isActiveWindow()
        if active and self.isVisible() and not self.form.unsaved:
            self.open()

    def closing(self) -> None:
        self.form.flush()

    def hideEvent(self, event: QHideEvent) -> None:
        self.form.flush()
        super().hideEvent(event)

    @property
    def chosen(self) -> StoredTemplate | None:
        item = self.list.currentItem()
        return self._every.get(item.data(_NAME)) if item is not None else None

    def _show(self, found: Templates) -> None:
        wanted = self._wanted or (self.chosen.template.name if self.chosen else "")
        self._folder, self._wanted = found.folder, ""
        self._every = {one.template.name: one for one in found.shelf.templates}
        blocked = self.list.blockSignals(True)
        self.list.clear()
        for name in self._every:
            self._add(clean(name), name)
        for trouble in found.shelf.troubles:
            self._add(f"{clean(trouble.filename)}: can't be used", trouble)
        rows = [self.list.item(at).data(_NAME) for at in range(self.list.count())]
        self.list.setCurrentRow(rows.index(wanted) if wanted in rows else 0 if rows else -1)
        self.list.blockSignals(blocked)
        if rows:
            self.states.ready()
            self._show_chosen()
            if self._begun:
                self._begun = False
                press(self.form.text)
        else:
            new = ("New template…", self._ask_name)
            self.states.empty(
                "There are no templates yet.", "Make one, or save a mail as one.", new
            )
            self._enable()

    def _add(self, words: str, value: str | TemplateTrouble) -> None:
        item = QListWidgetItem(words)
        item.setData(_NAME, value)
        item.setToolTip(as_tooltip(words))
        self.list.addItem(item)

    def _show_chosen(self) -> None:
        """The form has the chosen one; what is told of a file that can't be used stands there in
        its place."""
        chosen, item = self.chosen, self.list.currentItem()
        value = item.data(_NAME) if item is not None else None
        broken = isinstance(value, TemplateTrouble)
        self.trouble.setVisible(broken)
        self.form.setVisible(not broken)
        if isinstance(value, TemplateTrouble):
            where = f"{value.filename}, line {value.line}" if value.line else value.filename
            self.trouble.setText(f"{where}: {value.sentence} The file is left as it is.")
        shown = self.form.shown
        same = chosen is not None and shown is not None and chosen == shown
        if not same:
            self.form.show_template(chosen)
        self._enable()

    def _enable(self) -> None:
        there = self.chosen is not None
        self.rename.setEnabled(there)
        self.delete.setEnabled(there)
        self.export.setEnabled(bool(self._every))

    def _ask_name(self) -> None:
        ask_text(self, "New template", "Name", "", "Make", self._make)

    def _make(self, name: str) -> None:
        def made(stored: StoredTemplate) -> None:
            self._begun = True
            self._go_to(stored)

        self._ask(templates.SAVE_TEMPLATE, templates.SaveTemplate(template=Template(name)), made)

    def _ask_new_name(self) -> None:
        if (chosen := self.chosen) is not None:
            name = chosen.template.name
            ask_text(self, "Rename", "Name", name, "Rename", lambda new: self._rename(name, new))

    def _rename(self, name: str, new: str) -> None:
        def back() -> None:
            self._rename(new, name)

        def renamed(stored: StoredTemplate) -> None:
            self._go_to(stored)
            self.line.say(f"“{clean(name)}” is called “{clean(new)}” now.", back)

        self.form.flush()
        params = templates.RenameTemplate(name=name, new_name=new)
        self._ask(templates.RENAME_TEMPLATE, params, renamed)

    def _delete(self) -> None:
        def deleted(gone: DeletedTemplate) -> None:
            self.line.say(f"Deleted “{clean(gone.name)}”.", lambda: self._restore(gone))
            self.open()

        if (chosen := self.chosen) is not None:
            self.form.flush()
            params = templates.OneTemplate(name=chosen.template.name)
            self._ask(templates.DELETE_TEMPLATE, params, deleted)

    def _restore(self, gone: DeletedTemplate) -> None:
        params = templates.RestoreTemplate(put_aside=gone.put_aside)
        self._ask(templates.RESTORE_TEMPLATE, params, self._go_to)

    def _choose_source(self) -> None:
        choose_folder(
            self, "Take in the templates of a folder", lambda paths: self.take_in(paths[0])
        )

    def take_in(self, folder: Path) -> None:
        """Copy the templates of a folder into the profile."""
        params = templates.TemplatesFolder(path=str(folder))
        self._ask(templates.IMPORT_TEMPLATES, params, self._tell_copied)

    def _choose_target(self) -> None:
        choose_folder(self, "Copy the templates to a folder", lambda paths: self.copy_to(paths[0]))

    def copy_to(self, folder: Path) -> None:
        """Copy all templates to a folder, over nothing that is there."""
        self.form.flush()
        params = templates.TemplatesFolder(path=str(folder))
        self._ask(templates.EXPORT_TEMPLATES, params, self._tell_copied)

    def _tell_copied(self, found: CopiedTemplates) -> None:
        self.line.say(copied_words(found))
        self.open()

    def _show_files(self) -> None:
        if self._folder and Path(self._folder).is_dir():
            QDesktopServices.openUrl(QUrl.fromLocalFile(self._folder))
        else:
            self.line.say("The folder is made with the first template.")

    def _go_to(self, stored: StoredTemplate) -> None:
        self.line.say("")
        self._wanted = stored.template.name
        self.open()

    def _on_saved(self, now: StoredTemplate) -> None:
        if now.template.name in self._every:
            self._every[now.template.name] = now

    def _on_kept_apart(self, name: str, kept: StoredTemplate) -> None:
        self.form.show_template(None)
        self._go_to(kept)
        self.line.say(
            f"“{clean(name)}” was changed elsewhere meanwhile. What you wrote is kept as"
            f" “{clean(kept.template.name)}”."
        )

    def _on_told(self, words: str) -> None:
        self.line.say(words)

    def _on_left_out(self, words: str) -> None:
        self.line.say(f"“{clean(words)}” is no address, and is not kept." if words else "")

    def _ask(self, tool: Tool[P, R], params: P, done: Callable[[R], object]) -> None:
        self.bench.calls.ask(tool, params, done=done, failed=self._on_failed, owner=self)

    def _on_failed(self, error: KnownError) -> None:
        self.line.say(f"{error.sentence} {error.next_step}".strip())


def copied_words(found: CopiedTemplates) -> str:
    """What was copied, was there already, and could not be read, in sentences."""
    count = len(found.copied)
    said = [f"Copied {count} {'template' if count == 1 else 'templates'}."]
    if found.there:
        said.append(f"{len(found.there)} were there already.")
    if found.troubles:
        names = ", ".join(clean(each.filename) for each in found.troubles[:5])
        said.append(f"Not read: {names}.")
    return " ".join(said)
