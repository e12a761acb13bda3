"""Refining: what the person asks of the assistant in the review, and what the review says of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject

from desktop_app.assistant.transcript import AboutToSend
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.model_requests.request_card import host_of
from desktop_app.ui.review.action_bar import ActionBar
from desktop_app.ui.review.draft import sentences
from desktop_app.ui.review.draft.draft_status import DraftStatus
from desktop_app.ui.review.refine_request import RefineRequest
from desktop_app.ui.review.review_page import ReviewPage
from desktop_app.ui.review.tabs.draft_panel import DraftPanel
from desktop_app.ui.widgets.dates import file_size
from desktop_app.ui.widgets.parts import Button


class RefinedForm(Protocol):
    """What it needs of the review's form."""

    page: ReviewPage
    panel: DraftPanel
    action_bar: ActionBar
    refine_request: RefineRequest
    sending: bool

    @property
    def review(self) -> Review | None: ...

    @property
    def editable(self) -> bool: ...

    def notice(self, status: DraftStatus, buttons: tuple[Button, ...] = ()) -> None: ...

    def drop_notice(self, start: str = "") -> None: ...


class Refining(QObject):
    """Joins the form's refine bar and its request; `settled` is called when an answer came."""

    def __init__(self, bench: Workbench, form: RefinedForm, settled: Callable[[], None]) -> None:
        super().__init__(form.page)
        self._bench, self._form = bench, form
        self._asking = ""
        request, bar = form.refine_request, form.action_bar
        bar.refine_bar.refined.connect(self._refine)
        bar.refine_bar.stopped.connect(request.stop)
        request.busy.connect(bar.show_refining)
        request.told.connect(self._tell)
        request.settled.connect(settled)
        request.waits.connect(self._ask_sending)
        request.busy.connect(self._on_busy)
        bench.announcements.setting.connect(self._on_setting)

    def _refine(self, instruction: str) -> None:
        form = self._form
        if form.review is not None and form.editable and not form.sending:
            form.drop_notice()
            form.refine_request.ask(form.review.draft.id, instruction)

    def _tell(self, text: str) -> None:
        """Nothing came of it: the strip that says so is at the top."""
        self._form.notice(sentences.refine_request(text), (("Fine", self._form.drop_notice),))
        self._form.page.verticalScrollBar().setValue(0)

    def _ask_sending(self, request: AboutToSend) -> None:
        """Nothing leaves before the person has let it, where they wish to be asked."""
        form = self._form

        def answer(*, yes: bool) -> None:
            form.drop_notice()
            form.refine_request.answer(request.payload_id, yes=yes)

        buttons = (
            ("Show", lambda: form.panel.sent.open(request.payload_id)),
            ("Send request", lambda: answer(yes=True)),
            ("Don't send", lambda: answer(yes=False)),
        )
        size, host = file_size(request.size), host_of(request.endpoint)
        asking = sentences.about_to_send(f"About to send {size} to {host}.")
        self._asking = asking.text
        form.notice(asking, buttons)
        form.page.verticalScrollBar().setValue(0)

    def _on_busy(self, busy: bool) -> None:
        """What was asked about a request is settled when it has ended."""
        asking, self._asking = self._asking, ""
        if not busy and asking:
            self._form.drop_notice(asking)

    def _on_setting(self, key: str) -> None:
        if key.startswith("assistant."):
            refinements = self._bench.services.agent.description.refinements
            self._form.action_bar.refine_bar.show_refinements(refinements)
