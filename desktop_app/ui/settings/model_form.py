"""Form of a model provider: address, key, test of the connection, model."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPushButton, QWidget

from desktop_app.model.errors import KnownError
from desktop_app.model.language_model import ModelProvider
from desktop_app.model.reach import Reach, host_of, reach_of, with_scheme
from desktop_app.tools.person import language_models
from desktop_app.tools.person.language_models import ModelNames
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.settings.key_field import KeyField
from desktop_app.ui.settings.local_models import trial_words
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.controls import Choice
from desktop_app.ui.widgets.parts import STRETCH, column, plain, row
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import set_role

KEY = "test connection"
WITHOUT_KEY = frozenset({"ollama"})
EXAMPLE = "http://127.0.0.1:1234/v1"
UNENCRYPTED = (
    "Without encryption, whoever is on your network can read the mail that the model is given. "
    "No key is sent there."
)


class ModelForm(QWidget):
    """Form with the signal `used(base_url, model, unencrypted)`, when these are to answer;
    `unencrypted` is the computer that may be reached so, mostly none."""

    used = Signal(str, str, str)

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._provider: ModelProvider | None = None
        self._unencrypted = ""
        px = bench.theme.px
        self.address_label, self.address = plain("Address", "strong"), QLineEdit()
        self.address.setAccessibleName("Address")
        self.address.textChanged.connect(lambda _: self._on_address())
        self.unencrypted, self.warning = QCheckBox(), plain(role="error", wrap=True)
        self.unencrypted.toggled.connect(lambda _: self._allow())
        self.key = KeyField(bench)
        self.test = QPushButton("Test connection")
        self.test.clicked.connect(self._test)
        self.said = plain(wrap=True)
        self.model_label, self.model = plain("Model", "strong"), Choice()
        self.model.setEditable(True)
        self.model.setInsertPolicy(Choice.InsertPolicy.NoInsert)
        self.model.setAccessibleName("Model")
        self.model.setSizeAdjustPolicy(
            Choice.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.model.editTextChanged.connect(lambda _: self._allow())
        self.address_label.setBuddy(self.address)
        self.model_label.setBuddy(self.model)
        self.use = QPushButton("Use this model")
        set_role(self.use, "primary")
        self.use.clicked.connect(self._use)
        for button in (self.test, self.use):
            button.setAutoDefault(False)
        where = (self.address_label, self.address, self.warning, self.unencrypted, self.key)
        testing = row(self.test, self.said, gap=px(8), fill=self.said)
        model = (self.model_label, self.model, px(4), row(self.use, STRETCH))
        column(*where, px(4), testing, px(4), *model, owner=self, gap=px(4))
        self.key.changed.connect(self._allow)
        self.key.failed.connect(self._tell_error)

    def show_provider(
        self,
        provider: ModelProvider,
        models: tuple[str, ...],
        kept: tuple[str, str],
        *,
        session_only: bool,
    ) -> None:
        """Its form; `models` are known already, `kept` are the address and the model in force,
        empty where another provider is."""
        if self._provider is None or self._provider.name != provider.name:
            self._bench.calls.jobs.cancel(KEY)
            self._tell("")
            self.address.setText(kept[0])
            self.offer(models, kept[1])
        self._provider = provider
        own = provider.base_url or EXAMPLE
        self.address.setPlaceholderText(own if provider.base_url else f"For example {own}")
        needs_address = not provider.needs_key or bool(self.address.text())
        for widget in (self.address_label, self.address):
            widget.setVisible(needs_address)
        self.key.show_provider(provider, session_only=session_only)
        self._on_address()
        self.unencrypted.setChecked(bool(kept[0]) and kept[0] == self._url)

    def _on_address(self) -> None:
        """Plain http on the own network takes a tick of its own, and no key."""
        plainly = reach_of(self._url) is Reach.OWN_NETWORK
        host = host_of(self._url) if plainly else ""
        if host != self._unencrypted:
            self._unencrypted = host
            self.unencrypted.setChecked(False)
            self.unencrypted.setText(f"Reach {clean(host)} without encryption")
            self.warning.setText(UNENCRYPTED)
        for widget in (self.unencrypted, self.warning):
            widget.setVisible(plainly)
        keyed = self._provider is not None and self._provider.name not in WITHOUT_KEY
        self.key.setVisible(keyed and not plainly)
        self._allow()

    def _test(self) -> None:
        provider = self._provider
        if provider is None:
            return
        self._tell("Asking for the models…")
        self._bench.calls.ask(
            language_models.FIND_MODELS,
            language_models.FindModels(
                provider=provider.name, base_url=self._url, key=self.key.typed
            ),
            done=self._on_found,
            failed=self._tell_error,
            key=KEY,
            owner=self,
        )

    def _on_found(self, found: ModelNames) -> None:
        count = len(found.models)
        self.offer(found.models, self.model.currentText().strip())
        models = "1 model" if count == 1 else f"{count} models"
        self._tell(f"It works: {models}." if count else "It answers, and has no model yet.")
        self._allow()
        model = self.model.currentText().strip()
        if self._provider is not None and self._provider.name == "ollama" and model:
            self._try(model)

    def _try(self, model: str) -> None:
        """A first sentence, and how fast it comes."""
        self._bench.calls.ask(
            language_models.TRY_MODEL,
            language_models.LocalModelParams(model=model, base_url=self._url),
            done=lambda trial: self._tell(trial_words(model, trial)),
            failed=self._tell_error,
            key=KEY,
            owner=self,
        )

    def offer(self, models: tuple[str, ...], wanted: str) -> None:
        """Offer these models, `wanted` chosen."""
        self.model.clear()
        self.model.addItems(list(models))
        if wanted and wanted in models:
            self.model.setCurrentText(wanted)
        elif not models:
            self.model.setEditText(wanted)

    def _tell_error(self, error: KnownError) -> None:
        self._tell(f"{error.sentence} {error.next_step}".strip(), failed=True)
        self._allow()

    def _tell(self, text: str, *, failed: bool = False) -> None:
        set_role(self.said, "error" if failed else "second")
        self.said.setText(text)
        if text:
            announce(self.said, text)

    @property
    def _url(self) -> str:
        return with_scheme(self.address.text()) if not self.address.isHidden() else ""

    def _allow(self) -> None:
        provider = self._provider
        placed = bool(self._url) or (provider is not None and bool(provider.base_url))
        self.test.setEnabled(placed and self.key.there)
        seen = not self._unencrypted or self.unencrypted.isChecked()
        chosen = bool(self.model.currentText().strip())
        self.use.setEnabled(placed and self.key.there and chosen and seen)

    def _use(self) -> None:
        if self.key.typed and not self._unencrypted:
            self.key.keep()
        self.used.emit(self._url, self.model.currentText().strip(), self._unencrypted)
