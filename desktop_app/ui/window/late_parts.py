"""Parts of the window that are made after its first list is painted.

All of it together would double the time to the first picture.
"""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop_app.ui.accounts.account_dialogs import AccountDialogs
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.mailbox.label_picker import offer_labels
from desktop_app.ui.mailbox.later_actions import LaterActions
from desktop_app.ui.mailbox.organiser import Organiser
from desktop_app.ui.mailbox.triage_actions import TriageActions
from desktop_app.ui.review.not_like_this import NotLikeThis
from desktop_app.ui.window.account_keys import AccountKeys
from desktop_app.ui.window.bridge_watch import BridgeWatch
from desktop_app.ui.window.composer import Composer
from desktop_app.ui.window.draft_window.draft_windows import DraftWindows
from desktop_app.ui.window.gmail_actions import GmailActions
from desktop_app.ui.window.guide import UserGuide
from desktop_app.ui.window.list_actions import ListActions
from desktop_app.ui.window.mail_import import MailImport
from desktop_app.ui.window.moving import Moving
from desktop_app.ui.window.navigator import Navigator
from desktop_app.ui.window.not_sent_watch import NotSentWatch
from desktop_app.ui.window.outbox_watch import OutboxWatch
from desktop_app.ui.window.read_through import ReadThrough
from desktop_app.ui.window.reading_watch import ReadingWatch
from desktop_app.ui.window.reply_round import ReplyRound
from desktop_app.ui.window.send_request_watch import SendRequestWatch
from desktop_app.ui.window.sight import Sight
from desktop_app.ui.window.status_bar import StatusBar
from desktop_app.ui.window.sync_watch import SyncWatch
from desktop_app.ui.window.updates import Updates


class LateParts(QObject):
    """Parts that are made once, in the window's thread."""

    def __init__(
        self, bench: Workbench, status: StatusBar, navigator: Navigator, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.organiser = Organiser(bench, self)
        self.composer = Composer(bench, self)
        self.draft_windows = DraftWindows(bench, navigator.take_back, self)
        self.mail_import = MailImport(bench, status.work, self)
        self.moving = Moving(bench, self.mail_import, self)
        self.account_dialogs = AccountDialogs(bench, self)
        self.account_keys = AccountKeys(bench, self)
        self.guide = UserGuide(bench, self)
        offer_labels(bench, self.organiser)
        TriageActions(bench, self.organiser.stack, self)
        LaterActions(bench, self.organiser, self)
        self.reply_round = ReplyRound(bench, status.replies, self)
        NotLikeThis(bench, self)
        self.read_through = ReadThrough(bench, self)
        SyncWatch(bench, status, self)
        Updates(bench, self)
        ReadingWatch(bench, status.files, self)
        BridgeWatch(bench, status, self)
        OutboxWatch(bench, status, self)
        NotSentWatch(bench, self)
        SendRequestWatch(bench, bench.actions.window)
        Sight(bench, self)
        GmailActions(bench, bench.actions.window)
        ListActions(bench, self.composer.reply_to_list, bench.actions.window)
