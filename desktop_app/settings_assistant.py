"""Rows of the table of settings for the assistant: who answers, what it may read, its limits."""

from __future__ import annotations

from desktop_app.settings_row import Setting

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
    ),
    Setting(
        "assistant.ask_before_sending",
        False,
        "Show each request before it goes to a language model, and wait for you.",
        "Assistant",
        "Show me what is sent first",
    ),
    Setting(
        "assistant.prepare",
        False,
        "Prepare answers to mail that needs one, with the language model you chose. They wait in "
        "To review; nothing is sent.",
        "Assistant",
        "Prepare answers",
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
    ),
    Setting(
        "assistant.day_begins",
        9,
        "The hour from which you meet others: earlier times are not proposed.",
        "Assistant",
        "Meetings from (hour)",
        (),
        0,
        23,
    ),
    Setting(
        "assistant.day_ends",
        17,
        "The hour by which meetings end: later times are not proposed.",
        "Assistant",
        "Meetings until (hour)",
        (),
        1,
        24,
    ),
    Setting(
        "assistant.weekends",
        False,
        "Propose Saturdays and Sundays for meetings too.",
        "Assistant",
        "Meetings at weekends",
    ),
    Setting(
        "assistant.learn_style",
        True,
        "Learn on this computer, from mail you have sent, how you write, so that drafts sound like "
        "you. The starter assistant and a language model on this computer are told.",
        "Assistant",
        "Learn how I write",
    ),
    Setting(
        "assistant.own_style",
        False,
        "Tell a language model elsewhere too how you write, with a short mail of yours as an "
        "example, of accounts it may read.",
        "Assistant",
        "Tell a model in the cloud how I write",
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
)
