"""Rows of the table of settings for the desktop: closing, the icon, notices."""

from __future__ import annotations

from desktop_app.settings_row import Setting

DESKTOP: tuple[Setting, ...] = (
    Setting(
        "presence.on_close",
        "ask",
        "What happens when the window is closed: it is asked, the program keeps running in the "
        "background, or it quits. Quit always quits.",
        "This computer",
        "When you close the window",
        ("ask", "keep running", "quit"),
        group="The window",
        told="Keep running: mail is checked for and you are told of it, without a window. Quit "
        "(Ctrl+Q) always quits.",
    ),
    Setting(
        "presence.badge",
        "unread mail",
        "What the number on the icon counts, where the desktop shows one.",
        "This computer",
        "Number on the icon",
        ("unread mail", "drafts to review", "nothing"),
        group="The window",
        told="Where your desktop shows a number on icons.",
    ),
    Setting(
        "notices.paused_until",
        0,
        "Until when notices of the desktop are paused, in seconds since 1970 (kept by the tray "
        "itself).",
        high=2**53,
    ),
)
