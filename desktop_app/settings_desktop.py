"""Rows of the table of settings for the desktop around the program: closing, the icon, notices."""

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
        "notices.mail",
        "people you have written to",
        "Of whose new mail the desktop tells you.",
        "Notices",
        "Tell of new mail from",
        ("people you have written to", "everybody", "nobody"),
        group="New mail",
        told="A mail counts as new for an hour. Nothing is told of spam, of muted conversations, "
        "and of what you see in the window anyway.",
    ),
    Setting(
        "notices.accounts",
        (),
        "Accounts with a rule of their own, each as account=rule.",
        "Notices",
        "Accounts with a rule of their own",
        group="New mail",
        told="",
    ),
    Setting(
        "notices.review",
        True,
        "Whether the desktop tells of drafts and requests that wait for the person.",
        "Notices",
        "Tell when a draft or a request waits for you",
        group="What waits for you",
        told="",
    ),
    Setting(
        "notices.trouble",
        True,
        "Whether the desktop tells of mail that was not sent and of sign-ins that have ended.",
        "Notices",
        "Tell when a mail was not sent, or an account has to be signed in to again",
        group="What waits for you",
        told="",
    ),
    Setting(
        "notices.shows",
        "sender and subject",
        "What a notice shows. It may stand on a locked screen.",
        "Notices",
        "A notice shows",
        ("sender and subject", "sender alone", "only that there is something"),
        group="How you are told",
        told="A notice may be read by whoever sees your screen, and may stand on a locked one.",
    ),
    Setting(
        "notices.quiet_hours",
        "",
        "Hours without notices, as 22:00-07:00; empty for none.",
        "Notices",
        "Quiet hours",
        group="How you are told",
        told="New mail of that time is not told of later. What waits for you is, if it still "
        "waits.",
    ),
    Setting(
        "notices.paused_until",
        0,
        "Until when notices are paused, in seconds since the epoch (kept by the tray itself).",
        high=2**53,
    ),
    Setting(
        "updates.weekly",
        False,
        "Whether Draftdesk asks once a week if there is a newer version. It asks one address, "
        "tells it nothing, and installs nothing.",
        "This computer",
        "Ask once a week whether there is a newer version",
        group="Newer versions",
        told="One address is asked, which learns nothing of you or your mail. Nothing is installed "
        "by itself.",
    ),
    Setting(
        "updates.address",
        "",
        "The address of the changelog that tells newer versions; empty for the one that this "
        "Draftdesk came with.",
        "This computer",
        "Address of the changes",
        url=True,
        group="Newer versions",
        told="Empty: the one that this Draftdesk came with, if it came with one.",
    ),
    Setting(
        "updates.looked_at",
        0,
        "When newer versions were last asked for, in seconds since the epoch (kept by itself).",
        high=2**53,
    ),
    Setting(
        "updates.ran",
        "",
        "The version that ran last (kept by itself).",
    ),
)
"""Rows that `settings_table.py` has among its own."""
