"""What a person can see of the draft under review: the one place that knows the review's inside.

Widgets are found by their accessible names. Whoever changes how the review shows a mail changes
`lines_in_sight` and `people_in_sight` here, and nothing else of this package.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

if TYPE_CHECKING:  # the program loads the review when it needs it
    from desktop_app.ui.review.pane import ReviewPane

REVIEW = "Draft review"
ADDRESS = re.compile(r"[\w.+-]+@[\w.-]+\w")
ALMOST_ALL = 0.75
"""Part of a line or a widget that must be in sight for it to be readable."""

LEAST_WIDE, LEAST_HIGH = 24, 12
"""What is smaller can't be read."""


def review_of(window: Any) -> ReviewPane | None:
    """The review, if it is in front."""
    for pane in window.findChildren(QWidget):
        if pane.accessibleName() == REVIEW and pane.isVisible():
            review: ReviewPane = pane
            return review
    return None


def shown_draft(window: Any) -> str:
    """The draft whose words are in the review; empty while they are still being read."""
    review = review_of(window)
    if review is None:
        return ""
    view = review.form.view
    draft = view.review.draft.id if view is not None and review.form.isVisible() else ""
    return draft if draft == window.bench.selection.draft else ""


def words_of(window: Any) -> str:
    """All that is written in the review: recipients, subject, body."""
    review = review_of(window)
    if review is None:
        return ""
    page = review.page
    people = [str(a) for field in page.envelope.fields.values() for a in field.addresses()]
    entries = [field.entry.text() for field in page.envelope.fields.values()]
    return "\n".join([*people, *entries, page.envelope.subject.text(), page.body.text()])


def lines_in_sight(review: QWidget) -> set[str]:
    """The paragraphs of the body of which the person can read the end or the beginning."""
    found: set[str] = set()
    for editor in review.findChildren(QPlainTextEdit):
        if editor.accessibleName() != "Draft body" or not editor.isVisible():
            continue
        sight = QRectF(editor.viewport().visibleRegion().boundingRect())
        block = editor.firstVisibleBlock()
        while block.isValid():
            box = editor.blockBoundingGeometry(block).translated(editor.contentOffset())
            if box.top() > sight.bottom():
                break
            if box.intersected(sight).height() >= min(box.height(), 40.0) * ALMOST_ALL:
                found.add(_plain(block.text()))
            block = block.next()
    return found


def people_in_sight(review: QWidget) -> set[str]:
    """The recipients whose chip, or whose row in the list that a press has opened, can be seen. A
    finding, a button that sends or removes and a folded line name people too; they do not count:
    who gets the mail is to be read where it says so (UX.md, Review)."""
    found: set[str] = set()
    fields = review.page.envelope.fields.values()  # type: ignore[attr-defined]
    for widget in (each for field in fields for each in field.findChildren(QWidget)):
        if not widget.isVisible() or _only_names(widget):
            continue
        if isinstance(widget, QListView) and widget.accessibleName().startswith("Recipients in"):
            model = widget.model()  # the list that a press has opened
            rows = (str(model.index(row, 0).data()) for row in range(model.rowCount()))
            found |= {address.lower() for row in rows for address in ADDRESS.findall(row)}
        text = widget.accessibleName()
        if isinstance(widget, QLineEdit | QLabel):
            text = f"{text} {widget.text()}"
        if "@" in text and _in_sight(widget):
            found |= {address.lower() for address in ADDRESS.findall(text)}
    return found


def is_entry(widget: QWidget | None) -> bool:
    """Whether keys type into it."""
    if isinstance(widget, QComboBox):
        return widget.isEditable()
    kinds = (QLineEdit, QTextEdit, QPlainTextEdit)
    return isinstance(widget, kinds) and not widget.isReadOnly()


def own_line(focused: QWidget | None) -> str | None:
    """The paragraph the person is typing."""
    if isinstance(focused, QPlainTextEdit) and focused.accessibleName() == "Draft body":
        return _plain(focused.textCursor().block().text())
    return None


class Witness:
    """Remembers what was seen of each draft."""

    def __init__(self) -> None:
        self.lines: defaultdict[str, set[str]] = defaultdict(set)
        self.people: defaultdict[str, set[str]] = defaultdict(set)

    def look(self, window: Any) -> None:
        draft, review = shown_draft(window), review_of(window)
        if draft and review is not None:
            self.lines[draft] |= lines_in_sight(review)
            self.people[draft] |= people_in_sight(review)

    def unseen(self, draft: str, body: str, addresses: tuple[str, ...]) -> list[str]:
        """What of a mail was never in sight."""
        lines = {_plain(line) for line in body.splitlines()} - self.lines[draft] - {""}
        people = {address.lower() for address in addresses} - self.people[draft]
        return sorted(lines) + sorted(people)


def _only_names(widget: QWidget) -> bool:
    name = widget.accessibleName()
    return isinstance(widget, QAbstractButton) and name.startswith(("Send", "Remove"))


def _in_sight(widget: QWidget) -> bool:
    region = widget.visibleRegion().boundingRect()
    size = widget.width() * widget.height()
    large = widget.width() >= LEAST_WIDE and widget.height() >= LEAST_HIGH
    return large and region.width() * region.height() >= size * ALMOST_ALL


def _plain(line: str) -> str:
    return line.replace("\u00a0", " ").strip()


def in_review(window: Any, widget: QWidget | None) -> bool:
    review = review_of(window)
    return (
        review is not None
        and widget is not None
        and (widget is review or review.isAncestorOf(widget))
    )
