"""*Not like this*: a draft is ignored, and what should be different is kept for the next ones."""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dialogs import ask_text

INSTRUCTIONS = "assistant.instructions"
QUESTION = (
    "The draft is ignored. What should be different next time? Your words are added to your "
    "standing instructions (Settings, Assistant); without words nothing is added."
)
KEPT = "Added to your standing instructions."


class NotLikeThis(QObject):
    """Answers to the action, by asking in one line."""

    def __init__(self, bench: Workbench, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = bench
        bench.actions.on("draft_not_like_this", self.ask)

    def ask(self) -> None:
        window = self._bench.actions.window
        ask_text(
            window, "Not like this", QUESTION, "", "Ignore this draft", self._keep, optional=True
        )

    def _keep(self, words: str) -> None:
        self._bench.actions.trigger("draft_ignore")
        if not words:
            return
        settings = self._bench.services.settings
        before = settings.text(INSTRUCTIONS).rstrip()
        after = f"{before}\n{words}" if before else words
        self._bench.calls.jobs.run(
            lambda: settings.change(INSTRUCTIONS, after),
            done=lambda _: self._bench.navigation.status(KEPT),
            owner=self,
        )
