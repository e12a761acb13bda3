"""A link that opens a page of the user guide, for where the person may need to know more."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.theme import set_role


def guide_link(bench: Workbench, words: str, page: str, anchor: str = "") -> QPushButton:
    """Button that looks like a link; `page` and `anchor` as `Navigation.open_guide` has them."""
    button = QPushButton(words)
    button.setAutoDefault(False)
    set_role(button, "link")
    button.clicked.connect(lambda: bench.navigation.open_guide(page, anchor))
    return button
