"""Window of one draft: the whole review, with a bench of its own.

What is pressed, typed and told here is about this draft alone. Closing keeps the draft, as leaving
the review does; the window waits, hidden, for the next draft.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QRect, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QMainWindow, QStatusBar, QWidget

from desktop_app.model.address import people
from desktop_app.model.outbox import OutboxState
from desktop_app.ui.background.calls import Calls
from desktop_app.ui.background.window_jobs import WindowJobs
from desktop_app.ui.bench.action_table import Menu, Need
from desktop_app.ui.bench.actions import ActionRegistry
from desktop_app.ui.bench.letter_keys import LetterKeys
from desktop_app.ui.bench.navigation import Navigation, Undo
from desktop_app.ui.bench.selection import Elsewhere, Selection
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.drafts.outbox_pane import OutboxPane
from desktop_app.ui.drafts.outgoing_mail import OutgoingMail, outcome
from desktop_app.ui.review.draft.draft_status import Phase, phase_of
from desktop_app.ui.review.moved_draft import MovedDraft
from desktop_app.ui.review.not_like_this import NotLikeThis
from desktop_app.ui.review.pane import ReviewPane
from desktop_app.ui.widgets.elided_label import ElidedLabel
from desktop_app.ui.widgets.focus import enter_presses, press
from desktop_app.ui.widgets.parts import column
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.tokens import Size
from desktop_app.ui.window import clipboard, panes
from desktop_app.ui.window.draft_window.to_main import bring_to_front, pass_on
from desktop_app.ui.window.gmail_actions import GmailActions
from desktop_app.ui.window.notices import Notices
from desktop_app.ui.window.toasts import ToastArea

MENUS = (Menu.FILE, Menu.EDIT, Menu.VIEW, Menu.DRAFT, Menu.HELP)
BACK = "Back into the main window"
PASSING_MS = 6000


class DraftWindow(QMainWindow):
    """Window with the signals `came` and `went`, when a draft is shown in it and when it has been
    hidden again, and `given_back(MovedDraft)`, for the main window. `main` is the bench of that."""

    came = Signal()
    went = Signal()
    given_back = Signal(object)

    def __init__(self, main: Workbench) -> None:
        super().__init__()
        self.setObjectName("draft_window")
        self._main = main
        self._pressed = self._followed = self._ending = False
        self._given = self.size()
        theme = main.theme
        self.bench = bench = replace(
            main,
            calls=Calls(main.services.runner, WindowJobs(main.calls.jobs, self)),
            navigation=Navigation(self),
            selection=Selection(self),
            actions=ActionRegistry(self, theme, main.services.settings),
            elsewhere=Elsewhere(self),
        )
        bench.elsewhere.look(self._shower)
        bench.actions.rename("draft_window", BACK)
        theme.keep(self, self._bound)
        self.notices = Notices(bench)
        self._bar = QStatusBar(self)
        self._bar.setAccessibleName("Status")
        self._bar.setSizeGripEnabled(False)
        self._passing = ElidedLabel()
        self._bar.addWidget(self._passing, 1)
        self.setStatusBar(self._bar)
        self._passing_timer = QTimer(self, singleShot=True, interval=PASSING_MS)
        self._passing_timer.timeout.connect(lambda: self._say(""))
        central = QWidget(self)
        self.pane = ReviewPane(bench, central, alone=True)
        column(self.notices, self.pane, owner=central, fill=self.pane)
        self.setCentralWidget(central)
        self.toasts = ToastArea(theme, central, (), self._bar)
        self.outbox = OutboxPane(bench, self)
        self.toasts.float_widget(self.outbox)
        self._letters = LetterKeys(bench, self)
        self._connect()
        self._offer_actions()

    @property
    def draft_id(self) -> str:
        """The draft that is open here; empty while the window waits."""
        return self.bench.selection.draft

    @property
    def resized(self) -> bool:
        """Whether it is not as large as it was made."""
        return self.size() != self._given

    def stand(self, place: QRect) -> None:
        """Be at a place of the screen, in pixels, when it is shown next."""
        self.setGeometry(place)
        self._given = self.size()

    def take(self, moved: MovedDraft) -> None:
        """Show a draft. The window is in front then, and has the keyboard."""
        self._pressed = self._followed = False
        self.show()
        self.pane.take(moved)
        self._name()
        self.outbox.read()
        self.came.emit()
        bring_to_front(self)

    def hand_over_toast(self) -> None:
        """What is still said here is said in the main window when this one has gone."""
        said = self.toasts.toast.take()
        if said is not None:
            self._main.navigation.toast(*said)

    def end(self) -> None:
        """The application ends: what is typed is saved."""
        self._ending = True
        self.pane.closing()
        self._letters.stop()
        self.hide()
        self.deleteLater()

    def _shower(self, draft_id: str) -> Callable[[], object] | None:
        """To this window every draft but its own is elsewhere."""
        if draft_id == self.draft_id:
            return None
        return partial(self._main.navigation.open_draft, draft_id)

    def _bound(self) -> None:
        px = self.bench.theme.px
        self.setMinimumSize(px(Size.REVIEW), px(Size.TIGHT))

    def _connect(self) -> None:
        bench, navigation = self.bench, self.bench.navigation
        pass_on(navigation, self._main.navigation, self._show_main)
        navigation.draft_wanted.connect(self._open_draft)
        navigation.back_wanted.connect(self.close)
        navigation.peek_wanted.connect(self._show_conversation)
        navigation.toast_wanted.connect(self._toast)
        navigation.float_wanted.connect(self._float)
        navigation.status_wanted.connect(self._say)
        navigation.focus_wanted.connect(lambda _: press(self.pane))
        navigation.own_window_wanted.connect(self.given_back)
        bench.calls.jobs.failed.connect(self.notices.show_error)
        bench.calls.jobs.broke.connect(self.notices.show_bug)
        bench.announcements.setting.connect(self._on_setting)
        bench.selection.changed.connect(self._follow)
        self.pane.press.sent.connect(self._on_sent)
        self.pane.form.shown.connect(self._end_if_sent)
        self.pane.page.envelope.subject.textChanged.connect(self._name)
        self.outbox.told.connect(self._on_told)

    def _offer_actions(self) -> None:
        on, navigation = self.bench.actions.on, self.bench.navigation
        works: dict[str, Callable[[], object]] = {
            "undo": self._undo,
            "close": self.close,
            "quit": self._quit,
            "settings": lambda: navigation.settings_wanted.emit(""),
            "palette": self._palette,
            "help": self._help,
            "guide": navigation.open_guide,
            "templates": lambda: panes.show_dialog("templates", self.bench, self),
            **clipboard.WORKS,
        }
        for name, work in works.items():
            on(name, work)
        NotLikeThis(self.bench, self)
        GmailActions(self.bench, self)
        self.bench.actions.fill_menus(self.menuBar(), MENUS)
        self.bench.actions.settle()

    def _on_setting(self, key: str) -> None:
        if key == "keys.rebound":
            self.bench.actions.rebind()

    def _follow(self) -> None:
        """Without a draft there is nothing to show. The lists of an account are the main
        window's."""
        selection = self.bench.selection
        if selection.account:
            self._show_main()
            self._main.selection.narrow_to(selection.account)
            selection.account = ""
        self.bench.actions.have(Need.DRAFT, bool(selection.draft))
        if not selection.reviewing and not self._ending:
            self._go()

    def _name(self) -> None:
        """The title says what is written."""
        subject = clean(self.pane.page.envelope.subject.text()).strip()
        self.setWindowTitle(f"Draft: {subject or 'no subject'}")

    def _open_draft(self, draft_id: str) -> None:
        if draft_id == self.draft_id:
            bring_to_front(self)
            press(self.pane)
            return
        self._show_main()
        self._main.navigation.open_draft(draft_id)

    def _show_main(self) -> None:
        bring_to_front(self._main.actions.window)

    def _show_conversation(self, shown: bool) -> None:
        """It has its place in the main window."""
        thread, message = self.bench.selection.answers
        if shown and thread:
            self._show_main()
            self._main.navigation.open_thread(thread, message)
        self.bench.selection.changed.emit()  # the button says again what is shown here

    def _toast(self, text: str, undo: Undo | None) -> None:
        """In passing, here; where the window has gone, in the main one."""
        if self.isVisible():
            self.toasts.show_toast(text, undo)
        else:
            self._main.navigation.toast(text, undo)

    def _float(self, widget: QWidget) -> None:
        """What asks about text that can't be stored is seen, also where the main window closes."""
        self.toasts.float_widget(widget)
        if widget is self.pane.unsaved:
            bring_to_front(self)

    def _say(self, text: str) -> None:
        self._passing.set_words(clean(text))
        if text:
            self._passing_timer.start()

    def _undo(self) -> None:
        if not self.toasts.undo():
            self.bench.navigation.toast("There is nothing to undo.")

    def _quit(self) -> None:
        """What is asked then is asked in the main window."""
        self._show_main()
        self._main.actions.trigger("quit")

    def _palette(self) -> None:
        from desktop_app.ui.widgets.dialogs import present
        from desktop_app.ui.window.palette import Palette

        present(Palette(self.bench, self))

    def _help(self) -> None:
        from desktop_app.ui.widgets.dialogs import present
        from desktop_app.ui.window.help import ShortcutHelp

        present(ShortcutHelp(self.bench, self))

    # After the press

    def _on_sent(self, _: object) -> None:
        self._pressed = True

    def _on_told(self) -> None:
        """Whoever has seen the mail in the outbox tells what became of it."""
        self._followed |= self.outbox.moves(self.draft_id)
        self._end_if_sent()

    def _end_if_sent(self) -> None:
        """A mail that was sent from here and has left leaves nothing to do here."""
        review = self.pane.form.review
        if not self._pressed or review is None or review.draft.id != self.draft_id:
            return
        sent = phase_of(review.draft, review.outbox) is Phase.SENT
        if not sent or self.outbox.moves(self.draft_id):
            return
        if not self._followed:
            to = people(review.draft.content.recipients, named=self.pane.form.named())
            mail = OutgoingMail(
                0, self.draft_id, clean(to), OutboxState.SENT, 0, local=not review.delivers
            )
            self._main.navigation.toast(outcome(mail)[0])
        self.bench.selection.close_draft()

    # Its end

    def closeEvent(self, event: QCloseEvent) -> None:
        """Once everything is stored; where that fails the person is asked here."""
        if self._ending or not self.isVisible():
            event.accept()
            return
        event.ignore()
        if not self.pane.before_close(self.close):
            self.bench.selection.close_draft()

    def _go(self) -> None:
        """Be hidden until the next draft."""
        if self.isHidden():
            return
        active = self.isActiveWindow()
        self.hide()
        self.hand_over_toast()
        self.went.emit()
        if active:
            self._main.actions.window.activateWindow()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not enter_presses(event):
            super().keyPressEvent(event)
