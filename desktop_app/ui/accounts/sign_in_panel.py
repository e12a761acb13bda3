"""Panel of one sign-in: waiting for the browser, a keyring that fails, errors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QLineEdit,
    QProgressBar,
    QPushButton,
    QWidget,
)

from desktop_app.model.errors import KnownError, NoKeyring
from desktop_app.model.sign_in import SignedIn, StartedSignIn
from desktop_app.tools.person import browser_sign_in
from desktop_app.ui.accounts.sign_in_request import SERVICES, SignInRequest
from desktop_app.ui.background.jobs import Job
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.parts import STRETCH, STYLE, clear, column, plain, row
from desktop_app.ui.widgets.theme import set_role

SECOND_MS = 1000
RoleButton = tuple[str, str, Callable[[], object]]
"""Words, role, what it does."""


class SignInPanel(QWidget):
    """`begin` starts; `done` tells how it ended well. `abandon` gives up whatever is under way.

    `given_up` is emitted where the person decided not to go on. `open_address` opens the
    system's browser.
    """

    done = Signal(object)
    given_up = Signal()

    def __init__(self, bench: Workbench, open_address: Callable[[str], object]) -> None:
        super().__init__()
        self._bench, self._open = bench, open_address
        self._request = SignInRequest()
        self._started: StartedSignIn | None = None
        self._job: Job | None = None
        self._left = 0
        self.title, self.text = plain(role="subject", wrap=True), plain(wrap=True)
        self.time = plain(role="caption")
        self.busy = QProgressBar()
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setAccessibleName("Waiting")
        self.address = QLineEdit()
        self.address.setReadOnly(True)
        self.address.setAccessibleName("Sign-in address")
        self._buttons = row(gap=STYLE)
        parts = (self.title, self.text, self.busy, self.address, self.time, self._buttons)
        column(*parts, STRETCH, owner=self, gap=bench.theme.px(12))
        self._clock = QTimer(self, interval=SECOND_MS)
        self._clock.timeout.connect(self._tick)

    @property
    def session_only(self) -> bool:
        """Whether the person chose to keep it for this session only."""
        return self._request.session_only

    @property
    def _service(self) -> str:
        return SERVICES.get(self._request.kind, "")

    def begin(self, request: SignInRequest) -> None:
        """Start, or start over."""
        self.abandon()
        self._request = request
        if request.adopt:
            self._say(f"Asking {self._service}", "The sign-in is being taken over.", busy=True)
            params = browser_sign_in.AdoptSignIn(
                kind=request.kind,
                source=request.source,
                file=request.file,
                days=request.days,
                session_only=request.session_only,
            )
            self._job = self._bench.calls.ask(
                browser_sign_in.ADOPT_SIGN_IN,
                params,
                done=self._on_done,
                failed=self._on_failed,
                owner=self,
            )
            return
        self._say("Getting ready", "Checking your keyring.", busy=True)
        self._job = self._bench.calls.ask(
            browser_sign_in.START_SIGN_IN,
            browser_sign_in.StartSignIn(
                kind=request.kind,
                permissions=request.permissions,
                source=request.source,
                client_file=request.file,
                client_id=request.client_id,
                account=request.account,
                session_only=request.session_only,
            ),
            done=self._on_started,
            failed=self._on_failed,
            owner=self,
        )

    def abandon(self) -> None:
        """Stop waiting and listening; what was granted meanwhile is given back."""
        self._clock.stop()
        if self._job is not None and not self._job.finished:
            self._job.cancel()
        self._job = None
        if self._started is not None:
            params = browser_sign_in.CancelSignIn(flow=self._started.flow)
            self._bench.calls.ask(browser_sign_in.CANCEL_SIGN_IN, params, lasting=True)
            self._started = None

    def _on_started(self, started: StartedSignIn) -> None:
        self._started = started
        self._left = started.seconds
        self._open(started.address)
        self._wait()

    def _wait(self) -> None:
        """The browser has the word."""
        assert self._started is not None
        self._say(
            "Go on in your browser",
            f"Choose your {self._service} account there and allow Draftdesk what it asks for. If "
            "no browser came up, copy the link into one on this computer.",
            ("Copy link", "", self._copy),
            ("Open the browser again", "", self._open_again),
            busy=True,
        )
        self.address.setText(self._started.address)
        self.address.setCursorPosition(0)
        self.address.show()
        self._tick()
        self.time.show()
        self._clock.start()
        self._finish()

    def _finish(self) -> None:
        assert self._started is not None
        self._job = self._bench.calls.ask(
            browser_sign_in.FINISH_SIGN_IN,
            browser_sign_in.FinishSignIn(
                flow=self._started.flow,
                days=self._request.days,
                session_only=self._request.session_only,
            ),
            done=self._on_done,
            failed=self._on_failed,
            owner=self,
        )

    def _on_done(self, signed_in: SignedIn) -> None:
        self._clock.stop()
        self._started = None
        self._say(f"Signed in as {signed_in.email}", "")
        self.done.emit(signed_in)

    def _on_failed(self, error: KnownError) -> None:
        self._clock.stop()
        if isinstance(error, NoKeyring):
            self._say(
                error.sentence,
                f"{error.next_step} What is kept for this session only is forgotten when "
                "Draftdesk closes, and you sign in again then. It is never written to a file.",
                ("Try again", "primary", self._try_keyring),
                ("Keep it for this session only", "", self._keep_for_session),
                ("Cancel", "", self._give_up),
            )
            return
        self._started = None
        self._say(
            error.sentence,
            error.next_step,
            ("Try again", "primary", lambda: self.begin(self._request)),
            ("Cancel", "", self._give_up),
        )

    def _try_keyring(self) -> None:
        if self._started is None:
            self.begin(self._request)
        else:
            self._say("Keeping the sign-in", "Asking your keyring.", busy=True)
            self._finish()

    def _keep_for_session(self) -> None:
        self._request = replace(self._request, session_only=True)
        self._try_keyring()

    def _give_up(self) -> None:
        self.abandon()
        self.given_up.emit()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.address.text())
        self._bench.navigation.toast("The link is copied.")

    def _open_again(self) -> None:
        self._open(self.address.text())

    def _tick(self) -> None:
        self._left = max(0, self._left - 1)
        minutes, seconds = divmod(self._left, 60)
        self.time.setText(f"Draftdesk waits for another {minutes}:{seconds:02}.")

    def _say(self, title: str, text: str, *buttons: RoleButton, busy: bool = False) -> None:
        self.title.setText(title)
        self.text.setText(text)
        self.text.setVisible(bool(text))
        self.busy.setVisible(busy)
        self.address.hide()
        self.time.hide()
        clear(self._buttons)
        for words, role, work in buttons:
            button = QPushButton(words)
            if role:
                set_role(button, role)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, work=work: work())
            self._buttons.addWidget(button)
        self._buttons.addStretch(1)
        announce(self, f"{title}. {text}")
