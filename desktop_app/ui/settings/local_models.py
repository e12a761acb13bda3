"""Models for this computer: what fits its memory, got from Ollama with one press."""

from __future__ import annotations

import sys
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QVBoxLayout, QWidget

from desktop_app.model.errors import KnownError
from desktop_app.model.local_model import GIGABYTE, LocalModel, Trial
from desktop_app.model.progress import Progress
from desktop_app.tools.calls.results import Done
from desktop_app.tools.person import language_models
from desktop_app.tools.person.language_models import LocalModelParams
from desktop_app.ui.background.jobs import Job
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.dates import decimal_number, download_sentence
from desktop_app.ui.widgets.parts import STRETCH, clear, column, plain, row, selectable
from desktop_app.ui.widgets.theme import set_role

KEY = "local model"
HOW_TO_GET = {
    "linux": "curl -fsSL https://ollama.com/install.sh | sh",
    "darwin": "https://ollama.com/download/mac",
    "win32": "https://ollama.com/download/windows",
}
WORDS = {
    "linux": "Ollama runs models on this computer. To get it, write this into a terminal:",
    "darwin": "Ollama runs models on this computer. Get it here, and open it once:",
    "win32": "Ollama runs models on this computer. Get it here, and open it once:",
}


class LocalModels(QWidget):
    """Rows of models with the signals `ready(model)`, once one is here and has answered, and
    `look_wanted`, to look for Ollama again."""

    ready = Signal(str)
    look_wanted = Signal()

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._job: Job | None = None
        self._gets: list[QPushButton] = []
        self.setAccessibleName("Models for this computer")
        px = bench.theme.px
        self._rows = QVBoxLayout()
        self._rows.setSpacing(px(4))
        self.said = plain(role="second", wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("Download of the model")
        self.cancel = QPushButton("Cancel")
        self.cancel.setAutoDefault(False)
        self.cancel.clicked.connect(self._stop)
        self._busy = QWidget()
        row(self.bar, self.cancel, owner=self._busy, gap=px(8), fill=self.bar)
        self._busy.hide()
        self.said.hide()
        column(self._rows, self._busy, self.said, owner=self, gap=px(4))

    def show_models(self, here: tuple[str, ...] | None, fitting: tuple[LocalModel, ...]) -> None:
        """`here` are Ollama's models, None where it does not run."""
        clear(self._rows)
        self._gets = []
        if here is None:
            self._show_way()
            return
        missing = [model for model in fitting if model.name not in here]
        if missing:
            self._rows.addWidget(plain("Models that fit this computer", "strong"))
        for model in missing:
            self._rows.addWidget(self._row(model))

    def _show_way(self) -> None:
        system = sys.platform if sys.platform in WORDS else "linux"
        again = QPushButton("Look again")
        again.setAutoDefault(False)
        again.clicked.connect(self.look_wanted)
        self._rows.addWidget(plain(WORDS[system], wrap=True))
        self._rows.addWidget(selectable(HOW_TO_GET[system]))
        line = QWidget()
        row(again, STRETCH, owner=line)
        self._rows.addWidget(line)

    def _row(self, model: LocalModel) -> QWidget:
        size = f"{decimal_number(model.size / GIGABYTE)} GB"
        get = QPushButton("Get it")
        get.setAutoDefault(False)
        get.setAccessibleName(f"Get {model.title}, {size}")
        set_role(get, "link")
        get.clicked.connect(partial(self._pull, model.name))
        get.setEnabled(self._job is None)
        self._gets.append(get)
        line = QWidget()
        words = plain(f"{model.title} · {size} · {model.good_for}")
        row(words, STRETCH, get, owner=line, gap=self._bench.theme.px(8))
        return line

    def _pull(self, name: str, _: bool = False) -> None:
        self._begin(f"Getting {name}…")
        self._job = self._bench.calls.ask(
            language_models.PULL_MODEL,
            LocalModelParams(model=name),
            done=partial(self._on_pulled, name),
            failed=self._on_failed,
            progress=partial(self._on_progress, name),
            key=KEY,
            owner=self,
        )

    def _on_progress(self, name: str, progress: Progress) -> None:
        if self._job is None:
            return
        total = progress.bytes_total
        self.bar.setRange(0, 1000 if total else 0)
        if total:
            self.bar.setValue(progress.bytes_done * 1000 // total)
        self.said.setText(f"Getting {name}: {download_sentence(progress)}")

    def _on_pulled(self, name: str, _: Done) -> None:
        self.bar.setRange(0, 0)
        self._tell(f"{name} is here. It is asked for a first sentence…")
        self._job = self._bench.calls.ask(
            language_models.TRY_MODEL,
            LocalModelParams(model=name),
            done=partial(self._on_tried, name),
            failed=self._on_failed,
            key=KEY,
            owner=self,
        )

    def _on_tried(self, name: str, trial: Trial) -> None:
        self._end(trial_words(name, trial))
        self.ready.emit(name)

    def _on_failed(self, error: KnownError) -> None:
        self._end(f"{error.sentence} {error.next_step}".strip(), failed=True)

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._end("Stopped. What was downloaded stays; the next press goes on with it.")

    def _begin(self, words: str) -> None:
        self._allow(False)
        self.bar.setRange(0, 0)
        self._busy.show()
        self._tell(words)

    def _end(self, words: str, *, failed: bool = False) -> None:
        self._job = None
        self._busy.hide()
        self._allow(True)
        self._tell(words, failed=failed)

    def _allow(self, allowed: bool) -> None:
        for button in self._gets:
            button.setEnabled(allowed)

    def _tell(self, words: str, *, failed: bool = False) -> None:
        set_role(self.said, "error" if failed else "second")
        self.said.setText(words)
        self.said.show()
        announce(self.said, words)


def trial_words(name: str, trial: Trial) -> str:
    """`qwen3:4b says: “I am ready.” It writes 14 words a second.`"""
    speed = f" It writes {trial.words_a_second:.0f} words a second." if trial.words_a_second else ""
    return f"{name} says: “{trial.answer}”{speed}"
