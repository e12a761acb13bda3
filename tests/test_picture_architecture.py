"""Who may decode a picture: the drawing process alone, by a reader of one format."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import desktop_app

ROOT = Path(desktop_app.__file__).parent

READERS = {
    *("QImageReader", "QMovie", "QSvgRenderer", "QSvgWidget", "QGraphicsSvgItem", "QPdfDocument"),
    *("QPdfView", "QPicture", "QIconEngine"),
}
BY_DATA = {"loadFromData", "fromData", "fromDevice", "imageFormat"}
BY_NAME = {"QPixmap", "QImage", "QIcon", "QBitmap"}
"""With one argument they read a file, of any format that Qt knows."""

DOCUMENTS = {"QTextDocument", "QTextBrowser", "QTextEdit"}
"""They load what their text names, unless they are a class that overrides `loadResource`."""

DOOR = {
    "ui/reading/drawing.py": {"QImageReader"},
    "ui/reading/drawn_pages.py": {"QPdfDocument"},
    # The program's own icon, of its own folder.
    "ui/window/application.py": {"QIcon"},
}


def decoders(tree: ast.Module) -> set[str]:
    """What of a module decodes a picture, by name."""
    found = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func).rpartition(".")[2]
        one = len(node.args) == 1 and not node.keywords
        picture = one and not ast.unparse(node.args[0]).startswith("QPixmap.from")
        if name in READERS | BY_DATA | DOCUMENTS or (name in BY_NAME and picture):
            found.add(name)
    return found | open_documents(tree)


def open_documents(tree: ast.Module) -> set[str]:
    """Classes of documents that load what their text names."""
    return {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        and DOCUMENTS & {ast.unparse(base).rpartition(".")[2] for base in node.bases}
        and "loadResource" not in {f.name for f in node.body if isinstance(f, ast.FunctionDef)}
    }


def test_pictures_are_decoded_at_the_one_door() -> None:
    found = {
        str(path.relative_to(ROOT)): names
        for path in sorted(ROOT.rglob("*.py"))
        if (names := decoders(ast.parse(path.read_text("utf-8"))))
    }
    assert found == DOOR


@pytest.mark.parametrize(
    "planted",
    [
        "QImageReader(buffer)",
        "QtGui.QImageReader(path).read()",
        "image = QImage.fromData(data)",
        "QPixmap().loadFromData(data)",
        "label.setPixmap(QPixmap(path))",
        "button.setIcon(QIcon(path))",
        "QMovie(path)",
        "QTextDocument().setHtml(html)",
        "class Mail(QTextEdit):\n    pass",
    ],
)
def test_a_planted_decoder_is_found(planted: str) -> None:
    assert decoders(ast.parse(planted))


def test_pixels_and_pictures_of_the_program_are_none() -> None:
    allowed = "QImage(pixels, 3, 3, form); QPixmap(3, 3); QIcon(QPixmap.fromImage(image)); QIcon()"
    assert not decoders(ast.parse(allowed))
    assert not decoders(ast.parse("class R(QTextBrowser):\n    def loadResource(self): ..."))
