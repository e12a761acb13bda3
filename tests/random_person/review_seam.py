"""What a person can see of the draft under review: the one place that knows the review's inside.

Widgets are found by their accessible names. Whoever changes how the review shows a mail changes
`lines_in_sight` and `people_in_sight` here, and nothing else of this package.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
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

from desktop_app.model.draft import DraftContent

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


def is_body(widget: QWidget | None) -> bool:
    """Whether it is the text of a draft."""
    kinds = (QPlainTextEdit, QTextEdit)
    return isinstance(widget, kinds) and widget.accessibleName() == "Draft body"


def formatted_text(review: QWidget) -> QTextEdit | None:
    """The editor of formatted words, if it is in front."""
    editors = (each for each in review.findChildren(QTextEdit) if each.isVisible())
    return next((each for each in editors if is_body(each)), None)


def formatted_in(window: Any) -> str | None:
    """What the draft in a window says as formatted text is stored and sent, read whole from what Qt
    draws; nothing of a plain one."""
    review = review_of(window)
    editor = formatted_text(review) if review is not None else None
    if editor is None:
        return None
    from desktop_app.mail.rich.markup import markup
    from desktop_app.ui.review.rich_text.qt_document import read

    return markup(read(editor.document()))


def lines_in_sight(review: QWidget) -> set[str]:
    """The paragraphs of the body of which the person can read the end or the beginning."""
    found: set[str] = set()
    formatted = formatted_text(review)
    if formatted is not None:
        found.update(_formatted_lines(formatted))
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


def _formatted_lines(editor: QTextEdit) -> Iterator[str]:
    sight = QRectF(editor.viewport().visibleRegion().boundingRect())
    scrolled = editor.verticalScrollBar().value()
    layout = editor.document().documentLayout()
    block = editor.document().begin()
    while block.isValid():
        box = layout.blockBoundingRect(block).translated(0, -scrolled)
        if box.intersected(sight).height() >= min(box.height(), 40.0) * ALMOST_ALL:
            yield from _lines_of(block.text())
        block = block.next()


def _lines_of(text: str) -> set[str]:
    return {_plain(line) for line in re.split("[\n\u2028]", text)}


def lines_of(content: DraftContent) -> set[str]:
    """What is to be read of a mail, line by line; a cell of a table is one, or some."""
    if content.content_type != "text/html":
        return {_plain(line) for line in content.body.splitlines()}
    from desktop_app.mail.rich.document import Words
    from desktop_app.mail.rich.reading import read_markup

    found: set[str] = set()
    for block in read_markup(content.body).blocks:
        for inlines in (block.inlines, *(cell for row in block.rows for cell in row)):
            words = (one.text for one in inlines if isinstance(one, Words))
            found |= _lines_of("".join(words))
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
    if isinstance(focused, QPlainTextEdit | QTextEdit) and is_body(focused):
        return _plain(focused.textCursor().block().text())
    return None


class Witness:
    """Remembers what was seen of each draft."""

    def __init__(self) -> None:
        self.lines: defaultdict[str, set[str]] = defaultdict(set)
        self.people: defaultdict[str, set[str]] = defaultdict(set)
        self.formatted: defaultdict[str, set[str]] = defaultdict(set)
        """Each formatted text that stood in the editor, as it is stored."""

    def look(self, window: Any) -> None:
        draft, review = shown_draft(window), review_of(window)
        if draft and review is not None:
            self.lines[draft] |= lines_in_sight(review)
            self.people[draft] |= people_in_sight(review)
            html = formatted_in(window)
            if html is not None:
                self.formatted[draft].add(html)

    def unseen(self, draft: str, content: DraftContent, addresses: tuple[str, ...]) -> list[str]:
        """What of a mail was never in sight."""
        lines = lines_of(content) - self.lines[draft] - {""}
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
    return line.replace("\u00a0", " ").replace("\ufffc", "").strip()


def in_review(window: Any, widget: QWidget | None) -> bool:
    review = review_of(window)
    return (
        review is not None
        and widget is not None
        and (widget is review or review.isAncestorOf(widget))
    )
