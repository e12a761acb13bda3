"""The allow list of Qt in the folder: what the program imports, what that imports and what the
libraries ask for; nothing more, and nothing less."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

import PySide6
import pytest
from folder import elf, qt

ROOT = Path(__file__).resolve().parents[2]
QT = Path(PySide6.__file__).parent
FORMS = pytest.mark.parametrize("original", [False, True], ids=["base", "original"])
OTHER_SYSTEMS = {
    *("platforms/qwindows", "platforms/qcocoa", "styles/qmodernwindowsstyle", "styles/qmacstyle"),
    "printsupport/windowsprintersupport",
}
linux = pytest.mark.skipif(sys.platform != "linux", reason="the libraries of Linux are read")


def imported(source: str) -> set[str]:
    """Modules of PySide6 that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        found |= {name.split(".")[1] for name in names if name.startswith("PySide6.")}
    return found


@cache
def of_program() -> frozenset[str]:
    sources = (path.read_text("utf-8") for path in (ROOT / "desktop_app").rglob("*.py"))
    return frozenset().union(*(imported(source) for source in sources if "PySide6" in source))


def loaded(modules: Collection[str]) -> set[str]:
    """What is loaded once these are imported, in a process of its own: some import others."""
    code = "import sys\n" + "".join(f"import PySide6.{name}\n" for name in sorted(modules))
    code += "print(*(n.split('.')[1] for n in sys.modules if n.startswith('PySide6.Qt')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def roots(part: qt.Part) -> Iterator[Path]:
    """Files that are loaded by name, where this system has them."""
    yield from (QT / f"{name}.abi3.so" for name in part.modules)
    for plugin in part.plugins - OTHER_SYSTEMS:
        folder, _, name = plugin.partition("/")
        yield QT / "Qt" / "plugins" / folder / f"lib{name}.so"
    yield from (QT / "Qt" / name for name in part.files if name.startswith("libexec/"))


def reached(part: qt.Part) -> set[str]:
    needs = {path.name: elf.needed(path) for path in (QT / "Qt" / "lib").glob("lib*.so*")}
    found = qt.closure((name for path in roots(part) for name in elf.needed(path)), needs)
    return {qt.stem(name) for name in found if name.startswith("libQt6")}


def test_the_modules_are_those_that_the_program_imports() -> None:
    assert loaded(of_program()) == qt.part(original=True).modules


def test_the_base_has_every_module_but_those_of_the_web_engine() -> None:
    others = {name for name in of_program() if not name.startswith("QtWebEngine")}
    assert loaded(others) == qt.part(original=False).modules


@linux
@FORMS
def test_the_libraries_are_those_that_modules_and_plugins_ask_for(original: bool) -> None:
    part = qt.part(original=original)
    assert reached(part) == part.libraries


@linux
@FORMS
def test_every_file_that_is_named_is_one_of_qt(original: bool) -> None:
    part = qt.part(original=original)
    missing = [str(path) for path in roots(part) if not path.is_file()]
    assert missing + [name for name in part.files if not (QT / "Qt" / name).is_file()] == []


@linux
def test_what_a_library_needs_is_what_the_loader_says() -> None:
    """Against ldd, which asks the loader itself."""
    library = QT / "Qt" / "lib" / "libQt6Svg.so.6"
    done = subprocess.run(["ldd", str(library)], capture_output=True, text=True, check=True)
    told = {line.split()[0].rpartition("/")[2] for line in done.stdout.splitlines()}
    assert set(elf.needed(library)) <= told
    assert "libQt6Gui.so.6" in elf.needed(library)
    assert elf.soname(library) == "libQt6Svg.so.6"
    assert elf.is_loadable(library)


@pytest.mark.parametrize(
    ("path", "base", "original"),
    [
        ("QtCore.abi3.so", True, True),
        ("QtCore.pyi", False, False),
        ("QtQml.abi3.so", False, False),
        ("QtTest.abi3.so", False, False),
        ("QtWidgets.pyd", True, True),
        ("lib/libQt6Gui.so.6", True, True),
        ("libQt6Gui.so.6", True, True),
        ("Qt6Gui.dll", True, True),
        ("lib/libQt6Quick.so.6", False, True),
        ("lib/libQt6QuickControls2.so.6", False, False),
        ("lib/libQt6Multimedia.so.6", False, False),
        ("lib/libQt6WebEngineCore.so.6", False, True),
        ("lib/libicudata.so.73", True, True),
        ("lib/libavcodec.so.61", False, False),
        ("libpyside6.abi3.so.6.11", True, True),
        ("libpyside6qml.abi3.so.6.11", False, False),
        ("plugins/platforms/libqxcb.so", True, True),
        ("plugins/platforms/qwindows.dll", True, True),
        ("plugins/platformthemes/libqgtk3.so", False, False),
        ("plugins/designer/libqwebengineview.so", False, False),
        ("qml/QtQuick/libqtquick2plugin.so", False, False),
        ("libexec/QtWebEngineProcess", False, True),
        ("libexec/qmlimportscanner", False, False),
        ("resources/qtwebengine_devtools_resources.pak", False, False),
        ("translations/qtwebengine_locales/en-US.pak", False, True),
        ("translations/qtwebengine_locales/de.pak", False, False),
        ("translations/qtbase_de.qm", False, False),
        ("designer", False, False),
    ],
)
def test_what_is_not_named_is_left_out(path: str, base: bool, original: bool) -> None:
    assert qt.is_allowed(path, qt.part(original=False)) is base
    assert qt.is_allowed(path, qt.part(original=True)) is original


def test_no_file_of_qt_is_allowed_but_by_its_name() -> None:
    """Every file that PySide6 installs, in both forms: what is allowed is of the lists' names."""
    for original in (False, True):
        part = qt.part(original=original)
        files = [path.relative_to(QT).as_posix().removeprefix("Qt/") for path in QT.rglob("*.*")]
        taken = [path for path in files if qt.is_allowed(path, part)]
        libraries = {qt.stem(path) for path in taken if "libQt6" in path}
        assert libraries == part.libraries, original
        strange = ("qml", "designer", "devtools", "Multimedia", "QtTest", "avcodec")
        assert [path for path in taken if any(word in path for word in strange)] == []
