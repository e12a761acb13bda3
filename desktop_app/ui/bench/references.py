"""Opening of what a draft or an answer refers to: a mail, a conversation, a draft, a page of the
account's service in the browser.
"""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from desktop_app.assistant.transcript import Opens, Reference
from desktop_app.mail.reader.links import host, safe_target
from desktop_app.model.draft import Source, SourceKind
from desktop_app.tools.person import draft_lists, mail_view
from desktop_app.tools.person.draft_lists import GmailPage
from desktop_app.tools.person.mail_view import MessageBody
from desktop_app.ui.bench.late_opening import late_opening
from desktop_app.ui.bench.workbench import Workbench

_IN_THE_CLOUD = frozenset({SourceKind.FILE, SourceKind.EVENT})


def open_reference(bench: Workbench, reference: Reference) -> None:
    """Open a reference of the assistant's."""
    if reference.opens is Opens.DRAFT:
        bench.navigation.open_draft(reference.id)
    elif reference.opens is Opens.THREAD and reference.id.isdecimal():
        bench.navigation.open_thread(int(reference.id))
    elif reference.opens is Opens.WEB:
        open_page(reference.id)
    elif reference.id.isdecimal():
        open_message(bench, int(reference.id))


def open_page(url: str) -> bool:
    """Open a page of a service's in the system's browser: https, and nothing else. Whether that
    was done."""
    target = safe_target(url)
    if not target.lower().startswith("https://") or not host(target):
        return False
    return QDesktopServices.openUrl(QUrl(target))


def open_draft_in_gmail(bench: Workbench, draft_id: str) -> None:
    """Open Gmail's page of a draft; until Gmail has the draft, that of all drafts there."""

    def show(page: GmailPage) -> None:
        if not open_page(page.link):
            why = page.place.notice or "Gmail does not have this draft."
            bench.navigation.toast(why)

    bench.calls.ask(
        draft_lists.FIND_IN_GMAIL,
        draft_lists.FindInGmail(draft_id=draft_id),
        done=show,
        key="open in gmail",
    )


def can_open(source: Source) -> bool:
    """Whether it can be shown: here, or in the browser what is in the cloud."""
    if source.kind in _IN_THE_CLOUD:
        return source.ref.startswith("https://")
    return source.kind in {SourceKind.MESSAGE, SourceKind.ATTACHMENT} and bool(_message(source))


def open_source(bench: Workbench, source: Source) -> None:
    """Open the mail a draft was written from; a file or an event in the browser."""
    if not can_open(source):
        return
    if source.kind in _IN_THE_CLOUD:
        open_page(source.ref)
    else:
        open_message(bench, int(_message(source)))


def open_message(bench: Workbench, message_id: int) -> None:
    """Open the conversation of a message, at the message."""
    come, navigation = late_opening(bench), bench.navigation

    def found(read: MessageBody) -> None:
        at = read.message
        come(lambda: navigation.open_thread(at.thread_id, at.id), "The mail can be opened now.")

    bench.calls.ask(
        mail_view.READ_BODY,
        mail_view.ReadBody(message_id=message_id),
        done=found,
        key="open message",
    )


def _message(source: Source) -> str:
    """The message's number; an attachment is named `message/part`."""
    number = source.ref.partition("/")[0]
    return number if number.isdecimal() else ""
