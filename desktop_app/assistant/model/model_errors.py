"""Errors of the model library mapped to `KnownError`s, most specific first."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic_ai import exceptions as ai

from desktop_app.assistant.model.refusals import SERVER_SAYS
from desktop_app.assistant.model.server_words import (
    says_no_tools,
    says_too_long,
    server_words,
    window_said,
)
from desktop_app.model.errors import (
    BadInput,
    KnownError,
    NeedsSignIn,
    NotFound,
    SlowDown,
    Unavailable,
)


class SameCall(Exception):
    """A model makes the same call over and over."""


class CallsAsText(Exception):
    """A model writes calls of tools into its answer, and has been told to make them."""


class NoAnswer(Exception):
    """A model answers without a word or a call, again and again."""


class NoRewrite(Exception):
    """A model was asked for other words and gave none."""


def was_stopped(error: Exception) -> bool:
    """Whether a run ended because it was told to, or ran out of its time."""
    return isinstance(error, ai.RunCancelled) and not isinstance(error, ai.RunTimedOut)


def was_limited(error: Exception) -> bool:
    """Whether a run ended at a limit of the settings."""
    return isinstance(error, ai.UsageLimitExceeded)


@dataclass(frozen=True, slots=True)
class Row:
    """Sentence and next step for one kind of error. `{name}` is the model, `{wait}` seconds,
    `{status}` the HTTP status, `{window}` what the server says that the model holds."""

    kind: type[Exception]
    error: type[KnownError]
    sentence: str
    next_step: str


_OTHER_MODEL = "Ask differently, or choose another model in Settings → Assistant."

TOO_LONG = Row(
    ai.ModelContextWindowExceededError,
    BadInput,
    "This conversation has become too long for {name}{window}.",
    "Start a new conversation, or give the model a larger window where it runs.",
)
NO_TOOLS = Row(
    ai.ModelAPIError,
    BadInput,
    "{name} can't use tools there, and the assistant needs them.",
    "Choose another model in Settings → Assistant, or switch tools on where it runs.",
)

TABLE = (
    Row(NoAnswer, Unavailable, "{name} gave no answer, ten times.", _OTHER_MODEL),
    Row(NoRewrite, Unavailable, "{name} gave no other words for it.", _OTHER_MODEL),
    Row(
        SameCall,
        Unavailable,
        "{name} asked for the same thing again and again, so it was stopped.",
        _OTHER_MODEL,
    ),
    Row(
        CallsAsText,
        Unavailable,
        "{name} wrote what it wanted to look up instead of looking it up, twice.",
        "It may be too small for this, or its server does not pass calls of tools on. Choose "
        "another model in Settings → Assistant.",
    ),
    Row(
        ai.UsageLimitExceeded,
        BadInput,
        "The assistant was stopped: it reached the limit for one request.",
        "Ask for less at once, or raise the limit in Settings → Assistant.",
    ),
    Row(ai.RunTimedOut, Unavailable, "{name} did not answer in time.", "Try again."),
    Row(
        ai.ModelAuthenticationError,
        NeedsSignIn,
        "{name} did not accept the key.",
        "Enter it anew. Look at Settings → Assistant.",
    ),
    Row(
        ai.ModelNotFoundError,
        NotFound,
        "There is no model {name} there.",
        "Choose another in Settings → Assistant.",
    ),
    TOO_LONG,
    Row(
        ai.OutputTokenLimitExceeded,
        BadInput,
        "{name} ran out of room before it could answer.",
        "Start a new conversation, or give the model a larger window.",
    ),
    Row(
        ai.ModelQuotaExceededError,
        Unavailable,
        "The credit or quota for {name} is used up.",
        "Look at your account with the provider, or choose another model.",
    ),
    Row(
        ai.ModelRateLimitError,
        SlowDown,
        "{name} has had enough requests for now.",
        "Try again in {wait} seconds.",
    ),
    Row(ai.ModelTimeoutError, Unavailable, "{name} did not answer in time.", "Try again."),
    Row(
        ai.ModelConnectionError,
        Unavailable,
        "{name} can't be reached.",
        "Look at your connection, or at the address in Settings → Assistant.",
    ),
    Row(ai.ModelUnavailableError, Unavailable, "{name} is too busy now.", "Try again later."),
    Row(
        ai.ModelServerError,
        Unavailable,
        "The server of {name} has a problem of its own.",
        "Try again later.",
    ),
    Row(
        ai.ModelRequestRejectedError,
        BadInput,
        "{name} refused the request{status}.",
        "It may not be able to use tools. Choose another model in Settings → Assistant.",
    ),
    Row(
        ai.ContentFilterError,
        BadInput,
        "The provider of {name} withheld the answer.",
        "Ask differently.",
    ),
    Row(
        ai.ModelAPIError,
        Unavailable,
        "{name} answered in a way that makes no sense{status}.",
        "Try again, or choose another model.",
    ),
    Row(
        ai.UnexpectedModelBehavior,
        Unavailable,
        "{name} answered in a way that makes no sense.",
        "Try again, or choose another model.",
    ),
)
WAIT_SECONDS = 60.0
"""Seconds to wait when a provider does not say how long."""


def known(error: Exception, name: str, now: float) -> KnownError | None:
    """The error as a `KnownError`, or None for a bug. `name` is the model as the person knows
    it."""
    row = _row(error)
    if row is None:
        return None
    says = server_words(error)
    details = {SERVER_SAYS: says} if says else {}
    wait = getattr(error, "retry_after", None) or WAIT_SECONDS
    status = getattr(error, "status_code", None)
    window = window_said(error)
    words = {
        "name": name,
        "wait": round(wait),
        "status": f" ({status})" if status else "",
        "window": f", which holds {window:,} tokens at once" if window else "",
    }
    sentence, step = row.sentence.format(**words), row.next_step.format(**words)
    if row.error is SlowDown:
        return SlowDown(sentence, resumes_at=now + wait, next_step=step, details=details)
    return row.error(sentence, next_step=step, details=details)


def _row(error: Exception) -> Row | None:
    """The kind of an error: by what its server says, where that says more than its class."""
    if isinstance(error, ai.ModelAPIError):
        if says_too_long(error):
            return TOO_LONG
        if says_no_tools(error):
            return NO_TOOLS
    return next((each for each in TABLE if isinstance(error, each.kind)), None)
