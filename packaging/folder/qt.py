"""What of Qt lies in the application folder: an allow list. What it does not name is left out.

`tests/packaging/test_qt_allowed.py` holds it against the imports of `desktop_app` and against what
the libraries themselves ask for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath


@dataclass(frozen=True, slots=True)
class Part:
    """Names without `lib`, `Qt6` and suffixes, so that they mean the same on every system."""

    modules: frozenset[str]
    """Modules of PySide6: `QtCore`."""
    libraries: frozenset[str]
    """Libraries of Qt that these modules and the plugins need: `Core`."""
    plugins: frozenset[str]
    """Plugins, each with its folder: `platforms/qxcb`."""
    files: frozenset[str] = frozenset()
    """Other files of Qt, from its own folder on."""

    def __or__(self, other: Part) -> Part:
        return Part(
            self.modules | other.modules,
            self.libraries | other.libraries,
            self.plugins | other.plugins,
            self.files | other.files,
        )


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


BASE = Part(
    modules=_words("QtCore QtGui QtNetwork QtPdf QtPrintSupport QtWidgets"),
    libraries=_words("Core DBus Gui Network Pdf PrintSupport Svg WaylandClient Widgets XcbQpa"),
    plugins=_words(
        "platforms/qxcb platforms/qwayland platforms/qoffscreen platforms/qwindows"
        " platforms/qcocoa styles/qmodernwindowsstyle styles/qmacstyle"
        " platformthemes/qxdgdesktopportal"
        " platforminputcontexts/composeplatforminputcontextplugin"
        " platforminputcontexts/ibusplatforminputcontextplugin"
        " iconengines/qsvgicon imageformats/qgif imageformats/qico imageformats/qjpeg"
        " imageformats/qsvg imageformats/qtiff imageformats/qwebp"
        " printsupport/cupsprintersupport printsupport/windowsprintersupport"
        " wayland-shell-integration/xdg-shell wayland-decoration-client/bradient"
    ),
)
"""The window with everything but the Original view. No plugin of GTK: its library would have to
be the one of the desktop it runs on, and the portal opens the same dialogs."""

ORIGINAL = Part(
    modules=_words("QtWebChannel QtWebEngineCore QtWebEngineWidgets"),
    libraries=_words(
        "OpenGL Positioning Qml QmlMeta QmlModels QmlWorkerScript Quick QuickWidgets WebChannel"
        " WebEngineCore WebEngineWidgets"
    ),
    plugins=_words(
        "xcbglintegrations/qxcb-egl-integration xcbglintegrations/qxcb-glx-integration"
        " wayland-graphics-integration-client/qt-plugin-wayland-egl"
    ),
    files=_words(
        "libexec/QtWebEngineProcess resources/icudtl.dat resources/qtwebengine_resources.pak"
        " resources/qtwebengine_resources_100p.pak resources/qtwebengine_resources_200p.pak"
        " resources/v8_context_snapshot.bin translations/qtwebengine_locales/en-US.pak"
    ),
)
"""The web engine. Its library asks for those of Qt Quick, of which no QML file is taken; its words
are seen nowhere, so one language is enough: the one that it falls back to from every other."""

NSS = _words("libfreebl3.so libfreeblpriv3.so libsoftokn3.so")
"""Libraries that NSS opens by name, once the web engine starts."""


def part(*, original: bool) -> Part:
    """What is in a folder of that form."""
    return BASE | ORIGINAL if original else BASE


def stem(name: str) -> str:
    """Of a module, a library or a plugin: `libQt6Core.so.6`, `Qt6Core.dll` and `QtCore` (of a
    framework) are `Core`; `QtCore.abi3.so` and `libqxcb.so` are what is loaded by that name."""
    bare = PurePosixPath(name).name
    if bare.startswith(("libQt6", "Qt6")) and ".abi3" not in bare:
        return bare.removeprefix("lib").removeprefix("Qt6").partition(".")[0]
    return bare.removeprefix("lib").partition(".")[0]


def is_allowed(path: str, allowed: Part) -> bool:
    """Whether a file of PySide6 is in a folder of that form; `path` from PySide6's own folder on,
    with slashes, or the name alone where it is linked at the top."""
    parts = PurePosixPath(path).parts
    name = parts[-1]
    if name.startswith(("libpyside6.", "libshiboken6.", "pyside6.abi3", "libicu")):
        return True
    if name.startswith(("libQt6", "Qt6")):
        return stem(name) in allowed.libraries
    if "plugins" in parts:
        return f"{parts[-2]}/{stem(name)}" in allowed.plugins
    if name.startswith("Qt") and (".abi3" in name or name.endswith(".pyd")):
        return stem(name) in allowed.modules
    return any(path.endswith(f"/{file}") or path == file for file in allowed.files)


def closure(roots: Iterable[str], needs: Mapping[str, Iterable[str]]) -> set[str]:
    """Names that are reached from `roots` by what each needs; a name without needs ends there."""
    reached: set[str] = set()
    ahead = list(roots)
    while ahead:
        name = ahead.pop()
        if name not in reached:
            reached.add(name)
            ahead.extend(needs.get(name, ()))
    return reached
