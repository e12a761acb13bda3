"""Field for a provider's key: typed once, kept in the keyring, never shown again."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from desktop_app.model.errors import KnownError, NoKeyring
from desktop_app.model.language_model import ModelProvider
from desktop_app.tools.person import language_models
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.reading.links import open_web
from desktop_app.ui.widgets.focus import hand_on, press
from desktop_app.ui.widgets.parts import STRETCH, column, plain, row
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.widgets.theme import set_role

KEPT = "Your key is kept in your keyring. It is not shown again."
SESSION = "Your key is kept until Draftdesk is closed."


class KeyField(QWidget):
    """Field with the signals `changed`, when a key was kept or removed, and
    `failed(KnownError)`."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._provider: ModelProvider | None = None
        self._kept, self._replacing = "", False
        px = bench.theme.px
        self.label = plain("Key", "strong")
        self.entry = QLineEdit()
        self.entry.setEchoMode(QLineEdit.EchoMode.Password)
        self.entry.setAccessibleName("Key")
        self.entry.returnPressed.connect(self.keep)
        self.entry.textChanged.connect(lambda _: self._allow())
        self.label.setBuddy(self.entry)
        self.keep_button = self._button("Keep key", self.keep)
        self.note = plain(role="caption", wrap=True)
        self.replace = self._button("Replace", self._replace)
        self.replace.setAccessibleName("Replace the key")
        self.remove = self._button("Remove", self._remove)
        self.remove.setAccessibleName("Remove the key")
        self.page = self._button("", self._open_page)
        set_role(self.page, "link")
        typing = row(self.entry, self.keep_button, gap=px(8), fill=self.entry)
        kept = row(self.replace, self.remove, self.page, STRETCH, gap=px(8))
        self._layout = column(self.label, typing, self.note, kept, owner=self, gap=px(4))
        self._offer: Strip | None = None

    @property
    def typed(self) -> str:
        """The key that is typed and not kept yet."""
        return self.entry.text().strip() if not self.entry.isHidden() else ""

    @property
    def there(self) -> bool:
        """Whether there is a key, kept or typed, or none is needed."""
        provider = self._provider
        return provider is None or not provider.needs_key or bool(self._kept or self.typed)

    def show_provider(self, provider: ModelProvider, *, session_only: bool) -> None:
        """Ask for its key, or say that there is one, and how long."""
        if self._provider is None or self._provider.name != provider.name:
            self.entry.clear()
            self._kept, self._replacing = "", False
        self._provider = provider
        if provider.key_kept:
            self._kept = SESSION if session_only else KEPT
        host = provider.key_page.removeprefix("https://").partition("/")[0]
        self.page.setText(f"Make a key at {host}")
        self._withdraw()
        self._show()

    def keep(self) -> None:
        """Keep what was typed."""
        self._keep(session_only=False)

    def _keep(self, *, session_only: bool) -> None:
        provider, key = self._provider, self.typed
        if provider is None or not key:
            return
        self._withdraw()
        self._bench.calls.ask(
            language_models.KEEP_MODEL_KEY,
            language_models.KeepModelKey(
                provider=provider.name, key=key, session_only=session_only
            ),
            done=lambda _: self._on_kept(SESSION if session_only else KEPT),
            failed=self._on_failed,
            owner=self,
        )

    def _on_kept(self, how: str) -> None:
        self._kept, self._replacing = how, False
        self.entry.clear()
        self._show()
        hand_on(self.window(), self.replace)
        self.changed.emit()

    def _on_failed(self, error: KnownError) -> None:
        if not isinstance(error, NoKeyring):
            self.failed.emit(error)
            return
        session = ("Keep for this session only", lambda: self._keep(session_only=True))
        words = f"{error.sentence} The key was not kept."
        self._offer = Strip(self._bench.theme, "warning", "warning", words, buttons=(session,))
        self._layout.addWidget(self._offer)
        self._offer.show()

    def _replace(self) -> None:
        self._replacing = True
        self._show()
        press(self.entry)

    def _remove(self) -> None:
        provider = self._provider
        if provider is None:
            return
        self._bench.calls.ask(
            language_models.FORGET_MODEL_KEY,
            language_models.ForgetModelKey(provider=provider.name),
            done=lambda _: self._on_removed(),
            failed=self.failed.emit,
            owner=self,
        )

    def _on_removed(self) -> None:
        self._kept, self._replacing = "", False
        self._show()
        hand_on(self.window(), self.entry)
        self.changed.emit()

    def _open_page(self) -> None:
        if self._provider is not None:
            open_web(self._provider.key_page)

    def _show(self) -> None:
        provider = self._provider
        if provider is None:
            return
        typing = not self._kept or self._replacing
        for widget in (self.entry, self.keep_button):
            widget.setVisible(typing)
        self.replace.setVisible(not typing)
        self.remove.setVisible(not typing)
        self.page.setVisible(typing and bool(provider.key_page))
        optional = "" if provider.needs_key else "Only if your server asks for one."
        self.note.setText(optional if typing else self._kept)
        self.note.setVisible(bool(self.note.text()))
        self._allow()

    def _allow(self) -> None:
        self.keep_button.setEnabled(bool(self.typed))
        self.changed.emit()

    def _withdraw(self) -> None:
        if self._offer is not None:
            self._offer.hide()
            self._offer.deleteLater()
            self._offer = None

    @staticmethod
    def _button(text: str, work: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.setAutoDefault(False)
        button.clicked.connect(lambda *_: work())
        return button
