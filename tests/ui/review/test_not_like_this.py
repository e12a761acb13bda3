"""*Not like this*: the draft is ignored, and what was said is kept for the next ones."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QDialog, QLineEdit

from desktop_app.model.draft import DraftState, Origin
from desktop_app.tools.verbs import create_draft
from tests.fakes.house import TestHouse
from tests.sure import there
from tests.ui.conftest import WindowDriver


@pytest.mark.parametrize(
    ("said", "kept"), [("Never say Dear.", "Be brief.\nNever say Dear."), ("", "Be brief.")]
)
def test_what_is_said_is_appended_to_the_standing_instructions(
    house: TestHouse, driver: WindowDriver, said: str, kept: str
) -> None:
    house.settings.change("assistant.instructions", "Be brief.")
    params = create_draft.CreateDraft(to=("dana@lee.example",), subject="Plan", body="Dear Dana")
    saved = house.runner(Origin.ASSISTANT, "A").call(create_draft.TOOL, params).unwrap()
    driver.bench.navigation.open_draft(saved.draft_id)
    driver.until(lambda: driver.bench.actions.enabled("draft_not_like_this"))
    driver.bench.actions.trigger("draft_not_like_this")
    [dialog] = [d for d in driver.window.findChildren(QDialog) if d.isVisible()]
    there(dialog.findChild(QLineEdit)).setText(said)
    dialog.accept()
    store = house.store
    driver.until(lambda: store.drafts.get(saved.draft_id).state is DraftState.IGNORED)
    driver.until(lambda: house.settings.text("assistant.instructions") == kept)
