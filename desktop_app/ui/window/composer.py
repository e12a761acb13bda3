"""Composer of new mail: compose, reply, forward. The review opens empty at once."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject

from desktop_app.mail.drafts.mailto import mail_link
from desktop_app.model.errors import Conflict, KnownError
from desktop_app.model.template import StoredTemplate
from desktop_app.model.wish import Letter
from desktop_app.tools.person import editing_anew, outside_letters, templates
from desktop_app.tools.verbs import create_draft, draft_forward, draft_reply
from desktop_app.ui.bench.navigation import NewDraft, Prefill
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dialogs import ask_text
from desktop_app.ui.widgets.safe_text import clean


class Composer(QObject):
    """Answers to the actions compose, reply, reply all and forward."""

    def __init__(self, bench: Workbench, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = bench
        navigation, on = bench.navigation, bench.actions.on
        navigation.compose_wanted.connect(self.compose)
        on("compose", lambda: self.compose(Prefill()))
        on("reply", lambda: self.reply(reply_all=False))
        on("reply_all", lambda: self.reply(reply_all=True))
        on("forward", self.forward)
        on("edit_as_new", self.edit_as_new)
        on("message_template", self.ask_name_of_template)

    def compose(self, prefill: Prefill) -> None:
        """A new mail from the account the lists are narrowed to, or the default one."""
        if prefill.letter is not None:
            self._begin(prefill.letter)
            return
        params = create_draft.CreateDraft(
            to=prefill.to,
            cc=prefill.cc,
            subject=prefill.subject,
            body=prefill.body,
            account=prefill.account or self._bench.selection.account,
        )
        self._write(NewDraft(create_draft.TOOL, params, addressed=bool(prefill.to)))

    def _begin(self, letter: Letter) -> None:
        """A new mail that begins outside of the window."""
        params = outside_letters.BeginLetter(letter=letter, account=self._bench.selection.account)
        addressed = bool(letter.to or mail_link(letter.link).to)
        self._write(NewDraft(outside_letters.BEGIN_LETTER, params, addressed=addressed))

    def reply_to_list(self) -> None:
        """To where the list of the mail takes answers."""
        self.reply(reply_all=False, to_list=True)

    def reply(self, *, reply_all: bool, to_list: bool = False) -> None:
        message = self._bench.selection.answered
        if message:
            params = draft_reply.DraftReply(
                message_id=str(message), reply_all=reply_all, to_list=to_list
            )
            self._write(self._about(NewDraft(draft_reply.TOOL, params, addressed=True)))

    def forward(self) -> None:
        message = self._bench.selection.answered
        if message:
            params = draft_forward.DraftForward(message_id=str(message))
            self._write(self._about(NewDraft(draft_forward.TOOL, params, addressed=False)))

    def edit_as_new(self) -> None:
        """A new mail with all that the current one has."""
        message = self._bench.selection.answered
        if message:
            params = editing_anew.EditAsNew(message_id=message)
            self._write(NewDraft(editing_anew.EDIT_AS_NEW, params, addressed=True))

    def ask_name_of_template(self, label: str = "Name", name: str = "", message: int = 0) -> None:
        """Keep the words of a mail of the person's own as a template."""
        message = message or self._bench.selection.answered
        if message:
            ask_text(
                self._bench.actions.window,
                "Save as a template",
                label,
                name,
                "Save",
                lambda given: self._make_template(given, message),
            )

    def _make_template(self, name: str, message: int) -> None:
        def made(stored: StoredTemplate) -> None:
            words = clean(stored.template.name)
            self._bench.navigation.toast(f"Saved as the template “{words}”. ;{words} puts it in.")

        def failed(error: KnownError) -> None:
            if isinstance(error, Conflict):
                self.ask_name_of_template(error.sentence, name, message)
            else:
                self._bench.navigation.toast(f"{error.sentence} {error.next_step}".strip())

        params = templates.MakeTemplate(name=name, message_id=message)
        self._bench.calls.ask(templates.MAKE_TEMPLATE, params, done=made, failed=failed, owner=self)

    def _about(self, new: NewDraft) -> NewDraft:
        """With what is shown now, which the mail answers."""
        selection = self._bench.selection
        return replace(new, thread_id=selection.conversation, message_id=selection.answered)

    def _write(self, new: NewDraft) -> None:
        self._bench.navigation.write(new)
