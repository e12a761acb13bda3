"""Avatars: initials on a colour derived from the address."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.tokens import Type


def initials(name: str) -> str:
    """Up to two letters: `Dana Lee` gives `DL`, `dana@x` gives `D`."""
    words = [w for w in name.replace("@", " @").split() if w[0].isalnum()]
    letters = [words[0][0], words[-1][0]] if len(words) > 1 else [w[0] for w in words]
    return "".join(letters).upper() or "?"


def paint_initials(
    painter: QPainter, theme: Theme, box: QRectF, text: str, seed: str | int
) -> None:
    """Draw the round badge into `box`."""
    ground, ink = theme.avatar_colours(seed)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawEllipse(box)
    font = theme.font(Type.STRONG)
    font.setPixelSize(max(1, round(box.height() * 0.4)))
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)
    painter.restore()
