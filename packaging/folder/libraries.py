"""Libraries of Linux that the folder leaves to the system it runs on.

Each speaks to something of that system that must be of its kind: its X server, its message bus, its
printers, its sound, its fonts, or the drivers of its screen, which are loaded beside it and want
the system's own libstdc++. Every desktop has them, and a package names them as what it depends on.
Those of the C library and of OpenGL are left out by PyInstaller already.
"""

from __future__ import annotations

OF_THE_SYSTEM = frozenset(
    (
        *("libX11.so.6", "libX11-xcb.so.1", "libXext.so.6", "libxcb-glx.so.0"),
        *("libdbus-1.so.3", "libudev.so.1", "libgbm.so.1", "libasound.so.2", "libcups.so.2"),
        *("libfontconfig.so.1", "libfreetype.so.6", "libglib-2.0.so.0", "libgthread-2.0.so.0"),
        *("libstdc++.so.6", "libgcc_s.so.1"),
    )
)
"""By the names that they are asked for by. What only they need is left out with them."""
