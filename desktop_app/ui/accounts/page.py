"""The base of the wizard's pages: a heading of our own. QWizard's has no size where fonts are set
in pixels."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget, QWizardPage

from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.theme import Theme, set_role


class Page(QWizardPage):
    """`content` is where the page's own things go, below title and introduction;
    it scrolls where the text is large or the window small."""

    def __init__(self, theme: Theme, title: str, introduction: str = "") -> None:
        super().__init__()
        self.setAccessibleName(title)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(theme.px(12), theme.px(12), theme.px(12), 0)
        layout.setSpacing(theme.px(8))
        heading = QLabel(title)
        set_role(heading, "title")
        layout.addWidget(heading)
        if introduction:
            text = QLabel(introduction)
            text.setWordWrap(True)
            set_role(text, "second")
            layout.addWidget(text)
        layout.addSpacing(theme.px(8))
        inside = QWidget()
        set_role(inside, "region")
        self.content = QVBoxLayout(inside)
        self.content.setContentsMargins(0, 0, theme.px(8), 0)
        self.content.setSpacing(theme.px(8))
        scroll = ScrollColumn()
        scroll.setWidget(inside)
        layout.addWidget(scroll, 1)
