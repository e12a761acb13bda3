"""Table of every setting: name, type, default, help.

The dialog, the documentation and the environment variables come from it.
"""

from __future__ import annotations

from desktop_app.model.bridge import NEVER_SENDS
from desktop_app.settings_assistant import ASSISTANT
from desktop_app.settings_row import TOOLS, Setting, policy, port, security

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "look.theme",
        "system",
        "Light, dark, high contrast, or as the system.",
        "Look",
        "Theme",
        ("system", "light", "dark", "contrast"),
        told="",
    ),
    Setting(
        "look.density",
        "comfortable",
        "Three-line rows, or compact two-line rows.",
        "Look",
        "Conversation list",
        ("comfortable", "compact"),
        told="Comfortable rows have three lines, compact ones two.",
    ),
    Setting(
        "look.text_percent",
        100,
        "Size of all text, in percent.",
        "Look",
        "Text size",
        (),
        80,
        200,
        unit="%",
        told="",
    ),
    Setting(
        "look.reading_percent",
        100,
        "Size of the text of mail, in percent of other text.",
        "Look",
        "Size of mail",
        (),
        60,
        300,
        unit="%",
        told="Of the size of other text.",
    ),
    Setting("look.geometry", "", "Where the window was (kept by the window itself)."),
    Setting("look.folded_labels", (), "Labels that are folded (kept by the sidebar itself)."),
    Setting(
        "look.folded_groups",
        (),
        "Groups of the sidebar that are folded (kept by the sidebar itself).",
    ),
    Setting(
        "files.import_folder", "", "Where mail was last imported from (kept by the window itself)."
    ),
    Setting("files.save_folder", "", "Where a file was last saved (kept by the window itself)."),
    Setting("look.hints_dismissed", (), "Hints that were put away (kept by the window itself)."),
    Setting(
        "mail.undo_seconds",
        10,
        "How long a sent mail can be taken back.",
        "Writing",
        "Undo send",
        (0, 5, 10, 30, 60),
        unit="seconds",
        lowest="off",
    ),
    Setting(
        "mail.send_at_end",
        False,
        "Else it is held, and the next start asks you. Closing the window asks in any case.",
        "Writing",
        "Send what is counting down when you log out or Draftdesk is ended",
    ),
    Setting(
        "writing.template_offers",
        True,
        "Whether templates are offered while one types a semicolon and the start of a name.",
        "Writing",
        "Offer templates after ;",
        group="While typing",
        told="Enter or Tab puts the chosen one in, Esc leaves what you typed.",
    ),
    Setting(
        "mail.trusted_recipients",
        (),
        "People who count as known although you have never written to them, by address.",
        "Writing",
        "People you know",
    ),
    Setting(
        "mail.always_show_images",
        (),
        "Senders whose remote images are shown, by address.",
        "Privacy",
        "Always show images from",
        group="Mail from these senders",
        told="",
    ),
    Setting(
        "mail.original_view",
        (),
        "Senders whose mail opens as Original, by address.",
        "Privacy",
        "Open as Original",
        group="Mail from these senders",
        told="",
    ),
    Setting(
        "mail.mark_read_seconds",
        1,
        "How long a message is open before it counts as read; -1: never by itself.",
        "Reading",
        "Mark as read after",
        (),
        -1,
        60,
        group="Conversations",
        unit="seconds",
        lowest="never",
        told="",
    ),
    Setting(
        "search.attachments",
        True,
        "Whether the text of attachments is read and searched on this computer; off deletes what "
        "was read.",
        "Reading",
        "Search inside attachments",
        group="Search",
        told="Their text is read and kept on this computer. Off deletes what was read.",
    ),
    Setting(
        "search.scans",
        False,
        "Whether words on scanned pages and pictures are recognised by the program tesseract, "
        "where it is installed: some seconds of a processor for each page.",
        "Reading",
        "Recognise words on scanned pages",
        group="Search",
        told="By the program tesseract, where it is installed. A page takes it some seconds, on "
        "one processor, beside your work.",
    ),
    Setting(
        "mail.check_seconds",
        60,
        "How often mail is checked for.",
        "Reading",
        "Check for mail every",
        (),
        15,
        86_400,
        group="New mail",
        unit="seconds",
        told="",
    ),
    Setting(
        "mail.check_on_focus",
        True,
        "Whether mail is checked for when the window comes to the front.",
        "Reading",
        "Check when the window is chosen",
        group="New mail",
        told="",
    ),
    Setting(
        "mail.follow_up_days",
        3,
        "Working days (Monday to Friday) after which a mail of yours that nobody has answered is "
        "counted in Waiting for others.",
        "Reading",
        "Nobody has answered after",
        (),
        1,
        30,
        group="Waiting for others",
        unit="working days",
    ),
    Setting(
        "google.api_root",
        "",
        "Where Google's APIs are, for a test server; empty for Google's own addresses.",
        url=True,
    ),
    Setting(
        "google.auth_uri",
        "https://accounts.google.com/o/oauth2/v2/auth",
        "Where a sign-in at Google begins.",
        url=True,
    ),
    Setting(
        "google.token_uri",
        "https://oauth2.googleapis.com/token",
        "Where Google hands out tokens.",
        url=True,
    ),
    Setting(
        "google.revoke_uri",
        "https://oauth2.googleapis.com/revoke",
        "Where Google takes tokens back.",
        url=True,
    ),
    Setting("google.client_id", "", "The OAuth client to sign in to Google with."),
    Setting(
        "google.client_secret",
        "",
        "The secret of that client; by environment variable alone, it is never written down.",
        environment_only=True,
    ),
    Setting(
        "google.quota_project",
        "",
        "The Google Cloud project that calls are counted against, by its id, where neither "
        "GOOGLE_CLOUD_QUOTA_PROJECT nor the sign-in names one; empty for the OAuth client's own.",
    ),
    Setting(
        "google.units_per_minute",
        0,
        "Gmail's limit in quota units a minute: 6000 for Cloud projects made since May 2026, "
        "15000 for older ones; 0 finds out which holds.",
        "Accounts",
        "Gmail quota",
        (),
        0,
        1_000_000_000,
        unit="units a minute",
        lowest="found out",
        told="6,000 units a minute for Cloud projects made since May 2026, 15,000 for older ones.",
    ),
    Setting(
        "microsoft.auth_uri",
        "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
        "Where a sign-in at Microsoft begins.",
        url=True,
    ),
    Setting(
        "microsoft.token_uri",
        "https://login.microsoftonline.com/common/oauth2/v2.0/token",
        "Where Microsoft hands out tokens.",
        url=True,
    ),
    Setting(
        "microsoft.client_id",
        "",
        "The application (client) ID of the app registration to sign in to Microsoft with.",
    ),
    Setting(
        "microsoft.client_secret",
        "",
        "The secret of that client, if it has one; by environment variable alone.",
        environment_only=True,
    ),
    Setting(
        "microsoft.imap_host",
        "outlook.office365.com",
        "The IMAP server of accounts at Microsoft that sign in from now on.",
    ),
    port("microsoft.imap_port", 993, "The port of that server."),
    security("microsoft.imap_security", "tls", "How the connection to it is protected."),
    Setting(
        "microsoft.smtp_host",
        "smtp.office365.com",
        "The SMTP server of accounts at Microsoft that sign in from now on.",
    ),
    port("microsoft.smtp_port", 587, "The port of the SMTP server."),
    security("microsoft.smtp_security", "starttls", "How the connection to SMTP is protected."),
    Setting(
        "microsoft.ca_file",
        "",
        "A certificate authority (PEM) to trust for these servers beside the system's.",
    ),
    policy("policy.assistant_read", "allow", "the assistant", "read mail", "allow", "deny"),
    policy(
        "policy.assistant_draft", "allow", "the assistant", "write drafts", "allow", "ask", "deny"
    ),
    policy(
        "policy.assistant_organise", "ask", "the assistant", "organise mail", "allow", "ask", "deny"
    ),
    policy("policy.mcp_read", "allow", "a connected program", "read mail", "allow", "deny"),
    policy(
        "policy.mcp_draft", "allow", "a connected program", "write drafts", "allow", "ask", "deny"
    ),
    policy(
        "policy.mcp_organise", "ask", "a connected program", "organise mail", "allow", "ask", "deny"
    ),
    Setting(
        "tools.assistant_off",
        ("drive", "calendar"),
        "Groups of tools the assistant does not get: mail reading, drafts, organising, "
        "drive, calendar.",
        "Privacy",
        "The assistant may use",
        group="Tools they have",
        members=TOOLS,
        told="",
    ),
    Setting(
        "tools.mcp_off",
        ("drive", "calendar"),
        "Groups of tools connected programs do not get: mail reading, drafts, "
        "organising, drive, calendar.",
        "Privacy",
        "Connected programs may use",
        group="Tools they have",
        members=TOOLS,
        told="",
    ),
    *ASSISTANT,
    Setting(
        "bridge.enabled",
        False,
        "Let other AI programs on this computer search and read the accounts you choose, and "
        f"propose drafts. {NEVER_SENDS}",
        "MCP bridge",
        "MCP bridge",
    ),
    Setting(
        "bridge.port",
        0,
        "The port of this computer on which the bridge listens; 0 for any that is free.",
        "MCP bridge",
        "Port",
        (),
        0,
        65_535,
    ),
    Setting("debug.stall_log", "", "A file that tells whenever the window's thread stalled."),
    Setting(
        "keys.letters",
        True,
        "Single letters are keys in the lists and in a conversation: E archives, R replies.",
        "Keys",
        "Single letters as keys",
    ),
    Setting("keys.rebound", (), "Changed shortcuts, each as action=key.", "Keys", "Shortcuts"),
)
"""Rows are added here by the rooms that need them; nothing else declares a setting."""
