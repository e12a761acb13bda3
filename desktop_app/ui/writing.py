"""Starting a mail of one's own: compose, reply, forward. It opens the draft that was made."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject

from desktop_app.model.errors import KnownError
from desktop_app.model.message import Message
from desktop_app.tools.base import P, Tool
from desktop_app.tools.verbs import create_draft, draft_forward, draft_reply
from desktop_app.ui.navigation import Prefill
from desktop_app.ui.type_ahead import TypeAhead
from desktop_app.ui.workbench import Workbench


class Writer(QObject):
    """Answers to compose, reply, reply all and forward. Repeated presses make one draft. What is
    typed before it is there goes into it."""

    def __init__(self, bench: Workbench, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = bench
        self._message: Message | None = None
        self._account = ""
        self._opened = ""
        self._ahead = TypeAhead(bench.actions.window, self)
        navigation, on = bench.navigation, bench.actions.on
        navigation.message_shown.connect(self._on_message)
        navigation.account_shown.connect(self._on_account)
        navigation.compose_wanted.connect(self.compose)
        navigation.writing_shown.connect(self._on_writing)
        on("compose", lambda: self.compose(Prefill()))
        on("reply", lambda: self.reply(reply_all=False))
        on("reply_all", lambda: self.reply(reply_all=True))
        on("forward", self.forward)

    def compose(self, prefill: Prefill) -> None:
        """A new mail from the account the lists are narrowed to, or the default one."""
        params = create_draft.CreateDraft(
            to=prefill.to,
            subject=prefill.subject,
            body=prefill.body,
            account=prefill.account or self._account,
        )
        self._ask(create_draft.TOOL, params)

    def reply(self, *, reply_all: bool) -> None:
        if self._message is None:
            return
        params = draft_reply.DraftReply(message_id=str(self._message.id), reply_all=reply_all)
        self._ask(draft_reply.TOOL, params)

    def forward(self) -> None:
        if self._message is None:
            return
        params = draft_forward.DraftForward(message_id=str(self._message.id))
        self._ask(draft_forward.TOOL, params)

    def _ask(self, tool: Tool[P, Any], params: P) -> None:
        self._opened = ""
        self._ahead.hold()
        self._bench.calls.ask(
            tool, params, done=self._open, failed=self._on_failed, key="write", owner=self
        )

    def _open(self, saved: Any) -> None:
        """A message named by its id is never ambiguous, so a saved draft always comes back."""
        self._opened = saved.draft_id
        self._bench.navigation.open_draft(saved.draft_id)

    def _on_failed(self, error: KnownError) -> None:
        self._ahead.drop()
        self._bench.calls.jobs.failed.emit(error)

    def _on_writing(self, draft_id: str, ready: bool) -> None:
        if draft_id != self._opened:
            return  # one that was on its way before
        if ready:
            self._ahead.give()
        else:
            self._ahead.drop()

    def _on_message(self, message: Message | None) -> None:
        self._message = message

    def _on_account(self, account_id: str) -> None:
        self._account = account_id
