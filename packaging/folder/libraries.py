"""Libraries of Linux that the folder leaves to the system it runs on.

Each speaks to something of that system that must be of its kind: its X server, its message bus, its
printers, its sound, its fonts, or the drivers of its screen, which are loaded beside it and want
the system's own libstdc++. Every desktop has them, and a package names them as what it depends on.

`python -m folder.libraries FOLDER` lists what a folder asks of its system.
"""

from __future__ import annotations

import sys
from pathlib import Path

from folder import elf

OF_THE_SYSTEM = frozenset(
    (
        *("libX11.so.6", "libX11-xcb.so.1", "libXext.so.6", "libxcb-glx.so.0"),
        *("libdbus-1.so.3", "libudev.so.1", "libgbm.so.1", "libasound.so.2", "libcups.so.2"),
        *("libfontconfig.so.1", "libfreetype.so.6", "libglib-2.0.so.0", "libgthread-2.0.so.0"),
        *("libstdc++.so.6", "libgcc_s.so.1"),
    )
)
"""By the names that they are asked for by. What only they need is left out with them."""

OF_THE_C_LIBRARY = frozenset(
    (
        *("ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1", "libc.so.6", "libm.so.6"),
        *("libpthread.so.0", "libdl.so.2", "librt.so.1", "libresolv.so.2", "libutil.so.1"),
        "libcrypt.so.1",
    )
)
OF_THE_SCREEN = frozenset(
    (
        *("libEGL.so.1", "libGL.so.1", "libGLX.so.0", "libOpenGL.so.0", "libdrm.so.2"),
        *("libxcb.so.1", "libxcb-dri3.so.0"),
        *("libwayland-client.so.0", "libwayland-cursor.so.0", "libwayland-egl.so.1"),
    )
)
"""Both are left out by PyInstaller itself."""


def asked(folder: Path) -> set[str]:
    """Names that programs and libraries of a folder ask for, and that are not in it."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    there = {path.name for path in files}
    wanted: set[str] = set()
    for path in files:
        if not path.is_symlink():
            wanted |= set(elf.needed(path))
    return wanted - there


def unknown(folder: Path) -> list[str]:
    """Those of them that no system is known to have: the folder would not start everywhere."""
    return sorted(asked(folder) - OF_THE_SYSTEM - OF_THE_C_LIBRARY - OF_THE_SCREEN)


if __name__ == "__main__":
    sys.stdout.writelines(f"{name}\n" for name in sorted(asked(Path(sys.argv[1]))))
