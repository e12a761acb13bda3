"""Factories of the panes.

A pane is a QWidget made from a `Workbench` and its parent. Its module is
imported with its first use, so that the first window is quick.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog, QWidget

from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dialogs import present
from desktop_app.ui.widgets.parts import STYLE, column
from desktop_app.ui.widgets.tokens import Size

if TYPE_CHECKING:
    from desktop_app.ui.accounts.pane import AccountsPane
    from desktop_app.ui.activity.pane import AuditPane
    from desktop_app.ui.activity.seen_pane import SeenPane
    from desktop_app.ui.assistant.pane import AssistantPane
    from desktop_app.ui.backups.pane import BackupsPane
    from desktop_app.ui.drafts.outbox_pane import OutboxPane
    from desktop_app.ui.drafts.pane import DraftsPane
    from desktop_app.ui.mailbox.pane import ConversationsPane
    from desktop_app.ui.mailbox.senders_pane import SendersPane
    from desktop_app.ui.moving.out_pane import MovingOutPane
    from desktop_app.ui.moving.pane import MovingInPane
    from desktop_app.ui.people.pane import PeoplePane
    from desktop_app.ui.review.pane import ReviewPane
    from desktop_app.ui.review.read_through.pane import ReadThroughPane
    from desktop_app.ui.templates.pane import TemplatesPane
    from desktop_app.ui.thread.pane import ThreadPane


def conversations(bench: Workbench, parent: QWidget) -> ConversationsPane:
    from desktop_app.ui.mailbox.pane import ConversationsPane

    return ConversationsPane(bench, parent)


def drafts(bench: Workbench, parent: QWidget) -> DraftsPane:
    from desktop_app.ui.drafts.pane import DraftsPane

    return DraftsPane(bench, parent)


def thread(bench: Workbench, parent: QWidget) -> ThreadPane:
    from desktop_app.ui.thread.pane import ThreadPane

    return ThreadPane(bench, parent)


def review(bench: Workbench, parent: QWidget) -> ReviewPane:
    from desktop_app.ui.review.pane import ReviewPane

    return ReviewPane(bench, parent)


def read_through(
    bench: Workbench, parent: QWidget, chosen: tuple[str, ...], *, mine: bool
) -> ReadThroughPane:
    from desktop_app.ui.review.read_through.pane import ReadThroughPane

    return ReadThroughPane(bench, parent, chosen=chosen, mine=mine)


def assistant(bench: Workbench, parent: QWidget) -> AssistantPane:
    from desktop_app.ui.assistant.pane import AssistantPane

    return AssistantPane(bench, parent)


def outbox(bench: Workbench, parent: QWidget) -> OutboxPane:
    from desktop_app.ui.drafts.outbox_pane import OutboxPane

    return OutboxPane(bench, parent)


def people(bench: Workbench, parent: QWidget) -> PeoplePane:
    from desktop_app.ui.people.pane import PeoplePane

    return PeoplePane(bench, parent)


def accounts(bench: Workbench, parent: QWidget) -> AccountsPane:
    from desktop_app.ui.accounts.pane import AccountsPane

    pane = AccountsPane(bench, parent)
    pane.open()
    return pane


def audit(bench: Workbench, parent: QWidget) -> AuditPane:
    from desktop_app.ui.activity.pane import AuditPane

    return AuditPane(bench, parent)


def seen(bench: Workbench, parent: QWidget) -> SeenPane:
    from desktop_app.ui.activity.seen_pane import SeenPane

    return SeenPane(bench, parent)


def senders(bench: Workbench, parent: QWidget) -> SendersPane:
    from desktop_app.ui.mailbox.senders_pane import SendersPane

    return SendersPane(bench, parent)


def backups(bench: Workbench, parent: QWidget) -> BackupsPane:
    from desktop_app.ui.backups.pane import BackupsPane

    return BackupsPane(bench, parent)


def templates(bench: Workbench, parent: QWidget) -> TemplatesPane:
    from desktop_app.ui.templates.pane import TemplatesPane

    return TemplatesPane(bench, parent)


def moving_in(bench: Workbench, parent: QWidget) -> MovingInPane:
    from desktop_app.ui.moving.pane import MovingInPane

    return MovingInPane(bench, parent)


def moving_out(bench: Workbench, parent: QWidget) -> MovingOutPane:
    from desktop_app.ui.moving.out_pane import MovingOutPane

    return MovingOutPane(bench, parent)


AnyPane = Callable[
    [Workbench, QWidget],
    (
        "AuditPane | SeenPane | BackupsPane | SendersPane | TemplatesPane | MovingInPane"
        "| MovingOutPane"
    ),
]


@dataclass(frozen=True, slots=True)
class DialogPane:
    """A pane in a window of its own, with its `title`."""

    title: str
    make: AnyPane


DIALOGS: Mapping[str, DialogPane] = MappingProxyType(
    {
        "senders": DialogPane("Who writes most", senders),
        "audit": DialogPane("Activity record", audit),
        "seen": DialogPane("Mail that assistants saw", seen),
        "backups": DialogPane("Backups", backups),
        "templates": DialogPane("Templates", templates),
        "move_in": DialogPane("Move in from another program", moving_in),
        "move_out": DialogPane("Move mail out", moving_out),
    }
)
"""The panes that an action opens in a dialog, by the action's name."""


def show_dialog(name: str, bench: Workbench, window: QWidget) -> None:
    """Open one of `DIALOGS` over a window."""
    row, px = DIALOGS[name], bench.theme.px
    dialog = QDialog(window)
    dialog.setWindowTitle(row.title)
    dialog.resize(px(Size.TEXT_WIDTH), px(Size.DIALOG))
    pane = row.make(bench, dialog)
    column(pane, owner=dialog, margins=STYLE)
    present(dialog)
    pane.open()
