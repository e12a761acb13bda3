"""Leaving the list of a mail: one press after a question, a draft, or a page of the list."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from desktop_app.mail.message.unsubscribe import WaysOff
from desktop_app.model.message import Message
from desktop_app.tools.person import unsubscribing
from desktop_app.ui.bench.late_opening import late_opening
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.reading.links import mail_prefill, show_web
from desktop_app.ui.widgets.dialogs import confirm
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import set_role


class UnsubscribeButton(QPushButton):
    """Button that shows itself where a mail names a way off its list."""

    def __init__(self, bench: Workbench, message: Message) -> None:
        super().__init__("Unsubscribe…")
        set_role(self, "link")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setAccessibleDescription(f"Leave the list of {clean(message.sender.label)}")
        self.hide()
        self.clicked.connect(lambda: leave_list(bench, message, self))
        bench.calls.ask(
            unsubscribing.FIND_WAYS_OFF,
            unsubscribing.OfMessage(message_id=message.id),
            done=lambda ways: self.setVisible(bool(ways.whom)),
            failed=lambda _: None,
            owner=self,
        )


def leave_list(bench: Workbench, message: Message, over: QWidget) -> None:
    """Ask how the mail's list is left, then do that or say that there is no way."""
    come = late_opening(bench)

    def ask(ways: WaysOff) -> None:
        if ways.one_click or ways.mail or ways.page:
            words = f"Leaving the list of {clean(ways.whom)} waits for your word."
            come(lambda: _leave(bench, message, ways, over.window()), words)
        else:
            bench.navigation.toast("This mail names no list that could be left.")

    bench.calls.ask(
        unsubscribing.FIND_WAYS_OFF,
        unsubscribing.OfMessage(message_id=message.id),
        done=ask,
        key="ways off",
        owner=over,
    )


def _leave(bench: Workbench, message: Message, ways: WaysOff, window: QWidget) -> None:
    host = clean(ways.whom)
    if ways.one_click:
        confirm(
            window,
            f"Unsubscribe at {host}?",
            f"Draftdesk tells {host} to take you off its list. {host} learns your network address "
            "and that this mail was read. Nothing else is sent.",
            "Unsubscribe",
            lambda: _tell(bench, message),
        )
    elif ways.mail:
        prefill = mail_prefill(ways.mail)
        subject = prefill.subject or "unsubscribe"
        bench.navigation.compose(replace(prefill, subject=subject, account=message.account_id))
    else:
        confirm(
            window,
            f"Open the page of {host}?",
            f"This list is left on a page of its own, in your browser: {clean(ways.page)}",
            "Open page",
            lambda: show_web(bench.navigation, ways.page),
        )


def _tell(bench: Workbench, message: Message) -> None:
    bench.calls.ask(
        unsubscribing.UNSUBSCRIBE,
        unsubscribing.OfMessage(message_id=message.id),
        done=lambda told: bench.navigation.toast(told.display),
        failed=lambda error: bench.navigation.toast(f"{error.sentence} {error.next_step}".strip()),
        key=f"unsubscribe {message.id}",
    )
