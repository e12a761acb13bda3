"""Rows of the table of settings for the assistant: who answers, what it may read, its limits."""

from __future__ import annotations

from desktop_app.settings_row import Setting

PREPARED, WRITING = "Prepared answers", "How you write"
SUMMARIES = "Summaries"
GIVEN, MEETINGS, LIMITS = "What leaves this computer", "Meetings", "Limits of a language model"

ASSISTANT: tuple[Setting, ...] = (
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
        near=True,
    ),
    Setting(
        "assistant.plain_http",
        "",
        "The computer of your own network that a model may be reached at without encryption, by "
        "its name or number. Keys are never sent to it.",
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
        group=GIVEN,
    ),
    Setting(
        "assistant.ask_before_sending",
        False,
        "Show each request before it goes to a language model, and wait for you.",
        "Assistant",
        "Show me what is sent first",
        group=GIVEN,
    ),
    Setting(
        "assistant.prepare",
        False,
        "Prepare answers to mail that needs one, with the language model you chose. They wait in "
        "To review; nothing is sent.",
        "Assistant",
        "Prepare answers",
        group=PREPARED,
    ),
    Setting(
        "assistant.prepare_a_day",
        10,
        "How many answers are prepared in 24 hours at the most.",
        "Assistant",
        "Prepared answers a day",
        (),
        1,
        100,
        group=PREPARED,
    ),
    Setting(
        "assistant.day_begins",
        9,
        "The hour from which you meet others: earlier times are not proposed.",
        "Assistant",
        "Meetings from",
        (),
        0,
        23,
        unit="o'clock",
        group=MEETINGS,
    ),
    Setting(
        "assistant.day_ends",
        17,
        "The hour by which meetings end: later times are not proposed.",
        "Assistant",
        "Meetings until",
        (),
        1,
        24,
        unit="o'clock",
        group=MEETINGS,
    ),
    Setting(
        "assistant.weekends",
        False,
        "Propose Saturdays and Sundays for meetings too.",
        "Assistant",
        "Meetings at weekends",
        group=MEETINGS,
    ),
    Setting(
        "assistant.learn_style",
        True,
        "Learn on this computer, from mail you have sent, how you write, so that drafts sound like "
        "you. The starter assistant and a language model on this computer are told.",
        "Assistant",
        "Learn how I write",
        group=WRITING,
    ),
    Setting(
        "assistant.own_style",
        False,
        "Tell a language model elsewhere too how you write, with a short mail of yours as an "
        "example, of accounts it may read.",
        "Assistant",
        "Tell a model in the cloud how I write",
        group=WRITING,
    ),
    Setting(
        "assistant.summaries",
        True,
        "Show a line above a long conversation that says where it stands, by the language model on "
        "this computer.",
        "Assistant",
        "Sum up long conversations",
        group=SUMMARIES,
    ),
    Setting(
        "assistant.cloud_summaries",
        False,
        "Have a language model elsewhere sum them up too: each long conversation that you open, of "
        "accounts it may read, is then sent to it.",
        "Assistant",
        "Sum them up by a model in the cloud",
        group=SUMMARIES,
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
        group=WRITING,
    ),
    Setting(
        "assistant.window_tokens",
        0,
        "How many tokens Ollama keeps for a model at once. More needs more memory. Draftdesk by "
        "itself asks for what the model can hold, 16,384 at most.",
        "Advanced",
        "Window of a model in Ollama",
        (),
        0,
        1_048_576,
        unit="tokens",
        lowest="chosen by Draftdesk",
        group=LIMITS,
    ),
    Setting(
        "assistant.run_tool_calls",
        40,
        "How many tools a language model may use for one request.",
        "Advanced",
        "Tool calls for one request",
        (),
        1,
        500,
        group=LIMITS,
    ),
    Setting(
        "assistant.run_requests",
        25,
        "How often a language model may be asked for one request of yours.",
        "Advanced",
        "Rounds for one request",
        (),
        1,
        200,
        group=LIMITS,
    ),
    Setting(
        "assistant.run_tokens",
        400_000,
        "Tokens (about four letters each) that one request may use, read and written together.",
        "Advanced",
        "Tokens for one request",
        (),
        1_000,
        20_000_000,
        unit="tokens",
        group=LIMITS,
    ),
    Setting(
        "assistant.day_tokens",
        4_000_000,
        "Tokens that all requests of 24 hours may use together.",
        "Advanced",
        "Tokens for a day",
        (),
        1_000,
        1_000_000_000,
        unit="tokens",
        group=LIMITS,
    ),
    Setting(
        "assistant.context_chars",
        240_000,
        "About how many letters the model holds at once; older mail of a conversation is left out "
        "beyond it.",
        "Advanced",
        "Letters the model holds",
        (),
        4_000,
        8_000_000,
        unit="letters",
        group=LIMITS,
    ),
    Setting(
        "assistant.run_seconds",
        300,
        "How long a language model may take for one request, in seconds.",
        "Advanced",
        "Time for one request",
        (),
        10,
        3_600,
        unit="seconds",
        group=LIMITS,
    ),
    Setting(
        "record.keeps_words",
        False,
        "Whether the activity record keeps the words that assistants and connected programs ask "
        "with and are given, mail among them; else their size and a digest.",
        "Privacy",
        "Keep the words in the activity record",
        group="The activity record",
        told="What is asked and what is given, 20,000 letters of each at most, mail among them. "
        "They stay when the mail is deleted, until an account is removed or the record is "
        "shortened.",
    ),
    Setting(
        "record.keep_days",
        0,
        "For how many days on which Draftdesk runs the activity record is kept; 0 is for good. "
        "What is older goes once a day, and the record says what went.",
        "Privacy",
        "Keep the activity record",
        (0, 7, 30, 90, 180, 365),
        group="The activity record",
        unit="days",
        lowest="for good",
        told="Days on which Draftdesk runs. The record says what was removed.",
    ),
)
