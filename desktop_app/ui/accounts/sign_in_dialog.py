"""Dialog that signs in to an account again, or allows it more."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QDialog, QWidget

from desktop_app.model.sign_in import SignedIn
from desktop_app.ui.accounts.sign_in_panel import SignInPanel
from desktop_app.ui.accounts.sign_in_request import SignInRequest
from desktop_app.ui.accounts.wizard_pages import titles
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.parts import column
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size


class SignInDialog(QDialog):
    """Dialog that starts at once and closes with the sign-in. Closing it gives up."""

    def __init__(
        self,
        bench: Workbench,
        parent: QWidget,
        request: SignInRequest,
        open_address: Callable[[str], object],
    ) -> None:
        super().__init__(parent)
        self._bench = bench
        self.setWindowTitle("Sign in")
        self.setMinimumWidth(bench.theme.px(Size.DIALOG))
        set_role(self, "region")
        self.panel = SignInPanel(bench, open_address)
        column(self.panel, owner=self, margins=bench.theme.px(16))
        self.panel.done.connect(self._on_done)
        self.panel.given_up.connect(self.reject)
        self.rejected.connect(self.panel.abandon)
        self.panel.begin(request)

    def _on_done(self, signed_in: SignedIn) -> None:
        self.accept()
        if signed_in.missing:
            text = f"{signed_in.email} is signed in. Not allowed: {titles(signed_in.missing)}."
        else:
            text = f"{signed_in.email} is signed in."
        self._bench.navigation.toast(text)
