"""Form of the review: page and action bar, which agree about the draft that is shown.

It knows the draft as it was read last and whether it is being sent; it calls no tool that
changes anything.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QToolButton, QWidget

from desktop_app.model.draft import Author, DraftVersion
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review import change_notices
from desktop_app.ui.review.action_bar import ActionBar
from desktop_app.ui.review.change_notices import Notice
from desktop_app.ui.review.delivery_actions import DeliveryActions
from desktop_app.ui.review.draft import sentences
from desktop_app.ui.review.draft.draft_status import EDITABLE, DraftStatus, phase_of, status_of
from desktop_app.ui.review.draft.draft_view import HTML, DraftView, is_own
from desktop_app.ui.review.draft.word_diff import Hunk, put_back
from desktop_app.ui.review.fixes import fix
from desktop_app.ui.review.height_watch import HeightWatch
from desktop_app.ui.review.press_guard import PressGuard
from desktop_app.ui.review.readiness import BarState, Facts, Readiness, Step, judge
from desktop_app.ui.review.refine_request import RefineRequest
from desktop_app.ui.review.refining import Refining
from desktop_app.ui.review.review_page import ReviewPage
from desktop_app.ui.review.send_later import SendLater
from desktop_app.ui.review.tabs.draft_panel import DraftPanel
from desktop_app.ui.review.words_seen import WordsSeen
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.focus import holds
from desktop_app.ui.widgets.parts import Button, column
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.tab_order import follow_layout
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size

ORDER_MS = 50


class ReviewForm(QWidget):
    """Form that shows `view`; `sending` freezes it until the press has been answered. `shown` when
    a draft has been read, for the first time or again."""

    shown = Signal()

    def __init__(self, bench: Workbench, entries: tuple[Button, ...], parent: QWidget) -> None:
        super().__init__(parent)
        set_role(self, "sheet")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._bench = bench
        self.view: DraftView | None = None
        self.sending = self._short = False
        self._notice: Notice | None = None
        self.page = ReviewPage(bench, self)
        self.page.words.shown_changed.connect(self._lead_focus)
        self._lead_focus()
        self._order = QTimer(self, singleShot=True, interval=ORDER_MS)
        self._order.timeout.connect(lambda: follow_layout(self))
        self.panel = DraftPanel(bench, self)
        self._beside = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._beside.setSpacing(0)
        self._beside.addWidget(self.page, 3)
        self._beside.addWidget(self.panel, 2)
        files = self.page.files
        foot = column(files)  # the attachments stand under the words, between the same edges
        layout = column(self._beside, foot, owner=self, fill=self._beside)
        self.words_seen = WordsSeen(self.page)
        self.guard = PressGuard(self)
        self.refine_request = RefineRequest(bench, self.page)
        self.action_bar = ActionBar(
            bench.theme,
            entries,
            bench.services.agent.description.refinements,
            self.panel.openers,
            (files.attach, files.cloud, self._template_button(), self.page.words.format),
            self,
        )
        layout.addWidget(self.action_bar)
        self.action_bar.more.menu().addAction(bench.actions.action("draft_in_gmail"))
        self.panel.offered.connect(self.action_bar.arrange)
        self.delivery = DeliveryActions(bench, self)
        self.later = SendLater(bench, self)
        self._connect()
        self.refining = Refining(bench, self, self._order.start)
        px = bench.theme.px
        foot.setContentsMargins(px(24), 0, px(24), 0)
        low = (self.page.set_short, self._set_short, self.action_bar.set_short)
        HeightWatch(bench.theme, self, Size.SHORT, low)
        very_low = (self.page.set_tight, self.action_bar.set_tight)
        HeightWatch(bench.theme, self, Size.TIGHT, very_low)

    def _lead_focus(self) -> None:
        """The keyboard goes where the words are shown: what is hidden would lose it to a button."""
        self.setFocusProxy(self.page.words.shown)

    def _set_short(self, short: bool) -> None:
        """On a low window the menu alone offers templates."""
        self._short = short
        self.show_actions()

    def _template_button(self) -> QToolButton:
        """Button for the templates, beside those that attach."""
        button, action = QToolButton(self), self._bench.actions.action("draft_template")
        set_role(button, "narrow")
        self._bench.theme.put_icon(button, "template", "second")
        button.setAccessibleName(action.text())
        button.setToolTip(as_tooltip(action.text()))
        button.clicked.connect(action.trigger)
        self.template = button
        return button

    def _connect(self) -> None:
        panel = self.panel
        self.page.checks.fixed.connect(lambda check: fix(self.page, check, self._bench.navigation))
        self.page.checks.changed.connect(self.show_actions)
        self.words_seen.changed.connect(self.show_actions)
        self.guard.changed.connect(self.show_actions)
        self.action_bar.page_wanted.connect(self.words_seen.show_next)
        self.action_bar.later_wanted.connect(self.ask_for_time)
        self.action_bar.reminder_wanted.connect(self.later.remind)
        self.later.changed.connect(self._say)
        self.page.edited.connect(self._on_edited)
        self.page.envelope.seen.connect(self._on_seen)
        panel.put_back.connect(self._put_back)
        panel.restored.connect(self._restore)

    @property
    def review(self) -> Review | None:
        return self.view.review if self.view else None

    @property
    def editable(self) -> bool:
        """Whether the draft can be changed and sent from here."""
        review = self.review
        return review is not None and phase_of(review.draft, review.outbox) in EDITABLE

    def show_view(self, view: DraftView) -> None:
        """Show another draft, from the top."""
        self.clear()
        self.view = view
        self.page.checks.forget()
        self.page.pressed = False
        self.guard.opened()
        self.page.show_view(view)
        self.panel.close_panel()
        self._say()
        if change_notices.came_while_away(view.review):
            self.tell_changed(view.review)
        self.page.verticalScrollBar().setValue(0)

    def show_blank(self) -> None:
        """An empty mail that can be written into, before there is a draft."""
        self.clear()
        self.page.pressed = False
        self.guard.opened()
        self.page.show_blank()
        self.panel.show_nothing()
        self.words_seen.follow(None)
        self.action_bar.show_state(BarState(judge(Facts()), editable=True))
        self._order.start()
        self.page.verticalScrollBar().setValue(0)

    def fill_in(self, view: DraftView) -> None:
        """Show the draft of a mail that began empty; what was typed meanwhile stays."""
        self.view = view
        self.page.fill_in(view)
        self._say()

    def take_over(self, view: DraftView) -> None:
        """The same draft, changed elsewhere: show what is stored now."""
        self.view = view
        self.page.show_view(view)
        self._say()

    def refresh(self, view: DraftView) -> None:
        """The same draft read again: what is known about it, not what is edited."""
        was_open, self.view = self.editable, view
        self.page.refresh(view)
        if was_open and change_notices.gone_there(view.review):
            self.notice(sentences.gone_there(view.review))
        elif self.editable and not was_open:
            self.drop_notice(sentences.GONE_THERE)
        if self.page.content() == view.review.draft.content:
            self.page.show_badges(view.review)
        self._say()

    def clear(self) -> None:
        """No draft is shown."""
        self.view = self._notice = None
        self.later.forget()
        self.sending = False
        self.refine_request.forget()

    def freeze(self) -> None:
        """Send was pressed: what is shown stays until that is answered."""
        self.sending = self.page.pressed = True
        if holds(self.action_bar):
            self.page.focus_words()  # a button that is switched off would hand the focus on
        self.page.set_read_only(True)
        self.show_actions()

    def thaw(self) -> None:
        self.sending = False
        if self.view is not None:
            self.page.refresh(self.view)
        self.show_actions()

    def notice(self, status: DraftStatus, buttons: tuple[Button, ...] = ()) -> None:
        """Say something more about this draft, until the next such thing."""
        self._notice = (status, buttons)
        self._show_strips()
        announce(self, status.text)

    def drop_notice(self, start: str = "") -> None:
        """Take the notice away, if its text begins so."""
        if self._notice is not None and self._notice[0].text.startswith(start):
            self._notice = None
            self._show_strips()

    def tell_changed(self, review: Review, *, taken: bool = False) -> None:
        """Someone else wrote the newest version, or the person took a change of theirs: say so, and
        offer what was there before."""
        notice = change_notices.changed(
            review, self._now(), taken=taken, take=self._restore, fine=self.drop_notice
        )
        if notice is not None:
            self.notice(*notice)

    def tell_conflict(self, review: Review, put_in: Callable[[Author], None]) -> None:
        """Someone else wrote while the person typed. The other text is taken as its author's
        (`put_in`), so that both stay versions."""

        def take(version: DraftVersion) -> None:
            self._restore(version, version.author)
            put_in(version.author)

        self.notice(*change_notices.conflict(review, take, self.drop_notice))

    def look_through(self) -> None:
        """Send is pressed: no finding is held back any more."""
        self.page.pressed = True
        if self.view is not None:
            self.page.refresh(self.view)

    def ready(self, *, stored: bool = True) -> Readiness:
        """Whether the mail may leave now, and what is shown next."""
        return judge(self.facts(stored=stored))

    def facts(self, *, stored: bool = True) -> Facts:
        """What is known now of the draft that is shown."""
        review, checks = self.review, self.page.checks
        return Facts(
            editable=self.editable,
            can_send=review is not None and review.can_send,
            words_seen=not self.words_seen.pending,
            everyone_seen=self.page.envelope.whole,
            blocking=checks.blocking,
            unconfirmed=checks.unconfirmed,
            closed=self.guard.closed,
            sending=self.sending,
            stored=stored,
        )

    def show_step(self, step: Step) -> None:
        """Show what keeps the mail here."""
        if step is Step.WORDS:
            self.words_seen.show_next()
        elif step is Step.PEOPLE:
            self.page.verticalScrollBar().setValue(0)
            self.page.envelope.show_everyone()
            announce(self, sentences.OPEN_FIRST)
        elif step is Step.CHECK:
            self.go_to_check(open_only=True)
        elif step is Step.EXPLAIN:
            announce(self, self.action_bar.note.text())

    def tell_reason(self) -> None:
        """Say what keeps the mail here. The answer to the press comes late: the focus stays."""
        self.page.ensureWidgetVisible(self.page.checks)
        announce(self, judge(self.facts().answered()).reason)

    def go_to_check(self, *, open_only: bool) -> None:
        """Focus the first check that keeps the mail here, or the next of all."""
        checks = self.page.checks
        row = checks.focus_open() if open_only else checks.focus_next()
        if row is not None:
            self.page.ensureWidgetVisible(row)
            announce(self, row.accessibleName())

    def ask_for_time(self) -> None:
        """Choose when it leaves, in place of at once."""
        if self.editable and not self.sending:
            self.later.ask(self.page.recipients)

    def compare(self) -> None:
        """Bring up what was changed since the assistant wrote it."""
        self.panel.show_changes()

    def step_version(self, by: int) -> None:
        """Bring up an older (1) or a newer (-1) version."""
        self.panel.step_version(by)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The panel stands beside the page where there is room for both, else below it."""
        super().resizeEvent(event)
        way, px = QBoxLayout.Direction, self._bench.theme.px
        wide = event.size().width() >= px(Size.TEXT_WIDTH) + px(Size.LEAST_THREAD)
        self._beside.setDirection(way.LeftToRight if wide else way.TopToBottom)

    def show_actions(self) -> None:
        """Bring the buttons and the note up to date with the draft and its checks."""
        review = self.review
        if review is None:
            return
        facts, draft = self.facts(), review.draft
        wanted = facts.editable and not self.page.formatted
        self.template.setVisible(wanted and not self._short)
        if facts.closed and holds(self.action_bar):
            self.page.focus_words()
        self.action_bar.show_state(
            BarState(
                judge(facts),
                editable=facts.editable,
                proposed=draft.proposed,
                can_archive=bool(draft.thread_id),
                refinable=facts.editable and not self.page.formatted,
                recipients=self.page.recipients,
                named=self.named(),
                delivery=review.delivery_note,
                when=self.later.when(),
            )
        )

    def named(self) -> frozenset[str]:
        """The keys of the recipients who may be called by their name."""
        found = self.review.recipients if self.review is not None else ()
        return frozenset(each.address.key for each in found if each.named)

    def _say(self) -> None:
        self._order.start()
        if self.view is not None:
            self.panel.show_view(self.view, self._now(), editable=self.editable)
        self._show_strips()
        self.words_seen.follow(self.review)
        self.show_actions()
        self.shown.emit()

    def _show_strips(self) -> None:
        notices: list[Notice] = []
        if (review := self.review) is not None:
            notices.append((status_of(review, self._now()), self.delivery.buttons(review)))
            if review.stale and self.editable:
                thread, navigation = review.draft.thread_id, self._bench.navigation
                show = ("Show", lambda: navigation.open_thread(thread))
                notices.append((sentences.new_mail(), (show,)))
            if self.editable:
                notices += self.later.notices(review, lambda: self.page.recipients)
            if review.beside is not None:
                notices.append(change_notices.beside(review, self._now(), self._bench))
        if self._notice is not None:
            notices.append(self._notice)
        self.page.show_strips(tuple(notices))

    def _on_edited(self) -> None:
        self._order.start()
        if self.view is not None and not self.sending:
            self.show_actions()

    def _on_seen(self) -> None:
        """Send works once everyone has been on the screen."""
        self._order.start()
        self.show_actions()

    def _restore(self, version: DraftVersion, hand: Author | None = None) -> None:
        self.drop_notice()
        contents = (version.content, self.page.content())
        foreign = any(each.content_type == HTML and not is_own(each) for each in contents)
        if foreign and self.review is not None:  # nothing of it can be typed into the page
            self.delivery.take(self.review.draft.id, version.content, hand)
        else:
            self.page.put_content(version.content)

    def _put_back(self, hunk: Hunk) -> None:
        body = self.page.body
        body.replace_source(put_back(body.source(), hunk))

    def _now(self) -> float:
        return self._bench.services.clock()
