"""Table of every setting: name, type, default, help.

The dialog, the documentation and the environment variables come from it.
"""

from __future__ import annotations

from desktop_app.settings_row import Setting, policy, port, security

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "look.theme",
        "system",
        "Light, dark, high contrast, or as the system.",
        "Look",
        "Theme",
        ("system", "light", "dark", "contrast"),
    ),
    Setting(
        "look.density",
        "comfortable",
        "Three-line rows, or compact two-line rows.",
        "Look",
        "Conversation list",
        ("comfortable", "compact"),
    ),
    Setting(
        "look.text_percent", 100, "Size of all text, in percent.", "Look", "Text size", (), 80, 200
    ),
    Setting("look.geometry", "", "Where the window was (kept by the window itself)."),
    Setting("look.folded_labels", (), "Labels that are folded (kept by the sidebar itself)."),
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
        "Undo send (seconds)",
        (0, 5, 10, 30, 60),
    ),
    Setting(
        "mail.trusted_recipients",
        (),
        "People the new-recipient check leaves out, by address.",
        "Writing",
        "Trusted recipients",
    ),
    Setting(
        "mail.always_show_images",
        (),
        "Senders whose remote images are shown, by address.",
        "Privacy",
        "Always show images from",
    ),
    Setting(
        "mail.original_view",
        (),
        "Senders whose mail opens as Original, by address.",
        "Privacy",
        "Open as Original",
    ),
    Setting(
        "mail.mark_read_seconds",
        1,
        "How long a message is open before it counts as read; -1: never by itself.",
        "Reading",
        "Mark as read after (seconds)",
        (),
        -1,
        60,
    ),
    Setting(
        "mail.check_seconds",
        60,
        "How often mail is checked for.",
        "Reading",
        "Check for mail every (seconds)",
        (),
        15,
        86_400,
    ),
    Setting(
        "mail.check_on_focus",
        True,
        "Whether mail is checked for when the window comes to the front.",
        "Reading",
        "Check when the window is chosen",
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
        "Gmail quota (units a minute)",
        (),
        0,
        1_000_000_000,
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
        "The assistant: without",
    ),
    Setting(
        "tools.mcp_off",
        ("drive", "calendar"),
        "Groups of tools connected programs do not get: mail reading, drafts, "
        "organising, drive, calendar.",
        "Privacy",
        "Connected programs: without",
    ),
    Setting(
        "assistant.provider",
        "starter",
        "Who answers in the assistant panel. The starter assistant works by rules on this "
        "computer and is no language model.",
        "Assistant",
        "Assistant",
        ("starter", "ollama", "openai_compatible", "google", "openai", "anthropic", "mistral"),
    ),
    Setting(
        "assistant.model",
        "",
        "The language model, by the name its provider gives it.",
        "Assistant",
        "Model",
    ),
    Setting(
        "assistant.base_url",
        "",
        "Where the model is reached; empty for the provider's own address. Needed for an "
        "OpenAI-compatible server such as LM Studio, vLLM or llama.cpp.",
        "Assistant",
        "Address",
        url=True,
    ),
    Setting(
        "assistant.api_key",
        "",
        "A key for one run; by environment variable alone. Keys that last are in the keyring.",
        environment_only=True,
    ),
    Setting(
        "assistant.keys_kept",
        (),
        "The providers whose key is in the keyring (kept by Draftdesk itself): no other is looked "
        "for there.",
    ),
    Setting(
        "assistant.cloud_accounts",
        (),
        "The accounts whose mail may be sent to a language model in the cloud, by their ids. A "
        "model on this computer may read them all.",
    ),
    Setting(
        "assistant.redact",
        True,
        "Take card numbers, keys and one-time codes out of what a language model is given.",
        "Assistant",
        "Remove secrets before sending",
    ),
    Setting(
        "assistant.ask_before_sending",
        False,
        "Show each request before it goes to a language model, and wait for you.",
        "Assistant",
        "Show me what is sent first",
    ),
    Setting(
        "assistant.own_style",
        False,
        "Let a language model read a few of your own earlier mails, so that drafts sound like you.",
        "Assistant",
        "Learn from my own mails",
    ),
    Setting(
        "assistant.instructions",
        "",
        "What a language model always has to know or keep to, in your own words. It goes with each "
        "of your requests.",
        "Assistant",
        "Standing instructions",
        high=4_000,
        examples=(
            "Sign with my first name only.",
            "I never meet on Fridays; propose mornings.",
            "Answer customers in their language, and say Sie in German.",
        ),
    ),
    Setting(
        "assistant.window_tokens",
        0,
        "How many tokens Ollama keeps for a model at once. More needs more memory. 0: Draftdesk "
        "asks for what the model can hold, 16,384 at most.",
        "Assistant",
        "Window of a model in Ollama (tokens)",
        (),
        0,
        1_048_576,
    ),
    Setting(
        "assistant.run_tool_calls",
        40,
        "How many tools a language model may use for one request.",
        "Assistant",
        "Tool calls for one request",
        (),
        1,
        500,
    ),
    Setting(
        "assistant.run_requests",
        25,
        "How often a language model may be asked for one request of yours.",
        "Assistant",
        "Rounds for one request",
        (),
        1,
        200,
    ),
    Setting(
        "assistant.run_tokens",
        400_000,
        "Tokens (about four letters each) that one request may use, read and written together.",
        "Assistant",
        "Tokens for one request",
        (),
        1_000,
        20_000_000,
    ),
    Setting(
        "assistant.day_tokens",
        4_000_000,
        "Tokens that all requests of 24 hours may use together.",
        "Assistant",
        "Tokens for a day",
        (),
        1_000,
        1_000_000_000,
    ),
    Setting(
        "assistant.context_chars",
        240_000,
        "About how many letters the model holds at once; older mail of a conversation is left out "
        "beyond it.",
        "Assistant",
        "Letters the model holds",
        (),
        4_000,
        8_000_000,
    ),
    Setting(
        "assistant.run_seconds",
        300,
        "How long a language model may take for one request, in seconds.",
        "Assistant",
        "Seconds for one request",
        (),
        10,
        3_600,
    ),
    Setting(
        "bridge.enabled",
        False,
        "Let other AI programs on this computer search and read the accounts you choose, and "
        "propose drafts. They cannot send.",
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
    Setting("keys.rebound", (), "Changed shortcuts, each as action=key.", "Keys", "Shortcuts"),
)
"""Rows are added here by the rooms that need them; nothing else declares a setting."""
