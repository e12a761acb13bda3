"""Settings → Assistant: provider, key and model, accounts it may read, limits.

Nothing is used before *Use this model* is pressed. No key is ever shown or put into a setting.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QPushButton,
    QRadioButton,
    QWidget,
)

from desktop_app.model.errors import KnownError
from desktop_app.model.language_model import ModelProvider, ProviderList
from desktop_app.settings_assistant import GIVEN, MEETINGS, PREPARED, SUMMARIES, WRITING
from desktop_app.settings_table import SETTINGS
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import language_models
from desktop_app.ui.bench.guide_link import guide_link
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.settings.cloud_accounts import CloudAccounts
from desktop_app.ui.settings.local_models import LocalModels
from desktop_app.ui.settings.model_form import ModelForm
from desktop_app.ui.settings.rows import OnChange, add_heading, add_row
from desktop_app.ui.settings.writing_styles import WritingStylesDialog
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.dialogs import present
from desktop_app.ui.widgets.parts import column, plain
from desktop_app.ui.widgets.tab_order import follow_layout
from desktop_app.ui.widgets.theme import set_role

STARTER = "starter"
CHOSEN_HERE = (
    "assistant.provider",
    "assistant.base_url",
    "assistant.model",
    "assistant.plain_http",
)
GROUPS = (PREPARED, SUMMARIES, WRITING, GIVEN, MEETINGS)
"""Headings of the settings below the choice, in their order."""
LOOKING = "Looking for models on this computer…"


class AssistantPage(QWidget):
    """`change(key, value)` keeps the rows at the end; the choice above keeps itself, at once."""

    def __init__(self, bench: Workbench, change: OnChange) -> None:
        super().__init__()
        self._bench = bench
        self._found: ProviderList | None = None
        self._settings = bench.services.settings
        px = bench.theme.px
        self.now, self.state = plain(wrap=True), plain(LOOKING, "caption", wrap=True)
        choices = QWidget()
        choices.setAccessibleName("Assistant")
        self._choices = column(owner=choices)
        self.group = QButtonGroup(self)
        self.buttons: dict[str, QRadioButton] = {}
        self.form = ModelForm(bench)
        self.form.hide()
        self.form.used.connect(self._use)
        self.local = LocalModels(bench)
        self.local.hide()
        self.local.ready.connect(self._use_local)
        self.local.look_wanted.connect(self._look_again)
        self.use_starter = QPushButton("Use the starter assistant")
        self.use_starter.setAutoDefault(False)
        set_role(self.use_starter, "primary")
        self.use_starter.clicked.connect(lambda: self._keep(STARTER, "", "", ""))
        self.use_starter.hide()
        self.guide = guide_link(bench, "About language models", "models")
        self.accounts = CloudAccounts(bench, change)
        self.accounts.filled.connect(lambda: follow_layout(self))
        choosing = (
            self.now,
            choices,
            self.state,
            self.local,
            self.form,
            self.use_starter,
            self.guide,
        )
        self.style_button = QPushButton("How you write…")
        self.style_button.setAutoDefault(False)
        self.style_button.clicked.connect(lambda: present(WritingStylesDialog(bench, self)))
        self.rest = self._settings_by_group(change)
        gap = px(8)
        layout = column(*choosing, gap, self.accounts, self.rest, owner=self, gap=gap)
        for button in (self.use_starter, self.guide):
            layout.setAlignment(button, Qt.AlignmentFlag.AlignLeft)
        bench.announcements.setting.connect(self._on_setting)
        self.form.key.changed.connect(lambda: self._tell(""))
        self._say_now()

    def showEvent(self, event: QShowEvent) -> None:
        """The keyring is asked, and what runs here looked for, once somebody wants to see it."""
        super().showEvent(event)
        if self._found is None:
            self._read()

    def _settings_by_group(self, change: OnChange) -> QWidget:
        """The settings below the choice, each group under its heading."""
        part, theme = QWidget(), self._bench.theme
        layout = column(owner=part, gap=theme.px(4))
        for group in GROUPS:
            add_heading(layout, group, theme)
            for row in SETTINGS:
                if row.page == "Assistant" and row.group == group:
                    add_row(layout, row, self._settings, theme, change)
            if group == WRITING:
                layout.addWidget(self.style_button, alignment=Qt.AlignmentFlag.AlignLeft)
        return part

    def _say_now(self) -> None:
        told = self._bench.services.agent.description
        self.now.setText(f"Now: {told.name}, {told.place.value}. {told.data_sent}")

    def _read(self) -> None:
        self._ask_providers(self._show)

    def _ask_providers(self, done: Callable[[ProviderList], object]) -> None:
        self._bench.calls.ask(
            language_models.MODEL_PROVIDERS,
            NoParams(),
            done=done,
            failed=self._on_failed,
            key="model providers",
            owner=self,
        )

    def _on_failed(self, error: KnownError) -> None:
        self._tell(f"{error.sentence} {error.next_step}".strip())

    def _show(self, found: ProviderList) -> None:
        self._found = found
        self._tell("")
        forced = any(self._settings.forced(key) for key in CHOSEN_HERE)
        for provider in found.providers:
            self._add(provider.name, _title(provider, found.found), enabled=not forced)
        words = "Starter assistant: follows plain requests by rules, no language model"
        self._add(STARTER, words, enabled=not forced)
        if forced:
            self._tell("The assistant is set from outside and can't be changed here.")
            return
        now = self._settings.text("assistant.provider")
        self.buttons.get(now, self.buttons[STARTER]).setChecked(True)
        self._on_chosen(now)
        self.group.idToggled.connect(lambda *_: self._on_chosen(self._chosen))
        follow_layout(self)

    def _add(self, name: str, title: str, *, enabled: bool) -> None:
        button = QRadioButton(title.replace("&", "&&"))
        button.setAccessibleName(title)
        button.setEnabled(enabled)
        self.buttons[name] = button
        self.group.addButton(button)
        self._choices.addWidget(button)

    @property
    def _chosen(self) -> str:
        return next((name for name, button in self.buttons.items() if button.isChecked()), STARTER)

    def _on_chosen(self, name: str) -> None:
        found = self._found
        provider = next((p for p in found.providers if p.name == name), None) if found else None
        now = self._settings.text("assistant.provider")
        self.use_starter.setVisible(provider is None and now != STARTER)
        self.form.setVisible(provider is not None)
        self.local.setVisible(name == "ollama" and provider is not None)
        if found is None or provider is None:
            return
        text = self._settings.text
        kept = (text("assistant.base_url"), text("assistant.model")) if now == name else ("", "")
        models = (found.found or ()) if name == "ollama" else ()
        self.local.show_models(found.found, found.fitting)
        session_only = name in found.session_only
        self.form.show_provider(provider, models, kept, session_only=session_only)

    def _use(self, base_url: str, model: str, unencrypted: str) -> None:
        self._keep(self._chosen, base_url, model, unencrypted)

    def _use_local(self, model: str) -> None:
        self._keep("ollama", "", model, "")
        self._look_again()

    def _look_again(self) -> None:
        self._ask_providers(self._show_again)

    def _show_again(self, found: ProviderList) -> None:
        self._found = found
        for provider in found.providers:
            title = _title(provider, found.found)
            self.buttons[provider.name].setText(title.replace("&", "&&"))
            self.buttons[provider.name].setAccessibleName(title)
        self._on_chosen(self._chosen)
        if self._chosen == "ollama":
            self.form.offer(found.found or (), self._settings.text("assistant.model"))

    def _keep(self, provider: str, base_url: str, model: str, unencrypted: str) -> None:
        """All at once: a key must not reach another provider's address."""
        settings = self._settings
        values = dict(zip(CHOSEN_HERE, (provider, base_url, model, unencrypted), strict=True))
        self._bench.calls.jobs.run(
            lambda: settings.change_all(values),
            done=lambda _: self._on_kept(),
            failed=self._on_failed,
            owner=self,
            lasting=True,
        )

    def _on_kept(self) -> None:
        self._say_now()
        self.use_starter.setVisible(False)
        told = self._bench.services.agent.description
        self._tell(f"{told.name} answers in the assistant panel from now on.")
        announce(self, self.state.text())

    def _tell(self, text: str) -> None:
        self.state.setText(text)
        self.state.setVisible(bool(text))

    def _on_setting(self, key: str) -> None:
        if key in CHOSEN_HERE:
            self._say_now()


def _title(provider: ModelProvider, found: tuple[str, ...] | None) -> str:
    """How a provider is offered, and what it means for what leaves."""
    if provider.name == "ollama":
        if found is None:
            return "Ollama: not found on this computer"
        count = "1 model" if len(found) == 1 else f"{len(found)} models"
        return f"Ollama: found on this computer, {count}. Nothing leaves it"
    if not provider.base_url:
        return f"{provider.title}: LM Studio, vLLM, llama.cpp and others, at an address you give"
    return f"{provider.title}: in the cloud"
