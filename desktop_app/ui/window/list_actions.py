"""*Reply to list* and *Save as template*, for the message that is current.

*Reply to list* is seen only where the mail says where its list takes answers, *Save as template*
only at mail of the person's own.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from desktop_app.model.errors import KnownError
from desktop_app.tools.person import list_answers
from desktop_app.tools.person.list_answers import ListAddress
from desktop_app.ui.bench.action_table import Need
from desktop_app.ui.bench.workbench import Workbench


class ListActions(QObject):
    """Answers to *Reply to list* by `reply`, and says what the mail allows."""

    def __init__(self, bench: Workbench, reply: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._bench, self._message = bench, 0
        bench.actions.on("reply_list", reply)
        bench.selection.changed.connect(self._follow)

    def _follow(self) -> None:
        message = self._bench.selection.answered
        if message == self._message:
            return
        self._message = message
        self._have(listed=False, own=False)
        if message:
            self._bench.calls.ask(
                list_answers.FIND_LIST_ADDRESS,
                list_answers.FindListAddress(message_id=message),
                done=lambda found: self._found(message, found),
                failed=self._not_found,
                key="list of a mail",
                owner=self,
            )

    def _found(self, message: int, found: ListAddress) -> None:
        if message == self._message:
            self._have(listed=found.address is not None, own=found.own)

    def _not_found(self, _: KnownError) -> None:
        self._have(listed=False, own=False)

    def _have(self, *, listed: bool, own: bool) -> None:
        self._bench.actions.have(Need.LISTED, listed)
        self._bench.actions.have(Need.OWN_MAIL, own)
