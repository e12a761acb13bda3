"""Base of the wizard's pages: heading, introduction, and content that scrolls."""

# WORKAROUND QWizard works its heading's size out from a size in points, which a font that is set in
# pixels has not, so each page has a heading of its own; no report known; PySide6 6.11; remove when
# QWizard's own heading can be read with such fonts.

from __future__ import annotations

from PySide6.QtWidgets import QWidget, QWizardPage

from desktop_app.ui.widgets.parts import column, plain
from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.theme import Theme, set_role


class WizardPage(QWizardPage):
    """`content` is where the page's own things go, below title and introduction;
    it scrolls where the text is large or the window small."""

    def __init__(self, theme: Theme, title: str, introduction: str = "") -> None:
        super().__init__()
        self.setAccessibleName(title)
        head = [plain(title, "title")]
        if introduction:
            head.append(plain(introduction, "second", wrap=True))
        inside = QWidget()
        set_role(inside, "region")
        gap, side = theme.px(8), theme.px(12)
        self.content = column(owner=inside, gap=gap, margins=(0, 0, gap, 0))
        scroll = ScrollColumn()
        scroll.setWidget(inside)
        column(*head, gap, scroll, owner=self, gap=gap, margins=(side, side, side, 0), fill=scroll)
