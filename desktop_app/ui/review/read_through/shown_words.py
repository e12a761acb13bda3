"""Words of a draft that are only read, as high as they are."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy

from desktop_app.mail.rich.document import Document
from desktop_app.mail.rich.reading import own_document
from desktop_app.ui.reading.reader import Reader
from desktop_app.ui.review.read_through.readable import ReadMail
from desktop_app.ui.review.rich_text.shown_text import ShownText
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.tokens import Size, Type

NAME = "Text of the mail"


class PlainWords(ShownText):
    """Plain text, no character of it changed; invisible ones are marked."""

    def show_text(self, text: str) -> None:
        self.setPlainText(text)
        self.updateGeometry()

    def stored(self) -> str:
        return self.text()

    def _measure(self) -> None:
        """Plain text has no formats that follow the theme."""
        self.setFont(self._theme.font(Type.BODY))
        self.setMaximumWidth(self._theme.px(Size.TEXT_WIDTH))


Words = PlainWords | ShownText | Reader


def words_of(theme: Theme, mail: ReadMail) -> Words:
    """The words of a draft in a widget that shows them as they arrive."""
    view, content = mail.view, mail.content
    if view.formatted and not view.own:
        reader = Reader(theme, NAME, {})
        reader.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        reader.show_html(view.html)
        return reader
    words: PlainWords | ShownText
    if view.formatted:
        words = ShownText(theme, NAME)
        images = {cid: drawn.image() for cid, drawn in mail.pictures.items()}
        words.pictures.update(images)
        words.show_pictures({}, {cid: drawn.natural for cid, drawn in mail.pictures.items()})
        words.show_it(own_document(content.body) or Document())
    else:
        words = PlainWords(theme, NAME)
        words.show_text(content.body)
    words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    words.show_doubts(view.review.doubts)
    return words


def stored_in(words: Words, mail: ReadMail) -> str:
    """What the widget shows, as it is stored; of the layout of others what it was."""
    return mail.content.body if isinstance(words, Reader) else words.stored()
