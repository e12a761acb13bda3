"""Assistant pane: the conversation in the dock, with answers and proposals.

It runs whatever agent it was given, as one job, and knows no tool; nothing is sent from here.
"""

from __future__ import annotations

from threading import Event

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget, QWidget

from desktop_app.assistant.answer_events import MailWritten, PartRead
from desktop_app.assistant.transcript import AgentPlace, Ask, Ended, Option
from desktop_app.model.errors import KnownError
from desktop_app.model.message import Body
from desktop_app.tools.person import conversations
from desktop_app.ui.assistant.cloud_consent import CloudConsent
from desktop_app.ui.assistant.column import TurnColumn
from desktop_app.ui.assistant.earlier_conversations import EarlierConversations
from desktop_app.ui.assistant.event_queue import EventQueue
from desktop_app.ui.assistant.header import Header
from desktop_app.ui.assistant.prompt import PromptBox
from desktop_app.ui.assistant.replay import Replay
from desktop_app.ui.assistant.welcome import Welcome
from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.bench.references import open_draft_in_gmail, open_reference
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.model_requests.dialog import SentDialog
from desktop_app.ui.reading.links import follow
from desktop_app.ui.widgets.dialogs import present
from desktop_app.ui.widgets.focus import hand_on, press
from desktop_app.ui.widgets.parts import column
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.tab_order import follow_layout
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size

SETTINGS_PAGE = "Assistant"
REST = "Read the rest, and complete your answer."
DRAFT_IT = "Make a draft of this."


