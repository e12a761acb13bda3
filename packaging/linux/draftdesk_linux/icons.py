"""Icons of the theme hicolor, drawn by Qt from the one drawing of the program."""

from __future__ import annotations

import shutil
from pathlib import Path

SIZES = (16, 22, 24, 32, 48, 64, 96, 128, 256, 512)
"""Pixels, of the Icon Theme Specification's folders."""


def write_icons(drawing: Path, symbolic: Path, share: Path, name: str) -> list[Path]:
    """Write all sizes, the drawing itself and the symbolic one below `share`. Returns the files.
    Painting a drawing without text takes no application of Qt's."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    renderer = QSvgRenderer(str(drawing))
    if not renderer.isValid():
        raise SystemExit(f"{drawing} can't be drawn.")
    theme = share / "icons" / "hicolor"
    written = []
    for size in SIZES:
        image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        renderer.render(painter)
        painter.end()
        path = theme / f"{size}x{size}" / "apps" / f"{name}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not image.save(str(path)):
            raise SystemExit(f"{path} can't be written.")
        written.append(path)
    copies = ((drawing, "scalable", name), (symbolic, "symbolic", f"{name}-symbolic"))
    for source, folder, called in copies:
        path = theme / folder / "apps" / f"{called}.svg"
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, path)
        written.append(path)
    return written