class AssistantPane(Pane):
    """Pane whose `ask` asks now, or when the answer under way has ended."""

    written_in = True

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        set_role(self, "region")
        self.setAccessibleName("Assistant")
        self.agent = bench.services.agent
        self._cancelled: Event | None = None
        self._waiting: list[Ask] = []
        self._last: Ask | None = None
        self._thread_id, self._thread_title = "", ""
        self._draft_id, self._account = "", ""
        self._left_out = False
        self.queue = EventQueue(self)
        self.column = TurnColumn(bench.theme, bench.calls.jobs, bench.services.clock)
        self.header = Header(bench.theme)
        self.welcome = Welcome(bench.theme)
        self.earlier = EarlierConversations(bench)
        self.consent = CloudConsent(bench, self.column, self._again)
        self.replay = Replay(bench, self.column)
        self.stack = QStackedWidget()
        for page in (self.welcome, self.column, self.earlier):
            self.stack.addWidget(page)
        self.prompt = PromptBox(bench.theme)
        self.setFocusProxy(self.prompt.entry)
        self.parts = QWidget()
        column(self.parts, owner=self)
        column(self.header, self.stack, self.prompt, owner=self.parts, fill=self.stack)
        self._connect()
        self.show_agent()

    def sizeHint(self) -> QSize:
        """As wide as the columns beside it reckon with."""
        return QSize(self.bench.theme.px(Size.ASSISTANT), super().sizeHint().height())

    @property
    def running(self) -> bool:
        return self._cancelled is not None

    def closing(self) -> None:
        self.stop()

    def ask(self, ask: Ask) -> None:
        """Ask now, or as soon as the answer under way has ended."""
        if self.running:
            self._waiting.append(ask)
            return
        self._last = ask
        self.stack.setCurrentWidget(self.column)
        self.column.markdown = self.agent.description.place is not AgentPlace.BUILT_IN
        self.column.ask(ask.prompt)
        cancelled = Event()
        self._cancelled = cancelled
        self.prompt.set_running(True)
        agent, queue = self.agent, self.queue

        def run() -> None:
            try:
                agent.run(ask, queue.put, cancelled)
            except KnownError as error:
                queue.put(Ended(error=error.sentence, next_step=error.next_step))
            finally:
                queue.finish()

        self.bench.calls.jobs.run(run, cancelled=cancelled)

    def stop(self) -> None:
        """End the answer under way; what was said stays."""
        self._waiting.clear()
        if self._cancelled is not None:
            self._cancelled.set()

    def _on_escape(self) -> None:
        """Leave the earlier conversations; stop what runs; with nothing to stop, go back to the
        list."""
        if self.stack.currentWidget() is self.earlier:
            self.earlier.leave()
        elif self.running:
            self.stop()
        else:
            self.bench.navigation.focus("list")

    def new_conversation(self) -> None:
        """Forget what was said."""
        if self.running:
            self.stop()
            return
        self.bench.calls.jobs.run(self.agent.forget)
        self._begin_anew()

    def show_agent(self) -> None:
        """Who answers, by the settings as they are now."""
        told = self.agent.description
        self.header.show_agent(told)
        self.welcome.show_introduction(told.introduction)
        self._show_context()

    def _begin_anew(self) -> None:
        self.column.clear()
        self.replay.forget()
        self._last, self._left_out = None, False
        self._show_context()
        self.stack.setCurrentWidget(self.welcome)
        press(self.prompt.entry)

    def _again(self) -> None:
        """Ask the same again."""
        if self._last is not None and not self.running:
            self.ask(self._last)

    def _show_earlier(self) -> None:
        """The list of earlier conversations, or back from it."""
        if self.stack.currentWidget() is self.earlier:
            self._leave_earlier()
            return
        self.stack.setCurrentWidget(self.earlier)
        self.earlier.open()

    def _leave_earlier(self) -> None:
        talked = self._last is not None or self.replay.shown
        self.stack.setCurrentWidget(self.column if talked else self.welcome)
        press(self.prompt.entry)

    def _open_earlier(self, conversation_id: str) -> None:
        """Show an earlier conversation, and go on with it."""
        if self.running:
            self.bench.navigation.toast("Stop the answer first, then open a conversation.")
            return
        self._last = None
        self.replay.open(conversation_id, self._on_opened)

    def _on_opened(self) -> None:
        self.stack.setCurrentWidget(self.column)
        hand_on(self, self.prompt.entry)

    def _on_earlier_deleted(self, conversation_id: str) -> None:
        if conversation_id == self.agent.conversation_id and not self.running:
            self.bench.calls.jobs.run(self.agent.forget)
            self.column.clear()
            self._last = None
            self.replay.forget()

    def _show_sent(self, payload_id: int = 0) -> None:
        wanted = conversations.ListPayloads(conversation_id=self.agent.conversation_id)
        present(SentDialog(self.bench, wanted, self, payload_id))

    def _follow_link(self, url: str) -> None:
        """A link of an answer that was looked at already (ui/turns/answer.py)."""
        follow(url, Body("", ""), self.bench.navigation, lambda _: None)

    def _on_setting(self, key: str) -> None:
        if key.startswith("assistant."):
            self.show_agent()

    def _ask_words(self, prompt: str, message_id: str = "") -> None:
        with_context = not self._left_out
        self.ask(
            Ask(
                prompt,
                thread_id=self._thread_id if with_context else "",
                message_id=message_id,
                draft_id=self._draft_id if with_context else "",
                account=self._account,
            )
        )

    def _ask_pressed(self, prompt: str, message_id: str = "") -> None:
        """What was pressed is done with: the focus goes where the next words are typed."""
        press(self.prompt.entry)
        self._ask_words(prompt, message_id)

    def _on_rest_wanted(self, part: PartRead) -> None:
        press(self.prompt.entry)
        self.ask(Ask(REST, thread_id=part.thread_id, unread=part.unread, account=self._account))

    def _on_draft_wanted(self, mail: MailWritten) -> None:
        press(self.prompt.entry)
        self.ask(Ask(DRAFT_IT, account=self._account, written=mail))

    def _on_picked(self, option: Option) -> None:
        self._ask_pressed(option.prompt, option.message_id)

    def _on_finished(self) -> None:
        self._cancelled = None
        self.prompt.set_running(False)
        follow_layout(self.parts)
        if self._waiting:
            self.ask(self._waiting.pop(0))

    def _follow(self) -> None:
        """What is shown is what is talked about, until that is left out."""
        selection = self.bench.selection
        self._account = selection.account
        found = selection.opened
        context = (str(found.thread.id) if found else "", selection.draft)
        if context != (self._thread_id, self._draft_id):
            self._thread_id, self._draft_id = context
            self._thread_title = clean(found.thread.subject) if found else ""
            self._left_out = False
            self._show_context()

    def _leave_context_out(self) -> None:
        self._left_out = True
        self._show_context()
        press(self.prompt.entry)

    def _show_context(self) -> None:
        words = ""
        if not self._left_out and self._draft_id:
            words = "This draft"
        elif not self._left_out and self._thread_id:
            words = f"This conversation: {self._thread_title or '(no subject)'}"
        self.prompt.context.show_words(words)
        thread_open = bool(self._thread_id) and not self._left_out
        self.welcome.show_starters(self.agent.starters(thread_open=thread_open))

    def _connect(self) -> None:
        navigation, prompt, column = self.bench.navigation, self.prompt, self.column
        self.queue.arrived.connect(column.take)
        self.queue.finished.connect(self._on_finished)
        self.welcome.chosen.connect(self._ask_pressed)
        prompt.asked.connect(self._ask_words)
        prompt.stopped.connect(self.stop)
        prompt.context_left_out.connect(self._leave_context_out)
        column.opened.connect(lambda reference: open_reference(self.bench, reference))
        column.review_wanted.connect(navigation.open_draft)
        column.gmail_wanted.connect(lambda draft: open_draft_in_gmail(self.bench, draft))
        column.picked.connect(self._on_picked)
        column.answered.connect(self._ask_pressed)
        column.requests_wanted.connect(lambda: navigation.show_drafts("review"))
        column.again_wanted.connect(self._again)
        column.settings_wanted.connect(lambda: navigation.settings_wanted.emit(SETTINGS_PAGE))
        column.payload_wanted.connect(self._show_sent)
        column.sending_answered.connect(lambda n, yes: self.agent.answer_sending(n, yes=yes))
        column.linked.connect(self._follow_link)
        column.pointed.connect(navigation.status)
        column.rest_wanted.connect(self._on_rest_wanted)
        column.draft_wanted.connect(self._on_draft_wanted)
        column.model_told.connect(self.header.show_window)
        self.header.new_wanted.connect(self.new_conversation)
        self.header.earlier_wanted.connect(self._show_earlier)
        self.header.sent_wanted.connect(self._show_sent)
        self.earlier.chosen.connect(self._open_earlier)
        self.earlier.deleted.connect(self._on_earlier_deleted)
        self.earlier.closed.connect(self._leave_earlier)
        self.bench.announcements.setting.connect(self._on_setting)
        self.bench.selection.changed.connect(self._follow)
        self._follow()
        on = self.bench.actions.on
        on("assistant_new", self.new_conversation)
        on("requests", lambda: navigation.show_drafts("review"))
        escape = QShortcut(QKeySequence("Esc"), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self._on_escape)
